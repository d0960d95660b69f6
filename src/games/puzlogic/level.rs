//! A puzzle as level content: drawing and editing.

use crate::game::typed::Content;
use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, FormError, Grid, LineNote, Marks,
    PlainText, Size, Transform,
};

use super::look::{note, square_look};
use super::puzzle::{BOARD, Line, MAX_NUMBER, MAX_SIDE, Puzzle, Square, Sum};
use super::text;

const USUAL_SIZE: Size = Size::new(4, 4);

fn value(square: Square) -> CellValue {
    match square {
        Square::None => 0,
        Square::Empty => 1,
        Square::Given(number) => CellValue::from(number) + 2,
    }
}

fn square_of(value: CellValue) -> Option<Square> {
    match value {
        0 => Some(Square::None),
        1 => Some(Square::Empty),
        number => {
            let number = u8::try_from(number - 2).ok()?;
            (number <= MAX_NUMBER).then_some(Square::Given(number))
        }
    }
}

impl Content for Puzzle {
    const LARGEST: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// A board of empty cells without pieces; sides are brought into range.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(USUAL_SIZE).up_to(MAX_SIDE);
        Self {
            squares: Grid::filled(size, Square::Empty),
            pieces: Vec::new(),
            sums: Vec::new(),
        }
    }

    fn checked(self) -> Result<Self, EditError> {
        EditError::check_sides(self.size(), MAX_SIDE)?;
        Ok(self)
    }

    fn read(text: &PlainText<'_>) -> Result<Self, FormError> {
        text::read(text)
    }

    fn body(&self) -> String {
        text::body(self)
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.size())
    }

    fn look(&self, cell: Cell) -> CellLook {
        let square = self.squares.get(cell).copied();
        let look = square_look(square);
        let Some(Square::Given(_)) = square else {
            return look;
        };
        // Repeated numbers can be drawn, but have no solution.
        let lines = [Line::Row(cell.row), Line::Column(cell.col)];
        let mut others = self.squares.iter();
        let twice = others.any(|(other, there)| {
            other != cell && Some(*there) == square && lines.iter().any(|line| line.contains(other))
        });
        let marks = Marks {
            wrong: twice,
            ..look.marks
        };
        look.marked(marks)
    }

    fn cells(&self) -> Grid<CellValue> {
        self.squares.map(|square| value(*square))
    }

    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        if let Some((cell, value)) = cells.iter().find(|(_, v)| square_of(**v).is_none()) {
            let reason = format!("‘{value}’ is not a number up to {MAX_NUMBER}");
            return Err(EditError::Value { cell, reason });
        }
        let size = cells.size();
        let sums = self.sums.iter().filter(|sum| sum.line.fits(size));
        Ok(Self {
            squares: cells.map(|value| square_of(*value).unwrap_or(Square::None)),
            pieces: self.pieces.clone(),
            sums: sums.copied().collect(),
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        let squares = self.squares.as_slice().iter();
        let givens = squares.filter_map(|square| match square {
            Square::Given(number) => Some(*number),
            _ => None,
        });
        let largest = givens.chain(self.pieces.iter().copied()).max();
        let largest = largest.unwrap_or(0).max(9);
        let numbers = (0..=largest).map(Square::Given);
        let brush = |square: Square| {
            let look = square_look(Some(square));
            let key = match square {
                Square::None => Some('x'),
                Square::Empty => Some('e'),
                Square::Given(number) if number < 10 => Some(char::from(b'0' + number)),
                Square::Given(_) => None,
            };
            Brush::new(value(square), look, key)
        };
        [Square::Empty, Square::None]
            .into_iter()
            .chain(numbers)
            .map(brush)
            .collect()
    }

    fn blank_value(&self) -> CellValue {
        value(Square::Empty)
    }
}

pub(super) fn notes(puzzle: &Puzzle) -> Vec<LineNote> {
    puzzle.sums.iter().map(|sum| note(sum, None)).collect()
}

/// The puzzle mirrored or rotated, with its sums.
pub(super) fn turned(puzzle: &Puzzle, transform: Transform) -> Puzzle {
    let sums = puzzle.sums.iter().map(|sum| Sum {
        line: sum.line.transformed(transform, puzzle.size()),
        ..*sum
    });
    Puzzle {
        squares: puzzle.squares.transformed(transform),
        pieces: puzzle.pieces.clone(),
        sums: sums.collect(),
    }
}

/// The puzzle on a board of another size; sums move with their lines, and those without a line are dropped.
pub(super) fn reframed(puzzle: &Puzzle, size: Size, (down, right): (isize, isize)) -> Puzzle {
    let sums = puzzle.sums.iter().filter_map(|sum| {
        let line = sum.line.shifted(down, right)?;
        line.fits(size).then_some(Sum { line, ..*sum })
    });
    Puzzle {
        squares: puzzle.squares.reframed(size, down, right, Square::Empty),
        pieces: puzzle.pieces.clone(),
        sums: sums.collect(),
    }
}
