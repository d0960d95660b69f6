//! Boards whose blanks were lost, as in the published levels: what they may have been.
//!
//! A row that is too short had longer runs of blanks, or blanks at its ends. All ways to make it as wide as
//! the board are one *choice*; a reading is a choice for every row. [`row`] makes the choices, [`order`]
//! goes through the readings, the most plausible first.

mod order;
mod row;
#[cfg(test)]
mod tests;

use super::board::{Board, MAX_SIDE, Square};
use super::text::{Written, read_rows, written};
use crate::RobosEscape;
use crate::game::typed::{Leveled, Puzzle as _, Typed as _};
use crate::game::{FormError, Grid, Level, LostBlanks, Meta, Readings, Size};

use row::{Choice, Ends};

/// Rows of squares in which a blank is floor.
pub(super) struct Rows;

impl LostBlanks for Rows {
    fn seem_lost(&self, level: &dyn Level) -> bool {
        let Some(board) = RobosEscape::of(level) else {
            return false;
        };
        // The wall at the right is not where it was.
        let rows = || board.squares.rows();
        let ends = |row: &[Square], with| row.last() == Some(&with);
        rows().any(|row| ends(row, Square::Floor))
            && rows().filter(|row| ends(row, Square::Wall)).count() > 1
            && rows().all(|row| ends(row::trimmed(row), Square::Wall))
    }

    fn readings(
        &self,
        source: &str,
        width: Option<usize>,
        most: usize,
    ) -> Result<Readings, FormError> {
        let Written { rows, calls, meta } = written(source)?;
        let lines = rows.iter().map(|(line, row)| (*line, row.as_str()));
        let lines: Vec<(usize, &str)> = lines.collect();
        let end = lines.last().map_or(1, |(line, _)| line + 1);
        let squares = read_rows(&lines, end)?;
        let rows: Vec<&[Square]> = squares.rows().map(row::trimmed).collect();
        let longest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let width = width.unwrap_or(longest);
        if width == 0 || width > MAX_SIDE {
            let message = format!("a board is 1 to {MAX_SIDE} columns wide, not {width}");
            return Err(FormError::at(1, 1, message));
        }
        let ends = Ends::of(rows.iter().copied());
        let choices = lines.iter().zip(rows).map(|((line, _), row)| {
            row::choices(row, width, ends).map_err(|wrong| FormError::at(*line, 1, wrong))
        });
        let choices: Vec<Vec<Choice>> = choices.collect::<Result<_, FormError>>()?;
        let total = choices
            .iter()
            .fold(1_u128, |total, row| total.saturating_mul(row.len() as u128));
        let size = Size::new(choices.len(), width);
        let numbered = order::best(&choices, most).into_iter().enumerate();
        let levels = numbered.filter_map(|(index, picked)| {
            let squares = choices
                .iter()
                .zip(&picked)
                .flat_map(|(row, at)| row[*at].squares.clone());
            let squares = Grid::from_cells(size, squares.collect())?;
            let meta = titled(&meta, index + 1, total);
            Some(Leveled::<RobosEscape>::shared(
                Board { squares, calls },
                meta,
            ))
        });
        let levels = levels.collect();
        Ok(Readings {
            total,
            width,
            levels,
        })
    }
}

/// What is said of a reading, so that it is not taken for the board itself.
fn titled(meta: &Meta, number: usize, total: u128) -> Meta {
    if total == 1 {
        return meta.clone();
    }
    let title = match meta.title.trim() {
        "" => RobosEscape::INFO.title,
        title => title,
    };
    let note = format!("Reading {number} of {total}, with the lost blanks restored.");
    Meta {
        title: format!("{title}, reading {number}"),
        author: meta.author.clone(),
        notes: [meta.notes.as_str(), &note].join("\n").trim().to_owned(),
    }
}
