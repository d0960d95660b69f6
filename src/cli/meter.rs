//! A line on standard error that tells how a long search is going, for people at a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::search::{ProgressSink, Snapshot};

/// Short searches show nothing.
const PATIENCE: Duration = Duration::from_millis(800);
/// From one line to the next.
const EVERY: Duration = Duration::from_millis(200);

/// Rewrites one line while a search goes on.
pub(super) struct Meter {
    unit: &'static str,
    started: Instant,
    /// When the line was last written; `None` where nobody would see it.
    last: Option<Mutex<Instant>>,
}

impl Meter {
    /// A meter for costs in `unit`; silent if standard error is no terminal or `quiet`.
    pub(super) fn new(unit: &'static str, quiet: bool) -> Self {
        let started = Instant::now();
        let seen = !quiet && io::stderr().is_terminal();
        Self {
            unit,
            started,
            last: seen.then(|| Mutex::new(started)),
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.last.is_some() && self.started.elapsed() >= PATIENCE {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}

impl ProgressSink for Meter {
    fn snapshot(&self, snapshot: Snapshot) {
        let Some(last) = &self.last else { return };
        let elapsed = self.started.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        let mut line = format!(
            "{:.0} s, {}, {} explored",
            elapsed.as_secs_f64(),
            snapshot.phase,
            snapshot.explored
        );
        if let Some(best) = snapshot.best {
            line.push_str(&format!(", best {best} {}", self.unit));
        }
        if let Some(bound) = snapshot.lower_bound {
            line.push_str(&format!(", bound {bound}"));
        }
        // A line that cannot be shown is not worth a word.
        let _ = write!(io::stderr().lock(), "\r{line}\x1b[K");
    }
}
