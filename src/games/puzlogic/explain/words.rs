//! Numbers, cells and lines in words.

use super::sight::{Set, Sight, numbers};

pub(super) fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// The numbers of a set: `1, 2 and 5`.
pub(super) fn and(set: Set) -> String {
    let parts: Vec<String> = numbers(set).map(|number| number.to_string()).collect();
    list(&parts, "and")
}

/// The numbers of a set: `1, 2 or 5`.
pub(super) fn or(set: Set) -> String {
    let parts: Vec<String> = numbers(set).map(|number| number.to_string()).collect();
    list(&parts, "or")
}

/// `is` for one, `are` for several.
pub(super) fn is_are(set: Set) -> &'static str {
    if set.count_ones() == 1 { "is" } else { "are" }
}

/// `row 1 column 2 and row 3 column 4`.
pub(super) fn places(sight: &Sight<'_>, cells: &[usize]) -> String {
    let parts: Vec<String> = cells
        .iter()
        .map(|cell| sight.place(*cell).to_string())
        .collect();
    list(&parts, "and")
}

/// Combinations of numbers: `1 + 5 or 2 + 4`.
pub(super) fn sums(sets: &[Vec<u8>]) -> String {
    let parts: Vec<String> = sets
        .iter()
        .map(|set| {
            let numbers: Vec<String> = set.iter().map(u8::to_string).collect();
            numbers.join(" + ")
        })
        .collect();
    list(&parts, "or")
}
