//! Solvers: searches over packed states, on the engine.

mod auto;
mod breadth;
mod guided;
mod novelty;
mod shorten;
mod shortest;
mod states;
mod walker;

use crate::analysis::Targets;
use crate::game::search::BreadthFirst;
use crate::game::typed::downcast_level;
use crate::game::{
    Outcome, Plan, Position as _, ReplayError, Solution, SolveError, SolveRequest, Solver,
    Unsolvable, words,
};

use super::game_file::PuzzleLevel;
use super::position::PuzzlePosition;

pub use breadth::Breadth;
#[cfg(test)]
pub use shorten::PlanShortener;
pub use states::StateTable;
pub use walker::{Next, Walker};

/// All solvers, the default first.
pub static ALL: &[&dyn Solver] = &[&auto::Auto, &shortest::Shortest, &REFERENCE];

static REFERENCE: BreadthFirst = BreadthFirst {
    info: &BreadthFirst::info("moves"),
    cost: |_| 1,
};

/// End of a search.
#[derive(Clone, Debug)]
pub enum SearchDone {
    /// With a plan, as act numbers.
    Found(Vec<u8>),
    /// All states were explored.
    None,
}

/// A search that runs in slices.
pub trait SlicedSearch: Send {
    /// Expands one state. Successors that can provably not be won are left out.
    fn expand_next(&mut self, walker: &mut Walker, targets: Option<&Targets>)
    -> Option<SearchDone>;

    fn bytes(&self) -> u64;

    fn states(&self) -> u64;
}

struct SearchStart {
    walker: Walker,
    targets: Option<Targets>,
}

impl SearchStart {
    /// The start of a search, or the outcome if there is nothing to search.
    fn new(
        request: &SolveRequest<'_>,
        solver: &'static str,
    ) -> Result<Result<Self, Outcome<Plan>>, SolveError> {
        let level: &PuzzleLevel = downcast_level(request.level).ok_or(SolveError::WrongGame {
            solver,
            game: super::INFO.id,
        })?;
        let mut played = PuzzlePosition::new(level.clone());
        for (index, mv) in request.done.iter().enumerate() {
            let step = index + 1;
            let refused = |error| SolveError::Prefix(ReplayError::Refused { step, error });
            played.apply(mv).map_err(refused)?;
        }
        if played.is_solved() {
            return Ok(Err(Outcome::Solved(Solution::optimal(Plan(Vec::new()), 0))));
        }
        let Some(walker) = Walker::new(&played) else {
            let reason = "the rules never finish at the start of the level";
            return Ok(Err(Outcome::Unsolvable(Unsolvable::because(reason))));
        };
        let targets = played.targets();
        Ok(Ok(Self { walker, targets }))
    }
}

/// Proof of a search that explored all states.
fn no_plan(states: u64) -> Unsolvable {
    Unsolvable::because(format!(
        "{} explored; none is a solution",
        words::count(states, "reachable states")
    ))
}
