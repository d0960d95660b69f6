//! The best plan and bound so far, and local search.

use std::borrow::Cow;
use std::rc::Rc;

use fastrand::Rng;

use crate::game::{Plan, Solution};
use crate::search::{Budget, Progress, Stop};

use super::super::problem::{StampProblem, Vertex};
use super::bound;
use super::cost::CostModel;
use super::improve::Improver;
use super::nearest::NearestCells;

/// Random exchanges that shake the plan before each descent.
const EXCHANGES: usize = 5;
/// Annealing temperature in units of the least cost: one plan in thirty that is worse by one unit is accepted.
const TEMPERATURE: f64 = 0.3;
/// Descents per cell before bounds are worked on.
const SHAKES_PER_CELL: usize = 10;
/// Rounds of local search from one report to the next.
const REPORT_ROUNDS: usize = 1024;

/// Numbers of rounds of shaking and descent.
#[derive(Clone, Copy, Default)]
pub(super) struct Shakes {
    pub total: usize,
    /// Rounds since the last better plan.
    pub failed: usize,
}

/// The best order and bound so far, for all phases of the search.
pub(super) struct KeysSearch<'a, 'p> {
    pub problem: &'a StampProblem,
    pub cost: &'a CostModel,
    /// The best order; empty before the first [`KeysSearch::offer`].
    best: Vec<Vertex>,
    /// Travel cost of `best`; the highest number without one.
    pub path_cost: i64,
    /// Lower bound of the travel cost.
    bound: i64,
    /// Boards and rounds counted for the report.
    pub explored: u64,
    nearest: Option<Rc<NearestCells>>,
    progress: &'a Progress<'p>,
}

impl<'a, 'p> KeysSearch<'a, 'p> {
    pub fn new(
        problem: &'a StampProblem,
        cost: &'a CostModel,
        explored: u64,
        progress: &'a Progress<'p>,
    ) -> Self {
        Self {
            problem,
            cost,
            best: Vec::new(),
            path_cost: i64::MAX,
            bound: bound::lower_bound(problem, cost),
            explored,
            nearest: None,
            progress,
        }
    }

    /// Stores an order if it is better than all before; returns whether it is.
    pub fn offer(&mut self, order: &[Vertex]) -> bool {
        let path_cost = self.cost.path_cost(order);
        let better = path_cost < self.path_cost;
        if better {
            self.path_cost = path_cost;
            self.best = order.to_vec();
            self.progress.improved(&self.solution());
        }
        better
    }

    /// Raises the lower bound of the travel cost.
    pub fn raise_bound(&mut self, bound: i64) {
        self.bound = self.bound.max(bound);
    }

    pub fn is_proved(&self) -> bool {
        self.path_cost <= self.bound
    }

    pub fn solution(&self) -> Solution<Plan> {
        let plan = Plan(self.problem.moves(&self.best));
        Solution {
            optimal: self.is_proved(),
            lower_bound: Some(self.lower_bound()),
            ..Solution::new(plan, self.cost.plan_cost(self.path_cost))
        }
    }

    /// Lower bound of a plan's cost, stamps included.
    pub fn lower_bound(&self) -> i64 {
        self.cost.plan_cost(self.bound.min(self.path_cost))
    }

    pub fn report(&self, phase: impl Into<Cow<'static, str>>) {
        let best = Some(self.cost.plan_cost(self.path_cost));
        let bound = Some(self.lower_bound());
        self.progress.report(phase, self.explored, best, bound);
    }

    /// A short local search from the best plan, with a quarter of [`Self::min_shakes`] descents.
    pub fn polish(&mut self, budget: &Budget) -> Result<(), Stop> {
        // Another seed at each call, so that calls do not repeat each other.
        let mut rng = Rng::with_seed(self.explored);
        let max = self.min_shakes() / 4;
        self.local_search(&mut rng, budget, |shakes| shakes.total < max)
    }

    /// Descents before bounds are worked on.
    pub fn min_shakes(&self) -> usize {
        SHAKES_PER_CELL * self.problem.len()
    }

    /// Descends from the best plan, then shakes and descends while `should_continue`.
    pub fn local_search(
        &mut self,
        rng: &mut Rng,
        budget: &Budget,
        should_continue: impl Fn(Shakes) -> bool,
    ) -> Result<(), Stop> {
        let near = self.nearest(budget)?;
        let mut improver = Improver::new(self.problem, self.cost, &near, self.best.clone());
        let descended = improver.descend(budget);
        self.offer(&improver.order);
        descended?;
        improver.commit();
        let mut current = improver.path_cost;
        let mut shakes = Shakes::default();
        let temperature = TEMPERATURE * f64::from(self.cost.min_step());
        while !self.is_proved() && should_continue(shakes) {
            budget.check()?;
            improver.shake(rng, EXCHANGES);
            let descended = improver.descend(budget);
            shakes.total += 1;
            shakes.failed += 1;
            self.explored += 1;
            if shakes.total.is_multiple_of(REPORT_ROUNDS) {
                self.report("local search");
            }
            let path_cost = improver.path_cost;
            if path_cost < self.path_cost {
                shakes.failed = 0;
                self.offer(&improver.order);
            }
            descended?;
            // Accepts equal costs always, higher ones as in annealing at one temperature. 1 - f64 is never 0.
            let uphill = -temperature * (1.0 - rng.f64()).ln();
            if (path_cost - current) as f64 <= uphill {
                improver.commit();
                current = path_cost;
            } else {
                improver.rollback();
            }
        }
        Ok(())
    }

    /// Nearest cells, computed at the first call.
    fn nearest(&mut self, budget: &Budget) -> Result<Rc<NearestCells>, Stop> {
        if let Some(near) = &self.nearest {
            return Ok(near.clone());
        }
        let near = Rc::new(NearestCells::new(self.problem, self.cost, budget)?);
        Ok(self.nearest.insert(near).clone())
    }
}
