//! Patches: connected pixels in which no two neighbours differ much.
//!
//! Connected-component labelling in one pass by union-find over runs of pixels (Rosenfeld and Pfaltz, 1966; path
//! halving after Tarjan). Neighbours are joined if similar, not equal, so a cell with a gradient is one patch.

use image::RgbaImage;

use crate::profile::Rgb;

/// Patch with its bounding box; right and bottom are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) right: u32,
    pub(crate) bottom: u32,
    pub(crate) pixels: u32,
    /// Sum of each channel.
    sum: [u64; 3],
}

impl Patch {
    pub(crate) fn width(&self) -> u32 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> u32 {
        self.bottom - self.top
    }

    pub(crate) fn centre(&self) -> (f32, f32) {
        let middle = |from: u32, to: u32| (from + to) as f32 / 2.0;
        (middle(self.left, self.right), middle(self.top, self.bottom))
    }

    pub(crate) fn colour(&self) -> Rgb {
        let mean = |sum| u8::try_from(sum / u64::from(self.pixels.max(1))).unwrap_or(u8::MAX);
        Rgb(self.sum.map(mean))
    }
}

/// All patches of an image at least `min_side` pixels wide and high. Neighbouring pixels belong together if no channel
/// differs by more than `contrast`.
pub(crate) fn patches(image: &RgbaImage, contrast: u8, min_side: u32) -> Vec<Patch> {
    let width = image.width() as usize;
    if width == 0 {
        return Vec::new();
    }
    let (pixels, _) = image.as_raw().as_chunks::<4>();
    let mut forest = Forest::default();
    // Labels of the previous and the current row.
    let mut above: Vec<u32> = vec![0; width];
    let mut labels: Vec<u32> = vec![0; width];
    let mut last_row: &[[u8; 4]] = &[];
    for (y, row) in pixels.chunks_exact(width).enumerate() {
        let mut start = 0;
        while start < width {
            // A run of pixels, each similar to the one before.
            let pairs = row[start..].array_windows();
            let end = start + 1 + pairs.take_while(|[a, b]| similar(*a, *b, contrast)).count();
            // Joins all patches above that it touches.
            let mut label = None;
            let mut last_up = None;
            let upper = last_row.get(start..end).unwrap_or_default();
            for ((pixel, other), up) in row[start..end].iter().zip(upper).zip(&above[start..end]) {
                if last_up != Some(*up) && similar(*pixel, *other, contrast) {
                    last_up = Some(*up);
                    label = Some(match label {
                        None => forest.root(*up),
                        Some(label) => forest.join(label, *up),
                    });
                }
            }
            let label = label.unwrap_or_else(|| forest.new_root(start as u32, y as u32));
            forest.add(label, start as u32, y as u32, &row[start..end]);
            labels[start..end].fill(label);
            start = end;
        }
        last_row = row;
        std::mem::swap(&mut above, &mut labels);
    }
    forest.large_patches(min_side)
}

/// Returns whether no channel differs by more than `contrast`.
#[inline]
fn similar(a: [u8; 4], b: [u8; 4], contrast: u8) -> bool {
    a[0].abs_diff(b[0]) <= contrast
        && a[1].abs_diff(b[1]) <= contrast
        && a[2].abs_diff(b[2]) <= contrast
}

/// Disjoint sets of pixels with their statistics.
#[derive(Default)]
struct Forest {
    /// Parent of each label, itself for a root.
    parents: Vec<u32>,
    /// Statistics by label; those of labels that are no roots are part of their root's.
    patches: Vec<Patch>,
}

impl Forest {
    /// Adds a set for a run that begins at this pixel; the caller adds the run's pixels.
    fn new_root(&mut self, x: u32, y: u32) -> u32 {
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

    /// Root of a label's set; shortens the path to it.
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

    /// Unites two sets and returns the root.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return a;
        }
        let (root, child) = (a.min(b), a.max(b));
        self.parents[child as usize] = root;
        let child = self.patches[child as usize];
        let patch = &mut self.patches[root as usize];
        patch.left = patch.left.min(child.left);
        patch.top = patch.top.min(child.top);
        patch.right = patch.right.max(child.right);
        patch.bottom = patch.bottom.max(child.bottom);
        patch.pixels += child.pixels;
        for (sum, more) in patch.sum.iter_mut().zip(child.sum) {
            *sum += more;
        }
        root
    }

    /// Adds a run of pixels in row `y` from column `x` on.
    fn add(&mut self, label: u32, x: u32, y: u32, run: &[[u8; 4]]) {
        let Some(patch) = self.patches.get_mut(label as usize) else {
            return;
        };
        patch.left = patch.left.min(x);
        patch.right = patch.right.max(x + run.len() as u32);
        patch.bottom = y + 1;
        patch.pixels += run.len() as u32;
        for [red, green, blue, _] in run {
            for (sum, channel) in patch.sum.iter_mut().zip([red, green, blue]) {
                *sum += u64::from(*channel);
            }
        }
    }

    fn large_patches(self, min_side: u32) -> Vec<Patch> {
        let labels = (0..).zip(self.parents);
        let roots = labels.map(|(label, parent)| parent == label);
        let roots = self.patches.into_iter().zip(roots);
        let mut patches: Vec<Patch> = roots.filter(|it| it.1).map(|it| it.0).collect();
        patches.retain(|it| it.width() >= min_side && it.height() >= min_side);
        patches
    }
}
