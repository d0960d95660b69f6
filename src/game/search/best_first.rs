//! Best-first search: A*, weighted A*, Dijkstra's and breadth-first search.
//!
//! Expands the open state with the smallest `cost + weight × bound`. A state reached again by a cheaper path is
//! reopened, so bounds need not be consistent. Nodes whose cost plus bound reaches the cost limit are pruned: no path
//! through them is below it. With weight 1, the largest `cost + bound` expanded so far is a lower bound for every path,
//! and the first goal expanded has the minimum cost. States without a bound are stored as dead ends and never expanded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Budget, Progress, Stop};
use crate::Cost;

/// State space with move costs and a heuristic.
pub trait StateSpace {
    /// Should be small. Equal values are the same state.
    type State: Clone + Eq + Hash;
    type Move: Clone;

    fn is_goal(&self, state: &Self::State) -> bool;

    /// Lower bound of the cost to a goal (0 is always valid); `None` if no goal can be reached.
    fn bound(&self, state: &Self::State) -> Option<Cost>;

    /// Appends the successors to `next`: move, cost (at least 0), state.
    fn expand(&self, state: &Self::State, next: &mut Vec<(Self::Move, Cost, Self::State)>);

    /// Reason why the last expansion ended early, so that successors are missing; it ends the search.
    fn stopped(&self) -> Option<Stop> {
        None
    }

    /// Bytes that the two stored clones of a state take, for the memory limit.
    fn bytes(&self, state: &Self::State) -> usize;
}

#[derive(Clone, Copy, Debug)]
pub struct BestFirst {
    /// Factor of the bound. With weight 1, the first path found is a cheapest one; larger weights find a path sooner.
    pub weight: Cost,
    /// Cost limit: only cheaper paths are searched for.
    pub cost_limit: Cost,
    /// Maximum number of states to expand.
    pub max_states: u64,
}

impl Default for BestFirst {
    /// A*: a cheapest path, without limits.
    fn default() -> Self {
        Self {
            weight: 1,
            cost_limit: Cost::MAX,
            max_states: u64::MAX,
        }
    }
}

#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// Moves and their cost, if a path was found.
    pub path: Option<(Vec<M>, Cost)>,
    /// Lower bound for every path; `None` if there is provably none (below the cost limit).
    pub bound: Option<Cost>,
    /// Reason of an early end; the limit of states counts as a deadline.
    pub stopped: Option<Stop>,
    pub explored: u64,
}

impl<M> SearchResult<M> {
    pub(super) fn none(bound: Option<Cost>, stopped: Option<Stop>, explored: u64) -> Self {
        Self {
            path: None,
            bound,
            stopped,
            explored,
        }
    }
}

/// Estimated bytes of an entry in the index besides its state.
const INDEX_BYTES: u64 = 16;
/// Estimated bytes of an entry in the heap.
const HEAP_BYTES: u64 = 24;
/// States expanded between two checks of the budget.
const STATES_PER_CHECK: u32 = 16;
/// States expanded between two reports.
const STATES_PER_REPORT: u64 = 10_000;
/// Index that marks dead ends instead of a node.
const DEAD_END: u32 = u32::MAX;

/// A state reached, with the cheapest path to it so far.
struct SearchNode<W: StateSpace> {
    state: W::State,
    /// Cost of the cheapest path found so far.
    cost: Cost,
    /// Lower bound of the cost from here to a goal.
    bound: Cost,
    /// Node before on that path, and the move from there; `None` for the start.
    parent: Option<(u32, W::Move)>,
    /// True if it was expanded at its present cost.
    closed: bool,
}

impl BestFirst {
    /// Searches from `start` until a path is found, it is proved that there is none, or a limit is reached.
    pub fn search<W: StateSpace>(
        &self,
        space: &W,
        start: W::State,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> SearchResult<W::Move> {
        let mut open = OpenList {
            params: *self,
            space,
            nodes: Vec::new(),
            indices: FxHashMap::default(),
            heap: BinaryHeap::new(),
            bytes: 0,
        };
        open.reach(start, 0, None);
        let mut next = Vec::new();
        let mut ticker = budget.ticker(STATES_PER_CHECK);
        let mut bound = 0;
        while let Some(Reverse((_, _, index))) = open.heap.pop() {
            // A node that a cheaper path reached again is in the heap several times, its cheapest entry first.
            let node = &mut open.nodes[index as usize];
            if std::mem::replace(&mut node.closed, true)
                || node.cost + node.bound >= self.cost_limit
            {
                continue;
            }
            let (state, cost) = (node.state.clone(), node.cost);
            if self.weight <= 1 && node.cost + node.bound > bound {
                bound = node.cost + node.bound;
                progress.report(format!("cost {bound}"), ticker.total(), None, Some(bound));
            }
            if space.is_goal(&state) {
                // With a larger weight only the bound of the start holds for every path.
                let start_bound = space.bound(&open.nodes[0].state).unwrap_or(0);
                return SearchResult {
                    path: Some((open.path(index), cost)),
                    bound: Some(bound.max(start_bound).min(cost)),
                    stopped: None,
                    explored: ticker.total(),
                };
            }
            let stopped = ticker.tick().and_then(|()| budget.check_memory(open.bytes));
            let explored = ticker.total();
            if explored.is_multiple_of(STATES_PER_REPORT) {
                progress.report("searching", explored, None, None);
            }
            let limit = (explored > self.max_states).then_some(Stop::Deadline);
            let mut stopped = stopped.err().or(limit);
            if stopped.is_none() {
                space.expand(&state, &mut next);
                stopped = space.stopped();
            }
            if stopped.is_some() {
                let start_bound = space.bound(&open.nodes[0].state).unwrap_or(0);
                return SearchResult::none(Some(bound.max(start_bound)), stopped, explored);
            }
            for (mv, more, state) in next.drain(..) {
                open.reach(state, cost + more, Some((index, mv)));
            }
        }
        SearchResult::none(None, None, ticker.total())
    }
}

/// All states reached so far, with the queue of those to expand.
struct OpenList<'a, W: StateSpace> {
    params: BestFirst,
    space: &'a W,
    nodes: Vec<SearchNode<W>>,
    /// Index in `nodes` of each state, or [`DEAD_END`].
    indices: FxHashMap<W::State, u32>,
    /// Priority, bound, node: at equal priority the smallest bound first, then the oldest node.
    heap: BinaryHeap<Reverse<(Cost, Cost, u32)>>,
    bytes: u64,
}

impl<W: StateSpace> OpenList<'_, W> {
    /// Records that a state is reached at this cost from `parent`, and queues it unless it is known
    /// at no higher cost, is a dead end or cannot lead to a path below the cost limit.
    fn reach(&mut self, state: W::State, cost: Cost, parent: Option<(u32, W::Move)>) {
        let index = match self.indices.get(&state) {
            Some(&DEAD_END) => return,
            Some(&index) => {
                let node = &mut self.nodes[index as usize];
                if node.cost <= cost {
                    return;
                }
                (node.cost, node.parent, node.closed) = (cost, parent, false);
                index
            }
            None => {
                self.bytes += self.space.bytes(&state) as u64 + INDEX_BYTES;
                let Some(bound) = self.space.bound(&state) else {
                    self.indices.insert(state, DEAD_END);
                    return;
                };
                let index = self.nodes.len() as u32;
                self.bytes += size_of::<SearchNode<W>>() as u64 + HEAP_BYTES;
                self.indices.insert(state.clone(), index);
                self.nodes.push(SearchNode {
                    state,
                    cost,
                    bound,
                    parent,
                    closed: false,
                });
                index
            }
        };
        let bound = self.nodes[index as usize].bound;
        if cost + bound < self.params.cost_limit {
            let priority = cost + self.params.weight * bound;
            self.heap.push(Reverse((priority, bound, index)));
        }
    }

    fn path(&self, index: u32) -> Vec<W::Move> {
        let mut moves = Vec::new();
        let mut node = &self.nodes[index as usize];
        while let Some((parent, mv)) = &node.parent {
            moves.push(mv.clone());
            node = &self.nodes[*parent as usize];
        }
        moves.reverse();
        moves
    }
}
