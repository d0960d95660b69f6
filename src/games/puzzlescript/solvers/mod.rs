//! Solvers: searches over packed states, on the engine.
//!
//! A [`Walker`] makes moves, a [`StateTable`] holds the states they lead to, a [`Search`] chooses which one to expand.

mod auto;
mod novelty;
mod search;
mod shorten;
mod shortest;
mod sokoban;
mod states;
mod walker;

use crate::analysis::Targets;
use crate::game::search::{BreadthFirst, Budget, Stop};
use crate::game::typed::downcast_level;
use crate::game::{
    Outcome, Plan, Position as _, Solution, SolveError, SolveRequest, Solver, Unsolvable,
    apply_all, words,
};

use super::engine::Unfinished;
use super::game_file::PuzzleLevel;
use super::position::PuzzlePosition;

pub use search::{Search, SearchDone};
#[cfg(test)]
pub use shorten::PlanShortener;
pub use states::{Reached, StateTable};
pub use walker::{Next, Walker};

/// All solvers, the default first.
pub static ALL: &[&dyn Solver] = &[&auto::Auto, &shortest::Shortest, &REFERENCE];

static REFERENCE: BreadthFirst = BreadthFirst {
    info: &BreadthFirst::info("moves"),
    cost: |_| 1,
};

struct SearchStart {
    walker: Walker,
    /// Proofs that states are lost; `None` if the win conditions allow none.
    targets: Option<Targets>,
    position: PuzzlePosition,
}

/// The start of a search, after the moves already made, or the outcome if there is nothing to search.
fn search_start(
    request: &SolveRequest<'_>,
    solver: &'static str,
    budget: &Budget,
) -> Result<Result<SearchStart, Outcome<Plan>>, SolveError> {
    let level: &PuzzleLevel = downcast_level(request.level).ok_or(SolveError::WrongGame {
        solver,
        game: super::INFO.id,
    })?;
    let mut played = PuzzlePosition::within(level.clone(), budget);
    apply_all(&mut played, 0, request.done).map_err(SolveError::Prefix)?;
    if played.is_solved() {
        return Ok(Err(Outcome::Solved(Solution::optimal(Plan(Vec::new()), 0))));
    }
    Ok(match Walker::new(&played) {
        Ok(walker) => Ok(SearchStart {
            walker,
            targets: played.targets(),
            position: played,
        }),
        Err(Unfinished::Endless) => {
            let reason = "the rules never finish at the start of the level";
            Err(Outcome::Unsolvable(Unsolvable::because(reason)))
        }
        Err(_) => {
            let stop = budget.check().err();
            Err(stop.unwrap_or(Stop::Method).outcome(None, None))
        }
    })
}

/// The shortest plan that a breadth-first search found, proved to be so if `bound` is its length.
fn shortest_plan(plan: Plan, bound: i64) -> Solution<Plan> {
    let cost = plan.0.len() as i64;
    match cost <= bound {
        true => Solution::optimal(plan, cost),
        false => Solution {
            lower_bound: Some(bound),
            ..Solution::new(plan, cost)
        },
    }
}

/// Proof of a search that explored all states.
fn no_plan(states: u64) -> Unsolvable {
    let states = words::count(states, "reachable states");
    Unsolvable::because(format!("{states} explored; none is a solution"))
}
