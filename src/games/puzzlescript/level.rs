//! A level of a game, with the whole game's text around it.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::game::typed::write_ron;
use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, FormError, Grid, GridLevel, Level,
    LevelRef, Meta, Playthrough, Position, Size, Tone, words,
};

use super::compile::{Game, Stage, Start, compile};
use super::engine::Plan;
use super::look::{self, Palette};
use super::position::Played;
use super::syntax::{Problem, Row};
use super::text::{self, Ron};
use super::through::Through;
use super::{BOARD, INFO};

/// What is made of a game's text.
#[derive(Debug)]
pub struct Made {
    pub game: Arc<Game>,
    pub plan: Arc<Plan>,
    pub palette: Palette,
    /// Errors that leave something to play, and warnings.
    pub problems: Vec<Problem>,
}

/// A level or message.
#[derive(Clone, Debug)]
pub struct PuzzleLevel {
    pub(super) meta: Meta,
    pub(super) text: Arc<str>,
    pub(super) made: Arc<Made>,
    /// The entry of LEVELS, from 0.
    pub(super) stage: usize,
    /// The level; none if it is a message.
    pub(super) start: Option<Arc<Start>>,
    first: Arc<OnceLock<Played>>,
}

/// Reads a game's text. The first error if nothing comes of it.
///
/// # Errors
/// What is wrong, and where.
pub fn read(source: &str) -> Result<Vec<PuzzleLevel>, Vec<Problem>> {
    let text = source
        .strip_prefix('\u{feff}')
        .unwrap_or(source)
        .replace("\r\n", "\n");
    let (game, problems) = compile(&text);
    let Some(game) = game.filter(|game| !game.stages.is_empty()) else {
        return Err(problems);
    };
    let title = game.options.title.clone();
    let author = game.options.author.clone();
    let notes = text::notes(&text);
    let made = Made {
        plan: Arc::new(Plan::new(&game)),
        palette: Palette::of(&game),
        game: Arc::new(game),
        problems,
    };
    let made = Arc::new(made);
    let text: Arc<str> = text.into();
    let level = |(stage, entry): (usize, &Stage)| PuzzleLevel {
        meta: Meta {
            title: title.clone(),
            author: author.clone(),
            notes: notes.clone(),
        },
        text: Arc::clone(&text),
        made: Arc::clone(&made),
        stage,
        start: match entry {
            Stage::Level(start) => Some(Arc::new(start.clone())),
            Stage::Message { .. } => None,
        },
        first: Arc::default(),
    };
    Ok(made.game.stages.iter().enumerate().map(level).collect())
}

/// The first error of a text of which nothing comes.
pub fn first_error(problems: Vec<Problem>) -> FormError {
    let first = problems.into_iter().find(|problem| problem.severe);
    first.map_or_else(
        || FormError::at(1, 1, "this is no game"),
        |problem| problem.error,
    )
}

impl PuzzleLevel {
    /// The level with other rows.
    fn with_rows(&self, start: &Start, rows: &[String], cells: Vec<Vec<usize>>) -> LevelRef {
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

    fn objects(&self, cell: Cell) -> Option<Vec<usize>> {
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

    /// The position before the first move.
    pub(super) fn played(&self) -> Played {
        self.first
            .get_or_init(|| Played::new(self.clone_without_first()))
            .clone()
    }

    /// The level for a position, which must not hold itself.
    fn clone_without_first(&self) -> Self {
        Self {
            first: Arc::default(),
            ..self.clone()
        }
    }
}

impl Level for PuzzleLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        let meta = Meta {
            title: text::in_one_line(&meta.title),
            author: text::in_one_line(&meta.author),
            ..meta
        };
        let text = text::with_meta(&self.text, &self.meta, &meta);
        let more = text.split('\n').count() as isize - self.text.split('\n').count() as isize;
        let start = self.start.as_ref().map(|start| {
            let mut start = Start::clone(start);
            for row in &mut start.rows {
                row.line = row.line.saturating_add_signed(more);
            }
            Arc::new(start)
        });
        Arc::new(Self {
            meta,
            text: text.into(),
            start,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        let mut text = self.text.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        let content = Ron {
            level: self.stage + 1,
            text: self.to_text(),
        };
        // Title, author and notes are in the text.
        write_ron(INFO.id, &Meta::default(), &content, false)
    }

    fn written(&self) -> Option<Arc<str>> {
        Some(Arc::clone(&self.text))
    }

    fn number(&self) -> Option<usize> {
        Some(self.stage + 1)
    }

    fn sibling(&self, number: usize) -> Option<LevelRef> {
        let levels = read(&self.text).ok()?;
        let level = levels.into_iter().nth(number.checked_sub(1)?)?;
        Some(Arc::new(level))
    }

    fn message(&self) -> Option<&str> {
        match self.made.game.stages.get(self.stage) {
            Some(Stage::Message { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// The rules, and this level's rows: other levels may change.
    fn identity(&self) -> String {
        let lines = self
            .text
            .split('\n')
            .skip_while(|line| !line.trim().eq_ignore_ascii_case("objects"));
        let rules = lines.take_while(|line| !line.trim().eq_ignore_ascii_case("levels"));
        let rows = self.start.iter().flat_map(|start| &start.rows);
        let rows = rows.map(|row| row.text.iter().collect::<String>());
        let lines: Vec<String> = rules.map(str::to_owned).chain(rows).collect();
        lines.join("\n")
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(self.played())
    }

    fn playthrough(&self, seed: Option<&str>) -> Box<dyn Playthrough> {
        Box::new(Through::new(self, seed))
    }

    fn unplayable(&self) -> Option<String> {
        let Some(start) = &self.start else {
            return Some(
                "this entry is a message between levels; choose a level beside it".to_owned(),
            );
        };
        let reason = start.broken.as_ref();
        reason.map(|reason| format!("the level cannot be played: {reason}"))
    }

    fn board(&self) -> BoardInfo {
        let size = self.start.as_ref().map_or(Size::new(1, 1), |start| {
            Size::new(start.height.max(1), start.width.max(1))
        });
        BoardInfo::new(BOARD, "Level", size)
    }

    fn look(&self, cell: Cell) -> CellLook {
        let made = &self.made;
        match (self.objects(cell), self.message()) {
            (Some(objects), _) => look::look(&made.game, &made.palette, &objects),
            (None, Some(text)) => CellLook::new("message", Tone::Empty, text.to_owned()).glyph("…"),
            _ => CellLook::new("", Tone::Hole, "no cell"),
        }
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let game = &self.made.game;
        let mut facts: Vec<(Cow<'static, str>, String)> = vec![
            (
                "Entry".into(),
                format!("{} of {}", self.stage + 1, game.stages.len()),
            ),
            ("Objects".into(), words::number(game.names.objects.len())),
        ];
        if let Some(text) = self.message() {
            facts.push(("Message".into(), text.to_owned()));
        }
        for problem in &self.made.problems {
            let name = if problem.severe { "Error" } else { "Warning" };
            facts.push((name.into(), problem.error.to_string()));
        }
        facts
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        let groups =
            |half: &super::compile::Program| -> usize { half.groups.iter().map(Vec::len).sum() };
        let game = &self.made.game;
        let rules = groups(&game.first) + groups(&game.late);
        vec![("Rules, each for one direction".into(), words::number(rules))]
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        self.start
            .as_ref()
            .filter(|start| start.broken.is_none())
            .map(|_| self as &dyn GridLevel)
    }

    fn extent(&self) -> String {
        match &self.start {
            Some(_) => self.board().size.to_string(),
            None => "message".to_owned(),
        }
    }
}

impl GridLevel for PuzzleLevel {
    fn grid(&self) -> Grid<CellValue> {
        let size = self.board().size;
        let mut grid = Grid::filled(size, 0);
        for cell in size.cells() {
            let objects = look::filled(&self.made.game, self.objects(cell).unwrap_or_default());
            let value = self.made.palette.value(&objects);
            grid.set(cell, value.unwrap_or_else(|| self.by_sign(cell)));
        }
        grid
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let start = self.start.clone().unwrap_or_default();
        let size = grid.size();
        EditError::check_sides(size, MOST_SIDE.max(start.width).max(start.height))?;
        let old = self.grid();
        let usual = self
            .made
            .game
            .background
            .map(|background| background.object);
        let mut rows = vec![String::new(); size.rows];
        let mut cells = vec![Vec::new(); size.rows * size.cols];
        for (cell, value) in grid.iter() {
            let same = old.get(cell) == Some(value);
            let kept = start
                .rows
                .get(cell.row)
                .and_then(|row| row.text.get(cell.col))
                .filter(|_| same);
            let sign = kept.copied().or_else(|| self.made.palette.sign(*value));
            let Some(sign) = sign else {
                let reason = "the legend has no sign for it".to_owned();
                return Err(EditError::Value { cell, reason });
            };
            rows[cell.row].push(sign);
            let objects = self.made.game.signs.objects(sign).unwrap_or_default();
            cells[cell.col * size.rows + cell.row] = objects.to_vec();
        }
        // A cell without a background has the level’s first one.
        if let (Some(background), Some(usual)) = (self.made.game.background, usual) {
            let is_background =
                |object: &usize| self.made.game.names.objects[*object].layer == background.layer;
            let found = cells
                .iter()
                .find_map(|cell| cell.iter().copied().find(is_background));
            for cell in &mut cells {
                if !cell.iter().any(is_background) {
                    cell.push(found.unwrap_or(usual));
                }
            }
        }
        Ok(self.with_rows(&start, &rows, cells))
    }

    fn brushes(&self) -> Vec<Brush> {
        let made = &self.made;
        let signs = made.palette.signs.iter().enumerate();
        let brush = |(index, (sign, objects)): (usize, &(char, Vec<usize>))| {
            let look = look::look(&made.game, &made.palette, objects);
            Brush::new(index as CellValue, look, Some(*sign))
        };
        signs.map(brush).collect()
    }

    fn blank_value(&self) -> CellValue {
        // What lies on the ground alone.
        let signs = self.made.palette.signs.iter();
        let lone = signs
            .map(|(_, objects)| objects.len())
            .position(|count| count == 1);
        lone.unwrap_or(0) as CellValue
    }

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(MOST_SIDE, MOST_SIDE))
    }
}

/// The most rows or columns that editing makes.
const MOST_SIDE: usize = 128;

impl PuzzleLevel {
    /// The value of the sign that stands in a cell, whatever lies there.
    fn by_sign(&self, cell: Cell) -> CellValue {
        let made = &self.made;
        let start = self.start.as_ref();
        let sign = start.and_then(|start| start.rows.get(cell.row)?.text.get(cell.col).copied());
        let objects = sign.and_then(|sign| made.game.signs.objects(sign));
        let objects = look::filled(&made.game, objects.unwrap_or_default().to_vec());
        made.palette.value(&objects).unwrap_or(0)
    }
}
