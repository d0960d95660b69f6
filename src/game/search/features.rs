//! Feature-space search (Shoham and Schaeffer 2020): a way soon, where there are too many states to look at all.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::FxHashSet;

use super::{Budget, Progress, Searched, Stop, Ways};
use crate::Cost;

/// States that a few features tell apart, and advisors who speak for moves.
pub trait Features: Ways {
    /// What a state is like, beside how much is left to do.
    type Key: Ord + Clone;

    /// How much is left to do in a state, and what it is like otherwise.
    fn key(&self, state: &Self::State) -> (usize, Self::Key);

    /// Which of the moves from a state somebody speaks for; `None` for those that are left out.
    fn advised(
        &self,
        state: &Self::State,
        moves: &[(Self::Move, Cost, Self::State)],
    ) -> Vec<Option<bool>>;

    /// What comes of a move.
    fn after(&self, state: &Self::State, mv: &Self::Move) -> Self::State;
}

/// A state that was looked at, the node it was reached from, and how.
type Node<S, M> = (S, Option<(u32, M)>);

/// A move that may be made: from which node, and the cost of the way up to and with it.
struct Offer<M>(u32, Cost, M);

/// Offers of states with the same features: against how much advice, from how many, which.
type Pile = BinaryHeap<Reverse<(u32, Reverse<usize>, u32)>>;

/// Searches from a state: makes one move at a time, of states with these features, then of states with others. Every
/// second one is of a state with as little left to do as any. Moves that nobody speaks for come later. States for
/// which there is no [`Ways::bound`] are left out. After `most` states the search gives up, as at a deadline.
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
            return Searched {
                way: None,
                bound: nodes.first().and_then(|(state, _)| ways.bound(state)),
                stopped,
                explored,
            };
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
    Searched {
        way: None,
        bound: None,
        stopped: None,
        explored: ticker.total(),
    }
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
