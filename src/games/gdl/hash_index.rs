//! Index of items stored elsewhere, by hash.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

const NONE: u32 = u32::MAX;

/// Numbers of items, from 0 on, by hash. The caller stores items in one piece: freeing millions of keys takes seconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashIndex {
    /// Newest item of each hash.
    newest: FxHashMap<u64, u32>,
    /// For each item the one before it with the same hash.
    previous: Vec<u32>,
}

impl HashIndex {
    /// Number of an item with this hash for which `is_match` holds.
    pub fn find(&self, hash: u64, is_match: impl Fn(u32) -> bool) -> Option<u32> {
        let mut number = *self.newest.get(&hash)?;
        while number != NONE {
            if is_match(number) {
                return Some(number);
            }
            number = self.previous[number as usize];
        }
        None
    }

    pub fn len(&self) -> usize {
        self.previous.len()
    }

    /// Adds an item that is not known; returns its number.
    pub fn add(&mut self, hash: u64) -> u32 {
        let number = self.previous.len() as u32;
        let previous = self.newest.insert(hash, number);
        self.previous.push(previous.unwrap_or(NONE));
        number
    }
}

pub(crate) fn hash(numbers: impl IntoIterator<Item = u32>) -> u64 {
    let mut hasher = FxHasher::default();
    let numbers = numbers.into_iter();
    numbers.for_each(|number| hasher.write_u32(number));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_hash_are_distinguished() {
        let things = ["a", "b", "c"];
        let mut index = HashIndex::default();
        let numbers = things.map(|_| index.add(7));
        let find = |thing: &str| index.find(7, |number| things[number as usize] == thing);
        assert_eq!(things.map(find), numbers.map(Some));
        assert_eq!((find("d"), index.find(8, |_| true)), (None, None));
    }
}
