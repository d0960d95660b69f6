//! `shortest`: the shortest plan by breadth-first search.

use super::breadth::Breadth;
use super::{SearchDone, SearchStart, SlicedSearch, no_plan};
use crate::game::search::{Budget, Progress};
use crate::game::{Answer, Outcome, Solution, SolveRequest, Solver, SolverInfo, words};

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
        } = match SearchStart::new(request, INFO.id)? {
            Ok(start) => start,
            Err(outcome) => return Ok(outcome),
        };
        let start = walker.state();
        let mut search = Breadth::new(&start, start.len());
        let mut ticker = budget.ticker(16);
        let mut reported = 0;
        loop {
            let (states, bound) = (search.states(), search.bound());
            let checked = ticker
                .tick()
                .and_then(|()| budget.check_memory(search.bytes()));
            if let Err(stop) = checked {
                progress.report("done", states, None, Some(bound));
                return Ok(stop.outcome(None, Some(bound)));
            }
            if bound > reported {
                reported = bound;
                progress.report(words::count(bound, "moves"), states, None, Some(bound));
            }
            let Some(end) = search.expand_next(&mut walker, targets.as_ref()) else {
                continue;
            };
            progress.report("done", search.states(), None, None);
            return Ok(match end {
                SearchDone::Found(acts) => {
                    let cost = acts.len() as i64;
                    Outcome::Solved(Solution::optimal(walker.plan(&acts), cost))
                }
                SearchDone::None => Outcome::Unsolvable(no_plan(search.states())),
            });
        }
    }
}
