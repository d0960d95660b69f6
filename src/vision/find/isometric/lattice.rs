//! Where tiles can lie: by tops that are seen whole, and by the lower rim of the board.

use super::sight::{self, Sight};
use crate::fit::{self, Axis};
use crate::profile::TileLengths;

/// Where the tiles are, in pixels of the area. A place is told by its column on the screen, `k`,
/// which is its column less its row, and by its distance from the back, `m`, their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    /// The ground under the middle of the tile with `k` and `m` 0.
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) scale: f32,
}

impl Lattice {
    /// The middle of a tile's top.
    pub(super) fn top(&self, lengths: &TileLengths, k: i32, m: i32, height: i32) -> (f32, f32) {
        let s = self.scale;
        (
            self.x + k as f32 * lengths.across * s,
            self.y + (m as f32 * lengths.down - height as f32 * lengths.step) * s,
        )
    }
}

/// How far a top may be from the proportions of a tile.
const PROPORTION: f32 = 0.16;
/// Its share of the rectangle around it.
const FILL: (f32, f32) = (0.42, 0.58);
/// How far its corners may be from the middles of that rectangle's sides, as a share of them.
const CORNER: f32 = 0.06;
/// Tops of one board agree in size this well.
const SAME_SIZE: f32 = 0.06;
/// How uncertain the size of a single top is, against the place of its middle, in pixels.
const PRIOR: f32 = 0.6;
/// Heights looked at for the fit; higher tiles are found later.
const HEIGHTS: i32 = 8;

/// A top that is seen whole.
struct Whole {
    x: f32,
    y: f32,
    /// What scale its size speaks for.
    scale: f32,
}

/// Most sizes of tops that are followed up.
const SIZES: usize = 4;

/// Lattices on which the board may lie, the likeliest first. Where each block hides a part of the
/// next one, what is left can have the shape of a top, too, and be more frequent than whole ones.
pub(super) fn lattices(lengths: &TileLengths, sight: &Sight) -> Vec<Lattice> {
    let mut left = whole_tops(lengths, sight);
    let alike = |one: &Whole, other: &Whole| (one.scale / other.scale - 1.0).abs() < SAME_SIZE;
    let mut found = Vec::new();
    for _ in 0..SIZES {
        let best = left
            .iter()
            .max_by_key(|one| left.iter().filter(|other| alike(one, other)).count());
        let Some((scale, origin)) = best.map(|best| (best.scale, best.x)) else {
            break;
        };
        let like_best = |top: &Whole| (top.scale / scale - 1.0).abs() < SAME_SIZE;
        let (tops, others): (Vec<Whole>, Vec<Whole>) = left.into_iter().partition(like_best);
        left = others;
        let tops: Vec<&Whole> = tops.iter().collect();
        let mean = tops.iter().map(|top| top.scale).sum::<f32>() / tops.len() as f32;
        let (x, scale) = columns(lengths, &tops, origin, mean);
        let rough = Lattice { x, y: 0.0, scale };
        if let Some(y) = rim(lengths, sight, rough) {
            found.push(settle(lengths, &tops, Lattice { y, ..rough }));
        }
    }
    found
}

/// Connected pixels of one kind of tops that have the shape of a tile.
fn whole_tops(lengths: &TileLengths, sight: &Sight) -> Vec<Whole> {
    let slant = lengths.across.hypot(lengths.down);
    // What the outlines take away from its half width.
    let lost = lengths.line / 2.0 * slant / lengths.down;
    let mut seen = vec![false; sight.width * sight.height];
    let mut tops = Vec::new();
    for start in 0..seen.len() {
        if seen[start] || sight::kind(sight.at(start)).is_none() {
            continue;
        }
        let pixels = connected(sight, start, &mut seen);
        let Some(shape) = Shape::of(&pixels) else {
            continue;
        };
        let (width, height) = (shape.right - shape.left, shape.lower - shape.upper);
        let scale = (width / 2.0 + 0.7) / (lengths.across - lost);
        let proportion = (width + 1.4) / (height + 1.4) * lengths.down / lengths.across;
        let fill = pixels.len() as f32 / (width * height);
        if (lengths.scale.0 * 0.93..=lengths.scale.1 * 1.07).contains(&scale)
            && (proportion - 1.0).abs() < PROPORTION
            && (FILL.0..FILL.1).contains(&fill)
            && shape.has_its_corners()
        {
            tops.push(Whole {
                x: (shape.left + shape.right) / 2.0,
                y: (shape.upper + shape.lower) / 2.0,
                scale,
            });
        }
    }
    tops
}

/// The pixels of one class that hang together with a first one.
fn connected(sight: &Sight, start: usize, seen: &mut [bool]) -> Vec<(usize, usize)> {
    let class = sight.at(start);
    let mut pixels = Vec::new();
    let mut stack = vec![start];
    seen[start] = true;
    while let Some(at) = stack.pop() {
        let (x, y) = (at % sight.width, at / sight.width);
        pixels.push((x, y));
        let beside = [
            (x > 0).then(|| at - 1),
            (x + 1 < sight.width).then_some(at + 1),
            at.checked_sub(sight.width),
            (y + 1 < sight.height).then_some(at + sight.width),
        ];
        for next in beside.into_iter().flatten() {
            if !seen[next] && sight.at(next) == class {
                seen[next] = true;
                stack.push(next);
            }
        }
    }
    pixels
}

/// How far some pixels reach, and where along the other way their outermost ones are.
struct Shape {
    left: f32,
    right: f32,
    upper: f32,
    lower: f32,
    /// Heights of the left and the right corner, ways along of the upper and the lower one.
    corners: [f32; 4],
}

impl Shape {
    fn of(pixels: &[(usize, usize)]) -> Option<Self> {
        let xs = || pixels.iter().map(|(x, _)| *x);
        let ys = || pixels.iter().map(|(_, y)| *y);
        let (left, right) = (xs().min()?, xs().max()?);
        let (upper, lower) = (ys().min()?, ys().max()?);
        // The mean of those in the outermost two rows or columns.
        let mean = |values: Vec<usize>| {
            values.iter().sum::<usize>() as f32 / values.len().max(1) as f32 + 0.5
        };
        let down = |wanted: &dyn Fn(usize) -> bool| {
            let there = pixels.iter().filter(|(x, _)| wanted(*x));
            mean(there.map(|(_, y)| *y).collect())
        };
        let along = |wanted: &dyn Fn(usize) -> bool| {
            let there = pixels.iter().filter(|(_, y)| wanted(*y));
            mean(there.map(|(x, _)| *x).collect())
        };
        Some(Self {
            corners: [
                down(&|x| x <= left + 1),
                down(&|x| x + 1 >= right),
                along(&|y| y <= upper + 1),
                along(&|y| y + 1 >= lower),
            ],
            left: left as f32,
            right: (right + 1) as f32,
            upper: upper as f32,
            lower: (lower + 1) as f32,
        })
    }

    /// Whether each outermost part is in the middle of its side, as it is in a whole top.
    fn has_its_corners(&self) -> bool {
        let middle = (
            (self.left + self.right) / 2.0,
            (self.upper + self.lower) / 2.0,
        );
        let slack = (
            CORNER * (self.right - self.left) + 1.0,
            CORNER * (self.lower - self.upper) + 1.0,
        );
        let [left, right, upper, lower] = self.corners;
        let level = |at: f32| (at - middle.1).abs() <= slack.1;
        let upright = |at: f32| (at - middle.0).abs() <= slack.0;
        level(left) && level(right) && upright(upper) && upright(lower)
    }
}

/// Fits the tops' middles to columns at even distances, the one at `origin` being column 0; its
/// middle and the scale.
fn columns(lengths: &TileLengths, tops: &[&Whole], origin: f32, mean: f32) -> (f32, f32) {
    let (mut x, mut pitch) = (origin, lengths.across * mean);
    for _ in 0..4 {
        let places: Vec<(f32, f32)> = tops
            .iter()
            .map(|top| (((top.x - x) / pitch).round(), top.x))
            .filter(|(k, at)| (at - x - k * pitch).abs() < 0.3 * pitch)
            .collect();
        let Some(axis) = Axis::of(places.iter().copied()) else {
            break;
        };
        // The size of the tops speaks for a scale, too.
        let known = (lengths.across * mean, PRIOR);
        pitch = fit::pitch(&[axis], known).unwrap_or(pitch);
        x = axis.origin(pitch);
    }
    (x, pitch / lengths.across)
}

/// Between two columns the rim is looked for at these shares of the way.
const SHARES: [f32; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];

/// The ground's height on the screen, up to whole tiles, by the lower rim of the board.
fn rim(lengths: &TileLengths, sight: &Sight, rough: Lattice) -> Option<f32> {
    let (pitch, down) = (lengths.across * rough.scale, lengths.down * rough.scale);
    let base = lengths.base * rough.scale;
    // The outline's lower half.
    let half =
        lengths.line / 2.0 * lengths.across.hypot(lengths.down) / lengths.across * rough.scale;
    let first = (-rough.x / pitch).floor() as i32;
    let last = ((sight.width as f32 - rough.x) / pitch).ceil() as i32;
    let mut votes: Vec<f32> = Vec::new();
    for k in first..last {
        let lowest = |share: f32| {
            let x = (rough.x + (k as f32 + share) * pitch).floor() as i32;
            let rows = (0..sight.height as i32).rev();
            let mut blocks = rows.filter(|y| {
                sight::is_block(sight.class(x, *y)) && sight::is_block(sight.class(x, y - 2))
            });
            blocks.next().map(|y| (share, y as f32 + 1.0 - half))
        };
        let points: Vec<(f32, f32)> = SHARES.into_iter().filter_map(lowest).collect();
        let (Some(from), Some(to)) = (points.first(), points.last()) else {
            continue;
        };
        if points.len() < SHARES.len() {
            continue;
        }
        let slope = (to.1 - from.1) / (to.0 - from.0) / down;
        let even = |m: i32| m.rem_euclid(2) as f32 * down;
        for (share, y) in points {
            if (slope - 1.0).abs() < 0.25 {
                // The left side of the tile in the next column.
                votes.push(y - share * down - base - even(k + 1));
            } else if (slope + 1.0).abs() < 0.25 {
                votes.push(y - (1.0 - share) * down - base - even(k));
            }
        }
    }
    // The place most of them agree on, around the circle of two rows.
    let apart = |a: f32, b: f32| {
        let gap = (a - b).rem_euclid(2.0 * down);
        if gap > down { gap - 2.0 * down } else { gap }
    };
    let near = |y: f32| votes.iter().filter(move |v| apart(**v, y).abs() < 1.6);
    let best = votes
        .iter()
        .copied()
        .max_by_key(|vote| near(*vote).count())?;
    let count = near(best).count();
    let mean = near(best).map(|vote| apart(*vote, best)).sum::<f32>() / count.max(1) as f32;
    (3 * count >= votes.len()).then_some(best + mean)
}

/// Moves the lattice to where the tops are.
fn settle(lengths: &TileLengths, tops: &[&Whole], mut lattice: Lattice) -> Lattice {
    for _ in 0..3 {
        let s = lattice.scale;
        // Column, ways down at scale 1, and the middle of each top that fits.
        let mut fits: Vec<(f32, f32, f32, f32)> = Vec::new();
        for top in tops {
            let k = ((top.x - lattice.x) / (lengths.across * s)).round();
            let mut best: Option<(f32, f32)> = None;
            for height in 0..=HEIGHTS {
                let raised = lengths.step * height as f32;
                let m = ((top.y - lattice.y) / s + raised) / lengths.down;
                // As even or odd as the column.
                let m = ((m - k) / 2.0).round() * 2.0 + k;
                let way = m * lengths.down - raised;
                let off = (top.y - lattice.y - way * s).abs();
                if best.is_none_or(|(known, _)| off < known - 0.4) {
                    best = Some((off, way));
                }
            }
            if let Some((off, way)) = best
                && off < 2.2
            {
                fits.push((k * lengths.across, way, top.x, top.y));
            }
        }
        if fits.len() < 2 {
            break;
        }
        let across = Axis::of(fits.iter().map(|fit| (fit.0, fit.2)));
        let down = Axis::of(fits.iter().map(|fit| (fit.1, fit.3)));
        let (Some(across), Some(down)) = (across, down) else {
            break;
        };
        let known = (s, PRIOR * lengths.across * lengths.across);
        let scale = fit::pitch(&[across, down], known).unwrap_or(s);
        lattice = Lattice {
            x: across.origin(scale),
            y: down.origin(scale),
            scale,
        };
    }
    lattice
}
