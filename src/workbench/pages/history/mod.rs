//! History of runs in game windows.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the runs, filtered, and the problems of the chosen one |
//! | `side` | the chosen run: facts, levels, problems |

mod list;
mod side;

use std::path::PathBuf;
use std::time::Duration;

use egui::{Context, TextureHandle, Ui};

use crate::autoplay::history::{HistoryEntry, RunHistory, RunRecord};
use crate::kit::answer;
use crate::page::command::commands;
use crate::page::{CommandId, Cx, Dock, Notice, Page, PageLayout, Panel, Work};
use crate::session::{LatestTask, Task};

commands! {
    Live {
        100 HISTORY "History of play" "Past runs of auto-play, with pictures of what went wrong" [ctrl(Key::Num6)];
    }
}

/// Interval at which the history is reread while a run is in progress.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct HistoryPage {
    /// The runs, latest first; `None` until read.
    runs: Option<Vec<HistoryEntry>>,
    reading: Option<Task<Result<Vec<HistoryEntry>, String>>>,
    /// The history may have changed since it was read, and is reread when next displayed.
    stale: bool,
    /// Time of the last refresh, in the context's seconds.
    read_at: f64,
    /// Words that the listed runs contain.
    filter: String,
    /// Id of the chosen run.
    chosen: Option<String>,
    /// Index of the chosen problem among those of the run.
    trouble: Option<usize>,
    /// Picture of the problem, by file; `None` if it cannot be read.
    picture: LatestTask<PathBuf, Option<TextureHandle>>,
    /// The user is being asked whether to delete the chosen run.
    confirming: bool,
    removing: Option<Task<Result<(), String>>>,
}

impl Page for HistoryPage {
    fn layout(&self, _cx: &Cx) -> PageLayout {
        let tab = PageLayout::tab("History", HISTORY);
        tab.with_panel(Dock::Right, Panel::Own)
            .with_panel(Dock::Bottom, Panel::None)
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        self.stale = true;
        cx.show_tab(command);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        match Task::outcome_of(&mut self.reading) {
            None => {}
            Some(Ok(runs)) => self.runs = Some(runs),
            Some(Err(error)) => {
                self.runs.get_or_insert_default();
                let text = format!("The history cannot be read: {error}");
                cx.messages.fail(text);
            }
        }
        match Task::outcome_of(&mut self.removing) {
            None => return,
            Some(Ok(())) => {
                self.chosen = None;
                cx.messages.status("The run was deleted.");
            }
            Some(Err(error)) => {
                cx.messages
                    .fail(format!("The run could not be deleted: {error}"));
            }
        }
        self.stale = true;
    }

    fn on_notice(&mut self, notice: &Notice, _cx: &mut Cx) {
        if matches!(notice, Notice::Played) {
            self.stale = true;
        }
    }

    fn ui(&mut self, dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        match dock {
            Some(_) => self.run_panel(ui, cx),
            None => self.list_pane(ui, cx),
        }
    }

    fn work(&self) -> Option<Work> {
        let reading = self.reading.is_some() || self.picture.is_busy();
        (reading || self.removing.is_some()).then_some(Work::Running)
    }
}

impl HistoryPage {
    /// Rereads the history every second while a run is in progress.
    fn follow_runs(&mut self, ui: &Ui) {
        let mut runs = self.runs.iter().flatten().filter_map(record);
        if !runs.any(|run| run.state.is_running()) {
            return;
        }
        let now = ui.input(|input| input.time);
        if now - self.read_at >= REFRESH_INTERVAL.as_secs_f64() {
            self.read_at = now;
            self.stale = true;
        }
        ui.ctx().request_repaint_after(REFRESH_INTERVAL);
    }

    fn chosen_run(&self) -> Option<&HistoryEntry> {
        let id = self.chosen.as_ref()?;
        self.runs.as_ref()?.iter().find(|run| run.id == *id)
    }

    fn choose(&mut self, id: &str) {
        if self.chosen.as_deref() != Some(id) {
            self.chosen = Some(id.to_owned());
            self.trouble = None;
            self.confirming = false;
        }
    }

    fn history(&self, cx: &Cx) -> Option<RunHistory> {
        Some(RunHistory::new(cx.world.folders.as_ref()?.history()))
    }

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
        let work = move |_: &_| history.list().map_err(|error| answer::io_error(&error));
        self.reading = Some(Task::start("history", &cx.wake, work));
    }

    fn remove_run(&mut self, id: String, cx: &mut Cx) {
        if let Some(history) = self.history(cx) {
            let work = move |_: &_| {
                let removed = history.remove(&id);
                removed.map_err(|error| answer::io_error(&error))
            };
            self.removing = Some(Task::start("history", &cx.wake, work));
        }
        self.confirming = false;
    }
}

/// The run's record, if it could be read.
fn record(listed: &HistoryEntry) -> Option<&RunRecord> {
    listed.run.as_ref().ok()
}
