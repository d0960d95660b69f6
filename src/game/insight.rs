//! Patterns on a level's board that are worth looking at, one by one.

use super::Cell;

/// A family of patterns that a level has.
#[derive(Debug, PartialEq, Eq)]
pub struct Insight {
    /// Stable id.
    pub id: &'static str,
    /// What one of them is called, in lower case: `quiet pattern`.
    pub name: &'static str,
    /// What several are called: `quiet patterns`.
    pub names: &'static str,
    /// One line of help.
    pub help: &'static str,
}

/// Patterns of one family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// How many there are.
    pub total: usize,
    /// The first of them: their cells, with a number each where it is not 1.
    pub first: Vec<Vec<(Cell, u32)>>,
}
