//! Sokoban for packing search, which finds a plan quickly.

use crate::game::Square;
use crate::game::search::{PACKED_COST, Packable, Warehouse as _, least_costs};

use super::space::{Push, PushSpace, pushes_to};

impl PushSpace {
    /// For a box on each square: from which of its sides the pusher can walk to which others. Sides
    /// are numbered as in [`Heading::ALL`](crate::game::Heading::ALL).
    fn turns(&self) -> &[[[bool; 4]; 4]] {
        let floor = &self.floor;
        let turns = |square| {
            let occupied = floor.occupied(&[square]);
            floor.neighbours(square).map(|side| {
                let (reached, _) = floor.reach(side, &occupied);
                let others = floor.neighbours(square).map(usize::from);
                others.map(|other| reached[other] && !occupied[other])
            })
        };
        let all = || (0..floor.wall()).map(turns).collect();
        self.turns.get_or_init(all)
    }
}

impl Packable for &PushSpace {
    type Step = Push;

    fn squares(&self) -> usize {
        self.floor.wall().into()
    }

    fn goals(&self) -> Vec<Square> {
        let squares = 0..self.floor.wall();
        let is_goal = |square: &Square| self.goal[usize::from(*square)];
        squares.filter(is_goal).collect()
    }

    fn travel(
        &self,
        state: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<Push>> {
        let (pusher, boxes) = state.split_at(1);
        PushSpace::travel(self, from, pusher, boxes, false, end)
    }

    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize> {
        let pushers = self.floor.neighbours(from);
        let pulls = PushSpace::travel(self, from, &pushers, full, true, end);
        pulls.map(|pulls| pulls.len())
    }

    fn can_reach(&self, ends: &[Square], stay: &[Square]) -> Vec<bool> {
        let floor = &self.floor;
        let walls = floor.occupied(stay);
        let costs = ends.iter().map(|goal| pushes_to(floor, *goal, &walls));
        let costs: Vec<_> = costs.collect();
        let is_open = |square: usize| costs.iter().any(|pushes| pushes[square] < usize::MAX);
        (0..walls.len()).map(is_open).collect()
    }

    fn regions(&self, pieces: &[Square]) -> usize {
        let floor = &self.floor;
        floor.regions(&floor.occupied(pieces)).len()
    }

    fn distance(&self, square: Square) -> Option<usize> {
        self.nearest[usize::from(square)]
    }

    fn crossing_cost(&self, start: Square, end: Square, costs: &[usize]) -> usize {
        let floor = &self.floor;
        let wall = usize::from(floor.wall());
        let walks = least_costs(wall, [(start.into(), 0)], |square, cost, next| {
            let around = floor.neighbours(square as Square).map(usize::from);
            next.extend(around.map(|to| (to, cost + costs[to])));
            true
        });
        let (turns, mut best) = (self.turns(), usize::MAX);
        let sides = (0..4).map(|side| (4 * usize::from(end) + side, 0));
        least_costs(4 * wall, sides, |node, cost, next| {
            let (square, side) = (node / 4, node % 4);
            let around = floor.neighbours(square as Square);
            let pusher = usize::from(around[side]);
            if pusher == wall {
                return true;
            }
            if costs[square] == 1 && square != usize::from(end) {
                best = best.min(cost - 1 + walks[pusher]);
            }
            let turns = turns[square][side];
            let others = (0..4).filter(|other| turns[*other]);
            next.extend(others.map(|other| (4 * square + other, cost)));
            let behind = usize::from(floor.neighbours(pusher as Square)[side]);
            if behind != wall {
                let is_packed = costs[behind] == PACKED_COST;
                let packed_cost = if is_packed { PACKED_COST } else { 0 };
                next.push((4 * pusher + side, cost + costs[pusher] + packed_cost));
            }
            cost <= best
        });
        best
    }

    fn freezes(&self, state: &[Square], to: Square) -> bool {
        (**self).freezes(state, to)
    }

    fn is_corral_deadlock(&self, state: &[Square]) -> bool {
        PushSpace::is_corral_deadlock(self, state)
    }
}
