//! What all threads of a search share, and what does not change during a pass.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::bound::Bound;
use super::graph::Graph;
use crate::program::{Command, Program};
use crate::puzzle::Puzzle;
use crate::solvers::kinds::{Loops, nameless};

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

pub(super) type Flow = ControlFlow<Stopped>;

/// The best program, and all that were found of its length.
#[derive(Debug, Default)]
struct Found {
    best: Option<Program>,
    /// By their bodies without names; only where several are wanted.
    all: BTreeMap<Vec<Vec<Command>>, Program>,
    /// By commands, the fewest steps and a program with them; only where steps count.
    soonest: BTreeMap<usize, (u64, Program)>,
}

/// Which programs are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// So many of those with the fewest commands.
    Shortest(usize),
    /// Of each number of commands up to this the one with the fewest steps.
    Soonest(usize),
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) loops: Loops,
    pub(super) wanted: Wanted,
    /// Skeletons whose walk comes to all lights.
    pub(super) walks: AtomicU64,
    /// Cost of the best program; `usize::MAX` if there is none.
    cost: AtomicUsize,
    /// Programs with more commands are of no interest.
    most: AtomicUsize,
    found: Mutex<Found>,
}

impl Shared {
    pub(super) fn new(best: Option<Program>, loops: Loops, wanted: Wanted) -> Self {
        let cost = best.as_ref().map_or(usize::MAX, Program::cost);
        let most = match wanted {
            Wanted::Shortest(_) => cost - 1,
            Wanted::Soonest(most) => most,
        };
        Self {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            loops,
            wanted,
            walks: AtomicU64::new(0),
            cost: AtomicUsize::new(cost),
            most: AtomicUsize::new(most),
            found: Mutex::new(Found {
                best,
                ..Found::default()
            }),
        }
    }

    pub(super) fn cost(&self) -> Option<usize> {
        let cost = self.cost.load(Ordering::Relaxed);
        (cost < usize::MAX).then_some(cost)
    }

    /// Programs with more commands are of no interest.
    pub(super) fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    /// Whether programs as short as others count, too, and the search must not leave out any that
    /// differ from others just in form. So it must where loops are wanted: forms that are as good may
    /// win before their loop is closed.
    pub(super) fn is_exact(&self) -> bool {
        self.wanted != Wanted::Shortest(1) || self.loops == Loops::With
    }

    pub(super) fn best(&self) -> Option<Program> {
        self.found.lock().ok()?.best.clone()
    }

    /// All programs of its length so far, as far as they are wanted.
    pub(super) fn all(&self) -> Vec<Program> {
        let found = self.found.lock();
        found.map_or_else(
            |_| Vec::new(),
            |found| found.all.values().cloned().collect(),
        )
    }

    /// The programs with the fewest steps, those with fewer commands first.
    pub(super) fn soonest(&self) -> Vec<Program> {
        let found = self.found.lock();
        let programs = |found: &Found| found.soonest.values().map(|(_, it)| it.clone()).collect();
        found.map_or_else(|_| Vec::new(), |found| programs(&found))
    }

    /// Takes a program that wins after so many steps.
    pub(super) fn offer(&self, program: Program, steps: u64) {
        let Ok(mut found) = self.found.lock() else {
            return;
        };
        let cost = program.cost();
        let wanted = match self.wanted {
            Wanted::Shortest(wanted) => wanted,
            Wanted::Soonest(_) => {
                let known = found.soonest.get(&cost);
                if known.is_none_or(|(known, _)| steps < *known) {
                    found.soonest.insert(cost, (steps, program));
                }
                return;
            }
        };
        let best = self.cost.load(Ordering::Relaxed);
        if cost > best {
            return;
        }
        if cost < best {
            self.cost.store(cost, Ordering::Relaxed);
            found.best = Some(program.clone());
            found.all.clear();
        }
        if wanted > 1 && found.all.len() < wanted {
            found.all.insert(nameless(&program), program);
        }
        let enough = found.all.len() >= wanted || wanted == 1;
        self.most
            .store(cost - usize::from(enough), Ordering::Relaxed);
    }
}

/// The two parts of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Circles that are entered at once: few, and among them are many short programs.
    Pure,
    Rest,
}

/// What does not change during a pass.
pub(super) struct Pass<'a, M> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) graph: &'a Graph<M>,
    /// Bounds without helpers.
    pub(super) base: &'a Bound,
    /// Room for commands: main first.
    pub(super) slots: &'a [usize],
    pub(super) length: usize,
    pub(super) part: Part,
    pub(super) shared: &'a Shared,
}
