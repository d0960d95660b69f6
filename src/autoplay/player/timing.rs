//! Times of a profile, which are in milliseconds.

use std::time::Duration;

/// So many milliseconds.
pub fn ms(milliseconds: u32) -> Duration {
    Duration::from_millis(milliseconds.into())
}
