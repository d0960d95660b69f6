//! Light-Bot: a robot walks over tiles and switches lights, told by a short program with
//! procedures.
//!
//! The rules are those of the game of 2008 by Danny Yaroslavski: [`Puzzle::forward`] and
//! [`Puzzle::jump`] say where the robot can go, [`run`] how a program is carried out.

use planwright_game as game;
use planwright_game::search;

mod execution;
mod generate;
mod level;
mod live;
mod look;
mod position;
mod practice;
mod program;
mod programmed;
mod puzzle;
mod reading;
mod run;
mod solvers;
mod text;

pub use level::LightBotLevel;
pub use program::{Command, Program, parse_line};
pub use puzzle::{
    Facing, MAX_HEIGHT, MAX_PROCEDURES, MAX_SIDE, MAX_SLOTS, Puzzle, Robot, Slots, Tile,
};
pub use run::{Run, run};
pub use solvers::{Checkpoint, Effort, Loops, Proof};

use planwright_stage::Stage;
use planwright_stage::program::Programs;

use crate::game::{
    Conformance, Direction, FormError, Game, GameInfo, Generator, Level, LevelRef, Move, Practice,
    PracticeError, Reading, ReadingError, Size, Solver,
};

/// The registry row.
pub struct LightBot;

static INFO: GameInfo = GameInfo {
    id: "light-bot",
    title: "Light-Bot",
    summary: "Write a program that makes the robot light all lights.",
    rules: "F goes forward to a tile of the same height, J jumps to one that is just one higher, or \
            lower; L and R turn, X switches the light of the tile the robot is on, a digit runs a \
            procedure and comes back. What is not possible does nothing. Procedures may call \
            themselves. The level is won at the moment all lights are lit. Type commands into the \
            slots of the program, ‘-’ takes one out.",
    forms: &[("txt", "plain text"), ("ron", "RON")],
    cost_unit: "commands",
    direction: Direction::Minimise,
    level_board: "board",
    move_noun: "procedure",
    how: "Write a program",
    memoryless: false,
    hidden: false,
};

/// Size of a new board.
const USUAL_SIZE: Size = Size::new(8, 8);

impl Game for LightBot {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError> {
        LightBotLevel::parse(source)
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError> {
        LightBotLevel::parse_ron(source)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        LightBotLevel::blank(size.unwrap_or(USUAL_SIZE))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::LightBotGenerator)
    }

    fn conformance(&self) -> Conformance {
        solvers::conformance()
    }

    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        reading::level(reading)
    }

    fn moves_from_reading(&self, _level: &dyn Level, reading: &Reading) -> Option<Vec<Move>> {
        reading::moves(reading)
    }

    fn read_boards(&self) -> &'static [&'static str] {
        reading::BOARDS
    }

    fn practice(&self, levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Stage::<Programs<practice::Scene>>::boxed(levels, seed)
    }
}
