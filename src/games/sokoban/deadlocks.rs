//! Deadlocks of whole states: corrals, and boxes that cannot all be matched to goals.
//!
//! A *corral* is an area that the pusher cannot reach; its *barrier* are the boxes next to it. If these can neither all
//! leave the corral nor all end on goals even with every other box removed, the state is dead (Junghanns and Schaeffer,
//! “Sokoban: Enhancing general single-agent search methods using domain knowledge”, 2001). Removing boxes only adds
//! possibilities, so pruning is safe. The same is tried with all boxes that touch the barrier, directly or through each
//! other. A depth-first search decides; verdicts are cached. A search that exceeds its limit counts as
//! resolvable, which is safe.
//!
//! A *cluster* are a few boxes close to each other, with the squares close to them. It is searched in the same way: if
//! its boxes can neither all leave these squares nor all end on goals, alone in the warehouse, the state is dead.
//!
//! *Matching*: frozen boxes are walls for ever. Each of the others needs an open goal of its own which it can reach,
//! alone in the warehouse with those walls.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::search::assignment;

use super::board::{Board, Motion};
use super::floor::Square;
use super::warehouse::{State, Warehouse, with_move};

/// For each goal without a frozen box, by square: whether a box gets there from it.
type OpenGoals = Rc<Vec<Vec<bool>>>;

// Added (XOR) to the hash of a set of boxes, by its kind, so that verdicts of both kinds share one map.
const CORRAL: u128 = 0;
const CLUSTER: u128 = u128::MAX;
/// Limit of verdicts in memory, of which a set of open goals counts as 64: about 100 MB.
const MAX_VERDICTS: usize = 1_000_000;
/// Limit of boxes of a cluster.
const MAX_CLUSTER: usize = 5;

/// Tests for deadlocks, with what they found out before.
pub(super) struct Deadlocks<'a> {
    board: Board<'a>,
    /// For each barrier or cluster, alone with the pusher's normalized square, whether it is dead.
    corrals: FxHashMap<u128, bool>,
    /// For each cluster, with the pusher's normalized square in the whole state, whether it is dead: answers most
    /// questions without placing the boxes.
    clusters: FxHashMap<u128, bool>,
    /// By the hash of the frozen boxes.
    open_goals: FxHashMap<u128, OpenGoals>,
    /// Limit of states per corral.
    max_states: usize,
}

impl<'a> Deadlocks<'a> {
    pub fn new(house: &'a Warehouse, max_states: usize) -> Self {
        Self {
            board: Board::new(house),
            corrals: FxHashMap::default(),
            clusters: FxHashMap::default(),
            open_goals: FxHashMap::default(),
            max_states,
        }
    }

    /// Returns whether the state is proved to be dead; `false` may also mean "not decided". If it is known which box moved
    /// last, only its cluster is searched.
    pub fn is_dead(&mut self, state: &[Square], moved: Option<Square>) -> bool {
        let verdicts = self.corrals.len() + self.clusters.len();
        if verdicts + 64 * self.open_goals.len() > MAX_VERDICTS {
            *self = Self::new(self.board.house, self.max_states);
        }
        self.is_unmatchable(&state[1..])
            || match moved {
                Some(square) => self.is_dead_cluster(state, square),
                None => state[1..]
                    .iter()
                    .any(|square| self.is_dead_cluster(state, *square)),
            }
            || self.has_dead_corral(state)
    }

    /// Returns whether the boxes close to a box, and those close to them, are a deadlock.
    fn is_dead_cluster(&mut self, state: &[Square], square: Square) -> bool {
        let house = self.board.house;
        let mut cluster = vec![square];
        let mut at = 0;
        while at < cluster.len() && cluster.len() < MAX_CLUSTER {
            let close = &house.close[usize::from(cluster[at])];
            for other in &state[1..] {
                if cluster.len() < MAX_CLUSTER && close.contains(other) && !cluster.contains(other)
                {
                    cluster.push(*other);
                }
            }
            at += 1;
        }
        if cluster.len() == 1 {
            return false;
        }
        let key = house.boxes_hash(&cluster) ^ house.pusher_key(state[0]);
        if let Some(dead) = self.clusters.get(&key) {
            return *dead;
        }
        let mut inside = vec![false; house.goal.len()];
        for square in &cluster {
            let close = house.close[usize::from(*square)].iter();
            close.for_each(|it| inside[usize::from(*it)] = true);
        }
        let dead = self.is_dead_barrier(state[0], &cluster, inside, CLUSTER);
        self.clusters.insert(key, dead);
        dead
    }

    /// Returns whether a frozen box is off the goals, or frozen boxes keep the others from goals of their own.
    pub fn is_unmatchable(&mut self, boxes: &[Square]) -> bool {
        self.board.set(boxes);
        let mut is_off = false;
        let (frozen, mut others): (Vec<_>, Vec<_>) = boxes
            .iter()
            .partition(|square| self.board.is_frozen(**square, &mut is_off));
        if frozen.is_empty() {
            // The lower bound of each state says whether all boxes have goals.
            return false;
        }
        if !self.board.house.are_on_goals(&frozen) {
            return true;
        }
        let house = self.board.house;
        let key = house.boxes_hash(&frozen);
        let goals = self.open_goals.entry(key).or_insert_with(|| {
            self.board.set(&frozen);
            let open = house.goals.iter().filter(|goal| !frozen.contains(goal));
            let reach = open.map(|goal| {
                let pushes = self.board.distances(*goal).into_iter();
                pushes.map(|pushes| pushes < usize::MAX).collect()
            });
            Rc::new(reach.collect())
        });
        let goals = goals.clone();
        // A box that reaches as many goals as there are boxes always gets one.
        let boxes = others.len();
        others.retain(|square| {
            let reached = goals.iter().filter(|goal| goal[usize::from(*square)]);
            reached.count() < boxes
        });
        let cost = |index: usize, goal: usize| {
            let reaches: bool = goals[goal][usize::from(others[index])];
            reaches.then_some(0)
        };
        assignment(others.len(), goals.len(), cost).is_none()
    }

    /// Returns whether some corral is proved to be a deadlock, by its barrier or with all boxes that touch it.
    fn has_dead_corral(&mut self, state: &[Square]) -> bool {
        let house = self.board.house;
        self.board.set(&state[1..]);
        if self.board.divide() == 1 {
            return false;
        }
        let area = self.board.area.clone();
        let home = area[usize::from(state[0])];
        let mut corrals: Vec<Square> = area.clone();
        corrals.sort_unstable();
        corrals.dedup();
        corrals.retain(|corral| *corral != home && *corral != house.floor.wall());
        corrals.into_iter().any(|corral| {
            let mut others = state[1..].to_vec();
            let is_next = |square: &mut Square| {
                let mut around = house.floor.neighbours(*square).into_iter();
                around.any(|next| area[usize::from(next)] == corral)
            };
            let mut barrier: Vec<Square> = others.extract_if(.., is_next).collect();
            let inside: Vec<bool> = area.iter().map(|it| *it == corral).collect();
            if self.is_dead_barrier(state[0], &barrier, inside.clone(), CORRAL) {
                return true;
            }
            let (few, mut next) = (barrier.len(), 0);
            while let Some(&square) = barrier.get(next) {
                let around = house.floor.neighbours(square);
                barrier.extend(others.extract_if(.., |other| around.contains(other)));
                next += 1;
            }
            barrier.len() > few && self.is_dead_barrier(state[0], &barrier, inside, CORRAL)
        })
    }

    /// Returns whether boxes can neither all leave the squares `inside` and their own, nor all end on goals.
    fn is_dead_barrier(
        &mut self,
        pusher: Square,
        barrier: &[Square],
        mut inside: Vec<bool>,
        kind: u128,
    ) -> bool {
        if self.board.house.are_on_goals(barrier) {
            return false;
        }
        let mut boxes = barrier.to_vec();
        boxes.sort_unstable();
        self.board.set(&boxes);
        let first = self.board.fill(pusher);
        let key = self.board.house.boxes_hash(&boxes) ^ self.board.house.pusher_key(first) ^ kind;
        if let Some(dead) = self.corrals.get(&key) {
            return *dead;
        }
        for square in &boxes {
            inside[usize::from(*square)] = true;
        }
        let start = std::iter::once(first).chain(boxes).collect();
        let dead = !self.is_resolvable(start, &inside);
        self.corrals.insert(key, dead);
        dead
    }

    /// Returns whether the boxes of `start` can all leave the corral, a mask of squares, or all end on goals, or the
    /// limit was exceeded.
    fn is_resolvable(&mut self, start: State, corral: &[bool]) -> bool {
        let house = self.board.house;
        let board = &mut self.board;
        let mut visited = FxHashSet::from_iter([house.hash(&start)]);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            let boxes = &state[1..];
            if house.are_on_goals(boxes) || visited.len() > self.max_states {
                return true;
            }
            board.set(boxes);
            let pushes = board.moves(&state, Motion::Push);
            // A box that can leave is dropped for good: fewer boxes only add possibilities.
            if let Some((index, ..)) = pushes.iter().find(|push| !corral[usize::from(push.1)]) {
                let mut rest = state.to_vec();
                let square = rest.remove(*index);
                board.lift(square);
                rest[0] = board.fill(square);
                stack.push(rest.into());
                continue;
            }
            for (index, to, _) in pushes {
                let from = state[index];
                board.shift(from, to);
                if !board.freezes(to) {
                    let mut moved = with_move(&state, from, to);
                    moved[0] = board.fill(from);
                    if visited.insert(house.hash(&moved)) {
                        stack.push(moved);
                    }
                }
                board.shift(to, from);
            }
        }
        false
    }
}
