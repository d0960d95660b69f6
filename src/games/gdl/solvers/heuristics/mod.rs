//! Estimates of the distance to the goal, and of what a move can achieve.

pub(crate) mod effects;
pub(crate) mod patterns;

use patterns::{Distance, PatternDatabases};

/// Estimator of the steps from a state of one view ([`SearchNet`](crate::analysis::SearchNet)) to its goal, by pattern
/// databases and unmet goal conditions.
#[derive(Default)]
pub(crate) struct Estimate {
    pub patterns: PatternDatabases,
    /// Upper bound on the goal conditions that one move can satisfy; 0 if unknown.
    pub max_gain: usize,
}

impl Estimate {
    /// Returns whether patterns tell nothing; `max_gain` alone is no reason for an informed search.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Estimates the distance to the goal, without `max_gain`; `None` if the goal is out of reach.
    pub fn distance(&self, state: &[u64]) -> Option<Distance> {
        self.patterns.distance(state)
    }

    /// Lower bound on the remaining steps, given the number `missing` of unmet goal conditions; `None` if the goal is
    /// out of reach.
    pub fn bound(&self, state: &[u64], missing: u32) -> Option<u32> {
        let bound = self.distance(state)?.bound;
        Some(match self.max_gain {
            0 => bound,
            max_gain => bound.max(missing.div_ceil(max_gain as u32)),
        })
    }
}
