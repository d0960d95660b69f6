//! Cars on a board.

use crate::game::{Cell, Heading};

use super::{CarBoard, FLOOR};

/// Two or more cells with the same letter in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Car {
    pub letter: char,
    /// Its leftmost or uppermost cell.
    pub first: Cell,
    /// Number of cells.
    pub length: usize,
    pub is_upright: bool,
}

impl Car {
    /// The car with a letter, if all cells with that are one straight piece.
    pub fn new(board: &CarBoard, letter: char) -> Option<Self> {
        let mut cells = board.pieces(letter);
        let first = cells.next()?;
        let is_upright = cells.next()?.col == first.col;
        let car = Self {
            letter,
            first,
            length: board.pieces(letter).count(),
            is_upright,
        };
        board.pieces(letter).eq(car.cells()).then_some(car)
    }

    pub fn at(board: &CarBoard, cell: Cell) -> Option<Self> {
        Self::new(board, board.piece(cell)?)
    }

    /// Its cells, from left to right or from top to bottom.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length).map(move |index| self.moved(self.first, index as isize))
    }

    /// Place of its first cell in its line, and the number of the line.
    pub fn line(self) -> (usize, usize) {
        match self.is_upright {
            true => (self.first.row, self.first.col),
            false => (self.first.col, self.first.row),
        }
    }

    /// Direction of positive distances, or of negative ones.
    pub fn heading(self, forward: bool) -> Heading {
        let heading = match self.is_upright {
            true => Heading::Down,
            false => Heading::Right,
        };
        match forward {
            true => heading,
            false => heading.opposite(),
        }
    }

    /// Cell this far along the car's line, which is on the board.
    fn moved(self, cell: Cell, distance: isize) -> Cell {
        let along = |at: usize| at.saturating_add_signed(distance);
        match self.is_upright {
            true => Cell::new(along(cell.row), cell.col),
            false => Cell::new(cell.row, along(cell.col)),
        }
    }

    /// Distance from one cell to another along the car's line; `None` if the other one is not in it.
    pub fn distance(self, from: Cell, to: Cell) -> Option<isize> {
        let [(from, line), (to, other)] = [from, to].map(|first| Self { first, ..self }.line());
        (line == other).then_some(to as isize - from as isize)
    }

    /// Its last cell in the direction of a distance.
    pub fn end(self, forward: bool) -> Cell {
        match forward {
            true => self.moved(self.first, self.length as isize - 1),
            false => self.first,
        }
    }

    /// Free cells ahead, nearest first.
    pub fn room(self, board: &CarBoard, forward: bool) -> Vec<Cell> {
        let heading = self.heading(forward);
        let ahead = |cell: &Cell| heading.ahead(*cell, board.size());
        let cells = std::iter::successors(ahead(&self.end(forward)), ahead);
        cells
            .take_while(|cell| board.get(*cell) == Some(FLOOR))
            .collect()
    }
}

/// Cars of a board, by their letters.
pub(super) fn cars(board: &CarBoard) -> impl Iterator<Item = Car> {
    ('A'..='Z').filter_map(|letter| Car::new(board, letter))
}
