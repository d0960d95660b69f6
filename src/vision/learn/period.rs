//! Grid detection in a hand-drawn rectangle: edges snap to lines, and the autocorrelation of colour changes gives the
//! cell size.

use image::RgbaImage;

use crate::game::Size;
use crate::place::{ImageRect, Tiling};

use super::comb::on_lines;
use super::evened::evened;
use super::groups::{groups, looks};
use super::propose::propose;

/// Most likely board of a picture, with its rows and columns.
pub fn propose_board(image: &RgbaImage) -> Option<(ImageRect, Size)> {
    let found = propose(image, None)?;
    Some((evened(image, found.rect, found.size), found.size))
}

/// Most likely board in a hand-drawn rectangle, with a size accepted by `fits`; `None` if nothing repeats.
pub fn propose_cells(
    image: &RgbaImage,
    drawn: ImageRect,
    fits: impl Fn(Size) -> bool,
) -> Option<(ImageRect, Size)> {
    if let Some(found) = propose(image, Some(drawn.grown(4.0, 4.0))) {
        let fills = |found: f32, drawn: f32| found >= 0.8 * drawn && found <= 1.25 * drawn;
        let rect = found.rect;
        let fills = fills(rect.width, drawn.width) && fills(rect.height, drawn.height);
        if fills && fits(found.size) {
            let rect = on_lines(image, rect, found.size);
            return Some((evened(image, rect, found.size), found.size));
        }
    }
    let rect = snap(image, drawn);
    let across = Likeness::of(&changes(image, rect, Axis::Across));
    let down = Likeness::of(&changes(image, rect, Axis::Down));
    let both = Likeness::of_both(&across, &down);
    let first = periods(&across, &down, &both)?;
    let squares = both.likely().into_iter().map(|side| (side, side));
    let mut boxes = std::iter::once(first)
        .chain(squares)
        .map(|(across, down)| in_cells(rect, across, down))
        .filter(|(_, size)| size.area() > 0 && fits(*size));
    // A period that divides the board wrongly leaves hardly any two equal cells.
    let likeliest = boxes
        .clone()
        .find(|(rect, size)| repeats(image, *rect, *size));
    let (rect, size) = likeliest.or_else(|| boxes.next())?;
    Some((evened(image, on_lines(image, rect, size), size), size))
}

fn in_cells(rect: ImageRect, across: f32, down: f32) -> (ImageRect, Size) {
    let (x, width, cols) = divided(rect.x, rect.width, across);
    let (y, height, rows) = divided(rect.y, rect.height, down);
    let rect = ImageRect {
        x,
        y,
        width,
        height,
    };
    (rect, Size::new(rows, cols))
}

/// Maximum number of groups of similar cells, as a share of the cells.
const LOOKS: f32 = 0.7;

fn repeats(image: &RgbaImage, rect: ImageRect, size: Size) -> bool {
    let looks = looks(image, Tiling::even(rect, size));
    groups(&looks).len() as f32 <= LOOKS * size.area() as f32
}

/// Start, length and number of cells of a side divided by `period`.
fn divided(start: f32, length: f32, period: f32) -> (f32, f32, usize) {
    let count = (length / period).round().max(1.0);
    let exact = count * period;
    if (exact - length).abs() <= 0.35 * period {
        // A hand-drawn rectangle is assumed to have equal margins.
        (start + (length - exact) / 2.0, exact, count as usize)
    } else {
        (start, length, count as usize)
    }
}

/// Moves each edge of a rectangle to the clearest line near it, if there is one.
pub fn snap(image: &RgbaImage, drawn: ImageRect) -> ImageRect {
    let reach = |side: f32| (side * 0.03).clamp(3.0, 9.0);
    let edge = |at: f32, side: f32, axis: Axis| -> f32 {
        let reach = reach(side);
        let band = match axis {
            Axis::Across => ImageRect {
                x: at - reach,
                width: 2.0 * reach,
                ..drawn
            },
            Axis::Down => ImageRect {
                y: at - reach,
                height: 2.0 * reach,
                ..drawn
            },
        };
        let changes = changes(image, band, axis);
        let mean = changes.iter().sum::<f32>() / changes.len().max(1) as f32;
        let clearest = changes.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        match clearest {
            Some((index, change)) if *change > 8.0 && *change > 2.5 * mean => {
                let start = match axis {
                    Axis::Across => band.x,
                    Axis::Down => band.y,
                };
                start.max(0.0).floor() + index as f32 + 1.0
            }
            _ => at,
        }
    };
    let left = edge(drawn.x, drawn.width, Axis::Across);
    let right = edge(drawn.x + drawn.width, drawn.width, Axis::Across);
    let top = edge(drawn.y, drawn.height, Axis::Down);
    let bottom = edge(drawn.y + drawn.height, drawn.height, Axis::Down);
    ImageRect {
        x: left,
        y: top,
        width: (right - left).max(1.0),
        height: (bottom - top).max(1.0),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Across,
    Down,
}

/// Mean channel change from each column (or row) of a rectangle to the next.
pub(super) fn changes(image: &RgbaImage, rect: ImageRect, axis: Axis) -> Vec<f32> {
    let edge = |at: f32, most: u32| (at.max(0.0) as u32).min(most);
    let (left, right) = (
        edge(rect.x, image.width()),
        edge(rect.x + rect.width, image.width()),
    );
    let (top, bottom) = (
        edge(rect.y, image.height()),
        edge(rect.y + rect.height, image.height()),
    );
    let (along, across) = match axis {
        Axis::Across => (left..right, top..bottom),
        Axis::Down => (top..bottom, left..right),
    };
    let pixel = |at: u32, other: u32| match axis {
        Axis::Across => image.get_pixel(at, other).0,
        Axis::Down => image.get_pixel(other, at).0,
    };
    let count = across.len().max(1) as f32;
    along
        .clone()
        .skip(1)
        .map(|at| {
            let sum: u32 = across
                .clone()
                .map(|other| {
                    let ([a, b, c, _], [x, y, z, _]) = (pixel(at - 1, other), pixel(at, other));
                    u32::from(a.abs_diff(x).max(b.abs_diff(y)).max(c.abs_diff(z)))
                })
                .sum();
            sum as f32 / count
        })
        .collect()
}

/// Shortest period, in pixels.
const SHORTEST: usize = 6;
/// Minimum correlation of a period.
const CLEAR: f32 = 0.35;
/// Minimum sum of both axes' correlations for a merely likely period.
const LIKELY: f32 = 0.4;
/// The shortest period within this factor of the best correlation wins.
const NEARLY: f32 = 0.8;

/// Maximum relative difference of equal lengths.
const EQUAL: f32 = 0.05;

/// Cell width and height; equal unless the axes clearly disagree.
fn periods(across: &Likeness, down: &Likeness, both: &Likeness) -> Option<(f32, f32)> {
    let is = |one: f32, other: f32| (one / other - 1.0).abs() < EQUAL;
    let (across, down) = match (across.period(), down.period()) {
        (None, None) => return None,
        (across, down) => (across.or(down)?, down.or(across)?),
    };
    // A pattern within cells or spanning several may mislead one axis; the other then decides.
    let explains = |side: f32, own: f32, other: f32| {
        let times = (side / other).round();
        is(side, own) && !(times > 1.0 && is(side, times * other))
    };
    let both = both.period();
    let square = both.filter(|side| explains(*side, across, down) || explains(*side, down, across));
    Some(square.map_or((across, down), |side| (side, side)))
}

/// Autocorrelation of a row of changes by displacement in pixels.
struct Likeness {
    moved: Vec<f32>,
    /// Minimum correlation of a period.
    clear: f32,
}

impl Likeness {
    fn of(changes: &[f32]) -> Self {
        // Smoothed, since a line may be a pixel off in one cell.
        let at = |index: usize| changes.get(index).copied().unwrap_or(0.0);
        let smooth: Vec<f32> = (0..changes.len())
            .map(|i| 0.25 * at(i.wrapping_sub(1)) + 0.5 * at(i) + 0.25 * at(i + 1))
            .collect();
        let mean = smooth.iter().sum::<f32>() / smooth.len().max(1) as f32;
        let wave: Vec<f32> = smooth.iter().map(|value| value - mean).collect();
        let alike = |moved: usize| -> f32 {
            let pairs = || wave.iter().zip(wave.iter().skip(moved));
            let product: f32 = pairs().map(|(a, b)| a * b).sum();
            let squares: (f32, f32) =
                pairs().fold((0.0, 0.0), |sums, (a, b)| (sums.0 + a * a, sums.1 + b * b));
            product / (squares.0 * squares.1).sqrt().max(f32::EPSILON)
        };
        // A period must occur more than once.
        let longest = changes.len() * 2 / 3;
        Self {
            moved: (0..=longest).map(alike).collect(),
            clear: CLEAR,
        }
    }

    /// Sum of both axes; the minimum is relative to their separate maxima.
    fn of_both(across: &Self, down: &Self) -> Self {
        let sums = across.moved.iter().zip(&down.moved);
        Self {
            moved: sums.map(|(across, down)| across + down).collect(),
            clear: NEARLY * (across.best() + down.best()),
        }
    }

    fn peaks(&self) -> impl Iterator<Item = usize> {
        let moved = &self.moved;
        (SHORTEST..moved.len().saturating_sub(1)).filter(move |at| {
            let here = moved[*at];
            here >= moved[at - 1] && here >= moved[at + 1]
        })
    }

    fn best(&self) -> f32 {
        self.peaks().map(|at| self.moved[at]).fold(0.0, f32::max)
    }

    fn likely(&self) -> Vec<f32> {
        let mut peaks: Vec<usize> = self.peaks().collect();
        peaks.retain(|at| self.moved[*at] >= LIKELY);
        peaks.sort_by(|a, b| self.moved[*b].total_cmp(&self.moved[*a]));
        peaks.into_iter().map(|at| at as f32).collect()
    }

    /// Most plausible period.
    fn period(&self) -> Option<f32> {
        let (best, likeness) = (self.best(), &self.moved);
        if best < self.clear {
            return None;
        }
        let longest = likeness.len() - 1;
        let first = self.peaks().find(|at| likeness[*at] >= NEARLY * best)?;
        // Repetitions farther away give the period more precisely.
        let mut period = first as f32;
        let mut times = 2.0_f32;
        while (times * period) < longest as f32 {
            let wanted = (times * period) as usize;
            let near = wanted.saturating_sub(2)..=(wanted + 2).min(longest);
            let again = near.max_by(|a, b| likeness[*a].total_cmp(&likeness[*b]));
            match again {
                Some(again) if likeness[again] >= NEARLY * best => period = again as f32 / times,
                _ => break,
            }
            times += 1.0;
        }
        Some(period)
    }
}
