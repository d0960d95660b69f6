//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Cost, Outcome, Solution};

/// Cancellation flag shared between threads. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reason for the early end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user has cancelled it.
    Cancelled,
    /// The time or the nodes are used up.
    Deadline,
    /// The memory is used up.
    Memory,
    /// A limit of the method itself, such as depth or size; never of a [`Budget`].
    Method,
}

impl Stop {
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Cancelled => "it was cancelled",
            Self::Deadline => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Method => "the solver's own limit was reached",
        }
    }

    /// Outcome of a search that ended early.
    pub fn outcome<P>(self, best: Option<Solution<P>>, lower_bound: Option<Cost>) -> Outcome<P> {
        Outcome::Stopped {
            stop: self,
            best,
            lower_bound,
        }
    }
}

/// Limits of a search. Clones are cheap and share the cancel flag and the node count.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    /// Remaining search nodes, for searches that count theirs with a [`Ticker`].
    nodes: Option<Arc<AtomicU64>>,
    /// Maximum size of a search's tables, in bytes.
    memory: u64,
    cancel: CancelFlag,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            deadline: None,
            nodes: None,
            memory: Self::DEFAULT_MEMORY,
            cancel: CancelFlag::default(),
        }
    }
}

impl Budget {
    /// Default limit of a search's tables in bytes (4 GiB).
    pub const DEFAULT_MEMORY: u64 = 4 << 30;

    /// Sets a deadline, from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Copy with at most this time left.
    #[must_use]
    pub fn at_most(&self, time: Duration) -> Self {
        let left = self.time_left().unwrap_or(time);
        self.clone().with_time(left.min(time))
    }

    /// Limits the number of search nodes. This ends a search like a deadline, but after the same work on every machine.
    /// Only effective for searches that count nodes with a [`Ticker`], to within one interval of the ticker.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(Arc::new(AtomicU64::new(nodes)));
        self
    }

    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelFlag) -> Self {
        self.cancel = cancel;
        self
    }

    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.cancel
    }

    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Remaining time; `None` without a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    fn spend(&self, count: u64) {
        if let Some(nodes) = &self.nodes {
            let spent = |left: u64| Some(left.saturating_sub(count));
            // Cannot fail: the closure always returns a value.
            let _ = nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent);
        }
    }

    /// Checks flag, deadline and nodes; nodes that are used up count as a deadline.
    pub fn check(&self) -> Result<(), Stop> {
        let late = |deadline: Instant| Instant::now() >= deadline;
        let spent = |nodes: &Arc<AtomicU64>| nodes.load(Ordering::Relaxed) == 0;
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        let is_over = self.deadline.is_some_and(late) || self.nodes.as_ref().is_some_and(spent);
        if is_over { Err(Stop::Deadline) } else { Ok(()) }
    }

    /// Checks a table size against the memory limit.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        let fits = bytes <= self.memory;
        if fits { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Counter that checks the budget every `every` ticks.
    pub fn ticker(&self, every: u32) -> Ticker<'_> {
        Ticker {
            budget: self,
            every: every.max(1),
            count: 0,
            total: 0,
        }
    }
}

/// Counts search nodes and checks the budget at intervals, to keep inner loops fast.
#[derive(Debug)]
pub struct Ticker<'a> {
    budget: &'a Budget,
    /// Ticks between two checks.
    every: u32,
    /// Ticks since the last check.
    count: u32,
    total: u64,
}

impl Ticker<'_> {
    /// Counts one node. Reports a reason to stop at most `every` ticks late.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.total += 1;
        self.count += 1;
        if self.count >= self.every {
            self.budget.spend(self.count.into());
            self.count = 0;
            self.budget.check()?;
        }
        Ok(())
    }

    pub fn total(&self) -> u64 {
        self.total
    }
}

/// Drops a value on a separate thread. Freeing millions of allocations can take seconds, which
/// would delay a search that is out of time.
pub fn discard(value: impl Send + 'static) {
    // If no thread can be spawned, the value is dropped here.
    let thread = thread::Builder::new().name("discard".to_owned());
    let _ = thread.spawn(move || drop(value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_stops_every_clone() {
        let budget = Budget::default();
        let clone = budget.clone();
        assert_eq!(clone.check(), Ok(()));
        budget.cancel_flag().cancel();
        assert_eq!(clone.check(), Err(Stop::Cancelled));
    }

    #[test]
    fn nodes_end_a_search_whichever_ticker_counts_them() {
        let budget = Budget::default().with_nodes(10);
        let count = |ticks: u32| {
            let mut ticker = budget.ticker(2);
            (0..ticks).try_for_each(|_| ticker.tick())
        };
        assert_eq!(count(6), Ok(()));
        assert_eq!(count(3), Ok(()));
        assert_eq!(count(2), Err(Stop::Deadline));
        assert_eq!(budget.check(), Err(Stop::Deadline));
    }

    #[test]
    fn a_ticker_counts_all_and_checks_at_intervals() {
        let budget = Budget::default().with_time(Duration::ZERO);
        let mut ticker = budget.ticker(3);
        assert_eq!(ticker.tick(), Ok(()));
        assert_eq!(ticker.tick(), Ok(()));
        assert_eq!(ticker.tick(), Err(Stop::Deadline));
        assert_eq!(ticker.total(), 3);
    }
}
