//! Lights Out and variants: a press switches a pattern of lights, and all have to reach the goal.
//!
//! Any rectangle with holes, 2 to 36 states, any press pattern or a list per cell, borders joined or not. Rules: the
//! toy by Tiger Electronics (1995) and its literature; boards with a list per cell are those of *Flip* in Simon
//! Tatham's collection.

use planwright_game as game;
use planwright_game::search;

mod algebra;
mod art;
mod facts;
mod flip;
mod generate;
mod level;
mod position;
mod practice;
mod properties;
mod puzzle;
mod quiet;
mod reading;
mod reasons;
mod solvers;
mod text;
mod wiring;

pub use puzzle::{Goal, HOLE, Lights, MAX_SIDE, MAX_STATES, Puzzle};
pub use wiring::{Graph, PressPattern, Wiring, Wrap};

use std::borrow::Cow;
use std::sync::Arc;

use planwright_stage::Stage;
use planwright_stage::squares;

use crate::game::GameInfo;
use crate::game::typed::{self, FromScreen, GameRow, OtherText, TypedLevel};

pub static LIGHTS_OUT: GameRow<LightsOut> = GameRow {
    other_text: Some(OtherText {
        sniffs: flip::is_flip,
        parse: flip::read,
    }),
    generator: Some(&generate::PressGenerator),
    reason: Some(reasons::reason),
    practice: Some(Stage::<squares::SquaresGame<practice::LightsScreen>>::boxed),
    screen: Some(FromScreen {
        boards: &[reading::SWITCHES],
        level: reading::level,
        moves: None,
    }),
    ..GameRow::new(solvers::ALL)
};

#[derive(Debug)]
pub struct LightsOut;

/// A level: a puzzle with title, author and notes.
pub type LightsLevel = TypedLevel<LightsOut>;

impl typed::Puzzle for LightsOut {
    type Level = Puzzle;
    type Position = position::LightsPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: "lights-out",
        title: "Lights Out",
        summary: "Press cells until all lights match the goal.",
        rules: "Pressing a cell switches it and the cells around it in a pattern, usually the four \
            neighbours: each goes to its next state; off follows the last. All lights must match the \
            goal: off, on, all the same, or a picture.",
        cost_unit: "presses",
        level_board: puzzle::LIGHTS,
        move_noun: "press",
        memoryless: true,
        ..GameInfo::DEFAULT
    };

    fn start(puzzle: &Arc<Puzzle>) -> position::LightsPosition {
        position::LightsPosition::start(Arc::clone(puzzle))
    }

    fn facts(puzzle: &Puzzle) -> Vec<(Cow<'static, str>, String)> {
        facts::level_facts(puzzle)
    }

    fn details(puzzle: &Puzzle) -> Vec<(Cow<'static, str>, String)> {
        facts::details(puzzle)
    }
}
