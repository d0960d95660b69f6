//! Rounds of all methods for one goal value, with what all rounds have found out so far.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::analysis::View;
use crate::game::{Outcome, Plan, Solution, words};
use crate::search::{Budget, Progress, Stop};

use super::answers::{slice, solved, spent};
use super::astar::Estimate;
use super::policy::{Game, Policy};
use super::problem::{Method, Problem};
use super::sat::Once;
use super::watch::Watch;
use super::{beam, count, effects, greedy, operators, sat, walks};

/// Seconds of the first method in the first round.
pub(super) const FIRST_ROUND: f64 = 0.5;

#[derive(Clone, Copy)]
pub(super) struct Shares {
    pub search: f64,
    pub roaming: f64,
    pub walks: f64,
    pub beam: f64,
    pub chance: f64,
    pub greedy: f64,
    pub sat: f64,
}

pub(super) enum Decided {
    Outcome(Outcome<Plan>),
    Impossible,
}

enum Early {
    /// A plan, and a lower bound on the length of plans.
    Plan(Plan, usize),
    Impossible,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// No plan is shorter.
    pub bound: usize,
    /// A search that stores all states has run out of memory.
    pub memory_full: bool,
    rounds: u32,
}

impl Known {
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

pub(super) struct Methods<'p> {
    pub problem: &'p Problem,
    pub progress: &'p Progress<'p>,
    /// Only a shortest plan is accepted.
    pub optimal: bool,
    /// Number of plans requested.
    pub several: usize,
    pub known: FxHashMap<i64, Known>,
    /// Rollouts, which keep what they learn from round to round.
    policy: Option<(Rc<View>, Policy)>,
    /// The best ending found by rollouts, or for a lower goal value.
    pub best: Option<(i64, Plan)>,
    /// Plans that are not the shortest, or fewer than requested.
    pub some: Option<Solution<Plan>>,
}

impl<'p> Methods<'p> {
    pub fn new(problem: &'p Problem, progress: &'p Progress<'p>) -> Self {
        Self {
            problem,
            progress,
            optimal: false,
            several: 1,
            known: FxHashMap::default(),
            policy: None,
            best: None,
            some: None,
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
        let mut known = self.known.get(&want).copied().unwrap_or_default();
        known.rounds += 1;
        // Estimates take some time, so the first round does without.
        let estimate = (known.rounds > 1)
            .then(|| problem.estimate(want, true, &part(1.0)).ok())
            .flatten();
        let method = known.method(estimate.as_deref());
        let method = method.filter(|method| self.optimal || *method != Method::Ida);
        if let Some(method) = method {
            match problem.shortest(want, method, &part(shares.search), self.progress) {
                Ok(Some(plan)) => {
                    return outcome(match self.several {
                        1 => solved(plan, true),
                        _ => count::count(problem, plan, self.several, budget, self.progress),
                    });
                }
                Ok(None) => return Some(Decided::Impossible),
                Err(stopped) => {
                    known.bound = known.bound.max(stopped.bound);
                    known.memory_full |= stopped.stop == Stop::Memory;
                }
            }
        }
        if known.rounds == 1
            && self.several == 1
            && let Ok(Some((plan, least))) = problem.factored(want, &part(2.0))
        {
            known.bound = known.bound.max(least);
            if !self.optimal || plan.0.len() == known.bound {
                let lower = Some(known.bound as i64);
                return outcome(with_bound(solved(plan, false), lower));
            }
        }
        self.known.insert(want, known);
        let lower = Some(known.bound as i64);
        if spent(budget).is_some() {
            return None;
        }
        let view = problem.view(want, true, budget).ok()?;
        if self.several == 1 && self.some.is_none() {
            let find = if known.rounds == 1 { 1.0 } else { 4.0 };
            let early = [8.0, 8.0, find, shares.roaming].map(part);
            let soon = self.early(want, &view, known.rounds, early);
            let plan = match soon {
                Some(Early::Impossible) => return Some(Decided::Impossible),
                Some(Early::Plan(plan, bound)) => {
                    known.bound = known.bound.max(bound);
                    self.known.insert(want, known);
                    Some(plan)
                }
                None => self.soon(
                    want,
                    (&view, estimate.as_deref()),
                    known.rounds,
                    [shares.walks, shares.beam, shares.chance, shares.greedy].map(part),
                ),
            };
            if let Some(plan) = plan {
                let found = with_bound(solved(plan, false), Some(known.bound as i64));
                match found {
                    // A plan that is not the shortest is better than none when time runs out.
                    Outcome::Solved(found)
                        if self.optimal && want == problem.want && !found.optimal =>
                    {
                        if let Some(proved) = self.keep_for_now(found, budget) {
                            return outcome(proved);
                        }
                    }
                    found => return outcome(found),
                }
            }
        }
        let asked = sat::Asked {
            wanted: sat::Wanted::of(self.optimal),
            several: self.several,
            bound: known.bound,
            // The first round has tried that already.
            once: known.rounds > 1,
        };
        let view = match asked.simple() {
            true => Rc::new(problem.seen(budget).ok()?),
            false => view,
        };
        match sat::run(problem, &view, asked, &part(shares.sat), self.progress) {
            Outcome::Solved(solution) => {
                return outcome(with_bound(Outcome::Solved(solution), lower));
            }
            Outcome::Unsolvable(_) => return Some(Decided::Impossible),
            Outcome::Limit {
                best, lower_bound, ..
            }
            | Outcome::Interrupted { best, lower_bound } => {
                self.some = best.or(self.some.take());
                known.bound = known
                    .bound
                    .max(lower_bound.map_or(0, |bound| bound as usize));
                self.known.insert(want, known);
            }
        }
        None
    }

    /// Methods for special kinds of games, each with its budget: unordered sets of moves, states that determine the
    /// number of steps, permutations, layers, agents.
    fn early(
        &self,
        want: i64,
        view: &View,
        round: u32,
        [once, permuted, find, roaming]: [Budget; 4],
    ) -> Option<Early> {
        let problem = self.problem;
        if round == 1 {
            match sat::at_once(problem, view, &once) {
                Once::Moves(moves) => {
                    let bound = effects::bound(view, &permuted);
                    return Some(Early::Plan(problem.plan(view, &moves), bound));
                }
                Once::Impossible => return Some(Early::Impossible),
                Once::Unknown => {}
            }
        }
        match problem.used_up(want, &once) {
            Ok(operators::Found::Moves(moves)) => {
                return Some(Early::Plan(problem.plan(view, &moves), moves.len()));
            }
            Ok(operators::Found::None) => return Some(Early::Impossible),
            Ok(operators::Found::Unknown) | Err(_) => {}
        }
        if let Some(plan) = problem.permuted(want, &permuted).ok().flatten() {
            return Some(Early::Plan(plan, 0));
        }
        if let Some(plan) = problem.layered(want, &find).ok().flatten() {
            return Some(Early::Plan(plan, 0));
        }
        self.roaming(want, [find, roaming])
    }

    /// Packs tokens, then searches best first without an agent's walking; detecting the agent has a budget of its
    /// own.
    fn roaming(&self, want: i64, [find, search]: [Budget; 2]) -> Option<Early> {
        let problem = self.problem;
        let budget = &search;
        let packed = problem.packed(want, budget, self.progress);
        if let Some(plan) = packed.ok().flatten() {
            return Some(Early::Plan(plan, 0));
        }
        let roamer = problem.roamer(want, &find).ok()??;
        let view = problem.view(want, true, budget).ok()?;
        let watch = Watch::unseen(self.progress);
        let (anywhere, estimate) = (problem.anywhere, &roamer.estimate);
        let found = greedy::search(&roamer.view, estimate, anywhere, None, budget, &watch);
        match found.ok()? {
            // With a step limit, a state reached too late can hide a shorter path to it.
            None => (view.limit.is_none() || anywhere).then_some(Early::Impossible),
            Some(steps) => {
                let moves = roamer.spell(&view, &steps, anywhere, budget).ok()??;
                let fits = moves.len() <= view.longest();
                fits.then(|| Early::Plan(problem.plan(&view, &moves), 0))
            }
        }
    }

    /// Any plan, by random walks, beam search, rollouts and best-first search, each with its budget.
    fn soon(
        &mut self,
        want: i64,
        (view, estimate): (&View, Option<&Estimate>),
        round: u32,
        [walks, beam, chance, greedy]: [Budget; 4],
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
        let plan = self.chance(want, &chance);
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
    fn keep_for_now(&mut self, found: Solution<Plan>, budget: &Budget) -> Option<Outcome<Plan>> {
        match self.shorten(found, Instant::now(), budget) {
            Outcome::Solved(found) if !found.optimal => {
                self.some = Some(found);
                None
            }
            outcome => Some(outcome),
        }
    }

    /// Finds a plan by rollouts. The best ending is retained.
    pub fn chance(&mut self, want: i64, budget: &Budget) -> Option<Plan> {
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
        if let Ok(game) = found {
            self.keep(&view, &game);
            return Some(problem.plan(&view, &game.moves));
        }
        if let Some(game) = best {
            self.keep(&view, &game);
        }
        None
    }

    fn keep(&mut self, view: &View, game: &Game) {
        let Some(value) = game.value else {
            return;
        };
        if self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            self.best = Some((value, self.problem.plan(view, &game.moves)));
            self.tell();
        }
    }

    /// Reports the best ending so far.
    pub fn tell(&self) {
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
