//! Rules in other notations: prefix, infix, and executable Prolog.

mod prolog;

#[cfg(test)]
pub(crate) mod tests;

use super::gdl_level::{GdlLevel, display_budget};
use super::model::Model;
use super::syntax::{Notation, print};
use super::write::write;
use crate::game::Level as _;
use crate::search::Budget;

pub use prolog::program as prolog;

impl GdlLevel {
    /// The level's text with its rules in a notation, comments and settings included.
    pub fn in_notation(&self, notation: Notation) -> String {
        let rules = print::program(&self.source().program, notation);
        write(rules.trim_end(), self.settings(), self.meta())
    }

    pub fn to_prolog(&self) -> String {
        // With the limits of a quick look: a conversion does not wait for a large network.
        let limits = self.settings().limits.for_display();
        let model = self.network(limits, &Budget::default()).ok();
        let find = |model: &Model| self.counters(model, &display_budget(), true).ok().flatten();
        let counters = model.and_then(|model| Some(find(&model)?.relations(&model)));
        let counters = counters.unwrap_or_default();
        prolog(self.source(), &self.meta().title, &counters)
    }
}
