//! The rules of placing pieces.

use std::sync::Arc;

use crate::game::{
    BoardInfo, Cell, CellLook, Gesture, Grid, Intent, LineNote, Marks, Move, MoveError, Position,
    Size, StepInfo, Tone,
};

use super::INFO;
use super::level::{note, square_look};
use super::puzzle::{Line, MAX_NUMBER, Puzzle, Square, Sum};

/// Id of the board the pieces lie on before they are placed.
pub(super) const PIECES: &str = "pieces";

/// Pieces on the board.
#[derive(Clone, Debug)]
pub struct PuzlogicPosition {
    puzzle: Arc<Puzzle>,
    placed: Grid<Option<u8>>,
    /// Which of the pieces are placed.
    used: Vec<bool>,
}

/// Puts a number on a cell.
pub(super) fn put(cell: Cell, number: u8) -> Move {
    Move::new(format!("{} {} {number}", cell.row + 1, cell.col + 1))
}

/// Cell and number of a move.
pub(super) fn parts(mv: &Move) -> Result<(Cell, u8), MoveError> {
    let words: Vec<&str> = mv.as_str().split_whitespace().collect();
    let place = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let parsed = match words.as_slice() {
        [row, col, number] => place(row).zip(place(col)).zip(number.parse().ok()),
        _ => None,
    };
    let ((row, col), number) = parsed.ok_or_else(|| MoveError::Syntax {
        text: mv.as_str().to_owned(),
        expected: "a move is ‘row column number’, rows and columns from 1",
    })?;
    Ok((Cell { row, col }, number))
}

impl PuzlogicPosition {
    pub(super) fn start(puzzle: Arc<Puzzle>) -> Self {
        Self {
            placed: Grid::filled(puzzle.size(), None),
            used: vec![false; puzzle.pieces.len()],
            puzzle,
        }
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The pieces that are not placed.
    pub(super) fn pieces_left(&self) -> impl Iterator<Item = u8> {
        let pieces = self.puzzle.pieces.iter().zip(&self.used);
        pieces.filter(|(_, used)| !**used).map(|(piece, _)| *piece)
    }

    /// The board with these numbers, whether or not the rules allow them.
    pub(super) fn lying(puzzle: Arc<Puzzle>, placed: Grid<Option<u8>>) -> Self {
        Self {
            placed,
            ..Self::start(puzzle)
        }
    }

    /// The number on a cell, given or placed.
    pub(super) fn number(&self, cell: Cell) -> Option<u8> {
        match self.puzzle.squares.get(cell) {
            Some(Square::Given(number)) => Some(*number),
            _ => self.placed.get(cell).copied().flatten(),
        }
    }

    /// The first piece with this number that is not placed.
    fn piece(&self, number: u8) -> Option<usize> {
        let pieces = self.puzzle.pieces.iter().zip(&self.used);
        pieces
            .enumerate()
            .find(|(_, (piece, used))| **piece == number && !**used)
            .map(|(index, _)| index)
    }

    /// Another cell of a line of this one that has the number.
    pub(super) fn same(&self, cell: Cell, number: u8) -> Option<Cell> {
        let lines = [Line::Row(cell.row), Line::Column(cell.col)];
        let mut cells = self.puzzle.size().cells();
        cells.find(|other| {
            *other != cell
                && lines.iter().any(|line| line.contains(*other))
                && self.number(*other) == Some(number)
        })
    }

    /// What a sum's line comes to now; `None` as long as cells are empty.
    pub(super) fn total(&self, sum: &Sum) -> Option<u32> {
        let cells = self.puzzle.squares.iter();
        cells
            .filter(|(cell, _)| sum.line.contains(*cell))
            .map(|(cell, square)| match square {
                Square::None => Some(0),
                Square::Given(_) if sum.placed_only => Some(0),
                _ => self.number(cell).map(u32::from),
            })
            .sum()
    }

    fn is_wrong(&self, cell: Cell) -> bool {
        let sums = self.puzzle.sums.iter();
        sums.filter(|sum| sum.line.contains(cell))
            .any(|sum| self.total(sum).is_some_and(|total| total != sum.target))
    }
}

impl Position for PuzlogicPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let (cell, number) = parts(mv)?;
        let illegal = |reason: String| Err(MoveError::illegal(mv, reason));
        match self.puzzle.squares.get(cell) {
            None => return illegal(format!("it is outside the {} board", self.puzzle.size())),
            Some(Square::None) => return illegal("there is no cell there".to_owned()),
            Some(Square::Given(given)) => {
                return illegal(format!("the {given} there is given"));
            }
            Some(Square::Empty) => {}
        }
        if let Some(there) = self.placed.get(cell).copied().flatten() {
            return illegal(format!("there is a {there} already"));
        }
        let Some(piece) = self.piece(number) else {
            return illegal(if self.puzzle.pieces.contains(&number) {
                format!("all pieces with {number} are placed")
            } else {
                format!("there is no piece with {number}")
            });
        };
        if let Some(other) = self.same(cell, number) {
            return illegal(format!("there is a {number} at {other} in the same line"));
        }
        self.placed.set(cell, Some(number));
        if let Some(used) = self.used.get_mut(piece) {
            *used = true;
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.used.iter().all(|used| *used)
            && self
                .puzzle
                .empty_cells()
                .all(|cell| self.number(cell).is_some())
            && self
                .puzzle
                .sums
                .iter()
                .all(|sum| self.total(sum) == Some(sum.target))
            && self.puzzle.size().cells().all(|cell| {
                let number = self.number(cell);
                number.is_none_or(|number| self.same(cell, number).is_none())
            })
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let mut numbers: Vec<u8> = self
            .puzzle
            .pieces
            .iter()
            .zip(&self.used)
            .filter(|(_, used)| !**used)
            .map(|(piece, _)| *piece)
            .collect();
        numbers.dedup();
        let free = self
            .puzzle
            .empty_cells()
            .filter(|cell| self.number(*cell).is_none());
        free.flat_map(|cell| numbers.iter().map(move |number| (cell, *number)))
            .filter(|(cell, number)| self.same(*cell, *number).is_none())
            .map(|(cell, number)| put(cell, number))
            .take(limit)
            .collect()
    }

    fn encode(&self) -> Vec<u8> {
        let cells = self.placed.as_slice().iter();
        cells
            .map(|number| number.unwrap_or(MAX_NUMBER + 1))
            .collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let mut boards = vec![BoardInfo {
            id: INFO.level_board,
            title: "Board",
            size: self.puzzle.size(),
        }];
        if !self.used.is_empty() {
            boards.push(BoardInfo {
                id: PIECES,
                title: "Pieces",
                size: Size::new(1, self.used.len()),
            });
        }
        boards
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        let number = |number: u8| number.to_string();
        if board == PIECES {
            let piece = self.puzzle.pieces.get(cell.col).filter(|_| cell.row == 0);
            return match (piece, self.used.get(cell.col)) {
                (Some(piece), Some(false)) => {
                    CellLook::new(number(*piece), Tone::Palette(3), number(*piece))
                }
                (Some(_), Some(true)) => CellLook::new("_", Tone::Empty, "placed").glyph(""),
                _ => square_look(None),
            };
        }
        if board != INFO.level_board {
            return square_look(None);
        }
        let wrong = Marks {
            wrong: self.is_wrong(cell),
            ..Marks::default()
        };
        match self.placed.get(cell).copied().flatten() {
            Some(placed) => {
                CellLook::new(number(placed), Tone::Palette(3), number(placed)).marked(wrong)
            }
            None => square_look(self.puzzle.squares.get(cell).copied()),
        }
    }

    fn notes(&self, board: &str) -> Vec<LineNote> {
        if board != INFO.level_board {
            return Vec::new();
        }
        let holds = |sum: &Sum| self.total(sum).map(|total| total == sum.target);
        let sums = self.puzzle.sums.iter();
        sums.map(|sum| note(sum, holds(sum))).collect()
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Drag {
                from_board,
                from,
                to_board,
                to,
            } if from_board == PIECES && to_board == INFO.level_board => {
                let piece = self.puzzle.pieces.get(from.col)?;
                Some(put(*to, *piece))
            }
            Gesture::Type {
                board,
                cell,
                character,
            } if board == INFO.level_board => {
                let digit = u8::try_from(character.to_digit(10)?).ok()?;
                Some(put(*cell, digit))
            }
            _ => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        match parts(mv) {
            Ok((cell, number)) => StepInfo {
                text: format!("Put {number} at {cell}"),
                board: INFO.level_board.into(),
                cells: vec![cell],
            },
            Err(_) => StepInfo {
                text: mv.to_string(),
                ..StepInfo::default()
            },
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let drag = parts(mv).ok().and_then(|(cell, number)| {
            Some(Intent::Drag {
                from_board: PIECES,
                from: Cell::new(0, self.piece(number)?),
                to_board: INFO.level_board,
                to: cell,
            })
        });
        drag.into_iter().collect()
    }
}
