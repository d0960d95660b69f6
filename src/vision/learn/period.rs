//! Grid detection in a hand-drawn rectangle: edges snap to lines; autocorrelation gives the cell size.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Placement, Tiling};
use crate::profile::Profile;

use super::grid_snap::{ScanAxis, changes, refine_rect, snap_to_lines};
use super::groups::{cell_templates, groups};
use super::propose::propose;

/// Margin around a hand-drawn rectangle in which a board is searched, in pixels.
const DRAWING_MARGIN: f32 = 4.0;
/// Range of the ratio of a found side to the drawn one.
const DRAWN_RATIO: (f32, f32) = (0.8, 1.25);

/// Most likely board of a picture, with its rows and columns; `None` if no grid is found.
pub fn propose_board(image: &RgbaImage) -> Option<(ImageRect, Size)> {
    let found = propose(image, None)?;
    Some((refine_rect(image, found.rect, found.size), found.size))
}

/// Most likely board in a hand-drawn rectangle, with a size accepted by `fits`; `None` if nothing repeats.
pub fn propose_cells(
    image: &RgbaImage,
    drawn: ImageRect,
    fits: impl Fn(Size) -> bool,
) -> Option<(ImageRect, Size)> {
    if let Some(found) = propose(image, Some(drawn.grown(DRAWING_MARGIN, DRAWING_MARGIN))) {
        let has_length = |found: f32, drawn: f32| {
            found >= DRAWN_RATIO.0 * drawn && found <= DRAWN_RATIO.1 * drawn
        };
        let rect = found.rect;
        let has_size = has_length(rect.width, drawn.width) && has_length(rect.height, drawn.height);
        if has_size && fits(found.size) {
            let rect = snap_to_lines(image, rect, found.size);
            return Some((refine_rect(image, rect, found.size), found.size));
        }
    }
    let rect = snap(image, drawn);
    let across = Autocorrelation::new(&changes(image, rect, ScanAxis::Across));
    let down = Autocorrelation::new(&changes(image, rect, ScanAxis::Down));
    let both = Autocorrelation::sum(&across, &down);
    let first = periods(&across, &down, &both)?;
    let squares = both.likely().into_iter().map(|side| (side, side));
    let mut boxes = std::iter::once(first)
        .chain(squares)
        .map(|(across, down)| split_rect(rect, across, down))
        .filter(|(_, size)| size.area() > 0 && fits(*size));
    // A period that divides the board wrongly leaves hardly any two equal cells.
    let likeliest = boxes.clone().find(|it| repeats(image, it.0, it.1));
    let (rect, size) = likeliest.or_else(|| boxes.next())?;
    let rect = snap_to_lines(image, rect, size);
    Some((refine_rect(image, rect, size), size))
}

/// Maximum distance of the found board's edges from where the profile puts them, in cells.
const MAX_EDGE_OFFSET: f32 = 0.2;

/// Size of the profile's board, then size of the board that the picture seems to show; `None` if they are equal, or no
/// board is found.
pub fn other_size(profile: &Profile, image: &RgbaImage) -> Option<(Size, Size)> {
    let rule = profile.boards.first()?;
    let profile_size = rule.extent();
    if profile_size.area() == 0 || rule.seam > 0 {
        return None;
    }
    let (_, detected) = match profile.finder.size() {
        // Boards of all sizes share one position.
        Some(size) => {
            let expected = Placement::filling(image.dimensions(), size).board(rule);
            let found = propose_cells(image, expected, |_| true)?;
            // Another repeating pattern may be at that position, such as part of a larger board.
            let is_there = |(rect, size): &(ImageRect, Size)| {
                let (across, down) = Tiling::even(*rect, *size).pitch();
                rect.is_near(
                    &expected,
                    (MAX_EDGE_OFFSET * across, MAX_EDGE_OFFSET * down),
                )
            };
            Some(found).filter(is_there)?
        }
        None => propose_board(image)?,
    };
    (detected != profile_size && detected.rows > 1 && detected.cols > 1)
        .then_some((profile_size, detected))
}

/// Divides a rectangle into cells of about these sides.
fn split_rect(rect: ImageRect, across: f32, down: f32) -> (ImageRect, Size) {
    let (x, width, cols) = split_side(rect.x, rect.width, across);
    let (y, height, rows) = split_side(rect.y, rect.height, down);
    (ImageRect::new(x, y, width, height), Size::new(rows, cols))
}

/// Maximum number of groups of similar cells, as a share of the cells.
const MAX_GROUPS: f32 = 0.7;

/// Returns whether many cells look the same.
fn repeats(image: &RgbaImage, rect: ImageRect, size: Size) -> bool {
    let templates = cell_templates(image, Tiling::even(rect, size));
    groups(&templates).len() as f32 <= MAX_GROUPS * size.area() as f32
}

/// Maximum difference between a side and a multiple of the period that is taken as its length, in periods.
const MAX_REMAINDER: f32 = 0.35;

/// Start, length and number of cells of a side divided by `period`.
fn split_side(start: f32, length: f32, period: f32) -> (f32, f32, usize) {
    let count = (length / period).round().max(1.0);
    let exact = count * period;
    if (exact - length).abs() <= MAX_REMAINDER * period {
        // A hand-drawn rectangle is assumed to have equal margins.
        (start + (length - exact) / 2.0, exact, count as usize)
    } else {
        (start, length, count as usize)
    }
}

/// Maximum distance by which an edge moves, as a share of the side across it, within [`SNAP_RANGE`].
const SNAP_SHARE: f32 = 0.03;
/// Limits of the maximum distance by which an edge moves, in pixels.
const SNAP_RANGE: (f32, f32) = (3.0, 9.0);
/// Minimum change of colours at a line, mean over the edge.
const MIN_LINE_CHANGE: f32 = 8.0;
/// Minimum ratio of the change at a line to the mean of the changes near it.
const MIN_LINE_CONTRAST: f32 = 2.5;

/// Moves each edge of a rectangle to the clearest line near it, if there is one.
pub fn snap(image: &RgbaImage, drawn: ImageRect) -> ImageRect {
    let reach = |side: f32| (side * SNAP_SHARE).clamp(SNAP_RANGE.0, SNAP_RANGE.1);
    let edge = |at: f32, side: f32, axis: ScanAxis| -> f32 {
        let reach = reach(side);
        let changes = changes(image, axis.band(drawn, at - reach, 2.0 * reach), axis);
        let mean = changes.iter().sum::<f32>() / changes.len().max(1) as f32;
        match changes.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)) {
            Some((index, change))
                if *change > MIN_LINE_CHANGE && *change > MIN_LINE_CONTRAST * mean =>
            {
                (at - reach).max(0.0).floor() + index as f32 + 1.0
            }
            _ => at,
        }
    };
    let left = edge(drawn.x, drawn.width, ScanAxis::Across);
    let right = edge(drawn.x + drawn.width, drawn.width, ScanAxis::Across);
    let top = edge(drawn.y, drawn.height, ScanAxis::Down);
    let bottom = edge(drawn.y + drawn.height, drawn.height, ScanAxis::Down);
    ImageRect::new(left, top, (right - left).max(1.0), (bottom - top).max(1.0))
}

/// Smallest side of a cell, in pixels.
const MIN_PERIOD: usize = 6;
/// Minimum correlation of an axis with itself one period on.
const MIN_CORRELATION: f32 = 0.35;
/// Minimum sum of both axes' correlations for a merely likely period.
const MIN_LIKELY_SUM: f32 = 0.4;
/// Correlation of a possible period, as a share of the best one; of all possible periods, the shortest counts.
const NEAR_BEST_SHARE: f32 = 0.8;
/// Maximum relative difference of equal periods.
const MAX_DIFFERENCE: f32 = 0.05;
/// Maximum distance of a repetition from where the period found so far puts it, in pixels.
const MAX_DRIFT: usize = 2;

/// Cell width and height; equal unless the axes clearly disagree. `None` if neither axis has a period.
fn periods(
    across: &Autocorrelation,
    down: &Autocorrelation,
    both: &Autocorrelation,
) -> Option<(f32, f32)> {
    let equal = |one: f32, other: f32| (one / other - 1.0).abs() < MAX_DIFFERENCE;
    let (across, down) = (across.period(), down.period());
    let (across, down) = (across.or(down)?, down.or(across)?);
    // A pattern within cells or spanning several may mislead one axis; the other then decides. The common period counts
    // if it is that of one axis, and does not span several periods of the other.
    let explains = |side: f32, axis: f32, other: f32| {
        let times = (side / other).round();
        equal(side, axis) && !(times > 1.0 && equal(side, times * other))
    };
    let both = both.period();
    let square = both.filter(|side| explains(*side, across, down) || explains(*side, down, across));
    Some(square.map_or((across, down), |side| (side, side)))
}

/// Autocorrelation of the changes along an axis, or the sum of both.
struct Autocorrelation {
    /// Correlation by displacement in pixels.
    by_shift: Vec<f32>,
    /// Minimum of the best correlation; below, nothing repeats.
    min_best: f32,
}

impl Autocorrelation {
    fn new(changes: &[f32]) -> Self {
        // Smoothed, since a line may be a pixel off in one cell.
        let at = |index: usize| changes.get(index).copied().unwrap_or(0.0);
        let smooth = |i: usize| 0.25 * at(i.wrapping_sub(1)) + 0.5 * at(i) + 0.25 * at(i + 1);
        let smooth: Vec<f32> = (0..changes.len()).map(smooth).collect();
        let mean = smooth.iter().sum::<f32>() / smooth.len().max(1) as f32;
        let wave: Vec<f32> = smooth.iter().map(|value| value - mean).collect();
        let correlation = |shift: usize| -> f32 {
            let pairs = || wave.iter().zip(wave.iter().skip(shift));
            let product: f32 = pairs().map(|(a, b)| a * b).sum();
            let (mut squares, mut shifted_squares) = (0.0, 0.0);
            for (a, b) in pairs() {
                squares += a * a;
                shifted_squares += b * b;
            }
            product / (squares * shifted_squares).sqrt().max(f32::EPSILON)
        };
        // A period must occur more than once.
        let longest = changes.len() * 2 / 3;
        Self {
            by_shift: (0..=longest).map(correlation).collect(),
            min_best: MIN_CORRELATION,
        }
    }

    /// Sum of both axes; the minimum is relative to their separate maxima.
    fn sum(across: &Self, down: &Self) -> Self {
        let sums = across.by_shift.iter().zip(&down.by_shift);
        Self {
            by_shift: sums.map(|(across, down)| across + down).collect(),
            min_best: NEAR_BEST_SHARE * (across.best() + down.best()),
        }
    }

    /// Displacements with a higher correlation than their neighbours.
    fn peaks(&self) -> impl Iterator<Item = usize> {
        let by_shift = &self.by_shift;
        (MIN_PERIOD..by_shift.len().saturating_sub(1)).filter(move |at| {
            let correlation = by_shift[*at];
            correlation >= by_shift[at - 1] && correlation >= by_shift[at + 1]
        })
    }

    /// Correlation at the highest peak; 0 without peaks.
    fn best(&self) -> f32 {
        self.peaks().map(|at| self.by_shift[at]).fold(0.0, f32::max)
    }

    /// Displacements of all clear peaks, the highest first.
    fn likely(&self) -> Vec<f32> {
        let mut peaks: Vec<usize> = self.peaks().collect();
        peaks.retain(|at| self.by_shift[*at] >= MIN_LIKELY_SUM);
        peaks.sort_by(|a, b| self.by_shift[*b].total_cmp(&self.by_shift[*a]));
        peaks.into_iter().map(|at| at as f32).collect()
    }

    /// Length of the period; `None` if nothing repeats.
    fn period(&self) -> Option<f32> {
        let (best, by_shift) = (self.best(), &self.by_shift);
        if best < self.min_best {
            return None;
        }
        let longest = by_shift.len() - 1;
        let mut peaks = self.peaks();
        let first = peaks.find(|at| by_shift[*at] >= NEAR_BEST_SHARE * best)?;
        // Repetitions farther away give the period more precisely.
        let mut period = first as f32;
        let mut times = 2.0_f32;
        while (times * period) < longest as f32 {
            let expected = (times * period) as usize;
            let near = expected.saturating_sub(MAX_DRIFT)..=(expected + MAX_DRIFT).min(longest);
            match near.max_by(|a, b| by_shift[*a].total_cmp(&by_shift[*b])) {
                Some(at) if by_shift[at] >= NEAR_BEST_SHARE * best => period = at as f32 / times,
                _ => break,
            }
            times += 1.0;
        }
        Some(period)
    }
}
