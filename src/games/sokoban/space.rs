//! Search space of Sokoban for A*: canonical states and single pushes.
//!
//! Walks cost nothing. A state's bound is the cheapest assignment of boxes to goals under push distances, which no plan
//! can beat. Pruning is safe: there is no win once a box is on a dead square or frozen off the goals, or the state is
//! dead by [`Deadlocks`].

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::search::StateSpace;
use crate::game::{Cost, Heading};

use super::board::{Board, Motion, opposite};
use super::deadlocks::Deadlocks;
use super::floor::Square;
use super::warehouse::{State, Warehouse, with_move};

/// A push: square of the box, and its direction.
pub(super) type Push = (Square, Heading);

/// Pushes of single boxes by one square.
pub(super) struct PushSpace<'a> {
    house: &'a Warehouse,
    /// Board and tests that each call changes, though the space itself stays as it is.
    scratch: RefCell<(Board<'a>, Deadlocks<'a>)>,
    /// Once set, every state counts as a goal, which ends the search.
    pub is_over: Option<&'a AtomicBool>,
}

/// States per corral searched for a deadlock.
const MAX_CORRAL_STATES: usize = 300;
/// Beyond this number of squares, corrals are not searched: finding them takes longer than it saves.
const MAX_CORRAL_SQUARES: Square = 1000;

impl<'a> PushSpace<'a> {
    pub fn new(house: &'a Warehouse) -> Self {
        let deadlocks = Deadlocks::new(house, MAX_CORRAL_STATES);
        Self {
            house,
            scratch: RefCell::new((Board::new(house), deadlocks)),
            is_over: None,
        }
    }

    /// Returns whether the state is proved to be dead; `false` may also mean "not decided".
    pub fn is_dead(&self, state: &[Square]) -> bool {
        let deadlocks = &mut self.scratch.borrow_mut().1;
        self.house.floor.wall() <= MAX_CORRAL_SQUARES && deadlocks.is_dead(state, None)
    }
}

/// State after a box moved and the pusher ended on a square; `board` holds all boxes, and is left as it was.
pub(super) fn moved(
    board: &mut Board<'_>,
    state: &[Square],
    from: Square,
    to: Square,
    end: Square,
) -> State {
    let mut next = with_move(state, from, to);
    board.shift(from, to);
    next[0] = board.fill(end);
    board.shift(to, from);
    next
}

/// States reached by one pull, without dead squares.
pub(super) fn pulls(house: &Warehouse, state: &[Square]) -> Vec<State> {
    let mut board = Board::new(house);
    board.set(&state[1..]);
    let mut states = Vec::new();
    for (index, to, side) in board.moves(state, Motion::Pull) {
        let end = board.neighbour(to, side);
        states.push(moved(&mut board, state, state[index], to, end));
    }
    states
}

impl StateSpace for PushSpace<'_> {
    type State = Rc<[Square]>;
    type Move = Push;

    fn is_goal(&self, state: &Rc<[Square]>) -> bool {
        let is_over = self.is_over.is_some_and(|it| it.load(Ordering::Relaxed));
        is_over || self.house.are_on_goals(&state[1..])
    }

    fn bound(&self, state: &Rc<[Square]>) -> Option<Cost> {
        let bound = self.house.lower_bound(&state[1..]);
        bound.filter(|_| !self.is_dead(state))
    }

    fn expand(&self, state: &Rc<[Square]>, next: &mut Vec<(Push, Cost, Rc<[Square]>)>) {
        let board = &mut self.scratch.borrow_mut().0;
        board.set(&state[1..]);
        for (index, to, side) in board.moves(state, Motion::Push) {
            let from = state[index];
            board.shift(from, to);
            let freezes = board.freezes(to);
            board.shift(to, from);
            if !freezes {
                let heading = Heading::ALL[usize::from(opposite(side))];
                let state = moved(board, state, from, to, from);
                next.push(((from, heading), 1, state.into()));
            }
        }
    }

    /// Estimate, with the entries in the tables of the search.
    fn bytes(&self, state: &Rc<[Square]>) -> usize {
        4 * state.len() + 100
    }
}
