use std::collections::{BTreeMap, BTreeSet};

/// Finished pieces by cost.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    costs: BTreeMap<usize, Pieces>,
}

#[derive(Debug, Default)]
struct Pieces {
    /// Total number of pieces.
    count: usize,
    done: BTreeSet<usize>,
}

impl Ledger {
    /// Unfinished pieces of a cost; `count` is their total number.
    pub(super) fn pending(&mut self, cost: usize, count: usize) -> Vec<usize> {
        let pieces = self.costs.entry(cost).or_default();
        pieces.count = count;
        (0..count)
            .filter(|piece| !pieces.done.contains(piece))
            .collect()
    }

    pub(super) fn add(&mut self, cost: usize, piece: usize) {
        if let Some(pieces) = self.costs.get_mut(&cost) {
            pieces.done.insert(piece);
        }
    }

    /// Least cost that is not finished.
    pub(super) fn next_cost(&self) -> usize {
        let done = |cost: &usize| {
            let pieces = self.costs.get(cost);
            pieces.is_some_and(|pieces| pieces.done.len() == pieces.count)
        };
        (1..).find(|cost| !done(cost)).unwrap_or(1)
    }
}
