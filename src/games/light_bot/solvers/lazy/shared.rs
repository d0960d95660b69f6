//! Results shared by all threads of a search.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::program::{BotCommand, BotProgram};
use crate::solvers::kinds::{LoopFilter, canonical};

/// Best program, and others of its length.
#[derive(Debug, Default)]
struct BestPrograms {
    best: Option<BotProgram>,
    /// Programs of the best cost by their [`canonical`] bodies, so that programs that differ only in names count once;
    /// empty unless several are requested.
    all: BTreeMap<Vec<Vec<BotCommand>>, BotProgram>,
}

#[derive(Debug)]
pub(super) struct SharedBest {
    /// Set by the search to end its threads.
    pub(super) stop: AtomicBool,
    /// Number of search nodes of all threads.
    pub(super) nodes: AtomicU64,
    /// Programs that the search accepts: with a loop, without one, or any.
    pub(super) loops: LoopFilter,
    /// Number of shortest programs requested.
    max_programs: usize,
    /// Cost of the best program, in commands; `usize::MAX` if there is none.
    cost: AtomicUsize,
    /// Maximum cost of a further program: that of the best while more of them are requested, else one less.
    max_cost: AtomicUsize,
    programs: Mutex<BestPrograms>,
}

impl SharedBest {
    pub(super) fn new(loops: LoopFilter, max_programs: usize) -> Self {
        Self {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            loops,
            max_programs,
            cost: AtomicUsize::new(usize::MAX),
            max_cost: AtomicUsize::new(usize::MAX),
            programs: Mutex::default(),
        }
    }

    /// Cost of the best program so far; `None` if none was found.
    pub(super) fn cost(&self) -> Option<usize> {
        let cost = self.cost.load(Ordering::Relaxed);
        (cost < usize::MAX).then_some(cost)
    }

    pub(super) fn max_cost(&self) -> usize {
        self.max_cost.load(Ordering::Relaxed)
    }

    /// Returns whether equivalent programs must not be skipped: if several are requested, or if
    /// only loops count, since an equivalent program may win before its loop closes.
    pub(super) fn keeps_equivalents(&self) -> bool {
        self.max_programs > 1 || self.loops == LoopFilter::With
    }

    /// The best program so far; `None` if none was found.
    pub(super) fn best(&self) -> Option<BotProgram> {
        self.programs.lock().ok()?.best.clone()
    }

    /// Found programs of the best cost, up to the requested number; empty if only one is requested: see [`Self::best`].
    pub(super) fn all(&self) -> Vec<BotProgram> {
        let programs = self.programs.lock();
        programs.map_or(Vec::new(), |programs| {
            programs.all.values().cloned().collect()
        })
    }

    /// Stores a program if it is cheaper than the best, or as cheap and requested. The caller ensures that it wins
    /// and that [`Self::loops`] admits it.
    pub(super) fn offer(&self, program: BotProgram) {
        let Ok(mut programs) = self.programs.lock() else {
            return;
        };
        let cost = program.cost();
        let best = self.cost.load(Ordering::Relaxed);
        if cost > best {
            return;
        }
        if cost < best {
            self.cost.store(cost, Ordering::Relaxed);
            programs.best = Some(program.clone());
            programs.all.clear();
        }
        if self.max_programs > 1 && programs.all.len() < self.max_programs {
            programs.all.insert(canonical(&program), program);
        }
        let is_full = programs.all.len() >= self.max_programs || self.max_programs == 1;
        // A program that wins has at least one command, so this is not below 0.
        let max_cost = cost - usize::from(is_full);
        self.max_cost.store(max_cost, Ordering::Relaxed);
    }
}
