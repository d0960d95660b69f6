//! The file forms.
//!
//! Plain text: keys `robot ROW COLUMN N|E|S|W` and `slots 12 8 8` (main, f1, f2; the default);
//! board tokens separated by blanks: the height of the tile, `*` after it for a light, `.` for no
//! tile.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{
    FormError, Grid, Header, Meta, PlainText, from_ron_text, to_ron_text, token_grid,
};

use super::INFO;
use super::puzzle::{MAX_HEIGHT, MAX_SIDE, Puzzle, Slots, Tile};

/// Reads the plain-text form.
pub(super) fn parse(source: &str) -> Result<(Puzzle, Meta), FormError> {
    let text = PlainText::parse(INFO.id, source)?;
    text.only(&["robot", "slots"])?;
    let missing = "the line ‘robot ROW COLUMN N’ is missing above the board";
    let robot = once(&text, "robot")?;
    let slots = once(&text, "slots")?;
    let tiles = parse_board(text.trimmed_board(), text.end_line)?;
    let (line, robot) = robot.ok_or_else(|| FormError::at(1, 1, missing))?;
    let puzzle = Puzzle {
        tiles,
        robot,
        slots: slots.map_or_else(Slots::default, |(_, slots)| slots),
    };
    puzzle
        .check()
        .map_err(|error| line.error(error.to_string()))?;
    Ok((puzzle, text.meta))
}

/// The value of a key that may stand there once, with its line.
fn once<'a, T: FromStr<Err = String>>(
    text: &PlainText<'a>,
    key: &str,
) -> Result<Option<(Header<'a>, T)>, FormError> {
    let mut lines = text.headers.iter().filter(|header| header.key == key);
    let Some(line) = lines.next() else {
        return Ok(None);
    };
    let value = line.value.parse().map_err(|why: String| line.error(why))?;
    match lines.next() {
        Some(second) => Err(second.error(format!("‘{key}’ stands here twice"))),
        None => Ok(Some((*line, value))),
    }
}

fn parse_board(lines: &[(usize, &str)], end: usize) -> Result<Grid<Option<Tile>>, FormError> {
    if lines.is_empty() {
        let message = "the board is missing: rows of heights such as 2 or 2*, and ‘.’";
        return Err(FormError::at(end, 1, message));
    }
    token_grid(lines, MAX_SIDE, "tiles", |word| {
        Tile::from_token(word).ok_or_else(|| {
            format!(
                "‘{word}’ is neither a height from 0 to {MAX_HEIGHT}, with ‘*’ for a light, \
                 nor ‘.’"
            )
        })
    })
}

/// Rows of tokens, each as wide as the widest but without blanks at the end.
fn rows(puzzle: &Puzzle) -> Vec<String> {
    let tokens = puzzle.tiles.map(|tile| Tile::token(*tile));
    let width = tokens.as_slice().iter().map(String::len).max().unwrap_or(1);
    let row = |tokens: &[String]| {
        let words: Vec<String> = tokens.iter().map(|t| format!("{t:<width$}")).collect();
        words.join(" ").trim_end().to_owned()
    };
    tokens.rows().map(row).collect()
}

/// Writes the plain-text form.
pub(super) fn write(puzzle: &Puzzle, meta: &Meta) -> String {
    let own = [
        ("robot", puzzle.robot.to_string()),
        ("slots", puzzle.slots.to_string()),
    ];
    let mut text = PlainText::write_header(INFO.id, meta, &own);
    for row in rows(puzzle) {
        text.push_str(&row);
        text.push('\n');
    }
    text
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LightBotRon {
    version: u32,
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
    robot: String,
    #[serde(default = "usual_slots")]
    slots: String,
    board: Vec<String>,
}

fn usual_slots() -> String {
    Slots::default().to_string()
}

/// Reads the RON form.
pub(super) fn parse_ron(source: &str) -> Result<(Puzzle, Meta), FormError> {
    let form: LightBotRon = from_ron_text(source)?;
    let refused = |reason: String| FormError::at(1, 1, reason);
    if form.version != 1 || form.game != INFO.id {
        return Err(refused(format!("expected game \"{}\", version 1", INFO.id)));
    }
    let of = |key: &'static str| move |why: String| refused(format!("{key}: {why}"));
    let numbered: Vec<(usize, &str)> = (1..).zip(form.board.iter().map(String::as_str)).collect();
    let puzzle = Puzzle {
        tiles: parse_board(&numbered, 1)
            .map_err(|error| refused(format!("board, row {}: {}", error.line, error.message)))?,
        robot: form.robot.parse().map_err(of("robot"))?,
        slots: form.slots.parse().map_err(of("slots"))?,
    };
    puzzle.check().map_err(|error| refused(error.to_string()))?;
    let meta = Meta {
        title: form.title,
        author: form.author,
        notes: form.notes,
    };
    Ok((puzzle, meta))
}

/// Writes the RON form.
pub(super) fn write_ron(puzzle: &Puzzle, meta: &Meta) -> Result<String, ron::Error> {
    let Meta {
        title,
        author,
        notes,
    } = meta.clone();
    to_ron_text(&LightBotRon {
        version: 1,
        game: INFO.id.to_owned(),
        title,
        author,
        notes,
        robot: puzzle.robot.to_string(),
        slots: puzzle.slots.to_string(),
        board: rows(puzzle),
    })
}
