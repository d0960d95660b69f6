//! Compiled text: a game, and its levels, each of which carries the whole text.

use std::sync::{Arc, OnceLock};

use crate::game::{Cell, CellValue, Complaint, FormError, LevelRef, Meta};

use super::compile::{Game, Stage, Start, compile};
use super::engine::{Plan, Session};
use super::look::{self, Palette};
use super::syntax::Row;
use super::text;

/// Default random seed.
pub const SEED: &str = "planwright";

/// A compiled text.
#[derive(Debug)]
pub struct Made {
    text: Arc<str>,
    meta: Meta,
    pub game: Arc<Game>,
    pub plan: Arc<Plan>,
    pub palette: Palette,
    /// Warnings, and errors that leave something to play.
    pub problems: Vec<Complaint>,
}

/// A level or message.
#[derive(Clone, Debug)]
pub struct PuzzleLevel {
    pub(super) meta: Meta,
    pub(super) text: Arc<str>,
    pub(super) made: Arc<Made>,
    /// Index of the entry in LEVELS.
    pub(super) stage: usize,
    /// The level; `None` for a message.
    pub(super) start: Option<Arc<Start>>,
    /// Session at its start; `None` if the rules never finish.
    pub(super) first: Arc<OnceLock<Option<Session>>>,
}

/// Reads a game's text.
///
/// # Errors
/// All problems, if there is nothing to play.
pub fn read(source: &str) -> Result<Vec<PuzzleLevel>, Vec<Complaint>> {
    let text = source
        .strip_prefix('\u{feff}')
        .unwrap_or(source)
        .replace("\r\n", "\n");
    let (game, problems) = compile(&text);
    let Some(game) = game.filter(|game| !game.stages.is_empty()) else {
        return Err(problems);
    };
    let made = Made {
        meta: Meta {
            title: game.options.title.clone(),
            author: game.options.author.clone(),
            notes: text::notes(&text),
        },
        text: text.into(),
        plan: Arc::new(Plan::new(&game)),
        palette: Palette::of(&game),
        game: Arc::new(game),
        problems,
    };
    let made = Arc::new(made);
    let all = 0..made.game.stages.len();
    Ok(all.filter_map(|stage| level(&made, stage)).collect())
}

/// A level or message of a compiled text, by index.
fn level(made: &Arc<Made>, stage: usize) -> Option<PuzzleLevel> {
    let start = match made.game.stages.get(stage)? {
        Stage::Level(start) => Some(Arc::new(start.clone())),
        Stage::Message { .. } => None,
    };
    Some(PuzzleLevel {
        meta: made.meta.clone(),
        text: Arc::clone(&made.text),
        made: Arc::clone(made),
        stage,
        start,
        first: Arc::default(),
    })
}

/// The first error of a text with nothing to play.
pub fn first_error(problems: Vec<Complaint>) -> FormError {
    let first = problems.into_iter().find(|problem| problem.severe);
    first.map_or_else(
        || FormError::at(1, 1, "this is not a PuzzleScript game"),
        |problem| problem.error,
    )
}

impl Made {
    /// A line of the text, from 1.
    pub fn line(&self, number: usize) -> &str {
        let line = self.text.split('\n').nth(number.saturating_sub(1));
        line.unwrap_or_default().trim()
    }
}

impl PuzzleLevel {
    /// The level with other rows.
    pub fn with_rows(&self, start: &Start, rows: &[String], cells: Vec<Vec<usize>>) -> LevelRef {
        let text: Arc<str> = text::with_rows(&self.text, &start.rows, rows).into();
        let first = start.rows.first().map_or(1, |row| row.line);
        let last = start.rows.last().map_or(first, |row| row.line);
        let places = rows.iter().enumerate().map(|(index, row)| {
            let known = start.rows.get(index);
            Row {
                text: row.chars().collect(),
                line: known.map_or(last + index + 1 - start.rows.len().min(index + 1), |row| {
                    row.line
                }),
                column: known.map_or(1, |row| row.column),
            }
        });
        let start = Start {
            width: rows.first().map_or(0, |row| row.chars().count()),
            height: rows.len(),
            cells,
            rows: places.collect(),
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
    pub fn other(&self, stage: usize) -> Option<Self> {
        // An edited text differs from the compiled one.
        if Arc::ptr_eq(&self.text, &self.made.text) {
            return level(&self.made, stage);
        }
        read(&self.text).ok()?.into_iter().nth(stage)
    }

    /// Objects in a cell, sorted.
    pub fn objects(&self, cell: Cell) -> Option<Vec<usize>> {
        let start = self.start.as_ref()?;
        let inside = cell.row < start.height && cell.col < start.width;
        let mut objects = start
            .cells
            .get(cell.col * start.height + cell.row)
            .filter(|_| inside)?
            .clone();
        objects.sort_unstable();
        Some(objects)
    }

    /// Session at its start; `None` if the rules never finish, or it is not a level.
    pub fn session(&self) -> Option<Session> {
        let begin = || {
            let start = self
                .start
                .as_deref()
                .filter(|start| start.broken.is_none())?;
            let (game, plan) = (Arc::clone(&self.made.game), Arc::clone(&self.made.plan));
            Session::of_level(game, plan, self.stage, start, SEED).ok()
        };
        self.first.get_or_init(begin).clone()
    }

    /// Value of the sign written in a cell, whatever objects are there.
    pub fn by_sign(&self, cell: Cell) -> CellValue {
        let made = &self.made;
        let start = self.start.as_ref();
        let sign = start.and_then(|start| start.rows.get(cell.row)?.text.get(cell.col).copied());
        let objects = sign.and_then(|sign| made.game.signs.objects(sign));
        let objects = look::filled(&made.game, objects.unwrap_or_default().to_vec());
        made.palette.value(&objects).unwrap_or(0)
    }
}
