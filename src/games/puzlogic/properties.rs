//! Settings of a level beyond its board.

use crate::game::Field;

use super::puzzle::{Puzzle, Sum};
use super::text;

pub(super) static FORM: &[Field] = &[
    Field::property(
        "pieces",
        "Pieces",
        "one number for each empty cell: 4 5 6 4",
    ),
    Field::property(
        "sums",
        "Sums",
        "one entry per line, separated by ‘;’: ‘row 1 sum 12’ for all its numbers, ‘column 3 placed 7’ for its placed pieces only",
    ),
];

pub(super) fn get(puzzle: &Puzzle, key: &str) -> Option<String> {
    Some(match key {
        "pieces" => text::spaced(&puzzle.pieces),
        _ => {
            let sums: Vec<String> = puzzle.sums.iter().map(Sum::to_string).collect();
            sums.join("; ")
        }
    })
}

/// Changes a setting.
///
/// # Errors
/// What is expected instead.
pub(super) fn set(puzzle: &mut Puzzle, key: &str, value: &str) -> Result<(), String> {
    if key == "pieces" {
        puzzle.pieces = text::pieces(value)?;
    } else {
        let parts = value.split(';').map(str::trim);
        let sums = parts
            .filter(|part| !part.is_empty())
            .map(|part| Sum::on(puzzle.size(), part));
        puzzle.sums = sums.collect::<Result<_, _>>()?;
    }
    Ok(())
}
