//! Ink on a background, and its connected components: the first step of reading digits and signs.

use crate::profile::Rgb;
use crate::sampler::median;

/// Minimum channel difference of ink from its background; less is noise or shading.
pub(crate) const MIN_CONTRAST: f32 = 60.0;

/// Largest channel difference of each pixel from the median colour: the background, if ink covers less than half.
pub(crate) fn contrasts(pixels: &[Rgb]) -> Vec<f32> {
    let background = median(pixels.iter().copied());
    let away = |colour: &Rgb| f32::from(colour.distance(background));
    pixels.iter().map(away).collect()
}

/// Inked share of each pixel of a rectangle, 0 to 1, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ink {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cover: Vec<f32>,
}

/// Minimum cover of a component's pixels.
const MIN_COVER: f32 = 0.45;
/// Minimum cover of faint pixels, such as parts of a digit under drifting particles.
const MIN_FAINT_COVER: f32 = 0.18;
/// Contrast at which ink begins and at which it is full, relative to that of the strongest: pixels below are the
/// smoothing of edges, or particles.
const SHARE_RANGE: (f32, f32) = (0.22, 0.82);

impl Ink {
    /// Ink by contrasts with the background, relative to their 99th percentile, which is returned too.
    pub(crate) fn from_contrasts(contrasts: &[f32], width: usize, height: usize) -> (Self, f32) {
        let mut sorted = contrasts.to_vec();
        sorted.sort_by(f32::total_cmp);
        let strongest = sorted.len().saturating_sub(1 + sorted.len() / 100);
        let strength = sorted.get(strongest).copied().unwrap_or(0.0);
        let ink = Self::with_strength(contrasts, width, height, strength);
        (ink, strength)
    }

    /// Ink by contrasts with the background, where that of full ink is known.
    pub(crate) fn with_strength(contrasts: &[f32], width: usize, height: usize, full: f32) -> Self {
        let (from, to) = SHARE_RANGE;
        let share = |away: &f32| ((away / full.max(1e-6) - from) / (to - from)).clamp(0.0, 1.0);
        Self {
            width,
            height,
            cover: contrasts.iter().map(share).collect(),
        }
    }

    /// Erases a blob with its antialiased edge.
    pub(crate) fn wipe(&mut self, blob: &Blob) {
        for pixel in &blob.pixels {
            let (x, y) = (pixel % self.width, pixel / self.width);
            for y in y.saturating_sub(1)..(y + 2).min(self.height) {
                let row = y * self.width;
                self.cover[row + x.saturating_sub(1)..row + (x + 2).min(self.width)].fill(0.0);
            }
        }
    }

    /// Cover of a pixel; 0 outside.
    pub(crate) fn at(&self, x: isize, y: isize) -> f32 {
        let inside = |at: isize, size: usize| usize::try_from(at).ok().filter(|at| *at < size);
        match (inside(x, self.width), inside(y, self.height)) {
            (Some(x), Some(y)) => self.cover[y * self.width + x],
            _ => 0.0,
        }
    }

    /// Connected components, including diagonal neighbours, from left to right.
    pub(crate) fn blobs(&self) -> Vec<Blob> {
        self.blobs_from(MIN_COVER)
    }

    /// Connected components including faint ink, from left to right.
    pub(super) fn faint_blobs(&self) -> Vec<Blob> {
        self.blobs_from(MIN_FAINT_COVER)
    }

    /// Connected components of pixels with at least this cover.
    fn blobs_from(&self, min_cover: f32) -> Vec<Blob> {
        let mut visited = vec![false; self.cover.len()];
        let mut blobs = Vec::new();
        for start in 0..self.cover.len() {
            if visited[start] || self.cover[start] < min_cover {
                continue;
            }
            visited[start] = true;
            let mut pixels = vec![start];
            let mut next = 0;
            while let Some(pixel) = pixels.get(next).copied() {
                next += 1;
                let (x, y) = (pixel % self.width, pixel / self.width);
                let across = x.saturating_sub(1)..(x + 2).min(self.width);
                for y in y.saturating_sub(1)..(y + 2).min(self.height) {
                    for x in across.clone() {
                        let other = y * self.width + x;
                        if !visited[other] && self.cover[other] >= min_cover {
                            visited[other] = true;
                            pixels.push(other);
                        }
                    }
                }
            }
            blobs.push(Blob::new(self.width, pixels));
        }
        blobs.sort_by_key(|blob| blob.left);
        blobs
    }

    /// Ink of this blob and its antialiased edge alone.
    pub(crate) fn crop(&self, blob: &Blob) -> Ink {
        let (left, top) = (blob.left.saturating_sub(1), blob.top.saturating_sub(1));
        let right = (blob.right + 1).min(self.width);
        let bottom = (blob.bottom + 1).min(self.height);
        let (width, height) = (right - left, bottom - top);
        let mut mask = vec![false; width * height];
        for pixel in &blob.pixels {
            let (x, y) = (pixel % self.width - left, pixel / self.width - top);
            // Neighbours are the antialiased edge.
            for y in y.saturating_sub(1)..(y + 2).min(height) {
                for x in x.saturating_sub(1)..(x + 2).min(width) {
                    mask[y * width + x] = true;
                }
            }
        }
        let cover = (0..width * height).map(|at| {
            let (x, y) = (at % width + left, at / width + top);
            let cover = self.cover[y * self.width + x];
            if mask[at] { cover } else { 0.0 }
        });
        Ink {
            cover: cover.collect(),
            width,
            height,
        }
    }
}

/// Connected component with its bounding box; right and bottom are exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blob {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) right: usize,
    pub(crate) bottom: usize,
    /// Indices into [`Ink::cover`].
    pub(crate) pixels: Vec<usize>,
}

impl Blob {
    fn new(width: usize, pixels: Vec<usize>) -> Self {
        let xs = || pixels.iter().map(|pixel| pixel % width);
        let ys = || pixels.iter().map(|pixel| pixel / width);
        Self {
            left: xs().min().unwrap_or(0),
            top: ys().min().unwrap_or(0),
            right: xs().max().unwrap_or(0) + 1,
            bottom: ys().max().unwrap_or(0) + 1,
            pixels,
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> usize {
        self.bottom - self.top
    }

    pub(super) fn merged(&self, other: &Self, ink: &Ink) -> Self {
        let pixels = self.pixels.iter().chain(&other.pixels);
        Self::new(ink.width, pixels.copied().collect())
    }

    /// Splits the blob left of the column in `from..to` (of `ink`) with the least ink; `None` if a side would be empty.
    pub(super) fn split(&self, ink: &Ink, from: usize, to: usize) -> Option<(Self, Self)> {
        let amount = |column: usize| -> f32 {
            let rows = self.top..self.bottom;
            rows.map(|row| ink.cover[row * ink.width + column]).sum()
        };
        let seam = (from..to).min_by(|a, b| amount(*a).total_cmp(&amount(*b)))?;
        let pixels = self.pixels.iter();
        let (left, right): (Vec<usize>, Vec<usize>) =
            pixels.partition(|pixel| *pixel % ink.width < seam);
        (!left.is_empty() && !right.is_empty())
            .then(|| (Self::new(ink.width, left), Self::new(ink.width, right)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ink(rows: &[&str]) -> Ink {
        let cover = rows.iter().flat_map(|row| row.chars());
        Ink {
            width: rows[0].len(),
            height: rows.len(),
            cover: cover.map(|c| if c == '#' { 1.0 } else { 0.0 }).collect(),
        }
    }

    #[test]
    fn blobs_come_from_left_to_right_and_diagonals_hold_together() {
        let blobs = ink(&["....#", "#..#.", ".#...", "....."]).blobs();
        let edges = |b: &Blob| (b.left, b.top, b.right, b.bottom);
        let boxes: Vec<_> = blobs.iter().map(edges).collect();
        assert_eq!(boxes, [(0, 1, 2, 3), (3, 0, 5, 2)]);
    }

    #[test]
    fn touching_blobs_are_split_where_they_touch() {
        let ink = ink(&["##.##", "##.##", "#####", "##.##"]);
        let blobs = ink.blobs();
        assert_eq!(blobs.len(), 1);
        let (a, b) = blobs[0].split(&ink, 1, 4).expect("can be cut");
        assert_eq!((a.left, a.right, b.right), (0, 2, 5));
    }
}
