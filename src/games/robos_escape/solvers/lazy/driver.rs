//! Search by increasing cost on several threads.
//!
//! Once all programs up to cost `c` are covered, no unknown program scores more than one of cost `c + 1` that takes
//! all coins; the search ends when the best program reaches that bound. Each cost is divided into pieces by the first
//! decisions; the ledger records finished ones.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

use crate::board::Board;
use crate::machine::score;
use crate::program::Program;
use crate::search::{Budget, Stop};

use super::code::LONGEST;
use super::ledger::Ledger;
use super::search::{Search, Shape, Shared};

pub(crate) struct Task<'a> {
    pub(crate) board: &'a Board,
    pub(crate) budget: &'a Budget,
    pub(crate) threads: usize,
    /// Maximum cost.
    pub(crate) most_cost: usize,
    /// Program known beforehand.
    pub(crate) known: Option<(i64, Program)>,
    /// Called with the points of every better program.
    pub(crate) improved: &'a (dyn Fn(i64, &Program) + Sync),
    /// Called for every finished cost: cost, number of nodes, best points, bound.
    pub(crate) done: &'a (dyn Fn(usize, u64, Option<i64>, i64) + Sync),
}

/// Maximum cost that is enumerated.
pub(super) const MOST_COST: usize = LONGEST;

/// Best program found, with the proved bound.
#[derive(Default)]
pub(crate) struct Best {
    pub(crate) program: Option<(i64, Program)>,
    /// Upper bound on the points of any program.
    pub(crate) bound: i64,
    pub(crate) nodes: u64,
    /// Reason for ending before the bound was reached.
    pub(crate) stop: Option<Stop>,
}

/// Finds the best program within the budget. The ledger records finished pieces.
pub(crate) fn best_program(task: &Task<'_>, ledger: &mut Ledger) -> Best {
    let best = Mutex::new(task.known.clone());
    let found = |points: i64, program: Program| {
        let Ok(mut best) = best.lock() else { return };
        if best.as_ref().is_none_or(|(other, _)| *other < points) {
            (task.improved)(points, &program);
            *best = Some((points, program));
        }
    };
    let shared = Shared {
        board: task.board,
        best: AtomicI64::new(task.known.as_ref().map_or(i64::MIN, |(points, _)| *points)),
        nodes: AtomicU64::new(0),
        budget: task.budget,
        found: &found,
    };
    let threads = task.threads.max(1);
    let table = task.budget.memory() / 2 / threads as u64;
    let mut searches: Vec<Search<'_>> = Vec::new();
    searches.resize_with(threads, || Search::new(&shared, table));
    let coins = searches.first().map_or(0, Search::coins);
    let mut stop = None;
    let mut cost = ledger.next_cost();
    let kept = Mutex::new(std::mem::take(ledger));
    loop {
        let points = shared.best.load(Ordering::Relaxed);
        if score(cost, coins) <= points || cost > task.most_cost.min(LONGEST) {
            break;
        }
        if let Err(reason) = all_of_cost(&mut searches, cost, &kept) {
            stop = Some(reason);
            break;
        }
        let points = shared.best.load(Ordering::Relaxed);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let next = kept.lock().map_or(1, |ledger| ledger.next_cost());
        let bound = points.max(score(next, coins));
        let known = (points > i64::MIN).then_some(points);
        (task.done)(cost, nodes, known, bound);
        cost += 1;
    }
    drop(searches);
    *ledger = kept.into_inner().unwrap_or_default();
    let points = shared.best.load(Ordering::Relaxed);
    let nodes = shared.nodes.load(Ordering::Relaxed);
    Best {
        program: best.into_inner().ok().flatten(),
        bound: points.max(score(ledger.next_cost(), coins)),
        nodes,
        stop,
    }
}

/// Maximum cost that is not divided.
const SMALL: usize = 6;

/// Number of commands that a piece begins with; larger for larger costs, so that no piece takes long.
fn split(cost: usize) -> usize {
    4 + (cost.saturating_sub(12) / 2).min(2)
}

fn all_of_cost(
    searches: &mut [Search<'_>],
    cost: usize,
    ledger: &Mutex<Ledger>,
) -> Result<(), Stop> {
    let Some(first) = searches.first_mut() else {
        return Ok(());
    };
    let shapes = [Shape::Once, Shape::Anew];
    let mut pieces = Vec::new();
    if cost <= SMALL {
        pieces.extend(shapes.map(|shape| (shape, Vec::new())));
    } else {
        for shape in shapes {
            let tasks = first.tasks(shape, cost, split(cost))?;
            pieces.extend(tasks.into_iter().map(|path| (shape, path)));
        }
    }
    let open = ledger
        .lock()
        .map(|mut ledger| ledger.open(cost, pieces.len()))
        .unwrap_or_default();
    let next = AtomicUsize::new(0);
    let work = |search: &mut Search<'_>| -> Result<(), Stop> {
        search.begin(cost);
        while let Some(piece) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some((shape, path)) = pieces.get(*piece) else {
                continue;
            };
            search.run(*shape, cost, path)?;
            if search.limit_met && !search.count_steps {
                // Merged states may have had more steps left, so the piece is repeated with exact counting. Earlier
                // pieces did not reach the limit and missed nothing.
                search.count_steps = true;
                search.begin(cost);
                search.run(*shape, cost, path)?;
            }
            if let Ok(mut ledger) = ledger.lock() {
                ledger.add(cost, *piece);
            }
        }
        Ok(())
    };
    if searches.len() == 1 || cost <= SMALL {
        return searches.first_mut().map_or(Ok(()), work);
    }
    let ended: Vec<Result<(), Stop>> = std::thread::scope(|scope| {
        let workers: Vec<_> = searches
            .iter_mut()
            .map(|search| scope.spawn(|| work(search)))
            .collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .map(|result| result.unwrap_or(Err(Stop::Cancelled)))
            .collect()
    });
    ended.into_iter().collect()
}
