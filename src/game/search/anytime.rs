//! Finds a plan soon, then better ones.

use super::{BestFirst, Budget, Progress, Searched, Stop, Ways};
use crate::{Cost, Outcome, Plan, Solution, SolveRequest, Unsolvable, words};

/// Runs A* with one weight after the other, each time for a plan better than the best so far. The
/// last weight is 1, which finds the best plan or proves that there is none.
pub struct AnytimeSearch<'a, P> {
    /// Says whether any plan, a better one, or the best one is wanted.
    pub request: &'a SolveRequest<'a>,
    /// Weights of the bound, one per search.
    pub weights: &'a [Cost],
    /// Once there is a plan and the best is not required, each search may expand this many states,
    /// or as many as were expanded before.
    pub for_a_while: u64,
    /// What the states are, for the proof that there is no plan: ‘positions that can be reached’.
    pub states: &'static str,
    /// Makes a plan of a path.
    pub plan: P,
}

impl<P> AnytimeSearch<'_, P> {
    /// Searches from a state. `best` is a plan found before, `explored` the number of states
    /// expanded for it.
    pub fn search<W: Ways>(
        &self,
        ways: &W,
        start: &W::State,
        mut best: Option<Solution<Plan>>,
        mut explored: u64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Outcome<Plan>
    where
        P: Fn(&[W::Move], Cost) -> Solution<Plan>,
    {
        let mut bound = ways.bound(start).unwrap_or(0);
        let none = |explored| {
            let states = words::count(explored, self.states);
            let reason = format!("{states} explored; none is a solution");
            let cells = Vec::new();
            Outcome::Unsolvable(Unsolvable { reason, cells })
        };
        for weight in self.weights {
            let cost = best.as_ref().map(|best| best.cost);
            let enough = self.request.first && !self.request.optimal && best.is_some();
            if cost == Some(bound) || enough {
                break;
            }
            let go_on = self.request.optimal || best.is_none();
            let search = BestFirst {
                weight: *weight,
                below: cost.unwrap_or(Cost::MAX),
                most: if go_on {
                    u64::MAX
                } else {
                    self.for_a_while.max(explored)
                },
            };
            let Searched {
                way,
                bound: proved,
                stopped,
                explored: more,
            } = search.search(ways, start.clone(), budget, progress);
            explored += more;
            bound = proved.map_or(bound, |proved| proved.max(bound));
            match (way, stopped) {
                (Some((moves, cost)), _) => {
                    let solution = (self.plan)(&moves, cost);
                    progress.improved(&solution);
                    best = Some(solution);
                }
                // Only this search reached its limit.
                (None, Some(Stop::Deadline)) if budget.check().is_ok() => {}
                (None, Some(stop)) => {
                    progress.report("stopped", explored, cost, Some(bound));
                    return stop.outcome(best, Some(bound));
                }
                (None, None) => match cost {
                    Some(cost) => bound = cost,
                    None => return none(explored),
                },
            }
            let cost = best.as_ref().map(|best| best.cost);
            progress.report(format!("weight {weight}"), explored, cost, Some(bound));
        }
        match best {
            Some(mut solution) => {
                solution.optimal = solution.cost == bound;
                solution.lower_bound = Some(bound);
                Outcome::Solved(solution)
            }
            None => Stop::Deadline.outcome(None, Some(bound)),
        }
    }
}
