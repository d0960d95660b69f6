//! Solvers, the default one first.

mod brute_force;
mod conformance;
mod task;
#[cfg(test)]
mod tests;

use crate::game::Solver;

pub(super) use conformance::conformance;

pub(super) static ALL: &[&dyn Solver] = &[&brute_force::BruteForce];
