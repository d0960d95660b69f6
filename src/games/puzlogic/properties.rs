//! The settings of a level beyond its board.

use crate::game::Property;

use super::puzzle::{Puzzle, Sum};
use super::text;

/// All of them, with their values.
pub(super) fn all(puzzle: &Puzzle) -> Vec<Property> {
    let sums: Vec<String> = puzzle.sums.iter().map(Sum::to_string).collect();
    let property = |key, name, value, help| Property {
        key,
        name,
        value,
        choices: Vec::new(),
        help,
    };
    vec![
        property(
            "pieces",
            "Pieces",
            text::spaced(&puzzle.pieces),
            "the numbers to put into the empty cells, as many as there are cells: 4 5 6 4",
        ),
        property(
            "sums",
            "Sums",
            sums.join("; "),
            "joined by ‘;’: row 1 sum 12; column 3 placed 7",
        ),
    ]
}

/// Changes one.
///
/// # Errors
/// What would be right.
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
