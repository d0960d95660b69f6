//! Proposals for a new profile: which part of an image looks like a board.

use image::RgbaImage;

use crate::game::{Cell, Size};
use crate::grid::{Lattice, Patch, lattices, patches};
use crate::place::ImageRect;
use crate::profile::{GridRule, Rgb};

/// Contrasts that are tried, from usual to rare.
const CONTRASTS: [u8; 5] = [12, 24, 6, 40, 64];
/// Cells are at least so many pixels wide.
const LEAST_SIDE: u32 = 8;

/// A grid of cells seen in an image.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Where it is, in pixels of the image.
    pub rect: ImageRect,
    /// Rows × columns.
    pub size: Size,
    /// How it is found again.
    pub rule: GridRule,
    lattice: Lattice,
}

impl Proposal {
    /// Share of its places that have a patch, 0 to 1.
    pub(crate) fn complete(&self) -> f32 {
        let places = self.size.cells().map(|cell| self.lattice.patch(cell));
        places.flatten().count() as f32 / self.size.area().max(1) as f32
    }

    /// The mean colour of a cell's patch; `None` where there is none.
    pub fn colour(&self, cell: Cell) -> Option<Rgb> {
        self.lattice.patch(cell).map(Patch::colour)
    }
}

/// The likeliest grid of an image or of a part of it.
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
            side: (LEAST_SIDE, longest),
            ..GridRule::default()
        };
        let patches = patches(&part, rule.contrast, LEAST_SIDE / 2);
        let lattice = lattices(&patches, &rule)
            .into_iter()
            .find(|lattice| lattice.size.area() > 1)?;
        let rect = lattice.rect();
        Some(Proposal {
            rect: ImageRect {
                x: rect.x + x,
                y: rect.y + y,
                ..rect
            },
            size: lattice.size,
            rule,
            lattice,
        })
    });
    // The first of the best: contrasts come from usual to rare.
    proposals.reduce(|best, new| {
        if new.lattice.score() > best.lattice.score() + 0.5 {
            new
        } else {
            best
        }
    })
}
