//! The file forms.
//!
//! Plain text: the board, tokens separated by blanks (`.` no cell, `_` empty cell, a number);
//! then `pieces 4 5 6`, and lines `row R sum N`, `column C sum N` for all numbers of a line, with
//! `placed` for its placed pieces only. [`super::published`] reads another one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{
    FormError, Grid, LevelRef, Meta, PlainText, from_ron_text, to_ron_text, token_grid,
};

use super::INFO;
use super::level::PuzlogicLevel;
use super::puzzle::{MAX_NUMBER, MAX_SIDE, Puzzle, Square, Sum};

/// The token of a place.
pub(super) fn token(square: Square) -> String {
    match square {
        Square::None => ".".to_owned(),
        Square::Empty => "_".to_owned(),
        Square::Given(number) => number.to_string(),
    }
}

fn square(token: &str) -> Option<Square> {
    match token {
        "." => Some(Square::None),
        "_" => Some(Square::Empty),
        number => Some(Square::Given(piece(number)?)),
    }
}

fn piece(token: &str) -> Option<u8> {
    token.parse().ok().filter(|number| *number <= MAX_NUMBER)
}

/// Numbers of pieces, ascending.
pub(super) fn pieces(text: &str) -> Result<Vec<u8>, String> {
    let numbers = text.split_whitespace().map(|word| {
        piece(word).ok_or_else(|| format!("‘{word}’ is not a number from 0 to {MAX_NUMBER}"))
    });
    let mut numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() > MAX_SIDE * MAX_SIDE {
        return Err(format!("more than {} pieces", MAX_SIDE * MAX_SIDE));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

fn is_clue(line: &str) -> bool {
    matches!(
        line.split_whitespace().next(),
        Some("pieces" | "row" | "column")
    )
}

/// Reads the plain-text form.
pub(super) fn parse(source: &str) -> Result<LevelRef, FormError> {
    let text = PlainText::parse(INFO.id, source)?;
    text.only(&[])?;
    let lines = text.trimmed_board();
    let clues = lines.iter().position(|(_, line)| is_clue(line));
    let (board, clues) = lines.split_at(clues.unwrap_or(lines.len()));
    let board = board
        .iter()
        .copied()
        .filter(|(_, line)| !line.trim().is_empty());
    let board: Vec<(usize, &str)> = board.collect();
    let squares = parse_board(&board, text.end_line)?;
    let mut puzzle = Puzzle {
        squares,
        pieces: Vec::new(),
        sums: Vec::new(),
    };
    for (line, clue) in clues.iter().filter(|(_, line)| !line.trim().is_empty()) {
        let refused = |reason: String| FormError::at(*line, 1, reason);
        let clue = clue.trim();
        if let Some(numbers) = clue.strip_prefix("pieces") {
            puzzle.pieces.extend(pieces(numbers).map_err(refused)?);
            puzzle.pieces.sort_unstable();
        } else {
            let sum: Sum = clue.parse().map_err(refused)?;
            if !sum.line.fits(puzzle.size()) {
                let reason = format!("the board of {} has no {}", puzzle.size(), sum.line);
                return Err(refused(reason));
            }
            puzzle.sums.push(sum);
        }
    }
    level(puzzle, text.meta)
}

fn level(puzzle: Puzzle, meta: Meta) -> Result<LevelRef, FormError> {
    PuzlogicLevel::new(puzzle, meta)
        .map(|level| Arc::new(level) as LevelRef)
        .map_err(|error| FormError::at(1, 1, error.to_string()))
}

fn parse_board(lines: &[(usize, &str)], end: usize) -> Result<Grid<Square>, FormError> {
    if lines.is_empty() {
        let message = "the board is missing: rows of ‘.’, ‘_’ and numbers";
        return Err(FormError::at(end, 1, message));
    }
    token_grid(lines, MAX_SIDE, "places", |word| {
        square(word).ok_or_else(|| {
            format!("‘{word}’ is neither ‘.’ nor ‘_’ nor a number up to {MAX_NUMBER}")
        })
    })
}

fn rows(puzzle: &Puzzle) -> Vec<String> {
    let size = puzzle.size();
    let width = puzzle
        .squares
        .as_slice()
        .iter()
        .map(|square| token(*square).len())
        .max()
        .unwrap_or(1);
    let row = |cells: &[Square]| {
        let words: Vec<String> = cells
            .iter()
            .map(|s| format!("{:>width$}", token(*s)))
            .collect();
        words.join(" ")
    };
    puzzle
        .squares
        .as_slice()
        .chunks(size.cols.max(1))
        .map(row)
        .collect()
}

/// Numbers with blanks between.
pub(super) fn spaced(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    words.join(" ")
}

/// Writes the plain-text form.
pub(super) fn write(puzzle: &Puzzle, meta: &Meta) -> String {
    let mut text = PlainText::write_header(INFO.id, meta, &[]);
    for row in rows(puzzle) {
        text.push_str(&row);
        text.push('\n');
    }
    if !puzzle.pieces.is_empty() {
        text.push_str(&format!("pieces {}\n", spaced(&puzzle.pieces)));
    }
    for sum in &puzzle.sums {
        text.push_str(&format!("{sum}\n"));
    }
    text
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzlogicRon {
    version: u32,
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
    board: Vec<String>,
    #[serde(default)]
    pieces: Vec<u8>,
    #[serde(default)]
    sums: Vec<String>,
}

/// Reads the RON form.
pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
    let form: PuzlogicRon = from_ron_text(source)?;
    if form.version != 1 || form.game != INFO.id {
        let message = format!("expected game \"{}\", version 1", INFO.id);
        return Err(FormError::at(1, 1, message));
    }
    let refused = |part: &str, error: String| FormError::at(1, 1, format!("{part}: {error}"));
    let numbered: Vec<(usize, &str)> = (1..).zip(form.board.iter().map(String::as_str)).collect();
    let squares = parse_board(&numbered, 1).map_err(|error| {
        refused(
            &format!("board, row {}", error.line),
            error.message.to_string(),
        )
    })?;
    let sums = form.sums.iter().map(|sum| sum.parse::<Sum>());
    let puzzle = Puzzle {
        pieces: pieces(&spaced(&form.pieces)).map_err(|error| refused("pieces", error))?,
        sums: sums
            .collect::<Result<_, _>>()
            .map_err(|error| refused("sums", error))?,
        squares,
    };
    let size = puzzle.size();
    if let Some(sum) = puzzle.sums.iter().find(|sum| !sum.line.fits(size)) {
        return Err(refused(
            "sums",
            format!("the board of {size} has no {}", sum.line),
        ));
    }
    let meta = Meta {
        title: form.title,
        author: form.author,
        notes: form.notes,
    };
    level(puzzle, meta)
}

/// Writes the RON form.
pub(super) fn write_ron(puzzle: &Puzzle, meta: &Meta) -> Result<String, ron::Error> {
    let Meta {
        title,
        author,
        notes,
    } = meta.clone();
    to_ron_text(&PuzlogicRon {
        version: 1,
        game: INFO.id.to_owned(),
        title,
        author,
        notes,
        board: rows(puzzle),
        pieces: puzzle.pieces.clone(),
        sums: puzzle.sums.iter().map(Sum::to_string).collect(),
    })
}
