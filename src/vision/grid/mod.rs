//! Grids of even patches, wherever they are in an image and however large.

mod lattice;
mod outline;
mod patches;
mod sight;

pub(crate) use lattice::{Lattice, lattices};
pub(crate) use outline::Outline;
pub(crate) use patches::{Patch, patches};
pub(crate) use sight::GridSight;
