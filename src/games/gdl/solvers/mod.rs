//! Solvers of games given by their rules.

mod agent;
mod answers;
mod astar;
mod auto;
mod beam;
mod best;
mod breadth;
mod count;
mod counters;
mod effects;
mod expand;
mod factors;
mod greedy;
mod groups;
mod ida;
mod iterative;
mod operators;
mod orbits;
mod patterns;
mod permutations;
mod policy;
mod problem;
mod replay;
mod rounds;
mod sat;
mod sat_solver;
mod search;
mod shorten;
mod simple;
mod table;
mod tokens;
mod walks;
mod watch;

#[cfg(test)]
pub(crate) mod tests;

use crate::game::Solver;

pub(super) static ALL: &[&dyn Solver] = &[
    &auto::Auto,
    &search::GraphSearch,
    &sat_solver::Sat,
    &iterative::IterativeDeepening,
];
