//! What all threads of a search share, and what does not change during a pass.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::bound::Bound;
use super::graph::Graph;
use crate::program::Program;

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

pub(super) type Flow = ControlFlow<Stopped>;

/// What all threads of a search share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Raised to stop all.
    pub(super) stop: AtomicBool,
    /// Nodes looked at.
    pub(super) nodes: AtomicU64,
    /// Programs with a circle are of no interest.
    pub(super) lines_only: bool,
    /// Skeletons whose walk comes to all lights.
    pub(super) walks: AtomicU64,
    /// Cost of the best program; `usize::MAX` if there is none.
    cost: AtomicUsize,
    best: Mutex<Option<Program>>,
}

impl Shared {
    pub(super) fn new(best: Option<Program>) -> Self {
        Self {
            cost: AtomicUsize::new(best.as_ref().map_or(usize::MAX, Program::cost)),
            best: Mutex::new(best),
            ..Self::default()
        }
    }

    /// Cost of the best program, if there is one.
    pub(super) fn cost(&self) -> Option<usize> {
        let cost = self.cost.load(Ordering::Relaxed);
        (cost < usize::MAX).then_some(cost)
    }

    /// The best program so far.
    pub(super) fn best(&self) -> Option<Program> {
        self.best.lock().ok()?.clone()
    }

    pub(super) fn offer(&self, program: Program) {
        if let Ok(mut best) = self.best.lock()
            && best
                .as_ref()
                .is_none_or(|best| program.cost() < best.cost())
        {
            self.cost.store(program.cost(), Ordering::Relaxed);
            *best = Some(program);
        }
    }
}

/// The two parts of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Circles that are entered at once: few, and among them are many short programs.
    Pure,
    /// All others.
    Rest,
}

/// What does not change during a pass.
pub(super) struct Pass<'a, M> {
    pub(super) graph: &'a Graph<M>,
    /// Bounds without helpers.
    pub(super) base: &'a Bound,
    /// Room for commands: main first.
    pub(super) slots: &'a [usize],
    /// Commands of the skeletons.
    pub(super) length: usize,
    /// Which of them.
    pub(super) part: Part,
    pub(super) shared: &'a Shared,
}
