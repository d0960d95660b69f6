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
use crate::game::typed::concrete;
use crate::game::{
    Outcome, Plan, Position as _, ReplayError, Solution, SolveError, SolveRequest, Solver,
    Unsolvable, words,
};

use super::made::PuzzleLevel;
use super::position::Played;

pub use breadth::Breadth;
#[cfg(test)]
pub use shorten::Shorten;
pub use states::States;
pub use walker::{Step, Walker};

/// All solvers, the default first.
pub static ALL: &[&dyn Solver] = &[&auto::Auto, &shortest::Shortest, &REFERENCE];

static REFERENCE: BreadthFirst = BreadthFirst {
    info: &BreadthFirst::info("moves"),
    cost: |_| 1,
};

/// End of a search.
#[derive(Clone, Debug)]
pub enum End {
    /// With a plan, as act numbers.
    Found(Vec<u8>),
    /// All states were explored.
    None,
}

/// A search that runs in slices.
pub trait Search: Send {
    /// Expands one state. Successors that can provably not be won are left out.
    fn go_on(&mut self, walker: &mut Walker, targets: Option<&Targets>) -> Option<End>;

    /// Memory in bytes.
    fn bytes(&self) -> u64;

    /// Number of known states.
    fn states(&self) -> u64;
}

/// Start of a search.
struct Beginning {
    walker: Walker,
    targets: Option<Targets>,
}

impl Beginning {
    /// The start of a search, or the outcome if there is nothing to search.
    fn of(
        request: &SolveRequest<'_>,
        solver: &'static str,
    ) -> Result<Result<Self, Outcome<Plan>>, SolveError> {
        let level: &PuzzleLevel = concrete(request.level).ok_or(SolveError::WrongGame {
            solver,
            game: super::INFO.id,
        })?;
        let mut played = Played::new(level.clone());
        for (index, mv) in request.done.iter().enumerate() {
            let step = index + 1;
            let refused = |error| SolveError::Prefix(ReplayError::Refused { step, error });
            played.apply(mv).map_err(refused)?;
        }
        if played.is_solved() {
            return Ok(Err(Outcome::Solved(Solution::best(Plan(Vec::new()), 0))));
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
fn none(states: u64) -> Unsolvable {
    Unsolvable::because(format!(
        "{} explored; none is a solution",
        words::count(states, "reachable states")
    ))
}
