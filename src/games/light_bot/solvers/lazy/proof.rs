//! Search of one level, pass by pass.
//!
//! Pass `n` covers all programs with `n` commands other than X. After passes 0 to `n`, every program of up to `n + 1`
//! commands is excluded or known, since at least one command is an X. Each pass consists of two steps with the same
//! numbered units, which the threads share.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::passes::{Step, Units, ready};
use super::shared::Shared;
use crate::program::Program;
use crate::puzzle::Puzzle;
use crate::search::{Budget, Stop};
use crate::solvers::kinds::Loops;

/// Interval between budget checks.
const PULSE: Duration = Duration::from_millis(5);

/// Extent of a search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub threads: usize,
    /// Maximum number of commands.
    pub most: usize,
    /// Stops some time after a program is found, proved optimal or not.
    pub any: bool,
    /// Kind of programs.
    pub loops: Loops,
    /// Number of shortest programs requested, at least 1.
    pub count: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            threads: 1,
            most: usize::MAX,
            any: false,
            loops: Loops::Any,
            count: 1,
        }
    }
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Shortest program found.
    pub best: Option<Program>,
    /// Programs of the same length, up to procedure names, if several are requested.
    pub all: Vec<Program>,
    /// Minimum number of commands of any other program.
    pub lower_bound: usize,
    /// True if the best program is proved shortest, or none exists.
    pub is_settled: bool,
    /// Reason for an early end.
    pub stop: Option<Stop>,
}

/// Search of one level.
pub struct Proof {
    slots: usize,
    work: Box<dyn Units>,
}

/// Time limit once a program is found, if any suffices: as long again as it took, at least a second.
struct Patience {
    any: bool,
    begun: Instant,
    found: Option<Duration>,
}

impl Patience {
    const LEAST: Duration = Duration::from_secs(1);

    fn new(any: bool) -> Self {
        Self {
            any,
            begun: Instant::now(),
            found: None,
        }
    }

    fn is_over(&mut self, found: Option<usize>) -> bool {
        let now = self.begun.elapsed();
        if self.any && found.is_some() {
            let found = *self.found.get_or_insert(now);
            return now > found + found.max(Self::LEAST);
        }
        false
    }
}

/// Progress of a search.
pub(super) struct News {
    pub(super) passes: usize,
    pub(super) nodes: u64,
    pub(super) best: Option<Program>,
}

/// Called after each step and for each better program.
pub(super) type Listener<'a> = &'a mut dyn FnMut(News);

impl Proof {
    /// Prepares a level.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            slots: puzzle.slots.as_slice().iter().sum(),
            work: ready(puzzle),
        }
    }

    /// Searches to the end of the effort or budget.
    pub fn search(&self, effort: Effort, budget: &Budget) -> Proved {
        self.search_telling(effort, budget, &mut |_| {})
    }

    pub(super) fn search_telling(
        &self,
        effort: Effort,
        budget: &Budget,
        listener: Listener<'_>,
    ) -> Proved {
        let shared = Shared::new(effort.loops, effort.count);
        let mut patience = Patience::new(effort.any);
        let mut number = 0;
        let mut stop = None;
        loop {
            let passes = Step::passes_before(number);
            if passes >= effort.most
                || self.is_over(passes, shared.most())
                || patience.is_over(shared.cost())
            {
                break;
            }
            let limits = (budget, &mut patience);
            match self.step(number, effort.threads, &shared, limits, listener) {
                Ok(true) => number += 1,
                Ok(false) => {}
                Err(reason) => {
                    stop = Some(reason);
                    break;
                }
            }
        }
        let passes = Step::passes_before(number);
        let best = shared.best();
        let shorter = best.as_ref().map_or(usize::MAX, |best| best.cost() - 1);
        Proved {
            is_settled: self.is_over(passes, shorter),
            best,
            all: shared.all(),
            lower_bound: passes + 1,
            stop,
        }
    }

    /// Returns whether the search is complete: no unknown program has at most `most` commands, or all programs that
    /// fit the slots are covered.
    fn is_over(&self, passes: usize, most: usize) -> bool {
        passes >= self.slots || passes >= most
    }

    /// Executes the units of a step; returns whether all are done.
    fn step(
        &self,
        number: usize,
        threads: usize,
        shared: &Shared,
        (budget, patience): (&Budget, &mut Patience),
        listener: Listener<'_>,
    ) -> Result<bool, Stop> {
        let step = Step::new(number);
        let news = || News {
            passes: Step::passes_before(number),
            nodes: shared.nodes.load(Ordering::Relaxed),
            best: shared.best(),
        };
        let units = self.work.count();
        let queue = Mutex::new(0..units);
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let work = |sender: std::sync::mpsc::Sender<()>| {
            let next = || queue.lock().ok().and_then(|mut queue| queue.next());
            while let Some(unit) = next() {
                // At least one X is added.
                let needless = step.length + 1 > shared.most();
                if !needless && self.work.run(step, unit, shared).is_err()
                    || sender.send(()).is_err()
                {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            let mut ended = Ok(());
            let mut told = None;
            let mut done = 0;
            loop {
                match receiver.recv_timeout(PULSE) {
                    Ok(()) => done += 1,
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                }
                let best = shared.cost();
                if ended.is_ok() {
                    ended = budget.check();
                    let enough = ended.is_err() || patience.is_over(best);
                    shared.stop.store(enough, Ordering::Relaxed);
                }
                if best != told {
                    listener(news());
                }
                told = best;
            }
            listener(news());
            ended.map(|()| done == units)
        })
    }
}
