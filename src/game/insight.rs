//! Patterns on a level's board that are worth looking at, one by one.

use super::{Cell, Unsolvable};

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

/// How many solutions a level has, as far as that matters to whoever draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Just one.
    One,
    /// At least two.
    Several,
    /// None, and why.
    None(Unsolvable),
    /// It would take too long to tell.
    Unknown,
}
