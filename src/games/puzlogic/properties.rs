//! Settings of a level beyond its board.

use crate::game::Field;

use super::puzzle::{LineSum, SumPuzzle};
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

pub(super) fn get(puzzle: &SumPuzzle, key: &str) -> Option<String> {
    Some(match key {
        "pieces" => text::join_numbers(&puzzle.pieces),
        _ => {
            let sums: Vec<String> = puzzle.sums.iter().map(LineSum::to_string).collect();
            sums.join("; ")
        }
    })
}

/// Changes a setting.
///
/// # Errors
/// What is expected instead.
pub(super) fn set(puzzle: &mut SumPuzzle, key: &str, value: &str) -> Result<(), String> {
    if key == "pieces" {
        puzzle.pieces = text::parse_pieces(value)?;
    } else {
        let parts = value.split(';').map(str::trim);
        let sums = parts
            .filter(|part| !part.is_empty())
            .map(|part| LineSum::parse(puzzle.size(), part));
        puzzle.sums = sums.collect::<Result<_, _>>()?;
    }
    Ok(())
}
