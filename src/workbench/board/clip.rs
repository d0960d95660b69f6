//! Conversion of cells to and from clipboard text: one line per row, tokens as in the plain-text format.

use thiserror::Error;

use crate::game::{Brush, CellValue, Grid, Level, Size};
use crate::games::load::load;

const MAX_CELLS: usize = 1_000_000;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClipError {
    #[error("the clipboard holds no cells")]
    Empty,
    #[error("the clipboard's line {line} holds ‘{token}’, which is no cell of this game")]
    Token { line: usize, token: String },
    #[error("the clipboard's line {line} has {found} cells, the lines above have {expected}")]
    Ragged {
        line: usize,
        found: usize,
        expected: usize,
    },
    #[error("the clipboard holds more cells than any board has")]
    TooMany,
}

/// Formats cells as text; values without a brush are written as `blank`.
pub fn to_text(grid: &Grid<CellValue>, brushes: &[Brush], blank: CellValue) -> String {
    let brush = |value| brushes.iter().find(|brush| brush.value == value);
    let token = |value: &CellValue| brush(*value).or(brush(blank)).map_or("", Brush::text);
    let separator = if is_single_char(brushes) { "" } else { " " };
    let row = |row: &[CellValue]| {
        let tokens: Vec<&str> = row.iter().map(token).collect();
        tokens.join(separator) + "\n"
    };
    grid.rows().map(row).collect()
}

/// Returns whether all tokens are single characters, so that rows need no separators.
fn is_single_char(brushes: &[Brush]) -> bool {
    let mut brushes = brushes.iter();
    brushes.all(|brush| brush.text().chars().count() == 1)
}

/// Parses cells from rows of tokens, or from a whole level of the same game.
///
/// # Errors
/// [`ClipError`] with the line number.
pub fn from_text(
    text: &str,
    level: &dyn Level,
    brushes: &[Brush],
) -> Result<Grid<CellValue>, ClipError> {
    let rows = from_rows(text, brushes);
    if rows.is_err()
        && let Ok(other) = load(text.as_bytes(), None, None)
        && other.game_id() == level.game_id()
        && let Some(grid) = other.as_grid()
    {
        return Ok(grid.grid());
    }
    rows
}

fn from_rows(text: &str, brushes: &[Brush]) -> Result<Grid<CellValue>, ClipError> {
    let mut cells = Vec::new();
    let (mut rows, mut cols) = (0, 0);
    // If a blank is a cell, trailing blanks may be missing, so rows are padded to the longest one.
    let has_blank = brushes.iter().any(|brush| brush.text().trim().is_empty());
    let longest = text.lines().map(|line| line.chars().count()).max();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        if line.is_empty() || !has_blank && line.trim().is_empty() {
            continue;
        }
        let split: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let tokens: Vec<String> = if is_single_char(brushes) && has_blank {
            let all = line.chars().chain(std::iter::repeat(' '));
            all.take(longest.unwrap_or(0)).map(String::from).collect()
        } else if is_single_char(brushes) && split.len() == 1 {
            line.trim().chars().map(String::from).collect()
        } else {
            split
        };
        if rows > 0 && tokens.len() != cols {
            return Err(ClipError::Ragged {
                line: line_number,
                found: tokens.len(),
                expected: cols,
            });
        }
        cols = tokens.len();
        rows += 1;
        if rows * cols > MAX_CELLS {
            return Err(ClipError::TooMany);
        }
        for token in tokens {
            let brush = brushes.iter().find(|brush| brush.text() == token.as_str());
            let Some(brush) = brush else {
                let line = line_number;
                return Err(ClipError::Token { line, token });
            };
            cells.push(brush.value);
        }
    }
    Grid::from_cells(Size::new(rows, cols), cells)
        .filter(|grid| grid.size().area() > 0)
        .ok_or(ClipError::Empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Grid<CellValue>, ClipError> {
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(None);
        let brushes = level.as_grid().expect("is a grid").brushes();
        from_text(text, level.as_ref(), &brushes)
    }

    #[test]
    fn cells_round_trip_in_every_game() {
        for game in games::all() {
            let level = game.blank(None);
            let Some(grid) = level.as_grid() else {
                continue;
            };
            let brushes = grid.brushes();
            let values: Vec<CellValue> = brushes.iter().map(|brush| brush.value).collect();
            let size = Size::new(2, values.len());
            let cells = values.iter().chain(values.iter().rev()).copied().collect();
            let clip = Grid::from_cells(size, cells).expect("fits");
            let text = to_text(&clip, &brushes, grid.blank_value());
            assert_eq!(from_text(&text, level.as_ref(), &brushes), Ok(clip));
            // A level's own text can be pasted, too.
            let level_cells = from_text(&level.to_text(), level.as_ref(), &brushes);
            assert_eq!(level_cells, Ok(grid.grid()), "{}", game.info().id);
        }
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(read(" \n"), Err(ClipError::Empty));
        let token = "x".to_owned();
        assert_eq!(read("..\n.x"), Err(ClipError::Token { line: 2, token }));
        let ragged = ClipError::Ragged {
            line: 2,
            found: 3,
            expected: 2,
        };
        assert_eq!(read("..\n###"), Err(ragged));
        assert!(read(". #\r\n# .\r\n").is_ok(), "blanks between cells");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,60}") {
            let _ = read(&text);
        }
    }
}
