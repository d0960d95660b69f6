//! The notation of the published bot, Python data: the cells as triples of row, column and value, counted from 0, with
//! 0 for an empty cell; the pieces; the sums as triples of dimension (0 for a row, 1 for a column), line and sum.

use std::collections::BTreeMap;

use super::puzzle::{CellKind, GridLine, LineSum, MAX_NUMBER, MAX_SIDE, MAX_SUM, SumPuzzle};
use crate::game::{Cell, Grid, Literal, LiteralValue, Meta, Size, TextError, is_literal, literals};

/// Returns whether a text is a puzzle in that notation, with a piece for each empty cell.
pub(super) fn is_published(source: &str) -> bool {
    let fits = |puzzle: &SumPuzzle| {
        !puzzle.pieces.is_empty() && puzzle.empty_cells().count() == puzzle.pieces.len()
    };
    is_literal(source) && read(source).is_ok_and(|(_, puzzle)| fits(&puzzle))
}

/// The list of cells and what follows; all may be in one list.
fn cells_and_rest(all: &[Literal]) -> Option<(&[Literal], &[Literal])> {
    let (first, rest) = all.split_first()?;
    let cells = first.list()?;
    match rest.is_empty() && triple(cells.first()?).is_none() {
        true => cells_and_rest(cells),
        false => Some((cells, rest)),
    }
}

pub(super) fn read(source: &str) -> Result<(Meta, SumPuzzle), TextError> {
    let all = literals(source)?;
    let end = source.lines().count() + 1;
    let (cells, rest) = cells_and_rest(&all)
        .ok_or_else(|| TextError::at(end, 1, "the list of cells is missing"))?;
    let mut puzzle = SumPuzzle {
        squares: read_squares(cells)?,
        pieces: Vec::new(),
        sums: Vec::new(),
    };
    for part in rest {
        let parts = part.list();
        let no_list = || part.error("expected a list of pieces or of sums");
        for part in parts.ok_or_else(no_list)? {
            match part.value {
                LiteralValue::Number(number) => puzzle.pieces.push(number_up_to(part, number)?),
                _ => puzzle.sums.push(read_sum(part, puzzle.size())?),
            }
        }
    }
    puzzle.pieces.sort_unstable();
    Ok((Meta::default(), puzzle))
}

fn triple(literal: &Literal) -> Option<[i64; 3]> {
    let number = |part: &Literal| match part.value {
        LiteralValue::Number(number) => Some(number),
        _ => None,
    };
    let numbers: Option<Vec<_>> = literal.list()?.iter().map(number).collect();
    numbers?.try_into().ok()
}

fn read_squares(cells: &[Literal]) -> Result<Grid<CellKind>, TextError> {
    let mut known = BTreeMap::new();
    let mut size = Size::new(1, 1);
    for cell in cells {
        let [row, col, value] = triple(cell)
            .ok_or_else(|| cell.error("a cell is three numbers: row, column, value"))?;
        let index = |number: i64| usize::try_from(number).ok().filter(|at| *at < MAX_SIDE);
        let (Some(row), Some(col)) = (index(row), index(col)) else {
            let message = format!("rows and columns are counted from 0 to {}", MAX_SIDE - 1);
            return Err(cell.error(message));
        };
        let square = match number_up_to(cell, value)? {
            0 => CellKind::Empty,
            number => CellKind::Given(number),
        };
        size = Size::new(size.rows.max(row + 1), size.cols.max(col + 1));
        if known.insert(Cell::new(row, col), square).is_some() {
            return Err(cell.error("this cell appears twice"));
        }
    }
    let square = |cell: Cell| known.get(&cell).copied().unwrap_or(CellKind::None);
    Grid::from_cells(size, size.cells().map(square).collect())
        .ok_or_else(|| TextError::at(1, 1, "the list of cells is empty"))
}

fn number_up_to(literal: &Literal, number: i64) -> Result<u8, TextError> {
    let byte = u8::try_from(number).ok();
    let number = byte.filter(|number| *number <= MAX_NUMBER);
    number.ok_or_else(|| literal.error(format!("numbers go from 0 to {MAX_NUMBER}")))
}

fn read_sum(literal: &Literal, size: Size) -> Result<LineSum, TextError> {
    let [dimension, line, target] = triple(literal)
        .ok_or_else(|| literal.error("a sum is three numbers: dimension, line, sum"))?;
    let index = usize::try_from(line).unwrap_or(usize::MAX);
    let line = match dimension {
        0 => GridLine::Row(index),
        1 => GridLine::Column(index),
        _ => return Err(literal.error("the dimension is 0 for a row or 1 for a column")),
    };
    if !line.fits(size) {
        return Err(literal.error(format!("the {size} board has no such line")));
    }
    let target = u32::try_from(target).ok().filter(|sum| *sum <= MAX_SUM);
    Ok(LineSum {
        line,
        placed_only: false,
        target: target.ok_or_else(|| literal.error(format!("sums go from 0 to {MAX_SUM}")))?,
    })
}
