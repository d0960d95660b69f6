//! Rectangular grids and their symmetries.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::Heading;

/// Cell of a board, counted from 0 and displayed from 1 ([`fmt::Display`]).
#[derive(
    Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
)]
pub struct Cell {
    pub row: usize,
    pub col: usize,
}

impl Cell {
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// Next cell in a direction; `None` above the first row and left of the first column. It may lie beyond the last
    /// row or column: check with [`Size::contains`] or [`Grid::get`].
    pub fn step(self, heading: Heading) -> Option<Self> {
        let (down, right) = heading.offset();
        let row = self.row.checked_add_signed(down)?;
        let col = self.col.checked_add_signed(right)?;
        Some(Self { row, col })
    }

    /// Cells above, left, right and below, in this order; the last two may lie outside the board.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        use Heading::{Down, Left, Right, Up};
        let headings = [Up, Left, Right, Down].into_iter();
        headings.filter_map(move |heading| self.step(heading))
    }

    /// Parses a move `row column`, both counted from 1.
    pub fn from_move(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let mut number = || words.next()?.parse::<usize>().ok()?.checked_sub(1);
        let cell = Self::new(number()?, number()?);
        words.next().is_none().then_some(cell)
    }

    /// Formats the move `row column`, both counted from 1.
    pub fn to_move(self) -> String {
        format!("{} {}", self.row + 1, self.col + 1)
    }

    pub const fn distance(self, other: Self) -> usize {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Size {
    pub rows: usize,
    pub cols: usize,
}

impl Size {
    pub const fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols }
    }

    /// Clamps both sides to 1 to `max`.
    pub fn up_to(self, max: usize) -> Self {
        Self::new(self.rows.clamp(1, max), self.cols.clamp(1, max))
    }

    pub const fn area(self) -> usize {
        self.rows * self.cols
    }

    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// Index of a cell, row by row from 0.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }

    pub const fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.cols, index % self.cols)
    }

    /// Cell at an offset of rows and columns, clamped to the board.
    pub fn moved(self, cell: Cell, (down, right): (isize, isize)) -> Cell {
        let along = |at: usize, by: isize, length: usize| {
            at.saturating_add_signed(by).min(length.saturating_sub(1))
        };
        let row = along(cell.row, down, self.rows);
        Cell::new(row, along(cell.col, right, self.cols))
    }

    /// Cells connected with `start` through `open` cells, by distance, `start` first.
    pub fn flood(self, start: Cell, open: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut visited = Grid::filled(self, false);
        visited.set(start, true);
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for neighbour in cell.neighbours() {
                if visited.get(neighbour) == Some(&false) && open(neighbour) {
                    visited.set(neighbour, true);
                    reached.push(neighbour);
                }
            }
        }
        reached
    }

    /// Steps of a shortest path over `open` cells.
    pub fn path(self, from: Cell, to: Cell, open: impl Fn(Cell) -> bool) -> Option<Vec<Heading>> {
        // Flooded from the end, so that the steps come out in order.
        let reached = self.flood(to, |cell| cell == from || open(cell));
        let mut order = Grid::filled(self, usize::MAX);
        for (index, cell) in reached.into_iter().enumerate() {
            order.set(cell, index);
        }
        let mut steps = Vec::new();
        let mut here = from;
        while here != to {
            // Cells reached earlier are closer to the end.
            let before = *order.get(here)?;
            let ahead = Heading::ALL.into_iter().filter_map(|heading| {
                let cell = here.step(heading)?;
                Some((*order.get(cell)?, heading, cell))
            });
            let (next, heading, cell) = ahead.min_by_key(|(index, ..)| *index)?;
            if next >= before {
                return None;
            }
            steps.push(heading);
            here = cell;
        }
        Some(steps)
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Cell { row, col }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

/// Value of a cell in an editable level, encoded by the game; [`crate::Brush`] names the values.
pub type CellValue = u16;

/// Symmetry of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transform {
    /// Left becomes right.
    FlipHorizontal,
    /// Top becomes bottom.
    FlipVertical,
    /// A quarter turn clockwise.
    RotateRight,
    /// A quarter turn counter-clockwise.
    RotateLeft,
}

impl Transform {
    fn inverse(self) -> Self {
        match self {
            Self::RotateRight => Self::RotateLeft,
            Self::RotateLeft => Self::RotateRight,
            flip => flip,
        }
    }

    /// Position of a cell after the transformation; `size` is the size before.
    pub fn cell(self, Cell { row, col }: Cell, size: Size) -> Cell {
        let mirrored = |index: usize, count: usize| count.saturating_sub(index + 1);
        match self {
            Self::FlipHorizontal => Cell::new(row, mirrored(col, size.cols)),
            Self::FlipVertical => Cell::new(mirrored(row, size.rows), col),
            Self::RotateRight => Cell::new(col, mirrored(row, size.rows)),
            Self::RotateLeft => Cell::new(mirrored(col, size.cols), row),
        }
    }
}

/// Dense rectangle of values, row by row.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    pub fn filled(size: Size, value: T) -> Self {
        Self {
            size,
            cells: vec![value; size.area()],
        }
    }

    pub fn from_fn(size: Size, value: impl FnMut(Cell) -> T) -> Self {
        let cells = size.cells().map(value).collect();
        Self { size, cells }
    }

    /// Grid of cells, row by row; `None` if their number does not match.
    pub fn from_cells(size: Size, cells: Vec<T>) -> Option<Self> {
        (cells.len() == size.area()).then_some(Self { size, cells })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Value of a cell; `None` outside.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        let inside = self.size.contains(cell);
        inside.then(|| &self.cells[self.size.index(cell)])
    }

    /// Sets a value; returns `false` outside.
    pub fn set(&mut self, cell: Cell, value: T) -> bool {
        let inside = self.size.contains(cell);
        if inside {
            self.cells[self.size.index(cell)] = value;
        }
        inside
    }

    /// All values, row by row.
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        let rows = self.cells.chunks(self.size.cols.max(1));
        rows.take(self.size.rows)
    }

    /// Cells and values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.cells)
    }

    pub fn map<U: Clone>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid {
            size: self.size,
            cells: self.cells.iter().map(f).collect(),
        }
    }

    /// Flips or rotates the grid.
    pub fn transformed(&self, transform: Transform) -> Self {
        let Size { rows, cols } = self.size;
        let size = match transform {
            Transform::FlipHorizontal | Transform::FlipVertical => self.size,
            Transform::RotateRight | Transform::RotateLeft => Size::new(cols, rows),
        };
        let from = |cell| self.size.index(transform.inverse().cell(cell, size));
        let cells = size.cells().map(|cell| self.cells[from(cell)].clone());
        let cells = cells.collect();
        Self { size, cells }
    }

    /// Changes the size and shifts the contents by `down` and `right`, which may be negative; new cells are `fill`.
    pub fn reframed(&self, size: Size, down: isize, right: isize, fill: T) -> Self {
        let before = |cell: Cell| {
            let row = cell.row.checked_add_signed(-down)?;
            let col = cell.col.checked_add_signed(-right)?;
            self.get(Cell { row, col })
        };
        let cells = size.cells().map(|cell| before(cell).unwrap_or(&fill));
        let cells = cells.cloned().collect();
        Self { size, cells }
    }

    /// Copies the rectangle of this size at `corner`, cut off at the edges.
    pub fn crop(&self, corner: Cell, size: Size) -> Self {
        let rows = size.rows.min(self.size.rows.saturating_sub(corner.row));
        let cols = size.cols.min(self.size.cols.saturating_sub(corner.col));
        let size = Size { rows, cols };
        let from = |cell: Cell| Cell::new(corner.row + cell.row, corner.col + cell.col);
        let cells = size.cells().map(|cell| self.size.index(from(cell)));
        let cells = cells.map(|index| self.cells[index].clone()).collect();
        Self { size, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(rows: usize, cols: usize) -> Grid<usize> {
        Grid::from_cells(Size::new(rows, cols), (0..rows * cols).collect()).expect("fits")
    }

    #[test]
    fn a_right_turn_moves_the_upper_left_corner_to_the_upper_right() {
        let turned = numbered(2, 3).transformed(Transform::RotateRight);
        assert_eq!(turned.size(), Size::new(3, 2));
        assert_eq!(turned.as_slice(), [3, 0, 4, 1, 5, 2]);
    }

    #[test]
    fn a_path_goes_round_what_is_not_open() {
        let size = Size::new(2, 3);
        let (from, to) = (Cell::new(0, 0), Cell::new(0, 2));
        let round = size.path(from, to, |cell| cell != Cell::new(0, 1));
        use Heading::{Down, Right, Up};
        assert_eq!(round, Some(vec![Down, Right, Right, Up]));
        assert_eq!(size.path(from, to, |cell| cell.col != 1), None);
        assert_eq!(size.path(to, to, |_| false), Some(vec![]));
    }

    #[test]
    fn moving_stops_at_the_edges() {
        let size = Size::new(2, 3);
        assert_eq!(size.moved(Cell::new(0, 0), (-1, 1)), Cell::new(0, 1));
        assert_eq!(size.moved(Cell::new(0, 1), (1, 5)), Cell::new(1, 2));
    }

    #[test]
    fn reframing_shifts_and_fills() {
        let framed = numbered(2, 2).reframed(Size::new(3, 3), 1, -1, 9);
        assert_eq!(framed.as_slice(), [9, 9, 9, 1, 9, 9, 3, 9, 9]);
    }

    #[test]
    fn symmetries_undo_each_other() {
        for Cell { row, col } in Size::new(6, 6).cells() {
            let grid = numbered(row + 1, col + 1);
            for (there, back) in [
                (Transform::FlipHorizontal, Transform::FlipHorizontal),
                (Transform::FlipVertical, Transform::FlipVertical),
                (Transform::RotateLeft, Transform::RotateRight),
                (Transform::RotateRight, Transform::RotateLeft),
            ] {
                let turned = grid.transformed(there);
                for (cell, value) in grid.iter() {
                    assert_eq!(turned.get(there.cell(cell, grid.size())), Some(value));
                }
                assert_eq!(turned.transformed(back), grid);
            }
        }
    }
}
