//! Single-player games written in the Game Description Language (GDL), as used in General Game Playing: M. Genesereth,
//! N. Love and B. Pell, “General Game Playing: Overview of the AAAI Competition”, AI Magazine 26(2), 2005; the language
//! itself in N. Love et al., “General Game Playing: Game Description Language Specification”, Stanford, 2008.
//!
//! [`syntax`] reads text, [`rules`] and [`check`] give its meaning, [`interpret`] plays directly, `grounding` and
//! [`net`] build a network of gates that plays fast.

use planwright_game as game;
use planwright_game::search;

mod analysis;
mod board;
mod calls;
pub mod check;
mod clauses;
pub mod convert;
mod domains;
mod gallery;
mod gdl_level;
mod generate;
mod graph;
pub mod grid_settings;
pub mod grounding;
mod hash_index;
mod intents;
pub mod interpret;
mod language;
mod level;
pub mod model;
mod negation;
pub mod net;
mod position;
pub mod rules;
mod screen;
mod settings;
mod solvers;
mod summary;
pub mod syntax;
pub mod terms;
mod text;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use gdl_level::GdlLevel;
pub use settings::{GdlSettings, GoalScope};

use crate::game::{
    Gallery, Game, GameInfo, Generator, LevelRef, Meta, Reading, ReadingError, Size, Solver,
    TextError, has_extension,
};

pub struct Gdl;

static INFO: GameInfo = GameInfo {
    id: "gdl",
    title: "Game by rules",
    summary: "Any one-player game, described by its rules in GDL: reach goal value 100.",
    rules: "The rules are the level: the facts at the start, the legal moves and what they change, when the game ends, and what each ending is worth. The level is solved when the game ends with goal value 100, or with the target value if another is set. Moves are terms such as (push a); click one in the list to make it.",
    forms: &[("txt", "rules"), ("ron", "RON")],
    cost_unit: solvers::UNIT,
    level_board: board::FACTS,
    move_noun: "step",
    how: "Choose a legal move",
    ..GameInfo::DEFAULT
};

const BLANK: &str = "(role player)\n\n(init start)\n(legal player go)\n(<= (next end) (true start))\n\
                     (<= terminal (true end))\n(goal player 100)";

impl Game for Gdl {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn sniffs(&self, source: &str, path: Option<&Path>) -> bool {
        if has_extension(path, &["kif", "gdl"]) {
            return true;
        }
        let lower = source.to_ascii_lowercase();
        let statement = |word: &str| {
            lower.contains(&format!("({word} ")) || lower.contains(&format!("{word}("))
        };
        statement("role") && (statement("legal") || statement("init") || statement("goal"))
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, TextError> {
        text::parse(source)
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, TextError> {
        text::parse_ron(source, None)
    }

    fn parse_ron_in(&self, source: &str, folder: Option<&Path>) -> Result<LevelRef, TextError> {
        text::parse_ron(source, folder)
    }

    fn language(&self) -> Option<&'static dyn crate::game::Language> {
        Some(&language::GdlLanguage)
    }

    fn blank(&self, _size: Option<Size>) -> LevelRef {
        match GdlLevel::new(BLANK, GdlSettings::default(), Meta::default()) {
            Ok(level) => std::sync::Arc::new(level),
            Err(error) => unreachable!("the blank level is well formed: {error}"),
        }
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::GdlGenerator)
    }

    fn gallery(&self) -> Option<&'static dyn Gallery> {
        Some(&gallery::PatternGallery)
    }

    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        screen::level(self, reading)
    }

    fn read_boards(&self) -> &'static [&'static str] {
        &[board::GRID, "left", "top", "right", "bottom"]
    }
}
