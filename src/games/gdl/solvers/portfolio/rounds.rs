//! Rounds of all methods for one goal value, with what all rounds have found out so far.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::analysis::SearchNet;
use crate::solvers::answers::{slice, solved, spent};
use crate::solvers::heuristics::{Estimate, effects};
use crate::solvers::problem::GdlProblem;
use crate::solvers::sat::{self, UnorderedPlan};
use crate::solvers::search::strategies::{beam, greedy};
use crate::solvers::search::watch::SearchWatch;
use crate::solvers::search::{simple, walks};
use crate::solvers::sokoban;
use crate::solvers::task::GoalTask;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Outcome, Plan, Solution, words};

/// Seconds of a round's unit of time in the first round; it doubles from round to round.
pub(crate) const FIRST_ROUND: f64 = 0.5;
/// Time for the decomposition into independent games, in the first round.
const FACTORS_SHARE: f64 = 2.0;
/// Time for sets of moves without order, in the first round.
const UNORDERED_SHARE: f64 = 8.0;
/// Divisor of the memory limit for one method, as estimates remain in memory, too.
const MEMORY_DIVISOR: u64 = 2;

/// Time of the methods in units of the round.
#[derive(Clone, Copy)]
pub(crate) struct Shares {
    /// The search for a shortest plan.
    pub search: f64,
    pub walks: f64,
    pub beam: f64,
    pub greedy: f64,
    pub sat: f64,
}

#[derive(Clone, Copy)]
pub(crate) struct Round<'b> {
    /// 1 for the first.
    number: u32,
    seconds: f64,
    shares: Shares,
    budget: &'b Budget,
}

impl Round<'_> {
    /// Budget of a method with this share, in units of the round's seconds.
    fn part(&self, share: f64) -> Budget {
        slice(
            self.budget,
            Duration::from_secs_f64(self.seconds * share),
            MEMORY_DIVISOR,
        )
    }
}

/// Answer that a round has found: whether the goal value can be reached.
pub(crate) enum Decided {
    Outcome(Outcome<Plan>),
    /// The goal value is out of reach.
    Impossible,
}

/// Plan or proof of a method that does not look for the shortest plan.
enum Early {
    /// A plan, and a lower bound on the length of plans.
    Plan(Plan, usize),
    Impossible,
}

/// The methods of the portfolio, and what their rounds have found out about one goal value.
pub(crate) struct Methods<'p> {
    pub task: GoalTask<'p>,
    /// Rounds started for the task.
    rounds: u32,
    pub progress: &'p Progress<'p>,
    /// Only a shortest plan is accepted.
    pub optimal: bool,
    /// Number of plans requested.
    pub count: usize,
    /// The best ending found for a lower goal value.
    pub best: Option<(i64, Plan)>,
    /// Plans that are not the shortest, or fewer than requested.
    pub fallback: Option<Solution<Plan>>,
}

impl<'p> Methods<'p> {
    /// Methods for the level's own goal value.
    pub fn new(problem: &'p GdlProblem, progress: &'p Progress<'p>) -> Self {
        Self {
            task: GoalTask::new(problem, problem.target),
            rounds: 0,
            progress,
            optimal: false,
            count: 1,
            best: None,
            fallback: None,
        }
    }

    /// Continues with this goal value. If it is another one, all results for the last one are dropped.
    pub fn change_value(&mut self, value: i64) {
        if self.task.value != value {
            self.task = GoalTask::new(self.task.problem, value);
            self.rounds = 0;
        }
    }

    /// Runs each method for its share of the time, in units of `seconds`. `None` if the question is still open.
    pub fn round(&mut self, seconds: f64, shares: Shares, budget: &Budget) -> Option<Decided> {
        self.rounds += 1;
        let round = Round {
            number: self.rounds,
            seconds,
            shares,
            budget,
        };
        // Estimates take some time, so the first round does without; later ones do, too, if one unit does not suffice.
        let estimate = match round.number {
            1 => None,
            _ => self.task.estimate(&round.part(1.0)).ok(),
        };
        if let Some(decided) = self.shortest(estimate.as_deref(), &round) {
            return Some(decided);
        }
        if let Some(outcome) = self.as_sokoban(&round) {
            return Some(Decided::Outcome(outcome));
        }
        if let Some(outcome) = self.factored(&round) {
            return Some(Decided::Outcome(outcome));
        }
        if spent(budget).is_some() {
            return None;
        }
        let view = self.task.view(budget).ok()?;
        if self.count == 1 && self.fallback.is_none() {
            let early = self.by_unordered_moves(&view, &round);
            let early = early.or_else(|| {
                let plan = self.any_plan(&view, estimate.as_deref(), &round)?;
                // These methods prove no bound.
                Some(Early::Plan(plan, 0))
            });
            match early {
                Some(Early::Impossible) => return Some(Decided::Impossible),
                Some(Early::Plan(plan, bound)) => {
                    self.task.raise_bound(bound);
                    if let Some(outcome) = self.accept(plan, budget) {
                        return Some(Decided::Outcome(outcome));
                    }
                }
                None => {}
            }
        }
        self.by_sat(view, &round)
    }

    /// Searches for a shortest plan; `None` if no method suits, or the share of the round was not enough.
    fn shortest(&mut self, estimate: Option<&Estimate>, round: &Round<'_>) -> Option<Decided> {
        let method = self.task.method(estimate)?;
        let budget = round.part(round.shares.search);
        match self.task.shortest(method, &budget, self.progress) {
            Ok(Some(plan)) => Some(Decided::Outcome(match self.count {
                1 => solved(plan, true),
                count => {
                    let problem = self.task.problem;
                    simple::different_plans(problem, plan, count, round.budget, self.progress)
                }
            })),
            Ok(None) => Some(Decided::Impossible),
            Err(stopped) => {
                self.task.raise_bound(stopped.bound);
                self.task.memory_full |= stopped.stop == Stop::Memory;
                None
            }
        }
    }

    /// Plan for a game that decomposes; `None` if it does not, or in later rounds.
    fn factored(&mut self, round: &Round<'_>) -> Option<Outcome<Plan>> {
        if round.number > 1 || self.count > 1 {
            return None;
        }
        let plan = self.task.factored(&round.part(FACTORS_SHARE)).ok()??;
        Some(solved(plan, true))
    }

    /// Plan for a game that is Sokoban under another name; `None` if it is not, or in later rounds.
    fn as_sokoban(&mut self, round: &Round<'_>) -> Option<Outcome<Plan>> {
        let problem = self.task.problem;
        if round.number > 1 || self.count > 1 || self.task.value != problem.target {
            return None;
        }
        let plan = sokoban::plan(problem, self.progress, round.budget)?;
        self.accept(plan, round.budget)
    }

    /// Outcome with a plan; `None` if only a shortest one is accepted and it is not proved to be one. Then it is
    /// retained, as it is better than none when time runs out.
    fn accept(&mut self, plan: Plan, budget: &Budget) -> Option<Outcome<Plan>> {
        let is_target = self.task.value == self.task.problem.target;
        match with_bound(solved(plan, false), self.task.bound) {
            Outcome::Solved(found) if self.optimal && is_target && !found.optimal => {
                self.retain(found, budget)
            }
            outcome => Some(outcome),
        }
    }

    /// Searches for a plan by a SAT solver; `None` if nothing was decided.
    fn by_sat(&mut self, view: Rc<SearchNet>, round: &Round<'_>) -> Option<Decided> {
        let query = sat::SatQuery {
            target: sat::SatTarget::new(self.optimal),
            count: self.count,
            bound: self.task.bound,
            // In the first round `by_unordered_moves` has just tried that; later it gets the round's longer time.
            unordered: round.number > 1,
        };
        let problem = self.task.problem;
        let view = match query.visits_no_state_twice() {
            true => Rc::new(problem.displayed(round.budget).ok()?),
            false => view,
        };
        let budget = round.part(round.shares.sat);
        match sat::run(problem, &view, query, &budget, self.progress) {
            found @ Outcome::Solved(_) => {
                Some(Decided::Outcome(with_bound(found, self.task.bound)))
            }
            Outcome::Unsolvable(_) => Some(Decided::Impossible),
            Outcome::Stopped {
                best, lower_bound, ..
            } => {
                self.fallback = best.or(self.fallback.take());
                let bound = lower_bound.map_or(0, |bound| bound as usize);
                self.task.raise_bound(bound);
                None
            }
        }
    }

    /// Plan by a set of moves whose order hardly matters, or proof that there is none; `None` if neither was found, or
    /// in later rounds.
    fn by_unordered_moves(&self, view: &SearchNet, round: &Round<'_>) -> Option<Early> {
        if round.number > 1 {
            return None;
        }
        let budget = round.part(UNORDERED_SHARE);
        Some(match sat::unordered(view, &budget)? {
            UnorderedPlan::Moves(moves) => {
                let bound = effects::bound(view, &budget);
                Early::Plan(self.task.problem.plan(view, &moves), bound)
            }
            UnorderedPlan::Impossible => Early::Impossible,
        })
    }

    /// Any plan, by random walks, beam search and best-first search.
    fn any_plan(
        &mut self,
        view: &SearchNet,
        estimate: Option<&Estimate>,
        round: &Round<'_>,
    ) -> Option<Plan> {
        let (problem, shares) = (self.task.problem, &round.shares);
        let seed = u64::from(round.number);
        let budget = round.part(shares.walks);
        if let Ok(Some(moves)) = walks::search(view, seed, &budget, self.progress) {
            return Some(problem.plan(view, &moves));
        }
        let none = Estimate::default();
        let estimate = estimate.unwrap_or(&none);
        // Each beam begins again at the start and leaves states out: its visits are not reported.
        let unobserved = SearchWatch::unobserved(self.progress);
        let budget = round.part(shares.beam);
        if let Ok(Some(moves)) = beam(view, estimate, round.number, &budget, &unobserved) {
            return Some(problem.plan(view, &moves));
        }
        let watch = problem.watch(view, self.progress);
        let budget = round.part(shares.greedy);
        let moves = greedy(view, estimate, None, &budget, &watch).ok()??;
        Some(problem.plan(view, &moves))
    }

    /// Shortens a plan and retains it until a shortest one is found. Returns the outcome if shortening proves it to
    /// be shortest.
    fn retain(&mut self, found: Solution<Plan>, budget: &Budget) -> Option<Outcome<Plan>> {
        match self.shorten_found(found, Instant::now(), budget) {
            Outcome::Solved(found) if !found.optimal => {
                self.fallback = Some(found);
                None
            }
            outcome => Some(outcome),
        }
    }

    pub fn report_best(&self) {
        if let Some((value, plan)) = &self.best {
            let steps = words::count(plan.0.len(), "steps");
            let phase = format!("best goal value so far {value}, in {steps}");
            self.progress.report(phase, 0, None, None);
        }
    }
}

/// Adds a lower bound that another method proved.
fn with_bound(mut outcome: Outcome<Plan>, bound: usize) -> Outcome<Plan> {
    if let Outcome::Solved(solution) = &mut outcome
        && !solution.optimal
    {
        solution.lower_bound = solution.lower_bound.max(Some(bound as i64));
        if solution.lower_bound == Some(solution.cost) {
            solution.optimal = true;
        }
    }
    outcome
}
