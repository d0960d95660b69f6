//! Patterns on a level's board that can be browsed.

use super::{Cell, Unsolvable};

#[derive(Debug, PartialEq, Eq)]
pub struct Insight {
    pub id: &'static str,
    /// Name of one pattern, in lower case: `quiet pattern`.
    pub name: &'static str,
    /// The plural: `quiet patterns`.
    pub names: &'static str,
    pub help: &'static str,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternList {
    /// Number of all patterns.
    pub total: usize,
    /// First patterns, as cells, each with its number, which is usually 1.
    pub first: Vec<Vec<(Cell, u32)>>,
}

/// Number of solutions of a level, for its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionCount {
    One,
    /// At least two.
    Several,
    /// None, with the reason.
    None(Unsolvable),
    /// Not decided within the budget.
    Unknown,
}
