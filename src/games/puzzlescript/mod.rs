//! Any game in PuzzleScript, Stephen Lavelle's language for grid puzzles (2013, <https://www.puzzlescript.net>).
//!
//! [`syntax`] parses a text, [`compile`] resolves it to rules, [`engine`] plays them. A file holds a game with many
//! levels; each becomes a level of its own that carries the whole text.

use planwright_game as game;

mod analysis;
mod animation;
pub mod compile;
pub mod engine;
mod game_file;
mod generate;
mod grid;
mod language;
mod level;
mod playthrough;
mod position;
mod report;
mod screen;
mod solvers;
mod style;
pub mod syntax;
#[cfg(test)]
mod tests;
mod text;

use std::path::Path;
use std::sync::Arc;

use crate::game::typed::read_ron;
use crate::game::{
    Analyzer, Game, GameInfo, Generator, Language, Level as _, LevelRef, Meta, Reading,
    ReadingError, Size, Solver, TextError, has_extension,
};

use game_file::{first_error, first_playable, read};
use text::Ron;

pub struct PuzzleScript;

/// Id of the level's board.
const BOARD: &str = "level";

static INFO: GameInfo = GameInfo {
    id: "puzzlescript",
    title: "PuzzleScript",
    summary: "Any game written in PuzzleScript: meet the win conditions of each level.",
    rules: "The game’s text holds the rules: what happens when the player moves or acts, and when a level is won. Move with the arrow keys and act with X; moves can be undone and the level restarted.",
    forms: &[("txt", "game"), ("ron", "RON")],
    cost_unit: "moves",
    level_board: BOARD,
    move_noun: "move",
    how: "Press an arrow key or X",
    ..GameInfo::DEFAULT
};

const BLANK_GAME: &str = include_str!("blank.txt");

impl Game for PuzzleScript {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn sniffs(&self, source: &str, path: Option<&Path>) -> bool {
        if has_extension(path, &["puzzlescript", "puzzle"]) {
            return true;
        }
        let headings = ["objects", "collisionlayers", "rules", "levels"];
        let is = |heading: &&str| {
            let mut lines = source.lines();
            lines.any(|line| line.trim().eq_ignore_ascii_case(heading))
        };
        headings.iter().filter(|heading| is(heading)).count() >= 2
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, TextError> {
        let level = first_playable(read(source).map_err(first_error)?);
        let level = level.ok_or_else(|| TextError::at(1, 1, "the game has no levels"))?;
        Ok(Arc::new(level))
    }

    fn parse_several(&self, source: &str) -> Vec<Result<LevelRef, TextError>> {
        match read(source) {
            Ok(levels) => {
                let levels = levels.into_iter();
                let levels = levels.map(|level| Ok(Arc::new(level) as LevelRef));
                levels.collect()
            }
            Err(problems) => vec![Err(first_error(problems))],
        }
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, TextError> {
        let (meta, Ron { level, text }) = read_ron(INFO.id, source)?;
        let levels = read(&text).map_err(first_error)?;
        let there = levels.len();
        let index = level.checked_sub(1);
        let chosen = index.and_then(|index| levels.into_iter().nth(index));
        let chosen = chosen.ok_or_else(|| {
            let message = format!("there is no level {level}; the game has {there}");
            TextError::at(1, 1, message)
        })?;
        Ok(match meta == Meta::default() {
            true => Arc::new(chosen),
            false => chosen.with_meta(meta),
        })
    }

    fn language(&self) -> Option<&'static dyn Language> {
        Some(&language::ScriptLanguage)
    }

    fn blank(&self, _size: Option<Size>) -> LevelRef {
        match self.parse_text(BLANK_GAME) {
            Ok(level) => level,
            Err(error) => unreachable!("the blank game is well formed: {error}"),
        }
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        solvers::ALL
    }

    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        let Some(text) = &reading.base else {
            let reason = "the game's text is missing; open it, or name its file";
            return Err(ReadingError::NoLevel(reason.to_owned()));
        };
        let levels = read(text).map_err(|problems| {
            let error = first_error(problems);
            ReadingError::NoLevel(format!("the game's text cannot be read: {error}"))
        })?;
        screen::recognize_level(levels.into_iter(), reading.require(BOARD)?)
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::Mutations)
    }

    fn analyzer(&self) -> Option<&'static dyn Analyzer> {
        Some(&report::Reports)
    }
}
