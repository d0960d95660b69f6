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

use egui::{ColorImage, TextureHandle};

use crate::autoplay::history::{History, Listed, RunRecord, RunState};
use crate::session::{Latest, Task};

use crate::shell::app::Workbench;
use crate::page::messages::Weight;

/// The page.
#[derive(Default)]
pub struct HistoryPage {
    /// The runs, the latest first; `None` before they were read.
    runs: Option<Vec<Listed>>,
    reading: Option<Task<Result<Vec<Listed>, String>>>,
    /// Something has changed since.
    stale: bool,
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

impl HistoryPage {
    /// Whether something is read or removed.
    pub fn is_busy(&self) -> bool {
        self.reading.is_some() || self.removing.is_some() || self.picture.reading.is_busy()
    }

    /// The runs are read again when they are next shown.
    pub fn refresh(&mut self) {
        self.stale = true;
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

impl Workbench {
    fn history(&self) -> Option<History> {
        let places = self.world.places.as_ref()?;
        Some(History::new(places.history()))
    }

    /// Takes over what was read.
    pub(crate) fn poll_history(&mut self) {
        match Task::outcome_of(&mut self.history.reading) {
            None => {}
            Some(Ok(runs)) => self.history.runs = Some(runs),
            Some(Err(error)) => {
                self.history.runs.get_or_insert_default();
                let text = format!("The history cannot be read: {error}.");
                self.messages.toast(Weight::Bad, text);
            }
        }
        match Task::outcome_of(&mut self.history.removing) {
            None => return,
            Some(Ok(())) => {
                self.history.chosen = None;
                self.messages.status("The run was deleted.");
            }
            Some(Err(error)) => {
                let text = format!("The run could not be deleted: {error}.");
                self.messages.toast(Weight::Bad, text);
            }
        }
        self.history.refresh();
    }

    /// Reads the runs, on a thread, if that is due.
    fn read_history(&mut self) {
        let due = self.history.stale || self.history.runs.is_none();
        if !due || self.history.reading.is_some() {
            return;
        }
        self.history.stale = false;
        let Some(history) = self.history() else {
            self.history.runs = Some(Vec::new());
            return;
        };
        let work = move |_: &_| history.list().map_err(|error| error.to_string());
        self.history.reading = Some(Task::start("history", &self.wake, work));
    }

    fn remove_run(&mut self, id: String) {
        if let Some(history) = self.history() {
            let work = move |_: &_| history.remove(&id).map_err(|error| error.to_string());
            self.history.removing = Some(Task::start("history", &self.wake, work));
        }
        self.history.deleting = false;
    }
}

/// The run that was read, if it could be.
fn record(listed: &Listed) -> Option<&RunRecord> {
    listed.run.as_ref().ok()
}
