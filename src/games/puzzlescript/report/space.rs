//! The reachable states of a level and the moves between them, within the limits of memory and time.
//!
//! Explored breadth first, so depths never decrease with the numbers of states, and the first state with a winning move
//! gives the length of the shortest plans. If the limits end the exploration, the last states have no moves: what is
//! concluded from missing moves must treat them as open.

use crate::analysis::Targets;
use crate::game::search::{Budget, Stop};
use crate::solvers::{Reached, StateTable, Walker};

/// Result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActEdge {
    /// Nothing changes.
    Unchanged,
    /// The state after the move is unknown.
    Unknown,
    Win,
    /// Number of a state.
    State(usize),
}

/// States between two checks of the budget.
pub(super) const TICK_INTERVAL: u32 = 4_096;
/// States expanded between two reports.
const REPORT_INTERVAL: usize = 64;
/// Edge of an act that changes nothing; below [`UNKNOWN`], edges are numbers of states.
const UNCHANGED: u32 = u32::MAX;
/// Edge of an act that wins.
const WIN: u32 = u32::MAX - 1;
/// Edge of an act whose effect is unknown.
const UNKNOWN: u32 = u32::MAX - 2;

/// States in breadth-first order; depths never decrease.
pub struct Space {
    pub states: StateTable,
    acts: usize,
    /// Results of the acts of each expanded state.
    edges: Vec<u32>,
    /// States that can provably not be won. Instead of expanding them, all their acts are taken to change nothing.
    lost: Vec<bool>,
}

impl Space {
    /// Expands the states reached from `start`, in order, until none is left, there are `max_states`, or the budget is
    /// spent. `targets` proves states lost; without it none is. `report` receives the number of expanded states.
    pub fn explore(
        start: &[u64],
        walker: &mut Walker,
        targets: Option<&Targets>,
        max_states: usize,
        budget: &Budget,
        mut report: impl FnMut(usize),
    ) -> Self {
        let is_lost = |state: &[u64]| targets.is_some_and(|targets| targets.is_lost(state));
        let mut space = Self {
            states: StateTable::new(start, start.len()),
            acts: usize::from(walker.acts()),
            edges: Vec::new(),
            lost: vec![is_lost(start)],
        };
        let mut next = 0;
        while next < space.len() && space.len() < max_states {
            if budget.check().is_err() || budget.check_memory(space.bytes()).is_err() {
                break;
            }
            if next.is_multiple_of(REPORT_INTERVAL) {
                report(next);
            }
            for act in 0..walker.acts() {
                let to = match space.lost[next] {
                    true => Reached::Nothing,
                    // Without pruning, as reports count lost states, too.
                    false => space.states.reach(walker, next, act, None),
                };
                if let Reached::New(new) = to {
                    space.lost.push(is_lost(space.states.state(new)));
                }
                space.edges.push(match to {
                    Reached::Nothing => UNCHANGED,
                    Reached::Unknown => UNKNOWN,
                    Reached::Win => WIN,
                    Reached::New(to) | Reached::Known(to) => to as u32,
                });
            }
            next += 1;
        }
        space
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Number of expanded states, which are the first ones.
    pub fn expanded(&self) -> usize {
        self.edges.len() / self.acts.max(1)
    }

    /// Returns whether all known states are expanded; those that can provably not be won have no successors.
    pub fn is_fully_expanded(&self) -> bool {
        self.is_expanded_to(usize::MAX)
    }

    /// Returns whether all states of depths below `depth` are expanded, without a move of unknown effect.
    pub fn is_expanded_to(&self, depth: usize) -> bool {
        let is_open = |state| self.is_open(state) || state == self.expanded();
        (0..self.len())
            .find(|state| is_open(*state))
            .is_none_or(|open| self.depth(open) >= depth)
    }

    /// Returns whether a state has successors that are unknown: it was not expanded, or a move’s effect is unknown.
    pub fn is_open(&self, state: usize) -> bool {
        let is_expanded = state < self.expanded();
        !is_expanded && !self.lost[state] || self.acts(state).any(|(_, to)| to == ActEdge::Unknown)
    }

    /// Returns whether these are all reachable states.
    pub fn is_complete(&self) -> bool {
        self.is_fully_expanded() && !self.lost.contains(&true)
    }

    /// Approximate memory in bytes: 8 per edge and 24 per state, with those of [`Self::can_reach`].
    fn bytes(&self) -> u64 {
        self.states.bytes() + (8 * self.edges.len() + 24 * self.len()) as u64
    }

    pub fn depth(&self, state: usize) -> usize {
        self.states.depth(state)
    }

    /// Acts of a state with their results: none if it was not reached by the exploration, all unchanged if it is lost.
    pub fn acts(&self, state: usize) -> impl Iterator<Item = (u8, ActEdge)> {
        let first = state * self.acts;
        let edges = self.edges.get(first..first + self.acts);
        let to = |edge: u32| match edge {
            UNCHANGED => ActEdge::Unchanged,
            WIN => ActEdge::Win,
            UNKNOWN => ActEdge::Unknown,
            state => ActEdge::State(state as usize),
        };
        (0..).zip(edges.unwrap_or_default().iter().map(move |edge| to(*edge)))
    }

    fn successors(&self, state: usize) -> impl Iterator<Item = usize> {
        self.acts(state).filter_map(|(_, to)| match to {
            ActEdge::State(to) => Some(to),
            _ => None,
        })
    }

    pub fn has_win(&self, state: usize) -> bool {
        self.acts(state).any(|(_, to)| to == ActEdge::Win)
    }

    /// Length of the shortest plan, if a win was found.
    pub fn shortest(&self) -> Option<usize> {
        let first = (0..self.expanded()).find(|state| self.has_win(*state))?;
        Some(self.depth(first) + 1)
    }

    /// States from which one of `ends` can be reached, including these.
    pub fn can_reach(
        &self,
        ends: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<Vec<bool>, Stop> {
        let mut ticker = budget.ticker(TICK_INTERVAL);
        // Start of each state's list of predecessors.
        let mut offsets = vec![0_u32; self.len() + 1];
        for state in 0..self.expanded() {
            ticker.tick()?;
            for to in self.successors(state) {
                offsets[to + 1] += 1;
            }
        }
        for state in 0..self.len() {
            offsets[state + 1] += offsets[state];
        }
        let mut cursors = offsets.clone();
        let mut predecessors = vec![0_u32; offsets[self.len()] as usize];
        for state in 0..self.expanded() {
            ticker.tick()?;
            for to in self.successors(state) {
                predecessors[cursors[to] as usize] = state as u32;
                cursors[to] += 1;
            }
        }
        let mut leads: Vec<bool> = (0..self.len()).map(ends).collect();
        let mut open: Vec<usize> = (0..self.len()).filter(|state| leads[*state]).collect();
        while let Some(state) = open.pop() {
            ticker.tick()?;
            for before in &predecessors[offsets[state] as usize..offsets[state + 1] as usize] {
                let before = *before as usize;
                if !leads[before] {
                    leads[before] = true;
                    open.push(before);
                }
            }
        }
        Ok(leads)
    }

    /// States on plans of `length` moves, [`Self::shortest`]. Successors have larger numbers, so one pass suffices.
    pub fn on_shortest_plans(&self, length: usize) -> Vec<bool> {
        let mut on_plan = vec![false; self.len()];
        for state in (0..self.expanded()).rev() {
            let next = self.depth(state) + 1;
            on_plan[state] = next <= length
                && self.acts(state).any(|(_, to)| match to {
                    ActEdge::Win => next == length,
                    ActEdge::State(to) => on_plan[to] && self.depth(to) == next,
                    ActEdge::Unchanged | ActEdge::Unknown => false,
                });
        }
        on_plan
    }
}
