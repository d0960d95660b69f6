//! The pieces of a level, in the cells or in their own positions.

use std::sync::Arc;

use planwright_stage::content_of;
use planwright_stage::drawing::Area;

use super::layout::TableLayout;
use crate::Puzlogic;
use crate::game::{Cell, Grid, LevelRef, words};
use crate::position::PuzlogicPosition;
use crate::puzzle::{CellKind, LineSum, SumPuzzle};

pub struct DraggedPiece {
    pub(super) piece: usize,
    /// Distance from the piece's upper left corner to the pointer, in pixels.
    offset: (i32, i32),
    /// Upper left corner of the piece, in pixels.
    corner: (i32, i32),
}

/// A level being played. Unlike in a plan, numbers may clash.
pub struct PracticeBoard {
    pub(super) puzzle: Arc<SumPuzzle>,
    pub(super) layout: TableLayout,
    pub(super) help: Vec<String>,
    pub(super) dragged: Option<DraggedPiece>,
    /// Cell of each piece; `None` if it is in its own position.
    seats: Vec<Option<Cell>>,
}

impl PracticeBoard {
    pub(super) fn new(level: &LevelRef) -> Result<Self, String> {
        let puzzle = playable(level)?;
        Ok(Self {
            layout: TableLayout::new(puzzle)?,
            dragged: None,
            help: level.meta().notes.lines().map(str::to_owned).collect(),
            seats: vec![None; puzzle.pieces.len()],
            puzzle: Arc::new(puzzle.clone()),
        })
    }

    pub(super) fn area(&self, piece: usize) -> Area {
        let area = match self.seat(piece) {
            Some(cell) => self.layout.cell(cell),
            None => self.layout.piece(piece),
        };
        match self.dragged.as_ref().filter(|it| it.piece == piece) {
            Some(dragged) => Area::square(dragged.corner.0, dragged.corner.1, area.width),
            None => area,
        }
    }

    pub(super) fn seat(&self, piece: usize) -> Option<Cell> {
        self.seats.get(piece).copied().flatten()
    }

    pub(super) fn pick_up(&mut self, at: (i32, i32)) {
        if self.dragged.is_none() {
            let mut pieces = 0..self.seats.len();
            let piece = pieces.find(|piece| self.area(*piece).contains(at));
            self.dragged = piece.map(|piece| {
                let Area { x, y, .. } = self.area(piece);
                DraggedPiece {
                    piece,
                    offset: (at.0 - x, at.1 - y),
                    corner: (x, y),
                }
            });
        }
    }

    pub(super) fn drag_to(&mut self, (x, y): (i32, i32)) {
        if let Some(dragged) = &mut self.dragged {
            dragged.corner = (x - dragged.offset.0, y - dragged.offset.1);
        }
    }

    /// Drops the dragged piece at its centre; returns `false` if there is none.
    pub(super) fn release(&mut self, at: (i32, i32)) -> bool {
        self.drag_to(at);
        let Some(DraggedPiece { piece, corner, .. }) = self.dragged.take() else {
            return false;
        };
        let half = self.layout.side() / 2;
        self.drop_at(piece, (corner.0 + half, corner.1 + half));
        true
    }

    fn piece_in(&self, cell: Cell) -> Option<usize> {
        self.seats.iter().position(|seat| *seat == Some(cell))
    }

    fn set_seat(&mut self, piece: usize, cell: Option<Cell>) {
        if let Some(seat) = self.seats.get_mut(piece) {
            *seat = cell;
        }
    }

    /// Drops a piece into a free cell, in exchange if it came from another cell, or back to its own position.
    fn drop_at(&mut self, piece: usize, at: (i32, i32)) {
        let cell = self.layout.cell_at(at);
        let cell = cell.filter(|cell| self.puzzle.squares.get(*cell) == Some(&CellKind::Empty));
        let occupant = cell.and_then(|cell| self.piece_in(cell));
        match (occupant, self.seat(piece)) {
            (None, _) => self.set_seat(piece, cell),
            (Some(other), from @ Some(_)) => {
                self.set_seat(other, from);
                self.set_seat(piece, cell);
            }
            // The cell is taken, and the piece comes from its own position.
            (Some(_), None) => {}
        }
    }

    fn position(&self) -> PuzlogicPosition {
        let mut placed = Grid::filled(self.puzzle.size(), None);
        for (seat, number) in self.seats.iter().zip(&self.puzzle.pieces) {
            if let Some(cell) = seat {
                placed.set(*cell, Some(*number));
            }
        }
        PuzlogicPosition::unchecked(Arc::clone(&self.puzzle), placed)
    }

    pub(super) fn repeated_cells(&self) -> Vec<Cell> {
        let position = self.position();
        let clash = |cell: &Cell| position.conflict(*cell, position.number(*cell)?);
        let cells = self.puzzle.size().cells();
        cells.filter(|cell| clash(cell).is_some()).collect()
    }

    /// Returns whether a sum's line is full and has another total.
    pub(super) fn is_violated(&self, sum: &LineSum) -> bool {
        let total = self.position().total(sum);
        total.is_some_and(|total| total != sum.target)
    }

    pub(super) fn is_done(&self) -> bool {
        self.seats.iter().all(Option::is_some)
            && self.repeated_cells().is_empty()
            && !self.puzzle.sums.iter().any(|sum| self.is_violated(sum))
    }
}

fn playable(level: &LevelRef) -> Result<&SumPuzzle, String> {
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
