//! Search spaces of Sokoban for A*: canonical states and moves of single boxes by one square.
//!
//! Walks cost nothing. A state's bound is the cheapest assignment of boxes to their ends under distances that hold for
//! each alone, which no plan can beat. Pruning is safe: there is no win once a box is on a dead square or frozen off the
//! goals, or the state is dead by [`Deadlocks`].

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::search::{StateSpace, assignment};
use crate::game::{Cost, Heading};

use super::board::{Board, Motion, opposite, pushes_from};
use super::deadlocks::Deadlocks;
use super::floor::Square;
use super::warehouse::{State, Warehouse, with_move};

/// A push: square of the box, and its direction.
pub(super) type Push = (Square, Heading);

/// Pushes, or pulls, of boxes while others may stay.
pub(super) struct BoxSpace<'a> {
    motion: Motion,
    /// `true` if states have the pusher's very square, and steps count where pushes are equal; see [`PUSH_COST`].
    counts_steps: bool,
    /// Boxes that stay. States do not list them.
    others: Vec<Square>,
    /// State at the end; without one, it is any with all boxes on goals.
    end: Option<State>,
    /// For each end of a box, the least number of moves from each square to it.
    distances: Cow<'a, [Vec<usize>]>,
    /// Board and tests that each call changes, though the space itself stays as it is. Only whole states are tested.
    board: RefCell<Board<'a>>,
    deadlocks: Option<RefCell<Deadlocks<'a>>>,
    /// Once set, every state counts as a goal, which ends the search.
    pub is_over: Option<&'a AtomicBool>,
}

/// Cost of a push where steps count: more than all steps of a plan, without the one that pushes.
pub(super) const PUSH_COST: Cost = 1 << 32;
/// States per corral searched for a deadlock.
const MAX_CORRAL_STATES: usize = 300;
/// Beyond this number of squares, corrals are not searched: finding them takes longer than it saves.
const MAX_CORRAL_SQUARES: Square = 1000;

impl<'a> BoxSpace<'a> {
    /// Pushes of all boxes to goals.
    pub fn pushes(house: &'a Warehouse) -> Self {
        let mut space = Self::new(house, None, Cow::Borrowed(&house.pushes));
        if house.floor.wall() <= MAX_CORRAL_SQUARES {
            space.deadlocks = Some(RefCell::new(Deadlocks::new(house, MAX_CORRAL_STATES)));
        }
        space
    }

    /// Pushes of all boxes to goals, of which equally many are compared by the steps of the pusher.
    pub fn steps(house: &'a Warehouse) -> Self {
        Self {
            counts_steps: true,
            ..Self::pushes(house)
        }
    }

    /// Pulls of all boxes from goals to the squares where they start, and the states in which these begin, one for each
    /// area of the pusher. If there are more goals than boxes, there is no such state.
    pub fn pulls(house: &'a Warehouse, start: &State) -> (Self, Vec<State>) {
        let mut board = Board::new(house);
        board.set(&start[1..]);
        let mut end = start.clone();
        end[0] = board.fill(start[0]);
        board.set(&house.goals);
        let mut areas = board.areas();
        if start.len() != house.goals.len() + 1 {
            areas.clear();
        }
        let state = |area| std::iter::once(area).chain(house.goals.iter().copied());
        let begins = areas.into_iter().map(|area| state(area).collect());
        let distances = start[1..].iter().map(|square| pushes_from(house, *square));
        let mut space = Self::new(house, Some(end), distances.collect());
        space.motion = Motion::Pull;
        (space, begins.collect())
    }

    /// Pushes between two states that list the same boxes in the same order, of the boxes that differ; and the first of
    /// these states in this space.
    pub fn between(house: &'a Warehouse, from: &State, to: &State) -> (Self, State) {
        let mut board = Board::new(house);
        let pairs = from[1..].iter().zip(&to[1..]);
        let others = pairs.filter(|(one, other)| one == other);
        let others: Vec<_> = others.map(|(one, _)| *one).collect();
        let [start, end]: [State; 2] = [from, to].map(|state| {
            board.set(&state[1..]);
            let pusher = board.fill(state[0]);
            let boxes = state[1..].iter().filter(|it| !others.contains(it));
            let mut state: State = std::iter::once(pusher).chain(boxes.copied()).collect();
            state[1..].sort_unstable();
            state
        });
        board.set(&others);
        let distances = end[1..].iter().map(|end| board.distances(*end)).collect();
        let mut space = Self::new(house, Some(end), distances);
        space.others = others;
        (space, start)
    }

    fn new(house: &'a Warehouse, end: Option<State>, distances: Cow<'a, [Vec<usize>]>) -> Self {
        Self {
            motion: Motion::Push,
            counts_steps: false,
            others: Vec::new(),
            end,
            distances,
            board: RefCell::new(Board::new(house)),
            deadlocks: None,
            is_over: None,
        }
    }

    /// Returns whether the state is proved to be dead; `false` may also mean "not decided".
    pub fn is_dead(&self, state: &[Square]) -> bool {
        let deadlocks = self.deadlocks.as_ref();
        deadlocks.is_some_and(|tests| tests.borrow_mut().is_dead(state, None))
    }
}

impl StateSpace for BoxSpace<'_> {
    type State = Rc<[Square]>;
    /// A push, or the one that undoes a pull.
    type Move = Push;

    fn is_goal(&self, state: &Rc<[Square]>) -> bool {
        let is_over = self.is_over.is_some_and(|it| it.load(Ordering::Relaxed));
        is_over
            || match &self.end {
                Some(end) => **state == **end,
                None => self.board.borrow().house.are_on_goals(&state[1..]),
            }
    }

    fn bound(&self, state: &Rc<[Square]>) -> Option<Cost> {
        let cost = |index: usize, end: usize| {
            u32::try_from(self.distances[end][usize::from(state[index + 1])]).ok()
        };
        let pushes = assignment(state.len() - 1, self.distances.len(), cost).map(Cost::from);
        let push_cost = if self.counts_steps { PUSH_COST } else { 1 };
        pushes
            .filter(|_| !self.is_dead(state))
            .map(|pushes| pushes * push_cost)
    }

    fn expand(&self, state: &Rc<[Square]>, next: &mut Vec<(Push, Cost, Rc<[Square]>)>) {
        let board = &mut *self.board.borrow_mut();
        board.set(&self.others);
        state[1..].iter().for_each(|square| board.put(*square));
        let walks = self.counts_steps.then(|| board.walks(state[0]));
        for (index, to, side) in board.moves(state, self.motion) {
            let from = state[index];
            let (pushed, end) = match self.motion {
                Motion::Push => (from, from),
                Motion::Pull => (to, board.neighbour(to, side)),
            };
            board.shift(from, to);
            if self.motion == Motion::Pull || !board.freezes(to) {
                let heading = Heading::ALL[usize::from(opposite(side))];
                let mut moved = with_move(state, from, to);
                let mut cost = 1;
                if let Some(walks) = &walks {
                    moved[0] = end;
                    cost = PUSH_COST + walks[usize::from(board.neighbour(from, side))] as Cost;
                } else {
                    moved[0] = board.fill(end);
                }
                next.push(((pushed, heading), cost, moved.into()));
            }
            board.shift(to, from);
        }
    }

    /// Estimate, with the entries in the tables of the search.
    fn bytes(&self, state: &Rc<[Square]>) -> usize {
        4 * state.len() + 100
    }
}
