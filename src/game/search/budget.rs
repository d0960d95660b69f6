//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Limit, Outcome, Solution};

/// A flag that one thread raises and another looks at. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Raises the flag.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a search has to end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Somebody said stop.
    Cancelled,
    /// The deadline has passed.
    Deadline,
    /// More memory than allowed would be needed.
    Memory,
}

impl Stop {
    /// The reason for people.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Cancelled => "it was interrupted",
            Self::Deadline => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
        }
    }

    /// The outcome of a search that ended so, with what it has.
    pub fn outcome<P>(
        self,
        best: Option<Solution<P>>,
        lower_bound: Option<crate::Cost>,
    ) -> Outcome<P> {
        let limit = match self {
            Self::Cancelled => return Outcome::Interrupted { best, lower_bound },
            Self::Deadline => Limit::Time,
            Self::Memory => Limit::Memory,
        };
        Outcome::Limit {
            limit,
            best,
            lower_bound,
        }
    }
}

/// Limits of a search. Cheap to clone; clones share the cancel flag and the nodes.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    /// Search nodes that are left, for searches that count theirs with a [`Ticker`].
    nodes: Option<Arc<AtomicU64>>,
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
    /// Memory a search may use for its tables when nothing else is said, in bytes (2 GiB).
    pub const DEFAULT_MEMORY: u64 = 2 << 30;

    /// The same limits and a deadline from now on.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// The same limits and at most this many search nodes, which end a search like a deadline, but after
    /// the same work on every machine. Only searches that count their nodes with a [`Ticker`] heed it,
    /// to within as many as that ticker lets pass between two looks.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(Arc::new(AtomicU64::new(nodes)));
        self
    }

    /// The same limits with another memory budget, in bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// The same limits with this cancel flag.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelFlag) -> Self {
        self.cancel = cancel;
        self
    }

    /// The flag that calls the search off.
    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.cancel
    }

    /// Memory for tables, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Time left, `None` without a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Takes search nodes off those that are left.
    fn spend(&self, count: u64) {
        if let Some(nodes) = &self.nodes {
            let spent = |left: u64| Some(left.saturating_sub(count));
            // It always has a next value.
            let _ = nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent);
        }
    }

    /// Looks at flag, clock and nodes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stop> {
        let late = |deadline: Instant| Instant::now() >= deadline;
        let spent = |nodes: &Arc<AtomicU64>| nodes.load(Ordering::Relaxed) == 0;
        if self.cancel.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.deadline.is_some_and(late) || self.nodes.as_ref().is_some_and(spent) {
            Err(Stop::Deadline)
        } else {
            Ok(())
        }
    }

    /// Whether tables of this many bytes fit.
    ///
    /// # Errors
    /// [`Stop::Memory`] if not.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.memory {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// A counter that looks at the budget once in `every` ticks.
    pub fn ticker(&self, every: u32) -> Ticker<'_> {
        Ticker {
            budget: self,
            every: every.max(1),
            count: 0,
            total: 0,
        }
    }
}

/// Counts search nodes and looks at the budget now and then, so that inner loops stay tight.
#[derive(Debug)]
pub struct Ticker<'a> {
    budget: &'a Budget,
    every: u32,
    count: u32,
    total: u64,
}

impl Ticker<'_> {
    /// Counts one node.
    ///
    /// # Errors
    /// The reason to stop, at the latest `every` ticks after it arose.
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

    /// Nodes counted so far.
    pub fn total(&self) -> u64 {
        self.total
    }
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
        let count = |most: u32| {
            let mut ticker = budget.ticker(2);
            (0..most).try_for_each(|_| ticker.tick())
        };
        assert_eq!(count(6), Ok(()));
        assert_eq!(count(3), Ok(()));
        assert_eq!(count(2), Err(Stop::Deadline));
        assert_eq!(budget.check(), Err(Stop::Deadline));
    }

    #[test]
    fn a_ticker_counts_all_and_looks_once_in_a_while() {
        let budget = Budget::default().with_time(Duration::ZERO);
        let mut ticker = budget.ticker(3);
        assert_eq!(ticker.tick(), Ok(()));
        assert_eq!(ticker.tick(), Ok(()));
        assert_eq!(ticker.tick(), Err(Stop::Deadline));
        assert_eq!(ticker.total(), 3);
    }
}
