//! Machines for levels of any size.

use std::fmt::Debug;
use std::sync::Arc;

use super::super::compile::MOST_CELLS;
use super::machine::{Applied, Cells, Endless, Input, Machine};
use super::plan::Plan;
use super::queue::Queue;
use super::rng::Rng;

/// A level being played, of any size.
pub trait Play: Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Play>;
    /// Begins a move, which may consist of several turns.
    fn begin(&mut self);
    /// See [`Machine::turn`].
    fn turn(&mut self, plan: &Plan, input: Option<Input>) -> Result<bool, Endless>;
    /// Puts objects, by number, into the cells.
    fn put_objects(&mut self, cells: &[Vec<usize>]);
    fn store(&self) -> Cells;
    /// Appends the contents of the cells.
    fn store_into(&self, list: &mut Vec<u64>);
    fn load(&mut self, stored: &[u64]);
    fn holds(&self, stored: &[u64]) -> bool;
    fn is_won(&self) -> bool;
    /// State of the random generator.
    fn chance(&self) -> Vec<u8>;
    fn set_chance(&mut self, bytes: &[u8]);
    /// Commands of the current turn.
    fn queue(&mut self) -> &mut Queue;
    /// Objects in a cell, numbered column by column.
    fn objects_in(&self, cell: usize) -> Vec<usize>;
    /// Rows and columns.
    fn size(&self) -> (usize, usize);
    /// Switches the recording of applied rules, and returns those recorded so far.
    fn tell_rules(&mut self, wanted: bool) -> Vec<Applied>;
}

impl Clone for Box<dyn Play> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl<const N: usize> Play for Machine<N> {
    fn boxed_clone(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }

    fn begin(&mut self) {
        self.work = 0;
    }

    fn turn(&mut self, plan: &Plan, input: Option<Input>) -> Result<bool, Endless> {
        Self::turn(self, plan, input)
    }

    fn put_objects(&mut self, cells: &[Vec<usize>]) {
        Self::put_objects(self, cells);
    }

    fn store_into(&self, list: &mut Vec<u64>) {
        Self::store_into(self, list);
    }

    fn store(&self) -> Cells {
        Self::store(self)
    }

    fn load(&mut self, stored: &[u64]) {
        Self::load(self, stored);
    }

    fn holds(&self, stored: &[u64]) -> bool {
        Self::holds(self, stored)
    }

    fn is_won(&self) -> bool {
        Self::is_won(self)
    }

    fn chance(&self) -> Vec<u8> {
        self.rng.bytes()
    }

    fn set_chance(&mut self, bytes: &[u8]) {
        self.rng.set(bytes);
    }

    fn queue(&mut self) -> &mut Queue {
        &mut self.queue
    }

    fn objects_in(&self, cell: usize) -> Vec<usize> {
        Self::objects_in(self, cell).collect()
    }

    fn size(&self) -> (usize, usize) {
        (self.field.height, self.field.width)
    }

    fn tell_rules(&mut self, wanted: bool) -> Vec<Applied> {
        let told = std::mem::replace(&mut self.told, wanted.then(Vec::new));
        told.unwrap_or_default()
    }
}

/// A machine for a level with up to [`MOST_CELLS`] cells.
pub fn machine(plan: &Arc<Plan>, width: usize, height: usize, rng: Rng) -> Box<dyn Play> {
    fn make<const N: usize>(
        plan: &Arc<Plan>,
        width: usize,
        height: usize,
        rng: Rng,
    ) -> Box<dyn Play> {
        Box::new(Machine::<N>::new(Arc::clone(plan), width, height, rng))
    }
    let make = match (width * height).min(MOST_CELLS).div_ceil(64) {
        0..=1 => make::<1>,
        2 => make::<2>,
        3 => make::<3>,
        4 => make::<4>,
        5..=6 => make::<6>,
        7..=12 => make::<12>,
        13..=32 => make::<32>,
        33..=128 => make::<128>,
        _ => make::<{ MOST_CELLS / 64 }>,
    };
    make(plan, width, height, rng)
}
