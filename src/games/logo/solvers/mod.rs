//! The solvers of Logo, one file each.

use crate::game::{Conformance, Solver};

/// All solvers, the default one first.
pub(super) static ALL: &[&dyn Solver] = &[];

/// What the shared conformance tests run.
pub(super) fn conformance() -> Conformance {
    Conformance::default()
}
