//! The target, and its file forms.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, FormError, Grid, GridLevel, Level,
    LevelRef, Marks, Meta, PlainText, Position, Size, from_ron_text, to_ron_text,
};

use super::INFO;
use super::position::LogoPosition;
use super::target::{Target, value_look};

/// Longest side of a board.
pub const MAX_SIDE: usize = 200;

/// Size of the original's boards.
pub(super) const ORIGINAL_SIZE: Size = Size::new(6, 10);

/// A level: the target to be reached from an empty board of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogoLevel {
    meta: Meta,
    target: Arc<Target>,
}

impl LogoLevel {
    /// A level with this target.
    ///
    /// # Errors
    /// When a side is 0 or longer than [`MAX_SIDE`], or a value is above 4.
    pub fn new(target: Target, meta: Meta) -> Result<Self, EditError> {
        let size = target.size();
        if !(1..=MAX_SIDE).contains(&size.rows) || !(1..=MAX_SIDE).contains(&size.cols) {
            let limits = format!("1 to {MAX_SIDE} rows and columns");
            return Err(EditError::Size { size, limits });
        }
        if let Some((cell, value)) = target.iter().find(|(_, value)| **value > 4) {
            let reason = format!("{value} is not one of 0 (empty) to 4");
            return Err(EditError::Value { cell, reason });
        }
        Ok(Self {
            meta,
            target: Arc::new(target),
        })
    }

    /// A level whose size and values are known to be in range.
    pub(super) fn trusted(target: Target, meta: Meta) -> Self {
        let target = Arc::new(target);
        Self { meta, target }
    }

    /// An empty target; sides are brought into range.
    pub(super) fn blank(size: Size) -> LevelRef {
        let size = Size::new(size.rows.clamp(1, MAX_SIDE), size.cols.clamp(1, MAX_SIDE));
        Arc::new(Self {
            meta: Meta::default(),
            target: Arc::new(Grid::filled(size, 0)),
        })
    }

    /// The target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    fn rows_as_text(&self) -> Vec<String> {
        self.target
            .rows()
            .map(|row| row.iter().map(|v| token(*v)).collect())
            .collect()
    }
}

/// The character of a value.
fn token(value: u8) -> char {
    if value == 0 {
        '.'
    } else {
        char::from(b'0' + value)
    }
}

/// The RON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogoRon {
    version: u32,
    game: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    /// Rows of `.` and `1`–`4`.
    board: Vec<String>,
}

/// Whether the text is the header-less form: a first line `R C`.
pub(super) fn is_headerless(source: &str) -> bool {
    headerless_size(source).is_some()
}

fn headerless_size(source: &str) -> Option<(usize, Size)> {
    let (index, line) = source
        .lines()
        .enumerate()
        .find(|(_, line)| !skipped(line))?;
    let mut words = line.split_whitespace();
    let size = Size::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((index + 1, size))
}

/// Empty lines and comments before the header-less form's first line.
fn skipped(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(';')
}

pub(super) fn parse_text(source: &str) -> Result<LevelRef, FormError> {
    if let Some((first, size)) = headerless_size(source) {
        let rows: Vec<_> = source
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
            .skip(first)
            .filter(|(_, line)| !line.trim().is_empty())
            .collect();
        let target = parse_rows(&rows, first + 1)?;
        if target.size() != size {
            let message = format!("the board is {}, but this line says {size}", target.size());
            return Err(FormError::at(first, 1, message));
        }
        return level(target, Meta::default());
    }
    let text = PlainText::parse(INFO.id, source)?;
    text.only(&[])?;
    level(parse_rows(text.trimmed_board(), text.end_line)?, text.meta)
}

pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
    let LogoRon {
        version,
        game,
        title,
        author,
        notes,
        board,
    } = from_ron_text(source)?;
    if game != INFO.id {
        return Err(FormError::at(
            1,
            1,
            format!("the game is ‘{game}’, not ‘{}’", INFO.id),
        ));
    }
    if version != 1 {
        let message = format!("version {version} is not known; this program reads version 1");
        return Err(FormError::at(1, 1, message));
    }
    let rows: Vec<_> = board
        .iter()
        .enumerate()
        .map(|(i, row)| (i + 1, row.as_str()))
        .collect();
    let target = parse_rows(&rows, rows.len() + 1).map_err(|error| {
        // Rows of the list, not lines of the file: say so and point at the list.
        let (line, column) = position_of(source, "board");
        let message = format!(
            "board row {}, column {}: {}",
            error.line, error.column, error.message
        );
        FormError::at(line, column, message)
    })?;
    level(
        target,
        Meta {
            title,
            author,
            notes,
        },
    )
}

/// Line and column of a field's name in RON text.
fn position_of(source: &str, field: &str) -> (usize, usize) {
    let offset = source.find(field).unwrap_or(0);
    let before = &source[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}

fn level(target: Target, meta: Meta) -> Result<LevelRef, FormError> {
    let level = LogoLevel::new(target, meta);
    level
        .map(|level| Arc::new(level) as LevelRef)
        .map_err(|e| FormError::at(1, 1, e.to_string()))
}

fn parse_rows(rows: &[(usize, &str)], end_line: usize) -> Result<Target, FormError> {
    let Some((_, first)) = rows.first() else {
        return Err(FormError::at(
            end_line,
            1,
            "the board is missing: rows of ‘.’ and ‘1’–‘4’",
        ));
    };
    if rows.len() > MAX_SIDE {
        let message = format!("more than {MAX_SIDE} rows");
        return Err(FormError::at(rows[MAX_SIDE].0, 1, message));
    }
    let cols = first.trim_end().chars().count();
    if cols > MAX_SIDE {
        let message = format!("more than {MAX_SIDE} columns");
        return Err(FormError::at(rows[0].0, MAX_SIDE + 1, message));
    }
    let mut cells = Vec::with_capacity(rows.len() * cols);
    for &(line, row) in rows {
        let row = row.trim_end();
        for (index, character) in row.chars().enumerate() {
            cells.push(match character {
                '.' => 0,
                '1'..='4' => character as u8 - b'0',
                _ => {
                    let message = format!("‘{character}’ is not one of ‘.’, ‘1’, ‘2’, ‘3’, ‘4’");
                    return Err(FormError::at(line, index + 1, message));
                }
            });
        }
        let length = row.chars().count();
        if length != cols {
            let message = format!("this row has {length} cells, the first one has {cols}");
            return Err(FormError::at(line, length.min(cols) + 1, message));
        }
    }
    Grid::from_cells(Size::new(rows.len(), cols), cells)
        .ok_or_else(|| FormError::at(end_line, 1, "the rows do not make a rectangle"))
}

impl Level for LogoLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
            meta,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        let mut text = PlainText::write_header(INFO.id, &self.meta, &[]);
        for row in self.rows_as_text() {
            text.push_str(&row);
            text.push('\n');
        }
        text
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        let Meta {
            title,
            author,
            notes,
        } = self.meta.clone();
        let (game, board) = (INFO.id.to_owned(), self.rows_as_text());
        to_ron_text(&LogoRon {
            version: 1,
            game,
            title,
            author,
            notes,
            board,
        })
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(LogoPosition::start(Arc::clone(&self.target)))
    }

    fn board(&self) -> BoardInfo {
        BoardInfo {
            id: INFO.level_board,
            title: "Target",
            size: self.target.size(),
        }
    }

    fn look(&self, cell: Cell) -> CellLook {
        value_look(self.target.get(cell).copied()).marked(Marks::default())
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let count = |wanted: u8| {
            self.target
                .as_slice()
                .iter()
                .filter(|v| **v == wanted)
                .count()
        };
        let stamps = self.target.size().area() - count(0);
        let numbers = (1..=4)
            .map(|v| format!("{} × {v}", count(v)))
            .collect::<Vec<_>>()
            .join(", ");
        vec![
            ("Size".into(), self.target.size().to_string()),
            ("Stamps".into(), stamps.to_string()),
            ("Numbers".into(), numbers),
        ]
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }
}

impl GridLevel for LogoLevel {
    fn grid(&self) -> Grid<CellValue> {
        self.target.map(|value| u16::from(*value))
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let target = grid.map(|value| u8::try_from(*value).unwrap_or(u8::MAX));
        Ok(Arc::new(Self::new(target, self.meta.clone())?))
    }

    fn brushes(&self) -> Vec<Brush> {
        (0..=4u8)
            .map(|value| {
                let look = value_look(Some(value));
                let key = if value == 0 { '0' } else { token(value) };
                Brush {
                    value: value.into(),
                    text: look.value,
                    name: look.name,
                    key: Some(key),
                    tone: look.tone,
                }
            })
            .collect()
    }

    fn blank_value(&self) -> CellValue {
        0
    }

    fn size_limits(&self) -> (Size, Size) {
        (Size::new(1, 1), Size::new(MAX_SIDE, MAX_SIDE))
    }
}
