//! Shortens plans, on a view (the prepared network). Random walks and best-first search find plans that wander, so after
//! the first plan some time is spent on making it shorter, or on proving that none is.
//!
//! Repeated states are cut out first. Rounds of growing length follow, each with weighted best-first search, leaving
//! out moves, an exact search for anything shorter, and the SAT solver. A new
//! plan is adopted only if the rules replay it.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::analysis::{SearchNet, WON};
use crate::net::machine::{Machine, Packed, is_on};
use crate::solvers::answers::slice;
use crate::solvers::heuristics::{Estimate, effects};
use crate::solvers::portfolio::rounds::Methods;
use crate::solvers::sat;
use crate::solvers::search::expand::LANES;
use crate::solvers::search::replay;
use crate::solvers::search::strategies::{HalfWeight, greedy};
use crate::solvers::task::GoalTask;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Outcome, Plan, Solution};

/// Minimum time for shortening a plan.
const MIN_TIME: Duration = Duration::from_secs(2);
/// Minimum time for shortening a plan of more than [`LONG_PLAN`] steps.
const MIN_TIME_IF_LONG: Duration = Duration::from_secs(6);
/// Number of steps above which a plan is long.
const LONG_PLAN: usize = 100;
/// Share of the time used so far, if that is more.
const TIME_SHARE: f64 = 0.1;
/// Share of the time that building an estimate may take before a long plan is shortened.
const ESTIMATE_SHARE: f64 = 0.3;
/// Share of the time for a method in the first round.
const FIRST_SHARE: f64 = 0.1;
/// Ratio of the rules' time to replay a plan to the network's.
const REPLAY_RATIO: u32 = 4;
/// Divisor of the memory limit that leaves it as it is.
const WHOLE_MEMORY: u64 = 1;
/// Divisor of the memory limit for one method, as the estimate remains in memory, too.
const MEMORY_DIVISOR: u64 = 2;
/// Weights of best-first search, one after the other: 5, 3, 2 and 1.5.
const WEIGHTS: [HalfWeight; 4] = [HalfWeight(10), HalfWeight(6), HalfWeight(4), HalfWeight(3)];
/// Up to this length, stretches of every length are left out on trial; above it, of every halved length.
const MAX_EVERY_LENGTH: usize = 8;
/// Words of 64 lanes.
const W: usize = LANES / 64;

impl<'p> Methods<'p> {
    /// Shortens a first plan for two seconds, six if it is long, or a tenth of the time used so far if that is more.
    pub fn shorten_found(
        &mut self,
        found: Solution<Plan>,
        start: Instant,
        budget: &Budget,
    ) -> Outcome<Plan> {
        let min_time = match found.plan.0.len() {
            ..=LONG_PLAN => MIN_TIME,
            _ => MIN_TIME_IF_LONG,
        };
        let time = min_time.max(start.elapsed().mul_f64(TIME_SHARE));
        self.shorten(found, time, budget)
    }

    /// Shortens a plan for at most this time.
    pub fn shorten(
        &mut self,
        found: Solution<Plan>,
        time: Duration,
        budget: &Budget,
    ) -> Outcome<Plan> {
        let limited = slice(budget, time, WHOLE_MEMORY);
        if found.optimal {
            return Outcome::Solved(found);
        }
        self.progress.improved(&found);
        let proved = found.lower_bound.unwrap_or(0);
        self.task.raise_bound(usize::try_from(proved).unwrap_or(0));
        let replayed = Instant::now();
        let shorter = Shortener::new(&mut self.task, self.progress, &found.plan, &limited);
        let Some(mut shorter) = shorter else {
            return Outcome::Solved(found);
        };
        // Leave time for the rules to replay the plan.
        let replay = replayed.elapsed() * REPLAY_RATIO;
        let left = budget.time_left();
        let left = left.map_or(time, |left| left.saturating_sub(replay));
        shorter.run(&slice(&limited, left, WHOLE_MEMORY));
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

struct Shortener<'t, 'p> {
    task: &'t mut GoalTask<'p>,
    progress: &'t Progress<'t>,
    view: Rc<SearchNet>,
    /// The plan, as numbers of the view's moves.
    moves: Vec<u32>,
    /// States along the plan, one more than moves.
    states: Vec<Packed>,
    /// Last index of each state in the plan.
    indices: FxHashMap<Packed, usize>,
    /// Distance estimate, if it was built in advance.
    estimate: Option<Rc<Estimate>>,
    /// The formula does not fit in the memory.
    too_large: bool,
}

impl<'t, 'p> Shortener<'t, 'p> {
    /// `None` if the plan is not one of the task's view, or the budget runs out.
    fn new(
        task: &'t mut GoalTask<'p>,
        progress: &'t Progress<'t>,
        plan: &Plan,
        budget: &Budget,
    ) -> Option<Self> {
        let view = task.view(budget).ok()?;
        task.raise_bound(view.lengths.min);
        let moves = task.problem.moves(&view, plan)?;
        let mut shorter = Self {
            task,
            progress,
            view,
            moves: Vec::new(),
            states: Vec::new(),
            indices: FxHashMap::default(),
            estimate: None,
            too_large: false,
        };
        let states = replay::states(&shorter.view, &moves)?;
        shorter.set(moves, states);
        Some(shorter)
    }

    fn solution(&self) -> Solution<Plan> {
        let plan = self.task.problem.plan(&self.view, &self.moves);
        let cost = self.moves.len();
        let mut solution = Solution::new(plan, cost as i64);
        solution.lower_bound = Some(self.task.bound.min(cost) as i64);
        solution.optimal = self.is_optimal();
        solution
    }

    fn is_optimal(&self) -> bool {
        self.task.bound >= self.moves.len()
    }

    fn run(&mut self, budget: &Budget) {
        let total = budget.time_left().unwrap_or(MIN_TIME);
        let part = |share: f64| slice(budget, total.mul_f64(share), MEMORY_DIVISOR);
        self.task
            .raise_bound(effects::bound(&self.view, &part(FIRST_SHARE)));
        if self.moves.len() > LONG_PLAN {
            // Without an estimate `dive` has no weights to try, and a long plan stays long.
            let for_estimate = part(ESTIMATE_SHARE);
            self.estimate = self.task.estimate(&for_estimate).ok();
        }
        // A method that runs out of time is no failure: the next one has its own.
        self.cut();
        let mut share = FIRST_SHARE;
        let mut more_time_may_help = true;
        while more_time_may_help && !self.is_optimal() && budget.check().is_ok() {
            self.cut();
            let _ = self.dive(&part(2.0 * share));
            let _ = self.leave_out(&part(share / 2.0));
            // For a long plan the formula is large, and lengths that are too short are soon refuted.
            let is_long = self.moves.len() > LONG_PLAN;
            let sat_share = if is_long { 2.0 } else { 3.0 };
            more_time_may_help = self.search(&part(4.0 * share));
            let target = match is_long || share > FIRST_SHARE {
                true => sat::SatTarget::Shortest,
                false => sat::SatTarget::Descending,
            };
            more_time_may_help |= self.solve_sat(target, &part(sat_share * share));
            share = (2.0 * share).min(1.0);
        }
    }

    /// Replaces the plan. Moves after its last state are dropped: the plan has won before them.
    fn set(&mut self, mut moves: Vec<u32>, states: Vec<Packed>) {
        moves.truncate(states.len() - 1);
        self.indices = states.iter().cloned().zip(0..).collect();
        (self.moves, self.states) = (moves, states);
    }

    /// Adopts a plan if it is shorter and the rules replay it.
    fn adopt(&mut self, moves: Vec<u32>) -> bool {
        let Some(states) = replay::states(&self.view, &moves) else {
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

    /// Cuts out whatever leads back to an earlier state: from each state the plan goes on where it is last visited.
    fn cut(&mut self) {
        let mut moves = Vec::new();
        let mut at = 0;
        loop {
            at = self.indices[&self.states[at]];
            let Some(mv) = self.moves.get(at) else {
                break;
            };
            moves.push(*mv);
            at += 1;
        }
        self.adopt(moves);
    }

    /// Searches best first for shorter plans with decreasing weights, then for plans a quarter shorter as long as
    /// there are some.
    fn dive(&mut self, budget: &Budget) -> Result<(), Stop> {
        let estimate = match &self.estimate {
            Some(estimate) => Rc::clone(estimate),
            None => self.task.estimate(budget)?,
        };
        let mut weights = WEIGHTS.iter();
        while !self.is_optimal() {
            let weight = weights.next().filter(|_| !estimate.is_empty());
            let max_steps = match weight {
                Some(_) => self.moves.len() - 1,
                None => self.moves.len() * 3 / 4,
            };
            let view = self.view.with_max_length(max_steps.max(self.task.bound));
            let watch = self.task.problem.watch(&view, self.progress);
            let found = greedy(&view, &estimate, weight.copied(), budget, &watch)?;
            if !found.is_some_and(|moves| self.adopt(moves)) && weight.is_none() {
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
                let starts = (from..=self.moves.len() - length).take(LANES);
                let skips = starts.map(|at| [at..at + length, at + length..at + length]);
                if !self.leave_out_one(&skips.collect::<Vec<_>>(), budget)? {
                    from += LANES;
                }
            }
            length = match length > MAX_EVERY_LENGTH {
                true => length / 2,
                false => length - 1,
            };
        }
        let mut first = 0;
        while first < self.moves.len() {
            let mut from = first + 2;
            while from < self.moves.len() {
                let starts = (from..self.moves.len()).take(LANES);
                let skips = starts.map(|at| [first..first + 1, at..at + 1]);
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
        loop {
            budget.check()?;
            machine.run_state();
            let (won, over) = (machine.extra(WON), machine.terminal());
            let legal = machine.legal(lanes.len());
            machine.clear_moves();
            let mut active = false;
            for (number, lane) in lanes.iter_mut().enumerate() {
                let Some((index, steps)) = lane else {
                    continue;
                };
                let [first, second] = &skips[number];
                if *index == second.start {
                    *index = second.end;
                }
                let over = is_on(&over, number);
                let last = view.limit.is_some_and(|limit| *steps >= limit);
                if is_on(&won, number) && (over || last || view.anywhere) {
                    let moves = &self.moves;
                    let prefix = [&moves[..first.start], &moves[first.end..second.start]];
                    let shorter = [&prefix.concat()[..], &moves[second.end..]].concat();
                    return Ok(self.adopt(shorter));
                }
                let legal = &legal[number * words..(number + 1) * words];
                match self.moves.get(*index) {
                    Some(mv) if !over && !last && is_on(legal, *mv as usize) => {
                        machine.choose(number, *mv as usize);
                        *lane = Some((*index + 1, *steps + 1));
                        active = true;
                    }
                    _ => *lane = None,
                }
            }
            if !active {
                return Ok(false);
            }
            machine.run_moves();
            machine.advance();
        }
    }

    /// Searches for a shortest plan among all shorter ones. Returns whether more time may help.
    fn search(&mut self, budget: &Budget) -> bool {
        if self.is_optimal() {
            return false;
        }
        let quarter = budget.time_left().unwrap_or(MIN_TIME) / 4;
        let brief = slice(budget, quarter, WHOLE_MEMORY);
        let estimate = self.task.estimate(&brief).ok();
        let Some(method) = self.task.method(estimate.as_deref()) else {
            return false;
        };
        let max_steps = self.moves.len() - 1;
        let shorter = self
            .task
            .shortest_up_to(max_steps, method, budget, self.progress);
        match shorter {
            Ok(Some(plan)) => {
                self.task.raise_bound(plan.0.len());
                self.adopt_plan(&plan);
            }
            Ok(None) => self.task.raise_bound(max_steps + 1),
            Err(stopped) => {
                self.task.raise_bound(stopped.bound);
                self.task.memory_full |= stopped.stop == Stop::Memory;
            }
        }
        true
    }

    /// Asks the SAT solver for a shorter plan. Returns whether more time may help.
    fn solve_sat(&mut self, target: sat::SatTarget, budget: &Budget) -> bool {
        if self.is_optimal() || self.too_large {
            return false;
        }
        let max_steps = self.moves.len() - 1;
        let view = self.view.with_max_length(max_steps);
        let query = sat::SatQuery {
            target,
            count: 1,
            bound: self.task.bound,
            unordered: target == sat::SatTarget::Shortest,
        };
        let outcome = sat::run(self.task.problem, &view, query, budget, self.progress);
        self.too_large = outcome.stop() == Some(Stop::Memory);
        match outcome {
            Outcome::Solved(solution) => {
                let proved = solution.lower_bound.unwrap_or(0);
                self.task.raise_bound(usize::try_from(proved).unwrap_or(0));
                self.adopt_plan(&solution.plan);
            }
            Outcome::Unsolvable(_) => self.task.raise_bound(max_steps + 1),
            Outcome::Stopped { lower_bound, .. } => {
                self.task
                    .raise_bound(lower_bound.map_or(0, |bound| bound as usize));
            }
        }
        !self.too_large
    }

    fn adopt_plan(&mut self, plan: &Plan) {
        if let Some(moves) = self.task.problem.moves(&self.view, plan) {
            self.adopt(moves);
        }
    }
}
