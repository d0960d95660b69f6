//! Estimates the tile lattice from entirely visible tops and from the lower edge of the board.

use super::class_map::{self, ClassMap};
use crate::axis::{self, Axis, PitchPrior};
use crate::profile::TileLengths;

/// Tile lattice in pixels of the area. A position is given by its screen column `k` (column minus row) and its
/// distance from the back `m` (column plus row).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TileLattice {
    /// Centre of the top of a tile of height 0 with `k` and `m` 0.
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) scale: f32,
}

impl TileLattice {
    /// Centre of the top of a tile with this height.
    pub(super) fn top(&self, lengths: &TileLengths, k: i32, m: i32, height: i32) -> (f32, f32) {
        let s = self.scale;
        (
            self.x + k as f32 * lengths.across * s,
            self.y + (m as f32 * lengths.down - height as f32 * lengths.step) * s,
        )
    }
}

/// Part of a top's width and height that is lost at its blurred edges, in pixels.
const LOST_EDGE: f32 = 1.4;
/// Maximum relative deviation of a top's scale from the rule's range.
const MAX_SCALE_ERROR: f32 = 0.07;
/// Maximum distance of a top from its column, as a share of the columns' distance.
const MAX_COLUMN_OFFSET: f32 = 0.3;
/// Maximum error of the slope of a lower edge, relative to a tile's.
const MAX_SLOPE_ERROR: f32 = 0.25;
/// Maximum difference of votes for the same y of the lattice, in pixels.
const MAX_VOTE_DIFF: f32 = 1.6;
/// Maximum relative error of a top's aspect ratio.
const MAX_ASPECT_ERROR: f32 = 0.16;
/// Share of its bounding box that a top fills.
const FILL_RANGE: (f32, f32) = (0.42, 0.58);
/// Maximum distance of a top's corners from the middles of the box's sides, as a share of their length, plus one pixel.
const MAX_CORNER_OFFSET: f32 = 0.06;
/// Maximum relative size difference of tops of one board.
const MAX_SIZE_DIFF: f32 = 0.06;
/// Weight of the size of the tops in the fit of their centres, in squared columns ([`axis::fit`]).
const PRIOR_WEIGHT: f32 = 0.6;
/// Greatest height tried in the fit; higher tiles are found later.
const MAX_HEIGHT: i32 = 8;
/// Pixels by which a greater height must fit better than a lower one.
const MIN_HEIGHT_GAIN: f32 = 0.4;
/// Maximum vertical distance of a top's centre from the position that it is fitted to, in pixels.
const MAX_FIT_ERROR: f32 = 2.2;
/// Rounds of the fit of the columns; each assigns the tops by the columns of the one before.
const COLUMN_ROUNDS: usize = 4;
/// Rounds of the fit of the lattice; each assigns the tops by the lattice of the one before.
const LATTICE_ROUNDS: usize = 3;

/// Entirely visible top with its centre.
#[derive(Clone, Copy)]
struct VisibleTop {
    x: f32,
    y: f32,
    /// Scale suggested by its size.
    scale: f32,
}

/// Maximum number of sizes of tops that are tried.
const MAX_SIZES: usize = 4;

/// Candidate lattices, most likely first. If each block hides part of the next, the remaining parts may be top-shaped
/// too and more frequent than entire tops, so several sizes are tried.
pub(super) fn lattices(lengths: &TileLengths, map: &ClassMap) -> Vec<TileLattice> {
    let mut remaining = visible_tops(lengths, map);
    let same_size = |one: &VisibleTop, other: &VisibleTop| {
        (one.scale / other.scale - 1.0).abs() < MAX_SIZE_DIFF
    };
    let mut found = Vec::new();
    for _ in 0..MAX_SIZES {
        let count = |one: &&VisibleTop| remaining.iter().filter(|it| same_size(one, it)).count();
        let Some(&best) = remaining.iter().max_by_key(count) else {
            break;
        };
        let (tops, others) = remaining.into_iter().partition(|top| same_size(top, &best));
        remaining = others;
        let tops: Vec<VisibleTop> = tops;
        let mean = tops.iter().map(|top| top.scale).sum::<f32>() / tops.len() as f32;
        let (x, scale) = columns(lengths, &tops, best.x, mean);
        let rough = TileLattice { x, y: 0.0, scale };
        if let Some(y) = lattice_y(lengths, map, rough) {
            found.push(refine(lengths, &tops, TileLattice { y, ..rough }));
        }
    }
    found
}

/// Connected pixels of one kind of top in the shape of a tile.
fn visible_tops(lengths: &TileLengths, map: &ClassMap) -> Vec<VisibleTop> {
    let slant = lengths.across.hypot(lengths.down);
    // Part of half a top's width that its outline covers: half a line, measured horizontally across a slanted side.
    let lost = lengths.line / 2.0 * slant / lengths.down;
    let mut visited = vec![false; map.width * map.height];
    let mut tops = Vec::new();
    for start in 0..visited.len() {
        if visited[start] || class_map::kind(map.at(start)).is_none() {
            continue;
        }
        let pixels = connected(map, start, &mut visited);
        let Some(shape) = TopShape::new(&pixels) else {
            continue;
        };
        let (width, height) = (shape.right - shape.left, shape.lower - shape.upper);
        let scale = (width + LOST_EDGE) / 2.0 / (lengths.across - lost);
        let aspect = (width + LOST_EDGE) / (height + LOST_EDGE) * lengths.down / lengths.across;
        let fill = pixels.len() as f32 / (width * height);
        let min_scale = lengths.scale.0 * (1.0 - MAX_SCALE_ERROR);
        let max_scale = lengths.scale.1 * (1.0 + MAX_SCALE_ERROR);
        if (min_scale..=max_scale).contains(&scale)
            && (aspect - 1.0).abs() < MAX_ASPECT_ERROR
            && (FILL_RANGE.0..FILL_RANGE.1).contains(&fill)
            && shape.has_centred_corners()
        {
            tops.push(VisibleTop {
                x: (shape.left + shape.right) / 2.0,
                y: (shape.upper + shape.lower) / 2.0,
                scale,
            });
        }
    }
    tops
}

/// Pixels (x, y) of the same class connected with `start`.
fn connected(map: &ClassMap, start: usize, visited: &mut [bool]) -> Vec<(usize, usize)> {
    let class = map.at(start);
    let mut pixels = Vec::new();
    let mut stack = vec![start];
    visited[start] = true;
    while let Some(at) = stack.pop() {
        let (x, y) = (at % map.width, at / map.width);
        pixels.push((x, y));
        let adjacent = [
            (x > 0).then(|| at - 1),
            (x + 1 < map.width).then_some(at + 1),
            at.checked_sub(map.width),
            (y + 1 < map.height).then_some(at + map.width),
        ];
        for next in adjacent.into_iter().flatten() {
            if !visited[next] && map.at(next) == class {
                visited[next] = true;
                stack.push(next);
            }
        }
    }
    pixels
}

/// Extent of some pixels, and the positions of the outermost ones along the other axis.
struct TopShape {
    left: f32,
    right: f32,
    upper: f32,
    lower: f32,
    /// Y of the left and right corner, x of the upper and lower one.
    corners: [f32; 4],
}

impl TopShape {
    fn new(pixels: &[(usize, usize)]) -> Option<Self> {
        let xs = || pixels.iter().map(|(x, _)| *x);
        let ys = || pixels.iter().map(|(_, y)| *y);
        let (left, right) = (xs().min()?, xs().max()?);
        let (upper, lower) = (ys().min()?, ys().max()?);
        // Mean over the outermost two rows or columns.
        let mean = |values: Vec<usize>| {
            values.iter().sum::<usize>() as f32 / values.len().max(1) as f32 + 0.5
        };
        let down = |included: &dyn Fn(usize) -> bool| {
            let outermost = pixels.iter().filter(|(x, _)| included(*x));
            mean(outermost.map(|(_, y)| *y).collect())
        };
        let along = |included: &dyn Fn(usize) -> bool| {
            let outermost = pixels.iter().filter(|(_, y)| included(*y));
            mean(outermost.map(|(x, _)| *x).collect())
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

    /// Returns whether each corner is in the middle of its side, as for an entirely visible top.
    fn has_centred_corners(&self) -> bool {
        let is_central = |at: f32, from: f32, to: f32| {
            (at - (from + to) / 2.0).abs() <= MAX_CORNER_OFFSET * (to - from) + 1.0
        };
        let level = |at: f32| is_central(at, self.upper, self.lower);
        let upright = |at: f32| is_central(at, self.left, self.right);
        let [left, right, upper, lower] = self.corners;
        level(left) && level(right) && upright(upper) && upright(lower)
    }
}

/// Fits the tops' centres to evenly spaced columns, of which column 0 is near `origin`; returns its x and the scale.
fn columns(lengths: &TileLengths, tops: &[VisibleTop], origin: f32, mean: f32) -> (f32, f32) {
    let pitch = lengths.across * mean;
    // The size of the tops contributes to the scale.
    let weight = PRIOR_WEIGHT;
    let prior = PitchPrior { pitch, weight };
    let mut columns = Axis { origin, pitch };
    for _ in 0..COLUMN_ROUNDS {
        let places = tops.iter().map(|top| (columns.index(top.x).round(), top.x));
        let is_near =
            |(k, x): &(f32, f32)| (x - columns.at(*k)).abs() < MAX_COLUMN_OFFSET * columns.pitch;
        let places: Vec<_> = places.filter(is_near).collect();
        let Some([fitted]) = axis::fit([&places], prior) else {
            break;
        };
        columns = fitted;
    }
    (columns.origin, columns.pitch / lengths.across)
}

/// Sampled fractions between two columns.
const SAMPLED_SHARES: [f32; 5] = [0.2, 0.35, 0.5, 0.65, 0.8];

/// Y of the lattice by votes of the board's lower edge, which is on the ground; `None` if less than a third agree. As
/// `k` and `m` are both even or both odd, an edge gives it modulo two rows, which is all that the lattice needs.
fn lattice_y(lengths: &TileLengths, map: &ClassMap, rough: TileLattice) -> Option<f32> {
    let (pitch, down) = (lengths.across * rough.scale, lengths.down * rough.scale);
    let base = lengths.base * rough.scale;
    // Half a line, measured vertically across a slanted edge: the outline's lower half.
    let half =
        lengths.line / 2.0 * lengths.across.hypot(lengths.down) / lengths.across * rough.scale;
    let first = (-rough.x / pitch).floor() as i32;
    let last = ((map.width as f32 - rough.x) / pitch).ceil() as i32;
    let mut votes: Vec<f32> = Vec::new();
    for k in first..last {
        let lowest = |share: f32| {
            let x = (rough.x + (k as f32 + share) * pitch).floor() as i32;
            let rows = (0..map.height as i32).rev();
            // A single pixel may be a speck.
            let mut blocks = rows.filter(|y| {
                class_map::is_block(map.class(x, *y)) && class_map::is_block(map.class(x, y - 2))
            });
            blocks.next().map(|y| (share, y as f32 + 1.0 - half))
        };
        let points: Vec<(f32, f32)> = SAMPLED_SHARES.into_iter().filter_map(lowest).collect();
        let (Some(from), Some(to)) = (points.first(), points.last()) else {
            continue;
        };
        if points.len() < SAMPLED_SHARES.len() {
            continue;
        }
        let slope = (to.1 - from.1) / (to.0 - from.0) / down;
        let even = |m: i32| m.rem_euclid(2) as f32 * down;
        for (share, y) in points {
            if (slope - 1.0).abs() < MAX_SLOPE_ERROR {
                // Left side of a tile in the next column.
                votes.push(y - share * down - base - even(k + 1));
            } else if (slope + 1.0).abs() < MAX_SLOPE_ERROR {
                // Right side of a tile in this column.
                votes.push(y - (1.0 - share) * down - base - even(k));
            }
        }
    }
    // Circular mean of the largest cluster, with a period of two rows.
    let difference = |a: f32, b: f32| {
        let gap = (a - b).rem_euclid(2.0 * down);
        if gap > down { gap - 2.0 * down } else { gap }
    };
    let near = |y: f32| {
        let votes = votes.iter();
        votes.filter(move |v| difference(**v, y).abs() < MAX_VOTE_DIFF)
    };
    let best = *votes.iter().max_by_key(|it| near(**it).count())?;
    let count = near(best).count();
    let mean = near(best).map(|vote| difference(*vote, best)).sum::<f32>() / count.max(1) as f32;
    (3 * count >= votes.len()).then_some(best + mean)
}

/// Refines the lattice by least squares over the tops.
fn refine(lengths: &TileLengths, tops: &[VisibleTop], mut lattice: TileLattice) -> TileLattice {
    for _ in 0..LATTICE_ROUNDS {
        let s = lattice.scale;
        // Offsets at scale 1 with centres of the matching tops.
        let (mut across, mut down) = (Vec::new(), Vec::new());
        for top in tops {
            let k = ((top.x - lattice.x) / (lengths.across * s)).round();
            let mut best: Option<(f32, f32)> = None;
            for height in 0..=MAX_HEIGHT {
                let raised = lengths.step * height as f32;
                let m = ((top.y - lattice.y) / s + raised) / lengths.down;
                // Same parity as the column.
                let m = ((m - k) / 2.0).round() * 2.0 + k;
                let expected = m * lengths.down - raised;
                let off = (top.y - lattice.y - expected * s).abs();
                if best.is_none_or(|(known, _)| off < known - MIN_HEIGHT_GAIN) {
                    best = Some((off, expected));
                }
            }
            if let Some((off, expected)) = best
                && off < MAX_FIT_ERROR
            {
                across.push((k * lengths.across, top.x));
                down.push((expected, top.y));
            }
        }
        // The indices are pixels at scale 1 here, so the weight is converted from columns.
        let weight = PRIOR_WEIGHT * lengths.across * lengths.across;
        let prior = PitchPrior { pitch: s, weight };
        let fit = axis::fit([&across, &down], prior).filter(|_| across.len() > 1);
        let Some([across, down]) = fit else {
            break;
        };
        lattice = TileLattice {
            x: across.origin,
            y: down.origin,
            scale: across.pitch,
        };
    }
    lattice
}
