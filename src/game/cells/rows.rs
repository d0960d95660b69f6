//! Reads rows of a board, with or without blanks between tokens.

use crate::{FormError, Grid, Size};

/// Reads at least one line of tokens separated by blanks as a rectangle of at most `most` rows and
/// columns. `noun` names values in messages. `token` reads a token or says what is wrong with it.
/// Errors point to the token or the row.
pub fn token_grid<T: Clone>(
    lines: &[(usize, &str)],
    most: usize,
    noun: &str,
    token: impl Fn(&str) -> Result<T, String>,
) -> Result<Grid<T>, FormError> {
    if let Some((line, _)) = lines.get(most) {
        return Err(FormError::at(*line, 1, format!("more than {most} rows")));
    }
    let mut cols = None;
    let mut values = Vec::new();
    for (line, row) in lines {
        let before = values.len();
        let mut at = 0;
        for word in row.split_whitespace() {
            // Words are parts of the row, in order.
            let offset = row[at..].find(word).unwrap_or(0) + at;
            at = offset + word.len();
            let column = row[..offset].chars().count() + 1;
            let refused = |message: String| FormError::at(*line, column, message);
            values.push(token(word).map_err(refused)?);
            if values.len() - before > most {
                return Err(refused(format!("more than {most} columns")));
            }
        }
        let count = values.len() - before;
        match cols {
            None => cols = Some(count),
            Some(cols) if cols != count => {
                let message = format!("this row has {count} {noun}, the first one {cols}");
                return Err(FormError::at(*line, 1, message));
            }
            Some(_) => {}
        }
    }
    let first = lines.first().map_or(1, |(line, _)| *line);
    let size = Size::new(lines.len(), cols.unwrap_or(0));
    Grid::from_cells(size, values)
        .ok_or_else(|| FormError::at(first, 1, "all rows must have the same length"))
}

/// Reads rows of single characters, at least one row and at most `most` rows and columns. Trailing
/// blanks are ignored. Rows shorter than the longest are padded with `fill`, or refused without it.
/// `token` reads a character or says what is wrong with it. Errors point to the character, to the
/// row, or, if the board is missing, to line `end`.
pub fn char_grid<T: Clone>(
    lines: &[(usize, &str)],
    most: Size,
    end: usize,
    fill: Option<T>,
    token: impl Fn(char) -> Result<T, String>,
) -> Result<Grid<T>, FormError> {
    let empty = |(_, row): &(usize, &str)| row.trim().is_empty();
    let first = lines.iter().position(|line| !empty(line));
    let last = lines.iter().rposition(|line| !empty(line));
    let lines = match (first, last) {
        (Some(first), Some(last)) => &lines[first..=last],
        _ => return Err(FormError::at(end, 1, "the board is missing")),
    };
    if let Some((line, _)) = lines.get(most.rows) {
        let message = format!("more than {} rows", most.rows);
        return Err(FormError::at(*line, 1, message));
    }
    let mut rows = Vec::with_capacity(lines.len());
    for (line, row) in lines {
        rows.push((*line, char_row(row.trim_end(), most.cols, *line, &token)?));
    }
    rectangle(rows, fill)
}

/// Reads one row of single characters. Errors point to an unknown character, or to the first one
/// beyond `most`.
pub fn char_row<T>(
    row: &str,
    most: usize,
    line: usize,
    token: impl Fn(char) -> Result<T, String>,
) -> Result<Vec<T>, FormError> {
    let cells = row.chars().enumerate().map(|(index, character)| {
        let refused = |message: String| FormError::at(line, index + 1, message);
        if index == most {
            return Err(refused(format!("more than {most} columns")));
        }
        token(character).map_err(refused)
    });
    cells.collect()
}

/// Makes a grid of rows with their line numbers. Short rows are padded with `fill`, or refused
/// without it.
pub fn rectangle<T: Clone>(
    mut rows: Vec<(usize, Vec<T>)>,
    fill: Option<T>,
) -> Result<Grid<T>, FormError> {
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
        let message = format!("this row has {length} cells, the first one has {cols}");
        return Err(FormError::at(*line, length.min(cols) + 1, message));
    }
    let size = Size::new(rows.len(), cols);
    let cells = rows.into_iter().flat_map(|(_, row)| row).collect();
    Grid::from_cells(size, cells)
        .ok_or_else(|| FormError::at(1, 1, "all rows must have the same length"))
}

/// Expands a run-length row: each number repeats the character behind it, at most `most` + 1 times.
pub(super) fn without_runs(row: &str, most: usize) -> String {
    let mut times = None;
    let mut spelled = String::new();
    for character in row.chars() {
        match character.to_digit(10) {
            Some(digit) => times = Some((10 * times.unwrap_or(0) + digit as usize).min(most + 1)),
            None => spelled.extend(std::iter::repeat_n(character, times.take().unwrap_or(1))),
        }
    }
    spelled
}
