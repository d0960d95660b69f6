//! The rules.

use crate::game::{
    BoardInfo, Cell, CellLook, Gesture, Intent, Move, MoveError, Position, StepInfo,
};

use super::level::{board, lamp_look};

#[derive(Clone, Debug)]
pub(super) struct NullPosition {
    pub lit: Vec<bool>,
}

/// The lamp a move lights, from 0.
fn parse(mv: &Move) -> Result<usize, MoveError> {
    mv.as_str()
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1))
        .ok_or_else(|| MoveError::Syntax {
            text: mv.as_str().to_owned(),
            expected: "a move is the number of a lamp, counted from 1",
        })
}

pub(super) fn light(lamp: usize) -> Move {
    Move::new((lamp + 1).to_string())
}

impl Position for NullPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        match self.lit.get_mut(parse(mv)?) {
            Some(lit) if !*lit => *lit = true,
            Some(_) => return Err(MoveError::illegal(mv, "this lamp is lit already")),
            None => return Err(MoveError::illegal(mv, "there is no such lamp")),
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.lit.iter().all(|lit| *lit)
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let dark = self.lit.iter().enumerate().filter(|(_, lit)| !**lit);
        dark.map(|(lamp, _)| light(lamp)).take(limit).collect()
    }

    fn encode(&self) -> Vec<u8> {
        self.lit.iter().map(|lit| u8::from(*lit)).collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![board(self.lit.len())]
    }

    fn look(&self, _board: &str, cell: Cell) -> CellLook {
        lamp_look(self.lit.get(cell.col).filter(|_| cell.row == 0))
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Click { cell, .. } => Some(light(cell.col)),
            Gesture::Drag { .. } | Gesture::Type { .. } => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        let cells = parse(mv)
            .map(|lamp| vec![Cell::new(0, lamp)])
            .unwrap_or_default();
        StepInfo {
            text: format!("Light lamp {mv}"),
            board: "lamps".into(),
            cells,
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let cell = parse(mv).map(|lamp| Cell::new(0, lamp));
        cell.map(|cell| {
            vec![Intent::Act {
                board: "lamps",
                cell,
                action: "light".into(),
            }]
        })
        .unwrap_or_default()
    }
}
