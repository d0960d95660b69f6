//! The best plan and bound so far, and local search.

use std::borrow::Cow;
use std::rc::Rc;

use fastrand::Rng;

use crate::game::{Plan, Solution};
use crate::search::{Budget, Progress, Stop};

use super::super::problem::{Problem, Vertex};
use super::bound;
use super::cost::CostModel;
use super::improve::Improver;
use super::near::Near;

/// Random exchanges before each descent.
const SHAKEN: usize = 5;

/// Annealing temperature in units of the least cost: one plan in thirty that is worse by one unit is accepted.
const TEMPERATURE: f64 = 0.3;

/// Descents per cell before bounds are worked on.
const SHAKES: usize = 10;

/// Rounds of shaking and descent.
#[derive(Clone, Copy, Default)]
pub(super) struct Shakes {
    pub all: usize,
    /// Rounds since the last better plan.
    pub vain: usize,
}

pub(super) struct Search<'a, 'p> {
    pub problem: &'a Problem,
    pub cost: &'a CostModel,
    best: Vec<Vertex>,
    /// Travel cost of `best`.
    ways: i64,
    /// Lower bound of the travel cost.
    bound: i64,
    pub explored: u64,
    near: Option<Rc<Near>>,
    progress: &'a Progress<'p>,
}

impl<'a, 'p> Search<'a, 'p> {
    pub fn new(
        problem: &'a Problem,
        cost: &'a CostModel,
        explored: u64,
        progress: &'a Progress<'p>,
    ) -> Self {
        Self {
            problem,
            cost,
            best: Vec::new(),
            ways: i64::MAX,
            bound: bound::simple(problem, cost),
            explored,
            near: None,
            progress,
        }
    }

    pub fn ways(&self) -> i64 {
        self.ways
    }

    /// Stores an order if it is better than all before; returns whether it is.
    pub fn offer(&mut self, order: &[Vertex]) -> bool {
        let ways = self.cost.ways(order);
        let better = ways < self.ways;
        if better {
            self.ways = ways;
            self.best = order.to_vec();
            self.progress.improved(&self.solution());
        }
        better
    }

    /// Raises the lower bound of the travel cost.
    pub fn raise(&mut self, bound: i64) {
        self.bound = self.bound.max(bound);
    }

    pub fn is_proved(&self) -> bool {
        self.ways <= self.bound
    }

    pub fn solution(&self) -> Solution<Plan> {
        let plan = Plan(self.problem.moves(&self.best));
        let mut solution = Solution::new(plan, self.cost.whole(self.ways));
        solution.optimal = self.is_proved();
        solution.lower_bound = Some(self.lower_bound());
        solution
    }

    pub fn lower_bound(&self) -> i64 {
        self.cost.whole(self.bound.min(self.ways))
    }

    pub fn report(&self, phase: impl Into<Cow<'static, str>>) {
        let best = Some(self.cost.whole(self.ways));
        let bound = Some(self.lower_bound());
        self.progress.report(phase, self.explored, best, bound);
    }

    /// A short local search from the best plan.
    pub fn polish(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut rng = Rng::with_seed(self.explored);
        let most = self.shakes() / 4;
        self.local_search(&mut rng, budget, |shakes| shakes.all < most)
    }

    /// Descents before bounds are worked on.
    pub fn shakes(&self) -> usize {
        SHAKES * self.problem.len()
    }

    /// Descends from the best plan, then shakes and descends while `goes_on`.
    pub fn local_search(
        &mut self,
        rng: &mut Rng,
        budget: &Budget,
        goes_on: impl Fn(Shakes) -> bool,
    ) -> Result<(), Stop> {
        let near = self.near(budget)?;
        let mut improver = Improver::new(self.problem, self.cost, &near, self.best.clone());
        let descended = improver.descend(budget);
        self.offer(improver.order());
        descended?;
        improver.keep();
        let mut current = improver.ways();
        let mut shakes = Shakes::default();
        let temperature = TEMPERATURE * f64::from(self.cost.least());
        while !self.is_proved() && goes_on(shakes) {
            budget.check()?;
            improver.shake(rng, SHAKEN);
            let descended = improver.descend(budget);
            shakes.all += 1;
            shakes.vain += 1;
            self.explored += 1;
            if shakes.all % 1024 == 0 {
                self.report("local search");
            }
            let ways = improver.ways();
            if ways < self.ways {
                shakes.vain = 0;
                self.offer(improver.order());
            }
            descended?;
            // Accepts equal costs always, higher ones as in annealing at one temperature.
            let uphill = -temperature * (1.0 - rng.f64()).ln();
            if (ways - current) as f64 <= uphill {
                improver.keep();
                current = ways;
            } else {
                improver.go_back();
            }
        }
        Ok(())
    }

    fn near(&mut self, budget: &Budget) -> Result<Rc<Near>, Stop> {
        if let Some(near) = &self.near {
            return Ok(near.clone());
        }
        let near = Rc::new(Near::new(self.problem, self.cost, budget)?);
        Ok(self.near.insert(near).clone())
    }
}
