//! Reference solver for any game: uniform-cost search over positions, identified by their encodings, using only the
//! rules. [`BestFirst`] with bound 0 and weight 1 expands positions in the order of their costs, so its first solution
//! is a cheapest one; if it exhausts the positions, there is none.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{BestFirst, Budget, Progress, StateSpace, Stop};
use crate::plan::apply_all;
use crate::{
    Answer, Cost, Move, Outcome, Plan, Position, Solution, SolveError, SolveRequest, Solver,
    SolverInfo, Unsolvable, words,
};

/// Explores all positions in the order of their costs; if all moves have the same cost, that is a breadth-first search.
pub struct BreadthFirst {
    pub info: &'static SolverInfo,
    /// Cost of a move, at least 0.
    pub cost: fn(&Move) -> Cost,
}

impl BreadthFirst {
    /// Identity of such a solver for a game whose plans are counted in `cost_unit`.
    pub const fn info(cost_unit: &'static str) -> SolverInfo {
        SolverInfo {
            id: "breadth-first",
            title: "Breadth-first search",
            good_for: "For small levels, and to check other solvers.",
            method: "Breadth-first search over all positions, using only the rules.",
            guarantee: "The best plan, or proof that there is none.",
            cost_unit,
            reference: true,
            counts: false,
            ..SolverInfo::EXACT
        }
    }
}

impl Solver for BreadthFirst {
    fn info(&self) -> &'static SolverInfo {
        self.info
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let mut start = match request.level.start_within(budget) {
            Ok(start) => start,
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        apply_all(start.as_mut(), 0, request.done).map_err(SolveError::Prefix)?;
        let positions = Positions {
            cost: self.cost,
            budget,
            is_complete: Cell::new(true),
            stopped: Cell::new(None),
        };
        let searched =
            BestFirst::default().search(&positions, KeyedPosition::new(start), budget, progress);
        let is_complete = positions.is_complete.get();
        let bound = searched.bound.filter(|_| is_complete);
        progress.report("done", searched.explored, None, bound);
        Ok(match (searched.path, searched.stopped) {
            (Some((moves, cost)), _) if is_complete => {
                Outcome::Solved(Solution::optimal(Plan(moves), cost))
            }
            (Some((moves, cost)), _) => Outcome::Solved(Solution::new(Plan(moves), cost)),
            (None, Some(stop)) => stop.outcome(None, bound),
            (None, None) if !is_complete => Stop::Method.outcome(None, None),
            (None, None) => Outcome::Unsolvable(Unsolvable::because(format!(
                "{} explored; none is a solution",
                words::count(searched.explored, "reachable positions")
            ))),
        })
    }
}

/// A position that is compared by its encoding.
#[derive(Clone)]
struct KeyedPosition {
    code: Rc<[u8]>,
    position: Rc<dyn Position>,
}

impl KeyedPosition {
    fn new(position: Box<dyn Position>) -> Self {
        Self {
            code: position.encode().into(),
            position: position.into(),
        }
    }
}

impl PartialEq for KeyedPosition {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for KeyedPosition {}

impl Hash for KeyedPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

/// Estimated bytes of a position besides its pieces: pointers, counters and headers of allocations.
const POSITION_BYTES: usize = 200;

/// The positions of a game as a state space.
struct Positions<'a> {
    cost: fn(&Move) -> Cost,
    budget: &'a Budget,
    /// False once the effect of a move could not be determined, so that positions may be missing.
    is_complete: Cell<bool>,
    /// Reason why the budget ended within an expansion.
    stopped: Cell<Option<Stop>>,
}

impl StateSpace for Positions<'_> {
    type State = KeyedPosition;
    type Move = Move;

    fn is_goal(&self, state: &KeyedPosition) -> bool {
        state.position.is_solved()
    }

    fn bound(&self, _state: &KeyedPosition) -> Option<Cost> {
        Some(0)
    }

    fn expand(&self, state: &KeyedPosition, next: &mut Vec<(Move, Cost, KeyedPosition)>) {
        for mv in state.position.legal_moves(usize::MAX) {
            let mut position = state.position.boxed_clone();
            // Legal moves are not refused; one that a limit leaves undecided is left out.
            match position.apply(&mv) {
                Ok(()) => {
                    let cost = (self.cost)(&mv);
                    next.push((mv, cost, KeyedPosition::new(position)));
                }
                Err(error) if error.is_undecided() => match self.budget.check() {
                    Ok(()) => self.is_complete.set(false),
                    Err(stop) => return self.stopped.set(Some(stop)),
                },
                Err(_) => {}
            }
        }
    }

    fn stopped(&self) -> Option<Stop> {
        self.stopped.get()
    }

    /// Estimate: a position is about as large as its encoding, which is stored next to it.
    fn bytes(&self, state: &KeyedPosition) -> usize {
        2 * state.code.len() + POSITION_BYTES
    }
}
