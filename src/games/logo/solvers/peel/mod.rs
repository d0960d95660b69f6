//! `peel`, the default solver: takes back what can be, and searches only over the 1s that may be wrapped 4s.
//!
//! A 1 with four neighbours has none or all of them stamped after it ([`EITHER`]): it is *open* until that is decided.
//! Without open 1s, a linear sweep decides ([`StampProblem::sweep`]). Otherwise each open 1 comes before or after all
//! its neighbours. A depth-first search decides one at a time (`search`), on strongly connected parts, which are
//! independent (`parts`). Numbers and squares force further edges (`orient`); a part is dead if its numbers do not add
//! up or it cannot be emptied even with every open vertex at its best (`closure`), which is also probed for every
//! single choice (`trials`).

mod closure;
mod orient;
mod parts;
mod reason;
mod search;
mod trials;

use crate::Logo;
use crate::game::typed::SolveTask;
use crate::game::{Answer, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo, Unsolvable};
use crate::search::{Budget, Progress, Stop, Ticker};

use super::orders::{self, Natural};
use super::problem::{EITHER, StampProblem, Vertex};
use search::{Firsts, PeelSearch};

pub(super) struct Peel;

const INFO: SolverInfo = SolverInfo {
    id: "peel",
    title: "Peel",
    good_for: "Recommended: an instant solution, or the reason why there is none.",
    method: "Decides for every pair of neighbours which is stamped first: a linear sweep takes back \
        cells that nothing comes after; searches only over which 1s are wrapped 4s, with counting \
        bounds, propagation, probing and splitting into strongly connected parts.",
    guarantee: "A plan, or proof of why there is none.",
    cost_unit: "stamps",
    up_to: "up to the order of stamps",
    ..SolverInfo::EXACT
};

impl Solver for Peel {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<Logo>::new(request, self.info().id)?;
        let problem = match StampProblem::new(task) {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        progress.report("sweep", 0, None, Some(problem.len() as i64));
        let (result, explored) = orders(&problem, task.count.max(1), budget);
        let cost = problem.len() as i64;
        progress.report("done", explored, None, Some(cost));
        Ok(match result {
            Err(stop) => stop.outcome(None, Some(cost)),
            Ok(Err(proof)) => Outcome::Unsolvable(proof),
            Ok(Ok(orders)) => {
                let mut plans = orders.iter().map(|order| Plan(problem.moves(order)));
                let mut solution = Solution::optimal(plans.next().unwrap_or_default(), cost);
                solution.others = plans.collect();
                if task.count > 1 {
                    solution.solutions = Some(orders.len() as u64);
                    solution.orders = match count_orders(&problem, &orders, budget) {
                        Ok(number) => number.map(|number| number.to_string()),
                        Err(stop) => return Ok(stop.outcome(Some(solution), Some(cost))),
                    };
                }
                Outcome::Solved(solution)
            }
        })
    }
}

/// Most solutions whose orders are counted; each may take as long as a single one.
const MAX_COUNTED: usize = 20;

/// Number of orders of all these orientations, each given by one of its orders; `None` beyond the limits.
fn count_orders(
    problem: &StampProblem,
    found: &[Vec<Vertex>],
    budget: &Budget,
) -> Result<Option<Natural>, Stop> {
    if found.len() > MAX_COUNTED {
        return Ok(None);
    }
    let mut total = Natural::default();
    for order in found {
        match orders::number_of_orders(problem, order, budget)? {
            Some(number) => total.add(&number),
            None => return Ok(None),
        }
    }
    Ok(Some(total))
}

/// Stamping orders, one per orientation.
type Orders = Result<Vec<Vec<Vertex>>, Unsolvable>;

/// Up to `limit` (at least 1) stamping orders of different orientations, at least one unless there is none; and the
/// number of choices examined. The outer error is the budget's end, the inner one the proof that there is no order.
pub(super) fn orders(
    problem: &StampProblem,
    limit: usize,
    budget: &Budget,
) -> (Result<Orders, Stop>, u64) {
    // A thorough probe of the largest boards takes milliseconds, all others far less.
    let mut ticker = budget.ticker(16);
    let orders = firsts(problem, limit, budget, &mut ticker).and_then(|found| {
        let found = match found {
            Ok(found) => found,
            Err(proof) => return Ok(Err(proof)),
        };
        if found.len() > 1 {
            let moves = found.len() as u64 * problem.len() as u64;
            budget.check_memory(moves * BYTES_PER_MOVE)?;
        }
        let orders = found.iter().map(|firsts| {
            budget.check()?;
            Ok(order(problem, firsts))
        });
        orders.collect()
    });
    (orders, ticker.total())
}

/// Bytes of a move as text on the heap, and in an order.
const BYTES_PER_MOVE: u64 = 16 + 32 + 4;
/// From this number of cells on, the search runs in a thread with a large stack.
const DEEP_CELLS: usize = 1000;
/// Stack of that thread, reserved only. A decision takes about 1 KiB; a board of 200×200 has at most 20,000.
const DEEP_STACK: usize = 128 << 20;

/// Up to `limit` solutions of the search, each as the open 1s that come before all their neighbours.
fn firsts<'a>(
    problem: &'a StampProblem,
    limit: usize,
    budget: &'a Budget,
    ticker: &mut Ticker<'a>,
) -> Result<Result<Vec<Firsts>, Unsolvable>, Stop> {
    budget.check()?;
    if problem.later.iter().all(|later| *later != EITHER) {
        // The sweep alone decides.
        return Ok(Ok(vec![Firsts::new()]));
    }
    let mut search = || PeelSearch::new(problem, budget, ticker).run(limit);
    let found = if problem.len() < DEEP_CELLS {
        search()
    } else {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(DEEP_STACK);
            let thread = builder.spawn_scoped(scope, &mut search);
            let joined = thread.map_err(|_| Stop::Memory)?.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }?;
    Ok(found.map_err(|dead| reason::explain(problem, dead)))
}

/// The stamping order in which exactly these open 1s come before all their neighbours, and the others after all.
fn order(problem: &StampProblem, firsts: &[Vertex]) -> Result<Vec<Vertex>, Unsolvable> {
    let decided = |later: &u8| if *later == EITHER { 0 } else { *later };
    let mut later: Vec<u8> = problem.later.iter().map(decided).collect();
    for vertex in firsts {
        later[*vertex as usize] = 4;
    }
    problem
        .sweep(&later)
        .map_err(|error| reason::explain_sweep(problem, &later, error))
}
