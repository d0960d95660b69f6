//! Saving a run's log with its pictures.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::autoplay::RunLog;
use crate::session::{Broken, Task};

use crate::kit::answer;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;
use crate::world::Ask;

/// A file dialog that ends sooner than this was never seen by a person: there is none here.
const TOO_FAST: Duration = Duration::from_millis(350);

/// A log on its way to the disk; `None` if the person changed their mind.
#[derive(Default)]
pub(crate) struct Saving(Option<Task<Option<Result<PathBuf, String>>>>);

impl Saving {
    pub(crate) fn is_busy(&self) -> bool {
        self.0.is_some()
    }
}

impl Workbench {
    /// Lets the person name a folder and writes the log into it, on a thread. Where there is no
    /// file dialog, the program's own folder for logs is taken.
    pub(crate) fn save_live_log(&mut self) {
        let Some(run) = &self.live.run else {
            return;
        };
        let log = run.run.log();
        let own = self
            .cx
            .world
            .places
            .as_ref()
            .map(|places| places.data.join("logs"));
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        let name = format!("planwright-log-{seconds}");
        let ask = Ask {
            title: "Save the log as a folder",
            kinds: Vec::new(),
            folder: None,
            name: Some(name.clone()),
        };
        let dialogs = self.cx.world.dialogs.clone();
        let work = move |_: &_| {
            let asked = Instant::now();
            let folder = match dialogs.save(&ask) {
                Some(folder) => folder,
                None if asked.elapsed() < TOO_FAST => own?.join(name),
                None => return None,
            };
            Some(write(&log, &folder).map(|()| folder))
        };
        self.live.saving.0 = Some(Task::start("saving of the log", &self.cx.wake, work));
    }

    pub(crate) fn poll_log_saving(&mut self) {
        let Some(ended) = Task::end_of(&mut self.live.saving.0) else {
            return;
        };
        let broke = |broken: Broken| Some(Err(answer::sentence(&broken.to_string())));
        match ended.unwrap_or_else(broke) {
            Some(Ok(folder)) => {
                let text = format!("The log was saved in {}.", folder.display());
                self.cx.messages.toast(Weight::Info, text);
            }
            Some(Err(error)) => self.cx.messages.toast(Weight::Bad, error),
            None => {}
        }
    }
}

/// Writes into a new or empty folder: the pictures of two runs would be mixed up.
fn write(log: &RunLog, folder: &Path) -> Result<(), String> {
    let taken = match std::fs::read_dir(folder) {
        Ok(mut files) => files.next().is_some(),
        // Not there yet, or not a folder, which saving will say.
        Err(_) => false,
    };
    if taken {
        let name = folder.display();
        return Err(format!("{name} holds files already; choose another name."));
    }
    log.save(folder)
        .map_err(|error| answer::sentence(&error.to_string()))
}
