//! Rounds of all methods for one goal value, with what all rounds have found out so far.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::analysis::SearchNet;
use crate::solvers::abstractions::operators;
use crate::solvers::answers::{slice, solved, spent};
use crate::solvers::heuristics::effects;
use crate::solvers::problem::{GdlProblem, Method};
use crate::solvers::sat;
use crate::solvers::sat::UnorderedPlan;
use crate::solvers::search::astar::Estimate;
use crate::solvers::search::beam;
use crate::solvers::search::count;
use crate::solvers::search::greedy;
use crate::solvers::search::policy::{Policy, Rollout};
use crate::solvers::search::walks;
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Outcome, Plan, Solution, words};

/// Seconds of the first method in the first round.
pub(crate) const FIRST_ROUND: f64 = 0.5;

#[derive(Clone, Copy)]
pub(crate) struct Shares {
    pub search: f64,
    pub agent: f64,
    pub walks: f64,
    pub beam: f64,
    pub rollouts: f64,
    pub greedy: f64,
    pub sat: f64,
}

pub(crate) enum Decided {
    Outcome(Outcome<Plan>),
    Impossible,
}

enum Early {
    /// A plan, and a lower bound on the length of plans.
    Plan(Plan, usize),
    Impossible,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct GoalStatus {
    /// No plan is shorter.
    pub bound: usize,
    /// A search that stores all states has run out of memory.
    pub memory_full: bool,
    rounds: u32,
}

impl GoalStatus {
    /// Search for a shortest plan that suits the estimate and the memory.
    pub fn method(&self, estimate: Option<&Estimate>) -> Option<Method> {
        match estimate {
            None if self.memory_full => None,
            Some(_) if self.memory_full => Some(Method::Ida),
            Some(estimate) if !estimate.is_empty() => Some(Method::AStar),
            _ => Some(Method::Breadth),
        }
    }
}

pub(crate) struct Methods<'p> {
    pub problem: &'p GdlProblem,
    pub progress: &'p Progress<'p>,
    /// Only a shortest plan is accepted.
    pub optimal: bool,
    /// Number of plans requested.
    pub count: usize,
    pub statuses: FxHashMap<i64, GoalStatus>,
    /// Rollouts, which keep what they learn from round to round.
    policy: Option<(Rc<SearchNet>, Policy)>,
    /// The best ending found by rollouts, or for a lower goal value.
    pub best: Option<(i64, Plan)>,
    /// Plans that are not the shortest, or fewer than requested.
    pub fallback: Option<Solution<Plan>>,
}

impl<'p> Methods<'p> {
    pub fn new(problem: &'p GdlProblem, progress: &'p Progress<'p>) -> Self {
        Self {
            problem,
            progress,
            optimal: false,
            count: 1,
            statuses: FxHashMap::default(),
            policy: None,
            best: None,
            fallback: None,
        }
    }

    /// Runs each method for its share of the time.
    pub fn round(
        &mut self,
        want: i64,
        seconds: f64,
        shares: Shares,
        budget: &Budget,
    ) -> Option<Decided> {
        let problem = self.problem;
        let outcome = |outcome| Some(Decided::Outcome(outcome));
        let part = |share: f64| slice(budget, Duration::from_secs_f64(seconds * share), 2);
        let mut status = self.statuses.get(&want).copied().unwrap_or_default();
        status.rounds += 1;
        // Estimates take some time, so the first round does without.
        let estimate = (status.rounds > 1)
            .then(|| problem.estimate(want, true, &part(1.0)).ok())
            .flatten();
        let method = status.method(estimate.as_deref());
        let method = method.filter(|method| self.optimal || *method != Method::Ida);
        if let Some(method) = method {
            match problem.shortest(want, method, &part(shares.search), self.progress) {
                Ok(Some(plan)) => {
                    return outcome(match self.count {
                        1 => solved(plan, true),
                        _ => count::count(problem, plan, self.count, budget, self.progress),
                    });
                }
                Ok(None) => return Some(Decided::Impossible),
                Err(stopped) => {
                    status.bound = status.bound.max(stopped.bound);
                    status.memory_full |= stopped.stop == Stop::Memory;
                }
            }
        }
        if status.rounds == 1
            && self.count == 1
            && let Ok(Some((plan, least))) = problem.factored(want, &part(2.0))
        {
            status.bound = status.bound.max(least);
            if !self.optimal || plan.0.len() == status.bound {
                let lower = Some(status.bound as i64);
                return outcome(with_bound(solved(plan, false), lower));
            }
        }
        self.statuses.insert(want, status);
        let lower = Some(status.bound as i64);
        if spent(budget).is_some() {
            return None;
        }
        let view = problem.view(want, true, budget).ok()?;
        if self.count == 1 && self.fallback.is_none() {
            let find_time = if status.rounds == 1 { 1.0 } else { 4.0 };
            let early = [8.0, 8.0, find_time, shares.agent].map(part);
            let result = self.special_cases(want, &view, status.rounds, early);
            let plan = match result {
                Some(Early::Impossible) => return Some(Decided::Impossible),
                Some(Early::Plan(plan, bound)) => {
                    status.bound = status.bound.max(bound);
                    self.statuses.insert(want, status);
                    Some(plan)
                }
                None => self.any_plan(
                    want,
                    (&view, estimate.as_deref()),
                    status.rounds,
                    [shares.walks, shares.beam, shares.rollouts, shares.greedy].map(part),
                ),
            };
            if let Some(plan) = plan {
                let found = with_bound(solved(plan, false), Some(status.bound as i64));
                match found {
                    // A plan that is not the shortest is better than none when time runs out.
                    Outcome::Solved(found)
                        if self.optimal && want == problem.want && !found.optimal =>
                    {
                        if let Some(proved) = self.retain(found, budget) {
                            return outcome(proved);
                        }
                    }
                    found => return outcome(found),
                }
            }
        }
        let query = sat::SatQuery {
            target: sat::SatTarget::new(self.optimal),
            count: self.count,
            bound: status.bound,
            // The first round has tried that already.
            unordered: status.rounds > 1,
        };
        let view = match query.simple() {
            true => Rc::new(problem.displayed(budget).ok()?),
            false => view,
        };
        match sat::run(problem, &view, query, &part(shares.sat), self.progress) {
            Outcome::Solved(solution) => {
                return outcome(with_bound(Outcome::Solved(solution), lower));
            }
            Outcome::Unsolvable(_) => return Some(Decided::Impossible),
            Outcome::Limit {
                best, lower_bound, ..
            }
            | Outcome::Interrupted { best, lower_bound } => {
                self.fallback = best.or(self.fallback.take());
                status.bound = status
                    .bound
                    .max(lower_bound.map_or(0, |bound| bound as usize));
                self.statuses.insert(want, status);
            }
        }
        None
    }

    /// Methods for special kinds of games, each with its budget: unordered sets of moves, states that determine the
    /// number of steps, permutations, layers, agents.
    fn special_cases(
        &self,
        want: i64,
        view: &SearchNet,
        round: u32,
        [once, permutations, find, roaming]: [Budget; 4],
    ) -> Option<Early> {
        let problem = self.problem;
        if round == 1 {
            match sat::unordered(problem, view, &once) {
                Some(UnorderedPlan::Moves(moves)) => {
                    let bound = effects::bound(view, &permutations);
                    return Some(Early::Plan(problem.plan(view, &moves), bound));
                }
                Some(UnorderedPlan::Impossible) => return Some(Early::Impossible),
                None => {}
            }
        }
        match problem.bidirectional(want, &once) {
            Ok(operators::OperatorPlan::Moves(moves)) => {
                return Some(Early::Plan(problem.plan(view, &moves), moves.len()));
            }
            Ok(operators::OperatorPlan::None) => return Some(Early::Impossible),
            Ok(operators::OperatorPlan::Unknown) | Err(_) => {}
        }
        if let Some(plan) = problem.permuted(want, &permutations).ok().flatten() {
            return Some(Early::Plan(plan, 0));
        }
        if let Some(plan) = problem.layered(want, &find).ok().flatten() {
            return Some(Early::Plan(plan, 0));
        }
        self.with_agent(want, [find, roaming])
    }

    /// Packs tokens, then searches best first without an agent's walking; detecting the agent has a budget of its
    /// own.
    fn with_agent(&self, want: i64, [find, search]: [Budget; 2]) -> Option<Early> {
        let problem = self.problem;
        let budget = &search;
        let packed = problem.packing(want, budget, self.progress);
        if let Some(plan) = packed.ok().flatten() {
            return Some(Early::Plan(plan, 0));
        }
        let agent = problem.agent(want, &find).ok()??;
        let view = problem.view(want, true, budget).ok()?;
        let watch = SearchWatch::unobserved(self.progress);
        let (anywhere, estimate) = (problem.anywhere, &agent.estimate);
        let found = greedy::search(&agent.view, estimate, anywhere, None, budget, &watch);
        match found.ok()? {
            // With a step limit, a state reached too late can hide a shorter path to it.
            None => (view.limit.is_none() || anywhere).then_some(Early::Impossible),
            Some(steps) => {
                let moves = agent.expand(&view, &steps, anywhere, budget).ok()??;
                let fits = moves.len() <= view.max_length();
                fits.then(|| Early::Plan(problem.plan(&view, &moves), 0))
            }
        }
    }

    /// Any plan, by random walks, beam search, rollouts and best-first search, each with its budget.
    fn any_plan(
        &mut self,
        want: i64,
        (view, estimate): (&SearchNet, Option<&Estimate>),
        round: u32,
        [walks, beam, rollouts, greedy]: [Budget; 4],
    ) -> Option<Plan> {
        let problem = self.problem;
        let (anywhere, seed) = (problem.anywhere, u64::from(round));
        if let Ok(Some(moves)) = walks::search(view, anywhere, seed, &walks, self.progress) {
            return Some(problem.plan(view, &moves));
        }
        let none = Estimate::default();
        let estimate = estimate.unwrap_or(&none);
        if let Ok(Some(moves)) = beam::search(view, estimate, anywhere, round, &beam) {
            return Some(problem.plan(view, &moves));
        }
        let plan = self.rollouts(want, &rollouts);
        if plan.is_some() {
            return plan;
        }
        let watch = problem.watch(view, self.progress);
        let found = greedy::search(view, estimate, problem.anywhere, None, &greedy, &watch);
        let moves = found.ok().flatten()?;
        Some(problem.plan(view, &moves))
    }

    /// Shortens a plan and retains it until a shortest one is found. Returns the outcome if shortening proves it to
    /// be shortest.
    fn retain(&mut self, found: Solution<Plan>, budget: &Budget) -> Option<Outcome<Plan>> {
        match self.shorten(found, Instant::now(), budget) {
            Outcome::Solved(found) if !found.optimal => {
                self.fallback = Some(found);
                None
            }
            outcome => Some(outcome),
        }
    }

    /// Finds a plan by rollouts. The best ending is retained.
    pub fn rollouts(&mut self, want: i64, budget: &Budget) -> Option<Plan> {
        let problem = self.problem;
        if self.policy.is_none() {
            // What they learn is of use for lower values, too.
            let view = problem.valued(problem.want, budget).ok()?;
            let policy = Policy::new(&view);
            self.policy = Some((Rc::new(view), policy));
        }
        let (view, policy) = self.policy.as_mut()?;
        let found = policy.play(view, want, problem.anywhere, budget);
        let view = Rc::clone(view);
        let best = policy.best.take();
        if let Ok(rollout) = found {
            self.update_best(&view, &rollout);
            return Some(problem.plan(&view, &rollout.moves));
        }
        if let Some(rollout) = best {
            self.update_best(&view, &rollout);
        }
        None
    }

    fn update_best(&mut self, view: &SearchNet, rollout: &Rollout) {
        let Some(value) = rollout.value else {
            return;
        };
        if self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            self.best = Some((value, self.problem.plan(view, &rollout.moves)));
            self.report_best();
        }
    }

    /// Reports the best ending so far.
    pub fn report_best(&self) {
        if let Some((value, plan)) = &self.best {
            let steps = words::count(plan.0.len(), "steps");
            let phase = format!("best goal value so far {value}, in {steps}");
            self.progress.report(phase, 0, None, None);
        }
    }
}

/// Adds a lower bound that another method proved.
fn with_bound(mut outcome: Outcome<Plan>, bound: Option<i64>) -> Outcome<Plan> {
    if let Outcome::Solved(solution) = &mut outcome
        && !solution.optimal
    {
        solution.lower_bound = solution.lower_bound.max(bound);
        if solution.lower_bound == Some(solution.cost) {
            solution.optimal = true;
        }
    }
    outcome
}
