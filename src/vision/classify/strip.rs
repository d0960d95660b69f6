//! Margin of a row or column in which its clue numbers are printed.

use crate::digits::{Blob, Ink, MIN_CONTRAST, contrasts};
use crate::game::Side;
use crate::place::ImageRect;
use crate::profile::Rgb;
use crate::sampler::{Sampler, median};

/// Minimum length of a blob that is a rule (a printed line), not a digit, in line widths.
const MIN_RULE_LENGTH: f32 = 1.2;
/// Minimum ratio of length to thickness of a rule.
const MIN_RULE_ASPECT: usize = 4;
/// Maximum distance of border lines from an edge, in line widths.
const BORDER_RIM: f32 = 0.1;
/// Minimum of that distance, in pixels.
const MIN_RIM: f32 = 2.0;
/// Minimum distance of another background from the board, in line widths.
const MIN_DISTANCE: f32 = 0.5;
/// Minimum depth of another background, in line widths.
const MIN_DEPTH: f32 = 0.25;

/// Margin of one row or column on one side of the board, or a cell with numbers elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Strip {
    pub(crate) rect: ImageRect,
    /// Side of the board that the margin is on; `None` for a cell that is in no margin.
    pub(crate) side: Option<Side>,
}

impl Strip {
    /// Width of the row or column, in pixels: the *line width* of the constants above.
    fn breadth(&self) -> f32 {
        match self.side.map(Side::is_for_rows) {
            Some(true) => self.rect.height,
            Some(false) => self.rect.width,
            None => self.rect.width.min(self.rect.height),
        }
    }

    /// Extent from the board outwards.
    pub(crate) fn depth(&self) -> f32 {
        match self.side.is_some_and(Side::is_for_rows) {
            true => self.rect.width,
            false => self.rect.height,
        }
    }

    /// The part nearest to the board, up to this depth.
    #[must_use]
    pub(crate) fn up_to(self, depth: f32) -> Self {
        let depth = depth.min(self.depth());
        let at = self.rect;
        let rect = match self.side {
            Some(Side::Left) => ImageRect::new(at.x + at.width - depth, at.y, depth, at.height),
            Some(Side::Right) => ImageRect::new(at.x, at.y, depth, at.height),
            Some(Side::Top) => ImageRect::new(at.x, at.y + at.height - depth, at.width, depth),
            Some(Side::Bottom) | None => ImageRect::new(at.x, at.y, at.width, depth),
        };
        Self { rect, ..self }
    }

    /// The part nearest to the board with a uniform background, without a menu bar or a title beyond it. A cell that is
    /// in no margin remains as it is.
    #[must_use]
    pub(crate) fn on_one_background(self, sampler: &Sampler<'_>) -> Self {
        let Some(side) = self.side else {
            return self;
        };
        let (width, height, pixels) = sampler.pixels(self.rect);
        let (line_count, line_length) = match side.is_for_rows() {
            true => (width, height),
            false => (height, width),
        };
        // Lines of pixels along the board, from the nearest on.
        let line = |index: usize| -> Vec<Rgb> {
            let at = match side {
                Side::Left | Side::Top => line_count - 1 - index,
                Side::Right | Side::Bottom => index,
            };
            let pixel = |across: usize| match side.is_for_rows() {
                true => pixels[across * width + at],
                false => pixels[at * width + across],
            };
            (0..line_length).map(pixel).collect()
        };
        let lines: Vec<Vec<Rgb>> = (0..line_count).map(line).collect();
        let nearest = &lines[..line_length.min(line_count)];
        let background = median(nearest.iter().flatten().copied());
        let median_of = |line: &Vec<Rgb>| median(line.iter().copied());
        let is_other = |line| f32::from(median_of(line).distance(background)) >= MIN_CONTRAST;
        let min_start = MIN_DISTANCE * self.breadth();
        let min_depth = MIN_DEPTH * self.breadth();
        let mut start = None;
        for (index, line) in lines.iter().enumerate() {
            match start {
                _ if !is_other(line) => start = None,
                None => start = Some(index),
                Some(start) if start as f32 >= min_start && (index - start) as f32 >= min_depth => {
                    return self.up_to(start as f32);
                }
                Some(_) => {}
            }
        }
        self
    }

    /// Ink of possible digits, without lines; `None` if there is none.
    pub(crate) fn ink(&self, sampler: &Sampler<'_>) -> Option<Ink> {
        let (width, height, pixels) = sampler.pixels(self.rect);
        let mut contrasts = contrasts(&pixels);
        loop {
            let ink = Ink::with_strength(&contrasts, width, height, strength(&contrasts)?);
            let mut rest = ink.clone();
            let blobs = ink.blobs();
            let lines = blobs.iter().filter(|blob| self.is_line(&ink, blob));
            lines.for_each(|line| rest.wipe(line));
            if rest == ink {
                return Some(ink);
            }
            // Lines may be darker than digits, so the strength is estimated again without them.
            let wiped = contrasts.iter_mut().zip(ink.cover.iter().zip(&rest.cover));
            for (away, _) in wiped.filter(|(_, (before, after))| before != after) {
                *away = 0.0;
            }
        }
    }

    /// Returns whether a blob is a line between or around the margins, or part of one.
    fn is_line(&self, ink: &Ink, blob: &Blob) -> bool {
        let (width, height) = (blob.width(), blob.height());
        let (long, short) = (width.max(height), width.min(height));
        let is_long =
            long as f32 >= MIN_RULE_LENGTH * self.breadth() && long >= MIN_RULE_ASPECT * short;
        let rim = (BORDER_RIM * self.breadth()).max(MIN_RIM) as usize;
        let is_on_rim = blob.right.min(blob.bottom) <= rim
            || blob.left + rim >= ink.width
            || blob.top + rim >= ink.height;
        is_long || is_on_rim
    }
}

/// Strength of full ink: 90th percentile of the contrasts from [`MIN_CONTRAST`] on; `None` if there are none.
fn strength(contrasts: &[f32]) -> Option<f32> {
    let mut inked = contrasts.to_vec();
    inked.retain(|away| *away >= MIN_CONTRAST);
    inked.sort_by(f32::total_cmp);
    inked.get(inked.len() * 9 / 10).copied()
}
