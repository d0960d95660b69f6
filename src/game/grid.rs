//! Rectangular storage and its symmetries.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::Heading;

/// A place on a board. Counted from 0 in code; people see it counted from 1 ([`fmt::Display`]).
#[derive(
    Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
)]
pub struct Cell {
    /// Row from the top, from 0.
    pub row: usize,
    /// Column from the left, from 0.
    pub col: usize,
}

impl Cell {
    /// The place at `row`, `col`, counted from 0.
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// The place next to it; `None` above the first row and left of the first column. It may lie beyond the
    /// last ones: [`Size::contains`] and [`Grid::get`] tell.
    pub fn step(self, heading: Heading) -> Option<Self> {
        let (down, right) = heading.offset();
        let row = self.row.checked_add_signed(down)?;
        let col = self.col.checked_add_signed(right)?;
        Some(Self { row, col })
    }

    /// The places above, to the left, to the right and below, in that order; the last two may lie outside a board.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        use Heading::{Down, Left, Right, Up};
        [Up, Left, Right, Down]
            .into_iter()
            .filter_map(move |heading| self.step(heading))
    }

    /// The place named by a move `row column`, both counted from 1.
    pub fn from_move(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let mut number = || words.next()?.parse::<usize>().ok()?.checked_sub(1);
        let cell = Self::new(number()?, number()?);
        words.next().is_none().then_some(cell)
    }

    /// The move `row column`, both counted from 1.
    pub fn to_move(self) -> String {
        format!("{} {}", self.row + 1, self.col + 1)
    }

    /// Number of single steps between two places (Manhattan distance).
    pub const fn distance(self, other: Self) -> usize {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

/// Rows × columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Size {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Size {
    /// `rows` × `cols`.
    pub const fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols }
    }

    /// The nearest size with sides from 1 to `most`.
    pub fn up_to(self, most: usize) -> Self {
        Self::new(self.rows.clamp(1, most), self.cols.clamp(1, most))
    }

    /// Number of cells.
    pub const fn area(self) -> usize {
        self.rows * self.cols
    }

    /// Whether the place lies on a board of this size.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// The number of a place, row by row from 0; the place lies on the board.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }

    /// The place with this number.
    pub const fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.cols, index % self.cols)
    }

    /// The place (rows down, columns right) away from another, stopped at the edge.
    pub fn moved(self, cell: Cell, (down, right): (isize, isize)) -> Cell {
        let along = |at: usize, by: isize, length: usize| {
            at.saturating_add_signed(by).min(length.saturating_sub(1))
        };
        Cell::new(
            along(cell.row, down, self.rows),
            along(cell.col, right, self.cols),
        )
    }

    /// The places that can be reached from `start` by single steps over places that are `open`, `start` first, in
    /// the order of their distance.
    pub fn flood(self, start: Cell, open: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut seen = Grid::filled(self, false);
        seen.set(start, true);
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for beside in cell.neighbours() {
                if seen.get(beside) == Some(&false) && open(beside) {
                    seen.set(beside, true);
                    reached.push(beside);
                }
            }
        }
        reached
    }

    /// The single steps of a shortest way from one place to another over places that are `open`.
    pub fn path(self, from: Cell, to: Cell, open: impl Fn(Cell) -> bool) -> Option<Vec<Heading>> {
        // From the end, so that the steps come out in order.
        let reached = self.flood(to, |cell| cell == from || open(cell));
        let mut order = Grid::filled(self, usize::MAX);
        for (index, cell) in reached.into_iter().enumerate() {
            order.set(cell, index);
        }
        let mut steps = Vec::new();
        let mut here = from;
        while here != to {
            // What was reached first is nearest to the end.
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

    /// All places, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Cell { row, col }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

/// What a cell of an editable level holds, as the game encodes it; [`crate::Brush`] names
/// the values a person can paint.
pub type CellValue = u16;

/// A symmetry of the rectangle.
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
    /// Where a cell of a grid of this size comes to lie.
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

/// A dense rectangle of values, row by row.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid full of one value.
    pub fn filled(size: Size, value: T) -> Self {
        Self {
            size,
            cells: vec![value; size.area()],
        }
    }

    /// A grid from its cells row by row; `None` if their number does not fit.
    pub fn from_cells(size: Size, cells: Vec<T>) -> Option<Self> {
        (cells.len() == size.area()).then_some(Self { size, cells })
    }

    /// Rows × columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The value at a place, `None` outside.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.size
            .contains(cell)
            .then(|| &self.cells[cell.row * self.size.cols + cell.col])
    }

    /// Sets the value at a place; outside nothing happens and `false` is returned.
    pub fn set(&mut self, cell: Cell, value: T) -> bool {
        let inside = self.size.contains(cell);
        if inside {
            self.cells[cell.row * self.size.cols + cell.col] = value;
        }
        inside
    }

    /// All cells, row by row.
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// All cells, row by row, to change.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells
            .chunks(self.size.cols.max(1))
            .take(self.size.rows)
    }

    /// Places and values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.cells)
    }

    /// The grid with each value replaced.
    pub fn map<U: Clone>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid {
            size: self.size,
            cells: self.cells.iter().map(f).collect(),
        }
    }

    /// The grid flipped or turned.
    pub fn transformed(&self, transform: Transform) -> Self {
        let Size { rows, cols } = self.size;
        let size = match transform {
            Transform::FlipHorizontal | Transform::FlipVertical => self.size,
            Transform::RotateRight | Transform::RotateLeft => Size::new(cols, rows),
        };
        let from = |cell: Cell| match transform {
            Transform::FlipHorizontal => Cell::new(cell.row, cols - 1 - cell.col),
            Transform::FlipVertical => Cell::new(rows - 1 - cell.row, cell.col),
            Transform::RotateRight => Cell::new(rows - 1 - cell.col, cell.row),
            Transform::RotateLeft => Cell::new(cell.col, cols - 1 - cell.row),
        };
        let cells = size
            .cells()
            .map(|cell| {
                let c = from(cell);
                self.cells[c.row * cols + c.col].clone()
            })
            .collect();
        Self { size, cells }
    }

    /// A grid of `size` that shows this one shifted down by `down` and right by `right` (either
    /// may be negative); uncovered places get `fill`.
    pub fn reframed(&self, size: Size, down: isize, right: isize, fill: T) -> Self {
        let cells = size
            .cells()
            .map(|cell| {
                let row = cell.row.checked_add_signed(-down);
                let col = cell.col.checked_add_signed(-right);
                match (row, col) {
                    (Some(row), Some(col)) => self
                        .get(Cell { row, col })
                        .cloned()
                        .unwrap_or_else(|| fill.clone()),
                    _ => fill.clone(),
                }
            })
            .collect();
        Self { size, cells }
    }

    /// The part of `size` whose upper left corner lies at `corner`, cut off at the edges.
    pub fn part(&self, corner: Cell, size: Size) -> Self {
        let rows = size.rows.min(self.size.rows.saturating_sub(corner.row));
        let cols = size.cols.min(self.size.cols.saturating_sub(corner.col));
        let size = Size { rows, cols };
        let cells = size
            .cells()
            .map(|c| self.cells[(corner.row + c.row) * self.size.cols + corner.col + c.col].clone())
            .collect();
        Self { size, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn reframing_shifts_and_fills() {
        let framed = numbered(2, 2).reframed(Size::new(3, 3), 1, -1, 9);
        assert_eq!(framed.as_slice(), [9, 9, 9, 1, 9, 9, 3, 9, 9]);
    }

    proptest! {
        #[test]
        fn symmetries_undo_each_other(rows in 1usize..7, cols in 1usize..7) {
            let grid = numbered(rows, cols);
            for (there, back) in [
                (Transform::FlipHorizontal, Transform::FlipHorizontal),
                (Transform::FlipVertical, Transform::FlipVertical),
                (Transform::RotateLeft, Transform::RotateRight),
                (Transform::RotateRight, Transform::RotateLeft),
            ] {
                let turned = grid.transformed(there);
                for (cell, value) in grid.iter() {
                    prop_assert_eq!(turned.get(there.cell(cell, grid.size())), Some(value));
                }
                prop_assert_eq!(&turned.transformed(back), &grid);
            }
        }
    }
}
