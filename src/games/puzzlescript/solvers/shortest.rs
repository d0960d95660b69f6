//! `shortest`: the shortest plan by breadth-first search.

use super::{Search, SearchDone, SearchStart, no_plan, search_start, shortest_plan};
use crate::game::search::{Budget, Progress, Stop};
use crate::game::{Answer, Outcome, SolveRequest, Solver, SolverInfo, words};

pub struct Shortest;

static INFO: SolverInfo = SolverInfo {
    id: "shortest",
    title: "Fewest moves",
    good_for: "For the fewest moves in levels that are not too large.",
    method: "Breadth-first search over packed states, on the engine that plays the rules. Moves that change nothing and positions that can no longer be won are pruned at once.",
    guarantee: "The shortest plan, or proof that there is none.",
    cost_unit: "moves",
    counts: false,
    ..SolverInfo::EXACT
};

impl Solver for Shortest {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let SearchStart {
            mut walker,
            targets,
            ..
        } = match search_start(request, INFO.id, budget)? {
            Ok(start) => start,
            Err(outcome) => return Ok(outcome),
        };
        let start = walker.state();
        // States are compared by all of their words.
        let mut search = Search::breadth(&start, start.len());
        let mut ticker = budget.ticker(1);
        let mut reported = 0;
        let end = search.run(&mut walker, targets.as_ref(), |search| {
            let (states, bound) = (search.states(), search.bound());
            if bound > reported {
                reported = bound;
                progress.report(words::count(bound, "moves"), states, None, Some(bound));
            }
            ticker.tick()?;
            budget.check_memory(search.bytes())
        });
        let bound = end.is_err().then(|| search.bound());
        progress.report("done", search.states(), None, bound);
        Ok(match end {
            Ok(SearchDone::Found(acts)) => {
                Outcome::Solved(shortest_plan(walker.plan(&acts), search.bound()))
            }
            Ok(SearchDone::None) => Outcome::Unsolvable(no_plan(search.states())),
            Ok(SearchDone::Undecided) => {
                let stop = budget.check().err().unwrap_or(Stop::Method);
                stop.outcome(None, Some(search.bound()))
            }
            Err(stop) => stop.outcome(None, bound),
        })
    }
}
