//! Best-first search by distance or novelty.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::novelty::Novelty;
use super::states::StateTable;
use super::walker::{Next, Walker};
use super::{SearchDone, SlicedSearch};
use crate::analysis::{Estimate, Targets};

/// Order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By distance to a win.
    Near,
    /// By novelty, then by distance.
    New,
}

/// A best-first search: finds plans quickly, not the shortest ones.
pub struct Guided {
    states: StateTable,
    order: Order,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    novelty: Novelty,
}

impl Guided {
    /// A search that identifies states by their first `key_words` words.
    pub fn new(start: &[u64], key_words: usize, order: Order) -> Self {
        Self {
            states: StateTable::new(start, key_words),
            order,
            open: BinaryHeap::from([Reverse((0, 0))]),
            novelty: Novelty::new(&start[..key_words]),
        }
    }

    /// Rank of a state; lower is better.
    fn rank(&mut self, estimate: Estimate, from: &[u64], state: &[u64]) -> u64 {
        let distance = u64::from(4 * estimate.steps + estimate.walk);
        match self.order {
            Order::Near => distance,
            Order::New => {
                let new = self.novelty.observe(estimate.steps, from, state);
                (u64::from(new) << 32) + u64::from(estimate.steps)
            }
        }
    }
}

impl SlicedSearch for Guided {
    fn expand_next(
        &mut self,
        walker: &mut Walker,
        targets: Option<&Targets>,
    ) -> Option<SearchDone> {
        let Some(Reverse((_, number))) = self.open.pop() else {
            return Some(SearchDone::None);
        };
        let here = self.states.state(number as usize).to_vec();
        for act in 0..walker.acts() {
            match walker.step(&here, act) {
                Next::Unchanged => {}
                Next::Won => {
                    let path = self.states.path(number as usize, Some(act));
                    return Some(SearchDone::Found(path));
                }
                Next::Moved => {
                    let Some(new) = self.states.add(&walker.after, (number, act)) else {
                        continue;
                    };
                    let estimate = match targets {
                        Some(targets) => targets.estimate(&walker.after),
                        None => Some(Estimate::default()),
                    };
                    if let Some(estimate) = estimate {
                        let rank = self.rank(estimate, &here, &walker.after);
                        self.open.push(Reverse((rank, new as u32)));
                    }
                }
            }
        }
        None
    }

    fn bytes(&self) -> u64 {
        self.states.bytes() + 16 * self.open.capacity() as u64 + self.novelty.bytes()
    }

    fn states(&self) -> u64 {
        self.states.len() as u64
    }
}
