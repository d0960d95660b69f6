//! Breadth-first search in slices: the first plan is a shortest one.

use super::states::States;
use super::walker::{Step, Walker};
use super::{End, Search};
use crate::analysis::Targets;

pub struct Breadth {
    states: States,
    /// Number of the next state to expand.
    next: usize,
    /// First state of the next depth.
    layer_end: usize,
    depth: i64,
}

impl Breadth {
    /// A search that identifies states by their first `told_apart_by` words.
    pub fn new(start: &[u64], told_apart_by: usize) -> Self {
        Self {
            states: States::new(start, told_apart_by),
            next: 0,
            layer_end: 1,
            depth: 0,
        }
    }

    /// Lower bound of all plans, in moves.
    pub fn bound(&self) -> i64 {
        self.depth + 1
    }
}

impl Search for Breadth {
    fn go_on(&mut self, walker: &mut Walker, targets: Option<&Targets>) -> Option<End> {
        if self.next == self.states.len() {
            return Some(End::None);
        }
        if self.next == self.layer_end {
            self.depth += 1;
            self.layer_end = self.states.len();
        }
        let here = self.states.state(self.next).to_vec();
        for act in 0..walker.acts() {
            match walker.step(&here, act) {
                Step::Nowhere => {}
                Step::Won => return Some(End::Found(self.states.way(self.next, Some(act)))),
                Step::On => {
                    if targets.is_none_or(|targets| !targets.is_lost(&walker.after)) {
                        self.states.add(&walker.after, (self.next as u32, act));
                    }
                }
            }
        }
        self.next += 1;
        None
    }

    fn bytes(&self) -> u64 {
        self.states.bytes()
    }

    fn states(&self) -> u64 {
        self.states.len() as u64
    }
}
