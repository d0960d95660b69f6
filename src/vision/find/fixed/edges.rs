//! Candidate positions of a picture in a large image: long straight edges that form a rectangle of its shape.

use image::RgbaImage;

use crate::place::Placement;

use super::FixedPicture;

/// Straight edge between two rows or two columns of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StraightEdge {
    /// First column (or row) after it.
    at: u32,
    /// First row (or column) along it.
    from: u32,
    /// End of that range, exclusive.
    to: u32,
}

/// Minimum channel differences of an edge. The second, for faint frames, is below the noise of compressed pictures
/// and tried only if the first finds nothing.
pub(crate) const CONTRASTS: [u8; 2] = [26, 6];
/// Maximum gap in an edge, in pixels.
const MAX_GAP: u32 = 2;
/// Minimum length of an edge, in pixels, however small the picture.
const MIN_LENGTH: u32 = 8;
/// Maximum distance of the lower edge from where the others put it, in pixels.
const MAX_LOWER_OFFSET: f32 = 1.5;
/// Maximum distance of two edges' ends at a corner, in pixels.
const MAX_CORNER_GAP: u32 = 3;
/// Maximum number of edges per direction, the longest ones.
const MAX_EDGES: usize = 160;
/// Maximum number of candidate positions, the best supported ones.
const MAX_PLACES: usize = 1500;

impl FixedPicture<'_> {
    /// Positions where edges of at least this contrast form all four sides of the picture.
    pub(crate) fn framed_places(&self, contrast: u8) -> Vec<Placement> {
        let (width, height) = self.rule.size;
        let rule = &self.rule.scale;
        let min_length = |side: u32| {
            let length = (side as f32 * rule.from) as u32;
            length.saturating_sub(MAX_CORNER_GAP).max(MIN_LENGTH)
        };
        let (upright, level) = edges(self.image, contrast, min_length(height), min_length(width));
        let mut places = Vec::new();
        let covers = |edge: &StraightEdge, from: f32, to: f32| {
            edge.from as f32 <= from + MAX_CORNER_GAP as f32
                && edge.to as f32 + MAX_CORNER_GAP as f32 >= to
        };
        for left in &upright {
            for top in &level {
                let (x, y) = (left.at as f32, top.at as f32);
                let (across, down) = (width as f32, height as f32);
                if !covers(left, y, y + down * rule.from) || !covers(top, x, x + across * rule.from)
                {
                    continue;
                }
                for right in upright.iter().filter(|right| right.at > left.at) {
                    let scale = snapped((right.at - left.at) as f32 / across, across);
                    let bottom = y + down * scale;
                    let meets =
                        |edge: &&StraightEdge| (edge.at as f32 - bottom).abs() <= MAX_LOWER_OFFSET;
                    let mut bottoms = level.iter().filter(meets);
                    let place = Placement::new(x, y, scale);
                    if rule.allows(scale)
                        && covers(right, y, bottom)
                        && bottoms.any(|edge| covers(edge, x, x + across * scale))
                        && self.is_inside(place)
                        && covers(left, y, bottom)
                        && covers(top, x, x + across * scale)
                    {
                        places.push(place);
                    }
                }
            }
        }
        places.truncate(MAX_PLACES);
        places
    }
}

/// Rounds a scale within a pixel of a whole one.
fn snapped(scale: f32, side: f32) -> f32 {
    let rounded = scale.round();
    let is_near = (scale - rounded).abs() * side <= 1.0;
    if is_near { rounded } else { scale }
}

/// Vertical edges at least `height` long, then horizontal ones at least `width` long; each the longest first, then the
/// image's own sides, which count as edges of a picture that reaches to them.
fn edges(
    image: &RgbaImage,
    contrast: u8,
    height: u32,
    width: u32,
) -> (Vec<StraightEdge>, Vec<StraightEdge>) {
    let (across, down) = image.dimensions();
    let row_bytes = across as usize * 4;
    let rows: Vec<&[u8]> = image.as_raw().chunks_exact(row_bytes.max(1)).collect();
    let (mut upright, mut level) = (Vec::new(), Vec::new());
    let mut columns = vec![EdgeRun::default(); across as usize];
    let mut above: Option<&[u8]> = None;
    for (y, row) in (0..down).zip(rows) {
        // Pairs of adjacent pixels, of four bytes each.
        for (x, (pair, run)) in (1..across).zip(row.windows(8).step_by(4).zip(&mut columns[1..])) {
            if differ(&pair[..4], &pair[4..], contrast) {
                run.extend(y);
            } else {
                run.finish(y, x, height, &mut upright);
            }
        }
        if let Some(above) = above {
            let mut run = EdgeRun::default();
            let pairs = above.chunks_exact(4).zip(row.chunks_exact(4));
            for (x, (upper, lower)) in (0..across).zip(pairs) {
                if differ(upper, lower, contrast) {
                    run.extend(x);
                } else {
                    run.finish(x, y, width, &mut level);
                }
            }
            // Beyond the image, the gap ends the last edge.
            run.finish(across + MAX_GAP + 1, y, width, &mut level);
        }
        above = Some(row);
    }
    for (x, run) in (0..across).zip(&mut columns) {
        run.finish(down + MAX_GAP + 1, x, height, &mut upright);
    }
    for (edges, count, length) in [(&mut upright, across, down), (&mut level, down, across)] {
        edges.sort_by_key(|edge| std::cmp::Reverse(edge.to - edge.from));
        edges.truncate(MAX_EDGES);
        let (from, to) = (0, length);
        edges.extend([0, count].map(|at| StraightEdge { at, from, to }));
    }
    (upright, level)
}

/// Edge being followed along a row or column.
#[derive(Clone, Copy, Default)]
struct EdgeRun {
    /// First pixel and exclusive end; `None` while no edge is followed.
    range: Option<(u32, u32)>,
}

impl EdgeRun {
    /// Continues the edge with this pixel.
    #[inline]
    fn extend(&mut self, along: u32) {
        match &mut self.range {
            Some((_, end)) => *end = along + 1,
            None => self.range = Some((along, along + 1)),
        }
    }

    /// Ends the edge if the gap from its end to this pixel is too long, and adds it to `into`, at position `at` across,
    /// if it is long enough.
    #[inline]
    fn finish(&mut self, along: u32, at: u32, min_length: u32, into: &mut Vec<StraightEdge>) {
        if let Some((from, to)) = self.range
            && along >= to + MAX_GAP
        {
            if to - from >= min_length {
                into.push(StraightEdge { at, from, to });
            }
            self.range = None;
        }
    }
}

/// Returns whether two pixels differ by the contrast in a channel other than alpha.
#[inline]
pub(super) fn differ(a: &[u8], b: &[u8], contrast: u8) -> bool {
    a[0].abs_diff(b[0]) >= contrast
        || a[1].abs_diff(b[1]) >= contrast
        || a[2].abs_diff(b[2]) >= contrast
}
