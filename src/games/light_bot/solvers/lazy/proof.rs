//! Search of one level, pass by pass.
//!
//! Pass `n` covers all programs with `n` commands other than X (light). After passes 0 to `n`, every
//! program of up to `n + 1` commands is excluded or known, since at least one command is an X. Each
//! pass consists of two steps with the same numbered units, which the threads share: pure cycles,
//! then the rest, which completes the pass. The pure cycles of a pass come before the rest of the
//! preceding one ([`PassStep::all`]).

use std::sync::atomic::Ordering;
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use super::passes::{PassStep, PreparedLevel};
use super::search::PassPart;
use super::shared::SharedBest;
use crate::program::BotProgram;
use crate::puzzle::BotPuzzle;
use crate::search::{Budget, Stop};
use crate::solvers::kinds::LoopFilter;

/// Interval between budget checks.
const PULSE: Duration = Duration::from_millis(5);

#[derive(Clone, Copy, Debug)]
pub struct LazyOptions {
    pub threads: usize,
    /// Maximum number of commands.
    pub max_cost: usize,
    /// Stops some time after a program is found, proved optimal or not.
    pub any_program: bool,
    pub loops: LoopFilter,
    /// Number of shortest programs requested, at least 1.
    pub count: usize,
}

impl Default for LazyOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            max_cost: usize::MAX,
            any_program: false,
            loops: LoopFilter::Any,
            count: 1,
        }
    }
}

#[derive(Clone, Debug)]
pub struct LazyResult {
    pub best: Option<BotProgram>,
    /// Programs of the same length, up to procedure names, if several are requested.
    pub all: Vec<BotProgram>,
    /// Minimum number of commands of all programs that the search has not covered.
    pub lower_bound: usize,
    /// True if the best program is proved shortest, or none exists.
    pub is_proved: bool,
    /// Limit of the budget that ended the search; `None` also if `max_cost` or the grace period ended it.
    pub stop: Option<Stop>,
}

/// Search of one level by skeletons, the programs without their X.
pub struct SkeletonSearch {
    /// Slots of all procedures: no program has more commands.
    slots: usize,
    work: PreparedLevel,
}

/// Time limit once a program is found, if any suffices: as long again as it took, at least a second.
struct GracePeriod {
    enabled: bool,
    started: Instant,
    /// Time from the start to the first program.
    found: Option<Duration>,
}

impl GracePeriod {
    const MIN: Duration = Duration::from_secs(1);

    /// Returns whether the time is over; `cost` is that of the best program so far, if there is one.
    fn is_over(&mut self, cost: Option<usize>) -> bool {
        if !self.enabled || cost.is_none() {
            return false;
        }
        let now = self.started.elapsed();
        let found = *self.found.get_or_insert(now);
        now > found + found.max(Self::MIN)
    }
}

pub(super) struct PassProgress {
    /// All programs of at most this number of commands are covered; it is also the number of complete passes.
    pub(super) covered: usize,
    pub(super) nodes: u64,
    pub(super) best: Option<BotProgram>,
}

/// Called after each step and for each better program.
pub(super) type Listener<'a> = &'a mut dyn FnMut(PassProgress);

impl SkeletonSearch {
    pub fn new(puzzle: &BotPuzzle) -> Self {
        Self {
            slots: puzzle.slots.as_slice().iter().sum(),
            work: PreparedLevel::new(puzzle),
        }
    }

    /// Searches until the limits of `options` or the budget.
    pub fn search(&self, options: LazyOptions, budget: &Budget) -> LazyResult {
        self.search_with(options, budget, &mut |_| {})
    }

    pub(super) fn search_with(
        &self,
        options: LazyOptions,
        budget: &Budget,
        listener: Listener<'_>,
    ) -> LazyResult {
        let shared = SharedBest::new(options.loops, options.count);
        let mut grace = GracePeriod {
            enabled: options.any_program,
            started: Instant::now(),
            found: None,
        };
        let (mut covered, mut stop) = (0, None);
        for step in PassStep::all() {
            if covered >= options.max_cost
                || self.is_complete(covered, shared.max_cost())
                || grace.is_over(shared.cost())
            {
                break;
            }
            let limits = (budget, &mut grace);
            match self.step(step, covered, options.threads, &shared, limits, listener) {
                // The grace period is over.
                Ok(false) => break,
                // The pass is complete; one command more is the X that its skeletons lack.
                Ok(true) if step.part == PassPart::Rest => covered = step.length + 1,
                Ok(true) => {}
                Err(reason) => {
                    stop = Some(reason);
                    break;
                }
            }
        }
        let best = shared.best();
        let shorter = best.as_ref().map_or(usize::MAX, |best| best.cost() - 1);
        LazyResult {
            is_proved: self.is_complete(covered, shorter),
            best,
            all: shared.all(),
            lower_bound: covered + 1,
            stop,
        }
    }

    /// Returns whether all programs that have at most `max` commands, or all that fit the slots, are covered.
    fn is_complete(&self, covered: usize, max: usize) -> bool {
        covered >= self.slots || covered >= max
    }

    /// Executes the units of a step; `covered` is the length of the programs covered before it. Returns whether all are
    /// done, which is `false` only at the end of the grace period.
    fn step(
        &self,
        step: PassStep,
        covered: usize,
        threads: usize,
        shared: &SharedBest,
        (budget, grace): (&Budget, &mut GracePeriod),
        listener: Listener<'_>,
    ) -> Result<bool, Stop> {
        let progress = || PassProgress {
            covered,
            nodes: shared.nodes.load(Ordering::Relaxed),
            best: shared.best(),
        };
        let units = self.work.count();
        let queue = Mutex::new(0..units);
        let (sender, receiver) = mpsc::channel();
        let work = |sender: mpsc::Sender<()>| {
            let next = || queue.lock().ok().and_then(|mut queue| queue.next());
            while let Some(unit) = next() {
                // At least one X is added. Units that are too long count as done.
                let too_long = step.length + 1 > shared.max_cost();
                if !too_long && self.work.run(step, unit, shared).is_break()
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
            let mut result = Ok(());
            let mut reported = None;
            let mut done = 0;
            loop {
                match receiver.recv_timeout(PULSE) {
                    Ok(()) => done += 1,
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    // All threads have ended.
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                let best = shared.cost();
                if result.is_ok() {
                    result = budget.check();
                    let stop = result.is_err() || grace.is_over(best);
                    shared.stop.store(stop, Ordering::Relaxed);
                }
                if best != reported {
                    listener(progress());
                }
                reported = best;
            }
            listener(progress());
            result.map(|()| done == units)
        })
    }
}
