//! Solvers, and counting of solutions.

mod brute_force;
mod engine;
mod problem;
mod propagate;
#[cfg(test)]
mod tests;

pub(super) use brute_force::BruteForce;
pub(super) use engine::bits;
pub(super) use problem::Csp;
pub(super) use propagate::{
    FoundSolutions, Propagate, contradiction, search, solution_count, solutions,
};

pub(super) type PuzlogicTask<'a> = crate::game::typed::SolveTask<'a, crate::Puzlogic>;
