//! Numbers, cells and lines in words.

use crate::game::listed;

use super::sight::{Set, Sight, numbers};

fn words(set: Set) -> Vec<String> {
    numbers(set).map(|number| number.to_string()).collect()
}

/// The numbers of a set: `1, 2 and 5`.
pub(super) fn and(set: Set) -> String {
    listed(&words(set), "and")
}

/// The numbers of a set: `1, 2 or 5`.
pub(super) fn or(set: Set) -> String {
    listed(&words(set), "or")
}

pub(super) fn is_are(set: Set) -> &'static str {
    if set.count_ones() == 1 { "is" } else { "are" }
}

/// `row 1 column 2 and row 3 column 4`.
pub(super) fn places(sight: &Sight<'_>, cells: &[usize]) -> String {
    let places = cells.iter().map(|cell| sight.place(*cell).to_string());
    listed(&places.collect::<Vec<_>>(), "and")
}

/// Combinations of numbers: `1 + 5 or 2 + 4`.
pub(super) fn sums(sets: &[Vec<u8>]) -> String {
    let sum = |set: &Vec<u8>| {
        let numbers: Vec<String> = set.iter().map(u8::to_string).collect();
        numbers.join(" + ")
    };
    let sums: Vec<String> = sets.iter().map(sum).collect();
    listed(&sums, "or")
}
