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
//! States are known by 64-bit hashes; a collision can at worst hide a plan.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::FxHashSet;

use crate::game::search::{Budget, Progress, Stop};

use super::board::{Board, Step, pushes_on};
use super::deadlocks::Deadlocks;
use super::floor::Square;
use super::order::PackingPlan;
use super::space::Push;
use super::warehouse::{State, Warehouse};

/// Move of one box to any square that it can reach.
#[derive(Clone, Copy)]
struct BoxMove {
    from: Square,
    to: Square,
    /// The pusher's normalized square after it.
    pusher: Square,
    pushes: u16,
}

/// Scores of a state, lower is better.
#[derive(Clone, Copy, Default)]
struct Features {
    /// Steps of the packing plan left.
    left: u16,
    /// Areas into which the boxes cut the floor.
    areas: u16,
    /// Boxes in doorways between rooms.
    doors: u16,
    /// Boxes that are too late for the packing plan.
    late: u16,
    /// Boxes that cannot be pushed now, without those already packed.
    pinned: u16,
    /// Boxes in the way of the next target.
    blockers: u16,
    /// Sum of the pushes of each box to its nearest goal.
    distance: u32,
}

/// Number of recommendations: one per feature.
const ADVISORS: u8 = 7;
/// Advisor that brings boxes nearer to goals. It finds plans of simple levels soon, but elsewhere fills the goals in the
/// wrong order.
pub(super) const DISTANCE_ADVISOR: u8 = 5;
const BLOCKERS_ADVISOR: u8 = 6;

/// Limit of boxes × squares × squares, which bounds the time per state. Beyond it a search of single pushes is faster.
const MAX_WORK: usize = 4_000_000;
/// States per corral searched for a deadlock.
const MAX_CORRAL_STATES: usize = 100;

/// Variant of the search; levels differ in which one succeeds.
#[derive(Clone, Debug)]
pub(super) struct PackingStyle {
    /// A recommended move that makes a step of the plan excludes all others.
    pub packs_at_once: bool,
    /// A move towards goals is not recommended if it makes more boxes late.
    pub is_careful: bool,
    /// Random variation of the packing order, from 0 to 1.
    pub noise: f64,
    pub seed: u64,
    /// Advisors that are not asked, as bits.
    pub muted: u8,
    /// Features that do not divide the groups, as bits.
    pub merged: u8,
    /// Order of moves of equal merit: at random, not those of states with most alternatives first.
    pub is_random: bool,
    /// Limit of states.
    pub max_states: u64,
}

/// Child of the state being expanded.
struct Child {
    mv: BoxMove,
    features: Features,
}

struct PackNode {
    state: State,
    parent: u32,
    mv: BoxMove,
}

struct UntriedMove {
    /// Index of its node.
    node: u32,
    /// Number of moves on the path that were not recommended.
    against_advice: u16,
    mv: BoxMove,
}

/// Indices of untried moves of states with equal features, ordered by: moves against advice, most alternatives, index.
type MoveQueue = BinaryHeap<Reverse<(u16, Reverse<u16>, u32)>>;

pub(super) struct PackingSearch<'a> {
    house: &'a Warehouse,
    style: PackingStyle,
    plan: PackingPlan,
    board: Board<'a>,
    deadlocks: Deadlocks<'a>,
    crossing: Crossing,
    doors: Vec<bool>,
    trail: Vec<Step>,
    nodes: Vec<PackNode>,
    untried: Vec<UntriedMove>,
    groups: BTreeMap<[u16; 5], usize>,
    /// Steps left and untried moves of each group.
    queues: Vec<(u16, MoveQueue)>,
    known: FxHashSet<u64>,
    bytes: u64,
    rng: fastrand::Rng,
}

impl<'a> PackingSearch<'a> {
    /// Prepares a search. Returns `None` if the board is too large.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn new(
        house: &'a Warehouse,
        start: &State,
        style: PackingStyle,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let boxes = &start[1..];
        let squares = usize::from(house.floor.wall());
        if boxes.len() * squares * squares > MAX_WORK {
            return Ok(None);
        }
        Ok(Some(Self {
            house,
            style: style.clone(),
            plan: PackingPlan::new(house, boxes, style.noise, style.seed, budget)?,
            board: Board::new(house),
            deadlocks: Deadlocks::new(house, MAX_CORRAL_STATES),
            crossing: Crossing::new(house),
            doors: doors(house),
            trail: Vec::new(),
            nodes: Vec::new(),
            untried: Vec::new(),
            groups: BTreeMap::new(),
            queues: Vec::new(),
            known: FxHashSet::default(),
            bytes: 0,
            rng: fastrand::Rng::with_seed(style.seed),
        }))
    }

    /// Pushes that bring all boxes to goals, if found within the limits; and the number of states expanded.
    pub fn search(
        &mut self,
        start: &State,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> (Option<Vec<Push>>, u64) {
        let mut ticker = budget.ticker(1);
        // Group tried last: among all, and among those with the fewest steps left.
        let mut turns = [0, 0];
        self.board.set(&start[1..]);
        let mut state = start.clone();
        state[0] = self.board.fill(start[0]);
        let none = BoxMove {
            from: 0,
            to: 0,
            pusher: 0,
            pushes: 0,
        };
        let mut chosen = Some((state, 0, 0, none));
        while let Some((state, against_advice, parent, mv)) = chosen.take() {
            let stopped = ticker.tick().and_then(|()| budget.check_memory(self.bytes));
            let explored = ticker.total();
            if stopped.is_err() || explored > self.style.max_states {
                return (None, explored - 1);
            }
            let is_new = self.known.insert(self.house.hash(&state) as u64);
            if is_new && (self.nodes.is_empty() || !self.deadlocks.is_dead(&state)) {
                let is_solved = self.house.are_on_goals(&state[1..]);
                let node = self.nodes.len() as u32;
                self.nodes.push(PackNode { state, parent, mv });
                if is_solved {
                    return (Some(self.pushes(node)), explored);
                }
                if explored.is_multiple_of(50) {
                    progress.report("packing", explored, None, None);
                }
                self.expand(node, against_advice);
            }
            let is_open = |queue: &&(u16, MoveQueue)| !queue.1.is_empty();
            let open = self.queues.iter().filter(is_open);
            let Some(fewest) = open.map(|(left, _)| *left).min() else {
                break;
            };
            let only_fewest = ticker.total().is_multiple_of(2);
            let turn = &mut turns[usize::from(only_fewest)];
            let index = loop {
                *turn = (*turn + 1) % self.queues.len();
                let (left, queue) = &mut self.queues[*turn];
                if only_fewest && *left > fewest {
                    continue;
                }
                if let Some(Reverse((.., index))) = queue.pop() {
                    break index;
                }
            };
            let UntriedMove {
                node,
                against_advice,
                mv,
            } = self.untried[index as usize];
            let state = after(&self.nodes[node as usize].state, &mv);
            chosen = Some((state, against_advice, node, mv));
        }
        (None, ticker.total())
    }

    /// Queues the moves of a node.
    fn expand(&mut self, node: u32, against_advice: u16) {
        let state = self.nodes[node as usize].state.clone();
        let mut current = self.evaluate(&state, state[0]);
        let done = self.plan.len() - usize::from(current.left);
        let mut in_the_way = Vec::new();
        current.blockers = self.blockers(&state, done, Some(&mut in_the_way));
        let children = self.children(&state);
        let advice = self.advise(&state, &current, &in_the_way, &children);
        let packs = |child: &Child| child.features.left < current.left;
        let packing = self.style.packs_at_once
            && children
                .iter()
                .zip(&advice)
                .any(|(child, advised)| *advised && packs(child));
        let mut key = [
            current.left,
            current.areas,
            current.late,
            current.blockers,
            current.doors,
        ];
        for (index, value) in key.iter_mut().enumerate() {
            if self.style.merged >> index & 1 != 0 {
                *value = 0;
            }
        }
        let fresh = self.queues.len();
        let group = *self.groups.entry(key).or_insert(fresh);
        if group == fresh {
            self.queues.push((current.left, MoveQueue::new()));
        }
        let alternatives = children.len() as u16;
        for (child, advised) in children.into_iter().zip(advice) {
            if packing && !packs(&child) {
                continue;
            }
            let against_advice = against_advice.saturating_add(u16::from(!advised));
            let tie = match self.style.is_random {
                true => self.rng.u16(..),
                false => alternatives,
            };
            let entry = (against_advice, Reverse(tie), self.untried.len() as u32);
            self.queues[group].1.push(Reverse(entry));
            self.untried.push(UntriedMove {
                node,
                against_advice,
                mv: child.mv,
            });
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
        for (index, &from) in state.iter().enumerate().skip(1) {
            self.board.fill(state[0]);
            let sides = self.board.reached_sides(from);
            self.board.travel(from, sides, false, &mut trail);
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

    /// Features of a state without the blockers.
    fn evaluate(&mut self, state: &[Square], pusher: Square) -> Features {
        self.board.set(&state[1..]);
        let areas = self.board.divide();
        self.features(&state[1..], pusher, areas)
    }

    /// Features of the boxes on the divided board, without the blockers.
    fn features(&self, boxes: &[Square], pusher: Square, areas: usize) -> Features {
        let done = self.plan.done(&self.board);
        let filled = self.plan.filled(done);
        let distances = boxes.iter().map(|it| self.house.nearest[usize::from(*it)]);
        let is_door = |square: &&Square| self.doors[usize::from(**square)];
        let is_pinned =
            |square: &&Square| !filled.contains(square) && !self.can_move(**square, pusher);
        Features {
            left: (self.plan.len() - done) as u16,
            areas: areas as u16,
            doors: boxes.iter().filter(is_door).count() as u16,
            late: self.plan.late(boxes.iter().copied(), done) as u16,
            pinned: boxes.iter().filter(is_pinned).count() as u16,
            blockers: 0,
            distance: distances.map(|it| it.unwrap_or(0) as u32).sum(),
        }
    }

    /// Returns whether the pusher can push a box of the divided board in some direction.
    fn can_move(&self, square: Square, pusher: Square) -> bool {
        let around = self.house.floor.neighbours(square);
        let area = |side: usize| self.board.area[usize::from(around[side])];
        let is_open =
            |side: usize| !self.board.is_blocked(around[side]) && !self.house.is_dead(around[side]);
        (0..4).any(|side| area(side) == pusher && is_open(side ^ 2))
    }

    /// Number of boxes in the way of the next target, for the box with the fewest, and which these are.
    fn blockers(
        &mut self,
        state: &[Square],
        done: usize,
        in_the_way: Option<&mut Vec<Square>>,
    ) -> u16 {
        let Some(target) = self.plan.target(done) else {
            return 0;
        };
        let filled = self.plan.filled(done);
        self.crossing
            .cost(self.house, state, filled, target, in_the_way)
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
        let asked = (0..ADVISORS).filter(|it| self.style.muted >> it & 1 == 0);
        let asked: Vec<_> = asked.collect();
        for advisor in asked {
            let mut better: Vec<((u32, u32, u16), usize)> = Vec::new();
            for (index, Child { mv, features }) in children.iter().enumerate() {
                if features.left > current.left {
                    continue;
                }
                let score = |features: &Features| match advisor {
                    0 => u32::from(features.left),
                    1 => features.areas.into(),
                    2 => features.late.into(),
                    3 => features.doors.into(),
                    4 => features.pinned.into(),
                    DISTANCE_ADVISOR => features.distance,
                    _ => features.blockers.into(),
                };
                let mut features = *features;
                if advisor == BLOCKERS_ADVISOR {
                    if !in_the_way.contains(&mv.from) {
                        continue;
                    }
                    let moved = after(state, mv);
                    let done = self.plan.len() - usize::from(features.left);
                    features.blockers = self.blockers(&moved, done, None);
                }
                let is_worse = self.style.is_careful && features.late > current.late;
                if score(&features) < score(current) && !(advisor == DISTANCE_ADVISOR && is_worse) {
                    let second = match (advisor, self.style.is_careful) {
                        (0, _) => u32::from(features.late) * 256 + u32::from(features.areas),
                        (_, true) => u32::from(features.areas),
                        (_, false) => 0,
                    };
                    better.push(((score(&features), second, mv.pushes), index));
                }
            }
            better.sort_unstable();
            let alive = better.into_iter().take(20).find(|(_, index)| {
                let moved = after(state, &children[*index].mv);
                !self.deadlocks.is_dead(&moved)
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
            self.board.travel(mv.from, sides, false, &mut self.trail);
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
    let mut after: State = state.into();
    after[0] = mv.pusher;
    for square in &mut after[1..] {
        if *square == mv.from {
            *square = mv.to;
        }
    }
    after[1..].sort_unstable();
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

/// Cost of passing a box, and of passing a packed one.
const BOX_COST: u16 = 1;
const PACKED_COST: u16 = 3;

/// Searches backwards from a target for the box that gets there past the fewest others, including those that the pusher
/// has to pass.
struct Crossing {
    /// For a box on each square: from which of its sides the pusher can walk to which others, as bits.
    turns: Vec<[u8; 4]>,
    /// Cost of each square, now.
    costs: Vec<u16>,
    /// Cost of the pusher's walk to each square, and the square before.
    walks: Vec<(u16, Square)>,
    /// Cost of each square and side of the pusher, and the pair before.
    pulls: Vec<(u16, u32)>,
    buckets: Vec<Vec<u32>>,
}

impl Crossing {
    fn new(house: &Warehouse) -> Self {
        let mut board = Board::new(house);
        let mut turns = vec![[0; 4]; house.goal.len()];
        for square in 0..house.floor.wall() {
            board.put(square);
            for side in 0..4 {
                let from = board.neighbour(square, side);
                if !board.is_blocked(from) {
                    board.fill(from);
                    turns[usize::from(square)][usize::from(side)] = board.reached_sides(square);
                }
            }
            board.lift(square);
        }
        Self {
            turns,
            costs: vec![0; house.goal.len()],
            walks: vec![(u16::MAX, 0); house.goal.len()],
            pulls: vec![(u16::MAX, 0); 4 * house.goal.len()],
            buckets: Vec::new(),
        }
    }

    /// Least cost over all boxes that are not `filled`; appends the boxes passed to `passed`.
    fn cost(
        &mut self,
        house: &Warehouse,
        state: &[Square],
        filled: &[Square],
        target: Square,
        passed: Option<&mut Vec<Square>>,
    ) -> u16 {
        let wall = house.floor.wall();
        self.costs.fill(0);
        for square in &state[1..] {
            self.costs[usize::from(*square)] = BOX_COST;
        }
        for square in filled {
            self.costs[usize::from(*square)] = PACKED_COST;
        }
        self.walk(house, state[0]);
        self.pulls.fill((u16::MAX, u32::MAX));
        for (side, pusher) in (0..).zip(house.floor.neighbours(target)) {
            let cost = self.costs[usize::from(pusher)];
            self.reach(4 * u32::from(target) + side, cost, u32::MAX);
        }
        let mut best = (u16::MAX, u32::MAX);
        let mut cost = 0;
        while usize::from(cost) < self.buckets.len() && cost <= best.0 {
            let Some(node) = self.buckets[usize::from(cost)].pop() else {
                cost += 1;
                continue;
            };
            if self.pulls[node as usize].0 < cost {
                continue;
            }
            let (square, side) = ((node / 4) as Square, (node % 4) as usize);
            let pusher = house.floor.neighbours(square)[side];
            if pusher == wall {
                continue;
            }
            if self.costs[usize::from(square)] == BOX_COST && square != target {
                // Both paths count the box on the pusher's square.
                let twice = self.costs[usize::from(pusher)] + BOX_COST;
                let total = self.walks[usize::from(pusher)].0.saturating_add(cost);
                let total = total.saturating_sub(twice);
                if total < best.0 {
                    best = (total, node);
                }
            }
            let turns = self.turns[usize::from(square)][side];
            for other in (0..4).filter(|other| turns >> other & 1 != 0) {
                let pusher = house.floor.neighbours(square)[other as usize];
                let total = cost + self.costs[usize::from(pusher)];
                self.reach(4 * u32::from(square) + other, total, node);
            }
            let behind = house.floor.neighbours(pusher)[side];
            if behind != wall {
                let total = cost + self.costs[usize::from(behind)];
                self.reach(4 * u32::from(pusher) + side as u32, total, node);
            }
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        if let (Some(passed), true) = (passed, best.1 != u32::MAX) {
            self.passed(house, best.1, passed);
        }
        best.0
    }

    fn reach(&mut self, node: u32, cost: u16, before: u32) {
        let known = &mut self.pulls[node as usize];
        if cost < known.0 {
            *known = (cost, before);
            let bucket = usize::from(cost);
            if self.buckets.len() <= bucket {
                self.buckets.resize(bucket + 1, Vec::new());
            }
            self.buckets[bucket].push(node);
        }
    }

    fn walk(&mut self, house: &Warehouse, from: Square) {
        let wall = house.floor.wall();
        self.walks.fill((u16::MAX, wall));
        self.walks[usize::from(from)] = (0, wall);
        let mut buckets = std::mem::take(&mut self.buckets);
        if buckets.is_empty() {
            buckets.push(Vec::new());
        }
        buckets[0].push(u32::from(from));
        let mut cost = 0;
        while cost < buckets.len() {
            let Some(square) = buckets[cost].pop() else {
                cost += 1;
                continue;
            };
            if usize::from(self.walks[square as usize].0) < cost {
                continue;
            }
            for next in house.floor.neighbours(square as Square) {
                if next == wall {
                    continue;
                }
                let total = cost + usize::from(self.costs[usize::from(next)]);
                if total < usize::from(self.walks[usize::from(next)].0) {
                    self.walks[usize::from(next)] = (total as u16, square as Square);
                    if buckets.len() <= total {
                        buckets.resize(total + 1, Vec::new());
                    }
                    buckets[total].push(next.into());
                }
            }
        }
        self.buckets = buckets;
    }

    /// Boxes on the way of a box and of the pusher to it, and that box.
    fn passed(&self, house: &Warehouse, node: u32, passed: &mut Vec<Square>) {
        let mut add = |square: Square| {
            if self.costs[usize::from(square)] > 0 && !passed.contains(&square) {
                passed.push(square);
            }
        };
        let mut walk = house.floor.neighbours((node / 4) as Square)[(node % 4) as usize];
        while walk != house.floor.wall() {
            add(walk);
            walk = self.walks[usize::from(walk)].1;
        }
        let mut node = node;
        while node != u32::MAX {
            let square = (node / 4) as Square;
            add(square);
            add(house.floor.neighbours(square)[(node % 4) as usize]);
            node = self.pulls[node as usize].1;
        }
    }
}
