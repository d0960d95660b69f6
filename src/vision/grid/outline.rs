//! The cells of a grid, and what is left of the outline of those that something covers.

use image::RgbaImage;

use crate::game::Cell;
use crate::place::ImageRect;
use crate::profile::Rgb;
use crate::sampler::point_colour;

use super::lattice::Lattice;

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

/// Number of places looked at on each side.
const RAYS: u32 = 16;
/// Where a cell's edge is looked for, from its middle, in parts of the distance of cells. No cell
/// of a grid is smaller, see the lattice.
const EDGE: (f32, f32) = (0.28, 0.56);
/// From the edge inwards to where the colour is taken.
const INSIDE: f32 = 3.0;

/// What is seen of a cell's edge.
pub(crate) struct Outline {
    /// Share of the edge that is seen, 0 to 1.
    pub(crate) seen: f32,
    /// The colours just inside of it.
    pub(crate) colours: Vec<Rgb>,
}

/// Looks for the edge of the cell whose place in the grid is `rect`. Neighbouring pixels that
/// differ by more than `contrast` in a channel are an edge.
fn outline(image: &RgbaImage, rect: ImageRect, contrast: u8) -> Outline {
    let (x, y) = rect.centre();
    let mut colours = Vec::new();
    for ray in 0..RAYS {
        // Along the side, corners left out.
        let along = (ray as f32 + 0.5) / RAYS as f32 * 0.6 - 0.3;
        let sides = [
            ((along, 0.0), (0.0, -1.0)),
            ((along, 0.0), (0.0, 1.0)),
            ((0.0, along), (-1.0, 0.0)),
            ((0.0, along), (1.0, 0.0)),
        ];
        for (off, towards) in sides {
            let from = (x + off.0 * rect.width, y + off.1 * rect.height);
            let step = (towards.0 * rect.width, towards.1 * rect.height);
            colours.extend(edge(image, from, step, contrast));
        }
    }
    Outline {
        seen: colours.len() as f32 / (4 * RAYS) as f32,
        colours,
    }
}

/// The colour before the first edge on the way outwards, if there is one where it should be.
fn edge(image: &RgbaImage, from: (f32, f32), step: (f32, f32), contrast: u8) -> Option<Rgb> {
    let length = step.0.abs().max(step.1.abs()).max(1.0);
    let at = |distance: f32| {
        let share = distance / length;
        point_colour(image, (from.0 + step.0 * share, from.1 + step.1 * share))
    };
    let (first, last) = (EDGE.0 * length, EDGE.1 * length);
    let mut distance = first;
    while distance < last {
        if at(distance)?.distance(at(distance + 1.0)?) > contrast {
            return at((distance - INSIDE).max(0.0));
        }
        distance += 1.0;
    }
    None
}
