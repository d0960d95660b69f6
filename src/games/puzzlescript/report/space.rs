//! The reachable states of a level and the moves between them, within the limits of memory and time.

use super::super::solvers::{States, Step, Walker};
use crate::analysis::Targets;
use crate::game::search::{Budget, Stop};

/// Result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Nothing changes.
    Nowhere,
    Win,
    /// Number of a state.
    State(usize),
}

/// States between two checks of the budget.
const OFTEN: u32 = 4_096;

const NOWHERE: u32 = u32::MAX;
const WIN: u32 = u32::MAX - 1;

/// States in breadth-first order; depths never decrease.
pub struct Space {
    pub states: States,
    acts: usize,
    /// Results of the acts of each expanded state.
    edges: Vec<u32>,
    depths: Vec<u32>,
    /// States that can provably not be won; they are not expanded.
    lost: Vec<bool>,
}

impl Space {
    /// Expands states until none is left, there are `most`, or the budget is spent.
    pub fn explore(
        walker: &mut Walker,
        targets: Option<&Targets>,
        most: usize,
        budget: &Budget,
        mut tell: impl FnMut(usize),
    ) -> Self {
        let start = walker.state();
        let is_lost = |state: &[u64]| targets.is_some_and(|targets| targets.is_lost(state));
        let mut space = Self {
            states: States::new(&start, start.len()),
            acts: usize::from(walker.acts()),
            edges: Vec::new(),
            depths: vec![0],
            lost: vec![is_lost(&start)],
        };
        let mut next = 0;
        while next < space.len() && space.len() < most {
            if budget.check().is_err() || budget.check_memory(space.bytes()).is_err() {
                break;
            }
            if next % 64 == 0 {
                tell(next);
            }
            let here = space.states.state(next).to_vec();
            for act in 0..walker.acts() {
                let to = match space.lost[next] {
                    true => Step::Nowhere,
                    false => walker.step(&here, act),
                };
                let to = match to {
                    Step::Nowhere => NOWHERE,
                    Step::Won => WIN,
                    Step::On => match space.states.add(&walker.after, (next as u32, act)) {
                        Some(new) => {
                            space.depths.push(space.depths[next] + 1);
                            space.lost.push(is_lost(&walker.after));
                            new as u32
                        }
                        None => space
                            .states
                            .find(&walker.after)
                            .map_or(NOWHERE, |to| to as u32),
                    },
                };
                space.edges.push(to);
            }
            next += 1;
        }
        space
    }

    /// Number of known states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Number of expanded states, which are the first ones.
    pub fn seen(&self) -> usize {
        self.edges.len() / self.acts.max(1)
    }

    /// Returns whether all known states are expanded; those that can provably not be won have no successors.
    pub fn is_whole(&self) -> bool {
        self.seen() == self.len()
    }

    /// Returns whether these are all reachable states.
    pub fn is_all(&self) -> bool {
        self.is_whole() && !self.lost.contains(&true)
    }

    /// Memory in bytes, including that of the analyses.
    fn bytes(&self) -> u64 {
        self.states.bytes() + (8 * self.edges.len() + 24 * self.depths.len()) as u64
    }

    /// Number of moves to a state.
    pub fn depth(&self, state: usize) -> usize {
        self.depths[state] as usize
    }

    /// Returns whether a state can provably not be won, by the conditions alone.
    pub fn is_lost(&self, state: usize) -> bool {
        self.lost[state]
    }

    /// Acts of a state with their results; none if it was not expanded.
    pub fn acts(&self, state: usize) -> impl Iterator<Item = (u8, To)> {
        let first = state * self.acts;
        let edges = self.edges.get(first..first + self.acts);
        let to = |edge: u32| match edge {
            NOWHERE => To::Nowhere,
            WIN => To::Win,
            state => To::State(state as usize),
        };
        let edges = edges.unwrap_or_default().iter();
        (0..).zip(edges.map(move |edge| to(*edge)))
    }

    /// Returns whether a move wins in a state.
    pub fn wins(&self, state: usize) -> bool {
        self.acts(state).any(|(_, to)| to == To::Win)
    }

    /// Length of the shortest plan, if a win was found.
    pub fn shortest(&self) -> Option<usize> {
        let first = (0..self.seen()).find(|state| self.wins(*state))?;
        Some(self.depth(first) + 1)
    }

    /// States from which one of `ends` can be reached, including these.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn leading_to(
        &self,
        ends: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<Vec<bool>, Stop> {
        let mut ticker = budget.ticker(OFTEN);
        // Start of each state's list of predecessors.
        let mut begins = vec![0_u32; self.len() + 1];
        for state in 0..self.seen() {
            ticker.tick()?;
            for (_, to) in self.acts(state) {
                if let To::State(to) = to {
                    begins[to + 1] += 1;
                }
            }
        }
        for state in 0..self.len() {
            begins[state + 1] += begins[state];
        }
        let mut places = begins.clone();
        let mut from = vec![0_u32; begins[self.len()] as usize];
        for state in 0..self.seen() {
            ticker.tick()?;
            for (_, to) in self.acts(state) {
                if let To::State(to) = to {
                    from[places[to] as usize] = state as u32;
                    places[to] += 1;
                }
            }
        }
        let mut leads: Vec<bool> = (0..self.len()).map(ends).collect();
        let mut open: Vec<usize> = (0..self.len()).filter(|state| leads[*state]).collect();
        while let Some(state) = open.pop() {
            ticker.tick()?;
            for before in &from[begins[state] as usize..begins[state + 1] as usize] {
                let before = *before as usize;
                if !leads[before] {
                    leads[before] = true;
                    open.push(before);
                }
            }
        }
        Ok(leads)
    }

    /// States on shortest plans, of `length` moves.
    pub fn on_shortest_ways(&self, length: usize) -> Vec<bool> {
        let mut on = vec![false; self.len()];
        for state in (0..self.seen()).rev() {
            let next = self.depth(state) + 1;
            on[state] = next <= length
                && self.acts(state).any(|(_, to)| match to {
                    To::Win => next == length,
                    To::State(to) => on[to] && self.depth(to) == next,
                    To::Nowhere => false,
                });
        }
        on
    }
}
