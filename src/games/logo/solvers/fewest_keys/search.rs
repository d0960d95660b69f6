//! The best plan so far, and the bound so far.

use std::borrow::Cow;

use fastrand::Rng;

use crate::game::{Plan, Solution};
use crate::search::{Budget, Progress, Stop};

use super::super::problem::{Problem, Vertex};
use super::bound;
use super::cost::CostModel;
use super::improve::Improver;

/// Exchanges and descents before the first look at bounds.
pub(super) const SHAKES: usize = 100;

pub(super) struct Search<'a, 'p> {
    pub problem: &'a Problem,
    pub cost: &'a CostModel,
    best: Vec<Vertex>,
    /// Cost of the ways of `best`, stamps left out.
    ways: i64,
    /// Bound on that.
    bound: i64,
    pub explored: u64,
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
        self.local_search(&mut rng, budget, |shakes| shakes < SHAKES / 4)
    }

    /// Descends from the best plan, then shakes and descends again and again.
    pub fn local_search(
        &mut self,
        rng: &mut Rng,
        budget: &Budget,
        goes_on: impl Fn(usize) -> bool,
    ) -> Result<(), Stop> {
        let mut improver = Improver::new(self.problem, self.cost, self.best.clone());
        let descended = improver.descend(budget);
        self.offer(improver.order());
        descended?;
        let mut current = (self.ways, self.best.clone());
        let mut shakes = 0;
        while !self.is_proved() && goes_on(shakes) {
            budget.check()?;
            improver.restore(&current.1);
            improver.shake(rng, 2 + self.problem.len() / 100);
            let descended = improver.descend(budget);
            shakes += 1;
            self.explored += 1;
            if shakes % 1024 == 0 {
                self.report("local search");
            }
            self.offer(improver.order());
            descended?;
            let ways = self.cost.ways(improver.order());
            // Sideways always, a little uphill now and then.
            let little = 2 * i64::from(self.cost.least());
            if ways <= current.0 || rng.u8(..50) == 0 && ways <= self.ways + little {
                current = (ways, improver.order().to_vec());
            }
        }
        Ok(())
    }
}
