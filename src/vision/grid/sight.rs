//! What is seen of the cells of a grid.

use image::RgbaImage;

use crate::game::Cell;
use crate::place::ImageRect;

use super::lattice::Lattice;
use super::outline::{Outline, outline};

/// An image with a grid found in it.
#[derive(Clone, Copy)]
pub(crate) struct GridSight<'a> {
    pub(crate) image: &'a RgbaImage,
    pub(crate) lattice: &'a Lattice,
    pub(crate) contrast: u8,
}

impl GridSight<'_> {
    /// What is seen of the edge of a cell that has no patch of its own.
    pub(crate) fn outline(&self, cell: Cell) -> Outline {
        outline(self.image, self.rect(cell), self.contrast)
    }

    /// The whole of a cell's place in the grid.
    pub(crate) fn rect(&self, cell: Cell) -> ImageRect {
        self.lattice.rect().cell(self.lattice.size, cell)
    }
}
