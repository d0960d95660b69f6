//! Robo's Escape: a short program steers a robot to the exit; coins on the way are worth more
//! commands.

use std::path::Path;

use planwright_game as game;
use planwright_game::search;

mod blanks;
mod board;
mod execution;
mod generate;
mod level;
mod live;
mod look;
mod machine;
mod position;
mod practice;
mod program;
mod programmed;
mod solvers;
#[cfg(test)]
mod tests;
mod text;

pub use board::{Board, Calls, Heading, MAX_SIDE, Square};
pub use level::RoboLevel;
pub use machine::{End, Run, STEP_LIMIT, run, score, score_of};
pub use program::{Command, MAX_COMMANDS, Program};

use planwright_stage::Stage;
use planwright_stage::program::Programs;

use crate::game::{
    Conformance, Direction, FormError, Game, GameInfo, Generator, Level, LevelRef, LostBlanks,
    Move, Practice, PracticeError, Reading, Size, Solver,
};

/// The registry row.
pub struct RobosEscape;

static INFO: GameInfo = GameInfo {
    id: "robos-escape",
    title: "Robo's Escape",
    summary: "Write a short program that takes the robot through the exit, with as many coins as pays.",
    rules: "The robot starts facing down. F steps ahead, L and R turn, G takes the coin on this cell, X \
            shoots: the first block or coin ahead is destroyed. 1 to 5 call what stands behind the \
            labels '1 to '5; ‘.’ goes back behind the call, or without one begins the program anew. A \
            label reached in passing is stepped over. Walls, blocks and pits stop the robot; shots fly \
            over pits. The exit gives 40 points less one for every command, call, label and return \
            written, and 10 for each coin taken. At most 10 000 commands are run.",
    forms: &[("txt", "plain text"), ("ron", "RON")],
    cost_unit: "points",
    direction: Direction::Maximise,
    level_board: "board",
    move_noun: "program",
    how: "Write a program",
    memoryless: false,
    hidden: false,
};

/// Size of a new board.
const USUAL_SIZE: Size = Size::new(10, 10);

impl Game for RobosEscape {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn sniffs(&self, source: &str, _path: Option<&Path>) -> bool {
        text::is_published(source)
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError> {
        RoboLevel::parse(source)
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError> {
        RoboLevel::parse_ron(source)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        RoboLevel::blank(size.unwrap_or(USUAL_SIZE))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::RoboGenerator)
    }

    fn lost_blanks(&self) -> Option<&'static dyn LostBlanks> {
        Some(&blanks::Rows)
    }

    fn moves_from_reading(&self, _level: &dyn Level, reading: &Reading) -> Option<Vec<Move>> {
        live::moves(reading)
    }

    fn read_boards(&self) -> &'static [&'static str] {
        live::BOARDS
    }

    fn practice(&self, levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Stage::<Programs<practice::Robo>>::boxed(levels, seed)
    }

    fn conformance(&self) -> Conformance {
        solvers::conformance()
    }
}
