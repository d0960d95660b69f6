//! Boards found by their grid: cells as patches of even colour at even distances, wherever they
//! are in the image and however large.

mod diagram;
mod lattice;
mod outline;
mod patches;
mod period;
mod propose;
mod read;

pub(super) use outline::Outline;
pub(super) use patches::{Patch, patches};
pub use period::{propose_cells, snap};
pub use propose::{Proposal, propose};
pub(super) use read::{GridSight, NoGrid, read, read_diagrams};
