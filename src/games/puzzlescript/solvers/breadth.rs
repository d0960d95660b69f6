//! Breadth-first search in slices: the first plan is a shortest one.

use super::states::StateTable;
use super::walker::{Next, Walker};
use super::{SearchDone, SlicedSearch};
use crate::analysis::Targets;

pub struct Breadth {
    states: StateTable,
    /// Number of the next state to expand.
    next: usize,
    /// First state of the next depth.
    layer_end: usize,
    depth: i64,
}

impl Breadth {
    /// A search that identifies states by their first `key_words` words.
    pub fn new(start: &[u64], key_words: usize) -> Self {
        Self {
            states: StateTable::new(start, key_words),
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

impl SlicedSearch for Breadth {
    fn expand_next(
        &mut self,
        walker: &mut Walker,
        targets: Option<&Targets>,
    ) -> Option<SearchDone> {
        if self.next == self.states.len() {
            return Some(SearchDone::None);
        }
        if self.next == self.layer_end {
            self.depth += 1;
            self.layer_end = self.states.len();
        }
        let here = self.states.state(self.next).to_vec();
        for act in 0..walker.acts() {
            match walker.step(&here, act) {
                Next::Unchanged => {}
                Next::Won => {
                    return Some(SearchDone::Found(self.states.path(self.next, Some(act))));
                }
                Next::Moved if targets.is_some_and(|targets| targets.is_lost(&walker.after)) => {}
                Next::Moved => {
                    self.states.add(&walker.after, (self.next as u32, act));
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
