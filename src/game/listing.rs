//! Positions that are sets of facts.

use std::borrow::Cow;

/// A position as a list of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The facts, sorted by group and text.
    pub facts: Vec<Fact>,
    /// Other values of the position as (name, value): `("Goal value", "50")`.
    pub counts: Vec<(Cow<'static, str>, String)>,
    /// Ids of boards that repeat facts and moves and need not be shown beside this list.
    pub boards: &'static [&'static str],
}

/// A fact that holds in a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// Its relation.
    pub group: String,
    /// Written like a move.
    pub text: String,
}
