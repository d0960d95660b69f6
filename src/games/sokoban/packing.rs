//! Sokoban for packing search, which finds a plan quickly.

use std::cell::OnceCell;

use crate::game::Square;
use crate::game::search::{Arrangement, PACKED, Packable, Steps as _, Ways as _, least_costs};

use super::room::{Push, Room, pushes_to};

/// The search space, as packing search sees it.
pub(super) struct Boxes<'a> {
    room: &'a Room,
    /// For a box on each square: from which of its sides the pusher can walk to which others.
    turns: OnceCell<Vec<[[bool; 4]; 4]>>,
}

impl<'a> Boxes<'a> {
    pub fn of(room: &'a Room) -> Self {
        let turns = OnceCell::new();
        Self { room, turns }
    }

    fn turns(&self) -> &[[[bool; 4]; 4]] {
        let floor = &self.room.floor;
        let turns = |square| {
            let occupied = floor.taken(&[square]);
            floor.around(square).map(|side| {
                let (reached, _) = floor.reach(side, &occupied);
                floor
                    .around(square)
                    .map(|other| reached[usize::from(other)] && !occupied[usize::from(other)])
            })
        };
        self.turns
            .get_or_init(|| (0..floor.wall()).map(turns).collect())
    }
}

impl Packable for Boxes<'_> {
    type Step = Push;

    fn squares(&self) -> usize {
        self.room.floor.wall().into()
    }

    fn ends(&self) -> Vec<Square> {
        (0..self.room.floor.wall())
            .filter(|square| self.room.goal[usize::from(*square)])
            .collect()
    }

    fn travel(
        &self,
        state: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<Push>> {
        self.room.travel(from, &state[..1], &state[1..], false, end)
    }

    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize> {
        let pushers = self.room.floor.around(from);
        let pulls = self.room.travel(from, &pushers, full, true, end);
        pulls.map(|pulls| pulls.len())
    }

    fn open(&self, ends: &[Square], stay: &[Square]) -> Vec<bool> {
        let floor = &self.room.floor;
        let walls = floor.taken(stay);
        let ways: Vec<_> = ends
            .iter()
            .map(|goal| pushes_to(floor, *goal, &walls))
            .collect();
        let is_open = |square: usize| ways.iter().any(|pushes| pushes[square] < usize::MAX);
        (0..walls.len()).map(is_open).collect()
    }

    fn parts(&self, pieces: &[Square]) -> usize {
        let floor = &self.room.floor;
        floor.parts(&floor.taken(pieces)).len()
    }

    fn far(&self, square: Square) -> Option<usize> {
        self.room.far[usize::from(square)]
    }

    fn toll(&self, somebody: Square, end: Square, toll: &[usize]) -> usize {
        let floor = &self.room.floor;
        let wall = usize::from(floor.wall());
        let walks = least_costs(wall, [(somebody.into(), 0)], |square, cost, next| {
            let around = floor.around(square as Square).map(usize::from);
            next.extend(around.map(|beside| (beside, cost + toll[beside])));
            true
        });
        let (turns, mut best) = (self.turns(), usize::MAX);
        let sides = (0..4).map(|side| (4 * usize::from(end) + side, 0));
        least_costs(4 * wall, sides, |node, cost, next| {
            let (square, side) = (node / 4, node % 4);
            let around = floor.around(square as Square);
            let pusher = usize::from(around[side]);
            if pusher == wall {
                return true;
            }
            if toll[square] == 1 && square != usize::from(end) {
                best = best.min(cost - 1 + walks[pusher]);
            }
            let turns = turns[square][side];
            next.extend(
                (0..4)
                    .filter(|other| turns[*other])
                    .map(|other| (4 * square + other, cost)),
            );
            let behind = usize::from(floor.around(pusher as Square)[side]);
            if behind != wall {
                let pass = if toll[behind] == PACKED { PACKED } else { 0 };
                next.push((4 * pusher + side, cost + toll[pusher] + pass));
            }
            cost <= best
        });
        best
    }

    fn is_stuck(&self, state: &[Square], to: Square) -> bool {
        self.room.is_stuck(state, to)
    }

    fn is_shut(&self, state: &[Square]) -> bool {
        self.room.is_shut(state)
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        self.room.bytes(state)
    }
}
