//! Solvers, the default one first.

mod annealing;
mod brute_force;
mod kinds;
mod lazy;
mod repeats;
mod task;
#[cfg(test)]
mod tests;

use crate::game::Solver;

pub use kinds::LoopFilter;
pub use lazy::{LazyOptions, SkeletonSearch};

pub(super) static ALL: &[&dyn Solver] = &[&lazy::Lazy, &brute_force::AllPrograms];
