//! Shortens plans. Rollouts and best-first search find plans that wander, so after the first plan some time is spent
//! on making it shorter, or on proving that none is.
//!
//! Repeated states are cut out first, and stretches of warehouse plans are replaced. Rounds of growing length follow,
//! each with weighted best-first search, leaving out moves, shortcuts between states of the plan, an exact search for
//! anything shorter, and the SAT solver. A new plan is adopted only if the rules replay it.

mod bridges;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::game::{Limit, Outcome, Plan, Solution};
use crate::search::{Budget, Progress, Stop};

use super::super::net::machine::{Machine, Packed, is_on};
use super::answers::slice;
use super::astar::Estimate;
use super::expand::LANES;
use super::greedy::{self, Weight};
use super::problem::Problem;
use super::rounds::{Known, Methods};
use super::{effects, replay, sat};
use crate::analysis::{View, WON};

const LEAST: Duration = Duration::from_secs(2);
const LEAST_IF_LONG: Duration = Duration::from_secs(6);
const LONG: usize = 100;
/// Share of the time used so far, if that is more.
const SHARE: f64 = 0.1;
/// Share of the time that building an estimate may take before a long plan is shortened.
const FOR_ESTIMATE: f64 = 0.3;
/// Share of the time for a method in the first round.
const FIRST_ROUND: f64 = 0.1;
/// States explored around one of the plan in the first round.
const NEAR: usize = 1000;
/// Limit of states beyond which stretches of warehouse plans are no longer tried.
const MOST_NEAR: usize = 1_000_000;
/// Share of the time for stretches of warehouse plans.
const FOR_STORE: f64 = 0.7;
/// Ratio of the rules' time to replay a plan to the network's.
const REPLAY: u32 = 4;
const WEIGHTS: [Weight; 4] = [Weight(10), Weight(6), Weight(4), Weight(3)];
const W: usize = LANES / 64;

impl Methods<'_> {
    /// Shortens a first plan for two seconds, six if it is long, or a tenth of the time used so far if that is more.
    pub fn shorten(
        &mut self,
        found: Solution<Plan>,
        begun: Instant,
        budget: &Budget,
    ) -> Outcome<Plan> {
        let want = self.problem.want;
        let least = match found.plan.0.len() {
            ..=LONG => LEAST,
            _ => LEAST_IF_LONG,
        };
        let time = least.max(begun.elapsed().mul_f64(SHARE));
        let own = slice(budget, time, 1);
        if found.optimal {
            return Outcome::Solved(found);
        }
        self.progress.improved(&found);
        let mut known = self.known.get(&want).copied().unwrap_or_default();
        let proved = found.lower_bound.unwrap_or(0);
        known.bound = known.bound.max(usize::try_from(proved).unwrap_or(0));
        let replayed = Instant::now();
        let shorter = Shorter::new(self.problem, self.progress, known, &found.plan, &own);
        let Some(mut shorter) = shorter else {
            return Outcome::Solved(found);
        };
        // Leave time for the rules to replay the plan.
        let replay = replayed.elapsed() * REPLAY;
        let left = budget.time_left();
        let left = left.map_or(time, |left| left.saturating_sub(replay));
        shorter.run(&slice(&own, left, 1));
        let best = shorter.solution();
        match budget.check() {
            Err(Stop::Cancelled) if !best.optimal => {
                let bound = best.lower_bound;
                Stop::Cancelled.outcome(Some(best), bound)
            }
            _ => Outcome::Solved(best),
        }
    }
}

/// Two stretches of a plan to be left out, in order.
type Skip = [Range<usize>; 2];

struct Shorter<'p> {
    problem: &'p Problem,
    progress: &'p Progress<'p>,
    known: Known,
    view: Rc<View>,
    moves: Vec<u32>,
    /// States along the plan, one more than moves.
    states: Vec<Packed>,
    /// Last index of each state in the plan.
    places: FxHashMap<Packed, usize>,
    /// Distance estimate, if it was built in advance.
    estimate: Option<Rc<Estimate>>,
    /// The formula does not fit in the memory.
    too_large: bool,
}

impl<'p> Shorter<'p> {
    fn new(
        problem: &'p Problem,
        progress: &'p Progress<'p>,
        mut known: Known,
        plan: &Plan,
        budget: &Budget,
    ) -> Option<Self> {
        let view = problem.view(problem.want, true, budget).ok()?;
        known.bound = known.bound.max(view.window.first);
        let moves = problem.moves(&view, plan)?;
        let mut shorter = Self {
            problem,
            progress,
            known,
            view,
            moves: Vec::new(),
            states: Vec::new(),
            places: FxHashMap::default(),
            estimate: None,
            too_large: false,
        };
        let states = replay::states(&shorter.view, &moves, problem.anywhere)?;
        shorter.set(moves, states);
        Some(shorter)
    }

    fn solution(&self) -> Solution<Plan> {
        let plan = self.problem.plan(&self.view, &self.moves);
        let cost = self.moves.len();
        let mut solution = Solution::new(plan, cost as i64);
        solution.lower_bound = Some(self.known.bound.min(cost) as i64);
        solution.optimal = self.is_settled();
        solution
    }

    fn is_settled(&self) -> bool {
        self.known.bound >= self.moves.len()
    }

    fn raise(&mut self, bound: usize) {
        self.known.bound = self.known.bound.max(bound);
    }

    fn run(&mut self, budget: &Budget) {
        let whole = budget.time_left().unwrap_or(LEAST);
        let part = |share: f64| slice(budget, whole.mul_f64(share), 2);
        self.raise(effects::bound(&self.view, &part(FIRST_ROUND)));
        if self.moves.len() > LONG {
            // Without an estimate a long plan stays long.
            let own = part(FOR_ESTIMATE);
            self.estimate = self.problem.estimate(self.problem.want, true, &own).ok();
        }
        // A method that runs out of time is no failure: the next one has its own.
        self.cut();
        let _ = self.repack(&part(FOR_STORE));
        let (mut share, mut near) = (FIRST_ROUND, NEAR);
        let mut open = true;
        while open && !self.is_settled() && budget.check().is_ok() {
            self.cut();
            let _ = self.dive(&part(2.0 * share));
            let _ = self.leave_out(&part(share / 2.0));
            open = self.bridges(near, &part(share)).unwrap_or(true);
            // For a long plan the formula is large, and lengths that are too short are soon refuted.
            let is_long = self.moves.len() > LONG;
            let asking = if is_long { 2.0 } else { 3.0 };
            open |= self.search(&part(4.0 * share));
            let wanted = match is_long || share > FIRST_ROUND {
                true => sat::Wanted::Shortest,
                false => sat::Wanted::EverShorter,
            };
            open |= self.ask(wanted, &part(asking * share));
            share = (2.0 * share).min(1.0);
            near = near.saturating_mul(8);
        }
    }

    fn set(&mut self, mut moves: Vec<u32>, states: Vec<Packed>) {
        moves.truncate(states.len() - 1);
        self.places = states.iter().cloned().zip(0..).collect();
        (self.moves, self.states) = (moves, states);
    }

    /// Adopts a plan if it is shorter and the rules replay it.
    fn take(&mut self, moves: Vec<u32>) -> bool {
        let Some(states) = replay::states(&self.view, &moves, self.problem.anywhere) else {
            return false;
        };
        if states.len() >= self.states.len() {
            return false;
        }
        self.set(moves, states);
        let solution = self.solution();
        let (cost, bound) = (Some(solution.cost), solution.lower_bound);
        let explored = self.progress.explored();
        self.progress.report("shorter plans", explored, cost, bound);
        self.progress.improved(&solution);
        true
    }

    /// Cuts out whatever leads back to an earlier state.
    fn cut(&mut self) {
        let mut kept = Vec::new();
        let mut at = 0;
        loop {
            at = self.places[&self.states[at]];
            let Some(mv) = self.moves.get(at) else {
                break;
            };
            kept.push(*mv);
            at += 1;
        }
        self.take(kept);
    }

    /// Replaces stretches of a warehouse plan, with growing limits on states.
    fn repack(&mut self, budget: &Budget) -> Result<(), Stop> {
        let stores = self.problem.stores(self.problem.want, budget)?;
        for store in stores.iter() {
            let mut most = NEAR;
            while budget.check().is_ok() && most < MOST_NEAR {
                let shorter = store.shorter(&self.states, &self.moves, most, budget);
                if !shorter.is_some_and(|moves| self.take(moves)) {
                    most *= 4;
                }
            }
        }
        Ok(())
    }

    /// Searches best first for shorter plans with decreasing weights, then for plans a quarter shorter as long as
    /// there are some.
    fn dive(&mut self, budget: &Budget) -> Result<(), Stop> {
        let problem = self.problem;
        let estimate = match &self.estimate {
            Some(estimate) => Rc::clone(estimate),
            None => problem.estimate(problem.want, true, budget)?,
        };
        let mut weights = WEIGHTS.iter();
        while !self.is_settled() {
            let weight = weights.next().filter(|_| !estimate.is_empty());
            let most = match weight {
                Some(_) => self.moves.len() - 1,
                None => self.moves.len() * 3 / 4,
            };
            let view = self.view.up_to(most.max(self.known.bound));
            let watch = problem.watch(&view, self.progress);
            let anywhere = problem.anywhere;
            let found =
                greedy::search(&view, &estimate, anywhere, weight.copied(), budget, &watch)?;
            if !found.is_some_and(|moves| self.take(moves)) && weight.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Leaves out stretches that the rest of the plan does without, long ones first, then pairs of moves.
    fn leave_out(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut length = self.moves.len() / 2;
        while length > 0 {
            let mut from = 0;
            while from + length <= self.moves.len() {
                let places = (from..=self.moves.len() - length).take(LANES);
                let skips = places.map(|at| [at..at + length, at + length..at + length]);
                if !self.leave_out_one(&skips.collect::<Vec<_>>(), budget)? {
                    from += LANES;
                }
            }
            length = if length > 8 { length / 2 } else { length - 1 };
        }
        let mut first = 0;
        while first < self.moves.len() {
            let mut from = first + 2;
            while from < self.moves.len() {
                let places = (from..self.moves.len()).take(LANES);
                let skips = places.map(|at| [first..first + 1, at..at + 1]);
                if !self.leave_out_one(&skips.collect::<Vec<_>>(), budget)? {
                    from += LANES;
                }
            }
            first += 1;
        }
        Ok(())
    }

    /// Adopts the plan without one of these stretches, if one is not needed. At most [`LANES`] are tried at once.
    fn leave_out_one(&mut self, skips: &[Skip], budget: &Budget) -> Result<bool, Stop> {
        let view = Rc::clone(&self.view);
        let words = view.code.moves().div_ceil(64);
        let mut machine = Machine::<W>::new(&view.code);
        let starts = skips.iter().map(|[first, _]| &self.states[first.start]);
        let starts: Vec<u64> = starts.flat_map(|state| state.to_vec()).collect();
        machine.set_states(&starts);
        // Index in the plan and number of steps; `None` once the lane has failed.
        let mut lanes: Vec<Option<(usize, usize)>> = skips
            .iter()
            .map(|[first, _]| Some((first.end, first.start)))
            .collect();
        let mut legal = Vec::new();
        loop {
            budget.check()?;
            machine.run_state();
            let (won, over) = (machine.extra(WON), machine.terminal());
            legal.clear();
            machine.legal(lanes.len(), &mut legal);
            machine.clear_moves();
            let mut any = false;
            for (number, lane) in lanes.iter_mut().enumerate() {
                let Some((place, steps)) = lane else {
                    continue;
                };
                let [first, second] = &skips[number];
                if *place == second.start {
                    *place = second.end;
                }
                let over = is_on(&over, number);
                let last = view.limit.is_some_and(|limit| *steps >= limit);
                if is_on(&won, number) && (over || last || self.problem.anywhere) {
                    let moves = &self.moves;
                    let kept = [&moves[..first.start], &moves[first.end..second.start]];
                    let kept = [&kept.concat()[..], &moves[second.end..]].concat();
                    return Ok(self.take(kept));
                }
                let legal = &legal[number * words..(number + 1) * words];
                match self.moves.get(*place) {
                    Some(mv) if !over && !last && is_on(legal, *mv as usize) => {
                        machine.choose(number, *mv as usize);
                        *lane = Some((*place + 1, *steps + 1));
                        any = true;
                    }
                    _ => *lane = None,
                }
            }
            if !any {
                return Ok(false);
            }
            machine.run_moves();
            machine.advance();
        }
    }

    /// Searches for a shortest plan among all shorter ones. Returns whether more time may help.
    fn search(&mut self, budget: &Budget) -> bool {
        if self.is_settled() {
            return false;
        }
        let (problem, want) = (self.problem, self.problem.want);
        let brief = slice(budget, budget.time_left().unwrap_or(LEAST) / 4, 1);
        let estimate = problem.estimate(want, true, &brief).ok();
        let Some(method) = self.known.method(estimate.as_deref()) else {
            return false;
        };
        let most = self.moves.len() - 1;
        match problem.shortest_up_to(most, want, method, budget, self.progress) {
            Ok(Some(plan)) => {
                self.raise(plan.0.len());
                self.take_plan(&plan);
            }
            Ok(None) => self.raise(most + 1),
            Err(stopped) => {
                self.raise(stopped.bound);
                self.known.memory_full |= stopped.stop == Stop::Memory;
            }
        }
        true
    }

    /// Asks the SAT solver for a shorter plan. Returns whether more time may help.
    fn ask(&mut self, wanted: sat::Wanted, budget: &Budget) -> bool {
        if self.is_settled() || self.too_large {
            return false;
        }
        let most = self.moves.len() - 1;
        let view = self.view.up_to(most);
        let asked = sat::Asked {
            wanted,
            several: 1,
            bound: self.known.bound,
            once: wanted == sat::Wanted::Shortest,
        };
        let outcome = sat::run(self.problem, &view, asked, budget, self.progress);
        let memory = |limit: &Limit| *limit == Limit::Memory;
        self.too_large = matches!(&outcome, Outcome::Limit { limit, .. } if memory(limit));
        match outcome {
            Outcome::Solved(solution) => {
                let proved = solution.lower_bound.unwrap_or(0);
                self.raise(usize::try_from(proved).unwrap_or(0));
                self.take_plan(&solution.plan);
            }
            Outcome::Unsolvable(_) => self.raise(most + 1),
            Outcome::Limit { lower_bound, .. } | Outcome::Interrupted { lower_bound, .. } => {
                self.raise(lower_bound.map_or(0, |bound| bound as usize));
            }
        }
        !self.too_large
    }

    fn take_plan(&mut self, plan: &Plan) {
        if let Some(moves) = self.problem.moves(&self.view, plan) {
            self.take(moves);
        }
    }
}
