//! Numbers, cells and lines in words.

use super::candidates::{Candidates, NumberSet, numbers};
use crate::game::join_words;

fn words(set: NumberSet) -> Vec<String> {
    numbers(set).map(|number| number.to_string()).collect()
}

/// The numbers of a set: `1, 2 and 5`.
pub(super) fn and(set: NumberSet) -> String {
    join_words(&words(set), "and")
}

/// The numbers of a set: `1, 2 or 5`.
pub(super) fn or(set: NumberSet) -> String {
    join_words(&words(set), "or")
}

/// `row 1 column 2 and row 3 column 4`.
pub(super) fn cell_list(state: &Candidates<'_>, cells: &[usize]) -> String {
    let names = cells.iter().map(|cell| state.cell_at(*cell).to_string());
    join_words(&names.collect::<Vec<_>>(), "and")
}

/// Combinations of numbers: `1 + 5 or 2 + 4`.
pub(super) fn sums(sets: &[Vec<u8>]) -> String {
    let sum = |set: &Vec<u8>| {
        let numbers: Vec<String> = set.iter().map(u8::to_string).collect();
        numbers.join(" + ")
    };
    let sums: Vec<String> = sets.iter().map(sum).collect();
    join_words(&sums, "or")
}
