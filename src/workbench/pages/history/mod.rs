//! History of runs in game windows.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the runs, filtered, and the problems of the chosen one |
//! | `side` | the chosen run: facts, levels, problems |

mod list;
mod side;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui::{ColorImage, Context, TextureHandle, Ui};

use crate::autoplay::history::{History, Listed, RunRecord, RunState};
use crate::session::{Latest, Task};

use crate::page::command::commands;
use crate::page::messages::Weight;
use crate::page::{Command, CommandInfo, Cx, Notice, Page, Panel, Side, Tab};

commands! {
    Live {
        100 HISTORY "History of play" "Past runs of auto-play, with pictures of what went wrong" [ctrl(Key::Num6)];
    }
}

/// Interval at which the history is reread while a run is in progress.
const AGAIN: Duration = Duration::from_secs(1);

/// The page.
#[derive(Default)]
pub struct HistoryPage {
    /// The runs, latest first; `None` until read.
    runs: Option<Vec<Listed>>,
    reading: Option<Task<Result<Vec<Listed>, String>>>,
    /// The history may have changed since it was read.
    stale: bool,
    /// Time of the last refresh, in the context's seconds.
    read_at: f64,
    filter: Filter,
    chosen: Option<String>,
    trouble: Option<usize>,
    picture: Picture,
    /// The user is being asked whether to delete the chosen run.
    deleting: bool,
    removing: Option<Task<Result<(), String>>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Filter {
    game: Option<String>,
    /// Id of a screen profile.
    profile: Option<String>,
    state: Option<RunState>,
}

impl Filter {
    fn takes(&self, listed: &Listed) -> bool {
        let Ok(run) = &listed.run else {
            // An unreadable run has no game, so only an empty filter matches it.
            return *self == Self::default();
        };
        self.game.as_ref().is_none_or(|game| *game == run.game)
            && self.profile.as_ref().is_none_or(|id| *id == run.profile)
            && self.state.is_none_or(|state| state == run.state)
    }
}

#[derive(Default)]
struct Picture {
    /// By file.
    reading: Latest<PathBuf, Option<Arc<ColorImage>>>,
    texture: Option<TextureHandle>,
}

impl Page for HistoryPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        Some(Tab {
            title: "History",
            command: HISTORY,
        })
    }

    fn run(&mut self, command: Command, _ctx: &Context, cx: &mut Cx) {
        self.refresh();
        cx.go(command);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.take_over(cx);
    }

    fn hear(&mut self, notice: &Notice, _cx: &mut Cx) {
        if matches!(notice, Notice::Played) {
            self.refresh();
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.follow_runs(ui);
        self.list_pane(ui, cx);
    }

    fn side(&self, side: Side, _cx: &Cx) -> Panel {
        match side {
            Side::Left => Panel::Common,
            Side::Right => Panel::Own,
            Side::Bottom => Panel::None,
        }
    }

    fn panel(&mut self, _side: Side, ui: &mut Ui, cx: &mut Cx) {
        self.run_panel(ui, cx);
    }

    fn is_busy(&self) -> bool {
        self.reading.is_some() || self.removing.is_some() || self.picture.reading.is_busy()
    }
}

impl HistoryPage {
    /// Marks the history to be reread when next displayed.
    fn refresh(&mut self) {
        self.stale = true;
    }

    /// Rereads the history every second while a run is in progress.
    fn follow_runs(&mut self, ui: &Ui) {
        let mut runs = self.runs.iter().flatten().filter_map(record);
        if !runs.any(|run| run.state.goes_on()) {
            return;
        }
        let now = ui.input(|input| input.time);
        if now - self.read_at >= AGAIN.as_secs_f64() {
            self.read_at = now;
            self.refresh();
        }
        ui.ctx().request_repaint_after(AGAIN);
    }

    fn run(&self) -> Option<&Listed> {
        let id = self.chosen.as_ref()?;
        self.runs.as_ref()?.iter().find(|run| run.id == *id)
    }

    fn choose(&mut self, id: &str) {
        if self.chosen.as_deref() != Some(id) {
            self.chosen = Some(id.to_owned());
            self.trouble = None;
            self.deleting = false;
        }
    }
}

impl HistoryPage {
    fn history(&self, cx: &Cx) -> Option<History> {
        let places = cx.world.places.as_ref()?;
        Some(History::new(places.history()))
    }

    /// Takes over results of background work.
    fn take_over(&mut self, cx: &mut Cx) {
        match Task::outcome_of(&mut self.reading) {
            None => {}
            Some(Ok(runs)) => self.runs = Some(runs),
            Some(Err(error)) => {
                self.runs.get_or_insert_default();
                let text = format!("The history cannot be read: {error}.");
                cx.messages.toast(Weight::Bad, text);
            }
        }
        match Task::outcome_of(&mut self.removing) {
            None => return,
            Some(Ok(())) => {
                self.chosen = None;
                cx.messages.status("The run was deleted.");
            }
            Some(Err(error)) => {
                let text = format!("The run could not be deleted: {error}.");
                cx.messages.toast(Weight::Bad, text);
            }
        }
        self.refresh();
    }

    /// Starts reading the history if needed.
    fn read_history(&mut self, cx: &mut Cx) {
        let due = self.stale || self.runs.is_none();
        if !due || self.reading.is_some() {
            return;
        }
        self.stale = false;
        let Some(history) = self.history(cx) else {
            self.runs = Some(Vec::new());
            return;
        };
        let work = move |_: &_| history.list().map_err(|error| error.to_string());
        self.reading = Some(Task::start("history", &cx.wake, work));
    }

    fn remove_run(&mut self, id: String, cx: &mut Cx) {
        if let Some(history) = self.history(cx) {
            let work = move |_: &_| history.remove(&id).map_err(|error| error.to_string());
            self.removing = Some(Task::start("history", &cx.wake, work));
        }
        self.deleting = false;
    }
}

/// The run's record, if it could be read.
fn record(listed: &Listed) -> Option<&RunRecord> {
    listed.run.as_ref().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::alone::{Alone, Show, run, says, settle};
    use crate::page::{Request, known};

    const LEVEL: &str = "logo\n\n...\n.1.\n...\n";

    #[test]
    fn alone_it_lists_what_was_played_and_asks_to_be_shown() {
        let mut harness = Alone::open(HistoryPage::default(), LEVEL, Show::Middle);
        settle(&mut harness);
        assert!(says(&harness, "No runs yet"));
        run(&mut harness, known::HISTORY);
        let asked = &harness.state().requests;
        assert!(matches!(asked[..], [Request::Go(known::HISTORY)]));
    }
}
