//! *Rush Hour* (Nobuyuki Yoshigahara, 1976): cars move only along their rows or columns, until one of them can leave.

use std::borrow::Cow;
use std::sync::Arc;

use planwright_game as game;

mod art;
mod generate;
mod play;
mod solver;
#[cfg(test)]
mod tests;
mod text;
mod traffic;

use planwright_stage::Stage;
use planwright_stage::squares::SquaresGame;

use crate::game::cells::{CellTable, ValueBoard, ValueSpec};
use crate::game::search::BreadthFirst;
use crate::game::typed::{GameRow, OtherText, Puzzle};
use crate::game::{Art, Cell, CellValue, GameInfo, Size, Solver, Tone, words};

use self::play::CarPosition;
use self::traffic::{Car, cars};

pub static RUSH_HOUR: GameRow<RushHour> = GameRow {
    other_text: Some(OtherText {
        sniffs: text::is_bare,
        parse: text::read,
    }),
    generator: Some(&generate::FarthestGenerator),
    practice: Some(Stage::<SquaresGame<art::CarScreen>>::boxed),
    ..GameRow::new(SOLVERS)
};

#[derive(Clone, Debug, PartialEq)]
pub struct RushHour;

/// Board of a level or position.
type CarBoard = ValueBoard<RushHour>;

const FLOOR: CellValue = 0;
const WALL: CellValue = 1;

/// Letter of the car that has to leave.
const LEAVING: char = 'A';

/// Row of the table for each letter.
macro_rules! values {
    ($($letter:literal)*) => {
        &[
            ValueSpec::new(".", "floor", Tone::Empty).aliases("o").key('.'),
            ValueSpec::new("x", "wall", Tone::Wall).drawn(art::WALL).glyph("").key('x'),
            $(car($letter, concat!("car ", $letter)),)*
        ]
    };
}

const fn car(token: &'static str, name: &'static str) -> ValueSpec {
    let letter = token.as_bytes()[0];
    // Only the car that leaves is red.
    let tone = match letter as char {
        LEAVING => Tone::Palette(7),
        _ => Tone::Palette((letter - b'B') % 7),
    };
    let spec = ValueSpec::new(token, name, tone);
    spec.piece(letter as char, FLOOR).key(letter as char)
}

impl CellTable for RushHour {
    const VALUES: &'static [ValueSpec] = values!(
        "A" "B" "C" "D" "E" "F" "G" "H" "I" "J" "K" "L" "M" "N" "O" "P" "Q" "R" "S" "T" "U" "V" "W" "X" "Y" "Z"
    );
    const TITLE: &'static str = "Car park";
    const ID: &'static str = "cars";
    const DEFAULT_SIZE: Size = Size::new(6, 6);
    const MAX_SIZE: Size = Size::new(20, 20);

    fn art(board: &CarBoard, cell: Cell) -> Option<Art> {
        art::of_car(&Car::at(board, cell)?, cell)
    }

    /// Returns why a level cannot be played: a car is not straight or too short, or none has to leave.
    fn unplayable(level: &CarBoard) -> Option<String> {
        let is_car = |letter: &char| Car::new(level, *letter).is_some();
        let mut letters = 'A'..='Z';
        let broken = letters.find(|it| level.pieces(*it).next().is_some() && !is_car(it));
        match broken {
            Some(letter) => Some(format!(
                "car {letter} must be two or more cells in one line, without a gap"
            )),
            None if !is_car(&LEAVING) => {
                Some(format!("car {LEAVING}, which has to leave, is missing"))
            }
            None => None,
        }
    }
}

impl Puzzle for RushHour {
    type Level = CarBoard;
    type Position = CarPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: "rush-hour",
        title: "Rush Hour",
        summary: "Make way for car A.",
        rules: "A car moves along its row or column over free cells, any distance in one move; it cannot turn or \
            jump. The level is solved when car A reaches the right edge of the board or, if it is upright, \
            the lower edge.",
        cost_unit: "moves",
        level_board: Self::ID,
        move_noun: "move",
        how: "Drag a car, or click its end",
        memoryless: true,
        ..GameInfo::DEFAULT
    };

    fn start(level: &Arc<CarBoard>) -> CarPosition {
        CarPosition(CarBoard::clone(level))
    }

    fn facts(level: &CarBoard) -> Vec<(Cow<'static, str>, String)> {
        vec![("Cars".into(), words::number(cars(level).count()))]
    }
}

static SOLVERS: &[&dyn Solver] = &[&solver::FewestMoves, &REFERENCE];

static REFERENCE: BreadthFirst = BreadthFirst {
    info: &BreadthFirst::info("moves"),
    cost: |_| 1,
};
