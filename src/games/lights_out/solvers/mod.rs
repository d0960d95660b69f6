//! The solvers of Lights Out.

mod fewest_presses;
mod greedy;
mod lightest;
mod linear;
mod request;
#[cfg(test)]
mod tests;

pub(super) use fewest_presses::FewestPresses;

use crate::game::Solver;

pub(super) static ALL: &[&dyn Solver] = &[&linear::Linear, &FewestPresses, &greedy::Greedy];
