//! Helpers of the tests and benches of games. They need the contract of games alone, so that the games' own crates can
//! use them.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use planwright_game::search::{Budget, NoProgress};
use planwright_game::{SolveReport, SolveRequest, Solver, solve};

/// Runs a solver without limits.
///
/// # Panics
/// If it refuses the request.
#[must_use]
pub fn answer(solver: &dyn Solver, request: &SolveRequest<'_>) -> SolveReport {
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

/// Computing time within which a task must end after it is cancelled: 0.1 s, five times as long without optimisation.
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
        let start = computing_time();
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
            while computing_time() - start < Duration::from_millis(100) && !worker.is_finished() {
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

/// Processor time of this process over all threads, in steps of 10 ms; wall-clock time where the
/// system is not Linux, also under Wine, where the same file has the time of Wine's server.
#[must_use]
pub fn computing_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let used = || {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // Skip the name, which is in parentheses and may contain blanks.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks()? + ticks()?) * 10))
    };
    used().unwrap_or_else(|| START.elapsed())
}

/// Processor time of the main thread, on Linux.
#[must_use]
pub fn main_thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// Arguments of a bench after `--`; `None` if it is only to be listed or tested, as Cargo does with
/// all targets.
#[must_use]
pub fn bench_words() -> Option<Vec<String>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_only_listed = |word: &String| ["--list", "--test"].contains(&word.as_str());
    (!words.iter().any(is_only_listed)).then_some(words)
}
