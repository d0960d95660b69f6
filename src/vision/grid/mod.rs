//! Grids of uniformly coloured patches of any size and position.

mod lattice;
mod outline;
mod patches;

pub(crate) use lattice::{Lattice, lattices};
pub(crate) use outline::{CORNERS, GridSight, Outline};
pub(crate) use patches::{Patch, patches};
