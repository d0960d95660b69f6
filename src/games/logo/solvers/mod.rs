//! The solvers of Logo, one file each.

mod backward;
mod conformance;
mod fewest_keys;
mod peel;
mod problem;
#[cfg(test)]
mod tests;

pub(super) use conformance::conformance;

use crate::game::Solver;

/// All solvers, the default one first.
pub(super) static ALL: &[&dyn Solver] =
    &[&peel::Peel, &fewest_keys::FewestKeys, &backward::Backward];
