//! Best-first search over packed states, ordered by a [`Strategy`]: breadth-first, A*, greedy, weighted and beam search
//! ([`super::strategies`]).
//!
//! In each round the states reached last are evaluated (goal, dead end, length of plans) and ranked; then the strategy
//! chooses a batch of open states, which are expanded together in the lanes (bits of words) of the network. States are
//! numbered in the order in which they are first reached; the start is 0.

use crate::analysis::SearchNet;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, PruneReason, Stop};

/// A state that is neither a dead end nor too deep.
pub(crate) struct RatedState<'s> {
    pub number: u32,
    pub bits: &'s [u64],
    /// Steps from the view's start by the shortest path found so far.
    pub depth: usize,
    /// Number of unmet goal conditions.
    pub missing: u32,
    pub legal_moves: u32,
}

/// Order in which a search expands states.
pub(crate) trait Strategy {
    /// A goal ends the search when chosen, not when reached: its plan is then a shortest if ranks are lower bounds.
    const GOAL_WHEN_CHOSEN: bool = false;

    /// Rank of an open state, small ones first (they index buckets); or why it is pruned.
    fn rank(&mut self, state: &RatedState<'_>) -> Result<usize, PruneReason>;

    /// Takes open states to be expanded; none ends the search without a plan.
    fn choose(&mut self, open: &mut OpenList<'_>) -> Vec<u32>;

    /// Returns whether a state with `known_depth` that is reached again in `depth` steps is to be expanded again.
    fn reopens(&mut self, _known_depth: usize, _depth: usize) -> bool {
        false
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeStatus {
    Open,
    /// A plan ends there; open, too.
    Goal,
    /// Taken, pruned or not yet evaluated.
    Closed,
}

/// States that wait to be expanded, with what is known of all states.
pub(crate) struct OpenList<'v> {
    pub watch: &'v SearchWatch<'v>,
    /// Pairs of a state and its depth, by rank. Pairs of states that were taken or reopened since are out of date.
    buckets: Vec<Vec<(u32, u32)>>,
    /// No state of a smaller rank is open.
    least_rank: usize,
    /// Steps from the view's start to each state reached.
    depths: Vec<u32>,
    statuses: Vec<NodeStatus>,
}

impl OpenList<'_> {
    pub fn reached(&self) -> u64 {
        self.depths.len() as u64
    }

    /// Smallest rank of an open state; `None` if no state is open.
    pub fn least_rank(&mut self) -> Option<usize> {
        let (depths, statuses) = (&self.depths, &self.statuses);
        let is_outdated = |(number, depth): &mut (u32, u32)| {
            let node = *number as usize;
            depths[node] != *depth || statuses[node] == NodeStatus::Closed
        };
        while let Some(bucket) = self.buckets.get_mut(self.least_rank) {
            while bucket.pop_if(is_outdated).is_some() {}
            if !bucket.is_empty() {
                return Some(self.least_rank);
            }
            self.least_rank += 1;
        }
        None
    }

    fn push(&mut self, number: u32, rank: usize, status: NodeStatus) {
        if self.buckets.len() <= rank {
            self.buckets.resize(rank + 1, Vec::new());
        }
        self.buckets[rank].push((number, self.depths[number as usize]));
        self.least_rank = self.least_rank.min(rank);
        self.statuses[number as usize] = status;
    }

    /// Takes the newest states of a rank, at most `count`; the newest is the last.
    pub fn take_newest(&mut self, rank: usize, count: usize) -> Vec<u32> {
        let first = self.buckets[rank].len().saturating_sub(count);
        let newest = self.buckets[rank].split_off(first).into_iter();
        let current = newest.filter(|(number, depth)| self.depths[*number as usize] == *depth);
        let numbers: Vec<u32> = current.map(|(number, _)| number).collect();
        numbers
            .into_iter()
            .filter(|number| self.take(*number))
            .collect()
    }

    /// Takes a state, so that it is open no more. Returns `false` if it was not open.
    fn take(&mut self, number: u32) -> bool {
        let status = &mut self.statuses[number as usize];
        let was_open = *status != NodeStatus::Closed;
        // A goal stays marked: the search ends with it.
        if *status == NodeStatus::Open {
            *status = NodeStatus::Closed;
        }
        was_open
    }

    /// Takes all states of the smallest rank, in the order in which they were ranked; empty if no state is open.
    pub fn take_least(&mut self) -> Vec<u32> {
        let rank = self.least_rank();
        rank.map_or_else(Vec::new, |rank| self.take_newest(rank, usize::MAX))
    }
}

/// The part of the state space that a search has explored.
pub(crate) struct BestFirst<'v> {
    view: &'v SearchNet,
    budget: &'v Budget,
    expander: Expander<'v>,
    table: Table,
    open: OpenList<'v>,
    /// States reached, or reached again by a shorter path, since the last evaluation.
    unevaluated: Vec<u32>,
    /// The target value was reached in a state in which the game goes on.
    pub won_before_end: bool,
}

impl<'v> BestFirst<'v> {
    pub fn new(
        view: &'v SearchNet,
        budget: &'v Budget,
        watch: &'v SearchWatch<'v>,
    ) -> Result<Self, Stop> {
        let mut table = Table::new(view.code.words(), budget);
        table.add(&view.start, NONE, 0)?;
        watch.begin(0u32);
        Ok(Self {
            view,
            budget,
            expander: Expander::new(view, budget),
            table,
            open: OpenList {
                watch,
                buckets: Vec::new(),
                least_rank: 0,
                depths: vec![0],
                statuses: vec![NodeStatus::Closed],
            },
            unevaluated: vec![0],
            won_before_end: false,
        })
    }

    /// Returns the moves of a plan, or `None` once the strategy chooses nothing.
    pub fn search(&mut self, strategy: &mut impl Strategy) -> Result<Option<Vec<u32>>, Stop> {
        loop {
            if let Some(goal) = self.evaluate(strategy)? {
                self.open.watch.expand(goal);
                return Ok(Some(self.path(goal)));
            }
            let chosen = strategy.choose(&mut self.open);
            if chosen.is_empty() {
                return Ok(None);
            }
            let statuses = &self.open.statuses;
            let is_goal = |number: &&u32| statuses[**number as usize] == NodeStatus::Goal;
            if let Some(goal) = chosen.iter().find(is_goal) {
                self.open.watch.expand(*goal);
                return Ok(Some(self.path(*goal)));
            }
            self.expand(&chosen, strategy)?;
        }
    }

    /// Moves from the view's start to a state.
    pub fn path(&self, number: u32) -> Vec<u32> {
        self.table.path(number)
    }

    /// Evaluates and ranks the states reached last. Returns a goal that ends the search.
    fn evaluate<S: Strategy>(&mut self, strategy: &mut S) -> Result<Option<u32>, Stop> {
        let (open, longest) = (&mut self.open, self.view.max_length());
        for chunk in self.unevaluated.chunks(LANES) {
            self.budget.check()?;
            let states = self.table.states(chunk);
            let statuses = self.expander.evaluate(&states);
            let missing = self.expander.missing(chunk.len());
            for (lane, bits) in states.chunks(self.table.words()).enumerate() {
                let (number, status) = (chunk[lane], statuses[lane]);
                let depth = open.depths[number as usize] as usize;
                let is_goal = status.ends_plan(self.view, depth);
                if is_goal && !S::GOAL_WHEN_CHOSEN {
                    return Ok(Some(number));
                }
                self.won_before_end |= status.won && !is_goal;
                // The game ended without a plan, so there are no successors.
                if !is_goal && status.over {
                    open.watch.expand(number);
                    continue;
                }
                let state = RatedState {
                    number,
                    bits,
                    depth,
                    missing: missing[lane],
                    legal_moves: self.expander.legal_count(lane),
                };
                let rank = if is_goal || status.may_win && depth < longest {
                    strategy.rank(&state)
                } else if status.may_win {
                    Err(PruneReason::TooLong)
                } else {
                    Err(PruneReason::DeadEnd)
                };
                match rank {
                    Ok(rank) if is_goal => open.push(number, rank, NodeStatus::Goal),
                    Ok(rank) => open.push(number, rank, NodeStatus::Open),
                    Err(reason) => open.watch.prune(number, reason),
                }
            }
        }
        self.unevaluated.clear();
        Ok(None)
    }

    fn expand(&mut self, chosen: &[u32], strategy: &mut impl Strategy) -> Result<(), Stop> {
        for chunk in chosen.chunks(LANES) {
            self.budget.check()?;
            let states = self.table.states(chunk);
            // Loads the states that the successors are computed from.
            self.expander.evaluate(&states);
            for (lane, number) in chunk.iter().enumerate() {
                self.open.watch.expand(*number);
                let (open, table, unevaluated) =
                    (&mut self.open, &mut self.table, &mut self.unevaluated);
                let mut emit = |parent: u32, mv: u32, state: &[u64]| {
                    reach(open, table, unevaluated, strategy, (parent, mv), state)
                };
                self.expander.push_all(*number, &states, lane, &mut emit)?;
            }
        }
        let (open, table, unevaluated) = (&mut self.open, &mut self.table, &mut self.unevaluated);
        self.expander.flush(&mut |parent, mv, state| {
            reach(open, table, unevaluated, strategy, (parent, mv), state)
        })
    }
}

/// Records a successor, which comes from the parent and by the move in `origin`.
fn reach(
    open: &mut OpenList<'_>,
    table: &mut Table,
    unevaluated: &mut Vec<u32>,
    strategy: &mut impl Strategy,
    origin @ (parent, mv): (u32, u32),
    state: &[u64],
) -> Result<(), Stop> {
    let depth = open.depths[parent as usize] + 1;
    let (number, is_new) = table.intern(state, origin)?;
    if is_new {
        open.depths.push(depth);
        open.statuses.push(NodeStatus::Closed);
    } else {
        let known = &mut open.depths[number as usize];
        if !strategy.reopens(*known as usize, depth as usize) {
            return Ok(());
        }
        *known = depth;
        open.statuses[number as usize] = NodeStatus::Closed;
        table.set_origin(number, parent, mv);
    }
    unevaluated.push(number);
    open.watch.generate(number, parent, mv);
    Ok(())
}
