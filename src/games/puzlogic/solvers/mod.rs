//! Solvers, and counting of solutions.

mod brute_force;
mod engine;
mod problem;
mod propagate;
#[cfg(test)]
mod tests;

pub(super) use brute_force::BruteForce;
pub(super) use problem::Csp;
pub(super) use propagate::{Propagate, contradiction, search, solution_count, solutions};
