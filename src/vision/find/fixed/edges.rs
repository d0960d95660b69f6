//! Candidate positions of a picture in a large image: long straight edges that form a rectangle of its shape.

use image::RgbaImage;

use crate::place::Place;
use crate::profile::PictureRule;

/// Straight edge between two rows or two columns of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    /// First column (or row) after it.
    at: u32,
    /// First row (or column) along it.
    from: u32,
    /// End of that range, exclusive.
    to: u32,
}

/// Minimum channel differences of an edge. The second, for faint frames, is below the noise of compressed pictures
/// and tried only if the first finds nothing.
pub(super) const CONTRASTS: [u8; 2] = [26, 6];
/// Maximum gap in an edge, in pixels.
const GAP: u32 = 2;
/// Maximum distance of two edges' ends at a corner, in pixels.
const SLACK: u32 = 3;
/// Maximum number of edges per direction and of candidate positions; the longest and best supported come first.
const MOST_EDGES: usize = 160;
const MOST_PLACES: usize = 1500;

/// Positions where edges of at least this contrast form all four sides (`true`), or only the upper left corner at a
/// whole scale (`false`); the former first.
pub(super) fn framed(picture: &PictureRule, image: &RgbaImage, contrast: u8) -> Vec<(bool, Place)> {
    let (width, height) = picture.size;
    let rule = &picture.scale;
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
            // Scales supported by a right and a lower edge, and whole scales without.
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
                if place.lies_within(picture.size, image.dimensions())
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

/// Rounds a scale within a pixel of a whole one.
fn snapped(scale: f32, side: f32) -> f32 {
    let whole = scale.round();
    if (scale - whole).abs() * side <= 1.0 {
        whole
    } else {
        scale
    }
}

/// Vertical edges of at least `height` and horizontal ones of at least `width`, including the image's own sides.
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

/// Edge that is being followed.
#[derive(Clone, Copy, Default)]
struct Run {
    /// First pixel and end, if any.
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
pub(super) fn differ(a: &[u8], b: &[u8], contrast: u8) -> bool {
    a[0].abs_diff(b[0]) >= contrast
        || a[1].abs_diff(b[1]) >= contrast
        || a[2].abs_diff(b[2]) >= contrast
}
