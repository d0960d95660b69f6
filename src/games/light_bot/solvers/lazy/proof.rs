//! The search of one level, pass after pass.
//!
//! Pass `n` looks at all programs with `n` commands other than X. Once the passes 0 to `n` are
//! done, every program of up to `n + 1` commands is excluded or known, as at least one is an X.
//! A pass is done in two steps, each with the same numbered units, which the threads share.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::passes::{Step, Units, ready};
use super::shared::Shared;
use crate::program::Program;
use crate::puzzle::Puzzle;
use crate::search::{Budget, Stop};
use crate::solvers::kinds::Loops;

/// Time between two looks at the budget.
const PULSE: Duration = Duration::from_millis(5);

/// What is to be done of a search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub threads: usize,
    /// Programs with more commands are of no interest.
    pub most: usize,
    /// Ends some time after a program is found, whether or not it is proved to be the best.
    pub any: bool,
    /// Which programs are of interest.
    pub loops: Loops,
    /// How many of the shortest programs are wanted, at least 1.
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

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The shortest program found.
    pub best: Option<Program>,
    /// The programs as short as that one, by their bodies, if several are wanted.
    pub all: Vec<Program>,
    /// No other program has fewer commands.
    pub lower_bound: usize,
    /// Whether no program is shorter than the best, or there is none.
    pub is_settled: bool,
    /// Why the search ended early.
    pub stop: Option<Stop>,
}

/// The search of one level.
pub struct Proof {
    slots: usize,
    work: Box<dyn Units>,
}

/// How long a search goes on that is to find some program: as long again as it took.
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

/// What is told of a search while it is under way.
pub(super) struct News {
    pub(super) passes: usize,
    pub(super) nodes: u64,
    pub(super) best: Option<Program>,
}

/// Told of each step that is done and each better program.
pub(super) type Listener<'a> = &'a mut dyn FnMut(News);

impl Proof {
    /// Makes a level ready.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            slots: puzzle.slots.as_slice().iter().sum(),
            work: ready(puzzle),
        }
    }

    /// Searches until the effort is made or the budget ends it.
    pub fn search(&self, effort: Effort, budget: &Budget) -> Proved {
        self.search_telling(effort, budget, &mut |_| {})
    }

    /// [`Proof::search`] with a listener.
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

    /// Whether there is nothing left to do: no program that is not known has `most` commands or fewer,
    /// or all programs that fit the slots were tried.
    fn is_over(&self, passes: usize, most: usize) -> bool {
        passes >= self.slots || passes >= most
    }

    /// Works off the units of a step. Returns whether all of them are done.
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
                // With one X at least.
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
