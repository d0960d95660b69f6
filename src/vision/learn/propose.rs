//! Detection of a board in a picture of which nothing is known, by patches of one size.

use image::RgbaImage;

use crate::find::grid::{CellLattice, Patch, lattices, patches};
use crate::game::{Cell, Size};
use crate::place::ImageRect;
use crate::profile::{GridRule, Rgb};

/// Contrast thresholds tried, most usual first.
const CONTRASTS: [u8; 5] = [12, 24, 6, 40, 64];
/// Minimum side of a cell, in pixels.
const MIN_CELL_SIDE: u32 = 8;
/// Minimum difference of scores for a later proposal to be preferred.
const MIN_SCORE_GAIN: f32 = 0.5;

/// A grid of patches that is probably a board.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub rect: ImageRect,
    pub size: Size,
    /// Rule that finds it again.
    pub rule: GridRule,
    lattice: CellLattice,
}

impl Proposal {
    /// Share of positions that have a patch, 0 to 1.
    pub(crate) fn completeness(&self) -> f32 {
        let places = self.size.cells().map(|cell| self.lattice.patch(cell));
        places.flatten().count() as f32 / self.size.area().max(1) as f32
    }

    /// Mean colour of a cell's patch; `None` without one.
    pub fn colour(&self, cell: Cell) -> Option<Rgb> {
        self.lattice.patch(cell).map(Patch::colour)
    }
}

/// Most likely grid of an image, or of part of it; `None` if no patches form one.
pub fn propose(image: &RgbaImage, within: Option<ImageRect>) -> Option<Proposal> {
    let (x, y, part) = match within {
        Some(rect) => {
            let edge = |at: f32, most: u32| (at.max(0.0) as u32).min(most);
            let (x, y) = (edge(rect.x, image.width()), edge(rect.y, image.height()));
            let width = edge(rect.x + rect.width, image.width()).saturating_sub(x);
            let height = edge(rect.y + rect.height, image.height()).saturating_sub(y);
            let part = image::imageops::crop_imm(image, x, y, width, height).to_image();
            (x as f32, y as f32, part)
        }
        None => (0.0, 0.0, image.clone()),
    };
    let longest = part.width().max(part.height());
    let proposals = CONTRASTS.iter().filter_map(|contrast| {
        let rule = GridRule {
            contrast: *contrast,
            side: (MIN_CELL_SIDE, longest),
            ..GridRule::default()
        };
        let patches = patches(&part, rule.contrast, MIN_CELL_SIDE / 2);
        let mut found = lattices(&patches, &rule).into_iter();
        let lattice = found.find(|lattice| lattice.size.area() > 1)?;
        let rect = lattice.rect();
        Some(Proposal {
            rect: rect.moved(x, y),
            size: lattice.size,
            rule,
            lattice,
        })
    });
    // Of nearly equal ones the first counts, as usual contrasts come first.
    proposals.reduce(|best, new| {
        let is_better = new.lattice.score() > best.lattice.score() + MIN_SCORE_GAIN;
        if is_better { new } else { best }
    })
}
