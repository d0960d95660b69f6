//! *Logo: Part 1* (ZX Spectrum, Poland 1990).
//!
//! Stamping an empty cell makes it 1 and adds 1 to each orthogonal neighbour that is not empty;
//! 4 wraps to 1. A cell can be stamped once. The target has to be reached exactly, at exactly its
//! place. Source of the rules: play of the original, as recorded with the published bot for it.

use planwright_game as game;
use planwright_game::search;

pub mod generate;
mod level;
mod position;
mod practice;
mod solvers;
mod target;
mod why;

pub use level::{LogoLevel, MAX_SIDE};
pub use practice::levels as practice_levels;
pub use target::Target;

use std::path::Path;

use planwright_stage::Stage;

use crate::game::typed::{Typed, concrete};
use crate::game::{
    Conformance, Direction, FormError, Game, GameInfo, Generator, Level, LevelRef, PlanStep,
    Practice, PracticeError, Reason, Size, Solver,
};

/// The registry row.
pub struct Logo;

static INFO: GameInfo = GameInfo {
    id: "logo",
    title: "Logo: Part 1",
    summary: "Stamp cells of an empty board until it shows the target.",
    rules: "Stamping an empty cell makes it 1 and adds 1 to each of its four neighbours that is \
            not empty; 4 wraps to 1. A cell can be stamped only once. The board must end up \
            exactly like the target, at exactly its place.",
    forms: &[("txt", "plain text"), ("ron", "RON")],
    cost_unit: "stamps",
    direction: Direction::Minimise,
    level_board: "target",
    move_noun: "stamp",
    how: "Click a cell",
    memoryless: false,
    hidden: false,
};

impl Typed for Logo {
    type Level = LogoLevel;
    type Position = position::LogoPosition;

    fn of(level: &dyn Level) -> Option<&LogoLevel> {
        concrete(level)
    }
}

impl Game for Logo {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn sniffs(&self, source: &str, _path: Option<&Path>) -> bool {
        level::is_headerless(source)
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError> {
        level::parse_text(source)
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError> {
        level::parse_ron(source)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        LogoLevel::blank(size.unwrap_or(level::ORIGINAL_SIZE))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::LogoGenerator)
    }

    fn reason(&self, step: &PlanStep<'_>, _budget: &search::Budget) -> Option<Reason> {
        why::reason(step)
    }

    fn conformance(&self) -> Conformance {
        solvers::conformance()
    }

    fn practice(&self, levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Stage::<practice::LogoShow>::boxed(levels, seed)
    }
}
