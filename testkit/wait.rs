//! Waiting for a condition. A test never waits for time to pass.

use std::time::{Duration, Instant};

/// Multiplies every limit: a limit is written for an idle machine, and a busy one is allowed this
/// much more. A condition that comes true early costs nothing.
const PATIENCE: u32 = 4;

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// The end of a wait of so many seconds, with patience.
pub fn deadline(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds) * PATIENCE
}

/// Waits until `look` finds something.
///
/// # Panics
/// Panics with `what` when nothing was found in time.
#[track_caller]
pub fn wait_for<T>(what: &str, seconds: u64, look: impl FnMut() -> Option<T>) -> T {
    // Not in a closure, which would hide the caller's line.
    let Some(found) = comes(seconds, look) else {
        panic!("waited {} s in vain: {what}", seconds * u64::from(PATIENCE));
    };
    found
}

/// Waits like [`wait_for`], for something that need not come.
pub fn comes<T>(seconds: u64, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = deadline(seconds);
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        std::thread::sleep(PAUSE);
    }
}
