//! Search space of Sokoban: canonical states, pushes and pulls, push distances and deadlock tests.
//!
//! A state is the pusher's normalized position (the first square of the area it can reach) followed by the sorted
//! box squares, so that walks cost nothing. Distances are push counts with all other boxes removed; a state's bound
//! is the cheapest assignment of boxes to goals under them, which no plan can beat. Pruning is safe: there is no win
//! once a box is on a square without a push path to a goal, frozen off the goals, or part of an unresolvable corral.

use crate::game::search::{Arrangement, Shut, Steps, Ways, assignment, least_costs};
use crate::game::{Cell, Cost, Floor, Heading, Square};

use super::play::Pushing;
use super::{BOX, GOAL, WALL};

/// The squares that the pusher can reach when all boxes are removed, with distances and caches.
pub(super) struct Room {
    pub floor: Floor,
    /// `true` if each square is a goal.
    pub goal: Vec<bool>,
    /// For each goal, the number of pushes from each square to it, with all other boxes removed.
    pushes: Vec<Vec<usize>>,
    /// Pushes to the nearest goal; `None` if no goal can be reached.
    pub far: Vec<Option<usize>>,
    shut: Shut,
}

/// A push: square of the box, and its direction.
pub(super) type Push = (Square, Heading);

/// Beyond this number of squares, corrals are not searched.
const LARGE: Square = 1000;

impl Room {
    /// Builds the graph of a position with its start state; fails with a box off goals that the pusher can never
    /// reach.
    pub fn of(position: &Pushing) -> Result<(Self, Arrangement), Cell> {
        let store = &position.store;
        let inside = |cell: Cell| store.get(cell).is_some_and(|value| value != WALL);
        let is_goal = |cell: &Cell| store.ground(*cell) == Some(GOAL);
        let floor = Floor::new(store.size(), position.pusher.unwrap_or_default(), inside);
        let goal: Vec<_> = floor.cells().iter().map(is_goal).chain([false]).collect();
        let goals = (0..floor.wall()).filter(|square| goal[usize::from(*square)]);
        let pushes: Vec<_> = goals
            .map(|goal| pushes_to(&floor, goal, &floor.taken(&[])))
            .collect();
        let far = |square: usize| pushes.iter().map(|pushes| pushes[square]).min();
        let far = |square| far(square).filter(|far| *far < usize::MAX);
        let mut boxes = Vec::new();
        for cell in store.pieces(BOX) {
            match floor.square(cell) {
                Some(square) => boxes.push(square),
                None if is_goal(&cell) => {}
                None => return Err(cell),
            }
        }
        let room = Self {
            far: (0..goal.len()).map(far).collect(),
            floor,
            goal,
            pushes,
            shut: Shut::default(),
        };
        let arrangement = room.arrangement(0, boxes);
        Ok((room, arrangement))
    }

    pub fn cell(&self, square: Square) -> Cell {
        self.floor.cells()[usize::from(square)]
    }

    /// Lower bound: the least number of pushes that bring each box to a goal of its own, each alone in the
    /// warehouse.
    pub fn least(&self, boxes: &[Square]) -> Option<Cost> {
        let cost = |index: usize, goal: usize| {
            u32::try_from(self.pushes[goal][usize::from(boxes[index])]).ok()
        };
        assignment(boxes.len(), self.pushes.len(), cost).map(Cost::from)
    }

    /// Returns the state after a box moved and the pusher ended on `pusher`.
    pub fn moved(&self, state: &[Square], from: Square, to: Square, pusher: Square) -> Arrangement {
        let boxes = state[1..].iter();
        let boxes = boxes.map(|square| if *square == from { to } else { *square });
        self.arrangement(pusher, boxes.collect())
    }

    /// All moves of one box by one square, pushes or, backwards in time, pulls: (from, to, direction, pusher's end).
    fn by_one(&self, state: &[Square], pull: bool) -> Vec<(Square, Square, Heading, Square)> {
        let occupied = self.floor.taken(&state[1..]);
        let (reached, _) = self.floor.reach(state[0], &occupied);
        let moves = state[1..].iter().flat_map(|square| {
            Heading::ALL.map(|heading| {
                let to = self.floor.beside(*square, heading);
                let (stands, ends) = if pull {
                    (to, self.floor.beside(to, heading))
                } else {
                    (self.floor.beside(*square, heading.opposite()), *square)
                };
                let free =
                    !occupied[usize::from(to)] && (ends == *square || !occupied[usize::from(ends)]);
                let can =
                    free && reached[usize::from(stands)] && self.far[usize::from(to)].is_some();
                can.then_some((*square, to, heading, ends))
            })
        });
        moves.flatten().collect()
    }

    /// States reached by one pull.
    pub fn pulls(&self, state: &Arrangement) -> Vec<Arrangement> {
        let pulls = self.by_one(state, true).into_iter();
        pulls
            .map(|(from, to, _, pusher)| self.moved(state, from, to, pusher))
            .collect()
    }

    /// Searches the pushes or pulls of one box, breadth-first, while all others stay; the pusher starts on any of
    /// `pushers`. `end` receives each reached box square, the pusher's first reachable square and the
    /// number of moves, nearest first; the moves to the first one it accepts are returned.
    pub fn travel(
        &self,
        from: Square,
        pushers: &[Square],
        boxes: &[Square],
        pull: bool,
        mut end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<Push>> {
        let mut occupied = self.floor.taken(boxes);
        occupied[usize::from(from)] = false;
        // For each square of the box, the sides on which the pusher has been.
        let mut seen = vec![[false; 4]; occupied.len()];
        let starts = pushers
            .iter()
            .filter(|pusher| !occupied[usize::from(**pusher)]);
        let mut trail: Vec<_> = starts.map(|pusher| (from, *pusher, None, 0)).collect();
        let mut at = 0;
        while let Some(&(square, pusher, before, pushes)) = trail.get(at) {
            let around = self.floor.around(square);
            occupied[usize::from(square)] = true;
            let side = around.iter().position(|side| *side == pusher);
            if side.is_none_or(|side| !seen[usize::from(square)][side]) {
                let (reached, first) = self.floor.reach(pusher, &occupied);
                occupied[usize::from(square)] = false;
                if pushes > 0 && end(square, first, pushes) {
                    let mut way = Vec::new();
                    let mut last = before;
                    while let Some((at, heading)) = last {
                        let (square, _, before, _): (_, _, Option<(usize, Heading)>, usize) =
                            trail[at];
                        way.push((square, heading));
                        last = before;
                    }
                    way.reverse();
                    return Some(way);
                }
                for heading in Heading::ALL {
                    let [to, behind] =
                        [heading, heading.opposite()].map(|heading| around[heading.index()]);
                    seen[usize::from(square)][heading.index()] |= reached[usize::from(to)];
                    let (stands, ends) = if pull {
                        (to, self.floor.beside(to, heading))
                    } else {
                        (behind, square)
                    };
                    if reached[usize::from(stands)]
                        && !occupied[usize::from(to)]
                        && !occupied[usize::from(ends)]
                        && self.far[usize::from(to)].is_some()
                    {
                        trail.push((to, ends, Some((at, heading)), pushes + 1));
                    }
                }
            }
            occupied[usize::from(square)] = false;
            at += 1;
        }
        None
    }

    /// Returns whether a box can never be pushed again, with `walls` counting as walls. Sets `off` if a box of
    /// the frozen group is off the goals.
    fn is_frozen(
        &self,
        square: Square,
        occupied: &[bool],
        walls: &mut Vec<Square>,
        off: &mut bool,
    ) -> bool {
        walls.push(square);
        let frozen = [Heading::Up, Heading::Left].into_iter().all(|heading| {
            let sides =
                [heading, heading.opposite()].map(|heading| self.floor.beside(square, heading));
            let is_wall = |side: &Square| *side == self.floor.wall() || walls.contains(side);
            sides.iter().any(is_wall)
                || sides
                    .iter()
                    .all(|side| self.far[usize::from(*side)].is_none())
                || sides.into_iter().any(|side| {
                    occupied[usize::from(side)] && self.is_frozen(side, occupied, walls, off)
                })
        });
        walls.pop();
        *off |= frozen && !self.goal[usize::from(square)];
        frozen
    }

    /// Returns whether some corral of the state can never be resolved; `false` may also mean "not decided".
    pub fn is_shut(&self, state: &[Square]) -> bool {
        self.floor.wall() <= LARGE && self.shut.is_shut(self, state)
    }

    /// Source and destination cell of each push.
    pub fn ways(&self, pushes: &[Push]) -> impl Iterator<Item = (Cell, Cell)> {
        let way = |(square, heading): &Push| {
            (
                self.cell(*square),
                self.cell(self.floor.beside(*square, *heading)),
            )
        };
        pushes.iter().map(way)
    }
}

/// Pushes of a lone box from each square to `goal`, by pulls backwards from it.
pub(super) fn pushes_to(floor: &Floor, goal: Square, walls: &[bool]) -> Vec<usize> {
    least_costs(walls.len(), [(goal.into(), 0)], |square, pushes, next| {
        for heading in Heading::ALL {
            let from = floor.beside(square as Square, heading);
            if !walls[usize::from(from)] && !walls[usize::from(floor.beside(from, heading))] {
                next.push((from.into(), pushes + 1));
            }
        }
        true
    })
}

impl Steps for Room {
    fn cut_off(&self, state: &[Square]) -> Vec<(Vec<bool>, Vec<Square>)> {
        let parts = self.floor.parts(&self.floor.taken(&state[1..])).into_iter();
        let parts = parts.filter(|part| !part[usize::from(state[0])]);
        let with_boxes = |part: Vec<bool>| {
            let is_beside = |square: &&Square| {
                let mut around = self.floor.around(**square).into_iter();
                around.any(|beside| part[usize::from(beside)])
            };
            let around = state[1..].iter().filter(is_beside).copied().collect();
            (part, around)
        };
        parts.map(with_boxes).collect()
    }

    fn touch(&self, one: Square, other: Square) -> bool {
        self.floor.around(one).contains(&other)
    }

    fn single(&self, state: &[Square]) -> Vec<(Square, Square, Arrangement)> {
        let pushes = self.by_one(state, false).into_iter();
        pushes
            .map(|(from, to, _, pusher)| (from, to, self.moved(state, from, to, pusher)))
            .collect()
    }

    fn arrangement(&self, pusher: Square, mut boxes: Vec<Square>) -> Arrangement {
        boxes.sort_unstable();
        let (_, first) = self.floor.reach(pusher, &self.floor.taken(&boxes));
        std::iter::once(first).chain(boxes).collect()
    }

    fn are_at_ends(&self, boxes: &[Square]) -> bool {
        boxes.iter().all(|square| self.goal[usize::from(*square)])
    }

    fn is_stuck(&self, state: &[Square], to: Square) -> bool {
        let (occupied, mut off) = (self.floor.taken(&state[1..]), false);
        self.is_frozen(to, &occupied, &mut Vec::new(), &mut off) && off
    }
}

impl Ways for Room {
    type State = Arrangement;
    type Move = Push;

    fn is_goal(&self, state: &Arrangement) -> bool {
        self.are_at_ends(&state[1..])
    }

    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        self.least(&state[1..]).filter(|_| !self.is_shut(state))
    }

    fn next(&self, state: &Arrangement, next: &mut Vec<(Push, Cost, Arrangement)>) {
        for (from, to, heading, pusher) in self.by_one(state, false) {
            let moved = self.moved(state, from, to, pusher);
            if !self.is_stuck(&moved, to) {
                next.push(((from, heading), 1, moved));
            }
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        4 * state.len() + 100
    }
}
