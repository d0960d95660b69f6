//! Boxes on the floor, with scratch memory: areas of the pusher, travels of one box, frozen boxes.
//!
//! A *travel* moves one box while all others stay. Which sides of the box the pusher can walk between is the same as
//! which edges of its square lie in one biconnected component of the free squares (with the box lifted): leaving a
//! square out cuts exactly the components that meet in it. They are computed once per box (Tarjan), so that each step
//! of the travel takes constant time.

use crate::game::search::least_costs;
use crate::game::{Cell, Heading};

use super::floor::Square;
use super::play::SokobanPosition;
use super::warehouse::{State, Warehouse};

/// Board whose boxes change; allocates nothing after it is built.
pub(super) struct Board<'a> {
    pub house: &'a Warehouse,
    /// Boxes, and the wall.
    blocked: Vec<bool>,
    /// Number of the call of [`Board::fill`] that last reached each square.
    reached: Vec<u32>,
    /// Number of the last call of [`Board::fill`].
    round: u32,
    /// First square of the area of each free square; set by [`Board::divide`].
    pub area: Vec<Square>,
    /// Squares still to be visited, within one call.
    stack: Vec<Square>,
    graph: Biconnected,
    /// Sides of each square on which the pusher was with the travelling box there, as bits.
    sides: Vec<u8>,
    /// Boxes whose test for freezing is under way.
    suspects: Vec<Square>,
}

/// Biconnected components of the free squares.
#[derive(Default)]
struct Biconnected {
    /// Component of each edge: square, side.
    component: Vec<[u16; 4]>,
    /// Number of squares from the root to each square in the depth-first search; 0 before its visit.
    depth: Vec<u16>,
    /// Least depth of a square next to each square or one below it.
    low: Vec<u16>,
    /// Edges of components that are not complete: square, side.
    edges: Vec<(Square, u8)>,
    /// Square, next side to try, side of the square before (4 for the root).
    path: Vec<(Square, u8, u8)>,
}

/// Motion of a box: away from the pusher, or towards it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    Push,
    Pull,
}

/// Square of the one box that travels, in a list of such steps; the first entry is the start.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub square: Square,
    /// Side of the box on which the pusher is, as [`Heading::index`].
    pub side: u8,
    /// Index of the step before.
    pub parent: u16,
    /// Number of pushes or pulls.
    pub moves: u16,
}

/// Opposite side, as they are numbered clockwise.
pub(super) fn opposite(side: u8) -> u8 {
    side ^ 2
}

impl<'a> Board<'a> {
    pub fn new(house: &'a Warehouse) -> Self {
        let len = house.goal.len();
        let mut board = Self {
            house,
            blocked: vec![false; len],
            reached: vec![0; len],
            round: 0,
            area: vec![0; len],
            stack: Vec::new(),
            graph: Biconnected {
                component: vec![[0; 4]; len],
                depth: vec![0; len],
                low: vec![0; len],
                ..Biconnected::default()
            },
            sides: vec![0; len],
            suspects: Vec::new(),
        };
        board.set(&[]);
        board
    }

    /// Replaces all boxes.
    pub fn set(&mut self, boxes: &[Square]) {
        self.blocked.fill(false);
        self.blocked[usize::from(self.house.floor.wall())] = true;
        for square in boxes {
            self.blocked[usize::from(*square)] = true;
        }
    }

    /// Returns whether a box or the wall is on the square.
    #[inline]
    pub fn is_blocked(&self, square: Square) -> bool {
        self.blocked[usize::from(square)]
    }

    #[inline]
    pub fn lift(&mut self, square: Square) {
        self.blocked[usize::from(square)] = false;
    }

    #[inline]
    pub fn put(&mut self, square: Square) {
        self.blocked[usize::from(square)] = true;
    }

    #[inline]
    pub fn shift(&mut self, from: Square, to: Square) {
        self.lift(from);
        self.put(to);
    }

    #[inline]
    pub fn neighbour(&self, square: Square, side: u8) -> Square {
        self.house.floor.neighbours(square)[usize::from(side)]
    }

    /// Marks the squares that the pusher can reach from a free square, and returns the first of them.
    pub fn fill(&mut self, from: Square) -> Square {
        self.round += 1;
        let mut first = from;
        self.reached[usize::from(from)] = self.round;
        self.stack.push(from);
        while let Some(square) = self.stack.pop() {
            first = first.min(square);
            for next in self.house.floor.neighbours(square) {
                let index = usize::from(next);
                if !self.blocked[index] && self.reached[index] != self.round {
                    self.reached[index] = self.round;
                    self.stack.push(next);
                }
            }
        }
        first
    }

    /// Least number of steps from a free square to each other one; `usize::MAX` where the pusher does not get.
    pub fn walks(&self, from: Square) -> Vec<usize> {
        let start = (usize::from(from), 0);
        least_costs(self.blocked.len(), [start], |square, cost, next| {
            let around = self.house.floor.neighbours(square as Square);
            let around = around.into_iter().filter(|it| !self.is_blocked(*it));
            next.extend(around.map(|it| (usize::from(it), cost + 1)));
            true
        })
    }

    /// Sets [`Board::area`] and returns the number of areas into which boxes divide the floor.
    pub fn divide(&mut self) -> usize {
        let wall = self.house.floor.wall();
        self.area.fill(wall);
        let mut areas = 0;
        for first in 0..wall {
            if self.blocked[usize::from(first)] || self.area[usize::from(first)] != wall {
                continue;
            }
            areas += 1;
            self.area[usize::from(first)] = first;
            self.stack.push(first);
            while let Some(square) = self.stack.pop() {
                for next in self.house.floor.neighbours(square) {
                    let index = usize::from(next);
                    if !self.blocked[index] && self.area[index] == wall {
                        self.area[index] = first;
                        self.stack.push(next);
                    }
                }
            }
        }
        areas
    }

    /// First squares of all areas.
    pub fn areas(&mut self) -> Vec<Square> {
        self.divide();
        let wall = self.house.floor.wall();
        let squares = (0..wall).filter(|square| self.area[usize::from(*square)] == *square);
        squares.collect()
    }

    /// Sides of a box on which the pusher can be, as bits, after [`Board::fill`].
    pub fn reached_sides(&self, square: Square) -> u8 {
        let around = self.house.floor.neighbours(square);
        (0..4).fold(0, |sides, side| {
            sides | u8::from(self.reached[usize::from(around[side])] == self.round) << side
        })
    }

    /// Moves of single boxes by one square, not to dead ones: index of the box, square it comes to, and side of it on which
    /// the pusher ends.
    pub fn moves(&mut self, state: &[Square], motion: Motion) -> Vec<(usize, Square, u8)> {
        self.fill(state[0]);
        let mut moves = Vec::new();
        for (index, square) in state.iter().enumerate().skip(1) {
            let sides = self.reached_sides(*square);
            for side in (0..4).filter(|side| sides >> side & 1 != 0) {
                let (to, free) = self.squares_ahead(*square, side, motion);
                if !self.is_blocked(to) && !self.is_blocked(free) && !self.house.is_dead(to) {
                    moves.push((index, to, side));
                }
            }
        }
        moves
    }

    /// Square to which the pusher on one side of a box moves it, and one that has to be free.
    fn squares_ahead(&self, square: Square, side: u8, motion: Motion) -> (Square, Square) {
        match motion {
            Motion::Push => {
                let to = self.neighbour(square, opposite(side));
                (to, to)
            }
            // The pusher steps back one square further.
            Motion::Pull => {
                let to = self.neighbour(square, side);
                (to, self.neighbour(to, side))
            }
        }
    }

    /// All steps of the box on `from`, with the pusher first on one of `sides`, in `trail`, fewest moves first: pushes,
    /// which neither enter dead squares nor freeze it off the goals, or pulls. Each pair of square and area of the
    /// pusher occurs once.
    pub fn travel(&mut self, from: Square, sides: u8, motion: Motion, trail: &mut Vec<Step>) {
        trail.clear();
        if sides == 0 {
            return;
        }
        self.lift(from);
        self.split(from);
        self.sides.fill(0);
        self.sides[usize::from(from)] = sides;
        trail.push(Step {
            square: from,
            ..Step::default()
        });
        let mut at = 0;
        while let Some(&step) = trail.get(at) {
            let sides = match at {
                0 => sides,
                _ => self.connected_sides(step.square, step.side),
            };
            for side in (0..4).filter(|side| sides >> side & 1 != 0) {
                let (to, free) = self.squares_ahead(step.square, side, motion);
                if self.is_blocked(to)
                    || self.is_blocked(free)
                    || self.sides[usize::from(to)] >> side & 1 != 0
                    || self.house.is_dead(to)
                {
                    continue;
                }
                self.sides[usize::from(to)] |= self.connected_sides(to, side);
                if motion == Motion::Push && self.freezes(to) {
                    continue;
                }
                trail.push(Step {
                    square: to,
                    side,
                    parent: at as u16,
                    moves: step.moves + 1,
                });
            }
            at += 1;
        }
        self.put(from);
    }

    /// Least number of pushes that bring a lone box from each square to `goal`, a free one, past the boxes of the board;
    /// `usize::MAX` if there are none. The pusher starts at the box, and may end anywhere.
    pub fn distances(&mut self, goal: Square) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.blocked.len()];
        distances[usize::from(goal)] = 0;
        let mut trail = Vec::new();
        self.put(goal);
        self.divide();
        let areas = self.house.floor.neighbours(goal);
        let areas = areas.map(|side| self.area[usize::from(side)]);
        for (side, area) in areas.into_iter().enumerate() {
            let is_wall = area == self.house.floor.wall();
            if is_wall || areas[..side].contains(&area) {
                continue;
            }
            let sides = (0..4).fold(0, |sides, other| {
                sides | u8::from(areas[other] == area) << other
            });
            self.travel(goal, sides, Motion::Pull, &mut trail);
            for step in &trail {
                let distance = &mut distances[usize::from(step.square)];
                *distance = (*distance).min(step.moves.into());
            }
        }
        self.lift(goal);
        distances
    }

    /// Sides of a square, a box there, between which the pusher can walk, after [`Board::split`].
    fn connected_sides(&self, square: Square, side: u8) -> u8 {
        let components = self.graph.component[usize::from(square)];
        let around = self.house.floor.neighbours(square);
        (0..4).fold(1 << side, |sides, other| {
            let same = components[other] == components[usize::from(side)];
            sides | u8::from(same && !self.is_blocked(around[other])) << other
        })
    }

    /// Numbers the biconnected components of the area of a free square.
    fn split(&mut self, root: Square) {
        let graph = &mut self.graph;
        graph.depth.fill(0);
        let mut components = 0;
        graph.depth[usize::from(root)] = 1;
        graph.low[usize::from(root)] = 1;
        graph.path.push((root, 0, 4));
        while let Some((square, side, back)) = graph.path.last_mut() {
            let (here, at, back) = (*square, usize::from(*square), *back);
            if *side < 4 {
                let out = *side;
                *side += 1;
                let next = self.house.floor.neighbours(here)[usize::from(out)];
                let index = usize::from(next);
                if out == back || self.blocked[index] {
                    continue;
                }
                if graph.depth[index] == 0 {
                    graph.edges.push((here, out));
                    graph.depth[index] = graph.depth[at] + 1;
                    graph.low[index] = graph.depth[index];
                    graph.path.push((next, 0, opposite(out)));
                } else if graph.depth[index] < graph.depth[at] {
                    graph.edges.push((here, out));
                    graph.low[at] = graph.low[at].min(graph.depth[index]);
                }
                continue;
            }
            graph.path.pop();
            let Some(&(before, ..)) = graph.path.last() else {
                break;
            };
            let parent = usize::from(before);
            graph.low[parent] = graph.low[parent].min(graph.low[at]);
            if graph.low[at] >= graph.depth[parent] {
                let entry = (before, opposite(back));
                while let Some((square, side)) = graph.edges.pop() {
                    let other = self.house.floor.neighbours(square)[usize::from(side)];
                    graph.component[usize::from(square)][usize::from(side)] = components;
                    graph.component[usize::from(other)][usize::from(opposite(side))] = components;
                    if (square, side) == entry {
                        break;
                    }
                }
                components += 1;
            }
        }
    }

    /// Returns whether a box on `square` would be frozen together with others, not all of them on goals.
    pub fn freezes(&mut self, square: Square) -> bool {
        let mut is_off = false;
        self.is_frozen(square, &mut is_off) && is_off
    }

    /// Returns whether a box can never be pushed again: in both axes a wall or a frozen box is next to it, or both sides
    /// are dead. Boxes whose test is under way count as walls. Sets `is_off` if one of the frozen group is off the
    /// goals.
    pub fn is_frozen(&mut self, square: Square, is_off: &mut bool) -> bool {
        self.suspects.push(square);
        let around = self.house.floor.neighbours(square);
        let wall = self.house.floor.wall();
        let frozen = [[around[0], around[2]], [around[1], around[3]]]
            .into_iter()
            .all(|sides| {
                let [one, other] = sides;
                one == wall
                    || other == wall
                    || self.suspects.contains(&one)
                    || self.suspects.contains(&other)
                    || (self.house.is_dead(one) && self.house.is_dead(other))
                    || (self.is_blocked(one) && self.is_frozen(one, is_off))
                    || (self.is_blocked(other) && self.is_frozen(other, is_off))
            });
        self.suspects.pop();
        *is_off |= frozen && !self.house.is_goal(square);
        frozen
    }
}

/// Data and start state of a position; see [`Warehouse::new`]. Push distances include the walks of the pusher around the
/// box.
pub(super) fn warehouse(position: &SokobanPosition) -> Result<(Warehouse, State), Cell> {
    let (mut house, start) = Warehouse::new(position)?;
    let mut board = Board::new(&house);
    let pushes = house.goals.iter().map(|goal| board.distances(*goal));
    let pushes = pushes.collect();
    house.set_pushes(pushes);
    Ok((house, start))
}

/// Least number of pushes that bring a box from `start`, alone in the warehouse, to each square; `usize::MAX` if there are
/// none.
pub(super) fn pushes_from(house: &Warehouse, start: Square) -> Vec<usize> {
    let mut pushes = vec![usize::MAX; house.goal.len()];
    let mut trail = Vec::new();
    Board::new(house).travel(start, 0b1111, Motion::Push, &mut trail);
    for step in trail.iter().rev() {
        pushes[usize::from(step.square)] = step.moves.into();
    }
    pushes
}

/// Pushes of a box on a trail to one of its steps: square of the box, and direction.
pub(super) fn pushes_on(trail: &[Step], mut at: usize) -> Vec<(Square, Heading)> {
    let mut pushes = Vec::new();
    while at > 0 {
        let step = trail[at];
        let before = usize::from(step.parent);
        let heading = Heading::ALL[usize::from(opposite(step.side))];
        pushes.push((trail[before].square, heading));
        at = before;
    }
    pushes.reverse();
    pushes
}
