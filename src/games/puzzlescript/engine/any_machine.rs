//! Machines for levels of any size.

use std::fmt::Debug;
use std::sync::Arc;

use super::super::compile::MAX_LEVEL_CELLS;
use super::machine::{AppliedRule, BoardMachine, CellWords, Endless, Input};
use super::plan::GamePlan;
use super::queue::CommandQueue;
use super::rng::Rng;

/// A level being played, of any size.
pub trait AnyMachine: Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnyMachine>;
    /// Begins a move, which may consist of several turns.
    fn begin(&mut self);
    /// See [`BoardMachine::turn`].
    fn turn(&mut self, plan: &GamePlan, input: Option<Input>) -> Result<bool, Endless>;
    /// Puts objects, by number, into the cells.
    fn put_objects(&mut self, cells: &[Vec<usize>]);
    fn store(&self) -> CellWords;
    /// Appends the contents of the cells.
    fn store_into(&self, list: &mut Vec<u64>);
    fn load(&mut self, stored: &[u64]);
    fn has_cells(&self, stored: &[u64]) -> bool;
    fn is_won(&self) -> bool;
    /// State of the random generator.
    fn rng_state(&self) -> Vec<u8>;
    fn set_rng_state(&mut self, bytes: &[u8]);
    /// Commands of the current turn.
    fn queue(&mut self) -> &mut CommandQueue;
    /// Objects in a cell, numbered column by column.
    fn objects_in(&self, cell: usize) -> Vec<usize>;
    /// Rows and columns.
    fn size(&self) -> (usize, usize);
    /// Switches the recording of applied rules, and returns those recorded so far.
    fn record_rules(&mut self, enabled: bool) -> Vec<AppliedRule>;
}

impl Clone for Box<dyn AnyMachine> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl<const N: usize> AnyMachine for BoardMachine<N> {
    fn boxed_clone(&self) -> Box<dyn AnyMachine> {
        Box::new(self.clone())
    }

    fn begin(&mut self) {
        self.work = 0;
    }

    fn turn(&mut self, plan: &GamePlan, input: Option<Input>) -> Result<bool, Endless> {
        Self::turn(self, plan, input)
    }

    fn put_objects(&mut self, cells: &[Vec<usize>]) {
        Self::put_objects(self, cells);
    }

    fn store_into(&self, list: &mut Vec<u64>) {
        Self::store_into(self, list);
    }

    fn store(&self) -> CellWords {
        Self::store(self)
    }

    fn load(&mut self, stored: &[u64]) {
        Self::load(self, stored);
    }

    fn has_cells(&self, stored: &[u64]) -> bool {
        Self::has_cells(self, stored)
    }

    fn is_won(&self) -> bool {
        Self::is_won(self)
    }

    fn rng_state(&self) -> Vec<u8> {
        self.rng.bytes()
    }

    fn set_rng_state(&mut self, bytes: &[u8]) {
        self.rng.set(bytes);
    }

    fn queue(&mut self) -> &mut CommandQueue {
        &mut self.queue
    }

    fn objects_in(&self, cell: usize) -> Vec<usize> {
        Self::objects_in(self, cell).collect()
    }

    fn size(&self) -> (usize, usize) {
        (self.field.height, self.field.width)
    }

    fn record_rules(&mut self, enabled: bool) -> Vec<AppliedRule> {
        let trace = std::mem::replace(&mut self.trace, enabled.then(Vec::new));
        trace.unwrap_or_default()
    }
}

/// A machine for a level with up to [`MAX_LEVEL_CELLS`] cells.
pub fn machine(plan: &Arc<GamePlan>, width: usize, height: usize, rng: Rng) -> Box<dyn AnyMachine> {
    fn build<const N: usize>(
        plan: &Arc<GamePlan>,
        width: usize,
        height: usize,
        rng: Rng,
    ) -> Box<dyn AnyMachine> {
        Box::new(BoardMachine::<N>::new(Arc::clone(plan), width, height, rng))
    }
    let build = match (width * height).min(MAX_LEVEL_CELLS).div_ceil(64) {
        0..=1 => build::<1>,
        2 => build::<2>,
        3 => build::<3>,
        4 => build::<4>,
        5..=6 => build::<6>,
        7..=12 => build::<12>,
        13..=32 => build::<32>,
        33..=128 => build::<128>,
        _ => build::<{ MAX_LEVEL_CELLS / 64 }>,
    };
    build(plan, width, height, rng)
}
