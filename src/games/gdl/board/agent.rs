//! Movement of the agent between two states.

use rustc_hash::FxHashSet;

use super::GridLayout;
use crate::game::Cell;

impl GridLayout {
    /// Cells between which the agent moves: what pushes, not what is pushed. `None` if nothing moves, or several
    /// things move independently.
    pub fn agent_move(&self, before: &[&str], after: &[&str]) -> Option<(Cell, Cell)> {
        let only_in = |here: &[&str], there: &[&str]| -> Vec<(Cell, String)> {
            let known: FxHashSet<&str> = there.iter().copied().collect();
            let new = here.iter().filter(|fact| !known.contains(*fact));
            let placed = new.filter_map(|fact| self.locate(fact));
            placed
                .filter(|(_, value)| !self.painter.is_nothing(value))
                .collect()
        };
        let (removed, added) = (only_in(before, after), only_in(after, before));
        let unique = |list: &[(Cell, String)], value: &str| {
            let mut cells = list.iter().filter(|(_, other)| other == value);
            let (cell, _) = cells.next()?;
            cells.next().is_none().then_some(*cell)
        };
        let paths = removed
            .iter()
            .filter_map(|(_, value)| unique(&removed, value).zip(unique(&added, value)));
        let paths: Vec<(Cell, Cell)> = paths.collect();
        let is_pushed = |(from, _): &&(Cell, Cell)| paths.iter().any(|(_, to)| to == from);
        let mut unpushed = paths.iter().filter(|path| !is_pushed(path));
        let first = unpushed.next()?;
        unpushed.next().is_none().then_some(*first)
    }
}
