//! Parses rows of a board, with or without blanks between tokens.

use std::borrow::Cow;
use std::iter::repeat_n;

use crate::form::without_blank_ends;
use crate::{Grid, Size, TextError, words};

/// Parses at least one line of blank-separated tokens as a rectangle of at most `max` rows and columns. `noun` names
/// the values in messages, in the plural. `token` parses a token or returns an error message. Errors are at the token
/// or the row.
pub fn token_grid<T: Clone>(
    lines: &[(usize, &str)],
    max: usize,
    noun: &str,
    token: impl Fn(&str) -> Result<T, String>,
) -> Result<Grid<T>, TextError> {
    if let Some((line, _)) = lines.get(max) {
        return Err(TextError::at(*line, 1, format!("more than {max} rows")));
    }
    let mut cols = None;
    let mut values = Vec::new();
    for (line, row) in lines {
        let before = values.len();
        let mut at = 0;
        for word in row.split_whitespace() {
            // Cannot fail: words are parts of the row, in order.
            let offset = row[at..].find(word).unwrap_or(0) + at;
            at = offset + word.len();
            let column = row[..offset].chars().count() + 1;
            let error = |message: String| TextError::at(*line, column, message);
            values.push(token(word).map_err(error)?);
            if values.len() - before > max {
                return Err(error(format!("more than {max} columns")));
            }
        }
        let count = values.len() - before;
        match cols {
            None => cols = Some(count),
            Some(cols) if cols != count => {
                let count = words::count(count, noun);
                let message = format!("this row has {count}, the first one {cols}");
                return Err(TextError::at(*line, 1, message));
            }
            Some(_) => {}
        }
    }
    let first = lines.first().map_or(1, |(line, _)| *line);
    let size = Size::new(lines.len(), cols.unwrap_or(0));
    Grid::from_cells(size, values)
        .ok_or_else(|| TextError::at(first, 1, "all rows must have the same length"))
}

/// Parses rows of single characters: at least one row, at most `max` rows and columns. Trailing blanks are ignored.
/// Rows shorter than the longest are padded with `fill`, or are errors without it. `token` parses a character or
/// returns an error message. Errors are at the character, at the row or, if the board is missing, at line `end`.
pub fn char_grid<T: Clone>(
    lines: &[(usize, &str)],
    max: Size,
    end: usize,
    fill: Option<T>,
    token: impl Fn(char) -> Result<T, String>,
) -> Result<Grid<T>, TextError> {
    let lines = trimmed_rows(lines, max.rows, end)?;
    let mut rows = Vec::with_capacity(lines.len());
    for (line, row) in lines {
        rows.push((*line, char_row(row.trim_end(), max.cols, *line, &token)?));
    }
    rectangle(rows, fill)
}

/// Strips blank rows at both ends. At least one row must remain, and at most `max`.
pub(super) fn trimmed_rows<'a, 'b>(
    lines: &'b [(usize, &'a str)],
    max: usize,
    end: usize,
) -> Result<&'b [(usize, &'a str)], TextError> {
    let lines = without_blank_ends(lines);
    if lines.is_empty() {
        return Err(TextError::at(end, 1, "the board is missing"));
    }
    match lines.get(max) {
        Some((line, _)) => Err(TextError::at(*line, 1, format!("more than {max} rows"))),
        None => Ok(lines),
    }
}

/// Parses one row of single characters. Errors are at an unknown character, or at the first one beyond `max`.
pub fn char_row<T>(
    row: &str,
    max: usize,
    line: usize,
    token: impl Fn(char) -> Result<T, String>,
) -> Result<Vec<T>, TextError> {
    let cells = row.chars().enumerate().map(|(index, character)| {
        let error = |message: String| TextError::at(line, index + 1, message);
        if index == max {
            return Err(error(format!("more than {max} columns")));
        }
        token(character).map_err(error)
    });
    cells.collect()
}

/// Builds a grid from rows with their line numbers. Short rows are padded with `fill`, or are errors without it.
pub fn rectangle<T: Clone>(
    mut rows: Vec<(usize, Vec<T>)>,
    fill: Option<T>,
) -> Result<Grid<T>, TextError> {
    let longest = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let cols = match fill {
        Some(fill) => {
            rows.iter_mut()
                .for_each(|(_, row)| row.resize(longest, fill.clone()));
            longest
        }
        None => rows.first().map_or(0, |(_, row)| row.len()),
    };
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != cols) {
        let length = row.len();
        let cells = words::count(length, "cells");
        let message = format!("this row has {cells}, the first one has {cols}");
        return Err(TextError::at(*line, length.min(cols) + 1, message));
    }
    let size = Size::new(rows.len(), cols);
    let cells = rows.into_iter().flat_map(|(_, row)| row).collect();
    Grid::from_cells(size, cells)
        .ok_or_else(|| TextError::at(1, 1, "all rows must have the same length"))
}

/// Replaces each tab within the first `max` columns by blanks up to the next multiple of 8.
pub(super) fn without_tabs(row: &str, max: usize) -> Cow<'_, str> {
    if !row.contains('\t') {
        return row.into();
    }
    let (mut expanded, mut columns) = (String::new(), 0);
    for character in row.chars() {
        let (sign, width) = match character {
            '\t' if columns < max => (' ', 8 - columns % 8),
            _ => (character, 1),
        };
        expanded.extend(repeat_n(sign, width));
        columns += width;
    }
    expanded.into()
}

/// Expands a run-length encoded text: each number repeats the character after it, or the group in parentheses. The
/// result is truncated soon after it exceeds `max` bytes. Returns `None` if a number or parenthesis has no counterpart.
pub fn without_runs(text: &str, max: usize) -> Option<String> {
    let mut times: Option<usize> = None;
    let mut expanded = String::new();
    // Start and number of repetitions of each open group.
    let mut groups = Vec::new();
    for character in text.chars() {
        if let Some(digit) = character.to_digit(10) {
            let number = times.unwrap_or(0).saturating_mul(10);
            times = Some(number.saturating_add(digit as usize));
            continue;
        }
        let free = (max + 1).saturating_sub(expanded.len());
        match character {
            '(' => groups.push((expanded.len(), times.take().unwrap_or(1))),
            ')' if times.is_some() => return None,
            ')' => match groups.pop()? {
                (start, 0) => expanded.truncate(start),
                (start, times) if start < expanded.len() && times > 1 && free > 0 => {
                    let group = expanded[start..].to_owned();
                    let times = (times - 1).min(free.div_ceil(group.len()));
                    expanded.extend(repeat_n(group.as_str(), times));
                }
                _ => {}
            },
            _ => expanded.extend(repeat_n(character, times.take().unwrap_or(1).min(free))),
        }
    }
    (times.is_none() && groups.is_empty()).then_some(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_may_be_groups_in_groups() {
        for (text, expanded) in [
            ("3#2-", "###--"),
            ("2(3#)|#", "######|#"),
            ("2(a2(bc)d)e", "abcbcdabcbcde"),
            ("0#(x)", "x"),
            ("x0(abc)y", "xy"),
        ] {
            assert_eq!(without_runs(text, 100).as_deref(), Some(expanded));
        }
        for broken in ["# 1", "2(#", "#)", "(3)#", "12"] {
            assert_eq!(without_runs(broken, 100), None, "{broken}");
        }
        let huge = "9(".repeat(1000) + "99999999999999999999#" + &")".repeat(1000);
        assert_eq!(without_runs(&huge, 100).map(|row| row.len()), Some(101));
    }

    #[test]
    fn tabs_end_at_multiples_of_eight() {
        assert_eq!(without_tabs("\t#", 100), format!("{}#", " ".repeat(8)));
        let expanded = format!("ab{}c{}", " ".repeat(6), " ".repeat(7));
        assert_eq!(without_tabs("ab\tc\t", 100), expanded);
    }
}
