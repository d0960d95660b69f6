//! Robo's Escape: a short program steers a robot to an exit; each coin on the way is worth ten commands.

use planwright_game as game;
use planwright_game::search;

mod board;
mod execution;
mod generate;
mod level;
mod live;
mod machine;
mod position;
mod practice;
mod program;
mod solvers;
#[cfg(test)]
mod tests;
mod text;

pub use board::{CallRules, MAX_SIDE, RobosBoard, Terrain};
pub use machine::{RoboEnd, RoboRun, STEP_LIMIT, run, score, score_of};
pub use program::{MAX_COMMANDS, RoboCommand, RoboProgram};

use std::borrow::Cow;
use std::sync::Arc;

use planwright_stage::Stage;
use planwright_stage::program::Programs;

use crate::game::typed::{FromScreen, GameRow, OtherText, Puzzle};
use crate::game::{GameInfo, Objective, is_literal, paint_reading, words};

pub static ROBOS_ESCAPE: GameRow<RobosEscape> = GameRow {
    other_text: Some(OtherText {
        sniffs: text::is_published,
        parse: |source| vec![text::read_published(source).map(Into::into)],
    }),
    meant_as_other: Some(is_literal),
    generator: Some(&generate::RobosGenerator),
    practice: Some(Stage::<Programs<practice::Robo>>::boxed),
    screen: Some(FromScreen {
        boards: live::BOARDS,
        level: |game, reading| paint_reading(game.base_of(reading)?, board::BOARD, reading),
        moves: Some(|_, reading| live::moves(reading)),
    }),
    ..GameRow::new(solvers::ALL)
};

#[derive(Debug)]
pub struct RobosEscape;

/// Game id, with which level files begin.
const ID: &str = "robos-escape";

impl Puzzle for RobosEscape {
    type Level = RobosBoard;
    type Position = position::RobosPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: ID,
        title: "Robo's Escape",
        summary: "Write a short program that takes the robot to the exit and collects coins that are worth it.",
        rules: "The robot starts facing down. F moves ahead, L and R turn, G takes the coin on this \
            cell, X shoots: the first block or coin ahead is destroyed. 1 to 5 call the labels '1 to \
            '5; ‘.’ returns, or without a call restarts the program. A label reached in passing does \
            nothing. Walls, blocks and pits stop the robot; shots fly over pits. The exit scores 40 \
            points, minus one for every command, call, label and return, plus 10 for each coin. At most \
            10,000 commands are run.",
        cost_unit: "points",
        objective: Objective::Maximise,
        level_board: board::BOARD,
        move_noun: "program",
        how: "Write a program",
        ..GameInfo::DEFAULT
    };

    const FULL_HEADER: bool = true;

    fn start(board: &Arc<RobosBoard>) -> position::RobosPosition {
        position::RobosPosition::start(Arc::clone(board))
    }

    fn facts(board: &RobosBoard) -> Vec<(Cow<'static, str>, String)> {
        let count = |square| words::number(board.cells_with(square).count());
        let mut facts = vec![
            ("Coins".into(), count(Terrain::Coin)),
            ("Blocks".into(), count(Terrain::Block)),
            ("Exits".into(), count(Terrain::Exit)),
        ];
        if board.start().is_none() {
            let starts = format!("{}; it needs exactly one", count(Terrain::Start));
            facts.push(("Starts".into(), starts));
        }
        facts
    }
}
