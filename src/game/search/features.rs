//! Feature-space search (Y. Shoham and J. Schaeffer, “The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search”, 2020): finds a path soon in huge state spaces, without a guarantee of its cost.
//!
//! Visited states are grouped by a vector of features. Each step applies one move of a state in one group, cycling
//! through the groups; every second step only considers groups with the least work left. Within a group, moves on paths
//! with fewer moves against advice come first, then those of states with more alternatives, then older ones. States are
//! expanded once; only pruned moves ([`Features::advised`]) and states without [`Ways::bound`] are lost, so if the
//! moves run out, there is no path without them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::FxHashSet;

use super::{Budget, Progress, Searched, Stop, Ways};
use crate::Cost;

/// State space with features that distinguish states, and advisors that recommend moves.
pub trait Features: Ways {
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
struct Offer<M>(u32, Cost, M);

/// Untried moves of states with the same features, ordered by: moves against advice, number of alternatives (most
/// first), index.
type Pile = BinaryHeap<Reverse<(u32, Reverse<usize>, u32)>>;

/// Searches from a state. Expands at most `most` states; the limit counts as a deadline.
pub fn feature_space<F: Features>(
    ways: &F,
    start: F::State,
    most: u64,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Searched<F::Move> {
    let mut nodes: Vec<Node<F::State, F::Move>> = Vec::new();
    let mut offers: Vec<Offer<F::Move>> = Vec::new();
    let mut places: BTreeMap<(usize, F::Key), usize> = BTreeMap::new();
    let mut piles: Vec<(usize, Pile)> = Vec::new();
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
        let stopped = stopped.or((explored >= most).then_some(Stop::Deadline));
        if stopped.is_some() {
            let bound = nodes.first().and_then(|(state, _)| ways.bound(state));
            return Searched::none(bound, stopped, explored);
        }
        if known.insert(state.clone()) && ways.bound(&state).is_some() {
            let node = nodes.len() as u32;
            nodes.push((state, from));
            let state = &nodes[nodes.len() - 1].0;
            if ways.is_goal(state) {
                return Searched {
                    way: Some((way(&nodes, node), cost)),
                    bound: ways.bound(&nodes[0].0),
                    stopped: None,
                    explored,
                };
            }
            if explored.is_multiple_of(100) {
                progress.report("searching", explored, None, None);
            }
            ways.next(state, &mut next);
            next.retain(|(_, _, state)| !known.contains(state));
            let (key, advised) = (ways.key(state), ways.advised(state, &next));
            let fresh = piles.len();
            let left = key.0;
            let place = *places.entry(key).or_insert(fresh);
            if place == fresh {
                piles.push((left, Pile::new()));
            }
            bytes += (2 * ways.bytes(state) + next.len() * size_of::<Offer<F::Move>>()) as u64;
            let many = next.len();
            for ((mv, more, _), advised) in next.drain(..).zip(advised) {
                let Some(advised) = advised else { continue };
                let against = against + u32::from(!advised);
                let offer = Reverse((against, Reverse(many), offers.len() as u32));
                piles[place].1.push(offer);
                offers.push(Offer(node, cost + more, mv));
            }
        }
        let open = piles.iter().filter(|(_, pile)| !pile.is_empty());
        let least = open.map(|(left, _)| *left).min();
        let Some(least) = least else { break };
        let narrow = ticker.total().is_multiple_of(2);
        let turn = &mut turns[usize::from(narrow)];
        loop {
            *turn = (*turn + 1) % piles.len();
            let (left, pile) = &mut piles[*turn];
            if narrow && *left > least {
                continue;
            }
            if let Some(Reverse((against, _, offer))) = pile.pop() {
                let Offer(node, cost, mv) = &offers[offer as usize];
                let state = ways.after(&nodes[*node as usize].0, mv);
                chosen = Some((state, *cost, against, Some((*node, mv.clone()))));
                break;
            }
        }
    }
    Searched::none(None, None, ticker.total())
}

fn way<S, M: Clone>(nodes: &[Node<S, M>], mut node: u32) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some((from, mv)) = &nodes[node as usize].1 {
        moves.push(mv.clone());
        node = *from;
    }
    moves.reverse();
    moves
}
