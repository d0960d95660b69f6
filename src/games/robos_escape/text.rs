//! File forms: rows of characters, filled up with floor, and published boards, which are Python lists of such rows.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::board::{CallRules, MAX_SIDE, RobosBoard, Terrain};
use crate::game::cells::{char_row, rectangle};
use crate::game::{Grid, Literal, LiteralValue, Meta, PlainText, TextError, is_literal, literals};

pub(super) fn read(text: &PlainText<'_>) -> Result<RobosBoard, TextError> {
    let calls = read_calls(text)?;
    let squares = read_rows(&text.board, text.end_line)?;
    Ok(RobosBoard { squares, calls })
}

/// Returns whether a text is a published board: a Python list of rows.
pub(super) fn is_published(source: &str) -> bool {
    let is_rows = |rows: &[Literal]| rows.first().and_then(row_text).is_some();
    is_literal(source)
        && literals(source).is_ok_and(|all| published_rows(&all).is_some_and(is_rows))
}

/// The rows, if the only value is a list.
fn published_rows(all: &[Literal]) -> Option<&[Literal]> {
    match all {
        [board] => board.list(),
        _ => None,
    }
}

/// Row given as a text or as a list of texts.
fn row_text(row: &Literal) -> Option<String> {
    match &row.value {
        LiteralValue::List(squares) => squares.iter().map(row_text).collect(),
        LiteralValue::Text(text) => Some(text.clone()),
        LiteralValue::Number(_) => None,
    }
}

fn read_calls(text: &PlainText<'_>) -> Result<CallRules, TextError> {
    text.check_keys(&["calls"])?;
    let mut calls = CallRules::default();
    for header in &text.headers {
        let value = header.value.parse();
        calls = value.map_err(|reason: String| header.error(reason))?;
    }
    Ok(calls)
}

/// Parses a published board, which has no title and strict calls.
pub(super) fn read_published(source: &str) -> Result<(Meta, RobosBoard), TextError> {
    let all = literals(source)?;
    let rows = published_rows(&all)
        .ok_or_else(|| TextError::at(1, 1, "expected one list of rows, as texts"))?;
    let text = |row: &Literal| row_text(row).ok_or_else(|| row.error("a row is a text in quotes"));
    let texts: Vec<String> = rows.iter().map(text).collect::<Result<_, _>>()?;
    let numbered: Vec<_> = (0..).zip(texts.iter().map(String::as_str)).collect();
    // The error's line is the row index, its column that of the square.
    let squares =
        read_rows(&numbered, texts.len()).map_err(|error| match rows.get(error.line) {
            Some(row) => row.error(format!("column {}: {}", error.column, error.message)),
            None => TextError::at(1, 1, error.message),
        })?;
    let calls = CallRules::default();
    Ok((Meta::default(), RobosBoard { squares, calls }))
}

/// Parses rows of squares; short ones are filled with floor. `end` is the line after the last one.
pub(super) fn read_rows(lines: &[(usize, &str)], end: usize) -> Result<Grid<Terrain>, TextError> {
    if lines.iter().all(|(_, row)| row.is_empty()) {
        let message = "the board is missing: rows of ‘X’, blanks, ‘-’, ‘O’, ‘C’, ‘S’ and ‘E’";
        return Err(TextError::at(end, 1, message));
    }
    if let Some((line, _)) = lines.get(MAX_SIDE) {
        let message = format!("more than {MAX_SIDE} rows");
        return Err(TextError::at(*line, 1, message));
    }
    let square = |character| {
        Terrain::from_char(character).ok_or_else(|| {
            format!(
                "‘{character}’ is not ‘X’ (wall), blank (floor), ‘-’ (pit), ‘O’ (block), ‘C’ (coin), \
                 ‘S’ (start) or ‘E’ (exit)"
            )
        })
    };
    let row = |(line, row): &(usize, &str)| Ok((*line, char_row(row, MAX_SIDE, *line, square)?));
    let rows: Result<Vec<_>, TextError> = lines.iter().map(row).collect();
    rectangle(rows?, Some(Terrain::Floor))
}

pub(super) fn rows(board: &RobosBoard) -> Vec<String> {
    let token = |square: &Terrain| square.value().token;
    let rows = board.squares.rows();
    rows.map(|row| row.iter().map(token).collect()).collect()
}

/// RON form; values are written as in plain text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardRon {
    #[serde(default = "default_calls")]
    calls: String,
    board: Vec<String>,
}

fn default_calls() -> String {
    CallRules::default().to_string()
}

impl Serialize for RobosBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (calls, board) = (self.calls.to_string(), rows(self));
        BoardRon { calls, board }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RobosBoard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let BoardRon { calls, board } = BoardRon::deserialize(deserializer)?;
        let rows: Vec<_> = (1..).zip(board.iter().map(String::as_str)).collect();
        let squares = read_rows(&rows, 1).map_err(|error| {
            let (row, column) = (error.line, error.column);
            let message = error.message;
            D::Error::custom(format!("board: row {row}, column {column}: {message}"))
        })?;
        let calls = calls.parse();
        let calls = calls.map_err(|reason: String| D::Error::custom(format!("calls: {reason}")))?;
        Ok(Self { squares, calls })
    }
}
