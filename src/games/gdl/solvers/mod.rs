//! Solvers of games given by their rules.

mod answers;
mod factors;
mod heuristics;
mod portfolio;
mod problem;
mod sat;
mod search;
mod sokoban;
mod task;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use answers::UNIT;
use planwright_game::Solver;

pub(super) static ALL: &[&dyn Solver] = &[
    &portfolio::auto::Auto,
    &search::graph_search::GraphSearch,
    &sat::solver::Sat,
    &search::iterative::IterativeDeepening,
];
