//! Compiled text: a game, and its levels, each of which carries the whole text.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::game::search::{Budget, Stop};
use crate::game::{
    Cell, CellStyle, CellValue, Complaint, Level as _, LevelRef, Meta, Move, MoveError, TextError,
    words,
};

use super::analysis::rules;
use super::compile::{Command, CompiledGame, Rule, Stage, Start, compile};
use super::engine::{GamePlan, MAX_AGAIN, Session, Unfinished};
use super::style::{self, SignPalette};
use super::syntax::SourceRow;
use super::text;

/// Default random seed.
pub const SEED: &str = "planwright";

#[derive(Debug)]
pub struct GameFile {
    text: Arc<str>,
    meta: Meta,
    pub game: Arc<CompiledGame>,
    pub plan: Arc<GamePlan>,
    pub palette: SignPalette,
    /// Warnings, and errors that leave something to play.
    pub problems: Vec<Complaint>,
}

/// A level or message. Editing changes its text and start, while `file` remains the text as compiled.
#[derive(Clone, Debug)]
pub struct PuzzleLevel {
    pub(super) meta: Meta,
    pub(super) text: Arc<str>,
    pub(super) file: Arc<GameFile>,
    /// Index of the entry in LEVELS.
    pub(super) stage: usize,
    /// The level; `None` for a message.
    pub(super) start: Option<Arc<Start>>,
    /// Session at its start ([`Self::session`]).
    pub(super) first: Arc<OnceLock<Result<Session, Unfinished>>>,
}

/// Reads a game's text; fails with all problems if there is nothing to play.
pub fn read(source: &str) -> Result<Vec<PuzzleLevel>, Vec<Complaint>> {
    let text = source.strip_prefix('\u{feff}').unwrap_or(source);
    let text = text.replace("\r\n", "\n");
    let (game, problems) = compile(&text);
    let Some(game) = game.filter(|game| !game.stages.is_empty()) else {
        return Err(problems);
    };
    let file = GameFile {
        meta: Meta {
            title: game.options.title.clone(),
            author: game.options.author.clone(),
            notes: text::notes(&text),
        },
        text: text.into(),
        plan: Arc::new(GamePlan::new(&game)),
        palette: SignPalette::new(&game),
        game: Arc::new(game),
        problems,
    };
    let file = Arc::new(file);
    let all = 0..file.game.stages.len();
    Ok(all.filter_map(|stage| level(&file, stage)).collect())
}

/// A level or message of a compiled text, by index.
fn level(file: &Arc<GameFile>, stage: usize) -> Option<PuzzleLevel> {
    let start = match file.game.stages.get(stage)? {
        Stage::Level(start) => Some(Arc::new(start.clone())),
        Stage::Message(_) => None,
    };
    Some(PuzzleLevel {
        meta: file.meta.clone(),
        text: Arc::clone(&file.text),
        file: Arc::clone(file),
        stage,
        start,
        first: Arc::default(),
    })
}

/// The first level that can be played, otherwise the first.
pub fn first_playable(mut levels: Vec<PuzzleLevel>) -> Option<PuzzleLevel> {
    let index = levels.iter().position(|level| level.unplayable().is_none());
    (!levels.is_empty()).then(|| levels.swap_remove(index.unwrap_or(0)))
}

/// The first error of a text with nothing to play.
pub fn first_error(problems: Vec<Complaint>) -> TextError {
    let first = problems.into_iter().find(|problem| problem.severe);
    first.map_or_else(
        || TextError::at(1, 1, "this is not a PuzzleScript game"),
        |problem| problem.error,
    )
}

impl GameFile {
    /// Style of a cell with these objects, in order.
    pub fn cell_style(&self, objects: &[usize]) -> CellStyle {
        self.palette.style(&self.game, objects)
    }

    /// The commands ‘again’ in its rules, with their lines.
    fn again(&self) -> String {
        let gives_again = |rule: &&Rule| rule.commands.contains(&Command::Again);
        let lines = rules(&self.game).filter(gives_again);
        let lines: BTreeSet<usize> = lines.map(|rule| rule.head.line).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        format!("‘again’ in {noun} {}", lines.join(", "))
    }

    /// Line of the text, numbered from 1.
    pub fn line(&self, number: usize) -> &str {
        let line = self.text.split('\n').nth(number.saturating_sub(1));
        line.unwrap_or_default().trim()
    }
}

impl PuzzleLevel {
    /// The level with other rows in its text, and the cells that they mean; `start` is the start so far.
    pub fn with_rows(&self, start: &Start, rows: &[String], cells: Vec<Vec<usize>>) -> LevelRef {
        let text: Arc<str> = text::with_rows(&self.text, &start.rows, rows).into();
        let count = start.rows.len();
        let last = start.rows.last().map_or(1, |row| row.line);
        let source_rows = rows.iter().enumerate().map(|(index, row)| {
            let known = start.rows.get(index);
            SourceRow {
                text: row.chars().collect(),
                line: known.map_or(last + index + 1 - count.min(index + 1), |row| row.line),
                column: known.map_or(1, |row| row.column),
            }
        });
        let start = Start {
            width: rows.first().map_or(0, |row| row.chars().count()),
            height: rows.len(),
            cells,
            rows: source_rows.collect(),
            broken: None,
        };
        Arc::new(Self {
            text,
            start: Some(Arc::new(start)),
            first: Arc::default(),
            ..self.clone()
        })
    }

    /// Another level or message of the text, by index.
    pub fn sibling_stage(&self, stage: usize) -> Option<Self> {
        // An edited text differs from the compiled one.
        if Arc::ptr_eq(&self.text, &self.file.text) {
            return level(&self.file, stage);
        }
        read(&self.text).ok()?.into_iter().nth(stage)
    }

    /// Objects in a cell, sorted.
    pub fn objects(&self, cell: Cell) -> Option<Vec<usize>> {
        let start = self.start.as_ref()?;
        let inside = cell.row < start.height && cell.col < start.width;
        let objects = start.cells.get(cell.col * start.height + cell.row);
        let mut objects = objects.filter(|_| inside)?.clone();
        objects.sort_unstable();
        Some(objects)
    }

    /// Session at its start, for moves within the budget; an error if the rules do not finish, or it is not a level.
    pub fn session(&self, budget: &Budget) -> Result<Session, Unfinished> {
        let stay = true;
        let start = || match self.fault() {
            Some(_) => Err(Unfinished::Unplayable),
            None => self.open(SEED, stay, budget),
        };
        let mut session = self.first.get().cloned().unwrap_or_else(start);
        // Another budget may allow more.
        if budget.check().is_ok() {
            let _ = self.first.set(session.clone());
        }
        if let Ok(session) = &mut session {
            session.budget = budget.clone();
        }
        session
    }

    /// Error of a move without a result, or of the level's start without one, for the author of the rules.
    pub fn unfinished_error(&self, mv: Option<Move>, cause: Unfinished) -> MoveError {
        let again = self.file.again();
        let reason = match cause {
            Unfinished::Endless => {
                format!("the rules never finish; stop the {again}, which goes on for ever")
            }
            Unfinished::Unplayable => self.unplayable().unwrap_or_default(),
            Unfinished::Turns => format!(
                "more than {} turns follow by the {again}; change the rules so that fewer do",
                words::number(MAX_AGAIN)
            ),
            Unfinished::Work => {
                "its rules need too much work; shorten them, or make the level smaller".to_owned()
            }
            Unfinished::WorkByAgain => format!(
                "its turns need too much work in rules; shorten them, or let fewer turns follow by the {again}"
            ),
            Unfinished::Budget(Stop::Deadline) => {
                "the time limit was reached; allow more time".to_owned()
            }
            Unfinished::Budget(stop) => stop.in_words().to_owned(),
        };
        let is_illegal = matches!(cause, Unfinished::Endless | Unfinished::Unplayable);
        let (what, act) = match mv {
            Some(mv) => (format!("what ‘{mv}’ does"), format!("play ‘{mv}’")),
            None => ("how the level starts".into(), "start the level".into()),
        };
        match is_illegal {
            true => MoveError::Illegal { act, reason },
            false => MoveError::Undecided { what, reason },
        }
    }

    /// Session at the start of the level or message; see [`Session::new`].
    pub fn open(&self, seed: &str, stay: bool, budget: &Budget) -> Result<Session, Unfinished> {
        let (game, plan) = (Arc::clone(&self.file.game), Arc::clone(&self.file.plan));
        // The level may have been edited since its text was compiled.
        let stage = (self.stage, self.start.as_deref());
        Session::new(game, plan, stage, seed, stay, budget)
    }

    /// Value of the sign written in a cell, whatever objects are there.
    pub fn written_value(&self, cell: Cell) -> CellValue {
        let file = &self.file;
        let start = self.start.as_ref();
        let sign = start.and_then(|start| start.rows.get(cell.row)?.text.get(cell.col).copied());
        let objects = sign.and_then(|sign| file.game.signs.objects(sign));
        let objects = style::normalize(&file.game, objects.unwrap_or_default().to_vec());
        file.palette.value(&objects).unwrap_or(0)
    }
}
