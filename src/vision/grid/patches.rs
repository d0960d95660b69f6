//! Patches: connected pixels among which no two neighbours differ much.
//!
//! Connected-component labelling in one pass by union-find over the pixels (Rosenfeld and Pfaltz
//! 1966; the forest with path halving is Tarjan's), with likeness of neighbours in place of
//! equality, so that a cell with a gradient is one patch too.

use image::RgbaImage;

use crate::vision::profile::Rgb;

/// Stands for no patch.
const NONE: u32 = u32::MAX;

/// A patch and its bounding box, right and bottom edges not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vision) struct Patch {
    pub(in crate::vision) left: u32,
    pub(in crate::vision) top: u32,
    pub(in crate::vision) right: u32,
    pub(in crate::vision) bottom: u32,
    /// Number of its pixels.
    pub(in crate::vision) pixels: u32,
    sum: [u64; 3],
}

impl Patch {
    pub(in crate::vision) fn width(&self) -> u32 {
        self.right - self.left
    }

    pub(in crate::vision) fn height(&self) -> u32 {
        self.bottom - self.top
    }

    /// The middle of the bounding box.
    pub(in crate::vision) fn centre(&self) -> (f32, f32) {
        (
            (self.left + self.right) as f32 / 2.0,
            (self.top + self.bottom) as f32 / 2.0,
        )
    }

    /// Mean colour.
    pub(in crate::vision) fn colour(&self) -> Rgb {
        let count = u64::from(self.pixels.max(1));
        Rgb(self
            .sum
            .map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX)))
    }
}

/// All patches of an image with a side of at least `least` pixels.
pub(in crate::vision) fn patches(image: &RgbaImage, contrast: u8, least: u32) -> Vec<Patch> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let bytes = image.as_raw();
    let mut forest = Forest::default();
    // Labels of the row above and of this one.
    let mut above: Vec<u32> = vec![NONE; width];
    let mut labels: Vec<u32> = vec![NONE; width];
    let row_bytes = width * 4;
    let mut last_row: &[u8] = &[];
    for (y, row) in bytes.chunks_exact(row_bytes).enumerate() {
        let pixels = row.chunks_exact(4);
        let mut left: Option<(&[u8], u32)> = None;
        for (x, pixel) in pixels.enumerate() {
            let same = left.filter(|(other, _)| alike(pixel, other, contrast));
            let up = last_row
                .get(4 * x..4 * x + 4)
                .filter(|other| alike(pixel, other, contrast))
                .and(above.get(x).copied());
            let label = match (same, up) {
                (Some((_, label)), Some(up)) if label != up => forest.join(label, up),
                (Some((_, label)), _) => label,
                (None, Some(up)) => forest.root(up),
                (None, None) => forest.plant(x as u32, y as u32),
            };
            forest.add(label, x as u32, y as u32, pixel);
            labels[x] = label;
            left = Some((pixel, label));
        }
        last_row = row;
        std::mem::swap(&mut above, &mut labels);
    }
    forest.large(least)
}

#[inline]
fn alike(a: &[u8], b: &[u8], contrast: u8) -> bool {
    a.iter()
        .zip(b)
        .take(3)
        .all(|(a, b)| a.abs_diff(*b) <= contrast)
}

/// Disjoint sets of pixels with what is known of each.
#[derive(Default)]
struct Forest {
    parents: Vec<u32>,
    patches: Vec<Patch>,
}

impl Forest {
    fn plant(&mut self, x: u32, y: u32) -> u32 {
        let label = self.parents.len() as u32;
        self.parents.push(label);
        self.patches.push(Patch {
            left: x,
            top: y,
            right: x + 1,
            bottom: y + 1,
            pixels: 0,
            sum: [0; 3],
        });
        label
    }

    fn root(&mut self, mut label: u32) -> u32 {
        while let Some(&parent) = self.parents.get(label as usize) {
            if parent == label {
                break;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[label as usize] = grandparent;
            label = grandparent;
        }
        label
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return a;
        }
        let (kept, gone) = (a.min(b), a.max(b));
        self.parents[gone as usize] = kept;
        let gone = self.patches[gone as usize];
        let patch = &mut self.patches[kept as usize];
        patch.left = patch.left.min(gone.left);
        patch.top = patch.top.min(gone.top);
        patch.right = patch.right.max(gone.right);
        patch.bottom = patch.bottom.max(gone.bottom);
        patch.pixels += gone.pixels;
        for (sum, more) in patch.sum.iter_mut().zip(gone.sum) {
            *sum += more;
        }
        kept
    }

    #[inline]
    fn add(&mut self, label: u32, x: u32, y: u32, pixel: &[u8]) {
        let Some(patch) = self.patches.get_mut(label as usize) else {
            return;
        };
        patch.left = patch.left.min(x);
        patch.right = patch.right.max(x + 1);
        patch.bottom = y + 1;
        patch.pixels += 1;
        for (sum, channel) in patch.sum.iter_mut().zip(pixel) {
            *sum += u64::from(*channel);
        }
    }

    fn large(self, least: u32) -> Vec<Patch> {
        let roots = self.parents.iter().zip(&self.patches).enumerate();
        roots
            .filter(|(label, (parent, patch))| {
                **parent == *label as u32 && patch.width() >= least && patch.height() >= least
            })
            .map(|(_, (_, patch))| *patch)
            .collect()
    }
}
