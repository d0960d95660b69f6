//! Time slices and notes of searches for programs.

use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};

use crate::game::ResumeError;
use crate::game::search::Budget;

/// The budget, limited to at most this time.
pub fn at_most(time: Duration, budget: &Budget) -> Budget {
    let left = budget.time_left().unwrap_or(time);
    budget.clone().with_time(left.min(time))
}

/// Reads notes.
pub fn read<N: DeserializeOwned>(notes: &str) -> Result<N, ResumeError> {
    ron::from_str(notes.trim()).map_err(|error| ResumeError::Damaged(error.to_string()))
}

/// Writes notes.
pub fn write<N: Serialize>(notes: &N) -> Result<String, ResumeError> {
    ron::to_string(notes).map_err(|error| ResumeError::Damaged(error.to_string()))
}
