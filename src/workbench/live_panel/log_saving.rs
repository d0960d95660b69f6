//! Saving of a run's log with its pictures.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::autoplay::RunLog;
use crate::kit::answer;
use crate::page::Cx;
use crate::page::messages::Severity;
use crate::session::Task;
use crate::world::{DialogSpec, MIN_DIALOG_TIME};

/// A log being saved; the result is `None` if the user cancels.
#[derive(Default)]
pub(super) struct LogSaving(pub(super) Option<Task<Option<Result<PathBuf, String>>>>);

impl LogSaving {
    /// Asks for a folder and writes the log into it, on a thread. Without a file dialog, the program's folder is used.
    pub(super) fn start(&mut self, log: RunLog, cx: &Cx) {
        let folders = cx.world.folders.as_ref();
        let default = folders.map(|folders| folders.data.join("logs"));
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        let name = format!("planwright-log-{seconds}");
        let spec = DialogSpec {
            save: true,
            title: "Save the log as a folder",
            name: Some(name.clone()),
            ..DialogSpec::default()
        };
        let dialogs = cx.world.dialogs.clone();
        let work = move |_: &_| {
            let start = Instant::now();
            let folder = match dialogs.choose(&spec) {
                Some(folder) => folder,
                None if start.elapsed() < MIN_DIALOG_TIME => match default {
                    Some(default) => default.join(name),
                    None => return Some(Err("There is no folder for the log.".to_owned())),
                },
                None => return None,
            };
            Some(write(&log, &folder).map(|()| folder))
        };
        self.0 = Some(Task::start("saving of the log", &cx.wake, work));
    }

    /// Reports the result to the user, once saving has ended.
    pub(super) fn poll(&mut self, cx: &mut Cx) {
        let Some(result) = Task::result_of(&mut self.0) else {
            return;
        };
        match result.unwrap_or_else(|error| Some(Err(answer::sentence(&error.to_string())))) {
            Some(Ok(folder)) => {
                let text = format!("Saved the log to {}.", folder.display());
                cx.messages.toast(Severity::Info, text);
            }
            Some(Err(error)) => cx.messages.toast(Severity::Bad, error),
            None => {}
        }
    }
}

/// Writes a log into a new or empty folder, so that pictures of different runs are not mixed.
fn write(log: &RunLog, folder: &Path) -> Result<(), String> {
    // A missing folder will be created; other errors are reported by saving.
    if std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()) {
        let name = folder.display();
        return Err(format!("{name} is not empty. Choose another name."));
    }
    let saved = log.save(folder);
    saved.map_err(|error| answer::sentence(&error.to_string()))
}
