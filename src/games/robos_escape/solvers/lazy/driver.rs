//! Search by increasing cost on several threads: the proof of `lazy`, and of the generator.
//!
//! A program scores 40 points, minus its cost, plus 10 per coin. So once all programs up to cost `c` are covered, no
//! unknown program scores more than one of cost `c + 1` that takes all coins; the search ends when the best program
//! reaches that bound. Each cost is divided into pieces by the first decisions; the ledger records finished ones.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::code::MAX_LENGTH;
use super::search::{LazySearch, MainShape, SharedSearch};
use crate::board::RobosBoard;
use crate::machine::score;
use crate::program::RoboProgram;
use crate::search::{Budget, Stop};

/// Input of [`best_program`].
pub(crate) struct SearchTask<'a> {
    pub(crate) board: &'a RobosBoard,
    pub(crate) budget: &'a Budget,
    pub(crate) threads: usize,
    /// Maximum number of commands; at most [`MAX_LENGTH`] counts.
    pub(crate) max_cost: usize,
    /// Best known program with its points; only better ones are searched for.
    pub(crate) known: Option<(i64, RoboProgram)>,
    /// Called with every better program and its points.
    pub(crate) on_improved: &'a (dyn Fn(i64, &RoboProgram) + Sync),
    /// Called for every finished cost: cost, number of nodes, best points, upper bound on the points.
    pub(crate) on_done: &'a (dyn Fn(usize, u64, Option<i64>, i64) + Sync),
}

/// Covered programs; kept from one call of [`best_program`] to the next on the same board.
#[derive(Default)]
pub(crate) struct Ledger {
    /// All programs up to this cost are covered.
    cost: usize,
    /// Covered pieces of the next cost.
    pieces: BTreeSet<usize>,
}

impl Ledger {
    /// Minimum cost of programs that are not covered.
    pub(super) fn next_cost(&self) -> usize {
        self.cost + 1
    }
}

#[derive(Default)]
pub(crate) struct BestProgram {
    /// Best program with its points, possibly the known one.
    pub(crate) program: Option<(i64, RoboProgram)>,
    /// Upper bound on the points of any program.
    pub(crate) bound: i64,
    pub(crate) nodes: u64,
    /// Reason for ending before the bound was reached.
    pub(crate) stop: Option<Stop>,
}

/// Finds the best program within the budget, from the ledger's costs and pieces on.
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
    // The tables of visited states get half of the memory.
    let table = task.budget.memory() / 2 / threads as u64;
    let mut searches: Vec<LazySearch<'_>> = Vec::new();
    searches.resize_with(threads, || LazySearch::new(&shared, table));
    let coins = searches.first().map_or(0, |search| search.total_coins);
    let mut stop = None;
    let mut points = shared.best.load(Ordering::Relaxed);
    while score(ledger.next_cost(), coins) > points
        && ledger.next_cost() <= task.max_cost.min(MAX_LENGTH)
    {
        let cost = ledger.next_cost();
        if let Err(reason) = search_cost(&mut searches, cost, &mut ledger.pieces) {
            stop = Some(reason);
            break;
        }
        *ledger = Ledger {
            cost,
            pieces: BTreeSet::new(),
        };
        points = shared.best.load(Ordering::Relaxed);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let bound = points.max(score(ledger.next_cost(), coins));
        (task.on_done)(cost, nodes, (points > i64::MIN).then_some(points), bound);
    }
    drop(searches);
    let points = shared.best.load(Ordering::Relaxed);
    let nodes = shared.nodes.load(Ordering::Relaxed);
    BestProgram {
        program: best.into_inner().ok().flatten(),
        bound: points.max(score(ledger.next_cost(), coins)),
        nodes,
        stop,
    }
}

/// Maximum cost that is searched as one piece per shape, on one thread.
const MAX_UNSPLIT_COST: usize = 6;

/// Number of commands that a piece begins with: 4, from cost 14 on 5, from cost 16 on 6, so that no piece takes long.
fn prefix_length(cost: usize) -> usize {
    4 + (cost.saturating_sub(12) / 2).min(2)
}

/// Searches all pieces of a cost that are not in `done`, which the finished ones are added to.
fn search_cost(
    searches: &mut [LazySearch<'_>],
    cost: usize,
    done: &mut BTreeSet<usize>,
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
    let pending = pieces.iter().enumerate();
    let pending = pending.filter(|(piece, _)| !done.contains(piece));
    let queue = Mutex::new(pending.collect::<Vec<_>>().into_iter());
    let done = Mutex::new(done);
    let work = |search: &mut LazySearch<'_>| -> Result<(), Stop> {
        search.reset(cost);
        let next = || queue.lock().ok().and_then(|mut queue| queue.next());
        while let Some((piece, (shape, path))) = next() {
            search.run(*shape, cost, path)?;
            if search.limit_met && !search.count_steps {
                // Merged states may have had more steps left, so the piece is repeated with exact
                // counting. Earlier pieces did not reach the limit and missed nothing.
                search.count_steps = true;
                search.reset(cost);
                search.run(*shape, cost, path)?;
            }
            if let Ok(mut done) = done.lock() {
                done.insert(piece);
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
        // A thread that panicked has not finished its piece.
        let ended = joined.map(|result| result.unwrap_or(Err(Stop::Cancelled)));
        ended.collect()
    });
    ended.into_iter().collect()
}
