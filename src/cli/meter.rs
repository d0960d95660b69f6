//! Progress line on standard error for long searches and exports, if it is a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::game::words;
use crate::search::{ProgressSink, Snapshot};

/// Work shorter than this displays no progress.
const QUIET_TIME: Duration = Duration::from_millis(800);
/// Minimum time between two updates of the line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);
/// Makes a terminal erase from the cursor to the end of the line.
pub(super) const ERASE_REST: &str = "\x1b[K";

/// Updates the progress line; dropping it clears the line.
pub(super) struct Meter {
    unit: &'static str,
    started: Instant,
    /// Time of the last update; `None` if nothing is displayed.
    last: Option<Mutex<Instant>>,
}

impl Meter {
    /// Creates a meter for costs in `unit`; displays nothing if `quiet` or without a terminal.
    pub(super) fn new(unit: &'static str, quiet: bool) -> Self {
        let started = Instant::now();
        let is_visible = !quiet && io::stderr().is_terminal();
        Self {
            unit,
            started,
            last: is_visible.then(|| Mutex::new(started)),
        }
    }

    pub(super) fn show_exported(&self, done: usize, total: usize) {
        self.update(|seconds| format!("{seconds:.0} s, {done} of {total} exported"));
    }

    /// Displays the line built from the seconds since the start, if an update is due.
    fn update(&self, line: impl FnOnce(f64) -> String) {
        let Some(last) = &self.last else { return };
        let elapsed = self.started.elapsed();
        if elapsed < QUIET_TIME {
            return;
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < UPDATE_INTERVAL {
            return;
        }
        *last = Instant::now();
        // Failing to display progress is not an error.
        let line = line(elapsed.as_secs_f64());
        let _ = write!(io::stderr().lock(), "\r{line}{ERASE_REST}");
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if self.last.is_some() && self.started.elapsed() >= QUIET_TIME {
            let _ = write!(io::stderr().lock(), "\r{ERASE_REST}");
        }
    }
}

impl ProgressSink for Meter {
    fn snapshot(&self, snapshot: Snapshot) {
        self.update(|seconds| {
            let (phase, explored) = (snapshot.phase, words::number(snapshot.explored));
            let mut line = format!("{seconds:.0} s, {phase}, {explored} explored");
            if let Some(best) = snapshot.best {
                line.push_str(&format!(", best {}", words::cost(best, self.unit)));
            }
            if let Some(bound) = snapshot.lower_bound {
                line.push_str(&format!(", bound {bound}"));
            }
            line
        });
    }
}
