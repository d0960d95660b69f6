//! Candidate scales and offsets of drawn sprites: their pixels are squares, so the image's colours change on a lattice.

use crate::changes::ColourChanges;

use super::dots::{Dot, Dots, OTHER};

/// Number of scales examined, the likeliest ones.
const MAX_SCALES: usize = 3;
/// Maximum factor by which sprites' pixels may seem larger than they are, in sprites made of blocks of equal pixels.
const MAX_LUMP: usize = 5;

/// Squares with sides of `scale` image pixels, of which one begins at `corner` (x, y), less than `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpriteLattice {
    pub(super) scale: usize,
    pub(super) corner: (usize, usize),
}

/// Lattices with a scale between the smallest and the largest of `scales`, by the share of colour changes on them, most
/// likely first, followed by finer ones whose squares divide theirs. Empty if nothing but one colour is known.
pub(super) fn lattices(dots: &Dots, scales: (usize, usize)) -> Vec<SpriteLattice> {
    let (smallest, largest) = scales;
    let differ = |a: &Dot, b: &Dot| u32::from(a != b && *a != OTHER && *b != OTHER);
    let rows = (0..dots.height).map(|row| dots.row(row));
    let changes = ColourChanges::new(rows, dots.width, differ);
    let mut all: Vec<(f32, SpriteLattice)> = Vec::new();
    for scale in smallest.max(1)..=largest.min(dots.width).min(dots.height) {
        let (Some(columns), Some(rows)) = (
            best_phase(&changes.columns, scale),
            best_phase(&changes.rows, scale),
        ) else {
            return Vec::new();
        };
        // At random, one in `scale` changes lies on the lattice, along each axis.
        let likelihood = columns.share + rows.share - 2.0 / scale as f32;
        let corner = (columns.offset, rows.offset);
        all.push((likelihood, SpriteLattice { scale, corner }));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let likeliest: Vec<SpriteLattice> = all.iter().take(MAX_SCALES).map(|(_, it)| *it).collect();
    let mut found = likeliest.clone();
    for lattice in likeliest {
        for lump in (2..=MAX_LUMP).filter(|lump| lattice.scale.is_multiple_of(*lump)) {
            let scale = lattice.scale / lump;
            let (x, y) = lattice.corner;
            let finer = SpriteLattice {
                scale,
                corner: (x % scale, y % scale),
            };
            if scale >= smallest && !found.contains(&finer) {
                found.push(finer);
            }
        }
    }
    found
}

/// Position of lattice lines along one axis.
struct LinePhase {
    /// Position of the first line, less than the scale.
    offset: usize,
    /// Share of the colour changes that lie on the lines.
    share: f32,
}

/// Lines at a distance of `scale` with most changes; `None` without changes.
fn best_phase(changes: &[u32], scale: usize) -> Option<LinePhase> {
    let all: u32 = changes.iter().sum();
    let mut sums = vec![0_u32; scale];
    for (at, count) in changes.iter().enumerate() {
        sums[at % scale] += count;
    }
    let (offset, on_lines) = sums.iter().enumerate().max_by_key(|(_, sum)| **sum)?;
    (all > 0).then(|| LinePhase {
        offset,
        share: *on_lines as f32 / all as f32,
    })
}
