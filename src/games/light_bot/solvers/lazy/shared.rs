//! State shared by all threads, and constants of a pass.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::bound::Bound;
use super::graph::Graph;
use crate::program::{Command, Program};
use crate::puzzle::Puzzle;
use crate::solvers::kinds::{Loops, nameless};

/// Signal that the search was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

pub(super) type Flow = ControlFlow<Stopped>;

/// Best program, and others of its length.
#[derive(Debug, Default)]
struct Found {
    best: Option<Program>,
    /// By bodies without names; only if several are requested.
    all: BTreeMap<Vec<Vec<Command>>, Program>,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) loops: Loops,
    /// Number of shortest programs requested.
    wanted: usize,
    /// Number of skeletons whose walk visits all lights.
    pub(super) walks: AtomicU64,
    /// Cost of the best program; `usize::MAX` if there is none.
    cost: AtomicUsize,
    /// Maximum number of commands of an acceptable program.
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

    pub(super) fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    /// Returns whether equivalent programs must not be skipped: if several are requested, or if only loops count,
    /// since an equivalent program may win before its loop closes.
    pub(super) fn is_exact(&self) -> bool {
        self.wanted > 1 || self.loops == Loops::With
    }

    pub(super) fn best(&self) -> Option<Program> {
        self.found.lock().ok()?.best.clone()
    }

    /// Found programs of the best cost, up to the requested number.
    pub(super) fn all(&self) -> Vec<Program> {
        let found = self.found.lock();
        found.map_or_else(
            |_| Vec::new(),
            |found| found.all.values().cloned().collect(),
        )
    }

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

/// Part of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Cycles entered at once: few, and often among the shortest programs.
    Pure,
    Rest,
}

/// Constants of a pass.
pub(super) struct Pass<'a, M> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) graph: &'a Graph<M>,
    /// Bound without helpers.
    pub(super) base: &'a Bound,
    /// Slots of each procedure, main first.
    pub(super) slots: &'a [usize],
    pub(super) length: usize,
    pub(super) part: Part,
    pub(super) shared: &'a Shared,
}
