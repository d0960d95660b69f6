//! Waits for conditions. A test never waits for time to pass.

use std::time::{Duration, Instant};

/// Factor for every limit: limits are written for an idle machine. It costs nothing if the
/// condition becomes true early.
const PATIENCE: u32 = 4;

/// Time between two checks.
const PAUSE: Duration = Duration::from_millis(20);

/// The deadline of a wait of this many seconds on an idle machine.
pub fn deadline(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds) * PATIENCE
}

/// Waits until `look` returns something.
///
/// # Panics
/// Panics with `what` at the deadline.
#[track_caller]
pub fn wait_for<T>(what: &str, seconds: u64, look: impl FnMut() -> Option<T>) -> T {
    // Not in a closure, which would hide the caller's line.
    let Some(found) = try_wait_for(seconds, look) else {
        panic!(
            "timed out after {} s: {what}",
            seconds * u64::from(PATIENCE)
        );
    };
    found
}

/// Like [`wait_for`], but returns `None` at the deadline.
pub fn try_wait_for<T>(seconds: u64, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = deadline(seconds);
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        std::thread::sleep(PAUSE);
    }
}
