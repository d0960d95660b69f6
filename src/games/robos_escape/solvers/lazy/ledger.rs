//! What was gone through of all programs: by cost, the numbered pieces that are done.

use std::collections::{BTreeMap, BTreeSet};

/// The pieces that are done.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    costs: BTreeMap<usize, Pieces>,
}

#[derive(Debug, Default)]
struct Pieces {
    /// How many there are.
    count: usize,
    done: BTreeSet<usize>,
}

impl Ledger {
    /// The pieces of a cost that are not done; `count` is how many there are.
    pub(super) fn open(&mut self, cost: usize, count: usize) -> Vec<usize> {
        let pieces = self.costs.entry(cost).or_default();
        pieces.count = count;
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
}
