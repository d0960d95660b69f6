//! Search by increasing cost on several threads.
//!
//! Once all programs up to cost `c` are covered, no unknown program scores more than one of cost `c + 1` that takes
//! all coins; the search ends when the best program reaches that bound. Each cost is divided into pieces by the first
//! decisions; the ledger records finished ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

use super::code::MAX_LENGTH;
use super::search::{LazySearch, MainShape, SharedSearch};
use crate::board::RobosBoard;
use crate::machine::score;
use crate::program::RoboProgram;
use crate::search::{Budget, Stop};

pub(crate) struct SearchTask<'a> {
    pub(crate) board: &'a RobosBoard,
    pub(crate) budget: &'a Budget,
    pub(crate) threads: usize,
    pub(crate) max_cost: usize,
    pub(crate) known: Option<(i64, RoboProgram)>,
    /// Called with the points of every better program.
    pub(crate) on_improved: &'a (dyn Fn(i64, &RoboProgram) + Sync),
    /// Called for every finished cost: cost, number of nodes, best points, bound.
    pub(crate) on_done: &'a (dyn Fn(usize, u64, Option<i64>, i64) + Sync),
}

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    costs: BTreeMap<usize, Pieces>,
}

#[derive(Debug, Default)]
struct Pieces {
    count: usize,
    done: BTreeSet<usize>,
}

impl Ledger {
    /// Unfinished pieces of a cost; `count` is their total number.
    fn pending(&mut self, cost: usize, count: usize) -> Vec<usize> {
        let pieces = self.costs.entry(cost).or_default();
        pieces.count = count;
        let all = 0..count;
        all.filter(|piece| !pieces.done.contains(piece)).collect()
    }

    fn add(&mut self, cost: usize, piece: usize) {
        if let Some(pieces) = self.costs.get_mut(&cost) {
            pieces.done.insert(piece);
        }
    }

    pub(super) fn next_cost(&self) -> usize {
        let done = |cost: &usize| {
            let pieces = self.costs.get(cost);
            pieces.is_some_and(|pieces| pieces.done.len() == pieces.count)
        };
        (1..).find(|cost| !done(cost)).unwrap_or(1)
    }
}

pub(super) const MAX_COST: usize = MAX_LENGTH;

#[derive(Default)]
pub(crate) struct BestProgram {
    pub(crate) program: Option<(i64, RoboProgram)>,
    /// Upper bound on the points of any program.
    pub(crate) bound: i64,
    pub(crate) nodes: u64,
    /// Reason for ending before the bound was reached.
    pub(crate) stop: Option<Stop>,
}

/// Finds the best program within the budget. The ledger records finished pieces.
pub(crate) fn best_program(task: &SearchTask<'_>, ledger: &mut Ledger) -> BestProgram {
    let best = Mutex::new(task.known.clone());
    let found = |points: i64, program: RoboProgram| {
        let Ok(mut best) = best.lock() else { return };
        if best.as_ref().is_none_or(|(other, _)| *other < points) {
            (task.on_improved)(points, &program);
            *best = Some((points, program));
        }
    };
    let shared = SharedSearch {
        board: task.board,
        best: AtomicI64::new(task.known.as_ref().map_or(i64::MIN, |(points, _)| *points)),
        nodes: AtomicU64::new(0),
        budget: task.budget,
        on_found: &found,
    };
    let threads = task.threads.max(1);
    let table = task.budget.memory() / 2 / threads as u64;
    let mut searches: Vec<LazySearch<'_>> = Vec::new();
    searches.resize_with(threads, || LazySearch::new(&shared, table));
    let coins = searches.first().map_or(0, |search| search.total_coins);
    let mut stop = None;
    let mut cost = ledger.next_cost();
    let records = Mutex::new(std::mem::take(ledger));
    loop {
        let points = shared.best.load(Ordering::Relaxed);
        if score(cost, coins) <= points || cost > task.max_cost.min(MAX_LENGTH) {
            break;
        }
        if let Err(reason) = search_cost(&mut searches, cost, &records) {
            stop = Some(reason);
            break;
        }
        let points = shared.best.load(Ordering::Relaxed);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let next = records.lock().map_or(1, |ledger| ledger.next_cost());
        let bound = points.max(score(next, coins));
        let known = (points > i64::MIN).then_some(points);
        (task.on_done)(cost, nodes, known, bound);
        cost += 1;
    }
    drop(searches);
    *ledger = records.into_inner().unwrap_or_default();
    let points = shared.best.load(Ordering::Relaxed);
    let nodes = shared.nodes.load(Ordering::Relaxed);
    BestProgram {
        program: best.into_inner().ok().flatten(),
        bound: points.max(score(ledger.next_cost(), coins)),
        nodes,
        stop,
    }
}

const MAX_UNSPLIT_COST: usize = 6;

/// Number of commands that a piece begins with; larger for larger costs, so that no piece takes long.
fn prefix_length(cost: usize) -> usize {
    4 + (cost.saturating_sub(12) / 2).min(2)
}

fn search_cost(
    searches: &mut [LazySearch<'_>],
    cost: usize,
    ledger: &Mutex<Ledger>,
) -> Result<(), Stop> {
    let Some(first) = searches.first_mut() else {
        return Ok(());
    };
    let shapes = [MainShape::Once, MainShape::Restart];
    let mut pieces = Vec::new();
    if cost <= MAX_UNSPLIT_COST {
        pieces.extend(shapes.map(|shape| (shape, Vec::new())));
    } else {
        for shape in shapes {
            let prefixes = first.prefixes(shape, cost, prefix_length(cost))?;
            pieces.extend(prefixes.into_iter().map(|path| (shape, path)));
        }
    }
    let count = pieces.len();
    let pending = ledger.lock().map(|mut ledger| ledger.pending(cost, count));
    let pending = pending.unwrap_or_default();
    let next = AtomicUsize::new(0);
    let work = |search: &mut LazySearch<'_>| -> Result<(), Stop> {
        search.reset(cost);
        while let Some(piece) = pending.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some((shape, path)) = pieces.get(*piece) else {
                continue;
            };
            search.run(*shape, cost, path)?;
            if search.limit_met && !search.count_steps {
                // Merged states may have had more steps left, so the piece is repeated with exact counting. Earlier
                // pieces did not reach the limit and missed nothing.
                search.count_steps = true;
                search.reset(cost);
                search.run(*shape, cost, path)?;
            }
            if let Ok(mut ledger) = ledger.lock() {
                ledger.add(cost, *piece);
            }
        }
        Ok(())
    };
    if searches.len() == 1 || cost <= MAX_UNSPLIT_COST {
        return searches.first_mut().map_or(Ok(()), work);
    }
    let ended: Vec<Result<(), Stop>> = std::thread::scope(|scope| {
        let workers = searches
            .iter_mut()
            .map(|search| scope.spawn(|| work(search)));
        let workers: Vec<_> = workers.collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        let ended = joined.map(|result| result.unwrap_or(Err(Stop::Cancelled)));
        ended.collect()
    });
    ended.into_iter().collect()
}
