//! Light-Bot: a short program with procedures makes a robot walk over tiles and switch lights.
//!
//! Rules of the game of 2008 by Danny Yaroslavski: [`BotPuzzle::forward`] and [`BotPuzzle::jump`]
//! define the robot's moves, [`run`] the execution of a program.

use planwright_game as game;
use planwright_game::search;

mod generate;
mod level;
mod live;
mod live_repeats;
mod position;
mod practice;
mod program;
mod puzzle;
mod reading;
mod run;
mod slots;
mod solvers;
mod style;
#[cfg(test)]
mod tests;
mod text;
mod world;

pub use program::{BotCommand, BotProgram, ProgramLine};
pub use puzzle::{BotPose, BotPuzzle, BotTile, MAX_HEIGHT, MAX_SIDE};
pub use slots::{MAX_PROCEDURES, MAX_SLOTS, Slots};
pub use solvers::{LazyOptions, LoopFilter, SkeletonSearch};

use std::borrow::Cow;
use std::sync::Arc;

use planwright_stage::Stage;
use planwright_stage::program::Programs;

use crate::game::typed::{FromScreen, GameRow};
use crate::game::{GameInfo, words};

pub static LIGHT_BOT: GameRow<LightBot> = GameRow {
    generator: Some(&generate::ProgramGenerator),
    practice: Some(Stage::<Programs<practice::Tiles>>::boxed),
    screen: Some(FromScreen {
        boards: reading::BOARDS,
        level: |_, reading| reading::level(reading),
        moves: Some(reading::moves),
    }),
    ..GameRow::new(solvers::ALL)
};

#[derive(Debug)]
pub struct LightBot;

impl game::typed::Puzzle for LightBot {
    type Level = BotPuzzle;
    type Position = position::BotPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: "light-bot",
        title: "Light-Bot",
        summary: "Write a program that makes the robot light all lights.",
        rules: "F moves forward to a tile of the same height, J jumps to one that is one step higher, \
            or lower; L and R turn, X switches the light under the robot, a digit calls a procedure. In levels with repeats 3{FJ} carries FJ out three times. \
            Impossible commands do nothing. Procedures may call themselves. You win as soon as all \
            lights are lit. Type commands into the program’s slots; ‘-’ removes one.",
        cost_unit: "commands",
        level_board: puzzle::BOARD,
        move_noun: "procedure",
        how: "Write a program",
        ..GameInfo::DEFAULT
    };

    const FULL_HEADER: bool = true;

    fn start(puzzle: &Arc<BotPuzzle>) -> position::BotPosition {
        position::BotPosition::start(Arc::clone(puzzle))
    }

    fn facts(puzzle: &BotPuzzle) -> Vec<(Cow<'static, str>, String)> {
        let tiles = puzzle.tiles.as_slice().iter().flatten();
        vec![
            ("Tiles".into(), words::number(tiles.count())),
            ("Lights".into(), words::number(puzzle.lights().count())),
            ("Highest".into(), puzzle.highest().to_string()),
        ]
    }
}
