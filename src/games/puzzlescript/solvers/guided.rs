//! Best-first search by distance or novelty.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::novelty::Novelty;
use super::states::States;
use super::walker::{Step, Walker};
use super::{End, Search};
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
    states: States,
    order: Order,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    novelty: Novelty,
}

impl Guided {
    /// A search that identifies states by their first `told_apart_by` words.
    pub fn new(start: &[u64], told_apart_by: usize, order: Order) -> Self {
        Self {
            states: States::new(start, told_apart_by),
            order,
            open: BinaryHeap::from([Reverse((0, 0))]),
            novelty: Novelty::new(&start[..told_apart_by]),
        }
    }

    /// Rank of a state; lower is better.
    fn rank(&mut self, told: Estimate, from: &[u64], state: &[u64]) -> u64 {
        let near = u64::from(4 * told.steps + told.walk);
        match self.order {
            Order::Near => near,
            Order::New => {
                let new = self.novelty.of(told.steps, from, state);
                (u64::from(new) << 32) + u64::from(told.steps)
            }
        }
    }
}

impl Search for Guided {
    fn go_on(&mut self, walker: &mut Walker, targets: Option<&Targets>) -> Option<End> {
        let Some(Reverse((_, number))) = self.open.pop() else {
            return Some(End::None);
        };
        let here = self.states.state(number as usize).to_vec();
        for act in 0..walker.acts() {
            match walker.step(&here, act) {
                Step::Nowhere => {}
                Step::Won => return Some(End::Found(self.states.way(number as usize, Some(act)))),
                Step::On => {
                    let Some(new) = self.states.add(&walker.after, (number, act)) else {
                        continue;
                    };
                    let told = match targets {
                        Some(targets) => targets.estimate(&walker.after),
                        None => Some(Estimate::default()),
                    };
                    if let Some(told) = told {
                        let rank = self.rank(told, &here, &walker.after);
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
