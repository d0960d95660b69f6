//! Background work on threads, so that the user interface never waits.
//!
//! A [`Task`] is one piece of work. [`LatestTask`] holds the result for the newest value of an input: it restarts the
//! work when the input changes and drops stale results.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use thiserror::Error;

use crate::search::CancelFlag;

/// Called on the task's thread whenever it has a message or result: requests a repaint.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Does nothing, for callers that wait for the task themselves.
pub fn no_wake() -> Wake {
    Arc::new(|| {})
}

/// Locks a mutex, even if a thread panicked while holding it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stack size of a task's thread: depth-first solvers recurse once per cell of the largest boards.
const STACK_BYTES: usize = 512 << 20;

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TaskError {
    #[error("the {name} crashed: {message}; please report this")]
    Panic { name: &'static str, message: String },
    /// The system could not start a thread.
    #[error("the {name} could not be started: {message}")]
    NotStarted { name: &'static str, message: String },
}

/// Work on a thread that returns a `T` and sends messages `M` meanwhile. Dropping it cancels the work without waiting.
pub struct Task<T, M = ()> {
    cancel: CancelFlag,
    messages: Receiver<M>,
    result: Receiver<Result<T, TaskError>>,
}

/// Sends messages of a task's work, and wakes the thread that reads them.
pub struct Reporter<M> {
    sender: Sender<M>,
    wake: Wake,
}

impl<M> Reporter<M> {
    pub fn send(&self, message: M) {
        // The receiver may be gone.
        let _ = self.sender.send(message);
        (self.wake)();
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts work that checks the flag regularly. `name` is a noun for messages: `the ‘name’ crashed`.
    pub fn start(
        name: &'static str,
        wake: &Wake,
        work: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Self {
        let cancel = CancelFlag::default();
        let flag = cancel.clone();
        Self::with_messages(name, wake, cancel, move |_| work(&flag))
    }
}

impl<T: Send + 'static, M: Send + 'static> Task<T, M> {
    /// Starts work that sends messages and can be cancelled by a shared flag.
    pub fn with_messages(
        name: &'static str,
        wake: &Wake,
        cancel: CancelFlag,
        work: impl FnOnce(&Reporter<M>) -> T + Send + 'static,
    ) -> Self {
        let ((sender, messages), (ended, result)) = (unbounded(), bounded(1));
        let (failed, thread_wake) = (ended.clone(), wake.clone());
        let run = move || {
            let reporter = Reporter {
                sender,
                wake: thread_wake,
            };
            let result = catch_panic(|| work(&reporter));
            // The task may have been dropped.
            let _ = ended.send(result.map_err(|message| TaskError::Panic { name, message }));
            (reporter.wake)();
        };
        let builder = thread::Builder::new().name(name.to_owned());
        if let Err(error) = builder.stack_size(STACK_BYTES).spawn(run) {
            let message = error.to_string();
            let _ = failed.send(Err(TaskError::NotStarted { name, message }));
            wake();
        }
        Self {
            cancel,
            messages,
            result,
        }
    }
}

impl<T, M> Task<T, M> {
    /// Cancels the work. It still returns a result.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    pub fn messages(&self) -> &Receiver<M> {
        &self.messages
    }

    /// Returns the result once. All messages were sent before it.
    pub fn result(&self) -> Option<Result<T, TaskError>> {
        self.result.try_recv().ok()
    }

    /// Like [`Task::result`], but waits up to `time`.
    pub fn wait(&self, time: Duration) -> Option<Result<T, TaskError>> {
        self.result.recv_timeout(time).ok()
    }

    /// Takes the result of the task in `slot` and empties the slot; `None` while it runs.
    pub fn result_of(slot: &mut Option<Self>) -> Option<Result<T, TaskError>> {
        let result = slot.as_ref()?.result()?;
        *slot = None;
        Some(result)
    }
}

impl<T, E: From<TaskError>, M> Task<Result<T, E>, M> {
    /// Like [`Task::result`], for work that can fail: a panic becomes its error.
    pub fn outcome(&self) -> Option<Result<T, E>> {
        Some(self.result()?.unwrap_or_else(|error| Err(error.into())))
    }

    /// Like [`Task::result_of`], for work that can fail.
    pub fn outcome_of(slot: &mut Option<Self>) -> Option<Result<T, E>> {
        let outcome = slot.as_ref()?.outcome()?;
        *slot = None;
        Some(outcome)
    }
}

impl From<TaskError> for String {
    fn from(error: TaskError) -> Self {
        error.to_string()
    }
}

impl<T, M> Drop for Task<T, M> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Result for the newest key, or the work on it.
pub struct LatestTask<K, T> {
    /// Newest input, for which `task` works or `value` is the result.
    key: Option<K>,
    task: Option<Task<T>>,
    /// The last result; that of an earlier key while `task` works.
    value: Option<Result<T, TaskError>>,
}

impl<K, T> Default for LatestTask<K, T> {
    fn default() -> Self {
        Self {
            key: None,
            task: None,
            value: None,
        }
    }
}

impl<K: PartialEq, T> LatestTask<K, T> {
    /// Starts the work if `key` is new, and cancels that for the old key; its result stays as [`LatestTask::last`].
    pub fn request(&mut self, key: K, start: impl FnOnce(&K) -> Task<T>) {
        if !self.is_for(&key) {
            self.task = Some(start(&key));
            self.key = Some(key);
        }
    }

    pub fn is_for(&self, key: &K) -> bool {
        self.key.as_ref() == Some(key)
    }

    /// Collects the result; `true` if it has just arrived.
    pub fn poll(&mut self) -> bool {
        let ended = Task::result_of(&mut self.task);
        let is_new = ended.is_some();
        self.value = ended.or(self.value.take());
        is_new
    }

    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    pub fn key(&self) -> Option<&K> {
        self.key.as_ref()
    }

    /// Result for the newest key.
    pub fn value(&self) -> Option<&Result<T, TaskError>> {
        self.last().filter(|_| !self.is_busy())
    }

    /// Like [`LatestTask::value`], or the result for an earlier key while the work goes on.
    pub fn last(&self) -> Option<&Result<T, TaskError>> {
        self.value.as_ref()
    }

    /// Takes the result. The key stays, so the work is not repeated.
    pub fn take(&mut self) -> Option<Result<T, TaskError>> {
        self.value.take_if(|_| self.task.is_none())
    }

    /// Cancels the work; it still returns a result.
    pub fn stop(&self) {
        if let Some(task) = &self.task {
            task.stop();
        }
    }
}

/// Runs `work` and turns a panic into an error with its message.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        text.unwrap_or_else(|| "no message".to_owned())
    })
}

/// Runs `work` on several threads at once, or on this one if none can be started, and waits for all.
pub fn run_parallel(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let builder = || thread::Builder::new().stack_size(STACK_BYTES);
        let spawned = (0..threads).filter(|_| builder().spawn_scoped(scope, &work).is_ok());
        if spawned.count() == 0 {
            work();
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn bell() -> (Wake, Receiver<()>) {
        let (ring, rung) = unbounded();
        (Arc::new(move || ring.send(()).expect("is awaited")), rung)
    }

    #[test]
    fn a_result_is_there_when_it_wakes_and_comes_once() {
        let (wake, rung) = bell();
        let mut task = Some(Task::start("sum", &wake, |_| 2 + 2));
        rung.recv_timeout(LONG).expect("it wakes");
        assert_eq!(Task::result_of(&mut task), Some(Ok(4)));
        assert!(task.is_none());
        assert_eq!(Task::result_of(&mut task), None);
    }

    #[test]
    fn messages_arrive_in_order_and_before_the_result() {
        let (wake, rung) = bell();
        let flag = CancelFlag::default();
        let task: Task<&str, u8> = Task::with_messages("count", &wake, flag, |reporter| {
            (1..=3).for_each(|number| reporter.send(number));
            "done"
        });
        assert_eq!(task.wait(LONG), Some(Ok("done")));
        assert_eq!(task.messages().try_iter().collect::<Vec<_>>(), [1, 2, 3]);
        (0..4).for_each(|_| rung.recv_timeout(LONG).expect("it wakes each time"));
    }

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        let task: Task<()> = Task::start("lamp", &no_wake(), |_| panic!("no light"));
        let broken = task.wait(LONG).expect("it ends").expect_err("it broke");
        let says = "the lamp crashed: no light; please report this";
        assert_eq!(broken.to_string(), says);
        let mut failing: Option<Task<Result<(), String>>> =
            Some(Task::start("lamp", &no_wake(), |_| panic!("dark")));
        let outcome = loop {
            if let Some(outcome) = Task::outcome_of(&mut failing) {
                break outcome;
            }
            thread::yield_now();
        };
        assert!(outcome.is_err_and(|error| error.contains("dark")));
    }

    #[test]
    fn dropping_a_task_stops_its_work() {
        let (ended, end) = bounded(1);
        let task = Task::start("wait", &no_wake(), move |cancel| {
            while !cancel.is_cancelled() {
                thread::yield_now();
            }
            ended.send(()).expect("is awaited");
        });
        drop(task);
        end.recv_timeout(LONG).expect("it has stopped");
    }

    #[test]
    fn only_the_result_for_the_newest_key_is_returned() {
        let (wake, rung) = bell();
        let mut latest: LatestTask<u8, u8> = LatestTask::default();
        let (open, gate) = bounded::<()>(1);
        latest.request(1, |_| {
            Task::start("slow", &wake, move |_| {
                gate.recv().expect("is opened");
                1
            })
        });
        assert!(latest.is_busy() && !latest.poll());
        latest.request(2, |key| {
            let key = *key;
            Task::start("quick", &wake, move |_| key)
        });
        open.send(()).expect("is awaited");
        (0..2).for_each(|_| rung.recv_timeout(LONG).expect("it wakes"));
        assert!(latest.poll() && !latest.is_busy() && latest.is_for(&2));
        assert_eq!(latest.value(), Some(&Ok(2)));
        latest.request(2, |_| unreachable!("it is known"));
        assert_eq!(latest.take(), Some(Ok(2)));
        latest.request(2, |_| unreachable!("it was known"));
    }

    #[test]
    fn the_last_result_stays_while_the_next_one_is_worked_out() {
        let (wake, rung) = bell();
        let mut latest: LatestTask<u8, u8> = LatestTask::default();
        latest.request(1, |_| Task::start("first", &wake, |_| 1));
        rung.recv_timeout(LONG).expect("it wakes");
        assert!(latest.poll());
        let (open, gate) = bounded::<()>(1);
        latest.request(2, |_| {
            Task::start("second", &wake, move |_| {
                gate.recv().expect("is opened");
                2
            })
        });
        assert!(!latest.poll());
        assert_eq!((latest.last(), latest.value()), (Some(&Ok(1)), None));
        open.send(()).expect("is awaited");
        rung.recv_timeout(LONG).expect("it wakes");
        assert!(latest.poll());
        assert_eq!(latest.value(), Some(&Ok(2)));
    }

    #[test]
    fn run_parallel_waits_for_all_threads() {
        let runs = AtomicUsize::new(0);
        run_parallel(3, || {
            runs.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(runs.into_inner(), 3);
    }
}
