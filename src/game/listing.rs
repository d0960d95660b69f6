//! Positions that are sets of facts.

use std::borrow::Cow;

/// A position as a list of facts, for games whose positions are just that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The facts that hold, each group together, groups and facts in order.
    pub facts: Vec<Fact>,
    /// What else there is to know of the position, as (name, value): `("Goal value", "50")`.
    pub counts: Vec<(Cow<'static, str>, String)>,
    /// Ids of boards that only show facts and moves as lists, and need not be shown beside this.
    pub boards: &'static [&'static str],
}

/// A fact that holds in a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// What it is about: its relation.
    pub group: String,
    /// The fact, as moves are written.
    pub text: String,
}
