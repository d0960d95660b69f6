//! Durations in milliseconds, as in profiles.

use std::time::Duration;

pub fn ms(milliseconds: u32) -> Duration {
    Duration::from_millis(milliseconds.into())
}
