//! What was played in windows, when, and how it went.
//!
//! | file | what it holds |
//! |---|---|
//! | `list` | the runs, filtered, and what went wrong in the chosen one |
//! | `side` | the chosen run: facts, levels, troubles |

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

/// Time from one reading of the runs to the next while one of them goes on.
const AGAIN: Duration = Duration::from_secs(1);

/// The page.
#[derive(Default)]
pub struct HistoryPage {
    /// The runs, the latest first; `None` before they were read.
    runs: Option<Vec<Listed>>,
    reading: Option<Task<Result<Vec<Listed>, String>>>,
    /// Something has changed since.
    stale: bool,
    /// When the runs were read last, in the context's seconds.
    read_at: f64,
    filter: Filter,
    /// Id of the chosen run.
    chosen: Option<String>,
    /// Which of its troubles is shown.
    trouble: Option<usize>,
    picture: Picture,
    /// The person was asked whether to delete the chosen run.
    deleting: bool,
    removing: Option<Task<Result<(), String>>>,
}

/// Which runs are listed.
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
            // What cannot be read is of no game; it is not to be hidden for that.
            return *self == Self::default();
        };
        self.game.as_ref().is_none_or(|game| *game == run.game)
            && self.profile.as_ref().is_none_or(|id| *id == run.profile)
            && self.state.is_none_or(|state| state == run.state)
    }
}

/// A picture of the chosen run.
#[derive(Default)]
struct Picture {
    /// By its file.
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
    /// The runs are read again when they are next shown.
    fn refresh(&mut self) {
        self.stale = true;
    }

    /// Has the runs read again every second while one of them goes on.
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

    /// Takes over what was read.
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

    /// Reads the runs, on a thread, if that is due.
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

/// The run that was read, if it could be.
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
