//! Where tiles can lie: by tops that are seen whole, and by the lower rim of the board.

use super::sight::{self, Sight};
use crate::profile::IsometricRule;

/// Where the tiles are, in pixels of the area. A place is told by its column on the screen, `k`,
/// which is its column less its row, and by its distance from the back, `m`, their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    /// The ground under the middle of the tile with `k` and `m` 0.
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) scale: f32,
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

/// So many sizes of tops are followed up.
const SIZES: usize = 4;

/// Lattices on which the board may lie, the likeliest first. Where each block hides a part of the
/// next one, what is left can have the shape of a top, too, and be more frequent than whole ones.
pub(super) fn lattices(rule: &IsometricRule, sight: &Sight) -> Vec<Lattice> {
    let mut left = whole_tops(rule, sight);
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
        let (x, scale) = columns(rule, &tops, origin, mean);
        let rough = Lattice { x, y: 0.0, scale };
        if let Some(y) = rim(rule, sight, rough) {
            found.push(settle(rule, &tops, Lattice { y, ..rough }));
        }
    }
    found
}

/// Connected pixels of one kind of tops that have the shape of a tile.
fn whole_tops(rule: &IsometricRule, sight: &Sight) -> Vec<Whole> {
    let slant = rule.across.hypot(rule.down);
    // What the outlines take away from its half width.
    let lost = rule.line / 2.0 * slant / rule.down;
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
        let scale = (width / 2.0 + 0.7) / (rule.across - lost);
        let proportion = (width + 1.4) / (height + 1.4) * rule.down / rule.across;
        let fill = pixels.len() as f32 / (width * height);
        if (rule.scale.0 * 0.93..=rule.scale.1 * 1.07).contains(&scale)
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
fn columns(rule: &IsometricRule, tops: &[&Whole], origin: f32, mean: f32) -> (f32, f32) {
    let (mut x, mut pitch) = (origin, rule.across * mean);
    for _ in 0..4 {
        let places: Vec<(f32, f32)> = tops
            .iter()
            .map(|top| (((top.x - x) / pitch).round(), top.x))
            .filter(|(k, at)| (at - x - k * pitch).abs() < 0.3 * pitch)
            .collect();
        let count = places.len().max(1) as f32;
        let (mean_k, mean_x) = (
            places.iter().map(|(k, _)| k).sum::<f32>() / count,
            places.iter().map(|(_, x)| x).sum::<f32>() / count,
        );
        let spread: f32 = places.iter().map(|(k, _)| (k - mean_k).powi(2)).sum();
        let product: f32 = places
            .iter()
            .map(|(k, x)| (k - mean_k) * (x - mean_x))
            .sum();
        // The size of the tops speaks for a scale, too.
        let prior = rule.across * mean;
        pitch = (product + PRIOR * prior) / (spread + PRIOR);
        x = mean_x - mean_k * pitch;
    }
    (x, pitch / rule.across)
}

/// Between two columns the rim is looked for at these shares of the way.
const SHARES: [f32; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];

/// The ground's height on the screen, up to whole tiles, by the lower rim of the board.
fn rim(rule: &IsometricRule, sight: &Sight, rough: Lattice) -> Option<f32> {
    let (pitch, down) = (rule.across * rough.scale, rule.down * rough.scale);
    let base = rule.base * rough.scale;
    // The outline's lower half.
    let half = rule.line / 2.0 * rule.across.hypot(rule.down) / rule.across * rough.scale;
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
fn settle(rule: &IsometricRule, tops: &[&Whole], mut lattice: Lattice) -> Lattice {
    for _ in 0..3 {
        let s = lattice.scale;
        // Column, ways down at scale 1, and the middle of each top that fits.
        let mut fits: Vec<(f32, f32, f32, f32)> = Vec::new();
        for top in tops {
            let k = ((top.x - lattice.x) / (rule.across * s)).round();
            let mut best: Option<(f32, f32)> = None;
            for height in 0..=HEIGHTS {
                let raised = rule.step * height as f32;
                let m = ((top.y - lattice.y) / s + raised) / rule.down;
                // As even or odd as the column.
                let m = ((m - k) / 2.0).round() * 2.0 + k;
                let way = m * rule.down - raised;
                let off = (top.y - lattice.y - way * s).abs();
                if best.is_none_or(|(known, _)| off < known - 0.4) {
                    best = Some((off, way));
                }
            }
            if let Some((off, way)) = best
                && off < 2.2
            {
                fits.push((k * rule.across, way, top.x, top.y));
            }
        }
        if fits.len() < 2 {
            break;
        }
        let count = fits.len() as f32;
        let sums = fits.iter().fold([0.0; 4], |[a, b, c, d], fit| {
            [a + fit.0, b + fit.1, c + fit.2, d + fit.3]
        });
        let [u, v, x, y] = sums.map(|sum| sum / count);
        let weight = PRIOR * rule.across * rule.across;
        let (mut product, mut spread) = (weight * s, weight);
        for (across, down, at_x, at_y) in &fits {
            product += (across - u) * (at_x - x) + (down - v) * (at_y - y);
            spread += (across - u).powi(2) + (down - v).powi(2);
        }
        let s = product / spread;
        lattice = Lattice {
            x: x - u * s,
            y: y - v * s,
            scale: s,
        };
    }
    lattice
}
