//! Puzlogic: pieces with numbers go into the empty cells of a board, no number twice in a row or
//! column, and the sums at the border hold.

use std::path::Path;

use planwright_game as game;
use planwright_game::search;

mod explain;
mod generate;
mod level;
mod position;
mod practice;
mod published;
mod puzzle;
mod reading;
mod solvers;
mod text;

pub use level::PuzlogicLevel;
pub use puzzle::{Line, MAX_NUMBER, MAX_SIDE, Puzzle, Square, Sum};

use planwright_stage::Stage;

use crate::game::typed::{Typed, concrete};
use crate::game::{
    Conformance, Direction, FormError, Game, GameInfo, Generator, Level, LevelRef, Move, Practice,
    PracticeError, Reading, ReadingError, Size, Solver, is_literal,
};

/// The registry row.
pub struct Puzlogic;

static INFO: GameInfo = GameInfo {
    id: "puzlogic",
    title: "Puzlogic",
    summary: "Put all pieces into the empty cells so that no line has a number twice and every sum holds.",
    rules: "Every piece goes into an empty cell, and every empty cell gets one. No number stands \
            twice in a row or in a column; gaps do not split a line. Where a sum is given for a \
            line, all its numbers come to it, or only the placed pieces where it stands in brackets. Drag a \
            piece to its cell, or type its digit there.",
    forms: &[("txt", "plain text"), ("ron", "RON")],
    cost_unit: "pieces",
    direction: Direction::Minimise,
    level_board: "board",
    move_noun: "piece",
    how: "Drag a piece to a cell, or type its number there,",
    memoryless: false,
    hidden: false,
};

/// Size of a new board.
const USUAL_SIZE: Size = Size::new(4, 4);

impl Typed for Puzlogic {
    type Level = PuzlogicLevel;
    type Position = position::PuzlogicPosition;

    fn of(level: &dyn Level) -> Option<&PuzlogicLevel> {
        concrete(level)
    }
}

impl Game for Puzlogic {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn sniffs(&self, source: &str, _path: Option<&Path>) -> bool {
        published::is_published(source)
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError> {
        if is_literal(source) {
            published::parse(source)
        } else {
            text::parse(source)
        }
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError> {
        text::parse_ron(source)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        PuzlogicLevel::blank(size.unwrap_or(USUAL_SIZE))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        reading::level(reading)
    }

    fn moves_from_reading(&self, level: &dyn Level, reading: &Reading) -> Option<Vec<Move>> {
        reading::moves(level, reading)
    }

    fn read_boards(&self) -> &'static [&'static str] {
        reading::BOARDS
    }

    fn explainer(&self) -> Option<&'static dyn Solver> {
        Some(&explain::Explain)
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::PuzlogicGenerator)
    }

    fn practice(&self, levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Stage::<practice::PuzlogicShow>::boxed(levels, seed)
    }

    fn conformance(&self) -> Conformance {
        solvers::conformance()
    }
}
