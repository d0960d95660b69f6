//! Solver that runs on its own thread.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::{
    LevelRef, Move, Plan, Solution, SolveError, SolveReport, SolveRequest, Solver, solve,
};
use crate::search::{Budget, ProgressSink, Snapshot};

use super::task::{Reporter, Task, TaskError, Wake};

/// Minimum time between repaints for progress alone.
const PROGRESS_PAUSE: Duration = Duration::from_millis(50);

/// Reason for a missing report.
#[derive(Debug, Clone, Error)]
pub enum JobError {
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver panicked or could not be started.
    #[error(transparent)]
    Task(#[from] TaskError),
}

/// Running or finished solver. Dropping it stops the solver.
pub struct SolveJob {
    /// Level as it was at the start.
    pub level: LevelRef,
    /// Revision of that level in the document.
    pub revision: u64,
    /// Moves from which the solver continues.
    pub done: Vec<Move>,
    pub solver: &'static str,
    started: Instant,
    latest: Arc<Mutex<Snapshot>>,
    task: Task<Result<SolveReport, SolveError>, i64>,
}

struct Sink<'a> {
    latest: Arc<Mutex<Snapshot>>,
    last_wake: Mutex<Instant>,
    costs: &'a Reporter<i64>,
    wake: Wake,
}

impl ProgressSink for Sink<'_> {
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
        self.costs.send(solution.cost);
    }
}

impl SolveJob {
    pub fn start(
        solver: &'static dyn Solver,
        level: LevelRef,
        revision: u64,
        done: Vec<Move>,
        options: JobOptions,
        budget: Budget,
        wake: Wake,
    ) -> Self {
        let latest = Arc::new(Mutex::new(Snapshot::default()));
        let (snapshot, thread_wake) = (latest.clone(), wake.clone());
        let (task_level, task_done) = (level.clone(), done.clone());
        let cancel = budget.cancel_flag().clone();
        let task = Task::with_messages("solver", &wake, cancel, move |costs| {
            let sink = Sink {
                latest: snapshot,
                last_wake: Mutex::new(Instant::now()),
                costs,
                wake: thread_wake,
            };
            let JobOptions {
                optimal,
                count,
                options,
            } = options;
            let request = SolveRequest {
                done: &task_done,
                optimal,
                count,
                options,
                ..SolveRequest::new(task_level.as_ref())
            };
            solve(solver, &request, &budget, &sink)
        });
        Self {
            level,
            revision,
            done,
            solver: solver.info().id,
            started: Instant::now(),
            latest,
            task,
        }
    }

    /// Stops the solver; it reports within 100 ms.
    pub fn stop(&self) {
        self.task.stop();
    }

    /// Cost of the best plan found since the last call. The plan is not replayed yet.
    pub fn improved_cost(&self) -> Option<i64> {
        self.task.messages().try_iter().last()
    }

    /// Returns the result once, as soon as it is available.
    pub fn result(&self) -> Option<Result<SolveReport, JobError>> {
        self.task.result().map(flatten)
    }

    /// Like [`SolveJob::result`], but waits up to `time`.
    pub fn wait(&self, time: Duration) -> Option<Result<SolveReport, JobError>> {
        self.task.wait(time).map(flatten)
    }

    /// Latest progress of the search.
    pub fn snapshot(&self) -> Snapshot {
        self.latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

fn flatten(
    result: Result<Result<SolveReport, SolveError>, TaskError>,
) -> Result<SolveReport, JobError> {
    Ok(result??)
}

/// Options of a solver job.
#[derive(Clone, Debug)]
pub struct JobOptions {
    /// True if the best plan is required rather than any plan.
    pub optimal: bool,
    /// Number of distinct solutions to find.
    pub count: usize,
    pub options: BTreeMap<String, String>,
}

impl Default for JobOptions {
    fn default() -> Self {
        Self {
            optimal: false,
            count: 1,
            options: BTreeMap::new(),
        }
    }
}
