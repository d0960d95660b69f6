//! Saving of a run's log with its pictures.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::autoplay::RunLog;
use crate::kit::answer;
use crate::page::Cx;
use crate::page::messages::Weight;
use crate::session::{Broken, Task};
use crate::world::Ask;

/// A file dialog that ends sooner was not displayed, because none is available.
const TOO_FAST: Duration = Duration::from_millis(350);

/// A log being saved; the result is `None` if the user cancels.
#[derive(Default)]
pub(super) struct Saving(Option<Task<Option<Result<PathBuf, String>>>>);

impl Saving {
    pub(super) fn is_busy(&self) -> bool {
        self.0.is_some()
    }

    /// Asks the user for a folder and writes the log into it, on a thread. Without a file dialog, the log is written to
    /// the program's own folder.
    pub(super) fn begin(&mut self, log: RunLog, cx: &Cx) {
        let places = cx.world.places.as_ref();
        let own = places.map(|places| places.data.join("logs"));
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        let name = format!("planwright-log-{seconds}");
        let ask = Ask {
            title: "Save the log as a folder",
            kinds: Vec::new(),
            folder: None,
            name: Some(name.clone()),
        };
        let dialogs = cx.world.dialogs.clone();
        let work = move |_: &_| {
            let asked = Instant::now();
            let folder = match dialogs.save(&ask) {
                Some(folder) => folder,
                None if asked.elapsed() < TOO_FAST => own?.join(name),
                None => return None,
            };
            Some(write(&log, &folder).map(|()| folder))
        };
        self.0 = Some(Task::start("saving of the log", &cx.wake, work));
    }

    /// Reports the result to the user, once saving has ended.
    pub(super) fn poll(&mut self, cx: &mut Cx) {
        let Some(ended) = Task::end_of(&mut self.0) else {
            return;
        };
        let broke = |broken: Broken| Some(Err(answer::sentence(&broken.to_string())));
        match ended.unwrap_or_else(broke) {
            Some(Ok(folder)) => {
                let text = format!("Saved the log to {}.", folder.display());
                cx.messages.toast(Weight::Info, text);
            }
            Some(Err(error)) => cx.messages.toast(Weight::Bad, error),
            None => {}
        }
    }
}

/// Writes a log into a new or empty folder, so that pictures of different runs are not mixed.
fn write(log: &RunLog, folder: &Path) -> Result<(), String> {
    let taken = match std::fs::read_dir(folder) {
        Ok(mut files) => files.next().is_some(),
        // A missing folder will be created; other errors are reported by saving.
        Err(_) => false,
    };
    if taken {
        let name = folder.display();
        return Err(format!("{name} is not empty; choose another name."));
    }
    log.save(folder)
        .map_err(|error| answer::sentence(&error.to_string()))
}
