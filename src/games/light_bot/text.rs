//! File forms of a level: plain text and RON.
//!
//! Plain text: keys `robot ROW COLUMN N|E|S|W` and `slots 12 8 8` (main, f1, f2; the default), or
//! `slots 30 repeat 99` (main alone, and the maximum repeat count); board tokens separated by blanks:
//! height of the tile, `*` after it for a light, `.` for no tile.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::game::{EditError, Grid, Header, PlainText, TextError, token_grid};

use super::puzzle::{BotPuzzle, BotTile, MAX_HEIGHT, MAX_SIDE};
use super::slots::Slots;

pub(super) fn read(text: &PlainText<'_>) -> Result<BotPuzzle, TextError> {
    text.check_keys(&["robot", "slots"])?;
    let missing = "the line ‘robot ROW COLUMN N’ is missing above the board";
    let robot = optional(text, "robot")?;
    let slots = optional(text, "slots")?;
    let tiles = read_rows(text.trimmed_board(), text.end_line)?;
    let (line, robot) = robot.ok_or_else(|| TextError::at(1, 1, missing))?;
    let puzzle = BotPuzzle {
        tiles,
        robot,
        slots: slots.map_or_else(Slots::default, |(_, slots)| slots),
    };
    // The rows are checked already, so an error is about the robot.
    let checked = puzzle.check().map(|()| puzzle);
    checked.map_err(|error| line.error(error.to_string()))
}

/// Value of an optional key, with its line.
fn optional<'a, T: FromStr<Err = String>>(
    text: &PlainText<'a>,
    key: &str,
) -> Result<Option<(Header<'a>, T)>, TextError> {
    let Some(line) = text.headers.iter().find(|header| header.key == key) else {
        return Ok(None);
    };
    let value = line.value.parse().map_err(|why: String| line.error(why))?;
    Ok(Some((*line, value)))
}

/// Parses rows of tokens, given with their line numbers; `end` is the line after the last one.
fn read_rows(lines: &[(usize, &str)], end: usize) -> Result<Grid<Option<BotTile>>, TextError> {
    if lines.is_empty() {
        let message = "the board is missing: rows of heights such as 2 or 2*, and ‘.’";
        return Err(TextError::at(end, 1, message));
    }
    token_grid(lines, MAX_SIDE, "tiles", |word| {
        BotTile::from_token(word).ok_or_else(|| {
            format!("‘{word}’ is not ‘.’ or a height from 0 to {MAX_HEIGHT}, with ‘*’ for a light")
        })
    })
}

/// Rows of aligned tokens without trailing blanks.
pub(super) fn rows(puzzle: &BotPuzzle) -> Vec<String> {
    let tokens = puzzle.tiles.map(|tile| BotTile::token(*tile));
    let width = tokens.as_slice().iter().map(String::len).max().unwrap_or(1);
    let row = |tokens: &[String]| {
        let words: Vec<String> = tokens.iter().map(|t| format!("{t:<width$}")).collect();
        words.join(" ").trim_end().to_owned()
    };
    tokens.rows().map(row).collect()
}

/// RON form; values are written as in plain text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    robot: String,
    #[serde(default = "default_slots")]
    slots: String,
    board: Vec<String>,
}

fn default_slots() -> String {
    Slots::default().to_string()
}

impl Serialize for BotPuzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = Written {
            robot: self.robot.to_string(),
            slots: self.slots.to_string(),
            board: rows(self),
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BotPuzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let fail = |key: &'static str| move |why: String| D::Error::custom(format!("{key}: {why}"));
        let rows = written.board.iter().map(String::as_str);
        let rows: Vec<_> = (1..).zip(rows).collect();
        let tiles = read_rows(&rows, 1);
        let tiles = tiles.map_err(|error| format!("row {}: {}", error.line, error.message));
        let puzzle = Self {
            tiles: tiles.map_err(fail("board"))?,
            robot: written.robot.parse().map_err(fail("robot"))?,
            slots: written.slots.parse().map_err(fail("slots"))?,
        };
        match puzzle.check() {
            Ok(()) => Ok(puzzle),
            Err(EditError::Property { reason, .. }) => Err(fail("robot")(reason)),
            Err(error) => Err(fail("board")(error.to_string())),
        }
    }
}
