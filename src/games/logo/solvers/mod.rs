//! The solvers of Logo.

mod depth_first;
mod fewest_keys;
mod orders;
mod peel;
mod problem;
#[cfg(test)]
mod tests;

use crate::game::Solver;

pub(super) static ALL: &[&dyn Solver] = &[
    &peel::Peel,
    &fewest_keys::FewestKeys,
    &depth_first::BACKWARD,
    &depth_first::FORWARD,
];
