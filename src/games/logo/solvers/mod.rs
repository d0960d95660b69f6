//! The solvers of Logo, one file each.

mod backward;
mod fewest_keys;
mod peel;
mod problem;
#[cfg(test)]
mod tests;

use crate::game::{Conformance, Solver};

/// All solvers, the default one first.
pub(super) static ALL: &[&dyn Solver] =
    &[&peel::Peel, &fewest_keys::FewestKeys, &backward::Backward];

/// What the shared conformance tests run.
pub(super) fn conformance() -> Conformance {
    Conformance::default()
}
