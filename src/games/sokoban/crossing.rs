//! Boxes in the way of a target: a search backwards from it for the box that gets there past the fewest others, including
//! those that the pusher has to pass. Boxes passed twice, and those in the way of the pusher around the travelling box,
//! are counted roughly: the number guides the packing search, which proves nothing.

use super::board::Board;
use super::floor::Square;
use super::warehouse::Warehouse;

/// Cost of passing a box, and of passing a packed one.
const BOX_COST: u16 = 1;
const PACKED_COST: u16 = 3;

/// Tables of the search.
pub(super) struct Crossing {
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
    pub fn new(house: &Warehouse) -> Self {
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
    pub fn cost(
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
