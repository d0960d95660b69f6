//! Estimates of the distance to the goal, and of what a move can achieve.

pub(crate) mod effects;
pub(crate) mod patterns;
pub(crate) mod tokens;

use std::rc::Rc;

use patterns::{Distance, PatternDatabases};
use tokens::Tokens;

/// Estimator of the steps from a state of one view ([`SearchNet`](crate::analysis::SearchNet)) to its goal, by pattern
/// databases, tokens, and unmet goal conditions.
#[derive(Default)]
pub(crate) struct Estimate {
    pub patterns: Rc<PatternDatabases>,
    pub tokens: Tokens,
    /// Upper bound on the goal conditions that one move can satisfy; 0 if unknown.
    pub max_gain: usize,
}

impl Estimate {
    /// Returns whether neither patterns nor tokens tell anything; `max_gain` alone is no reason for an informed search.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty() && self.tokens.is_empty()
    }

    /// Estimates the distance to the goal, without `max_gain`; `None` if the goal is out of reach.
    pub fn distance(&self, state: &[u64]) -> Option<Distance> {
        let (patterns, tokens) = (self.patterns.distance(state)?, self.tokens.distance(state)?);
        Some(Distance {
            bound: patterns.bound.max(tokens.bound),
            sum: patterns.sum.max(tokens.sum),
            // Tokens count a step that moves two of them twice, so patterns are preferred, unless they give less than
            // half: then they leave out most of the goal.
            approx: match 2 * patterns.approx >= tokens.approx {
                true => patterns.approx,
                false => tokens.approx,
            },
        })
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
