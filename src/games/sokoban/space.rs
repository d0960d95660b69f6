//! Search space of Sokoban: canonical states, pushes and pulls, push distances and deadlock tests.
//!
//! A state is the pusher's normalized position (the first square of the area it can reach) followed by the sorted
//! box squares, so that walks cost nothing. Distances are push counts with all other boxes removed; a state's bound
//! is the cheapest assignment of boxes to goals under them, which no plan can beat. Pruning is safe: there is no win
//! once a box is on a square without a push path to a goal, frozen off the goals, or part of an unresolvable corral.

use std::cell::OnceCell;

use crate::game::search::{
    Arrangement, CorralCache, StateSpace, Warehouse, assignment, least_costs,
};
use crate::game::{Cell, Cost, Heading, Square};

use super::floor::Floor;
use super::play::SokobanPosition;
use super::{BOX, GOAL, WALL};

/// The squares that the pusher can reach when all boxes are removed, with distances and caches.
pub(super) struct PushSpace {
    pub floor: Floor,
    /// `true` if each square is a goal.
    pub goal: Vec<bool>,
    /// For each goal, the number of pushes from each square to it, with all other boxes removed.
    pushes: Vec<Vec<usize>>,
    /// Pushes to the nearest goal; `None` if no goal can be reached.
    pub nearest: Vec<Option<usize>>,
    corrals: CorralCache,
    /// See [`PushSpace::turns`].
    pub turns: OnceCell<Vec<[[bool; 4]; 4]>>,
}

/// A push: square of the box, and its direction.
pub(super) type Push = (Square, Heading);

/// Move of a box by one square.
struct SingleMove {
    from: Square,
    to: Square,
    heading: Heading,
    /// Square on which the pusher ends.
    pusher: Square,
}

/// State of one box that travels while all others stay.
struct Travelled {
    square: Square,
    /// A square of the area that the pusher can reach.
    pusher: Square,
    /// Index of the state before, and the direction of the move from there.
    parent: Option<(usize, Heading)>,
    moves: usize,
}

/// Beyond this number of squares, corrals are not searched: finding them takes longer than it saves.
const MAX_CORRAL_SQUARES: Square = 1000;

impl PushSpace {
    /// Builds the space of a position, and its start state. Boxes on goals that the pusher can
    /// never reach are left out; the error is the cell of one off the goals.
    pub fn new(position: &SokobanPosition) -> Result<(Self, Arrangement), Cell> {
        let board = &position.board;
        let inside = |cell: Cell| board.get(cell).is_some_and(|value| value != WALL);
        let is_goal = |cell: &Cell| board.floor(*cell) == Some(GOAL);
        let floor = Floor::new(board.size(), position.pusher.unwrap_or_default(), inside);
        let goal: Vec<_> = floor.cells().iter().map(is_goal).chain([false]).collect();
        let goals = (0..floor.wall()).filter(|square| goal[usize::from(*square)]);
        let pushes = goals.map(|goal| pushes_to(&floor, goal, &floor.occupied(&[])));
        let pushes: Vec<_> = pushes.collect();
        let least = |square: usize| pushes.iter().map(|pushes| pushes[square]).min();
        let nearest = |square| least(square).filter(|cost| *cost < usize::MAX);
        let mut boxes = Vec::new();
        for cell in board.pieces(BOX) {
            match floor.square(cell) {
                Some(square) => boxes.push(square),
                None if is_goal(&cell) => {}
                None => return Err(cell),
            }
        }
        let space = Self {
            nearest: (0..goal.len()).map(nearest).collect(),
            floor,
            goal,
            pushes,
            corrals: CorralCache::default(),
            turns: OnceCell::new(),
        };
        let arrangement = space.canonical(0, boxes);
        Ok((space, arrangement))
    }

    pub fn cell(&self, square: Square) -> Cell {
        self.floor.cells()[usize::from(square)]
    }

    /// Lower bound: the least number of pushes that bring each box to a goal of its own, each alone in the warehouse.
    pub fn lower_bound(&self, boxes: &[Square]) -> Option<Cost> {
        let cost = |index: usize, goal: usize| {
            u32::try_from(self.pushes[goal][usize::from(boxes[index])]).ok()
        };
        assignment(boxes.len(), self.pushes.len(), cost).map(Cost::from)
    }

    fn after(&self, state: &[Square], mv: &SingleMove) -> Arrangement {
        let moved = |square: &Square| if *square == mv.from { mv.to } else { *square };
        self.canonical(mv.pusher, state[1..].iter().map(moved).collect())
    }

    /// All moves of one box by one square to where it can still reach a goal: pushes or, backwards in time, pulls.
    fn single_moves(&self, state: &[Square], pull: bool) -> Vec<SingleMove> {
        let occupied = self.floor.occupied(&state[1..]);
        let (reached, _) = self.floor.reach(state[0], &occupied);
        let moves = state[1..].iter().flat_map(|square| {
            Heading::ALL.map(|heading| {
                let to = self.floor.neighbour(*square, heading);
                let (start, stop) = match pull {
                    true => (to, self.floor.neighbour(to, heading)),
                    false => (self.floor.neighbour(*square, heading.opposite()), *square),
                };
                let is_legal = reached[usize::from(start)]
                    && !occupied[usize::from(to)]
                    && (stop == *square || !occupied[usize::from(stop)])
                    && self.nearest[usize::from(to)].is_some();
                is_legal.then_some(SingleMove {
                    from: *square,
                    to,
                    heading,
                    pusher: stop,
                })
            })
        });
        moves.flatten().collect()
    }

    /// States reached by one pull.
    pub fn pulls(&self, state: &Arrangement) -> Vec<Arrangement> {
        let pulls = self.single_moves(state, true).into_iter();
        pulls.map(|pull| self.after(state, &pull)).collect()
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
        let mut occupied = self.floor.occupied(boxes);
        occupied[usize::from(from)] = false;
        // For each square of the box, the sides on which the pusher has been.
        let mut known_sides = vec![[false; 4]; occupied.len()];
        let starts = pushers
            .iter()
            .filter(|pusher| !occupied[usize::from(**pusher)]);
        let start = |pusher: &Square| Travelled {
            square: from,
            pusher: *pusher,
            parent: None,
            moves: 0,
        };
        let mut trail: Vec<Travelled> = starts.map(start).collect();
        let mut at = 0;
        while let Some(&Travelled {
            square,
            pusher,
            parent,
            moves,
        }) = trail.get(at)
        {
            let around = self.floor.neighbours(square);
            occupied[usize::from(square)] = true;
            let side = around.iter().position(|side| *side == pusher);
            if side.is_none_or(|side| !known_sides[usize::from(square)][side]) {
                let (reached, first) = self.floor.reach(pusher, &occupied);
                occupied[usize::from(square)] = false;
                if moves > 0 && end(square, first, moves) {
                    let mut path = Vec::new();
                    let mut last = parent;
                    while let Some((at, heading)) = last {
                        path.push((trail[at].square, heading));
                        last = trail[at].parent;
                    }
                    path.reverse();
                    return Some(path);
                }
                for heading in Heading::ALL {
                    let [to, behind] =
                        [heading, heading.opposite()].map(|heading| around[heading.index()]);
                    known_sides[usize::from(square)][heading.index()] |= reached[usize::from(to)];
                    let (start, stop) = match pull {
                        true => (to, self.floor.neighbour(to, heading)),
                        false => (behind, square),
                    };
                    if reached[usize::from(start)]
                        && !occupied[usize::from(to)]
                        && !occupied[usize::from(stop)]
                        && self.nearest[usize::from(to)].is_some()
                    {
                        trail.push(Travelled {
                            square: to,
                            pusher: stop,
                            parent: Some((at, heading)),
                            moves: moves + 1,
                        });
                    }
                }
            }
            occupied[usize::from(square)] = false;
            at += 1;
        }
        None
    }

    /// Returns whether a box can never be pushed again: in both axes a wall or a frozen box is next
    /// to it, or both sides are squares without a path to a goal. The boxes of `walls`, whose test
    /// is under way, count as walls. Sets `off` if a box of the frozen group is off the goals.
    fn is_immovable(
        &self,
        square: Square,
        occupied: &[bool],
        walls: &mut Vec<Square>,
        off: &mut bool,
    ) -> bool {
        walls.push(square);
        let frozen = [Heading::Up, Heading::Left].into_iter().all(|heading| {
            let sides =
                [heading, heading.opposite()].map(|heading| self.floor.neighbour(square, heading));
            let is_dead = |side: &Square| self.nearest[usize::from(*side)].is_none();
            let is_wall = |side: &Square| *side == self.floor.wall() || walls.contains(side);
            sides.iter().any(is_wall)
                || sides.iter().all(is_dead)
                || sides.into_iter().any(|side| {
                    occupied[usize::from(side)] && self.is_immovable(side, occupied, walls, off)
                })
        });
        walls.pop();
        *off |= frozen && !self.goal[usize::from(square)];
        frozen
    }

    /// Returns whether some corral of the state can never be resolved; `false` may also mean "not decided".
    pub fn is_corral_deadlock(&self, state: &[Square]) -> bool {
        self.floor.wall() <= MAX_CORRAL_SQUARES && self.corrals.is_deadlock(self, state)
    }

    /// Source and destination cell of each push.
    pub fn ends(&self, pushes: &[Push]) -> impl Iterator<Item = (Cell, Cell)> {
        pushes.iter().map(|(square, heading)| {
            let to = self.floor.neighbour(*square, *heading);
            (self.cell(*square), self.cell(to))
        })
    }
}

/// Pushes of a lone box from each square to `goal`, by pulls backwards from it.
pub(super) fn pushes_to(floor: &Floor, goal: Square, walls: &[bool]) -> Vec<usize> {
    least_costs(walls.len(), [(goal.into(), 0)], |square, pushes, next| {
        for heading in Heading::ALL {
            let from = floor.neighbour(square as Square, heading);
            if !walls[usize::from(from)] && !walls[usize::from(floor.neighbour(from, heading))] {
                next.push((from.into(), pushes + 1));
            }
        }
        true
    })
}

impl Warehouse for PushSpace {
    fn corrals(&self, state: &[Square]) -> Vec<(Vec<bool>, Vec<Square>)> {
        let parts = self.floor.regions(&self.floor.occupied(&state[1..]));
        let parts = parts
            .into_iter()
            .filter(|part| !part[usize::from(state[0])]);
        let with_boxes = |part: Vec<bool>| {
            let touches = |square: &&Square| {
                let mut adjacent = self.floor.neighbours(**square).into_iter();
                adjacent.any(|other| part[usize::from(other)])
            };
            let around = state[1..].iter().filter(touches).copied().collect();
            (part, around)
        };
        parts.map(with_boxes).collect()
    }

    fn are_adjacent(&self, one: Square, other: Square) -> bool {
        self.floor.neighbours(one).contains(&other)
    }

    fn box_steps(&self, state: &[Square]) -> Vec<(Square, Square, Arrangement)> {
        let pushes = self.single_moves(state, false).into_iter();
        let after = |push: SingleMove| (push.from, push.to, self.after(state, &push));
        pushes.map(after).collect()
    }

    fn canonical(&self, pusher: Square, mut boxes: Vec<Square>) -> Arrangement {
        boxes.sort_unstable();
        let (_, first) = self.floor.reach(pusher, &self.floor.occupied(&boxes));
        std::iter::once(first).chain(boxes).collect()
    }

    fn are_on_goals(&self, boxes: &[Square]) -> bool {
        boxes.iter().all(|square| self.goal[usize::from(*square)])
    }

    fn freezes(&self, state: &[Square], to: Square) -> bool {
        let (occupied, mut off) = (self.floor.occupied(&state[1..]), false);
        self.is_immovable(to, &occupied, &mut Vec::new(), &mut off) && off
    }
}

impl StateSpace for PushSpace {
    type State = Arrangement;
    type Move = Push;

    fn is_goal(&self, state: &Arrangement) -> bool {
        self.are_on_goals(&state[1..])
    }

    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        let bound = self.lower_bound(&state[1..]);
        bound.filter(|_| !self.is_corral_deadlock(state))
    }

    fn expand(&self, state: &Arrangement, next: &mut Vec<(Push, Cost, Arrangement)>) {
        for push in self.single_moves(state, false) {
            let moved = self.after(state, &push);
            if !self.freezes(&moved, push.to) {
                next.push(((push.from, push.heading), 1, moved));
            }
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        4 * state.len() + 100
    }
}
