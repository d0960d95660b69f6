//! The rules of stamping.

use std::sync::Arc;

use crate::game::{
    BoardInfo, Cell, CellLook, Gesture, Intent, Marks, Move, MoveError, Position, StepInfo,
};

use super::INFO;
use super::target::{Target, value_look};

/// Id of the board that is stamped on.
pub(super) const FIELD: &str = "field";

/// A board on the way from empty to the target.
#[derive(Clone, Debug)]
pub struct LogoPosition {
    target: Arc<Target>,
    field: Target,
    /// Cells that differ from the target.
    differing: usize,
}

impl LogoPosition {
    pub(super) fn start(target: Arc<Target>) -> Self {
        let field = Target::filled(target.size(), 0);
        let differing = target
            .as_slice()
            .iter()
            .filter(|value| **value != 0)
            .count();
        Self {
            target,
            field,
            differing,
        }
    }

    /// The board as it is now.
    pub(super) fn field(&self) -> &Target {
        &self.field
    }

    fn set(&mut self, cell: Cell, value: u8) {
        let (old, goal) = (
            self.field.get(cell).copied(),
            self.target.get(cell).copied(),
        );
        self.differing -= usize::from(old != goal);
        self.differing += usize::from(Some(value) != goal);
        self.field.set(cell, value);
    }
}

/// The cell a move stamps.
pub(super) fn stamped_cell(mv: &Move) -> Result<Cell, MoveError> {
    let number =
        |word: Option<&str>| -> Option<usize> { word?.parse::<usize>().ok()?.checked_sub(1) };
    let mut words = mv.as_str().split_whitespace();
    match (number(words.next()), number(words.next()), words.next()) {
        (Some(row), Some(col), None) => Ok(Cell { row, col }),
        _ => Err(MoveError::Syntax {
            text: mv.as_str().to_owned(),
            expected: "a stamp is ‘row column’, both counted from 1",
        }),
    }
}

/// The move that stamps a cell.
pub(super) fn stamp(cell: Cell) -> Move {
    Move::new(format!("{} {}", cell.row + 1, cell.col + 1))
}

/// The orthogonal neighbours of a cell; some may lie outside the board.
pub(super) fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, col } = cell;
    [
        row.checked_sub(1).map(|row| Cell { row, col }),
        col.checked_sub(1).map(|col| Cell { row, col }),
        Some(Cell { row, col: col + 1 }),
        Some(Cell { row: row + 1, col }),
    ]
    .into_iter()
    .flatten()
}

impl Position for LogoPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let cell = stamped_cell(mv)?;
        match self.field.get(cell) {
            None => {
                let size = self.field.size();
                return Err(MoveError::illegal(
                    mv,
                    format!("it is outside the {size} board"),
                ));
            }
            Some(0) => {}
            Some(_) => return Err(MoveError::illegal(mv, "this cell is stamped already")),
        }
        self.set(cell, 1);
        for neighbour in neighbours(cell) {
            if let Some(value @ 1..) = self.field.get(neighbour).copied() {
                self.set(neighbour, value % 4 + 1);
            }
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.differing == 0
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let empty = self.field.iter().filter(|(_, value)| **value == 0);
        empty.map(|(cell, _)| stamp(cell)).take(limit).collect()
    }

    fn encode(&self) -> Vec<u8> {
        self.field.as_slice().to_vec()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let size = self.field.size();
        vec![
            BoardInfo {
                id: FIELD,
                title: "Board",
                size,
            },
            BoardInfo {
                id: INFO.level_board,
                title: "Target",
                size,
            },
        ]
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        let goal = self.target.get(cell).copied();
        if board != FIELD {
            return value_look(goal);
        }
        let value = self.field.get(cell).copied();
        let stamped = value.is_some_and(|value| value != 0);
        value_look(value).marked(Marks {
            given: false,
            wrong: stamped && goal == Some(0),
            right: stamped && value == goal,
        })
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Click { board, cell, .. } if board == FIELD => Some(stamp(*cell)),
            _ => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        match stamped_cell(mv) {
            Ok(cell) => StepInfo {
                text: format!("Stamp {cell}"),
                board: FIELD.into(),
                cells: vec![cell],
            },
            Err(_) => StepInfo {
                text: mv.to_string(),
                ..StepInfo::default()
            },
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let act = |cell| Intent::Act {
            board: FIELD,
            cell,
            action: "stamp".into(),
        };
        stamped_cell(mv)
            .map(|cell| vec![act(cell)])
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

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
        assert!(
            position.apply(&Move::new("3 2")).is_err(),
            "a cell is stamped once"
        );
        assert!(position.apply(&Move::new("4 1")).is_err(), "outside");
    }
}
