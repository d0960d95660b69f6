//! Floor cells of a board by number, for the search space.

use crate::game::{Cell, Heading, Size};

/// Number of a floor square, from 0; for boards of up to 65,535 squares.
pub(super) type Square = u16;

/// Floor cells connected with a start cell, and their neighbours. All other cells are one
/// additional square, [`Floor::wall`], so that every square has four neighbours.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    /// Cell of each square.
    cells: Vec<Cell>,
    /// One entry per square, the wall included.
    neighbours: Vec<[Square; 4]>,
}

impl Floor {
    /// Numbers the cells connected with `start` through `open` cells by distance; `start` is square 0.
    pub fn new(size: Size, start: Cell, open: impl Fn(Cell) -> bool) -> Self {
        let cells = size.flood(start, open);
        let wall = cells.len() as Square;
        let mut number = vec![wall; size.area()];
        for (square, cell) in (0..).zip(&cells) {
            number[size.index(*cell)] = square;
        }
        let square = |cell: Option<Cell>| cell.map_or(wall, |cell| number[size.index(cell)]);
        let neighbours =
            |cell: &Cell| Heading::ALL.map(|heading| square(heading.ahead(*cell, size)));
        let neighbours = cells.iter().map(neighbours).chain([[wall; 4]]).collect();
        Self { cells, neighbours }
    }

    /// Square of all cells that are not floor; also the number of floor squares.
    pub fn wall(&self) -> Square {
        self.cells.len() as Square
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Square of a cell, if it is floor.
    pub fn square(&self, cell: Cell) -> Option<Square> {
        let index = self.cells.iter().position(|other| *other == cell)?;
        Some(index as Square)
    }

    /// Neighbours of a square, indexed by [`Heading::index`].
    #[inline]
    pub fn neighbours(&self, square: Square) -> [Square; 4] {
        self.neighbours[usize::from(square)]
    }

    pub fn neighbour(&self, square: Square, heading: Heading) -> Square {
        self.neighbours(square)[heading.index()]
    }
}
