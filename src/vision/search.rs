//! Likely places of a picture in a large image: where long straight edges make a rectangle of
//! its shape; where those cannot be seen, where there is much to see inside the boards' areas and
//! little around them.

use image::RgbaImage;

use super::place::Place;
use super::profile::Profile;

/// A straight edge between two rows or two columns of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    /// The first column (or row) behind it.
    at: u32,
    /// First row (or column) of its length.
    from: u32,
    /// The one after its last.
    to: u32,
}

/// Pixels that differ by so much in a channel have an edge between them. The second, for faint
/// frames, is below the noise of compressed pictures and tried only if the first gives nothing.
pub(super) const CONTRASTS: [u8; 2] = [26, 6];
/// An edge may have gaps of so many pixels.
const GAP: u32 = 2;
/// Corners of edges may miss each other by so many pixels.
const SLACK: u32 = 3;
/// At most so many edges a direction and so many places are looked at, the longest and the best
/// founded first.
const MOST_EDGES: usize = 160;
const MOST_PLACES: usize = 1500;

/// Places where edges of at least this contrast make all four sides of the picture (`true`), or
/// its upper left corner at a whole scale (`false`), the former first.
pub(super) fn framed(profile: &Profile, image: &RgbaImage, contrast: u8) -> Vec<(bool, Place)> {
    let (width, height) = profile.picture.size;
    let rule = &profile.picture.scale;
    let least = |side: u32| {
        ((side as f32 * rule.from) as u32)
            .saturating_sub(SLACK)
            .max(8)
    };
    let (upright, level) = edges(image, contrast, least(height), least(width));
    let mut founded: Vec<(bool, Place)> = Vec::new();
    let covers = |edge: &Edge, from: f32, to: f32| {
        edge.from as f32 <= from + SLACK as f32 && edge.to as f32 + SLACK as f32 >= to
    };
    let whole = (1..=16_u32).map(|s| s as f32).filter(|s| rule.allows(*s));
    let whole: Vec<f32> = whole.collect();
    for left in &upright {
        for top in &level {
            let (x, y) = (left.at as f32, top.at as f32);
            let (across, down) = (width as f32, height as f32);
            if !covers(left, y, y + down * rule.from) || !covers(top, x, x + across * rule.from) {
                continue;
            }
            // Scales that a right edge and a lower edge speak for, and whole ones on trust.
            let mut scales: Vec<(bool, f32)> = whole.iter().map(|scale| (false, *scale)).collect();
            for right in upright.iter().filter(|right| right.at > left.at) {
                let scale = snapped((right.at - left.at) as f32 / across, across);
                let bottom = y + down * scale;
                let meets = |edge: &&Edge| (edge.at as f32 - bottom).abs() <= 1.5;
                if rule.allows(scale)
                    && covers(right, y, bottom)
                    && level
                        .iter()
                        .filter(meets)
                        .any(|e| covers(e, x, x + across * scale))
                {
                    scales.push((true, scale));
                }
            }
            for (all_sides, scale) in scales {
                let place = Place::new(x, y, scale);
                if place.lies_within(profile.picture.size, image.dimensions())
                    && covers(left, y, y + down * scale)
                    && covers(top, x, x + across * scale)
                {
                    founded.push((all_sides, place));
                }
            }
        }
    }
    founded.sort_by_key(|(all_sides, _)| !all_sides);
    founded.truncate(MOST_PLACES);
    founded
}

/// A scale within a pixel of a whole one is that one.
fn snapped(scale: f32, side: f32) -> f32 {
    let whole = scale.round();
    if (scale - whole).abs() * side <= 1.0 {
        whole
    } else {
        scale
    }
}

/// Upright edges of at least `height` and level ones of at least `width`; the image's own sides
/// count.
fn edges(image: &RgbaImage, contrast: u8, height: u32, width: u32) -> (Vec<Edge>, Vec<Edge>) {
    let (across, down) = image.dimensions();
    let row_bytes = across as usize * 4;
    let rows: Vec<&[u8]> = image.as_raw().chunks_exact(row_bytes.max(1)).collect();
    let (mut upright, mut level) = (Vec::new(), Vec::new());
    let mut columns = vec![Run::default(); across as usize];
    let mut above: Option<&[u8]> = None;
    for (y, row) in (0..down).zip(rows) {
        for (x, (pair, run)) in (1..across).zip(row.windows(8).step_by(4).zip(&mut columns[1..])) {
            if differ(&pair[..4], &pair[4..], contrast) {
                run.hit(y);
            } else {
                run.end(y, x, height, &mut upright);
            }
        }
        if let Some(above) = above {
            let mut run = Run::default();
            let pairs = above.chunks_exact(4).zip(row.chunks_exact(4));
            for (x, (upper, lower)) in (0..across).zip(pairs) {
                if differ(upper, lower, contrast) {
                    run.hit(x);
                } else {
                    run.end(x, y, width, &mut level);
                }
            }
            run.end(across + GAP + 1, y, width, &mut level);
        }
        above = Some(row);
    }
    for (x, run) in (0..across).zip(&mut columns) {
        run.end(down + GAP + 1, x, height, &mut upright);
    }
    for (edges, count, length) in [(&mut upright, across, down), (&mut level, down, across)] {
        edges.sort_by_key(|edge| std::cmp::Reverse(edge.to - edge.from));
        edges.truncate(MOST_EDGES);
        for at in [0, count] {
            edges.push(Edge {
                at,
                from: 0,
                to: length,
            });
        }
    }
    (upright, level)
}

/// An edge being followed.
#[derive(Clone, Copy, Default)]
struct Run {
    /// First pixel and the one after the last, if any was seen.
    seen: Option<(u32, u32)>,
}

impl Run {
    #[inline]
    fn hit(&mut self, along: u32) {
        match &mut self.seen {
            Some((_, end)) => *end = along + 1,
            None => self.seen = Some((along, along + 1)),
        }
    }

    /// No edge here: after a gap the run is over.
    #[inline]
    fn end(&mut self, along: u32, at: u32, least: u32, into: &mut Vec<Edge>) {
        if let Some((from, to)) = self.seen
            && along >= to + GAP
        {
            if to - from >= least {
                into.push(Edge { at, from, to });
            }
            self.seen = None;
        }
    }
}

#[inline]
fn differ(a: &[u8], b: &[u8], contrast: u8) -> bool {
    a[0].abs_diff(b[0]) >= contrast
        || a[1].abs_diff(b[1]) >= contrast
        || a[2].abs_diff(b[2]) >= contrast
}

/// How many of the best places by content are looked at, and how far around each, in pixels of
/// the picture.
const BEST_PLACES: usize = 6;
const AROUND: i64 = 2;

/// Places where the boards' areas are full of contrast and the strips around them are not, at
/// whole scales; for pictures whose rim has the colour of what lies around.
pub(super) fn contrasting(profile: &Profile, image: &RgbaImage) -> Vec<Place> {
    let sums = Sums::new(image);
    let (width, height) = profile.picture.size;
    let mut scored: Vec<(i64, Place)> = Vec::new();
    for scale in (1..=16_u32).filter(|s| profile.picture.scale.allows(*s as f32)) {
        let spare = |image: u32, picture: u32| image.checked_sub(picture * scale);
        let (Some(right), Some(low)) = (spare(image.width(), width), spare(image.height(), height))
        else {
            break;
        };
        let mut best: Vec<(i64, Place)> = Vec::new();
        for y in (0..=low).step_by((2 * scale) as usize) {
            for x in (0..=right).step_by((2 * scale) as usize) {
                let score = sums.score(profile, x, y, scale);
                if score <= 0 || best.len() == BEST_PLACES && score <= best[BEST_PLACES - 1].0 {
                    continue;
                }
                let place = Place::new(x as f32, y as f32, scale as f32);
                best.push((score, place));
                best.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
                best.truncate(BEST_PLACES);
            }
        }
        scored.extend(best);
    }
    let mut places = Vec::new();
    for (_, near) in scored {
        let step = near.scale.round() as i64;
        for down in -AROUND * step..=AROUND * step {
            for across in -AROUND * step..=AROUND * step {
                let place = near.moved(across as f32, down as f32);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
    }
    places
}

/// Number of contrasts in every rectangle from the upper left corner.
struct Sums {
    width: usize,
    height: usize,
    sums: Vec<u32>,
}

impl Sums {
    fn new(image: &RgbaImage) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let mut sums = vec![0; (width + 1) * (height + 1)];
        let mut above: &[u8] = &[];
        for (y, row) in image.as_raw().chunks_exact((width * 4).max(1)).enumerate() {
            let mut in_row = 0;
            for x in 0..width {
                let here = &row[4 * x..4 * x + 4];
                let left = x > 0 && differ(&row[4 * x - 4..4 * x], here, CONTRASTS[0]);
                let up = above.get(4 * x..4 * x + 4);
                let edge = left || up.is_some_and(|up| differ(up, here, CONTRASTS[0]));
                in_row += u32::from(edge);
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + in_row;
            }
            above = row;
        }
        Self {
            width,
            height,
            sums,
        }
    }

    fn within(&self, x: i64, y: i64, width: i64, height: i64) -> i64 {
        let column = |x: i64| x.clamp(0, self.width as i64) as usize;
        let row = |y: i64| y.clamp(0, self.height as i64) as usize;
        let at = |x: i64, y: i64| i64::from(self.sums[row(y) * (self.width + 1) + column(x)]);
        at(x + width, y + height) + at(x, y) - at(x + width, y) - at(x, y + height)
    }

    /// Contrasts within the boards less those in a strip of half a cell around each; 0 where a
    /// board has hardly any.
    fn score(&self, profile: &Profile, x: u32, y: u32, scale: u32) -> i64 {
        let scale = i64::from(scale);
        let mut score = 0;
        for board in &profile.boards {
            let (left, top) = board.corner(0, 0);
            let (rows, cols) = board.extent();
            let (right, low) = board.corner(rows, cols);
            let (left, top) = (i64::from(x) + left * scale, i64::from(y) + top * scale);
            let (across, down) = (
                (right - board.corner(0, 0).0) * scale,
                (low - board.corner(0, 0).1) * scale,
            );
            let inside = self.within(left, top, across, down);
            if inside < (rows * cols) as i64 {
                return 0;
            }
            let (wide, high) = (
                i64::from(board.cell.0) * scale / 2,
                i64::from(board.cell.1) * scale / 2,
            );
            let around =
                self.within(left - wide, top - high, across + 2 * wide, down + 2 * high) - inside;
            score += inside - 2 * around;
        }
        score
    }
}
