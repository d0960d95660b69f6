//! What tests ask of every game and solver.

use std::thread;
use std::time::{Duration, Instant};

use super::outcome::Cost;
use super::search::Budget;

/// What the shared conformance tests run for a game.
#[derive(Debug, Default)]
pub struct Conformance {
    /// Small solvable levels, as plain text; every solver must agree with the reference on them.
    pub small: Vec<String>,
    /// Levels known to have no solution, as plain text.
    pub unsolvable: Vec<String>,
    /// Level text with the cost of a best plan, by solver id.
    pub known: Vec<(String, &'static str, Cost)>,
    /// A level on which each listed solver needs long enough to be interrupted.
    pub slow: Vec<(&'static str, String)>,
    /// Texts that must be refused, with a fragment that the message must contain.
    pub broken: Vec<(String, &'static str)>,
}

/// Time in which whatever is told to stop has to be back: 0.1 s, and without optimisation five
/// times as long.
pub const STOP_PROMISE: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 100 });

/// How long work takes to end from when it is told to, after 0.3 s. On a machine that is busy with
/// other things a single time says little: this is the shortest of ten, or the first within the
/// [`STOP_PROMISE`].
///
/// # Panics
/// When the work ends by itself before.
#[must_use]
pub fn time_to_stop(work: impl Fn(&Budget) + Sync) -> Duration {
    let once = || {
        let budget = Budget::default();
        let flag = budget.cancel_flag().clone();
        let work = || {
            work(&budget);
            Instant::now()
        };
        thread::scope(|scope| {
            let worker = thread::Builder::new()
                // Deep searches recurse far without optimisation.
                .stack_size(512 << 20)
                .spawn_scoped(scope, work)
                .unwrap_or_else(|error| panic!("no thread to work on: {error}"));
            thread::sleep(Duration::from_millis(300));
            let early = worker.is_finished();
            let told = Instant::now();
            flag.cancel();
            match worker.join() {
                Ok(_) if early => panic!("it ended before it was told to"),
                Ok(ended) => ended.saturating_duration_since(told),
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
