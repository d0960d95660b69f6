//! Unchanging data of a level for its solvers: floor, goals, push distances, hash keys.
//!
//! Distances are push counts of a lone box. A square without a distance to any goal is *dead*: a box there never gets
//! to a goal, so no plan pushes one there.

use crate::game::search::assignment;
use crate::game::{Cell, Cost};

use super::floor::{Floor, Square};
use super::play::SokobanPosition;
use super::{BOX, GOAL, WALL};

/// The squares that the pusher can reach when all boxes are removed, with their distances.
pub(super) struct Warehouse {
    pub floor: Floor,
    /// `true` for each square that is a goal.
    pub goal: Vec<bool>,
    /// All goals in ascending order.
    pub goals: Vec<Square>,
    /// For each goal, the number of pushes from each square to it; `usize::MAX` if there are none.
    pub pushes: Vec<Vec<usize>>,
    /// Pushes to the nearest goal; `None` if the square is dead.
    pub nearest: Vec<Option<usize>>,
    /// The squares at most two steps from each square over the floor, without itself.
    pub close: Vec<Vec<Square>>,
    /// Random keys of a box and of the pusher on each square.
    keys: Vec<[u128; 2]>,
}

/// Canonical state: the pusher's normalized square (the first of those it can reach), then the box
/// squares in ascending order.
pub(super) type State = Box<[Square]>;

impl Warehouse {
    /// Builds the data of a position, and its start state, with the pusher on square 0. Boxes on goals that the pusher
    /// can never reach are left out; the error is the cell of one off the goals.
    pub fn new(position: &SokobanPosition) -> Result<(Self, State), Cell> {
        let board = &position.board;
        let inside = |cell: Cell| board.get(cell).is_some_and(|value| value != WALL);
        let is_goal = |cell: &Cell| board.floor(*cell) == Some(GOAL);
        let floor = Floor::new(board.size(), position.pusher.unwrap_or_default(), inside);
        let goal: Vec<_> = floor.cells().iter().map(is_goal).chain([false]).collect();
        let goals = (0..floor.wall()).filter(|square| goal[usize::from(*square)]);
        let goals: Vec<Square> = goals.collect();
        let mut state = vec![0];
        for cell in board.pieces(BOX) {
            match floor.square(cell) {
                Some(square) => state.push(square),
                None if is_goal(&cell) => {}
                None => return Err(cell),
            }
        }
        state[1..].sort_unstable();
        let mut rng = fastrand::Rng::with_seed(1);
        let house = Self {
            nearest: vec![Some(0); goal.len()],
            close: (0..floor.wall())
                .map(|square| close(&floor, square))
                .collect(),
            keys: goal.iter().map(|_| [rng.u128(..), rng.u128(..)]).collect(),
            floor,
            goal,
            goals,
            pushes: Vec::new(),
        };
        Ok((house, state.into()))
    }

    /// Sets the push distances, and with them the dead squares. Before, no square is dead.
    pub fn set_pushes(&mut self, pushes: Vec<Vec<usize>>) {
        let least = |square: usize| pushes.iter().map(|pushes| pushes[square]).min();
        let nearest =
            (0..self.goal.len()).map(|square| least(square).filter(|it| *it < usize::MAX));
        (self.nearest, self.pushes) = (nearest.collect(), pushes);
    }

    pub fn cell(&self, square: Square) -> Cell {
        self.floor.cells()[usize::from(square)]
    }

    pub fn is_goal(&self, square: Square) -> bool {
        self.goal[usize::from(square)]
    }

    /// Returns whether a box on the square can never be pushed to a goal; true for the wall.
    pub fn is_dead(&self, square: Square) -> bool {
        self.nearest[usize::from(square)].is_none()
    }

    pub fn are_on_goals(&self, boxes: &[Square]) -> bool {
        boxes.iter().all(|square| self.is_goal(*square))
    }

    /// Lower bound: the least number of pushes that bring each box to a goal of its own, each alone in the warehouse.
    pub fn lower_bound(&self, boxes: &[Square]) -> Option<Cost> {
        let cost = |index: usize, goal: usize| {
            u32::try_from(self.pushes[goal][usize::from(boxes[index])]).ok()
        };
        assignment(boxes.len(), self.pushes.len(), cost).map(Cost::from)
    }

    /// Key of a box on a square, for hashes of states that change with each push.
    pub fn box_key(&self, square: Square) -> u128 {
        self.keys[usize::from(square)][0]
    }

    pub fn pusher_key(&self, square: Square) -> u128 {
        self.keys[usize::from(square)][1]
    }

    /// Hash of the boxes of a state, without the pusher.
    pub fn boxes_hash(&self, boxes: &[Square]) -> u128 {
        boxes.iter().fold(0, |hash, it| hash ^ self.box_key(*it))
    }

    pub fn hash(&self, state: &[Square]) -> u128 {
        self.pusher_key(state[0]) ^ self.boxes_hash(&state[1..])
    }
}

/// State after a box moved, with the pusher where it was.
pub(super) fn with_move(state: &[Square], from: Square, to: Square) -> State {
    let mut next: State = state.into();
    for square in &mut next[1..] {
        if *square == from {
            *square = to;
        }
    }
    next[1..].sort_unstable();
    next
}

fn close(floor: &Floor, square: Square) -> Vec<Square> {
    let once = floor.neighbours(square).into_iter();
    let mut close: Vec<_> = once
        .flat_map(|next| floor.neighbours(next).into_iter().chain([next]))
        .filter(|it| *it != square && *it != floor.wall())
        .collect();
    close.sort_unstable();
    close.dedup();
    close
}
