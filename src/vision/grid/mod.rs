//! Grids of even patches, wherever they are in an image and however large.

mod lattice;
mod outline;
mod patches;

pub(crate) use lattice::{Lattice, lattices};
pub(crate) use outline::{CORNERS, GridSight, Outline};
pub(crate) use patches::{Patch, patches};
