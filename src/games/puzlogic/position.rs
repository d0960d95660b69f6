//! The rules of placing pieces.

use std::fmt;
use std::sync::Arc;

use super::level::{cell_style, piece_style, slot_style, sum_note};
use super::puzzle::{BOARD, CellKind, GridLine, LineSum, MAX_NUMBER, SumPuzzle};
use crate::game::typed::Play;
use crate::game::{
    BoardInfo, Cell, CellStyle, Gesture, Grid, Intent, LineNote, Marks, Move, Size, StepInfo,
};

/// Id of the board with the unplaced pieces.
pub(super) const PIECES: &str = "pieces";

#[derive(Clone, Debug)]
pub struct PuzlogicPosition {
    puzzle: Arc<SumPuzzle>,
    placed: Grid<Option<u8>>,
    /// For each piece of the puzzle, in its order, whether it is placed.
    used: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    pub cell: Cell,
    pub number: u8,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cell.to_move(), self.number)
    }
}

impl From<Put> for Move {
    fn from(put: Put) -> Self {
        Self::new(put.to_string())
    }
}

impl PuzlogicPosition {
    pub(super) fn start(puzzle: Arc<SumPuzzle>) -> Self {
        Self {
            placed: Grid::filled(puzzle.size(), None),
            used: vec![false; puzzle.pieces.len()],
            puzzle,
        }
    }

    pub(super) fn puzzle(&self) -> &SumPuzzle {
        &self.puzzle
    }

    pub(super) fn pieces_left(&self) -> impl Iterator<Item = u8> {
        let pieces = self.puzzle.pieces.iter().zip(&self.used);
        pieces.filter(|(_, used)| !**used).map(|(piece, _)| *piece)
    }

    /// A board with these numbers, whether or not the rules allow them. All pieces count as left.
    pub(super) fn unchecked(puzzle: Arc<SumPuzzle>, placed: Grid<Option<u8>>) -> Self {
        Self {
            placed,
            ..Self::start(puzzle)
        }
    }

    pub(super) fn number(&self, cell: Cell) -> Option<u8> {
        match self.puzzle.squares.get(cell) {
            Some(CellKind::Given(number)) => Some(*number),
            _ => self.placed.get(cell).copied().flatten(),
        }
    }

    fn unused_piece(&self, number: u8) -> Option<usize> {
        let mut pieces = self.puzzle.pieces.iter().zip(&self.used);
        pieces.position(|(piece, used)| *piece == number && !used)
    }

    /// Another cell in a line of this one with the number.
    pub(super) fn conflict(&self, cell: Cell, number: u8) -> Option<Cell> {
        let lines = [GridLine::Row(cell.row), GridLine::Column(cell.col)];
        let mut cells = self.puzzle.size().cells();
        cells.find(|other| {
            *other != cell
                && lines.iter().any(|line| line.contains(*other))
                && self.number(*other) == Some(number)
        })
    }

    /// Current total of a sum's line; `None` while cells are empty.
    pub(super) fn total(&self, sum: &LineSum) -> Option<u32> {
        let cells = self.puzzle.squares.iter();
        cells
            .filter(|(cell, _)| sum.line.contains(*cell))
            .map(|(cell, square)| match square {
                CellKind::None => Some(0),
                CellKind::Given(_) if sum.placed_only => Some(0),
                _ => self.number(cell).map(u32::from),
            })
            .sum()
    }

    fn breaks_sum(&self, cell: Cell) -> bool {
        let sums = self.puzzle.sums.iter();
        sums.filter(|sum| sum.line.contains(cell))
            .any(|sum| self.total(sum).is_some_and(|total| total != sum.target))
    }
}

impl Play for PuzlogicPosition {
    type Move = Put;

    const MOVE_SYNTAX: &'static str = "a move is ‘row column number’, rows and columns from 1";

    fn parse(text: &str) -> Option<Put> {
        let (place, number) = text.trim_end().rsplit_once(char::is_whitespace)?;
        let (cell, number) = (Cell::from_move(place)?, number.parse().ok()?);
        Some(Put { cell, number })
    }

    fn make(&mut self, &Put { cell, number }: &Put) -> Result<(), String> {
        match self.puzzle.squares.get(cell) {
            None => return Err(format!("that is outside the {} board", self.puzzle.size())),
            Some(CellKind::None) => return Err("there is no cell".to_owned()),
            Some(CellKind::Given(given)) => return Err(format!("the {given} there is given")),
            Some(CellKind::Empty) => {}
        }
        if let Some(present) = self.placed.get(cell).copied().flatten() {
            return Err(format!("it already has a {present}"));
        }
        let Some(piece) = self.unused_piece(number) else {
            return Err(match self.puzzle.pieces.contains(&number) {
                true => format!("all pieces with {number} are placed"),
                false => format!("there is no piece with {number}"),
            });
        };
        if let Some(other) = self.conflict(cell, number) {
            return Err(format!("the same line has a {number} at {other}"));
        }
        self.placed.set(cell, Some(number));
        self.used[piece] = true;
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let mut sums = self.puzzle.sums.iter();
        let mut empty = self.puzzle.empty_cells();
        self.used.iter().all(|used| *used)
            && empty.all(|cell| self.number(cell).is_some())
            && sums.all(|sum| self.total(sum) == Some(sum.target))
            && self.puzzle.size().cells().all(|cell| {
                let number = self.number(cell);
                number.is_none_or(|number| self.conflict(cell, number).is_none())
            })
    }

    fn moves(&self) -> impl Iterator<Item = Put> {
        let mut numbers: Vec<u8> = self.pieces_left().collect();
        numbers.dedup();
        let cells = self.puzzle.empty_cells();
        let free = cells.filter(|cell| self.number(*cell).is_none());
        free.flat_map(move |cell| {
            let put = move |number| Put { cell, number };
            numbers.clone().into_iter().map(put)
        })
        .filter(|put| self.conflict(put.cell, put.number).is_none())
    }

    fn encode(&self) -> Vec<u8> {
        const NO_NUMBER: u8 = MAX_NUMBER + 1;
        let cells = self.placed.as_slice().iter();
        cells.map(|n| n.unwrap_or(NO_NUMBER)).collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let pieces = self.used.len();
        let pieces = (pieces > 0).then(|| BoardInfo::new(PIECES, "Pieces", Size::new(1, pieces)));
        let board = BoardInfo::new(BOARD, "Board", self.puzzle.size());
        [board].into_iter().chain(pieces).collect()
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        if board == PIECES {
            let piece = self.puzzle.pieces.get(cell.col).filter(|_| cell.row == 0);
            return match (piece, self.used.get(cell.col)) {
                (Some(piece), Some(false)) => piece_style(*piece),
                (Some(_), Some(true)) => slot_style("placed"),
                _ => cell_style(None),
            };
        }
        if board != BOARD {
            return cell_style(None);
        }
        let wrong = Marks {
            wrong: self.breaks_sum(cell),
            ..Marks::default()
        };
        match self.placed.get(cell).copied().flatten() {
            Some(placed) => piece_style(placed).marked(wrong),
            None => cell_style(self.puzzle.squares.get(cell).copied()),
        }
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Put> {
        match gesture {
            Gesture::Drag {
                from_board,
                from,
                to_board,
                to,
            } if from_board == PIECES && to_board == BOARD => {
                let (cell, number) = (*to, *self.puzzle.pieces.get(from.col)?);
                Some(Put { cell, number })
            }
            Gesture::Type {
                board,
                cell,
                character,
            } if board == BOARD => {
                let number = u8::try_from(character.to_digit(10)?).ok()?;
                let cell = *cell;
                Some(Put { cell, number })
            }
            _ => None,
        }
    }

    fn describe(&self, Put { cell, number }: &Put) -> StepInfo {
        StepInfo {
            text: format!("Put {number} at {cell}"),
            board: BOARD.into(),
            cells: vec![*cell],
            ..StepInfo::default()
        }
    }

    fn intents(&self, put: &Put) -> Vec<Intent> {
        let drag = self.unused_piece(put.number).map(|piece| Intent::Drag {
            from_board: PIECES,
            from: Cell::new(0, piece),
            to_board: BOARD,
            to: put.cell,
        });
        drag.into_iter().collect()
    }

    fn advice(&self, gesture: &Gesture) -> Option<String> {
        let (board, cell) = match gesture {
            Gesture::Click { board, cell, .. } => (board, *cell),
            Gesture::Drag { to_board, to, .. } => (to_board, *to),
            _ => return None,
        };
        let text = match self.puzzle.squares.get(cell) {
            _ if board == PIECES => "Drag this piece to a cell of the board.",
            Some(CellKind::None) | None => "There is no cell here.",
            Some(CellKind::Given(_)) => "This number is given.",
            Some(CellKind::Empty) if self.number(cell).is_some() => {
                "A placed piece stays; take the move back to remove it."
            }
            Some(CellKind::Empty) => "Drag a piece here, or type its number.",
        };
        Some(text.to_owned())
    }

    fn notes(&self, board: &str) -> Vec<LineNote> {
        if board != BOARD {
            return Vec::new();
        }
        let holds = |sum: &LineSum| self.total(sum).map(|total| total == sum.target);
        let sums = self.puzzle.sums.iter();
        sums.map(|sum| sum_note(sum, holds(sum))).collect()
    }
}
