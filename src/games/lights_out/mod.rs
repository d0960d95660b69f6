//! Lights Out and its kin: a press switches a pattern of lights, and all have to come to the goal.
//!
//! Any rectangle with holes, 2 to 36 states, any press pattern or a list for each cell, borders
//! joined or not. Source of the rules: the toy by Tiger Electronics (1995) and its literature;
//! boards with a list for each cell are those of *Flip* in Simon Tatham's collection.

use planwright_game as game;
use planwright_game::search;

mod algebra;
mod generate;
mod level;
mod position;
mod practice;
mod puzzle;
mod quiet;
mod reading;
mod solvers;
mod text;
mod why;
mod wiring;

pub use level::LightsLevel;
pub use puzzle::{Goal, HOLE, Lights, MAX_SIDE, MAX_STATES, Puzzle};
pub use wiring::{Graph, Pattern, Wiring, Wrap};

use planwright_stage::Stage;

use crate::game::typed::{Typed, concrete};
use crate::game::{
    Conformance, Direction, FormError, Game, GameInfo, Generator, Level, LevelRef, PlanStep,
    Practice, PracticeError, Reading, ReadingError, Reason, Size, Solver, paint_reading,
};

/// The registry row.
pub struct LightsOut;

static INFO: GameInfo = GameInfo {
    id: "lights-out",
    title: "Lights Out",
    summary: "Press cells until all lights are as the goal wants them.",
    rules: "Pressing a cell switches it and the cells around it in a pattern, usually the four \
            neighbours: each goes on by one state, after the last comes off. All lights must come \
            to the goal: off, on, all alike, or a picture.",
    forms: &[("txt", "plain text"), ("ron", "RON")],
    cost_unit: "presses",
    direction: Direction::Minimise,
    level_board: "lights",
    move_noun: "press",
    how: "Click a cell",
    memoryless: true,
    hidden: false,
};

/// Size of a new board.
const USUAL_SIZE: Size = Size::new(5, 5);

impl Typed for LightsOut {
    type Level = LightsLevel;
    type Position = position::LightsPosition;

    fn of(level: &dyn Level) -> Option<&LightsLevel> {
        concrete(level)
    }
}

impl Game for LightsOut {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError> {
        LightsLevel::parse(source)
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError> {
        LightsLevel::parse_ron(source)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        LightsLevel::blank(size.unwrap_or(USUAL_SIZE))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        let level = paint_reading(self.base_of(reading)?, INFO.level_board, reading)?;
        reading::with_switches(level, reading)
    }

    fn read_boards(&self) -> &'static [&'static str] {
        &[reading::SWITCHES]
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::LightsGenerator)
    }

    fn practice(&self, levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Stage::<practice::Lights>::boxed(levels, seed)
    }

    fn reason(&self, step: &PlanStep<'_>, budget: &search::Budget) -> Option<Reason> {
        why::reason(step, budget)
    }

    fn conformance(&self) -> Conformance {
        solvers::conformance()
    }
}
