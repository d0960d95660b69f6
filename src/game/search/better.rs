//! A way soon, and then better ones.

use super::{BestFirst, Budget, Progress, Searched, Stop, Ways};
use crate::{Cost, Outcome, Plan, Solution, SolveRequest, Unsolvable};

/// A* with one weight after the other, each for something better than was found before; the last weight is 1, so that
/// what it finds is the best and where it finds nothing there is nothing.
pub struct Better<'a, P> {
    /// What was asked for: something, soon, or what is proved to be best.
    pub request: &'a SolveRequest<'a>,
    /// How much the bound weighs, search by search.
    pub weights: &'a [Cost],
    /// Once there is a plan that need not be the best, each search goes on for so many states, or for as many as were
    /// looked at before.
    pub for_a_while: u64,
    /// What the states are, for the proof that there is no plan: ‘positions that can be reached’.
    pub states: &'static str,
    /// The plan that a way is.
    pub plan: P,
}

impl<P> Better<'_, P> {
    /// Searches from a state, with the plan that was found already and the number of states looked at for it.
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
            let reason = format!("all {explored} {} were looked at", self.states);
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
                // The limit of this search alone.
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
