//! Feature-space search (Y. Shoham and J. Schaeffer, “The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search”, 2020): finds a path soon in huge state spaces, without a guarantee of its cost.
//!
//! Visited states are grouped by a vector of features. Each step applies one move of a state in one group, cycling
//! through the groups; every second step only considers groups with the least work left. Within a group, moves on paths
//! with fewer moves against advice come first, then those of states with more alternatives, then older ones. States are
//! expanded once; only pruned moves ([`Features::advised`]) and states without [`StateSpace::bound`] are lost, so if the
//! moves run out, there is no path without them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::FxHashSet;

use super::{Budget, Progress, SearchResult, StateSpace, Stop};
use crate::Cost;

/// State space with features that distinguish states, and advisors that recommend moves.
pub trait Features: StateSpace {
    /// Features besides the remaining work.
    type Key: Ord + Clone;

    /// Remaining work in a state, and its other features.
    fn key(&self, state: &Self::State) -> (usize, Self::Key);

    /// Returns for each move whether it is recommended; `None` for pruned moves.
    fn advised(
        &self,
        state: &Self::State,
        moves: &[(Self::Move, Cost, Self::State)],
    ) -> Vec<Option<bool>>;

    /// State after a move.
    fn after(&self, state: &Self::State, mv: &Self::Move) -> Self::State;
}

/// Visited state, its previous node, and the move from there.
type Node<S, M> = (S, Option<(u32, M)>);

/// Untried move: its node, the cost of the path including it, the move.
struct UntriedMove<M>(u32, Cost, M);

/// Untried moves of states with equal features, ordered by: moves against advice, most alternatives, index.
type MoveQueue = BinaryHeap<Reverse<(u32, Reverse<usize>, u32)>>;

/// Searches from a state. Expands at most `max_states` states; the limit counts as a deadline.
pub fn feature_space<F: Features>(
    space: &F,
    start: F::State,
    max_states: u64,
    budget: &Budget,
    progress: &Progress<'_>,
) -> SearchResult<F::Move> {
    let mut nodes: Vec<Node<F::State, F::Move>> = Vec::new();
    let mut untried: Vec<UntriedMove<F::Move>> = Vec::new();
    let mut groups: BTreeMap<(usize, F::Key), usize> = BTreeMap::new();
    let mut queues: Vec<(usize, MoveQueue)> = Vec::new();
    let mut known = FxHashSet::default();
    let mut ticker = budget.ticker(1);
    let mut bytes = 0;
    let mut turns = [0, 0];
    let mut chosen = Some((start, 0, 0, None));
    let mut next = Vec::new();
    while let Some((state, cost, against, from)) = chosen.take() {
        let explored = ticker.total();
        let stopped = ticker.tick().and_then(|()| budget.check_memory(bytes));
        let stopped = stopped.err();
        let stopped = stopped.or((explored >= max_states).then_some(Stop::Deadline));
        if stopped.is_some() {
            let bound = nodes.first().and_then(|(state, _)| space.bound(state));
            return SearchResult::none(bound, stopped, explored);
        }
        if known.insert(state.clone()) && space.bound(&state).is_some() {
            let node = nodes.len() as u32;
            nodes.push((state, from));
            let state = &nodes[nodes.len() - 1].0;
            if space.is_goal(state) {
                return SearchResult {
                    path: Some((path(&nodes, node), cost)),
                    bound: space.bound(&nodes[0].0),
                    stopped: None,
                    explored,
                };
            }
            if explored.is_multiple_of(100) {
                progress.report("searching", explored, None, None);
            }
            space.expand(state, &mut next);
            next.retain(|(_, _, state)| !known.contains(state));
            let (key, advised) = (space.key(state), space.advised(state, &next));
            let fresh = queues.len();
            let left = key.0;
            let group = *groups.entry(key).or_insert(fresh);
            if group == fresh {
                queues.push((left, MoveQueue::new()));
            }
            bytes +=
                (2 * space.bytes(state) + next.len() * size_of::<UntriedMove<F::Move>>()) as u64;
            let alternatives = next.len();
            for ((mv, more, _), advised) in next.drain(..).zip(advised) {
                let Some(advised) = advised else { continue };
                let against = against + u32::from(!advised);
                let entry = Reverse((against, Reverse(alternatives), untried.len() as u32));
                queues[group].1.push(entry);
                untried.push(UntriedMove(node, cost + more, mv));
            }
        }
        let open = queues.iter().filter(|(_, queue)| !queue.is_empty());
        let least = open.map(|(left, _)| *left).min();
        let Some(least) = least else { break };
        let narrow = ticker.total().is_multiple_of(2);
        let turn = &mut turns[usize::from(narrow)];
        loop {
            *turn = (*turn + 1) % queues.len();
            let (left, queue) = &mut queues[*turn];
            if narrow && *left > least {
                continue;
            }
            if let Some(Reverse((against, _, index))) = queue.pop() {
                let UntriedMove(node, cost, mv) = &untried[index as usize];
                let state = space.after(&nodes[*node as usize].0, mv);
                chosen = Some((state, *cost, against, Some((*node, mv.clone()))));
                break;
            }
        }
    }
    SearchResult::none(None, None, ticker.total())
}

fn path<S, M: Clone>(nodes: &[Node<S, M>], mut node: u32) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some((from, mv)) = &nodes[node as usize].1 {
        moves.push(mv.clone());
        node = *from;
    }
    moves.reverse();
    moves
}
