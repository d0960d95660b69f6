//! The best plan so far, the bound so far, and in which order they are worked on.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::game::{Limit, Outcome, Plan, Solution};
use crate::search::{Budget, Progress, Stop};

use super::super::problem::{Problem, Vertex};
use super::cost::CostModel;
use super::improve::Improver;
use super::layers::MOST_CELLS;
use super::prove::prove;
use super::{bound, construct};

/// How long it goes on where the best plan was not asked for.
const EFFORT: Duration = Duration::from_secs(2);

/// Most orientations that are looked at one by one.
pub(super) const ORIENTATIONS: usize = 1024;

/// Exchanges and descents before the first look at bounds.
const SHAKES: usize = 100;

/// How the search for better plans ended.
enum Ended {
    /// The best plan is proved.
    Proved,
    /// All that the method can do was done.
    Exhausted(Limit),
    /// The budget ended.
    Stopped(Stop),
}

/// A search for the cheapest plan.
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

    /// The search from orders of all orientations, or of [`ORIENTATIONS`] if there are more.
    pub fn run(mut self, orders: &[Vec<Vertex>], optimal: bool, budget: &Budget) -> Outcome<Plan> {
        self.offer(orders.first().map_or(&[], Vec::as_slice));
        // Where any good plan will do, the search ends in time for it to be the answer.
        let inner = if optimal {
            budget.clone()
        } else {
            let left = budget.time_left().unwrap_or(EFFORT);
            budget.clone().with_time(EFFORT.min(left.mul_f64(0.9)))
        };
        let result = self.search(orders, optimal, &inner);
        let ended = match result {
            _ if self.is_proved() => Ended::Proved,
            Ok(limit) => Ended::Exhausted(limit),
            Err(stop) => Ended::Stopped(stop),
        };
        self.outcome(ended, budget, !optimal)
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

    fn solution(&self) -> Solution<Plan> {
        let plan = Plan(self.problem.moves(&self.best));
        let mut solution = Solution::new(plan, self.cost.whole(self.ways));
        solution.optimal = self.is_proved();
        solution.lower_bound = Some(self.lower_bound());
        solution
    }

    fn lower_bound(&self) -> i64 {
        self.cost.whole(self.bound.min(self.ways))
    }

    pub fn report(&self, phase: impl Into<Cow<'static, str>>) {
        let best = Some(self.cost.whole(self.ways));
        let bound = Some(self.lower_bound());
        self.progress.report(phase, self.explored, best, bound);
    }

    fn search(
        &mut self,
        orders: &[Vec<Vertex>],
        optimal: bool,
        budget: &Budget,
    ) -> Result<Limit, Stop> {
        let n = self.problem.len();
        self.report("greedy plan");
        // On large boards the time is better spent on one plan.
        let few = if n > MOST_CELLS { 2 } else { 64 };
        for order in orders.iter().take(few) {
            if self.is_proved() {
                return Ok(Limit::Method);
            }
            let order = construct::nearest(self.problem, self.cost, order, budget)?;
            self.offer(&order);
        }
        self.report("local search");
        let mut rng = Rng::with_seed(n as u64);
        let mut limit = Limit::Method;
        if n <= MOST_CELLS {
            self.local_search(&mut rng, budget, |shakes| shakes < SHAKES)?;
            if !self.is_proved() && orders.len() < ORIENTATIONS {
                limit = match n {
                    ..=64 => prove::<u64>(self, orders, budget)?,
                    _ => prove::<u128>(self, orders, budget)?,
                };
            }
        }
        if self.is_proved() {
            return Ok(limit);
        }
        // More local search for as long as there is a budget for it.
        let time = match (optimal, budget.time_left()) {
            (true, None) => EFFORT,
            (_, left) => left.unwrap_or(EFFORT),
        };
        self.report("local search");
        let until = Instant::now().checked_add(time);
        let in_time = |_| until.is_some_and(|until| Instant::now() < until);
        self.local_search(&mut rng, budget, in_time)?;
        Ok(limit)
    }

    /// A little local search on a plan just found.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn polish(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut rng = Rng::with_seed(self.explored);
        self.local_search(&mut rng, budget, |shakes| shakes < SHAKES / 4)
    }

    /// Descends from the best plan, then shakes and descends again and again.
    fn local_search(
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

    fn outcome(&self, ended: Ended, budget: &Budget, any_will_do: bool) -> Outcome<Plan> {
        self.report("done");
        let (best, lower_bound) = (self.solution(), Some(self.lower_bound()));
        match ended {
            Ended::Proved => Outcome::Solved(best),
            // The search's own limit is no limit of the person's.
            Ended::Exhausted(_) | Ended::Stopped(Stop::Deadline)
                if any_will_do && budget.check().is_ok() =>
            {
                Outcome::Solved(best)
            }
            Ended::Exhausted(limit) => Outcome::Limit {
                limit,
                best: Some(best),
                lower_bound,
            },
            Ended::Stopped(stop) => stop.outcome(Some(best), lower_bound),
        }
    }
}
