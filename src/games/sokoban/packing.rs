//! Packing search: finds a plan soon, but proves nothing, neither that the plan is short nor that there is none.
//! Y. Shoham and J. Schaeffer, “The FESS Algorithm: A Feature Based Approach to Single-Agent Search”, 2020.
//!
//! A move takes one box to any square that it can reach while all others stay. Each state is scored by [`Features`];
//! visited states are grouped by them. Each round applies one move of a state in one group, cycling through the groups;
//! every second round only considers the groups with the fewest steps of the packing plan left. For each feature one
//! advisor recommends the move that improves it most. Within a group, moves on paths with fewer moves that nobody
//! recommended come first. Where a move that fills the next square of the plan is recommended, a search that
//! `packs_at_once` tries no other.
//!
//! A state lists the pusher's normalized square, then those of the boxes. States are known by 64-bit hashes; a
//! collision can at worst hide a plan.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::FxHashSet;

use crate::game::search::Stop;

use super::board::{Board, Motion, Step, pushes_on};
use super::crossing::Crossing;
use super::deadlocks::Deadlocks;
use super::floor::Square;
use super::order::PackingPlan;
use super::run::PackingRun;
use super::space::Push;
use super::warehouse::{State, Warehouse, with_move};

/// Move of one box to any square that it can reach.
#[derive(Clone, Copy, Default)]
struct BoxMove {
    from: Square,
    to: Square,
    /// The pusher's normalized square after it.
    pusher: Square,
    pushes: u16,
}

/// Feature of a state, lower is better. Its advisor recommends the move which improves it most.
#[derive(Clone, Copy)]
pub(super) enum Feature {
    /// Steps of the packing plan left; a careful search adds the boxes that are too late.
    Left,
    /// Areas into which the boxes cut the floor.
    Areas,
    /// Boxes that are too late for the packing plan.
    Late,
    /// Boxes in doorways between rooms.
    Doors,
    /// Boxes that cannot be pushed now, without those already packed.
    Pinned,
    /// Sum of the pushes of each box to its nearest goal. Its advisor finds plans of simple levels soon, but elsewhere
    /// fills the goals in the wrong order.
    Distance,
    /// Boxes in the way of the next target.
    Blockers,
    /// Pairs of a box, without those already packed, and a direction in which it cannot be pushed now: its advisor is good
    /// where hardly any box can be moved.
    StuckPushes,
}

impl Feature {
    const COUNT: usize = 8;

    /// Bit in [`PackingStyle::muted`].
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Features of a state.
#[derive(Clone, Copy)]
struct Features {
    /// Steps of the packing plan done.
    done: usize,
    /// Score of each [`Feature`], at its number.
    scores: [u32; Feature::COUNT],
}

impl Features {
    fn score(&self, feature: Feature) -> u32 {
        self.scores[feature as usize]
    }
}

/// Limit of boxes × squares × squares, which bounds the time per state. Beyond it a search of single pushes is faster.
pub(super) const MAX_WORK: usize = 4_000_000;
/// States per corral searched for a deadlock.
pub(super) const MAX_CORRAL_STATES: usize = 100;

/// Variant of the search; levels differ in which one succeeds.
#[derive(Clone, Debug)]
pub(super) struct PackingStyle {
    /// A recommended move that makes a step of the plan excludes all others.
    pub packs_at_once: bool,
    /// A step of the plan made with a box that makes another late counts for nothing.
    pub is_careful: bool,
    /// Random variation of the packing order; see [`PackingPlan::new`].
    pub noise: f64,
    pub seed: u64,
    /// Advisors that are not asked, by [`Feature::bit`].
    pub muted: u8,
    /// Features that do not divide the groups, as bits by their place in the key of groups (`expand`).
    pub merged: u8,
    /// Limit of states.
    pub max_states: u64,
}

/// Percentage of the states of a search that each packing order may try in vain.
const ORDER_PERCENT: u64 = 15;
/// Variations of the packing order.
const NOISES: [f64; 3] = [0.3, 0.6, 2.0];

impl PackingStyle {
    pub fn random(seed: u64, max_states: u64, rng: &mut fastrand::Rng) -> Self {
        Self {
            packs_at_once: rng.bool(),
            is_careful: rng.u8(..4) > 0,
            noise: NOISES[rng.usize(..3)],
            seed,
            // Each advisor but the first is muted one time in four, distance three times in four, pushes every other time.
            muted: rng.u8(..) & rng.u8(..) & !1
                | (u8::from(rng.u8(..) < 170) * Feature::Distance.bit())
                | (u8::from(rng.u8(..) < 85) * Feature::StuckPushes.bit()),
            // Each feature of the key but the first is merged one time in four.
            merged: rng.u8(..) & rng.u8(..) & !1,
            max_states,
        }
    }

    /// Changes one setting at random.
    pub fn vary(&mut self, rng: &mut fastrand::Rng) {
        match rng.u8(..16) {
            0 => self.packs_at_once ^= true,
            1 => self.is_careful ^= true,
            2 => self.noise = NOISES[rng.usize(..3)],
            3..6 => self.merged ^= 1 << rng.u8(1..5),
            _ => self.muted ^= 1 << rng.u8(1..8),
        }
    }
}

/// Limit of moves that an advisor tests for deadlocks before it recommends none.
const MAX_ADVISED: usize = 20;

/// Child of the state being expanded.
struct Child {
    mv: BoxMove,
    features: Features,
}

/// A visited state, with the move that led to it.
struct PackNode {
    state: State,
    /// Index of the node before; 0 for the first.
    parent: u32,
    mv: BoxMove,
}

struct UntriedMove {
    /// Index of the node in whose state it can be made.
    node: u32,
    mv: BoxMove,
}

/// Indices of untried moves of states with equal features, ordered by: moves against advice, most alternatives, index.
type MoveQueue = BinaryHeap<Reverse<(u16, Reverse<u16>, u32)>>;

pub(super) struct PackingSearch<'a> {
    house: &'a Warehouse,
    run: &'a PackingRun<'a>,
    style: PackingStyle,
    plan: PackingPlan,
    /// Most steps of the plan that were done in a state.
    most_done: usize,
    /// Index of the first node with as many.
    furthest: u32,
    board: Board<'a>,
    /// May serve another search.
    pub deadlocks: Deadlocks<'a>,
    crossing: Crossing,
    /// For each square whether it is a doorway.
    doors: Vec<bool>,
    /// List for the squares that one box can reach, used again and again.
    trail: Vec<Step>,
    nodes: Vec<PackNode>,
    untried: Vec<UntriedMove>,
    /// Index in `queues` of each group, by the features of its states.
    groups: BTreeMap<[u32; 5], usize>,
    /// Steps left and untried moves of each group.
    queues: Vec<(u32, MoveQueue)>,
    /// Hashes of the states visited.
    known: FxHashSet<u64>,
    /// Estimated memory of all tables.
    bytes: u64,
}

impl<'a> PackingSearch<'a> {
    /// Prepares a search.
    ///
    /// # Errors
    /// If the run is over.
    pub fn new(
        house: &'a Warehouse,
        boxes: &[Square],
        style: PackingStyle,
        deadlocks: Deadlocks<'a>,
        run: &'a PackingRun<'a>,
    ) -> Result<Self, Stop> {
        let order_states = style.max_states * ORDER_PERCENT / 100;
        Ok(Self {
            house,
            run,
            plan: PackingPlan::new(house, boxes, style.noise, style.seed, order_states, run)?,
            style,
            most_done: 0,
            furthest: 0,
            board: Board::new(house),
            deadlocks,
            crossing: Crossing::new(house),
            doors: doors(house),
            trail: Vec::new(),
            nodes: Vec::new(),
            untried: Vec::new(),
            groups: BTreeMap::new(),
            queues: Vec::new(),
            known: FxHashSet::default(),
            bytes: 0,
        })
    }

    /// Pushes that bring all boxes to goals, if found within the limits.
    pub fn search(&mut self, start: &State) -> Option<Vec<Push>> {
        let mut ticker = self.run.budget.ticker(1);
        // Group tried last: among all, and among those with the fewest steps left.
        let mut turns = [0, 0];
        self.board.set(&start[1..]);
        let mut state = start.clone();
        state[0] = self.board.fill(start[0]);
        let mut chosen = Some((state, 0, 0, BoxMove::default()));
        while let Some((state, against_advice, parent, mv)) = chosen.take() {
            let (packed, boxes) = (self.plan.filled[self.most_done].len(), start.len() - 1);
            if ticker.tick().is_err()
                || ticker.total() > self.style.max_states
                || !self.run.count(self.bytes, packed, boxes)
            {
                return None;
            }
            let is_new = self.known.insert(self.house.hash(&state) as u64);
            // The start is known to be alive.
            if is_new && (self.nodes.is_empty() || !self.deadlocks.is_dead(&state, Some(mv.to))) {
                let is_solved = self.house.are_on_goals(&state[1..]);
                let node = self.nodes.len() as u32;
                self.nodes.push(PackNode { state, parent, mv });
                if is_solved {
                    return Some(self.pushes(node));
                }
                self.expand(node, against_advice);
            }
            let is_open = |queue: &&(u32, MoveQueue)| !queue.1.is_empty();
            let open = self.queues.iter().filter(is_open);
            let Some(fewest) = open.map(|(left, _)| *left).min() else {
                break;
            };
            let only_fewest = ticker.total().is_multiple_of(2);
            let turn = &mut turns[usize::from(only_fewest)];
            // Ends, as a group with the fewest steps left has an untried move.
            let (against_advice, index) = loop {
                *turn = (*turn + 1) % self.queues.len();
                let (left, queue) = &mut self.queues[*turn];
                if only_fewest && *left > fewest {
                    continue;
                }
                if let Some(Reverse((against_advice, _, index))) = queue.pop() {
                    break (against_advice, index);
                }
            };
            let UntriedMove { node, mv } = self.untried[index as usize];
            let state = after(&self.nodes[node as usize].state, &mv);
            chosen = Some((state, against_advice, node, mv));
        }
        None
    }

    /// Share of the plan's steps that were done in some state.
    pub fn progress(&self) -> f64 {
        self.most_done as f64 / self.plan.targets.len().max(1) as f64
    }

    /// Pushes to the first state with as many steps of the plan done as in any.
    pub fn furthest_pushes(&mut self) -> Vec<Push> {
        self.pushes(self.furthest)
    }

    /// Queues the moves of a node.
    fn expand(&mut self, node: u32, against_advice: u16) {
        let state = self.nodes[node as usize].state.clone();
        self.board.set(&state[1..]);
        let areas = self.board.divide();
        let mut current = self.features(&state[1..], state[0], areas);
        if current.done > self.most_done {
            (self.most_done, self.furthest) = (current.done, node);
        }
        let mut in_the_way = Vec::new();
        current.scores[Feature::Blockers as usize] =
            self.blockers(&state, current.done, Some(&mut in_the_way));
        let children = self.children(&state);
        let advice = self.advise(&state, &current, &in_the_way, &children);
        let left = current.score(Feature::Left);
        let packs = |child: &Child| child.features.score(Feature::Left) < left;
        let packing = self.style.packs_at_once
            && children
                .iter()
                .zip(&advice)
                .any(|(child, advised)| *advised && packs(child));
        let mut key = [
            Feature::Left,
            Feature::Areas,
            Feature::Late,
            Feature::Blockers,
            Feature::Doors,
        ]
        .map(|feature| current.score(feature));
        for (index, value) in key.iter_mut().enumerate() {
            if self.style.merged >> index & 1 != 0 {
                *value = 0;
            }
        }
        let fresh = self.queues.len();
        let group = *self.groups.entry(key).or_insert(fresh);
        if group == fresh {
            self.queues.push((left, MoveQueue::new()));
        }
        let alternatives = children.len() as u16;
        for (child, advised) in children.into_iter().zip(advice) {
            if packing && !packs(&child) {
                continue;
            }
            let against_advice = against_advice.saturating_add(u16::from(!advised));
            let index = self.untried.len() as u32;
            let entry = (against_advice, Reverse(alternatives), index);
            self.queues[group].1.push(Reverse(entry));
            self.untried.push(UntriedMove { node, mv: child.mv });
            // With the entries in the queue and in `known`.
            self.bytes += size_of::<UntriedMove>() as u64 + 8 + 16;
        }
        self.bytes += 2 * state.len() as u64 + 64;
    }

    /// All moves to states that are not known yet.
    fn children(&mut self, state: &State) -> Vec<Child> {
        let mut children = Vec::new();
        let mut trail = std::mem::take(&mut self.trail);
        let mut moved = state.clone();
        let base = self.house.boxes_hash(&state[1..]);
        self.board.set(&state[1..]);
        self.board.fill(state[0]);
        let sides = state.iter().map(|it| self.board.reached_sides(*it));
        let sides: Vec<u8> = sides.collect();
        for (index, &from) in state.iter().enumerate().skip(1) {
            self.board
                .travel(from, sides[index], Motion::Push, &mut trail);
            for step in trail.iter().skip(1) {
                let to = step.square;
                let pusher = self.board.neighbour(to, step.side);
                self.board.shift(from, to);
                let areas = self.board.divide();
                let pusher = self.board.area[usize::from(pusher)];
                let hash = base
                    ^ self.house.box_key(from)
                    ^ self.house.box_key(to)
                    ^ self.house.pusher_key(pusher);
                if !self.known.contains(&(hash as u64)) {
                    moved[index] = to;
                    children.push(Child {
                        mv: BoxMove {
                            from,
                            to,
                            pusher,
                            pushes: step.moves,
                        },
                        features: self.features(&moved[1..], pusher, areas),
                    });
                }
                self.board.shift(to, from);
            }
            moved[index] = from;
        }
        self.trail = trail;
        children
    }

    /// Features of the boxes on the divided board, without the blockers.
    fn features(&self, boxes: &[Square], pusher: Square, areas: usize) -> Features {
        let done = self.plan.done(&self.board);
        let filled = &self.plan.filled[done];
        let late = self.plan.late(boxes.iter().copied(), done);
        let distances = boxes.iter().map(|it| self.house.nearest[usize::from(*it)]);
        let is_door = |square: &&Square| self.doors[usize::from(**square)];
        let free = boxes.iter().filter(|square| !filled.contains(square));
        let directions = free.map(|square| self.directions(*square, pusher));
        let left = self.plan.targets.len() - done + usize::from(self.style.is_careful) * late;
        let mut scores = [0; Feature::COUNT];
        for (feature, score) in [
            (Feature::Left, left),
            (Feature::Areas, areas),
            (Feature::Late, late),
            (Feature::Doors, boxes.iter().filter(is_door).count()),
            (
                Feature::Pinned,
                directions.clone().filter(|count| *count == 0).count(),
            ),
            (Feature::Distance, distances.map(|it| it.unwrap_or(0)).sum()),
            (
                Feature::StuckPushes,
                directions.map(|count| 4 - count).sum(),
            ),
        ] {
            scores[feature as usize] = score as u32;
        }
        Features { done, scores }
    }

    /// Number of directions in which the pusher can push a box of the divided board.
    fn directions(&self, square: Square, pusher: Square) -> usize {
        let around = self.house.floor.neighbours(square);
        let area = |side: usize| self.board.area[usize::from(around[side])];
        let is_open =
            |side: usize| !self.board.is_blocked(around[side]) && !self.house.is_dead(around[side]);
        let can_push = |side: &usize| area(*side) == pusher && is_open(side ^ 2);
        (0..4).filter(can_push).count()
    }

    /// Number of boxes in the way of the next target, for the box with the fewest, and which these are. Only boxes count
    /// that make no others late by filling it, unless all do.
    fn blockers(
        &mut self,
        state: &[Square],
        done: usize,
        in_the_way: Option<&mut Vec<Square>>,
    ) -> u32 {
        let Some(&target) = self.plan.targets.get(done) else {
            return 0;
        };
        let mut packed = self.plan.filled[done].clone();
        packed.retain(|square| self.plan.filled[done + 1].contains(square));
        let boxes = state[1..].iter().copied();
        let late = self.plan.late(boxes.clone(), done);
        let (mut usable, others): (Vec<Square>, Vec<Square>) = boxes
            .clone()
            .filter(|square| !packed.contains(square))
            .partition(|square| {
                let others = boxes.clone().filter(|other| other != square);
                self.plan.late(others, done + 1) <= late
            });
        if usable.is_empty() {
            usable = others;
        }
        self.crossing
            .cost(self.house, state, &packed, &usable, target, in_the_way)
    }

    /// Recommends for each feature the move that improves it most, if no step of the plan is undone.
    fn advise(
        &mut self,
        state: &State,
        current: &Features,
        in_the_way: &[Square],
        children: &[Child],
    ) -> Vec<bool> {
        let mut advice = vec![false; children.len()];
        let is_asked =
            |advisor: &usize| self.style.muted >> advisor & 1 == 0 && current.scores[*advisor] > 0;
        let asked: Vec<usize> = (0..Feature::COUNT).filter(is_asked).collect();
        for advisor in asked {
            let mut better: Vec<((u32, u32, u16), usize)> = Vec::new();
            for (index, Child { mv, features }) in children.iter().enumerate() {
                if features.score(Feature::Left) > current.score(Feature::Left) {
                    continue;
                }
                let mut score = features.scores[advisor];
                if advisor == Feature::Blockers as usize {
                    if !in_the_way.contains(&mv.from) {
                        continue;
                    }
                    score = self.blockers(&after(state, mv), features.done, None);
                }
                if score < current.scores[advisor] {
                    let areas = features.score(Feature::Areas);
                    let second = match (advisor == Feature::Left as usize, self.style.is_careful) {
                        // Areas, of which there are few, break ties.
                        (true, _) => features.score(Feature::Late) * 256 + areas,
                        (false, true) => areas,
                        (false, false) => 0,
                    };
                    better.push(((score, second, mv.pushes), index));
                }
            }
            better.sort_unstable();
            let alive = better.into_iter().take(MAX_ADVISED).find(|(_, index)| {
                let moved = after(state, &children[*index].mv);
                !self.deadlocks.is_dead(&moved, Some(children[*index].mv.to))
            });
            if let Some((_, index)) = alive {
                advice[index] = true;
            }
        }
        advice
    }

    /// Single pushes from the start to a node.
    fn pushes(&mut self, node: u32) -> Vec<Push> {
        let mut path = Vec::new();
        let mut at = node;
        while at > 0 {
            path.push(at);
            at = self.nodes[at as usize].parent;
        }
        let mut pushes = Vec::new();
        for node in path.into_iter().rev() {
            let PackNode { parent, mv, .. } = self.nodes[node as usize];
            let state = &self.nodes[parent as usize].state;
            self.board.set(&state[1..]);
            self.board.fill(state[0]);
            let sides = self.board.reached_sides(mv.from);
            self.board
                .travel(mv.from, sides, Motion::Push, &mut self.trail);
            let end = (1..self.trail.len()).find(|at| {
                let step = self.trail[*at];
                let pusher = self.board.neighbour(step.square, step.side);
                self.board.shift(mv.from, step.square);
                let is_end = step.square == mv.to && self.board.fill(pusher) == mv.pusher;
                self.board.shift(step.square, mv.from);
                is_end
            });
            pushes.extend(pushes_on(&self.trail, end.unwrap_or(0)));
        }
        pushes
    }
}

fn after(state: &[Square], mv: &BoxMove) -> State {
    let mut after = with_move(state, mv.from, mv.to);
    after[0] = mv.pusher;
    after
}

/// Squares without which the floor falls apart, with at least three squares in each of two parts.
fn doors(house: &Warehouse) -> Vec<bool> {
    let mut board = Board::new(house);
    let mut doors = vec![false; house.goal.len()];
    for square in 0..house.floor.wall() {
        board.put(square);
        if board.divide() > 1 {
            let mut sizes = vec![0; house.goal.len()];
            let free = (0..house.floor.wall()).filter(|other| *other != square);
            free.for_each(|other| sizes[usize::from(board.area[usize::from(other)])] += 1);
            doors[usize::from(square)] = sizes.iter().filter(|size| **size >= 3).count() > 1;
        }
        board.lift(square);
    }
    doors
}
