//! The rules of stamping.

use std::fmt;
use std::sync::Arc;

use crate::game::typed::{Play, Puzzle as _};
use crate::game::{BoardInfo, Cell, CellStyle, Gesture, Intent, Marks, Move, StepInfo};

use super::Logo;
use super::level::{Target, number_style};

/// Id of the board that is stamped.
pub(super) const FIELD: &str = "field";

#[derive(Clone, Debug)]
pub struct LogoPosition {
    target: Arc<Target>,
    /// The board as it is now; 0 is empty.
    pub(super) field: Target,
    /// Number of cells that differ from the target.
    mismatches: usize,
}

impl LogoPosition {
    pub(super) fn start(target: Arc<Target>) -> Self {
        let stamped = target.as_slice().iter().filter(|value| **value != 0);
        Self {
            field: Target::filled(target.size(), 0),
            mismatches: stamped.count(),
            target,
        }
    }

    /// Sets a cell of the field and counts mismatches.
    fn set(&mut self, cell: Cell, value: u8) {
        let goal = self.target.get(cell);
        self.mismatches -= usize::from(self.field.get(cell) != goal);
        self.mismatches += usize::from(Some(&value) != goal);
        self.field.set(cell, value);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(pub Cell);

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_move())
    }
}

/// Cell that a move stamps; `None` if it is not a stamp.
pub(super) fn stamped_cell(mv: &Move) -> Option<Cell> {
    LogoPosition::parse(mv.as_str()).map(|Stamp(cell)| cell)
}

pub(super) fn stamp(cell: Cell) -> Move {
    Move::new(Stamp(cell).to_string())
}

impl Play for LogoPosition {
    type Move = Stamp;

    const MOVE_SYNTAX: &'static str = "a stamp is ‘row column’, both counted from 1";

    fn parse(text: &str) -> Option<Stamp> {
        Cell::from_move(text).map(Stamp)
    }

    fn make(&mut self, Stamp(cell): &Stamp) -> Result<(), String> {
        match self.field.get(*cell) {
            None => return Err(format!("that is outside the {} board", self.field.size())),
            Some(0) => {}
            Some(_) => return Err("it is already stamped".to_owned()),
        }
        self.set(*cell, 1);
        for neighbour in cell.neighbours() {
            if let Some(value @ 1..) = self.field.get(neighbour).copied() {
                self.set(neighbour, value % 4 + 1);
            }
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.mismatches == 0
    }

    fn moves(&self) -> impl Iterator<Item = Stamp> {
        let empty = self.field.iter().filter(|(_, value)| **value == 0);
        empty.map(|(cell, _)| Stamp(cell))
    }

    fn encode(&self) -> Vec<u8> {
        self.field.as_slice().to_vec()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let size = self.field.size();
        let board = |id, title| BoardInfo { id, title, size };
        vec![
            board(FIELD, "Board"),
            board(Logo::INFO.level_board, "Target"),
        ]
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        let goal = self.target.get(cell).copied();
        if board != FIELD {
            return number_style(goal);
        }
        let value = self.field.get(cell).copied();
        let stamped = value.is_some_and(|value| value != 0);
        number_style(value).marked(Marks {
            given: false,
            wrong: stamped && goal == Some(0),
            right: stamped && value == goal,
        })
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Stamp> {
        match gesture {
            Gesture::Click { board, cell, .. } if board == FIELD => Some(Stamp(*cell)),
            _ => None,
        }
    }

    fn describe(&self, Stamp(cell): &Stamp) -> StepInfo {
        StepInfo {
            text: format!("Stamp {cell}"),
            board: FIELD.into(),
            cells: vec![*cell],
            ..StepInfo::default()
        }
    }

    fn intents(&self, Stamp(cell): &Stamp) -> Vec<Intent> {
        vec![Intent::Act {
            board: FIELD,
            cell: *cell,
            action: "stamp".into(),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position as _, Size};

    #[test]
    fn four_wraps_to_one() {
        let target = Target::filled(Size::new(3, 3), 1);
        let mut position = LogoPosition::start(Arc::new(target));
        for mv in ["2 2", "1 2", "2 1", "2 3"] {
            position.apply(&Move::new(mv)).expect("is legal");
        }
        assert_eq!(position.field.get(Cell::new(1, 1)), Some(&4));
        position.apply(&Move::new("3 2")).expect("is legal");
        assert_eq!(position.field.get(Cell::new(1, 1)), Some(&1));
        for illegal in ["3 2", "4 1"] {
            assert!(position.apply(&Move::new(illegal)).is_err(), "{illegal}");
        }
    }
}
