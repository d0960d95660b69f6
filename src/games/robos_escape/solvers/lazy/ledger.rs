//! What was gone through of all programs: by cost, the numbered pieces that are done.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The pieces that are done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ledger {
    costs: BTreeMap<usize, Pieces>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pieces {
    /// How many there are; the same on every machine.
    count: usize,
    done: BTreeSet<usize>,
}

impl Ledger {
    /// The pieces of a cost that are not done; `count` is how many there are.
    pub(super) fn open(&mut self, cost: usize, count: usize) -> Vec<usize> {
        let pieces = self.costs.entry(cost).or_default();
        if pieces.count != count {
            // Only of another division is the number another one.
            *pieces = Pieces {
                count,
                done: BTreeSet::new(),
            };
        }
        (0..count)
            .filter(|piece| !pieces.done.contains(piece))
            .collect()
    }

    /// A piece is done.
    pub(super) fn add(&mut self, cost: usize, piece: usize) {
        if let Some(pieces) = self.costs.get_mut(&cost) {
            pieces.done.insert(piece);
        }
    }

    /// The least cost of which not all is done.
    pub(super) fn next_cost(&self) -> usize {
        let done = |cost: &usize| {
            let pieces = self.costs.get(cost);
            pieces.is_some_and(|pieces| pieces.done.len() == pieces.count)
        };
        (1..).find(|cost| !done(cost)).unwrap_or(1)
    }

    /// Adds what another search has done; whether both are divided in the same way.
    pub(super) fn merge(&mut self, other: &Self) -> bool {
        for (cost, pieces) in &other.costs {
            let own = self.costs.entry(*cost).or_insert_with(|| Pieces {
                count: pieces.count,
                done: BTreeSet::new(),
            });
            if own.count != pieces.count {
                return false;
            }
            own.done.extend(&pieces.done);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_to_the_whole() {
        let mut parts = [Ledger::default(), Ledger::default()];
        for (index, part) in parts.iter_mut().enumerate() {
            for cost in 1..=3 {
                for piece in part.open(cost, 5).into_iter().filter(|p| p % 2 == index) {
                    part.add(cost, piece);
                }
            }
        }
        let [mut whole, other] = parts;
        assert_eq!((whole.next_cost(), other.next_cost()), (1, 1));
        assert!(whole.merge(&other));
        assert_eq!(whole.next_cost(), 4);
        assert_eq!(whole.open(2, 5), Vec::<usize>::new());
        let mut another = Ledger::default();
        another.open(2, 6);
        assert!(!whole.merge(&another));
    }
}
