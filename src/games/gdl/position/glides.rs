//! Animation of moves on the grid, and moves for gestures.

use super::{GdlPosition, State};
use crate::INFO;
use crate::board::GRID;
use crate::game::{Button, Cell, Gesture, Glide, Heading, Intent, Move, StepInfo};
use crate::intents::intent;
use crate::seen::Seen;
use crate::steer::steered;
use crate::syntax::canonical_move;

impl GdlPosition {
    /// Describes a move in words, and on the grid if it moves something there.
    pub(super) fn step_of(&self, mv: &Move) -> StepInfo {
        let glides = self.glides(mv);
        let cells = glides.iter().filter_map(|glide| glide.path.last());
        StepInfo {
            text: format!("Play {mv}"),
            board: match glides.is_empty() {
                true => INFO.level_board.into(),
                false => GRID.into(),
            },
            cells: cells.copied().collect(),
            glides,
            ..StepInfo::default()
        }
    }

    /// Pieces that a move takes from cell to cell, if the network is there.
    fn glides(&self, mv: &Move) -> Vec<Glide> {
        let State::Fast { model, state } = &self.state else {
            return Vec::new();
        };
        let Ok(text) = canonical_move(mv.as_str(), self.level.settings().fold_case) else {
            return Vec::new();
        };
        let legal = self.seen.legal.contains(&text);
        let Some(number) = model.move_numbers.get(&text).filter(|_| legal) else {
            return Vec::new();
        };
        let layout = self.layout();
        if layout.size().is_none() {
            return Vec::new();
        }
        let after = Seen::fast(model, &model.after(state, *number as usize));
        layout.glides(&self.seen.facts, &after.facts, &intent(layout, &text))
    }

    pub(super) fn dragged(&self, from: Cell, to: Cell) -> Option<Move> {
        let layout = self.layout();
        let goes = |mv: &&String| match intent(layout, mv) {
            Intent::Drag { from: a, to: b, .. } => (a, b) == (from, to),
            _ => false,
        };
        self.seen.legal.iter().find(goes).map(Move::new)
    }

    /// Move for an arrow key: one that names the direction, or that takes the agent there.
    pub(super) fn steered(&self, heading: Heading) -> Option<Move> {
        let all = match &self.state {
            State::Fast { model, .. } => Some(model.move_numbers.keys()),
            _ => None,
        };
        let all = all.into_iter().flatten();
        let named = steered(&self.seen.legal, all, heading).map(Move::new);
        named.or_else(|| self.towards(heading))
    }

    /// Advice for a click that is no move.
    pub(super) fn advise(&self, gesture: &Gesture) -> Option<String> {
        let (cell, drags) = match gesture {
            Gesture::Click {
                board,
                cell,
                button: Button::Primary,
            } if board == GRID => (*cell, false),
            Gesture::Drag { to, to_board, .. } if to_board == GRID => (*to, true),
            _ => return None,
        };
        let here = self.layout().moves_at(&self.seen.legal, cell).count();
        let steers = Heading::ALL.iter().any(|it| self.steered(*it).is_some());
        Some(match (here, steers) {
            _ if self.seen.terminal => "The game is over.".to_owned(),
            (_, true) => "Play with the arrow keys, or choose from the list of moves.".to_owned(),
            (0, _) => "No legal move mentions this cell.".to_owned(),
            (_, _) if drags => "Nothing can be moved there.".to_owned(),
            (n, _) => format!("{n} moves mention this cell; choose one from the list of moves."),
        })
    }
}
