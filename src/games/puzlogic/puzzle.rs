//! The parts of a puzzle.

use std::fmt;
use std::str::FromStr;

use crate::game::{Cell, Grid, Size, Transform};

pub(super) const BOARD: &str = "board";
pub const MAX_SIDE: usize = 25;
pub const MAX_NUMBER: u8 = 99;
/// Largest sum in the own file formats.
pub const MAX_SUM: u32 = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    None,
    /// A cell for a piece.
    Empty,
    Given(u8),
}

impl fmt::Display for CellKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad("."),
            Self::Empty => f.pad("_"),
            Self::Given(number) => number.fmt(f),
        }
    }
}

impl FromStr for CellKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "." => Ok(Self::None),
            "_" => Ok(Self::Empty),
            number => self::parse_number(number)
                .map(Self::Given)
                .ok_or_else(|| format!("‘{text}’ is not ‘.’, ‘_’ or a number up to {MAX_NUMBER}")),
        }
    }
}

pub(super) fn parse_number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| *number <= MAX_NUMBER)
}

/// A row or a column, from 0. Gaps do not split it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GridLine {
    Row(usize),
    Column(usize),
}

impl GridLine {
    pub fn is_row(self) -> bool {
        matches!(self, Self::Row(_))
    }

    pub fn contains(self, cell: Cell) -> bool {
        match self {
            Self::Row(row) => cell.row == row,
            Self::Column(col) => cell.col == col,
        }
    }

    /// The line after the board is mirrored or rotated; `size` is the size before.
    pub fn transformed(self, transform: Transform, size: Size) -> Self {
        let cell = match self {
            Self::Row(row) => Cell::new(row, 0),
            Self::Column(col) => Cell::new(0, col),
        };
        let moved = transform.cell(cell, size);
        let swaps = matches!(transform, Transform::RotateRight | Transform::RotateLeft);
        match self.is_row() == swaps {
            true => Self::Column(moved.col),
            false => Self::Row(moved.row),
        }
    }

    /// The line after a shift down and right; `None` before the first line.
    pub fn shifted(self, down: isize, right: isize) -> Option<Self> {
        match self {
            Self::Row(row) => row.checked_add_signed(down).map(Self::Row),
            Self::Column(col) => col.checked_add_signed(right).map(Self::Column),
        }
    }

    pub fn fits(self, size: Size) -> bool {
        match self {
            Self::Row(row) => row < size.rows,
            Self::Column(col) => col < size.cols,
        }
    }
}

impl fmt::Display for GridLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(col) => write!(f, "column {}", col + 1),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineSum {
    pub line: GridLine,
    /// `true` if only placed pieces count, not given numbers.
    pub placed_only: bool,
    pub target: u32,
}

impl fmt::Display for LineSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.placed_only { "placed" } else { "sum" };
        write!(f, "{} {kind} {}", self.line, self.target)
    }
}

impl LineSum {
    /// The sum in words, without an article: `sum 12 of row 2`.
    pub fn name(&self) -> String {
        match self.placed_only {
            true => format!("sum {} of the pieces in {}", self.target, self.line),
            false => format!("sum {} of {}", self.target, self.line),
        }
    }

    /// The sum without its line: `12`, or `(7)` if only placed pieces count.
    pub fn short(&self) -> String {
        match self.placed_only {
            true => format!("({})", self.target),
            false => self.target.to_string(),
        }
    }

    /// Parses what [`Self::short`] returns.
    pub fn from_short(line: GridLine, text: &str) -> Result<Self, String> {
        let inner = text.strip_prefix('(');
        let placed = inner.and_then(|rest| rest.strip_suffix(')'));
        Ok(Self {
            line,
            placed_only: placed.is_some(),
            target: parse_target(placed.unwrap_or(text))?,
        })
    }

    /// Parses a sum and checks that a board of this size has its line.
    pub fn parse(size: Size, text: &str) -> Result<Self, String> {
        let sum: Self = text.parse()?;
        let fits = sum.line.fits(size).then_some(sum);
        fits.ok_or_else(|| format!("the {size} board has no {}", sum.line))
    }
}

impl FromStr for LineSum {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error =
            || format!("‘{text}’ should be ‘row R sum N’, ‘column C sum N’, or with ‘placed’");
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[line, index, kind, target] = words.as_slice() else {
            return Err(error());
        };
        let index = index
            .parse::<usize>()
            .ok()
            .and_then(|index| index.checked_sub(1))
            .ok_or_else(|| format!("‘{index}’ is not a row or column number, from 1"))?;
        let line = match line {
            "row" => GridLine::Row(index),
            "column" => GridLine::Column(index),
            _ => return Err(error()),
        };
        let placed_only = match kind {
            "sum" => false,
            "placed" => true,
            _ => return Err(error()),
        };
        Ok(Self {
            line,
            placed_only,
            target: parse_target(target)?,
        })
    }
}

fn parse_target(text: &str) -> Result<u32, String> {
    let target = text.parse().ok().filter(|target| *target <= MAX_SUM);
    target.ok_or_else(|| format!("‘{text}’ is not a sum from 0 to {MAX_SUM}"))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumPuzzle {
    pub squares: Grid<CellKind>,
    /// Numbers of the pieces, ascending.
    pub pieces: Vec<u8>,
    pub sums: Vec<LineSum>,
}

impl SumPuzzle {
    pub fn size(&self) -> Size {
        self.squares.size()
    }

    /// The cells for pieces, in raster order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        let empty = |(_, square): &(Cell, &CellKind)| **square == CellKind::Empty;
        self.squares.iter().filter(empty).map(|(cell, _)| cell)
    }

    pub fn lines(&self) -> impl Iterator<Item = GridLine> + use<> {
        let size = self.size();
        let rows = (0..size.rows).map(GridLine::Row);
        rows.chain((0..size.cols).map(GridLine::Column))
    }
}
