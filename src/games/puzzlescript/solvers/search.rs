//! Search over packed states, one expansion at a time, breadth first or best first.
//!
//! A state is stored when it is first reached and expanded at most once, so every search ends if it is given the time.
//!
//! *Breadth first*: states are expanded in the order of their numbers, which is that of their depths. So the first win
//! is a shortest plan, plans are longer than the depth of the last expanded state, and exhaustion proves there is none.
//!
//! *Best first*, by distance or by novelty: finds plans sooner, but not shortest ones. Exhausted, it proves the same.
//!
//! A move whose effect is unknown proves nothing: plans through it are not excluded.
//!
//! States that [`Targets`] proves lost are never expanded. That is safe, as all their successors are lost too.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::novelty::Novelty;
use super::states::{Reached, StateTable};
use super::walker::Walker;
use crate::analysis::Targets;

#[derive(Clone, Debug)]
pub enum SearchDone {
    /// With a plan, as act numbers. A breadth-first search proves it shortest if [`Search::bound`] is its length.
    Found(Vec<u8>),
    None,
    /// No plan, but moves of unknown effect.
    Undecided,
}

enum OpenStates {
    /// All from this number on.
    Breadth(usize),
    /// Those in the heap, the least rank first, and of equal ranks the oldest.
    Best {
        heap: BinaryHeap<Reverse<(u64, u32)>>,
        /// Ranks states by novelty, then by distance, if it is set; otherwise by distance.
        novelty: Option<Box<Novelty>>,
    },
}

pub struct Search {
    states: StateTable,
    open: OpenStates,
    /// Least length of plans with a move whose effect is unknown, if there is such a move.
    undecided: Option<i64>,
}

impl Search {
    /// A breadth-first search that identifies states by their first `key_words` words.
    pub fn breadth(start: &[u64], key_words: usize) -> Self {
        Self {
            states: StateTable::new(start, key_words),
            open: OpenStates::Breadth(0),
            undecided: None,
        }
    }

    /// A best-first search, by novelty or by distance.
    pub fn best(start: &[u64], key_words: usize, by_novelty: bool) -> Self {
        let novelty = by_novelty.then(|| Box::new(Novelty::new(&start[..key_words])));
        Self {
            states: StateTable::new(start, key_words),
            open: OpenStates::Best {
                heap: BinaryHeap::from([Reverse((0, 0))]),
                novelty,
            },
            undecided: None,
        }
    }

    /// Lower bound of all plans in moves, at least 1.
    pub fn bound(&self) -> i64 {
        let expanded = match self.open {
            OpenStates::Breadth(next @ 1..) => self.states.depth(next - 1) as i64 + 1,
            _ => 1,
        };
        self.undecided.map_or(expanded, |least| least.min(expanded))
    }

    /// Memory of states and heap in bytes, 16 for each entry of the heap.
    pub fn bytes(&self) -> u64 {
        let open = match &self.open {
            OpenStates::Breadth(_) => 0,
            OpenStates::Best { heap, novelty } => {
                16 * heap.capacity() as u64 + novelty.as_ref().map_or(0, |novelty| novelty.bytes())
            }
        };
        self.states.bytes() + open
    }

    pub fn states(&self) -> u64 {
        self.states.len() as u64
    }

    /// Expands one state; returns the end of the search, if this was it.
    pub fn expand_next(
        &mut self,
        walker: &mut Walker,
        targets: Option<&Targets>,
    ) -> Option<SearchDone> {
        // A best-first search leaves pruning to `queue`, which computes the estimate of a new state anyway.
        let (from, prune) = match &mut self.open {
            OpenStates::Breadth(next) if *next == self.states.len() => (None, None),
            OpenStates::Breadth(next) => {
                *next += 1;
                (Some(*next - 1), targets)
            }
            OpenStates::Best { heap, .. } => {
                (heap.pop().map(|Reverse((_, next))| next as usize), None)
            }
        };
        let Some(from) = from else {
            return Some(match self.undecided {
                Some(_) => SearchDone::Undecided,
                None => SearchDone::None,
            });
        };
        for act in 0..walker.acts() {
            match self.states.reach(walker, from, act, prune) {
                Reached::Win => {
                    return Some(SearchDone::Found(self.states.path(from, Some(act))));
                }
                Reached::New(new) => self.queue(from, new, targets),
                Reached::Unknown => {
                    let least = self.states.depth(from) as i64 + 1;
                    self.undecided.get_or_insert(least);
                }
                Reached::Known(_) | Reached::Nothing => {}
            }
        }
        None
    }

    /// Expands states to the end of the search, or until `check` fails, which is called before each.
    pub fn run<E>(
        &mut self,
        walker: &mut Walker,
        targets: Option<&Targets>,
        mut check: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<SearchDone, E> {
        loop {
            check(self)?;
            if let Some(end) = self.expand_next(walker, targets) {
                return Ok(end);
            }
        }
    }

    /// Ranks a new state by its distance and novelty, unless it is lost.
    fn queue(&mut self, from: usize, new: usize, targets: Option<&Targets>) {
        let OpenStates::Best { heap, novelty } = &mut self.open else {
            return;
        };
        let state = self.states.state(new);
        let steps = match targets {
            Some(targets) => targets.estimate(state),
            None => Some(0),
        };
        let Some(steps) = steps else {
            return;
        };
        let rank = match novelty {
            None => u64::from(steps),
            Some(novelty) => {
                // Its distance is the state's class, in which it is or is not new.
                let width = novelty.observe(steps, self.states.state(from), state);
                (u64::from(width) << 32) + u64::from(steps)
            }
        };
        heap.push(Reverse((rank, new as u32)));
    }
}
