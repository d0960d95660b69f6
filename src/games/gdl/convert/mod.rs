//! Rules in other notations: prefix, infix, and Prolog that runs.

mod prolog;

#[cfg(test)]
mod tests;

use super::level::GdlLevel;
use super::syntax::{Notation, print};
use super::text;
use crate::game::Level as _;

pub use prolog::program as prolog;

impl GdlLevel {
    /// The level's text with its rules in a notation, comments and settings included.
    pub fn in_notation(&self, notation: Notation) -> String {
        let rules = print::program(&self.source().program, notation);
        text::write(rules.trim_end(), self.settings(), self.meta())
    }

    /// The rules as a Prolog program for SWI-Prolog, see [`prolog`].
    pub fn to_prolog(&self) -> String {
        prolog(self.source(), &self.meta().title)
    }
}
