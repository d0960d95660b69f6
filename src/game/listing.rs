//! Positions displayed as lists of facts.

use std::borrow::Cow;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Facts, sorted by group and text.
    pub facts: Vec<Fact>,
    /// Other values of the position as (name, value): `("Goal value", "50")`.
    pub counts: Vec<(Cow<'static, str>, String)>,
    /// Ids of boards that repeat facts and moves and need not be shown next to this list.
    pub boards: &'static [&'static str],
}

/// Fact that holds in a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// Its relation.
    pub group: String,
    /// Written like a move.
    pub text: String,
}
