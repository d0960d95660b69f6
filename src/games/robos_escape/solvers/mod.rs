//! Solvers, the default one first.

mod brute_force;
pub(super) mod lazy;

mod problem;
#[cfg(test)]
mod tests;

use crate::game::Solver;
use crate::game::typed::SolveTask;

pub(super) static ALL: &[&dyn Solver] = &[&lazy::Lazy, &brute_force::BruteForce];

type RobosTask<'a> = SolveTask<'a, crate::RobosEscape>;
