//! Anytime weighted A*.
//!
//! A* runs with one weight after the other, in the given order (descending, ending in 1). A large weight finds some
//! plan soon. Each later search only accepts plans cheaper than the best so far, so that nodes whose cost plus bound
//! reaches that cost are pruned safely. The bound proved by any of the searches holds for all: when it equals the best
//! cost, or a search ends without a cheaper plan, the best plan is optimal. Without any plan, a search that ends proves
//! that there is none.

use super::{BestFirst, Budget, Progress, StateSpace, Stop};
use crate::{Cost, Outcome, Plan, Solution, SolveRequest, Unsolvable, words};

/// Anytime weighted A*. The last weight must be 1, which finds the best plan or proves that there is none.
pub struct AnytimeSearch<'a, P> {
    /// Determines whether any plan, a better one, or the best one is requested.
    pub request: &'a SolveRequest<'a>,
    /// Weight of the bound in each search.
    pub weights: &'a [Cost],
    /// Limit of states per search once there is a plan and the best is not required (at least those expanded before).
    pub improve_limit: u64,
    /// Name of the states in the proof that there is no plan: ‘positions that can be reached’.
    pub states: &'static str,
    /// Converts a path to a plan.
    pub plan: P,
}

impl<P> AnytimeSearch<'_, P> {
    /// Searches from `start`. `best` is a plan found before, `explored` the number of states expanded for it.
    pub fn search<W: StateSpace>(
        &self,
        space: &W,
        start: &W::State,
        mut best: Option<Solution<Plan>>,
        mut explored: u64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Outcome<Plan>
    where
        P: Fn(&[W::Move], Cost) -> Solution<Plan>,
    {
        let mut bound = space.bound(start).unwrap_or(0);
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
            let search = BestFirst {
                weight: *weight,
                cost_limit: cost.unwrap_or(Cost::MAX),
                max_states: match self.request.optimal || best.is_none() {
                    true => u64::MAX,
                    false => self.improve_limit.max(explored),
                },
            };
            let result = search.search(space, start.clone(), budget, progress);
            explored += result.explored;
            bound = result.bound.map_or(bound, |proved| proved.max(bound));
            match (result.path, result.stopped) {
                (Some((moves, cost)), _) => {
                    let solution = (self.plan)(&moves, cost);
                    progress.improved(&solution);
                    best = Some(solution);
                }
                // This search reached only its own limit.
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
