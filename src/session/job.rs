//! Solver that runs on its own thread.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::task::{Reporter, Task, TaskError, Wake, lock};
use crate::game::{
    LevelRef, Move, Plan, Solution, SolveError, SolveReport, SolveRequest, Solver, solve,
};
use crate::search::{Budget, ProgressSink, Snapshot};

/// Minimum time between repaints for progress alone.
const PROGRESS_PAUSE: Duration = Duration::from_millis(50);

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
    /// Puzzle revision of the level (see `Document::revision`); 0 if it belongs to no document.
    pub revision: u64,
    /// Moves from which the solver continues.
    pub done: Vec<Move>,
    /// Plan from there on that the solver improves; empty if it finds one.
    pub known: Vec<Move>,
    /// Id of the solver.
    pub solver: &'static str,
    started: Instant,
    latest: Arc<Mutex<Snapshot>>,
    attempt: Arc<Mutex<Option<Plan>>>,
    /// Its messages are the costs of better plans.
    task: Task<Result<SolveReport, SolveError>, i64>,
}

/// Forwards progress from the solver's thread.
struct Sink<'a> {
    latest: Arc<Mutex<Snapshot>>,
    attempt: Arc<Mutex<Option<Plan>>>,
    last_wake: Mutex<Instant>,
    costs: &'a Reporter<i64>,
    wake: Wake,
}

impl ProgressSink for Sink<'_> {
    fn snapshot(&self, snapshot: Snapshot) {
        *lock(&self.latest) = snapshot;
        let mut last = lock(&self.last_wake);
        if last.elapsed() >= PROGRESS_PAUSE {
            *last = Instant::now();
            (self.wake)();
        }
    }

    fn improved(&self, solution: &Solution<Plan>) {
        self.costs.send(solution.cost);
    }

    fn attempted(&self, moves: &Plan) {
        *lock(&self.attempt) = Some(moves.clone());
    }
}

impl SolveJob {
    /// Starts the solver on a level after the moves `done`. `revision` is the puzzle revision of the level.
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
        let attempt = Arc::new(Mutex::new(None));
        let (snapshot, thread_wake) = (latest.clone(), wake.clone());
        let task_attempt = attempt.clone();
        let (task_level, task_done) = (level.clone(), done.clone());
        let known = options.known;
        let task_known = known.clone();
        let cancel = budget.cancel_flag().clone();
        let task = Task::with_messages("solver", &wake, cancel, move |costs| {
            let sink = Sink {
                latest: snapshot,
                attempt: task_attempt,
                last_wake: Mutex::new(Instant::now()),
                costs,
                wake: thread_wake,
            };
            let request = SolveRequest {
                done: &task_done,
                known: &task_known,
                optimal: options.optimal,
                count: options.count.max(1),
                options: options.options,
                ..SolveRequest::new(task_level.as_ref())
            };
            solve(solver, &request, &budget, &sink)
        });
        Self {
            level,
            revision,
            done,
            known,
            solver: solver.info().id,
            started: Instant::now(),
            latest,
            attempt,
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

    /// Result, once and only if the solver has ended.
    pub fn result(&self) -> Option<Result<SolveReport, JobError>> {
        self.task.result().map(|result| Ok(result??))
    }

    /// Like [`SolveJob::result`], but waits up to `time`.
    pub fn wait(&self, time: Duration) -> Option<Result<SolveReport, JobError>> {
        self.task.wait(time).map(|result| Ok(result??))
    }

    /// The moves that came furthest, if the solver has ended without a plan and says so.
    pub fn attempt(&self) -> Option<Plan> {
        lock(&self.attempt).clone()
    }

    pub fn snapshot(&self) -> Snapshot {
        lock(&self.latest).clone()
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Parts of a [`SolveRequest`] that the user chooses.
#[derive(Clone, Debug, Default)]
pub struct JobOptions {
    /// True if the best plan is required rather than any plan.
    pub optimal: bool,
    /// Plan to improve; empty for none.
    pub known: Vec<Move>,
    /// Number of distinct solutions to find; 0 counts as 1.
    pub count: usize,
    pub options: BTreeMap<String, String>,
}
