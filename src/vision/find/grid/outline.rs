//! Cells of a grid, and the visible outlines of covered cells.

use image::RgbaImage;

use crate::game::Cell;
use crate::place::ImageRect;
use crate::profile::Rgb;
use crate::sampler::{Sampler, point_colour};

use super::lattice::CellLattice;

/// A grid in its image; neighbouring pixels that differ by more than `contrast` form an edge.
#[derive(Clone, Copy)]
pub(crate) struct GridView<'a> {
    pub(crate) image: &'a RgbaImage,
    pub(crate) lattice: &'a CellLattice,
    pub(crate) contrast: u8,
}

impl GridView<'_> {
    /// Visible outline of a cell whose patch is missing or partly covered.
    pub(crate) fn outline(&self, cell: Cell) -> CellOutline {
        let rect = self.rect(cell);
        let (x, y) = rect.centre();
        let mut colours = Vec::new();
        for ray in 0..RAYS_PER_SIDE {
            // Offset parallel to the side.
            let along = (ray as f32 + 0.5) / RAYS_PER_SIDE as f32 * RAYS_SHARE - RAYS_SHARE / 2.0;
            let sides = [
                ((along, 0.0), (0.0, -1.0)),
                ((along, 0.0), (0.0, 1.0)),
                ((0.0, along), (-1.0, 0.0)),
                ((0.0, along), (1.0, 0.0)),
            ];
            for (off, towards) in sides {
                let from = (x + off.0 * rect.width, y + off.1 * rect.height);
                let step = (towards.0 * rect.width, towards.1 * rect.height);
                colours.extend(edge(self.image, from, step, self.contrast));
            }
        }
        CellOutline {
            visible: colours.len() as f32 / (4 * RAYS_PER_SIDE) as f32,
            colours,
        }
    }

    /// Colours at four points between a cell's centre and its corners.
    pub(crate) fn corners(&self, rect: ImageRect) -> impl Iterator<Item = Rgb> {
        let (x, y) = rect.centre();
        let (across, down) = (CORNER_SHARE * rect.width, CORNER_SHARE * rect.height);
        let points: [(f32, f32); CORNERS] = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        let at = move |(right, below)| (x + right * across, y + below * down);
        let points = points.into_iter();
        points.filter_map(move |off| point_colour(self.image, at(off)))
    }

    /// Mean colours of four strips on the borders to the next cells, one pixel wide, in the middle of each side.
    pub(crate) fn rims(&self, rect: ImageRect) -> impl Iterator<Item = Rgb> {
        let (x, y) = rect.centre();
        let (across, down) = (rect.width / 2.0, rect.height / 2.0);
        let sampler = Sampler::of_image(self.image);
        let sides = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
        sides.into_iter().map(move |(right, below)| {
            let middle = (x + right * across, y + below * down);
            let size = match right {
                0.0 => (RIM_SHARE * rect.width, 1.0),
                _ => (1.0, RIM_SHARE * rect.height),
            };
            let means = sampler.means(ImageRect::centred(middle, size), 1, 1);
            Rgb(means.first().copied().unwrap_or_default())
        })
    }

    /// Part of the position next to a cell that is nearest to it, in the direction of one side and within the image;
    /// `None` if there are less than two pixels of it.
    pub(crate) fn strip_beside(&self, cell: Cell, (right, below): (f32, f32)) -> Option<ImageRect> {
        let rect = self.rect(cell);
        let part = |from: f32, length: f32, towards: f32, end: u32| {
            let range = match towards {
                0.0 => (from, from + length),
                t if t < 0.0 => (from - STRIP_RANGE.1 * length, from - STRIP_RANGE.0 * length),
                _ => (
                    from + (1.0 + STRIP_RANGE.0) * length,
                    from + (1.0 + STRIP_RANGE.1) * length,
                ),
            };
            let from = range.0.max(0.0);
            let length = range.1.min(end as f32) - from;
            (length >= MIN_STRIP).then_some((from, length))
        };
        let (x, width) = part(rect.x, rect.width, right, self.image.width())?;
        let (y, height) = part(rect.y, rect.height, below, self.image.height())?;
        Some(ImageRect::new(x, y, width, height))
    }

    pub(crate) fn rect(&self, cell: Cell) -> ImageRect {
        self.lattice.rect().cell(self.lattice.size, cell)
    }
}

/// Nearest and farthest distance of a strip beside a cell from the cell's position, in pitches.
const STRIP_RANGE: (f32, f32) = (0.08, 0.25);
/// Minimum width of such a strip, in pixels.
const MIN_STRIP: f32 = 2.0;
/// Number of rays outwards from the middle of a cell, through each side, on which its edge is searched.
const RAYS_PER_SIDE: u32 = 16;
/// Share of a side from which rays start, around its middle.
const RAYS_SHARE: f32 = 0.6;
/// Searched distance range of a cell's edge from its centre, in pitches. No cell of a grid is smaller.
const EDGE_RANGE: (f32, f32) = (0.28, 0.56);
/// Number of colour samples of a cell.
pub(super) const CORNERS: usize = 4;
/// Distance of these samples from the centre, as a share of the sides.
const CORNER_SHARE: f32 = 0.3;
/// Length of a sampled strip on a border, as a share of the side.
const RIM_SHARE: f32 = 0.15;
/// Distance from the edge inwards to the sampled colour, in pixels.
const SAMPLE_DEPTH: f32 = 3.0;

/// Visible part of a cell's outline.
pub(crate) struct CellOutline {
    /// Visible share, 0 to 1.
    pub(crate) visible: f32,
    /// Colours just inside, one for each ray that meets an edge.
    pub(crate) colours: Vec<Rgb>,
}

/// Colour just inside the first edge on a ray; `None` if none lies within [`EDGE_RANGE`]. `from` is in the middle of a
/// cell or shifted parallel to the searched side, `step` leads to the middle of the next cell, both in pixels.
fn edge(image: &RgbaImage, from: (f32, f32), step: (f32, f32), contrast: u8) -> Option<Rgb> {
    // Pitch in pixels, as `step` is parallel to an axis.
    let length = step.0.abs().max(step.1.abs()).max(1.0);
    let at = |distance: f32| {
        let share = distance / length;
        point_colour(image, (from.0 + step.0 * share, from.1 + step.1 * share))
    };
    let (first, last) = (EDGE_RANGE.0 * length, EDGE_RANGE.1 * length);
    let mut distance = first;
    while distance < last {
        if at(distance)?.distance(at(distance + 1.0)?) > contrast {
            return at((distance - SAMPLE_DEPTH).max(0.0));
        }
        distance += 1.0;
    }
    None
}
