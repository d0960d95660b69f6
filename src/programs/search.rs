//! What searches for programs share: their turns, and their notes.

use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};

use crate::game::ResumeError;
use crate::game::search::Budget;

/// The same budget with at most this time.
pub fn at_most(time: Duration, budget: &Budget) -> Budget {
    let left = budget.time_left().unwrap_or(time);
    budget.clone().with_time(left.min(time))
}

/// Reads what a search remembers.
///
/// # Errors
/// When it is not what [`write`] wrote.
pub fn read<N: DeserializeOwned>(notes: &str) -> Result<N, ResumeError> {
    ron::from_str(notes.trim()).map_err(|error| ResumeError::Damaged(error.to_string()))
}

/// Writes what a search remembers.
///
/// # Errors
/// When it has no form.
pub fn write<N: Serialize>(notes: &N) -> Result<String, ResumeError> {
    ron::to_string(notes).map_err(|error| ResumeError::Damaged(error.to_string()))
}
