//! The smallest whole game: the template to copy for a new one.
//!
//! Rules: a row of lamps, some lit. A move lights one lamp. Solved when all are lit. Hidden from
//! people; the shared tests run it like any other game.

use planwright_game as game;
use planwright_game::search;

mod level;
mod position;
mod solver;

pub use level::NullLevel;

use crate::game::{Conformance, Direction, FormError, Game, GameInfo, LevelRef, Size, Solver};

/// The registry row.
pub struct Null;

static INFO: GameInfo = GameInfo {
    id: "null",
    title: "Null",
    summary: "Light every lamp of a row.",
    rules: "A move lights one lamp that is not lit yet. The level is solved when all are lit.",
    forms: &[("txt", "plain text"), ("ron", "RON")],
    cost_unit: "moves",
    direction: Direction::Minimise,
    level_board: "lamps",
    move_noun: "lamp",
    how: "Click a cell",
    memoryless: false,
    hidden: true,
};

static SOLVERS: &[&dyn Solver] = &[&solver::Direct, &solver::DepthFirst];

impl Game for Null {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError> {
        level::parse_text(source)
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError> {
        level::parse_ron(source)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        NullLevel::dark(size.map_or(5, |size| size.cols))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        SOLVERS
    }

    fn conformance(&self) -> Conformance {
        Conformance {
            small: vec![
                "null\n\n.....\n".into(),
                "null\n\n#\n".into(),
                "null\n\n.#.#.\n".into(),
            ],
            known: vec![("null\n\n.#.#.\n".into(), "direct", 3)],
            broken: vec![
                ("null\n\n.x.\n".into(), "column 2"),
                ("null\nspeed 3\n\n.\n".into(), "speed"),
            ],
            ..Conformance::default()
        }
    }
}
