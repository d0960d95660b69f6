//! Moves for gestures on the grid, moves by the cells between which they take the agent, and animation of moves.

use super::{GdlPosition, GdlState};
use crate::board::{FACTS, GRID};
use crate::game::{Button, Cell, Gesture, Heading, Intent, Move, PieceMotion, StepInfo, words};
use crate::intents::{intent, move_towards};
use crate::model::ones;
use crate::summary::StateSummary;
use crate::syntax::canonical_move;

/// Most legal moves that are tried for where they take the agent, as each takes an evaluation of the network.
const MAX_MOVES: usize = 400;

/// Cells between which a move takes the agent, if it does.
pub(super) type AgentMove = Option<(Cell, Cell)>;

impl GdlPosition {
    /// Describes a move in words, and on the grid if it moves something there.
    pub(super) fn step_info(&self, mv: &Move) -> StepInfo {
        let animations = self.animations(mv);
        let cells = animations.iter().filter_map(|it| it.path.last());
        let text = mv.as_str();
        let term = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        StepInfo {
            text: words::capitalized(term.unwrap_or(text)),
            board: if animations.is_empty() { FACTS } else { GRID }.into(),
            cells: cells.copied().collect(),
            motions: animations,
            ..StepInfo::default()
        }
    }

    /// Pieces that a move takes from cell to cell, if the network is there.
    fn animations(&self, mv: &Move) -> Vec<PieceMotion> {
        let GdlState::Net { model, state } = &self.state else {
            return Vec::new();
        };
        let Ok(text) = canonical_move(mv.as_str(), self.level.settings().fold_case) else {
            return Vec::new();
        };
        let is_legal = self.summary.legal.contains(&text);
        let Some(number) = model.move_numbers.get(&text).filter(|_| is_legal) else {
            return Vec::new();
        };
        let layout = self.layout();
        if layout.size().is_none() {
            return Vec::new();
        }
        let after = StateSummary::from_net(model, &model.after(state, *number as usize));
        layout.animations(&self.summary.facts, &after.facts, &intent(layout, &text))
    }

    /// Legal move that takes something from one cell to another.
    pub(super) fn drag_move(&self, from: Cell, to: Cell) -> Option<Move> {
        let layout = self.layout();
        let is_match = |mv: &&String| match intent(layout, mv) {
            Intent::Drag { from: a, to: b, .. } => (a, b) == (from, to),
            _ => false,
        };
        self.summary.legal.iter().find(is_match).map(Move::new)
    }

    /// Move for an arrow key: one that names the direction, or that takes the agent there.
    pub(super) fn steer_move(&self, heading: Heading) -> Option<Move> {
        let all = match &self.state {
            GdlState::Net { model, .. } => Some(model.move_numbers.keys()),
            _ => None,
        };
        let all = all.into_iter().flatten();
        let named = move_towards(&self.summary.legal, all, heading).map(Move::new);
        named.or_else(|| self.unique_move(|from, to| from.step(heading) == Some(to)))
    }

    pub(super) fn advise(&self, gesture: &Gesture) -> Option<String> {
        let (cell, is_drag) = match gesture {
            Gesture::Click {
                board,
                cell,
                button: Button::Primary,
            } if board == GRID => (*cell, false),
            Gesture::Drag { to, to_board, .. } if to_board == GRID => (*to, true),
            _ => return None,
        };
        let count = self.layout().moves_at(&self.summary.legal, cell).count();
        let can_steer = Heading::ALL.iter().any(|it| self.steer_move(*it).is_some());
        Some(match (count, can_steer) {
            _ if self.summary.terminal => "The game is over.".to_owned(),
            (_, true) => "Play with the arrow keys, or choose from the list of moves.".to_owned(),
            (0, _) => "No legal move mentions this cell.".to_owned(),
            (_, _) if is_drag => "Nothing can be moved there.".to_owned(),
            (n, _) => format!("{n} moves mention this cell; choose one from the list of moves."),
        })
    }

    /// Move for a click on a cell: the only one that names it, or that takes the agent there.
    pub(super) fn click_move(&self, cell: Cell) -> Option<Move> {
        let named = self.layout().move_at(&self.summary.legal, cell);
        let named = named.map(Move::new);
        named.or_else(|| self.unique_move(|_, to| to == cell))
    }

    /// The only legal move that takes the agent between cells that fit.
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

    /// Destination of the agent for each legal move, in the order of the moves; empty if that is not known.
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
