//! The cheapest plan for a player with a cursor, or a good one with a bound.
//!
//! | file | what it holds |
//! |---|---|
//! | `cost` | what a plan costs |
//! | `bound` | what no plan can beat |
//! | `construct` | a first plan |
//! | `improve` | local search on it |
//! | `exact` | dynamic programming in layers: exact, or a beam with a bound |

mod bound;
mod construct;
mod cost;
mod exact;
mod improve;

use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::game::{
    Cell, Limit, OptionInfo, Outcome, Plan, Solution, SolveError, SolveRequest, Solver, SolverInfo,
};
use crate::search::{Budget, Progress, Stop};

use super::peel;
use super::problem::{Problem, Vertex};
use bound::{Follows, Prices};
use cost::CostModel;
use exact::Layers;
use improve::Improver;

/// The solver that counts keys.
pub(super) struct FewestKeys;

static INFO: SolverInfo = SolverInfo {
    id: "fewest-keys",
    title: "Fewest keys",
    method: "Greedy plan, local search that keeps neighbours in order, and dynamic programming \
             over boards in layers of growing width, pruned by assignment prices.",
    guarantee: "Always a plan if there is one, with a lower bound on the keys; proved best where \
                the layers fit into memory and time.",
    cost_unit: "keys",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    options: &[OptionInfo {
        key: "cursor",
        name: "Cursor",
        default: "1 1",
        help: "Where the cursor is at the start: row and column, counted from 1, on the board. \
               After moves already made it is where the last of them was.",
    }],
};

/// How long it goes on where the best plan was not asked for.
const EFFORT: Duration = Duration::from_secs(2);

/// Most orientations that are looked at one by one.
const ORIENTATIONS: usize = 64;

impl Solver for FewestKeys {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(
        &self,
        request: &SolveRequest<'_>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        let problem = Problem::of(request, self)?;
        let size = request.level.board().size;
        let start = start_of(request.option("cursor"), size)?;
        let problem = match problem {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        let cost = CostModel::new(&problem, problem.last_done.unwrap_or(start));
        let (orders, explored) = peel::orders(&problem, ORIENTATIONS, budget);
        let orders = match orders {
            Ok(Ok(orders)) => orders,
            Ok(Err(proof)) => {
                progress.report("done", explored, None, None);
                return Ok(Outcome::Unsolvable(proof));
            }
            Err(stop) => {
                let bound = cost.keys(bound::simple(&problem, &cost).max(0) as u32);
                return Ok(stop.outcome(None, Some(bound)));
            }
        };
        let mut search = Search {
            problem: &problem,
            cost: &cost,
            best: Vec::new(),
            steps: u32::MAX,
            bound: bound::simple(&problem, &cost),
            explored,
            progress,
        };
        search.offer(orders.first().map_or(&[], Vec::as_slice));
        // Where any good plan will do, the search ends in time for it to be the answer.
        let effort = (!request.optimal).then(|| {
            let left = budget.time_left().unwrap_or(EFFORT);
            EFFORT.min(left.mul_f64(0.9))
        });
        let inner = match effort {
            Some(effort) => budget.clone().with_time(effort),
            None => budget.clone(),
        };
        let ended = search.run(&orders, request.optimal, &inner);
        Ok(search.outcome(ended, budget, effort.is_some()))
    }
}

/// The cursor's start from the option.
fn start_of(option: Option<&str>, size: crate::game::Size) -> Result<Cell, SolveError> {
    let Some(text) = option else {
        return Ok(Cell::new(0, 0));
    };
    let number = |word: Option<&str>| word?.parse::<usize>().ok()?.checked_sub(1);
    let mut words = text.split_whitespace();
    let cell = match (number(words.next()), number(words.next()), words.next()) {
        (Some(row), Some(col), None) => Some(Cell { row, col }),
        _ => None,
    };
    cell.filter(|cell| size.contains(*cell))
        .ok_or_else(|| SolveError::Option {
            key: "cursor".to_owned(),
            reason: format!(
                "‘{text}’ is not ‘row column’ on the {size} board, both counted from 1"
            ),
        })
}

/// How the search for better plans ended.
enum Ended {
    /// The best plan is proved.
    Proved,
    /// All that the method can do was done.
    Exhausted(Limit),
    /// The budget ended.
    Stopped(Stop),
}

struct Search<'a, 'p> {
    problem: &'a Problem,
    cost: &'a CostModel,
    best: Vec<Vertex>,
    /// Steps of `best`.
    steps: u32,
    /// Bound on steps.
    bound: i64,
    explored: u64,
    progress: &'a Progress<'p>,
}

impl Search<'_, '_> {
    /// Takes an order if it is better than all before.
    fn offer(&mut self, order: &[Vertex]) {
        let steps = self.cost.steps(order);
        if steps < self.steps {
            self.steps = steps;
            self.best = order.to_vec();
            self.progress.improved(&self.solution());
        }
    }

    fn is_proved(&self) -> bool {
        i64::from(self.steps) <= self.bound
    }

    fn solution(&self) -> Solution<Plan> {
        let plan = Plan(self.problem.moves(&self.best));
        let mut solution = Solution::new(plan, self.cost.keys(self.steps));
        solution.optimal = self.is_proved();
        solution.lower_bound = Some(self.lower_bound());
        solution
    }

    fn lower_bound(&self) -> i64 {
        self.bound.min(self.steps.into()) + i64::from(self.cost.stamps())
    }

    fn report(&self, phase: impl Into<std::borrow::Cow<'static, str>>) {
        let best = Some(self.cost.keys(self.steps));
        let bound = Some(self.lower_bound());
        self.progress.report(phase, self.explored, best, bound);
    }

    fn run(&mut self, orders: &[Vec<Vertex>], optimal: bool, budget: &Budget) -> Ended {
        let result = self.search(orders, optimal, budget);
        if self.is_proved() {
            return Ended::Proved;
        }
        match result {
            Ok(limit) => Ended::Exhausted(limit),
            Err(stop) => Ended::Stopped(stop),
        }
    }

    fn search(
        &mut self,
        orders: &[Vec<Vertex>],
        optimal: bool,
        budget: &Budget,
    ) -> Result<Limit, Stop> {
        let n = self.problem.len();
        let all_known = orders.len() < ORIENTATIONS;
        self.report("greedy plan");
        // On large boards the time is better spent on one plan.
        let few = if n > exact::MOST_CELLS {
            2
        } else {
            ORIENTATIONS
        };
        for order in orders.iter().take(few) {
            if self.is_proved() {
                return Ok(Limit::Method);
            }
            let order = construct::nearest(self.problem, self.cost, order, budget)?;
            self.offer(&order);
        }
        self.report("local search");
        let mut rng = Rng::with_seed(n as u64);
        self.local_search(&mut rng, budget, Duration::from_millis(50))?;
        let mut limit = Limit::Method;
        if n <= exact::MOST_CELLS {
            let prices = if all_known {
                Prices::of(self.cost, &Follows::under(self.problem, orders))
            } else {
                Prices::of(self.cost, &Follows::anything(n))
            };
            self.bound = self.bound.max(prices.total());
            let known = all_known.then_some(orders);
            let layers = Layers::new(self.problem, self.cost, &prices, known);
            self.widen(&layers, &mut rng, budget)?;
            limit = Limit::Memory;
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
        self.local_search(&mut rng, budget, time)?;
        Ok(limit)
    }

    /// Layers of growing width until one pass is complete.
    fn widen(&mut self, layers: &Layers<'_>, rng: &mut Rng, budget: &Budget) -> Result<(), Stop> {
        let most = budget.memory() / exact::bytes_per_state(self.problem.len());
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(1 << 30);
        let mut width = 256;
        let mut ticker = budget.ticker(64);
        while !self.is_proved() && width <= most {
            self.report(format!("layers {width} boards wide"));
            let pass = layers.pass(self.steps, width, &mut ticker, budget)?;
            self.explored += pass.explored;
            let steps = self.steps;
            self.bound = self.bound.max(pass.bound.min(steps.into()));
            if let Some(order) = &pass.order {
                self.offer(order);
            }
            if pass.complete {
                break;
            }
            if self.steps < steps {
                self.local_search(rng, budget, Duration::from_millis(20))?;
            }
            width = if width == most {
                most + 1
            } else {
                (width * 4).min(most)
            };
        }
        Ok(())
    }

    /// Descends from the best plan, shakes and descends again.
    fn local_search(&mut self, rng: &mut Rng, budget: &Budget, time: Duration) -> Result<(), Stop> {
        let until = Instant::now().checked_add(time);
        let mut improver = Improver::new(self.problem, self.cost, self.best.clone());
        let descended = improver.descend(budget);
        self.offer(improver.order());
        descended?;
        let mut current = (self.steps, self.best.clone());
        while !self.is_proved() && until.is_some_and(|until| Instant::now() < until) {
            budget.check()?;
            improver.restore(&current.1);
            improver.shake(rng, 2 + self.problem.len() / 100);
            let descended = improver.descend(budget);
            self.explored += 1;
            if self.explored.is_multiple_of(1024) {
                self.report("local search");
            }
            self.offer(improver.order());
            descended?;
            let steps = self.cost.steps(improver.order());
            // Sideways always, a little uphill now and then.
            if steps <= current.0 || rng.u8(..50) == 0 && steps <= self.steps + 2 {
                current = (steps, improver.order().to_vec());
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
