//! Cost after cost, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

use crate::board::Board;
use crate::machine::score;
use crate::program::Program;
use crate::search::{Budget, Stop};

use super::code::LONGEST;
use super::search::{Search, Shape, Shared};

/// What is asked for.
pub(crate) struct Task<'a> {
    pub(crate) board: &'a Board,
    pub(crate) budget: &'a Budget,
    pub(crate) threads: usize,
    /// All programs of lower cost are known to be no better than `known`.
    pub(crate) from_cost: usize,
    /// No program of a higher cost is looked for.
    pub(crate) most_cost: usize,
    /// A program known before.
    pub(crate) known: Option<(i64, Program)>,
    /// Told of every better program: its points.
    pub(crate) improved: &'a (dyn Fn(i64, &Program) + Sync),
    /// Told of every cost that is done: the cost, programs looked at, points of the best, bound.
    pub(crate) done: &'a (dyn Fn(usize, u64, Option<i64>, i64) + Sync),
}

/// Most commands that programs may have that are gone through.
pub(super) const MOST_COST: usize = LONGEST;

/// What was found and proved.
#[derive(Default)]
pub(crate) struct Best {
    pub(crate) program: Option<(i64, Program)>,
    /// All programs of lower cost were looked at.
    pub(crate) cost: usize,
    /// No program has more points.
    pub(crate) bound: i64,
    pub(crate) nodes: u64,
    /// Why it ended before the bound was met.
    pub(crate) stop: Option<Stop>,
}

/// The best program, as far as the budget goes.
pub(crate) fn best_program(task: &Task<'_>) -> Best {
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
    let mut cost = task.from_cost.max(1);
    loop {
        let points = shared.best.load(Ordering::Relaxed);
        if score(cost, coins) <= points || cost > task.most_cost.min(LONGEST) {
            break;
        }
        if let Err(reason) = all_of_cost(&mut searches, cost) {
            stop = Some(reason);
            break;
        }
        let points = shared.best.load(Ordering::Relaxed);
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let bound = points.max(score(cost + 1, coins));
        let known = (points > i64::MIN).then_some(points);
        (task.done)(cost, nodes, known, bound);
        cost += 1;
    }
    drop(searches);
    let bound = shared.best.load(Ordering::Relaxed).max(score(cost, coins));
    let nodes = shared.nodes.load(Ordering::Relaxed);
    Best {
        program: best.into_inner().ok().flatten(),
        cost,
        bound,
        nodes,
        stop,
    }
}

/// Commands that a piece of work begins with.
const SPLIT: usize = 4;

fn all_of_cost(searches: &mut [Search<'_>], cost: usize) -> Result<(), Stop> {
    let alone = searches.len() == 1 || cost < SPLIT + 3;
    let Some(first) = searches.first_mut() else {
        return Ok(());
    };
    if alone {
        first.begin(cost);
        first.run(Shape::Once, cost, &[])?;
        if first.limit_met && !first.count_steps {
            first.count_steps = true;
            first.begin(cost);
            first.run(Shape::Once, cost, &[])?;
        }
        return first.run(Shape::Anew, cost, &[]);
    }
    let mut pieces = Vec::new();
    for shape in [Shape::Once, Shape::Anew] {
        let tasks = first.tasks(shape, cost, SPLIT)?;
        pieces.extend(tasks.into_iter().map(|path| (shape, path)));
    }
    let next = AtomicUsize::new(0);
    let work = |search: &mut Search<'_>| -> Result<(), Stop> {
        search.begin(cost);
        while let Some((shape, path)) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            search.run(*shape, cost, path)?;
        }
        Ok(())
    };
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
    ended.into_iter().collect::<Result<(), Stop>>()?;
    // A run that came to the step limit may have been merged with a shorter one.
    if searches
        .iter()
        .any(|search| search.limit_met && !search.count_steps)
    {
        for search in searches.iter_mut() {
            search.count_steps = true;
        }
        return all_of_cost(searches, cost);
    }
    Ok(())
}
