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
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) loops: Loops,
    /// How many of the shortest programs are wanted.
    wanted: usize,
    /// Skeletons whose walk comes to all lights.
    pub(super) walks: AtomicU64,
    /// Cost of the best program; `usize::MAX` if there is none.
    cost: AtomicUsize,
    /// Programs with more commands are of no interest.
    most: AtomicUsize,
    found: Mutex<Found>,
}

impl Shared {
    pub(super) fn new(loops: Loops, wanted: usize) -> Self {
        Self {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            loops,
            wanted,
            walks: AtomicU64::new(0),
            cost: AtomicUsize::new(usize::MAX),
            most: AtomicUsize::new(usize::MAX),
            found: Mutex::default(),
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
        self.wanted > 1 || self.loops == Loops::With
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

    /// Takes a program that wins.
    pub(super) fn offer(&self, program: Program) {
        let Ok(mut found) = self.found.lock() else {
            return;
        };
        let cost = program.cost();
        let best = self.cost.load(Ordering::Relaxed);
        if cost > best {
            return;
        }
        if cost < best {
            self.cost.store(cost, Ordering::Relaxed);
            found.best = Some(program.clone());
            found.all.clear();
        }
        if self.wanted > 1 && found.all.len() < self.wanted {
            found.all.insert(nameless(&program), program);
        }
        let enough = found.all.len() >= self.wanted || self.wanted == 1;
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
