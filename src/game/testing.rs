//! What the tests of every game and solver share.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use super::outcome::Report;
use super::search::{Budget, NoProgress};
use super::solver::{SolveRequest, Solver, solve};
use super::worked::computing_time;

/// What a solver answers with all the time that it takes.
///
/// # Panics
/// When it cannot work with the request.
#[must_use]
pub fn answer(solver: &dyn Solver, request: &SolveRequest<'_>) -> Report {
    let report = solve(solver, request, &Budget::default(), &NoProgress);
    report.unwrap_or_else(|error| {
        let level = request.level.to_text();
        panic!("{}: {error}\n{level}", solver.info().id)
    })
}

/// Options or settings by key.
pub fn keyed<'a>(
    options: impl IntoIterator<Item = &'a (&'a str, &'a str)>,
) -> BTreeMap<String, String> {
    let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    options.into_iter().map(owned).collect()
}

/// Computing time within which a task must end after it is told to stop: 0.1 s, five times as long without
/// optimisation.
pub const STOP_PROMISE: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 100 });

/// Measures the processor time that `work` takes to end after it is cancelled, having run for 0.1
/// s. Processor time is not affected by a busy machine, but by other tests in the same process, so
/// this is the shortest of ten runs, or the first within [`STOP_PROMISE`].
///
/// # Panics
/// If the work ends before it is cancelled.
#[must_use]
pub fn time_to_stop(work: impl Fn(&Budget) + Sync) -> Duration {
    let once = || {
        let budget = Budget::default();
        let flag = budget.cancel_flag().clone();
        let begun = computing_time();
        let work = || {
            work(&budget);
            computing_time()
        };
        thread::scope(|scope| {
            let worker = thread::Builder::new()
                // Deep searches recurse far without optimisation.
                .stack_size(512 << 20)
                .spawn_scoped(scope, work)
                .unwrap_or_else(|error| panic!("no thread to work on: {error}"));
            while computing_time() - begun < Duration::from_millis(100) && !worker.is_finished() {
                thread::sleep(Duration::from_millis(5));
            }
            let early = worker.is_finished();
            let cancelled = computing_time();
            flag.cancel();
            match worker.join() {
                Ok(_) if early => panic!("it ended before it was cancelled"),
                Ok(ended) => ended.saturating_sub(cancelled),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    };
    let mut best = Duration::MAX;
    for _ in 0..10 {
        best = best.min(once());
        if best <= STOP_PROMISE {
            break;
        }
    }
    best
}
