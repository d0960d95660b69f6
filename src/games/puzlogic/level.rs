//! A level: board, pieces, sums.

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, Grid, GridLevel, Level, LevelRef,
    LineNote, Marks, Meta, Position, Property, Size, Standing, Tone, Transform,
};
use crate::search::Budget;

use super::position::PuzlogicPosition;
use super::puzzle::{Line, MAX_NUMBER, MAX_SIDE, Puzzle, Square, Sum};
use super::solvers::{solutions, why_none};
use super::{INFO, text};

/// A level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzlogicLevel {
    meta: Meta,
    puzzle: Arc<Puzzle>,
}

impl PuzlogicLevel {
    /// A level of this puzzle.
    ///
    /// # Errors
    /// When a side is out of range.
    pub fn new(puzzle: Puzzle, meta: Meta) -> Result<Self, EditError> {
        let size = puzzle.size();
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&size.rows) || !sides.contains(&size.cols) {
            let limits = format!("1 to {MAX_SIDE} rows and columns");
            return Err(EditError::Size { size, limits });
        }
        let puzzle = Arc::new(puzzle);
        Ok(Self { meta, puzzle })
    }

    /// A board of empty cells without pieces; sides are brought into range.
    pub(super) fn blank(size: Size) -> LevelRef {
        let size = Size::new(size.rows.clamp(1, MAX_SIDE), size.cols.clamp(1, MAX_SIDE));
        Arc::new(Self {
            meta: Meta::default(),
            puzzle: Arc::new(Puzzle {
                squares: Grid::filled(size, Square::Empty),
                pieces: Vec::new(),
                sums: Vec::new(),
            }),
        })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    fn changed(&self, change: impl FnOnce(&mut Puzzle)) -> Result<LevelRef, EditError> {
        let mut puzzle = (*self.puzzle).clone();
        change(&mut puzzle);
        Ok(Arc::new(Self::new(puzzle, self.meta.clone())?))
    }
}

/// How a place looks.
pub(super) fn square_look(square: Option<Square>) -> CellLook {
    match square {
        None | Some(Square::None) => CellLook::new(".", Tone::Hole, "no cell").glyph(""),
        Some(Square::Empty) => CellLook::new("_", Tone::Empty, "empty").glyph(""),
        Some(Square::Given(number)) => {
            let number = number.to_string();
            CellLook::new(number.clone(), Tone::Level(90), number).marked(Marks {
                given: true,
                ..Marks::default()
            })
        }
    }
}

/// A sum beside its line; in brackets where only placed pieces count.
pub(super) fn note(sum: &Sum, holds: Option<bool>) -> LineNote {
    let (column, index) = match sum.line {
        Line::Row(index) => (false, index),
        Line::Column(index) => (true, index),
    };
    let text = if sum.placed_only {
        format!("({})", sum.target)
    } else {
        sum.target.to_string()
    };
    LineNote {
        column,
        index,
        text: text.into(),
        holds,
    }
}

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

impl Level for PuzlogicLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
            meta,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        text::write(&self.puzzle, &self.meta)
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        text::write_ron(&self.puzzle, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(PuzlogicPosition::start(Arc::clone(&self.puzzle)))
    }

    fn board(&self) -> BoardInfo {
        BoardInfo {
            id: INFO.level_board,
            title: "Board",
            size: self.puzzle.size(),
        }
    }

    fn look(&self, cell: Cell) -> CellLook {
        let square = self.puzzle.squares.get(cell).copied();
        let look = square_look(square);
        let Some(Square::Given(_)) = square else {
            return look;
        };
        // A number twice in a line can be drawn, but has no solution.
        let lines = [Line::Row(cell.row), Line::Column(cell.col)];
        let mut others = self.puzzle.squares.iter();
        let twice = others.any(|(other, there)| {
            other != cell && Some(*there) == square && lines.iter().any(|line| line.contains(other))
        });
        let marks = Marks {
            wrong: twice,
            ..look.marks
        };
        look.marked(marks)
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let puzzle = &self.puzzle;
        let cells = puzzle.empty_cells().count();
        let mut facts = vec![
            ("Size".into(), puzzle.size().to_string()),
            ("Empty cells".into(), cells.to_string()),
            ("Pieces".into(), puzzle.pieces.len().to_string()),
        ];
        for sum in &puzzle.sums {
            let line = sum.line.to_string();
            let mut letters = line.chars();
            let first = letters.next().map(char::to_uppercase);
            let name: String = first.into_iter().flatten().chain(letters).collect();
            let of = if sum.placed_only {
                "pieces come to"
            } else {
                "comes to"
            };
            facts.push((format!("{name} {of}").into(), sum.target.to_string()));
        }
        facts
    }

    fn standing(&self, budget: &Budget) -> Option<Standing> {
        let found = solutions(self, 2, u64::MAX, budget);
        Some(match found {
            Ok(Some(0)) => Standing::None(why_none(self, budget)),
            Ok(Some(1)) => Standing::One,
            Ok(Some(_)) => Standing::Several,
            Ok(None) | Err(_) => Standing::Unknown,
        })
    }

    fn notes(&self) -> Vec<LineNote> {
        self.puzzle.sums.iter().map(|sum| note(sum, None)).collect()
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }

    fn properties(&self) -> Vec<Property> {
        let sums: Vec<String> = self.puzzle.sums.iter().map(Sum::to_string).collect();
        let property = |key, name, value, help| Property {
            key,
            name,
            value,
            choices: Vec::new(),
            help,
        };
        vec![
            property(
                "pieces",
                "Pieces",
                text::spaced(&self.puzzle.pieces),
                "the numbers to put into the empty cells, as many as there are cells: 4 5 6 4",
            ),
            property(
                "sums",
                "Sums",
                sums.join("; "),
                "joined by ‘;’: row 1 sum 12; column 3 placed 7",
            ),
        ]
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let refused = |reason: String| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        match key {
            "pieces" => {
                let pieces = text::pieces(value).map_err(refused)?;
                self.changed(|puzzle| puzzle.pieces = pieces)
            }
            "sums" => {
                let parts = value
                    .split(';')
                    .map(str::trim)
                    .filter(|part| !part.is_empty());
                let sums: Vec<Sum> = parts
                    .map(str::parse)
                    .collect::<Result<_, _>>()
                    .map_err(refused)?;
                let size = self.puzzle.size();
                if let Some(sum) = sums.iter().find(|sum| !sum.line.fits(size)) {
                    return Err(refused(format!("the board of {size} has no {}", sum.line)));
                }
                self.changed(|puzzle| puzzle.sums = sums)
            }
            _ => Err(refused("this game has no such property".to_owned())),
        }
    }
}

impl GridLevel for PuzlogicLevel {
    fn grid(&self) -> Grid<CellValue> {
        self.puzzle.squares.map(|square| value(*square))
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        if let Some((cell, value)) = grid.iter().find(|(_, v)| square_of(**v).is_none()) {
            let reason = format!("‘{value}’ is not a number up to {MAX_NUMBER}");
            return Err(EditError::Value { cell, reason });
        }
        let squares = grid.map(|value| square_of(*value).unwrap_or(Square::None));
        self.changed(|puzzle| {
            let size = squares.size();
            puzzle.sums.retain(|sum| sum.line.fits(size));
            puzzle.squares = squares;
        })
    }

    /// Sums go with their lines.
    fn transformed(&self, transform: Transform) -> Result<LevelRef, EditError> {
        let size = self.puzzle.size();
        self.changed(|puzzle| {
            puzzle.squares = puzzle.squares.transformed(transform);
            for sum in &mut puzzle.sums {
                sum.line = sum.line.transformed(transform, size);
            }
        })
    }

    /// Sums go with their lines; those whose lines are cut off are left out.
    fn reframed(&self, size: Size, down: isize, right: isize) -> Result<LevelRef, EditError> {
        self.changed(|puzzle| {
            let sums = puzzle.sums.iter().filter_map(|sum| {
                let line = sum.line.shifted(down, right)?;
                line.fits(size).then_some(Sum { line, ..*sum })
            });
            puzzle.sums = sums.collect();
            puzzle.squares = puzzle.squares.reframed(size, down, right, Square::Empty);
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        let squares = self.puzzle.squares.as_slice().iter();
        let givens = squares.filter_map(|square| match square {
            Square::Given(number) => Some(*number),
            _ => None,
        });
        // The digits, and whatever else the level has.
        let largest = givens.chain(self.puzzle.pieces.iter().copied()).max();
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
            Brush {
                value: value(square),
                text: look.value,
                name: look.name,
                key,
                tone: look.tone,
            }
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

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(MAX_SIDE, MAX_SIDE))
    }
}
