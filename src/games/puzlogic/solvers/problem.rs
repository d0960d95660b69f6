//! The puzzle as constraints over its empty cells.

use std::sync::Arc;

use crate::game::{Cell, Plan};
use crate::position::{Put, PuzlogicPosition};
use crate::puzzle::{CellKind, GridLine, SumPuzzle};

/// A row or column whose numbers must differ.
pub(crate) struct AllDifferent {
    pub(crate) line: GridLine,
    /// The empty cells, as indices into [`Csp::cells`].
    pub(crate) cells: Vec<usize>,
    /// Numbers already in the line, ascending.
    pub(crate) taken: Vec<u8>,
}

/// A sum of a row or column, for the cells of it that are still empty.
pub(crate) struct Total {
    /// In words, without an article: `sum 12 of row 2`.
    pub(crate) name: String,
    pub(crate) line: GridLine,
    /// The line's empty cells, as indices into [`Csp::cells`].
    pub(crate) cells: Vec<usize>,
    /// Remaining total; negative if the numbers already there exceed it.
    pub(crate) left: i64,
}

pub(crate) struct Csp {
    /// The empty cells, in raster order.
    pub(crate) cells: Vec<Cell>,
    /// Different numbers of the pieces, ascending, each with its count.
    pub(crate) numbers: Vec<(u8, usize)>,
    pub(crate) lines: Vec<AllDifferent>,
    pub(crate) totals: Vec<Total>,
    /// Two equal numbers already in one line.
    pub(crate) clash: Option<(GridLine, u8)>,
}

impl Csp {
    pub(crate) fn new(puzzle: &SumPuzzle) -> Self {
        Self::from_position(&PuzlogicPosition::start(Arc::new(puzzle.clone())))
    }

    pub(crate) fn from_position(position: &PuzlogicPosition) -> Self {
        let puzzle = position.puzzle();
        let pieces = position.pieces_left();
        let number = |cell: Cell| position.number(cell);
        let empty = puzzle.empty_cells().filter(|cell| number(*cell).is_none());
        let cells: Vec<Cell> = empty.collect();
        let cells_on = |line: GridLine| -> Vec<usize> {
            let indices = 0..cells.len();
            let on_line = indices.filter(|index| line.contains(cells[*index]));
            on_line.collect()
        };
        let mut clash = None;
        let mut lines = Vec::new();
        for line in puzzle.lines() {
            let line_cells = puzzle.size().cells().filter(|cell| line.contains(*cell));
            let mut taken: Vec<u8> = line_cells.filter_map(number).collect();
            taken.sort_unstable();
            if let Some(pair) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
                clash = clash.or(Some((line, pair[0])));
            }
            let cells = cells_on(line);
            lines.push(AllDifferent { line, cells, taken });
        }
        let totals = puzzle.sums.iter().map(|sum| {
            let squares = puzzle.squares.iter();
            let own = squares.filter(|(cell, _)| sum.line.contains(*cell));
            let counted = own.filter_map(|(cell, square)| match square {
                CellKind::Given(_) if sum.placed_only => None,
                _ => number(cell).map(i64::from),
            });
            Total {
                name: sum.name(),
                line: sum.line,
                cells: cells_on(sum.line),
                left: i64::from(sum.target) - counted.sum::<i64>(),
            }
        });
        let totals = totals.collect();
        let mut numbers: Vec<(u8, usize)> = Vec::new();
        for piece in pieces {
            match numbers.last_mut() {
                Some((number, count)) if *number == piece => *count += 1,
                _ => numbers.push((piece, 1)),
            }
        }
        Self {
            cells,
            numbers,
            lines,
            totals,
            clash,
        }
    }

    pub(crate) fn pieces(&self) -> usize {
        self.numbers.iter().map(|(_, count)| count).sum()
    }

    /// Numbers at these indices of [`Csp::numbers`].
    pub(crate) fn numbers_of(&self, chosen: &[usize]) -> Vec<u8> {
        let numbers = chosen.iter().filter_map(|index| self.numbers.get(*index));
        numbers.map(|(number, _)| *number).collect()
    }

    /// The plan that puts these numbers, by index into [`Csp::numbers`], on the cells.
    pub(crate) fn plan(&self, chosen: &[usize]) -> Plan {
        let moves = self.cells.iter().zip(chosen).filter_map(|(cell, index)| {
            let (cell, (number, _)) = (*cell, *self.numbers.get(*index)?);
            Some(Put { cell, number }.into())
        });
        Plan(moves.collect())
    }
}
