//! Moves by the cells between which they take the agent.

use super::{GdlPosition, GdlState};
use crate::game::{Cell, Heading, Move};
use crate::model::ones;

const MAX_MOVES: usize = 400;

/// Cells between which a move takes the agent, if it does.
pub(super) type AgentMove = Option<(Cell, Cell)>;

impl GdlPosition {
    /// Move for a click on a cell: the only one that names it, or that takes the agent there.
    pub(super) fn click_move(&self, cell: Cell) -> Option<Move> {
        let named = self.layout().move_at(&self.summary.legal, cell);
        let named = named.map(Move::new);
        named.or_else(|| self.unique_move(|_, to| to == cell))
    }

    pub(super) fn move_towards(&self, heading: Heading) -> Option<Move> {
        self.unique_move(|from, to| from.step(heading) == Some(to))
    }

    fn unique_move(&self, fits: impl Fn(Cell, Cell) -> bool) -> Option<Move> {
        let find = || self.find_agent_moves().into();
        let moves = self
            .summary
            .legal
            .iter()
            .zip(self.agent_moves.get_or_init(find).iter());
        let mut matching = moves.filter(|(_, mv)| mv.is_some_and(|(from, to)| fits(from, to)));
        let (first, _) = matching.next()?;
        matching.next().is_none().then(|| Move::new(first))
    }

    fn find_agent_moves(&self) -> Vec<AgentMove> {
        let GdlState::Net { model, state } = &self.state else {
            return Vec::new();
        };
        let layout = self.layout();
        if layout.size().is_none() || self.summary.legal.len() > MAX_MOVES {
            return Vec::new();
        }
        let agent_move = |mv: &String| {
            let number = model.move_numbers.get(mv)?;
            let after = model.after(state, *number as usize);
            // Facts that always hold do not move.
            let fact = |bit: usize| model.fact_texts[bit].as_str();
            let facts = |state: &[u64]| -> Vec<&str> { ones(state).map(fact).collect() };
            layout.agent_move(&facts(state), &facts(&after))
        };
        self.summary.legal.iter().map(agent_move).collect()
    }
}
