//! A solver on its own thread.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use thiserror::Error;

use crate::game::{
    LevelRef, Move, Plan, Report, Solution, SolveError, SolveRequest, Solver, solve,
};
use crate::search::{Budget, ProgressSink, Snapshot};

/// Called after every message of a job, on the job's thread: asks the screen to be drawn again.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Stack of a solver thread; depth-first solvers recurse once per cell of the largest boards.
pub(super) const STACK_BYTES: usize = 512 << 20;

/// Pause between two wakes because of progress alone.
const PROGRESS_PAUSE: Duration = Duration::from_millis(50);

/// What a job tells.
#[derive(Debug)]
pub enum JobEvent {
    /// A better plan than before, not yet replayed: its cost.
    Improved(i64),
    /// The end.
    Finished(Box<Result<Report, JobError>>),
}

/// Why a job ended without a report.
#[derive(Debug, Clone, Error)]
pub enum JobError {
    /// The solver refused.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver broke down.
    #[error("the solver broke down: {0}; please report this with the level")]
    Panic(String),
    /// The system gave no thread.
    #[error("the solver could not be started: {0}")]
    Spawn(String),
}

/// A running or finished solver. Dropping it tells the solver to stop.
pub struct SolveJob {
    /// The level it works on, as it was when it started.
    pub level: LevelRef,
    /// Revision of the level in its document.
    pub revision: u64,
    /// Moves it goes on from.
    pub done: Vec<Move>,
    /// The solver's id.
    pub solver: &'static str,
    started: Instant,
    budget: Budget,
    latest: Arc<Mutex<Snapshot>>,
    events: Receiver<JobEvent>,
}

struct Sink {
    latest: Arc<Mutex<Snapshot>>,
    last_wake: Mutex<Instant>,
    events: Sender<JobEvent>,
    wake: Wake,
}

impl ProgressSink for Sink {
    fn snapshot(&self, snapshot: Snapshot) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = snapshot;
        let mut last = self
            .last_wake
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= PROGRESS_PAUSE {
            *last = Instant::now();
            (self.wake)();
        }
    }

    fn improved(&self, solution: &Solution<Plan>) {
        // Nobody listening any more is no reason to fail.
        let _ = self.events.send(JobEvent::Improved(solution.cost));
        (self.wake)();
    }
}

impl SolveJob {
    /// Starts `solver` on its own thread.
    pub fn start(
        solver: &'static dyn Solver,
        level: LevelRef,
        revision: u64,
        done: Vec<Move>,
        options: JobOptions,
        budget: Budget,
        wake: Wake,
    ) -> Self {
        let (sender, events) = unbounded();
        let latest = Arc::new(Mutex::new(Snapshot::default()));
        let job = Self {
            level: level.clone(),
            revision,
            done: done.clone(),
            solver: solver.info().id,
            started: Instant::now(),
            budget: budget.clone(),
            latest: latest.clone(),
            events,
        };
        let (spawned, failed) = (sender.clone(), sender);
        let thread_wake = wake.clone();
        let work = move || {
            let last_wake = Mutex::new(Instant::now());
            let sink = Sink {
                latest,
                last_wake,
                events: spawned.clone(),
                wake: thread_wake,
            };
            let JobOptions {
                optimal,
                count,
                cycles,
                options,
            } = options;
            let request = SolveRequest {
                done: &done,
                optimal,
                count,
                cycles,
                options,
                ..SolveRequest::new(level.as_ref())
            };
            let result = catch_unwind(AssertUnwindSafe(|| solve(solver, &request, &budget, &sink)));
            let result = match result {
                Ok(result) => result.map_err(JobError::Solve),
                Err(panic) => Err(JobError::Panic(panic_text(panic.as_ref()))),
            };
            let _ = spawned.send(JobEvent::Finished(Box::new(result)));
            (sink.wake)();
        };
        let builder = thread::Builder::new()
            .name("solver".to_owned())
            .stack_size(STACK_BYTES);
        if let Err(error) = builder.spawn(work) {
            let _ = failed.send(JobEvent::Finished(Box::new(Err(JobError::Spawn(
                error.to_string(),
            )))));
            wake();
        }
        job
    }

    /// Tells the solver to stop; it answers with what it has within 100 ms.
    pub fn stop(&self) {
        self.budget.cancel_flag().cancel();
    }

    /// Events since the last call.
    pub fn poll(&self) -> Vec<JobEvent> {
        self.events.try_iter().collect()
    }

    /// The next event, waited for.
    pub fn wait(&self, time: Duration) -> Option<JobEvent> {
        self.events.recv_timeout(time).ok()
    }

    /// Where the search is.
    pub fn snapshot(&self) -> Snapshot {
        self.latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Drop for SolveJob {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What is asked of a solver beyond the level.
#[derive(Clone, Debug)]
pub struct JobOptions {
    /// The best plan is wanted, not any.
    pub optimal: bool,
    /// Distinct solutions to look for.
    pub count: usize,
    /// Solutions that come back to a state count, too ([`SolveRequest::cycles`]).
    pub cycles: bool,
    /// Options by key.
    pub options: BTreeMap<String, String>,
}

impl Default for JobOptions {
    fn default() -> Self {
        Self {
            optimal: false,
            count: 1,
            cycles: false,
            options: BTreeMap::new(),
        }
    }
}

pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

/// Runs `work` on its own thread and hands its result over once; for hints, thumbnails, loading.
pub fn background<T: Send + 'static>(
    name: &str,
    wake: Wake,
    work: impl FnOnce() -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = bounded(1);
    let spawned = thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _ = sender.send(work());
            wake();
        });
    if let Err(error) = spawned {
        // The receiver finds the channel closed, which its owner reports.
        log::error!("thread ‘{name}’ could not be started: {error}");
    }
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Size};
    use crate::games;

    #[test]
    fn a_job_finishes_and_wakes() {
        let game = games::by_id("null").expect("is registered");
        let level = game.blank(Some(Size::new(1, 4)));
        let woken = Arc::new(Mutex::new(0));
        let count = woken.clone();
        let wake: Wake = Arc::new(move || *count.lock().expect("is fine") += 1);
        let (options, budget) = (JobOptions::default(), Budget::default());
        let job = SolveJob::start(game.solvers()[0], level, 7, vec![], options, budget, wake);
        match job.wait(Duration::from_secs(10)) {
            Some(JobEvent::Finished(result)) => {
                let report = result.expect("is solved");
                assert!(matches!(report.outcome, Outcome::Solved(_)));
            }
            other => panic!("expected the end, got {other:?}"),
        }
        while *woken.lock().expect("is fine") == 0 {
            thread::yield_now();
        }
    }
}
