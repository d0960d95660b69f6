//! Moves by the cells between which they take the agent.

use super::{GdlPosition, State};
use crate::game::{Cell, Heading, Move};
use crate::model::ones;

const MOST: usize = 400;

/// Cells between which a move takes the agent, if it does.
pub(super) type Way = Option<(Cell, Cell)>;

impl GdlPosition {
    /// Move for a click on a cell: the only one that names it, or that takes the agent there.
    pub(super) fn clicked(&self, cell: Cell) -> Option<Move> {
        let named = self.layout().move_at(&self.seen.legal, cell);
        let named = named.map(Move::new);
        named.or_else(|| self.only(|_, to| to == cell))
    }

    pub(super) fn towards(&self, heading: Heading) -> Option<Move> {
        self.only(|from, to| from.step(heading) == Some(to))
    }

    fn only(&self, fits: impl Fn(Cell, Cell) -> bool) -> Option<Move> {
        let ways = self.ways.get_or_init(|| self.work_out().into());
        let fits = |(_, way): &(&String, &Way)| way.is_some_and(|(from, to)| fits(from, to));
        let mut here = self.seen.legal.iter().zip(ways.iter()).filter(fits);
        let (first, _) = here.next()?;
        here.next().is_none().then(|| Move::new(first))
    }

    fn work_out(&self) -> Vec<Way> {
        let State::Fast { model, state } = &self.state else {
            return Vec::new();
        };
        let layout = self.layout();
        if layout.size().is_none() || self.seen.legal.len() > MOST {
            return Vec::new();
        }
        let way = |mv: &String| {
            let number = model.move_numbers.get(mv)?;
            let after = model.after(state, *number as usize);
            // Facts that always hold do not move.
            let facts = |state: &[u64]| -> Vec<&str> {
                ones(state)
                    .map(|bit| model.fact_texts[bit].as_str())
                    .collect()
            };
            layout.way(&facts(state), &facts(&after))
        };
        self.seen.legal.iter().map(way).collect()
    }
}
