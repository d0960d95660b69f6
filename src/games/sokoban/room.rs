//! The store for searches: its squares by number, how far goals are, and pushes from one arrangement to the next.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::game::search::{Ways, assignment};
use crate::game::{Cell, Cost, Heading};

use super::play::Pushing;
use super::{BOX, GOAL, WALL};

/// A square: a number in [`Room::cells`].
pub(super) type Square = u16;

/// No square there, but wall.
pub(super) const NONE: Square = Square::MAX;

/// The squares that the pusher can come to when all boxes are away, and the boxes on them.
pub(super) struct Room {
    /// Where the squares are.
    pub cells: Vec<Cell>,
    /// The squares beside, by heading.
    next: Vec<[Square; 4]>,
    /// Whether it is a goal.
    goal: Vec<bool>,
    /// For each goal, the pushes from each square to it, if nothing else is in the way.
    pushes: Vec<Vec<Option<u32>>>,
    /// Whether no box comes from there to any goal.
    pub dead: Vec<bool>,
}

/// Where pusher and boxes are: the first square that the pusher can walk to, and those of the boxes, in order.
pub(super) type Arrangement = Rc<[Square]>;

/// A push: the square of the box, and where it goes.
pub(super) type Push = (Square, Heading);

impl Room {
    /// The room of a position and how it is arranged; a box that stands away from a goal where nobody comes to if
    /// there is one.
    pub fn of(position: &Pushing) -> Result<(Self, Arrangement), Cell> {
        let store = &position.store;
        let size = store.size();
        let inside = |cell: Cell| store.get(cell).is_some_and(|value| value != WALL);
        let is_goal = |cell: &Cell| store.ground(*cell) == Some(GOAL);
        let pusher = position.pusher.unwrap_or_default();
        let cells = size.flood(pusher, inside);
        let mut number = vec![NONE; size.area()];
        for (square, cell) in (0..).zip(&cells) {
            number[size.index(*cell)] = square;
        }
        let square = |cell: Option<Cell>| {
            cell.filter(|cell| inside(*cell))
                .map_or(NONE, |cell| number[size.index(cell)])
        };
        let beside = |cell: &Cell| Heading::ALL.map(|heading| square(cell.step(heading)));
        let mut room = Self {
            next: cells.iter().map(beside).collect(),
            goal: cells.iter().map(is_goal).collect(),
            cells,
            pushes: Vec::new(),
            dead: Vec::new(),
        };
        room.pushes = room.goals().map(|goal| room.pushes_to(goal)).collect();
        let dead = |square: usize| room.pushes.iter().all(|pushes| pushes[square].is_none());
        room.dead = (0..room.cells.len()).map(dead).collect();
        let away = |cell: &Cell| square(Some(*cell)) == NONE;
        if let Some(stuck) = store.pieces(BOX).find(|cell| away(cell) && !is_goal(cell)) {
            return Err(stuck);
        }
        let boxes = store.pieces(BOX).filter(|cell| !away(cell));
        let boxes = boxes.map(|cell| square(Some(cell))).collect();
        let arrangement = room.arrangement(0, boxes);
        Ok((room, arrangement))
    }

    /// How many pushes a box is from a goal, on each square: backwards from the goal, by pulls.
    fn pushes_to(&self, goal: Square) -> Vec<Option<u32>> {
        let mut far = vec![None; self.next.len()];
        far[usize::from(goal)] = Some(0);
        let mut queue = VecDeque::from([goal]);
        while let Some(square) = queue.pop_front() {
            let more = far[usize::from(square)].map(|far| far + 1);
            for heading in Heading::ALL {
                let from = self.beside(square, heading);
                if from != NONE
                    && self.beside(from, heading) != NONE
                    && far[usize::from(from)].is_none()
                {
                    far[usize::from(from)] = more;
                    queue.push_back(from);
                }
            }
        }
        far
    }

    /// The goals.
    pub fn goals(&self) -> impl Iterator<Item = Square> {
        let squares = (0..).zip(&self.goal).filter(|(_, goal)| **goal);
        squares.map(|(square, _)| square)
    }

    /// The square next to one, or [`NONE`].
    pub fn beside(&self, square: Square, heading: Heading) -> Square {
        self.next[usize::from(square)][heading.index()]
    }

    /// The squares that the pusher can walk to, and the first of them in number.
    pub fn reach(&self, from: Square, occupied: &[bool]) -> (Vec<bool>, Square) {
        let mut seen = vec![false; self.next.len()];
        seen[usize::from(from)] = true;
        let (mut open, mut first) = (vec![from], from);
        while let Some(square) = open.pop() {
            first = first.min(square);
            for next in self.next[usize::from(square)] {
                if next != NONE && !occupied[usize::from(next)] && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    open.push(next);
                }
            }
        }
        (seen, first)
    }

    /// Which squares have boxes.
    pub fn occupied(&self, boxes: &[Square]) -> Vec<bool> {
        let mut occupied = vec![false; self.next.len()];
        boxes
            .iter()
            .for_each(|square| occupied[usize::from(*square)] = true);
        occupied
    }

    fn arrangement(&self, pusher: Square, mut boxes: Vec<Square>) -> Arrangement {
        boxes.sort_unstable();
        let (_, first) = self.reach(pusher, &self.occupied(&boxes));
        std::iter::once(first).chain(boxes).collect()
    }

    /// What comes of moving a box from one square to another, the pusher ending on a third.
    pub fn moved(
        &self,
        state: &Arrangement,
        from: Square,
        to: Square,
        pusher: Square,
    ) -> Arrangement {
        let others = state[1..]
            .iter()
            .map(|square| if *square == from { to } else { *square });
        self.arrangement(pusher, others.collect())
    }

    /// The pulls that are possible: the box, where it goes, and what comes of it.
    pub fn pulls(&self, state: &Arrangement) -> Vec<Arrangement> {
        let occupied = self.occupied(&state[1..]);
        let (reached, _) = self.reach(state[0], &occupied);
        let mut pulls = Vec::new();
        for &square in &state[1..] {
            for heading in Heading::ALL {
                let to = self.beside(square, heading);
                if to == NONE || !reached[usize::from(to)] {
                    continue;
                }
                let pusher = self.beside(to, heading);
                if pusher != NONE && !occupied[usize::from(pusher)] {
                    pulls.push(self.moved(state, square, to, pusher));
                }
            }
        }
        pulls
    }

    /// Whether a box can never be pushed again; those that hold it count in `off` if they are off goals.
    fn is_frozen(
        &self,
        square: Square,
        occupied: &mut [bool],
        walls: &mut Vec<Square>,
        off: &mut bool,
    ) -> bool {
        walls.push(square);
        let frozen = [Heading::Up, Heading::Left].into_iter().all(|heading| {
            let sides = [heading, heading.opposite()].map(|heading| self.beside(square, heading));
            sides
                .iter()
                .any(|side| *side == NONE || walls.contains(side))
                || sides.iter().all(|side| self.dead[usize::from(*side)])
                || sides.into_iter().any(|side| {
                    occupied[usize::from(side)] && self.is_frozen(side, occupied, walls, off)
                })
        });
        walls.pop();
        *off |= frozen && !self.goal[usize::from(square)];
        frozen
    }

    /// The place of a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[usize::from(square)]
    }

    /// The steps of pushes from a position on: walks to them, and the pushes themselves.
    pub fn steps(&self, from: &Pushing, pushes: &[Push]) -> Vec<super::play::Steps> {
        use crate::game::typed::Play as _;
        let mut position = from.clone();
        let mut steps = Vec::new();
        for (square, heading) in pushes {
            let behind = self.cell(*square).step(heading.opposite());
            let walk = behind
                .and_then(|cell| position.path(cell))
                .unwrap_or_default();
            let walk = walk
                .into_iter()
                .map(|heading| super::play::step(heading, false));
            for step in walk.chain([super::play::step(*heading, true)]) {
                // The rules are asked again before anybody sees the plan.
                let _ = position.make(&step);
                steps.push(step);
            }
        }
        steps
    }
}

impl Ways for Room {
    type State = Arrangement;
    type Move = Push;

    fn is_goal(&self, state: &Arrangement) -> bool {
        state[1..]
            .iter()
            .all(|square| self.goal[usize::from(*square)])
    }

    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        let boxes = &state[1..];
        let cost = |index: usize, goal: usize| self.pushes[goal][usize::from(boxes[index])];
        assignment(boxes.len(), self.pushes.len(), cost).map(Cost::from)
    }

    fn next(&self, state: &Arrangement, next: &mut Vec<(Push, Cost, Arrangement)>) {
        let mut occupied = self.occupied(&state[1..]);
        let (reached, _) = self.reach(state[0], &occupied);
        for &square in &state[1..] {
            for heading in Heading::ALL {
                let (behind, to) = (
                    self.beside(square, heading.opposite()),
                    self.beside(square, heading),
                );
                if behind == NONE || to == NONE || !reached[usize::from(behind)] {
                    continue;
                }
                if occupied[usize::from(to)] || self.dead[usize::from(to)] {
                    continue;
                }
                occupied[usize::from(square)] = false;
                let mut off = false;
                let frozen = self.is_frozen(to, &mut occupied, &mut Vec::new(), &mut off);
                occupied[usize::from(square)] = true;
                if !(frozen && off) {
                    next.push(((square, heading), 1, self.moved(state, square, to, square)));
                }
            }
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        2 * state.len() + 16
    }
}
