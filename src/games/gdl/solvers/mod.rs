//! Solvers of games given by their rules.

mod analysis;
mod astar;
mod auto;
mod best;
mod breadth;
mod clock;
mod conformance;
mod counters;
mod effects;
mod expand;
mod factors;
mod greedy;
mod ida;
mod iterative;
mod orbits;
mod patterns;
mod policy;
mod problem;
mod sat;
mod search;
mod several;
mod shorten;
mod simple;
mod table;
mod watch;
mod window;

#[cfg(test)]
mod cycles;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod visits;

use crate::game::Solver;

pub(super) use clock::Clock;
pub(super) use conformance::conformance;

/// All solvers, the default one first.
pub(super) static ALL: &[&dyn Solver] = &[
    &auto::Auto,
    &search::Search,
    &sat::Sat,
    &iterative::IterativeDeepening,
];
