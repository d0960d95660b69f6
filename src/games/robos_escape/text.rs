//! The file forms: rows of characters, in which blanks are floor. Rows that end early are filled
//! up with floor to the longest. A list of such rows in Python, as boards were published, is read, too.

use serde::{Deserialize, Serialize};

use crate::game::{
    FormError, Grid, Literal, Meta, PlainText, Size, from_ron_text, is_literal, literals,
    to_ron_text,
};

use super::INFO;
use super::board::{Board, Calls, MAX_SIDE, Square};

/// Reads the plain-text form.
pub(super) fn parse(source: &str) -> Result<(Board, Meta), FormError> {
    if is_literal(source) {
        return parse_published(source);
    }
    let text = PlainText::parse(INFO.id, source)?;
    let calls = calls_of(&text)?;
    let squares = parse_rows(&text.board, text.end_line)?;
    Ok((Board { squares, calls }, text.meta))
}

/// Whether a text is a board as it was published: a list of rows in Python.
pub(super) fn is_published(source: &str) -> bool {
    let is_rows = |rows: &[Literal]| rows.first().and_then(row_text).is_some();
    is_literal(source)
        && literals(source).is_ok_and(|all| published_rows(&all).is_some_and(is_rows))
}

/// The list of rows.
fn published_rows(all: &[Literal]) -> Option<&[Literal]> {
    match all {
        [board] => board.list(),
        _ => None,
    }
}

/// A row: a text, or a list of texts.
fn row_text(row: &Literal) -> Option<String> {
    match row.list() {
        Some(squares) => squares.iter().map(Literal::text).collect(),
        None => row.text().map(str::to_owned),
    }
}

/// A board with its rows as they are written, before they are filled up.
pub(super) struct Written {
    /// Rows with the numbers of their lines; in a published list the rows are counted.
    pub(super) rows: Vec<(usize, String)>,
    pub(super) calls: Calls,
    pub(super) meta: Meta,
}

/// Takes a text apart: of either form, or nothing but rows.
pub(super) fn written(source: &str) -> Result<Written, FormError> {
    if is_literal(source) {
        let all = literals(source)?;
        let texts = published_texts(&all)?;
        let rows = (1..).zip(texts.into_iter().map(|(_, text)| text)).collect();
        let (calls, meta) = Default::default();
        return Ok(Written { rows, calls, meta });
    }
    let first = source.lines().map(str::trim).find(|line| !line.is_empty());
    // A game begins with its id; a comment may stand above that.
    let has_header = first.is_some_and(|line| line == INFO.id || line.starts_with(';'));
    let headed = if has_header {
        source.to_owned()
    } else {
        format!("{}\n\n{source}", INFO.id)
    };
    let added = if has_header { 0 } else { 2 };
    let place = |error: FormError| FormError {
        line: error.line.saturating_sub(added).max(1),
        ..error
    };
    let text = PlainText::parse(INFO.id, &headed).map_err(place)?;
    let calls = calls_of(&text)?;
    let rows = text.trimmed_board().iter();
    Ok(Written {
        rows: rows
            .map(|(line, row)| (line - added, (*row).to_owned()))
            .collect(),
        calls,
        meta: text.meta,
    })
}

fn calls_of(text: &PlainText<'_>) -> Result<Calls, FormError> {
    text.only(&["calls"])?;
    let mut calls = Calls::default();
    for header in &text.headers {
        calls = header
            .value
            .parse()
            .map_err(|reason: String| header.error(reason))?;
    }
    Ok(calls)
}

/// The rows of a published list.
fn published_texts(all: &[Literal]) -> Result<Vec<(&Literal, String)>, FormError> {
    let rows = published_rows(all)
        .ok_or_else(|| FormError::at(1, 1, "expected one list of rows, as texts"))?;
    let texts = rows.iter().map(|row| {
        let text = row_text(row).ok_or_else(|| row.error("a row is a text in quotes"))?;
        Ok((row, text))
    });
    texts.collect()
}

fn parse_published(source: &str) -> Result<(Board, Meta), FormError> {
    let all = literals(source)?;
    let texts = published_texts(&all)?;
    let numbered: Vec<(usize, &str)> = (0..)
        .zip(texts.iter().map(|(_, text)| text.as_str()))
        .collect();
    let squares = parse_rows(&numbered, texts.len()).map_err(|error| {
        // Its line is the number of the row, its column that of the square.
        match texts.get(error.line) {
            Some((row, _)) => row.error(format!("column {}: {}", error.column, error.message)),
            None => FormError::at(1, 1, error.message),
        }
    })?;
    let calls = Calls::default();
    Ok((Board { squares, calls }, Meta::default()))
}

pub(super) fn parse_rows(rows: &[(usize, &str)], end: usize) -> Result<Grid<Square>, FormError> {
    let width = |row: &str| row.chars().count();
    let cols = rows.iter().map(|(_, row)| width(row)).max().unwrap_or(0);
    if cols == 0 {
        let message = "the board is missing: rows of ‘X’, blanks, ‘-’, ‘O’, ‘C’, ‘S’ and ‘E’";
        return Err(FormError::at(end, 1, message));
    }
    if let Some((line, _)) = rows.get(MAX_SIDE) {
        let message = format!("more than {MAX_SIDE} rows");
        return Err(FormError::at(*line, 1, message));
    }
    let mut squares = Vec::with_capacity(rows.len() * cols);
    for (line, row) in rows {
        for (index, character) in row.chars().enumerate() {
            if index == MAX_SIDE {
                let message = format!("more than {MAX_SIDE} columns");
                return Err(FormError::at(*line, index + 1, message));
            }
            let square = Square::from_char(character).ok_or_else(|| {
                let message = format!(
                    "‘{character}’ is none of ‘X’ (wall), blank (floor), ‘-’ (pit), ‘O’ (block), \
                     ‘C’ (coin), ‘S’ (start) and ‘E’ (exit)"
                );
                FormError::at(*line, index + 1, message)
            })?;
            squares.push(square);
        }
        squares.extend((width(row)..cols).map(|_| Square::Floor));
    }
    let size = Size::new(rows.len(), cols);
    Grid::from_cells(size, squares)
        .ok_or_else(|| FormError::at(end, 1, "the rows do not make a rectangle"))
}

fn rows(board: &Board) -> Vec<String> {
    let row = |squares: &[Square]| squares.iter().map(|square| square.token()).collect();
    board.squares.rows().map(row).collect()
}

/// Writes the plain-text form.
pub(super) fn write(board: &Board, meta: &Meta) -> String {
    let calls = (board.calls != Calls::default()).then(|| ("calls", board.calls.to_string()));
    let own: Vec<_> = calls.into_iter().collect();
    let mut text = PlainText::write_header(INFO.id, meta, &own);
    for row in rows(board) {
        text.push_str(&row);
        text.push('\n');
    }
    text
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoboRon {
    version: u32,
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
    #[serde(default = "usual_calls")]
    calls: String,
    board: Vec<String>,
}

fn usual_calls() -> String {
    Calls::default().to_string()
}

/// Reads the RON form.
pub(super) fn parse_ron(source: &str) -> Result<(Board, Meta), FormError> {
    let form: RoboRon = from_ron_text(source)?;
    if form.version != 1 || form.game != INFO.id {
        let message = format!("expected game \"{}\", version 1", INFO.id);
        return Err(FormError::at(1, 1, message));
    }
    let numbered: Vec<(usize, &str)> = (1..).zip(form.board.iter().map(String::as_str)).collect();
    let refused = |reason: String| FormError::at(1, 1, reason);
    let squares = parse_rows(&numbered, 1).map_err(|error| {
        let FormError { line, column, .. } = error;
        let place = format!("board, row {line}, column {column}");
        refused(format!("{place}: {}", error.message))
    })?;
    let calls = form.calls.parse();
    let calls = calls.map_err(|reason: String| refused(format!("calls: {reason}")))?;
    let meta = Meta {
        title: form.title,
        author: form.author,
        notes: form.notes,
    };
    Ok((Board { squares, calls }, meta))
}

/// Writes the RON form.
pub(super) fn write_ron(board: &Board, meta: &Meta) -> Result<String, ron::Error> {
    let Meta {
        title,
        author,
        notes,
    } = meta.clone();
    to_ron_text(&RoboRon {
        version: 1,
        game: INFO.id.to_owned(),
        title,
        author,
        notes,
        calls: board.calls.to_string(),
        board: rows(board),
    })
}
