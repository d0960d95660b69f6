//! The pieces of a level, in the cells or in their own positions.

use std::sync::Arc;

use planwright_stage::content_of;
use planwright_stage::drawing::Area;

use super::layout::Layout;
use crate::Puzlogic;
use crate::game::{Cell, Grid, LevelRef, words};
use crate::position::PuzlogicPosition;
use crate::puzzle::{Puzzle, Square, Sum};

pub struct Hand {
    pub(super) piece: usize,
    /// Offset of the pointer from the piece's corner.
    hold: (i32, i32),
    corner: (i32, i32),
}

/// A level being played. Unlike in a plan, numbers may clash.
pub struct Table {
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) layout: Layout,
    pub(super) help: Vec<String>,
    pub(super) hand: Option<Hand>,
    seats: Vec<Option<Cell>>,
}

impl Table {
    /// A level with all pieces in their own positions.
    ///
    /// # Errors
    /// Why it cannot be played here.
    pub(super) fn new(level: &LevelRef) -> Result<Self, String> {
        let puzzle = playable(level)?;
        Ok(Self {
            layout: Layout::new(puzzle)?,
            hand: None,
            help: level.meta().notes.lines().map(str::to_owned).collect(),
            seats: vec![None; puzzle.pieces.len()],
            puzzle: Arc::new(puzzle.clone()),
        })
    }

    /// Current area of a piece.
    pub(super) fn area(&self, piece: usize) -> Area {
        let place = match self.seat(piece) {
            Some(cell) => self.layout.cell(cell),
            None => self.layout.piece(piece),
        };
        match self.hand.as_ref().filter(|hand| hand.piece == piece) {
            Some(hand) => Area::square(hand.corner.0, hand.corner.1, place.width),
            None => place,
        }
    }

    pub(super) fn seat(&self, piece: usize) -> Option<Cell> {
        self.seats.get(piece).copied().flatten()
    }

    pub(super) fn take(&mut self, at: (i32, i32)) {
        if self.hand.is_none() {
            let mut pieces = 0..self.seats.len();
            let piece = pieces.find(|piece| self.area(*piece).contains(at));
            self.hand = piece.map(|piece| {
                let Area { x, y, .. } = self.area(piece);
                Hand {
                    piece,
                    hold: (at.0 - x, at.1 - y),
                    corner: (x, y),
                }
            });
        }
    }

    pub(super) fn carry(&mut self, (x, y): (i32, i32)) {
        if let Some(hand) = &mut self.hand {
            hand.corner = (x - hand.hold.0, y - hand.hold.1);
        }
    }

    /// Drops the dragged piece at its centre; returns `false` if there is none.
    pub(super) fn let_go(&mut self, at: (i32, i32)) -> bool {
        self.carry(at);
        let Some(Hand { piece, corner, .. }) = self.hand.take() else {
            return false;
        };
        let half = self.layout.side() / 2;
        self.drop(piece, (corner.0 + half, corner.1 + half));
        true
    }

    fn piece_in(&self, cell: Cell) -> Option<usize> {
        self.seats.iter().position(|seat| *seat == Some(cell))
    }

    fn sit(&mut self, piece: usize, cell: Option<Cell>) {
        if let Some(seat) = self.seats.get_mut(piece) {
            *seat = cell;
        }
    }

    /// Drops a piece at a pixel: into a free cell; in exchange with another piece if it came from a cell; otherwise
    /// back to its own position.
    fn drop(&mut self, piece: usize, at: (i32, i32)) {
        let cell = self.layout.cell_at(at);
        let cell = cell.filter(|cell| self.puzzle.squares.get(*cell) == Some(&Square::Empty));
        let there = cell.and_then(|cell| self.piece_in(cell));
        match (there, self.seat(piece)) {
            (None, _) => self.sit(piece, cell),
            (Some(other), from @ Some(_)) => {
                self.sit(other, from);
                self.sit(piece, cell);
            }
            // The cell is taken, and the piece comes from its own position.
            (Some(_), None) => {}
        }
    }

    /// The position with the numbers as they are now.
    fn position(&self) -> PuzlogicPosition {
        let mut placed = Grid::filled(self.puzzle.size(), None);
        for (seat, number) in self.seats.iter().zip(&self.puzzle.pieces) {
            if let Some(cell) = seat {
                placed.set(*cell, Some(*number));
            }
        }
        PuzlogicPosition::lying(Arc::clone(&self.puzzle), placed)
    }

    /// Cells whose number is repeated in their row or column.
    pub(super) fn wrong(&self) -> Vec<Cell> {
        let position = self.position();
        let clash = |cell: &Cell| position.same(*cell, position.number(*cell)?);
        let cells = self.puzzle.size().cells();
        cells.filter(|cell| clash(cell).is_some()).collect()
    }

    /// Returns whether a sum's line is full and has another total.
    pub(super) fn is_broken(&self, sum: &Sum) -> bool {
        let total = self.position().total(sum);
        total.is_some_and(|total| total != sum.target)
    }

    /// Returns whether all pieces are placed correctly.
    pub(super) fn is_done(&self) -> bool {
        self.seats.iter().all(Option::is_some)
            && self.wrong().is_empty()
            && !self.puzzle.sums.iter().any(|sum| self.is_broken(sum))
    }
}

/// The puzzle of a level, if it can be solved here.
fn playable(level: &LevelRef) -> Result<&Puzzle, String> {
    let puzzle = content_of::<Puzlogic>(level)?.as_ref();
    let cells = puzzle.empty_cells().count();
    if cells == 0 {
        return Err("it has no empty cell, so there is nothing to play".to_owned());
    }
    if cells != puzzle.pieces.len() {
        let pieces = puzzle.pieces.len();
        return Err(format!(
            "it has {} for {}, so it cannot be solved",
            words::count(pieces, "pieces"),
            words::count(cells, "empty cells")
        ));
    }
    Ok(puzzle)
}
