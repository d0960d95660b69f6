//! The file formats.
//!
//! Plain text: the board, tokens separated by blanks (`.` no cell, `_` empty cell, a number); then `pieces 4 5 6`,
//! and lines `row R sum N`, `column C sum N` for all numbers of a line, with `placed` for its placed pieces only.
//! RON: the same as fields. [`super::published`] reads another format.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::puzzle::{CellKind, LineSum, MAX_NUMBER, MAX_SIDE, SumPuzzle, parse_number};
use crate::game::{Field, Grid, PlainText, TextError, token_grid};

pub(super) fn parse_pieces(text: &str) -> Result<Vec<u8>, String> {
    let numbers = text.split_whitespace().map(|word| {
        parse_number(word).ok_or_else(|| format!("‘{word}’ is not a number from 0 to {MAX_NUMBER}"))
    });
    let mut numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() > MAX_SIDE * MAX_SIDE {
        return Err(format!("more than {} pieces", MAX_SIDE * MAX_SIDE));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

pub(super) fn join_numbers(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    words.join(" ")
}

fn is_clue(line: &str) -> bool {
    let word = line.split_whitespace().next();
    matches!(word, Some("pieces" | "row" | "column"))
}

pub(super) fn read(text: &PlainText<'_>) -> Result<SumPuzzle, TextError> {
    text.check_keys(&[])?;
    let lines = text.board.iter().copied();
    let lines: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let clues = lines.iter().position(|(_, line)| is_clue(line));
    let (board, clues) = lines.split_at(clues.unwrap_or(lines.len()));
    let mut puzzle = SumPuzzle {
        squares: parse_squares(board, text.end_line)?,
        pieces: Vec::new(),
        sums: Vec::new(),
    };
    for (line, clue) in clues {
        let invalid = |reason: String| TextError::at(*line, 1, reason);
        let clue = clue.trim();
        if let Some(numbers) = clue.strip_prefix("pieces") {
            let numbers = parse_pieces(numbers).map_err(invalid)?;
            puzzle.pieces.extend(numbers);
            puzzle.pieces.sort_unstable();
        } else {
            let sum = LineSum::parse(puzzle.size(), clue).map_err(invalid)?;
            puzzle.sums.push(sum);
        }
    }
    Ok(puzzle)
}

fn parse_squares(lines: &[(usize, &str)], end: usize) -> Result<Grid<CellKind>, TextError> {
    if lines.is_empty() {
        let message = "the board is missing: rows of ‘.’, ‘_’ and numbers";
        return Err(TextError::at(end, 1, message));
    }
    token_grid(lines, MAX_SIDE, "places", str::parse)
}

fn rows(squares: &Grid<CellKind>) -> Vec<String> {
    let words = squares.map(CellKind::to_string);
    let width = words.as_slice().iter().map(String::len).max().unwrap_or(1);
    let row = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("{word:>width$}")).collect();
        words.join(" ")
    };
    words.rows().map(row).collect()
}

pub(super) fn body(puzzle: &SumPuzzle) -> String {
    let mut lines = rows(&puzzle.squares);
    if !puzzle.pieces.is_empty() {
        lines.push(format!("pieces {}", join_numbers(&puzzle.pieces)));
    }
    lines.extend(puzzle.sums.iter().map(LineSum::to_string));
    lines.join("\n") + "\n"
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleRon {
    board: Vec<String>,
    #[serde(default)]
    pieces: Vec<u8>,
    #[serde(default)]
    sums: Vec<String>,
}

impl Serialize for SumPuzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = PuzzleRon {
            board: rows(&self.squares),
            pieces: self.pieces.clone(),
            sums: self.sums.iter().map(LineSum::to_string).collect(),
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SumPuzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = PuzzleRon::deserialize(deserializer)?;
        let invalid = |part: &str, error: String| D::Error::custom(format!("{part}: {error}"));
        let lines: Vec<_> = (1..).zip(read.board.iter().map(String::as_str)).collect();
        let squares = parse_squares(&lines, 1)
            .map_err(|error| invalid("board", format!("row {}: {}", error.line, error.message)))?;
        let sums = read.sums.iter();
        let sums = sums.map(|sum| LineSum::parse(squares.size(), sum));
        let sums = sums.collect::<Result<_, _>>();
        Ok(Self {
            sums: sums.map_err(|error| invalid("sums", error))?,
            pieces: parse_pieces(&join_numbers(&read.pieces))
                .map_err(|error| invalid("pieces", error))?,
            squares,
        })
    }
}

pub(super) static FORM: &[Field] = &[
    Field::property(
        "pieces",
        "Pieces",
        "one number for each empty cell: 4 5 6 4",
    ),
    Field::property(
        "row_sums",
        "Row sums",
        "one for each row, from the top: ‘12’ for all its numbers, ‘(7)’ for its placed pieces only, ‘12/(7)’ for both, ‘–’ for none",
    ),
    Field::property(
        "column_sums",
        "Column sums",
        "one for each column, from the left: ‘12’ for all its numbers, ‘(7)’ for its placed pieces only, ‘12/(7)’ for both, ‘–’ for none",
    ),
];

/// A line without sums, in a list of sums by line.
const NO_SUM: &str = "–";

pub(super) fn get(puzzle: &SumPuzzle, key: &str) -> String {
    match key {
        "pieces" => join_numbers(&puzzle.pieces),
        _ => {
            let is_row = key == "row_sums";
            let lines = puzzle.lines().filter(|line| line.is_row() == is_row);
            let entries = lines.map(|line| {
                let sums = puzzle.sums.iter().filter(|sum| sum.line == line);
                let sums: Vec<String> = sums.map(LineSum::short).collect();
                match sums.is_empty() {
                    true => NO_SUM.to_owned(),
                    false => sums.join("/"),
                }
            });
            let entries: Vec<String> = entries.collect();
            let used = entries.iter().rposition(|entry| entry != NO_SUM);
            entries[..used.map_or(0, |last| last + 1)].join(" ")
        }
    }
}

pub(super) fn set(puzzle: &mut SumPuzzle, key: &str, value: &str) -> Result<(), String> {
    if key == "pieces" {
        puzzle.pieces = parse_pieces(value)?;
    } else {
        let is_row = key == "row_sums";
        let mut lines = puzzle.lines().filter(|line| line.is_row() == is_row);
        let mut sums = Vec::new();
        for entry in value.split_whitespace() {
            let line = lines.next().ok_or_else(|| {
                let kind = if is_row { "rows" } else { "columns" };
                format!("there are more sums than {kind}")
            })?;
            if !matches!(entry, NO_SUM | "-") {
                for sum in entry.split('/') {
                    sums.push(LineSum::from_short(line, sum)?);
                }
            }
        }
        let old = &mut puzzle.sums;
        let others = old.extract_if(.., |sum| sum.line.is_row() != is_row);
        let others: Vec<LineSum> = others.collect();
        puzzle.sums = match is_row {
            true => [sums, others],
            false => [others, sums],
        }
        .concat();
    }
    Ok(())
}
