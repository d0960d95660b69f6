//! A puzzle as level content: drawing and editing.

use super::puzzle::{BOARD, CellKind, GridLine, LineSum, MAX_NUMBER, MAX_SIDE, SumPuzzle};
use super::{solvers, text};
use planwright_art as art;

use crate::game::search::Budget;
use crate::game::typed::Content;
use crate::game::{
    Art, BoardInfo, Brush, Cell, CellStyle, CellValue, EditError, Field, Grid, LineNote, Marks,
    PlainText, Size, SolutionCount, TextError, Tone, Transform,
};

const DEFAULT_SIZE: Size = Size::new(4, 4);

const NO_CELL: CellValue = 0;
const EMPTY_CELL: CellValue = 1;
/// Cell value of the number 0; the greater ones follow.
const FIRST_NUMBER: CellValue = 2;

fn cell_value(square: CellKind) -> CellValue {
    match square {
        CellKind::None => NO_CELL,
        CellKind::Empty => EMPTY_CELL,
        CellKind::Given(number) => FIRST_NUMBER + CellValue::from(number),
    }
}

fn cell_kind(value: CellValue) -> Option<CellKind> {
    match value {
        NO_CELL => Some(CellKind::None),
        EMPTY_CELL => Some(CellKind::Empty),
        value => {
            let number = u8::try_from(value - FIRST_NUMBER).ok()?;
            (number <= MAX_NUMBER).then_some(CellKind::Given(number))
        }
    }
}

impl Content for SumPuzzle {
    const MAX_SIZE: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// A board of empty cells without pieces; sides are brought into range.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(DEFAULT_SIZE).up_to(MAX_SIDE);
        Self {
            squares: Grid::filled(size, CellKind::Empty),
            pieces: Vec::new(),
            sums: Vec::new(),
        }
    }

    fn checked(self) -> Result<Self, EditError> {
        EditError::check_sides(self.size(), MAX_SIDE)?;
        Ok(self)
    }

    fn parse(text: &PlainText<'_>) -> Result<Self, TextError> {
        text::read(text)
    }

    fn body(&self) -> String {
        text::body(self)
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let square = self.squares.get(cell).copied();
        let look = cell_style(square);
        let Some(CellKind::Given(_)) = square else {
            return look;
        };
        // Repeated numbers can be drawn, but have no solution.
        let lines = [GridLine::Row(cell.row), GridLine::Column(cell.col)];
        let mut others = self.squares.iter();
        let repeated = others.any(|(other, kind)| {
            other != cell && Some(*kind) == square && lines.iter().any(|line| line.contains(other))
        });
        let marks = Marks {
            wrong: repeated,
            ..look.marks
        };
        look.marked(marks)
    }

    fn cells(&self) -> Grid<CellValue> {
        self.squares.map(|square| cell_value(*square))
    }

    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        if let Some((cell, value)) = cells.iter().find(|(_, v)| cell_kind(**v).is_none()) {
            let number = *value - FIRST_NUMBER;
            let reason = format!("‘{number}’ is not a number up to {MAX_NUMBER}");
            return Err(EditError::Value { cell, reason });
        }
        let size = cells.size();
        let sums = self.sums.iter().filter(|sum| sum.line.fits(size));
        Ok(Self {
            squares: cells.map(|value| cell_kind(*value).unwrap_or(CellKind::None)),
            pieces: self.pieces.clone(),
            sums: sums.copied().collect(),
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        let squares = self.squares.as_slice().iter();
        let givens = squares.filter_map(|square| match square {
            CellKind::Given(number) => Some(*number),
            _ => None,
        });
        let largest = givens.chain(self.pieces.iter().copied()).max();
        // At least the numbers that have keys.
        let largest = largest.unwrap_or(0).max(9);
        let numbers = (0..=largest).map(CellKind::Given);
        let brush = |square: CellKind| {
            let look = cell_style(Some(square));
            let key = match square {
                CellKind::None => Some('x'),
                CellKind::Empty => Some('e'),
                CellKind::Given(number) if number < 10 => Some(char::from(b'0' + number)),
                CellKind::Given(_) => None,
            };
            Brush::new(cell_value(square), look, key)
        };
        let squares = [CellKind::Empty, CellKind::None].into_iter();
        squares.chain(numbers).map(brush).collect()
    }

    fn blank_value(&self) -> CellValue {
        cell_value(CellKind::Empty)
    }

    const PROPERTIES: &'static [Field] = text::FORM;

    fn property(&self, key: &str) -> Option<String> {
        Some(text::get(self, key))
    }

    fn set_property(&mut self, key: &str, value: &str) -> Result<(), String> {
        text::set(self, key, value)
    }

    fn notes(&self) -> Vec<LineNote> {
        self.sums.iter().map(|sum| sum_note(sum, None)).collect()
    }

    fn transformed(&self, transform: Transform) -> Result<Self, EditError> {
        let sums = self.sums.iter().map(|sum| LineSum {
            line: sum.line.transformed(transform, self.size()),
            ..*sum
        });
        Ok(Self {
            squares: self.squares.transformed(transform),
            pieces: self.pieces.clone(),
            sums: sums.collect(),
        })
    }

    /// Sums move with their lines, and those without a line are dropped.
    fn reframed(&self, size: Size, (down, right): (isize, isize)) -> Result<Self, EditError> {
        let sums = self.sums.iter().filter_map(|sum| {
            let line = sum.line.shifted(down, right)?;
            line.fits(size).then_some(LineSum { line, ..*sum })
        });
        Ok(Self {
            squares: self.squares.reframed(size, down, right, CellKind::Empty),
            pieces: self.pieces.clone(),
            sums: sums.collect(),
        })
    }

    fn solution_count(&self, budget: &Budget) -> Option<SolutionCount> {
        Some(solvers::solution_count(self, budget))
    }
}

const SLOT: Art = Art::background(Tone::Empty).fixed(art::SLOT);

pub(super) fn slot_style(name: &'static str) -> CellStyle {
    CellStyle::new("_", Tone::Empty, name).glyph("").drawn(SLOT)
}

pub(super) fn cell_style(square: Option<CellKind>) -> CellStyle {
    match square {
        None | Some(CellKind::None) => CellStyle::new(".", Tone::Hole, "no cell").glyph(""),
        Some(CellKind::Empty) => slot_style("empty"),
        Some(CellKind::Given(number)) => number_style(number, Tone::Wall)
            .drawn(Art::background(Tone::Empty).fixed(art::TILE).with_glyph())
            .marked(Marks {
                given: true,
                ..Marks::default()
            }),
    }
}

pub(super) fn piece_style(number: u8) -> CellStyle {
    let art = Art::background(Tone::Empty).piece(art::TILE).with_glyph();
    number_style(number, Tone::Palette(3)).drawn(art)
}

fn number_style(number: u8, tone: Tone) -> CellStyle {
    CellStyle::new(number.to_string(), tone, number.to_string())
}

/// A sum at its line; in brackets if only placed pieces count.
pub(super) fn sum_note(sum: &LineSum, holds: Option<bool>) -> LineNote {
    let (column, index) = match sum.line {
        GridLine::Row(index) => (false, index),
        GridLine::Column(index) => (true, index),
    };
    LineNote {
        column,
        index,
        text: sum.short().into(),
        holds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_too_large_are_named() {
        let board = SumPuzzle::blank(None);
        let mut cells = board.cells();
        let too_large = FIRST_NUMBER + CellValue::from(MAX_NUMBER) + 1;
        cells.set(Cell::new(0, 0), too_large);
        let error = board.with_cells(cells).expect_err("is too large");
        let number = format!("‘{}’ is not", MAX_NUMBER + 1);
        assert!(error.to_string().contains(&number), "{error}");
    }
}
