//! Shape of a digit, normalized to one size, so that digits of any size can be compared.

use super::ink::Ink;

/// Columns and rows of the normalized shape.
const GRID: (usize, usize) = (12, 16);
/// Samples per column and row of a cell.
const SAMPLES: usize = 3;
/// Weight of the difference of aspect ratios in the distance of two shapes.
const ASPECT_WEIGHT: f32 = 0.12;
/// Factor by which a sum of squares exceeds a limit in spite of rounding.
const ROUNDING: f32 = 1.001;

#[derive(Clone, Debug)]
pub(super) struct DigitShape {
    cells: [f32; GRID.0 * GRID.1],
    /// Logarithm of width divided by height.
    aspect: f32,
}

impl DigitShape {
    /// Shape of all ink; `None` if there is hardly any.
    pub(super) fn new(ink: &Ink) -> Option<Self> {
        let (left, right) = extent(ink.width, |x| {
            let column = (0..ink.height).map(|y| ink.cover[y * ink.width + x]);
            column.fold(0.0, f32::max)
        })?;
        let (top, bottom) = extent(ink.height, |y| {
            let row = &ink.cover[y * ink.width..(y + 1) * ink.width];
            row.iter().copied().fold(0.0, f32::max)
        })?;
        let (width, height) = (right - left, bottom - top);
        let mut cells = [0.0; GRID.0 * GRID.1];
        for (index, cell) in cells.iter_mut().enumerate() {
            let (column, row) = (index % GRID.0, index / GRID.0);
            for down in 0..SAMPLES {
                for across in 0..SAMPLES {
                    let part = |at: usize, sub: usize, of: usize| {
                        (at as f32 + (sub as f32 + 0.5) / SAMPLES as f32) / of as f32
                    };
                    let x = left + width * part(column, across, GRID.0);
                    let y = top + height * part(row, down, GRID.1);
                    *cell += interpolate(ink, x, y);
                }
            }
            *cell /= (SAMPLES * SAMPLES) as f32;
        }
        Some(Self {
            cells: blur(&cells),
            aspect: (width / height).ln(),
        })
    }

    /// Distance by cells (root mean square) and aspect ratios; if it exceeds `limit`, any value above `limit`.
    pub(super) fn distance(&self, other: &Self, limit: f32) -> f32 {
        let aspect = ASPECT_WEIGHT * (self.aspect - other.aspect);
        let mut sum = 0.0;
        for (row, others) in self.cells.chunks(GRID.0).zip(other.cells.chunks(GRID.0)) {
            for (a, b) in row.iter().zip(others) {
                sum += (a - b) * (a - b);
            }
            if sum > limit * limit * self.cells.len() as f32 * ROUNDING {
                break;
            }
        }
        (sum / self.cells.len() as f32 + aspect * aspect).sqrt()
    }
}

/// Minimum cover of a line of pixels that counts as inked.
const MIN_LINE_COVER: f32 = 0.15;

/// Extent of the ink along one axis, in fractions of its outermost lines; `None` without ink.
fn extent(lines: usize, cover: impl Fn(usize) -> f32) -> Option<(f32, f32)> {
    let inked = |line: &usize| cover(*line) >= MIN_LINE_COVER;
    let first = (0..lines).find(inked)?;
    let last = (0..lines).rev().find(inked)?;
    // Part of an outermost line without ink.
    let part = |line: usize| (1.0 - cover(line)).clamp(0.0, 0.9);
    let (from, to) = (first as f32 + part(first), last as f32 + 1.0 - part(last));
    let whole = (first as f32, last as f32 + 1.0);
    Some(if to - from >= 1.0 { (from, to) } else { whole })
}

/// Bilinear interpolation of the cover; the middle of the first pixel is at (0.5, 0.5).
fn interpolate(ink: &Ink, x: f32, y: f32) -> f32 {
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (x - left, y - top);
    let at = |dx: isize, dy: isize| ink.at(left as isize + dx, top as isize + dy);
    let upper = at(0, 0) * (1.0 - across) + at(1, 0) * across;
    let lower = at(0, 1) * (1.0 - across) + at(1, 1) * across;
    upper * (1.0 - down) + lower * down
}

/// Blurs the cells, so that slightly displaced strokes differ slightly.
fn blur(cells: &[f32; GRID.0 * GRID.1]) -> [f32; GRID.0 * GRID.1] {
    std::array::from_fn(|index| {
        let (column, row) = ((index % GRID.0) as isize, (index / GRID.0) as isize);
        let (mut sum, mut weight) = (0.0, 0.0);
        for down in -1..=1_isize {
            for across in -1..=1_isize {
                let (x, y) = (column + across, row + down);
                if x < 0 || y < 0 || x >= GRID.0 as isize || y >= GRID.1 as isize {
                    continue;
                }
                // Weights of the cell itself, an adjacent and a diagonal one.
                let near = [4.0, 2.0, 1.0][(across.abs() + down.abs()) as usize];
                sum += near * cells[y as usize * GRID.0 + x as usize];
                weight += near;
            }
        }
        sum / weight
    })
}
