//! Work on a thread of its own: one way for all that must not keep the screen waiting.
//!
//! A [`Task`] is one piece of work. [`Latest`] is what is known of something that changes: it starts the work anew for
//! another key, and drops what is stale.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use thiserror::Error;

use crate::search::CancelFlag;

/// Called whenever a task has something new, on the task's thread: asks the screen to be drawn again.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A wake for those who wait for the task themselves.
pub fn no_wake() -> Wake {
    Arc::new(|| {})
}

/// Stack of a task's thread: depth-first solvers recurse once per cell of the largest boards.
const STACK_BYTES: usize = 512 << 20;

/// Why a task has no result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Broken {
    /// It panicked.
    #[error("the {name} broke down: {message}; please report this")]
    Panic {
        /// The task's name.
        name: &'static str,
        /// What the panic says.
        message: String,
    },
    /// The system gave it no thread.
    #[error("the {name} could not be started: {message}")]
    NotStarted {
        /// The task's name.
        name: &'static str,
        /// What the system says.
        message: String,
    },
}

/// Work on a thread, which has a `T` as its result and tells `M`s on the way. Dropping it tells the work to stop;
/// nobody waits for that.
pub struct Task<T, M = ()> {
    cancel: CancelFlag,
    told: Receiver<M>,
    end: Receiver<Result<T, Broken>>,
}

/// How work tells what there is to tell before its end.
pub struct Teller<M> {
    told: Sender<M>,
    wake: Wake,
}

impl<M> Teller<M> {
    /// Tells it, and wakes the screen.
    pub fn tell(&self, message: M) {
        // Nobody listening any more is no reason to fail.
        let _ = self.told.send(message);
        (self.wake)();
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts work that looks at the flag from time to time, if it takes long. `name` is a noun for messages:
    /// `the ‘name’ broke down`.
    pub fn start(
        name: &'static str,
        wake: &Wake,
        work: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Self {
        let cancel = CancelFlag::default();
        let flag = cancel.clone();
        Self::telling(name, wake, cancel, move |_| work(&flag))
    }
}

impl<T: Send + 'static, M: Send + 'static> Task<T, M> {
    /// Starts work that tells something on the way, and stops by a flag that others may raise, too.
    pub fn telling(
        name: &'static str,
        wake: &Wake,
        cancel: CancelFlag,
        work: impl FnOnce(&Teller<M>) -> T + Send + 'static,
    ) -> Self {
        let ((told_by, told), (ended, end)) = (unbounded(), bounded(1));
        let (failed, thread_wake) = (ended.clone(), wake.clone());
        let run = move || {
            let teller = Teller {
                told: told_by,
                wake: thread_wake,
            };
            let result = caught(|| work(&teller));
            let _ = ended.send(result.map_err(|message| Broken::Panic { name, message }));
            (teller.wake)();
        };
        let builder = thread::Builder::new().name(name.to_owned());
        if let Err(error) = builder.stack_size(STACK_BYTES).spawn(run) {
            let message = error.to_string();
            let _ = failed.send(Err(Broken::NotStarted { name, message }));
            wake();
        }
        Self { cancel, told, end }
    }
}

impl<T, M> Task<T, M> {
    /// Tells it to stop. It still has a result, as soon as it notices.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// What it has told and nobody has taken yet, in order.
    pub fn told(&self) -> &Receiver<M> {
        &self.told
    }

    /// The result, once: what it told before can be taken by then.
    pub fn end(&self) -> Option<Result<T, Broken>> {
        self.end.try_recv().ok()
    }

    /// As [`Task::end`], waiting so long for it.
    pub fn wait(&self, time: Duration) -> Option<Result<T, Broken>> {
        self.end.recv_timeout(time).ok()
    }

    /// The result of the task in a slot that is empty afterwards; `None` while it goes on, or if there is none.
    pub fn end_of(slot: &mut Option<Self>) -> Option<Result<T, Broken>> {
        let result = slot.as_ref()?.end()?;
        *slot = None;
        Some(result)
    }
}

impl<T, E: From<Broken>, M> Task<Result<T, E>, M> {
    /// As [`Task::end`] for work that can fail: breaking down is one more way to do so.
    pub fn outcome(&self) -> Option<Result<T, E>> {
        Some(self.end()?.unwrap_or_else(|broken| Err(broken.into())))
    }

    /// As [`Task::end_of`] for work that can fail.
    pub fn outcome_of(slot: &mut Option<Self>) -> Option<Result<T, E>> {
        let outcome = slot.as_ref()?.outcome()?;
        *slot = None;
        Some(outcome)
    }
}

impl From<Broken> for String {
    fn from(broken: Broken) -> Self {
        broken.to_string()
    }
}

impl<T, M> Drop for Task<T, M> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What is known of something, or is being worked out: always for the newest key.
pub struct Latest<K, T> {
    key: Option<K>,
    task: Option<Task<T>>,
    value: Option<Result<T, Broken>>,
}

impl<K, T> Default for Latest<K, T> {
    fn default() -> Self {
        Self {
            key: None,
            task: None,
            value: None,
        }
    }
}

impl<K: PartialEq, T> Latest<K, T> {
    /// Starts the work if this is another key than before; what was for the other is dropped, and stops.
    pub fn want(&mut self, key: K, start: impl FnOnce(&K) -> Task<T>) {
        if !self.is_for(&key) {
            self.task = Some(start(&key));
            self.key = Some(key);
            self.value = None;
        }
    }

    /// Whether what there is, or will be, is for this key.
    pub fn is_for(&self, key: &K) -> bool {
        self.key.as_ref() == Some(key)
    }
}

impl<K, T> Latest<K, T> {
    /// Takes over what was worked out; whether it was there just now.
    pub fn poll(&mut self) -> bool {
        let ended = Task::end_of(&mut self.task);
        let is_new = ended.is_some();
        self.value = ended.or(self.value.take());
        is_new
    }

    /// Whether the work goes on.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// What it is for, if anything.
    pub fn key(&self) -> Option<&K> {
        self.key.as_ref()
    }

    /// What was worked out, if it is there.
    pub fn value(&self) -> Option<&Result<T, Broken>> {
        self.value.as_ref()
    }

    /// Hands over what was worked out; the key stays, so that it is not worked out again.
    pub fn take(&mut self) -> Option<Result<T, Broken>> {
        self.value.take()
    }

    /// Tells the work to stop; it still has a result.
    pub fn stop(&self) {
        if let Some(task) = &self.task {
            task.stop();
        }
    }
}

/// Runs `work`; a panic in it is an error with its message.
///
/// # Errors
/// What the panic says.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        text.unwrap_or_else(|| "no message".to_owned())
    })
}

/// Runs `work` on so many threads at once, and waits for all of them. If no thread can be had it runs on this one.
pub fn together(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let one = || thread::Builder::new().stack_size(STACK_BYTES);
        let spawned = (0..threads).filter(|_| one().spawn_scoped(scope, &work).is_ok());
        if spawned.count() == 0 {
            work();
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Long enough for any machine.
    const LONG: Duration = Duration::from_secs(60);

    /// A wake that can be waited for.
    fn bell() -> (Wake, Receiver<()>) {
        let (ring, rung) = unbounded();
        let wake = move || ring.send(()).expect("is awaited");
        (Arc::new(wake), rung)
    }

    #[test]
    fn a_result_is_there_when_it_wakes_and_comes_once() {
        let (wake, rung) = bell();
        let mut task = Some(Task::start("sum", &wake, |_| 2 + 2));
        rung.recv_timeout(LONG).expect("it wakes");
        assert_eq!(Task::end_of(&mut task), Some(Ok(4)));
        assert!(task.is_none());
        assert_eq!(Task::end_of(&mut task), None);
    }

    #[test]
    fn what_is_told_comes_in_order_and_before_the_end() {
        let (wake, rung) = bell();
        let flag = CancelFlag::default();
        let task: Task<&str, u8> = Task::telling("count", &wake, flag, |teller| {
            (1..=3).for_each(|number| teller.tell(number));
            "done"
        });
        assert_eq!(task.wait(LONG), Some(Ok("done")));
        assert_eq!(task.told().try_iter().collect::<Vec<_>>(), [1, 2, 3]);
        (0..4).for_each(|_| rung.recv_timeout(LONG).expect("it wakes each time"));
    }

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        let task: Task<()> = Task::start("lamp", &no_wake(), |_| panic!("no light"));
        let broken = task.wait(LONG).expect("it ends").expect_err("it broke");
        let says = "the lamp broke down: no light; please report this";
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
    fn only_what_is_for_the_newest_key_is_ever_seen() {
        let (wake, rung) = bell();
        let mut latest: Latest<u8, u8> = Latest::default();
        let (open, gate) = bounded::<()>(1);
        latest.want(1, |_| {
            Task::start("slow", &wake, move |_| {
                gate.recv().expect("is opened");
                1
            })
        });
        assert!(latest.is_busy() && !latest.poll());
        latest.want(2, |key| {
            let key = *key;
            Task::start("quick", &wake, move |_| key)
        });
        open.send(()).expect("is awaited");
        // Both have ended, in whatever order.
        (0..2).for_each(|_| rung.recv_timeout(LONG).expect("it wakes"));
        assert!(latest.poll() && !latest.is_busy() && latest.is_for(&2));
        assert_eq!(latest.value(), Some(&Ok(2)));
        latest.want(2, |_| unreachable!("it is known"));
        assert_eq!(latest.take(), Some(Ok(2)));
        latest.want(2, |_| unreachable!("it was known"));
    }

    #[test]
    fn together_all_have_ended_when_it_returns() {
        let runs = AtomicUsize::new(0);
        together(3, || {
            runs.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(runs.into_inner(), 3);
    }
}
