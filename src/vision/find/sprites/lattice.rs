//! Candidate scales and offsets of drawn sprites: a pixel of a sprite is a square of the image, so colours change on a
//! lattice only.

use super::dots::Dots;

/// Number of best scales examined.
const MAX_EXAMINED: usize = 3;
/// If all neighbours have the same colour, pixels seem larger by at most this factor.
const MAX_LUMP: usize = 5;

/// Squares with sides of `scale` image pixels, of which one begins at `corner` (x, y), less than `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpriteLattice {
    pub(super) scale: usize,
    pub(super) corner: (usize, usize),
}

/// Lattices by the share of colour changes on them, most likely first, followed by finer ones.
pub(super) fn lattices(dots: &Dots, scales: (usize, usize)) -> Vec<SpriteLattice> {
    let (across, down) = changes(dots);
    let mut all: Vec<(f32, SpriteLattice)> = Vec::new();
    for scale in scales.0.max(1)..=scales.1.min(dots.width).min(dots.height) {
        let (Some((share, x)), Some((other, y))) =
            (best_phase(&across, scale), best_phase(&down, scale))
        else {
            return Vec::new();
        };
        // At random, one in `scale` changes lies on each axis.
        let likely = share + other - 2.0 / scale as f32;
        let corner = (x, y);
        all.push((likely, SpriteLattice { scale, corner }));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let likeliest: Vec<SpriteLattice> = all.iter().take(MAX_EXAMINED).map(|(_, it)| *it).collect();
    let mut found = likeliest.clone();
    for lattice in likeliest {
        for lump in (2..=MAX_LUMP).filter(|lump| lattice.scale.is_multiple_of(*lump)) {
            let scale = lattice.scale / lump;
            let (x, y) = lattice.corner;
            let finer = SpriteLattice {
                scale,
                corner: (x % scale, y % scale),
            };
            if scale >= scales.0 && !found.contains(&finer) {
                found.push(finer);
            }
        }
    }
    found
}

/// Number of colour changes to the left of each column and above each row.
fn changes(dots: &Dots) -> (Vec<u32>, Vec<u32>) {
    let (mut across, mut down) = (vec![0; dots.width], vec![0; dots.height]);
    let differ = |a: u16, b: u16| u32::from(a != b && a != 0 && b != 0);
    for (y, down) in down.iter_mut().enumerate() {
        let row = dots.row(y);
        for (x, pair) in row.windows(2).enumerate() {
            across[x + 1] += differ(pair[0], pair[1]);
        }
        if y > 0 {
            let above = dots.row(y - 1).iter().zip(row);
            *down = above.map(|(a, b)| differ(*a, *b)).sum();
        }
    }
    (across, down)
}

/// Share of the changes that lie at one offset within `scale`, and that offset; `None` without changes.
fn best_phase(changes: &[u32], scale: usize) -> Option<(f32, usize)> {
    let all: u32 = changes.iter().sum();
    let mut sums = vec![0_u32; scale];
    for (at, count) in changes.iter().enumerate() {
        sums[at % scale] += count;
    }
    let (phase, most) = sums.iter().enumerate().max_by_key(|(_, sum)| **sum)?;
    (all > 0).then(|| (*most as f32 / all as f32, phase))
}
