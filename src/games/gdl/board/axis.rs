//! Constants along a side of the grid, in order.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// Longest side of a grid that the settings ask for.
pub(super) const MAX_REQUESTED_SIDE: usize = 200;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GridAxis {
    /// Index of each word in `words`.
    pub(super) index: FxHashMap<String, usize>,
    /// Constants in order of display.
    pub(super) words: Vec<String>,
}

impl GridAxis {
    /// Places numbers by value, gaps included. Other constants, and numbers if `order` has one of them, are next to
    /// each other: those in `order` first, then the rest sorted.
    pub(super) fn new(constants: &BTreeSet<&str>, order: &[String], flip: bool) -> Self {
        let numbers: Option<Vec<u32>> = constants.iter().map(|word| word.parse().ok()).collect();
        let ordered = constants
            .iter()
            .any(|word| order.iter().any(|first| first == word));
        let mut words: Vec<String> = match numbers {
            Some(numbers) if !ordered && !numbers.is_empty() => {
                let low = numbers.iter().copied().min().unwrap_or(0);
                let high = numbers.iter().copied().max().unwrap_or(0);
                // One more than fits shows that they do not fit.
                let range = (low..=high).take(MAX_REQUESTED_SIDE + 1);
                let mut words: Vec<String> = range.map(|number| number.to_string()).collect();
                for (word, number) in constants.iter().zip(numbers) {
                    if let Some(slot) = words.get_mut((number - low) as usize) {
                        // As it is written, with leading zeros.
                        (*word).clone_into(slot);
                    }
                }
                words
            }
            _ => {
                let rank = |word: &str| order.iter().position(|first| first == word);
                let mut words: Vec<&str> = constants.iter().copied().collect();
                words.sort_by_cached_key(|word| {
                    (rank(word).unwrap_or(usize::MAX), natural_key(word), *word)
                });
                words.into_iter().map(str::to_owned).collect()
            }
        };
        if flip {
            words.reverse();
        }
        let index = words.iter().cloned().zip(0..).collect();
        Self { index, words }
    }
}

/// Sort key by which `x2` comes before `x10`.
pub(super) fn natural_key(word: &str) -> (&str, u64) {
    let digits = word.len() - word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = word.split_at(word.len() - digits);
    (stem, number.parse().unwrap_or(0))
}
