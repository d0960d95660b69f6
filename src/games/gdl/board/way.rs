//! Movement of the agent between two states.

use rustc_hash::FxHashSet;

use super::Layout;
use crate::game::Cell;

impl Layout {
    /// Cells between which the agent moves: what pushes, not what is pushed. `None` if nothing moves, or several
    /// things move independently.
    pub fn way(&self, before: &[&str], after: &[&str]) -> Option<(Cell, Cell)> {
        let only_in = |here: &[&str], there: &[&str]| -> Vec<(Cell, String)> {
            let known: FxHashSet<&str> = there.iter().copied().collect();
            let new = here.iter().filter(|fact| !known.contains(*fact));
            let placed = new.filter_map(|fact| self.place(fact));
            placed
                .filter(|(_, says)| !self.drawn.is_nothing(says))
                .collect()
        };
        let (gone, came) = (only_in(before, after), only_in(after, before));
        let only = |list: &[(Cell, String)], says: &str| {
            let mut cells = list.iter().filter(|(_, other)| other == says);
            let (cell, _) = cells.next()?;
            cells.next().is_none().then_some(*cell)
        };
        let ways = gone
            .iter()
            .filter_map(|(_, says)| only(&gone, says).zip(only(&came, says)));
        let ways: Vec<(Cell, Cell)> = ways.collect();
        let pushed = |(from, _): &&(Cell, Cell)| ways.iter().any(|(_, to)| to == from);
        let mut own = ways.iter().filter(|way| !pushed(way));
        let first = own.next()?;
        own.next().is_none().then_some(*first)
    }
}
