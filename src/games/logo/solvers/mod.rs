//! The solvers of Logo, one file each.

mod peel;
mod problem;

use crate::game::{Conformance, Solver};

/// All solvers, the default one first.
pub(super) static ALL: &[&dyn Solver] = &[&peel::Peel];

/// What the shared conformance tests run.
pub(super) fn conformance() -> Conformance {
    Conformance::default()
}
