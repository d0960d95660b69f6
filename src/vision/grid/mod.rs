//! Grids of uniformly coloured patches of any size and position.

mod lattice;
mod outline;
mod patches;

pub(crate) use lattice::{CellLattice, lattices};
pub(crate) use outline::{CORNERS, CellOutline, GridView};
pub(crate) use patches::{Patch, patches};
