//! Solves many levels in the background on all cores, without delaying easy levels by hard ones.
//!
//! Every level first gets a short time. A level that is not solved in time is queued again for the next round with four
//! times as much, up to the limit. So an easy level is solved in the first round wherever it is in the list, and the
//! times of the earlier rounds add up to a third of a full last round, or at most 4/3 of one that the limit shortens.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::results::{SolverEnding, SolverResult};
use super::task::{Reporter, Task, Wake, catch_panic, lock};
use crate::game::{LevelRef, SolveRequest, Solver, one_thread, solve};
use crate::search::{Budget, CancelFlag, NoProgress};

/// Time for each level in the first round.
const FIRST_ROUND: Duration = Duration::from_secs(1);
/// Factor of the time in the next round.
const TIME_FACTOR: u32 = 4;
/// Maximum time until a waiting thread notices the cancel flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub struct BatchTask {
    pub level: LevelRef,
    pub solver: &'static dyn Solver,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// Time limit per level, in its last round.
    pub time: Duration,
    /// Memory in bytes, shared by all solvers that run at once.
    pub memory: u64,
    /// True if the best plan is required rather than any plan.
    pub optimal: bool,
    /// Number of solvers that run at once; 0 means one per core.
    pub threads: usize,
}

#[derive(Clone, Debug, Default)]
pub enum TaskState {
    /// Not started yet, or queued again for more time.
    #[default]
    Waiting,
    /// Running since this time.
    Running(Instant),
    Done(Arc<SolverResult>),
}

impl TaskState {
    pub fn result(&self) -> Option<&SolverResult> {
        match self {
            Self::Done(result) => Some(result),
            _ => None,
        }
    }
}

/// Queue of tasks and the threads that process it.
pub struct Batch {
    shared: Arc<BatchShared>,
    stop: CancelFlag,
    workers: Vec<Task<()>>,
}

struct BatchShared {
    tasks: Vec<BatchTask>,
    options: BatchOptions,
    wake: Wake,
    state: Mutex<BatchState>,
    changed: Condvar,
}

#[derive(Default)]
struct BatchState {
    states: Vec<TaskState>,
    /// Indices of waiting tasks, each with its time.
    queue: VecDeque<(usize, Duration)>,
    /// Number of threads that have not ended yet.
    workers: usize,
    /// Total running time before the last start.
    run_time: Duration,
    /// Time of that start; `None` once all threads have ended.
    started: Option<Instant>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BatchProgress {
    pub total: usize,
    pub done: usize,
    /// Tasks that ended with a plan before their limit.
    pub solved: usize,
    pub running: usize,
    pub run_time: Duration,
}

impl BatchProgress {
    /// Tasks done per minute; `None` before the first one is done.
    pub fn per_minute(&self) -> Option<f64> {
        let minutes = self.run_time.as_secs_f64() / 60.0;
        (self.done > 0 && minutes > 0.0).then(|| self.done as f64 / minutes)
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Batch {
    /// Creates a batch; [`Batch::start`] starts it.
    pub fn new(tasks: Vec<BatchTask>, options: BatchOptions, wake: Wake) -> Self {
        let first = FIRST_ROUND.min(options.time);
        let state = BatchState {
            states: tasks.iter().map(|_| TaskState::Waiting).collect(),
            queue: (0..tasks.len()).map(|index| (index, first)).collect(),
            ..BatchState::default()
        };
        Self {
            shared: Arc::new(BatchShared {
                tasks,
                options,
                wake,
                state: Mutex::new(state),
                changed: Condvar::new(),
            }),
            stop: CancelFlag::default(),
            workers: Vec::new(),
        }
    }

    /// Starts the batch, or resumes it after [`Batch::stop`]. Does nothing while it runs or is still stopping.
    pub fn start(&mut self) {
        if self.is_running() {
            return;
        }
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = match self.shared.options.threads {
            0 => cores,
            given => given,
        };
        let mut batch = lock(&self.shared.state);
        let threads = threads.min(batch.queue.len());
        if threads == 0 {
            return;
        }
        self.stop = CancelFlag::default();
        batch.started = Some(Instant::now());
        batch.workers = threads;
        drop(batch);
        self.workers.clear();
        for _ in 0..threads {
            let worker = BatchWorker {
                shared: self.shared.clone(),
                memory: self.shared.options.memory / threads as u64,
                stop: self.stop.clone(),
            };
            // Dropping the worker decrements the count, even if its thread could not be started.
            let stop = self.stop.clone();
            let wake = &self.shared.wake;
            let work = move |_: &Reporter<()>| worker.work();
            let task = Task::with_messages("batch", wake, stop, work);
            self.workers.push(task);
        }
    }

    /// Stops the batch. Interrupted levels go back to the queue.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    pub fn is_running(&self) -> bool {
        lock(&self.shared.state).workers > 0
    }

    pub fn is_done(&self) -> bool {
        let progress = self.progress();
        progress.done == progress.total
    }

    pub fn tasks(&self) -> &[BatchTask] {
        &self.shared.tasks
    }

    /// State of each task, in the order of [`Batch::tasks`].
    pub fn states(&self) -> Vec<TaskState> {
        lock(&self.shared.state).states.clone()
    }

    pub fn progress(&self) -> BatchProgress {
        let batch = lock(&self.shared.state);
        let since_start = batch.started.map(|started| started.elapsed());
        let mut progress = BatchProgress {
            total: batch.states.len(),
            run_time: batch.run_time + since_start.unwrap_or_default(),
            ..BatchProgress::default()
        };
        for state in &batch.states {
            match state {
                TaskState::Waiting => {}
                TaskState::Running(_) => progress.running += 1,
                TaskState::Done(result) => {
                    progress.done += 1;
                    progress.solved += usize::from(result.ending == SolverEnding::Solved);
                }
            }
        }
        progress
    }
}

struct BatchWorker {
    shared: Arc<BatchShared>,
    /// Memory limit of each task: an equal share of the batch's, in bytes.
    memory: u64,
    stop: CancelFlag,
}

impl Drop for BatchWorker {
    fn drop(&mut self) {
        let mut batch = lock(&self.shared.state);
        batch.workers -= 1;
        // The last one stops the clock.
        if batch.workers == 0
            && let Some(started) = batch.started.take()
        {
            batch.run_time += started.elapsed();
        }
    }
}

impl BatchWorker {
    fn work(&self) {
        while let Some((index, time)) = self.next_task() {
            (self.shared.wake)();
            let result = self.solve(&self.shared.tasks[index], time);
            let mut batch = lock(&self.shared.state);
            batch.states[index] = match result.ending {
                SolverEnding::Stopped => {
                    batch.queue.push_front((index, time));
                    TaskState::Waiting
                }
                SolverEnding::Time if time < self.shared.options.time => {
                    let longer = (time * TIME_FACTOR).min(self.shared.options.time);
                    batch.queue.push_back((index, longer));
                    TaskState::Waiting
                }
                _ => TaskState::Done(Arc::new(result)),
            };
            drop(batch);
            self.shared.changed.notify_all();
            (self.shared.wake)();
        }
    }

    /// Takes the next task and its time. Waits while running tasks may be queued again; `None` ends the worker.
    fn next_task(&self) -> Option<(usize, Duration)> {
        let mut batch = lock(&self.shared.state);
        loop {
            if self.stop.is_cancelled() {
                return None;
            }
            if let Some((index, time)) = batch.queue.pop_front() {
                batch.states[index] = TaskState::Running(Instant::now());
                return Some((index, time));
            }
            let is_running = |state: &TaskState| matches!(state, TaskState::Running(_));
            if !batch.states.iter().any(is_running) {
                return None;
            }
            // With a timeout, because raising the cancel flag does not notify.
            let waited = self.shared.changed.wait_timeout(batch, POLL_INTERVAL);
            batch = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn solve(&self, task: &BatchTask, time: Duration) -> SolverResult {
        let info = task.solver.info();
        let mut request = SolveRequest::new(task.level.as_ref());
        request.optimal = self.shared.options.optimal && info.proves_optimal;
        // The other cores work on other levels.
        request.options = one_thread(info);
        let budget = Budget::default()
            .with_cancel(self.stop.clone())
            .with_memory(self.memory)
            .with_time(time);
        let result = catch_panic(|| {
            let result = solve(task.solver, &request, &budget, &NoProgress);
            SolverResult::new(&task.level, &result.map_err(|error| error.to_string()))
        });
        result.unwrap_or_else(|text| {
            let error = format!("the solver crashed: {text}");
            SolverResult::new(&task.level, &Err(error))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Plan, SolveError, SolverInfo};
    use crate::games;
    use crate::search::Progress;
    use crate::task::no_wake;

    fn options(time_ms: u64) -> BatchOptions {
        BatchOptions {
            time: Duration::from_millis(time_ms),
            memory: 1 << 30,
            optimal: false,
            threads: 2,
        }
    }

    fn levels(count: usize) -> Vec<LevelRef> {
        let lights = games::by_id("lights-out").expect("is registered");
        let level = lights.parse_text("lights-out\n\n.#.\n");
        vec![level.expect("is a level"); count]
    }

    fn wait_until(condition: impl Fn() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while !condition() {
            assert!(Instant::now() < deadline, "takes too long");
            thread::sleep(Duration::from_millis(5));
        }
    }

    struct Endless;

    static ENDLESS: SolverInfo = SolverInfo {
        id: "endless",
        title: "Endless",
        ..SolverInfo::EXACT
    };

    impl Solver for Endless {
        fn info(&self) -> &'static SolverInfo {
            &ENDLESS
        }

        fn run(
            &self,
            _request: &SolveRequest<'_>,
            budget: &Budget,
            _progress: &Progress<'_>,
        ) -> Result<Outcome<Plan>, SolveError> {
            loop {
                if let Err(stop) = budget.check() {
                    return Ok(stop.outcome(None, None));
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn easy_levels_do_not_wait_for_hard_ones() {
        let easy = games::by_id("lights-out").expect("is registered").solvers()[0];
        let levels = levels(8).into_iter().enumerate();
        let tasks = levels.map(|(index, level)| BatchTask {
            level,
            // These would occupy both threads for a minute.
            solver: if index < 4 { &Endless } else { easy },
        });
        let mut batch = Batch::new(tasks.collect(), options(60_000), no_wake());
        batch.start();
        wait_until(|| batch.progress().solved == 4);
        batch.stop();
        wait_until(|| !batch.is_running());
        assert_eq!(batch.progress().done, 4, "the others are not given up");
    }

    #[test]
    fn a_batch_resumes_where_it_was_stopped_and_ends_at_the_limit() {
        let tasks = levels(3).into_iter().map(|level| BatchTask {
            level,
            solver: &Endless,
        });
        let mut batch = Batch::new(tasks.collect(), options(300), no_wake());
        batch.start();
        let runs = |state: &TaskState| matches!(state, TaskState::Running(_));
        wait_until(|| batch.states().iter().any(runs));
        batch.stop();
        wait_until(|| !batch.is_running());
        assert_eq!(batch.progress().done, 0);
        let waits = |state: &TaskState| matches!(state, TaskState::Waiting);
        assert!(batch.states().iter().all(waits));
        batch.start();
        wait_until(|| !batch.is_running());
        let progress = batch.progress();
        assert_eq!((progress.done, progress.solved), (3, 0));
        for state in batch.states() {
            let result = state.result().expect("is done");
            assert_eq!(result.ending, SolverEnding::Time);
        }
    }
}
