//! The solvers of Logo.

mod backward;
mod depth_first;
mod fewest_keys;
mod forward;
mod order;
mod orders;
mod peel;
mod problem;
#[cfg(test)]
mod tests;

use crate::game::Solver;

pub(super) static ALL: &[&dyn Solver] = &[
    &peel::Peel,
    &fewest_keys::FewestKeys,
    &backward::Backward,
    &forward::Forward,
];
