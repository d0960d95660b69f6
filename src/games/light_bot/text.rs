//! The file forms.
//!
//! Plain text: keys `robot ROW COLUMN N|E|S|W` and `slots 12 8 8` (main, f1, f2; the default);
//! board tokens separated by blanks: the height of the tile, `*` after it for a light, `.` for no
//! tile.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{
    FormError, Grid, LevelRef, Meta, PlainText, from_ron_text, to_ron_text, token_grid,
};

use super::INFO;
use super::level::LightBotLevel;
use super::puzzle::{MAX_HEIGHT, MAX_SIDE, Puzzle, Robot, Slots, Tile};

/// The token of a tile.
pub(super) fn token(tile: Option<Tile>) -> String {
    match tile {
        None => ".".to_owned(),
        Some(Tile { height, light }) => format!("{height}{}", if light { "*" } else { "" }),
    }
}

/// The tile with a token; the outer `None` says that it is none.
pub(super) fn tile(token: &str) -> Option<Option<Tile>> {
    if token == "." {
        return Some(None);
    }
    let (height, light) = match token.strip_suffix('*') {
        Some(height) => (height, true),
        None => (token, false),
    };
    // Not what `parse` takes besides, such as `+1`.
    let digits = height.bytes().all(|byte| byte.is_ascii_digit());
    let height = height.parse().ok().filter(|h| digits && *h <= MAX_HEIGHT)?;
    Some(Some(Tile { height, light }))
}

/// Reads the plain-text form.
pub(super) fn parse(source: &str) -> Result<LevelRef, FormError> {
    let text = PlainText::parse(INFO.id, source)?;
    text.only(&["robot", "slots"])?;
    let mut robot: Option<Robot> = None;
    let mut slots: Option<Slots> = None;
    for header in &text.headers {
        let twice = || header.error(format!("‘{}’ stands here twice", header.key));
        if header.key == "robot" {
            let value = header
                .value
                .parse()
                .map_err(|why: String| header.error(why))?;
            robot.replace(value).map_or(Ok(()), |_| Err(twice()))?;
        } else {
            let value = header
                .value
                .parse()
                .map_err(|why: String| header.error(why))?;
            slots.replace(value).map_or(Ok(()), |_| Err(twice()))?;
        }
    }
    let tiles = parse_board(text.trimmed_board(), text.end_line)?;
    let robot = robot.ok_or_else(|| {
        FormError::at(
            1,
            1,
            "the line ‘robot ROW COLUMN N’ is missing above the board",
        )
    })?;
    let slots = slots.unwrap_or_default();
    let robot_line = text.headers.iter().find(|header| header.key == "robot");
    level(
        Puzzle {
            tiles,
            robot,
            slots,
        },
        text.meta,
    )
    .map_err(|reason| {
        robot_line.map_or_else(
            || FormError::at(1, 1, reason.clone()),
            |line| line.error(reason.clone()),
        )
    })
}

fn level(puzzle: Puzzle, meta: Meta) -> Result<LevelRef, String> {
    LightBotLevel::new(puzzle, meta)
        .map(|level| Arc::new(level) as LevelRef)
        .map_err(|error| error.to_string())
}

fn parse_board(lines: &[(usize, &str)], end: usize) -> Result<Grid<Option<Tile>>, FormError> {
    if lines.is_empty() {
        let message = "the board is missing: rows of heights such as 2 or 2*, and ‘.’";
        return Err(FormError::at(end, 1, message));
    }
    token_grid(lines, MAX_SIDE, "tiles", |word| {
        tile(word).ok_or_else(|| {
            format!(
                "‘{word}’ is neither a height from 0 to {MAX_HEIGHT}, with ‘*’ for a light, \
                 nor ‘.’"
            )
        })
    })
}

/// Rows of tokens, each as wide as the widest but without blanks at the end.
fn rows(puzzle: &Puzzle) -> Vec<String> {
    let tokens = puzzle.tiles.map(|tile| token(*tile));
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
pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
    let form: LightBotRon = from_ron_text(source)?;
    let refused = |reason: String| FormError::at(1, 1, reason);
    if form.version != 1 || form.game != INFO.id {
        return Err(refused(format!("expected game \"{}\", version 1", INFO.id)));
    }
    let numbered: Vec<(usize, &str)> = (1..).zip(form.board.iter().map(String::as_str)).collect();
    let tiles = parse_board(&numbered, 1)
        .map_err(|error| refused(format!("board, row {}: {}", error.line, error.message)))?;
    let robot = form
        .robot
        .parse()
        .map_err(|why| refused(format!("robot: {why}")))?;
    let slots = form
        .slots
        .parse()
        .map_err(|why| refused(format!("slots: {why}")))?;
    let meta = Meta {
        title: form.title,
        author: form.author,
        notes: form.notes,
    };
    level(
        Puzzle {
            tiles,
            robot,
            slots,
        },
        meta,
    )
    .map_err(refused)
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
