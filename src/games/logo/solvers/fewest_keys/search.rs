//! The best plan so far, and the bound so far.

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

/// In the least ways there are: one plan in thirty that is worse by one of them is taken.
const TEMPERATURE: f64 = 0.3;

/// Descents a cell before the first look at bounds.
const SHAKES: usize = 10;

/// How often a local search has shaken and descended.
#[derive(Clone, Copy, Default)]
pub(super) struct Shakes {
    pub all: usize,
    /// Since it last found a better plan.
    pub vain: usize,
}

pub(super) struct Search<'a, 'p> {
    pub problem: &'a Problem,
    pub cost: &'a CostModel,
    best: Vec<Vertex>,
    /// Cost of the ways of `best`, stamps left out.
    ways: i64,
    /// Bound on that.
    bound: i64,
    pub explored: u64,
    /// Made for the first local search.
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

    /// Cost of the best plan's ways.
    pub fn ways(&self) -> i64 {
        self.ways
    }

    /// Takes an order if it is better than all before. True if it is.
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

    /// Takes note of a bound on the cost of the ways.
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

    /// A little local search on a plan just found.
    pub fn polish(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut rng = Rng::with_seed(self.explored);
        let most = self.shakes() / 4;
        self.local_search(&mut rng, budget, |shakes| shakes.all < most)
    }

    /// How many descents are worth their time before the first look at bounds.
    pub fn shakes(&self) -> usize {
        SHAKES * self.problem.len()
    }

    /// Descends from the best plan, then shakes and descends again and again.
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
            // Sideways always, uphill as often as annealing at one temperature would.
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
