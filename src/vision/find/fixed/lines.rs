//! Straight edges as evidence for a position. Where a board lies, edges run between its cells and end at its border. At
//! a shifted position or another scale they run through cells that may still resemble known ones.

use std::ops::Range;

use crate::classify::sampled_rect;
use crate::place::{ImageRect, Placement};
use crate::profile::{BoardRule, CellRule, Rgb, Template};
use crate::sampler::Sampler;

/// Samples from one cell to the next, along each axis.
const SAMPLES_PER_PITCH: usize = 24;
/// Samples beyond the border of the board.
const BORDER_SAMPLES: usize = 8;
/// An edge crosses the border if it covers all but one of these samples on both sides.
const CROSSING_SAMPLES: usize = 6;
/// Distance of these samples from the border: a line along it may interrupt the edge.
const BORDER_GAP: usize = 2;
/// Maximum number of edges (two per line) that may cross the border by coincidence.
const MAX_CROSSING: usize = 3;
/// Unexpected edge length per cell that a few cells with unknown content may cause.
const MAX_UNKNOWN: usize = SAMPLES_PER_PITCH / 4;
/// Minimum channel difference of an edge.
const MIN_CONTRAST: u8 = 14;
/// Minimum length of a straight edge, as a share of the cell's side.
const MIN_LENGTH: f32 = 0.8;
/// Maximum distance from an expected position, in samples.
const MAX_OFFSET: f32 = 2.5;
/// A board is misplaced if more than one part in this many of the edge weight is unexpected …
const MISPLACED_PART: usize = 10;
/// … and clearly so in this many.
const CLEARLY_MISPLACED_PART: usize = 4;

/// Straight edges at a position, each weighted by length in samples times contrast, since compression adds faint
/// edges next to strong ones.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EdgeStats {
    /// Weight between cells and where samples of cells have edges.
    expected: usize,
    /// Weight elsewhere.
    unexpected: usize,
    /// Length elsewhere.
    unexpected_length: usize,
    /// Number of edges that cross the border of the board.
    crossing: usize,
    /// Number of cells of the board.
    cells: usize,
}

impl EdgeStats {
    /// Edges at a possible position of a board classified by samples; `None` for other boards.
    pub(crate) fn new(board: &BoardRule, place: Placement, sampler: &Sampler<'_>) -> Option<Self> {
        let CellRule::Looks(rule) = &board.values else {
            return None;
        };
        // Rows at places of their own have no common pitch.
        if board.lines.is_some() {
            return None;
        }
        let rect = place.board(board);
        let step = |pitch: u32, scale: f32| pitch.max(1) as f32 * scale / SAMPLES_PER_PITCH as f32;
        let across = step(board.pitch.0, place.scale);
        let down = step(board.pitch.1, place.scale_y);
        let count = |length: f32, step: f32| (length / step).round() as usize + 2 * BORDER_SAMPLES;
        let (columns, rows) = (count(rect.width, across), count(rect.height, down));
        let around = ImageRect {
            x: rect.x - BORDER_SAMPLES as f32 * across,
            y: rect.y - BORDER_SAMPLES as f32 * down,
            width: columns as f32 * across,
            height: rows as f32 * down,
        };
        let means = sampler.means(around, rows, columns);
        let templates = rule.classes.iter().flat_map(|class| &class.looks);
        let (in_columns, in_rows) = edges_of_samples(templates);
        let samples = SAMPLES_PER_PITCH as f32;
        let side = |cell: u32, pitch: u32| cell as f32 / pitch.max(1) as f32 * samples;
        let (cell, pitch) = (board.cell, board.pitch);
        let cell = (side(cell.0, pitch.0), side(cell.1, pitch.1));
        let cells = |samples: usize| (samples - 2 * BORDER_SAMPLES).div_ceil(SAMPLES_PER_PITCH);
        let mut lines = Self {
            cells: cells(columns) * cells(rows),
            ..Self::default()
        };
        let mean = |row: usize, column: usize| means[row * columns + column];
        let in_columns = expected(cell.0, rule.rims, &in_columns);
        lines.add((columns, rows), cell.1, &in_columns, |at, along| {
            Rgb(mean(along, at - 1)).distance(Rgb(mean(along, at)))
        });
        let in_rows = expected(cell.1, rule.rims, &in_rows);
        lines.add((rows, columns), cell.0, &in_rows, |at, along| {
            Rgb(mean(at - 1, along)).distance(Rgb(mean(at, along)))
        });
        Some(lines)
    }

    /// Returns whether the board is probably elsewhere: too many unexpected edges, or edges beyond the border.
    pub(crate) fn is_misplaced(&self) -> bool {
        self.has_unexpected(MISPLACED_PART) || self.crossing > MAX_CROSSING
    }

    /// Stricter variant for a picture that fills the image.
    pub(crate) fn is_clearly_misplaced(&self) -> bool {
        self.has_unexpected(CLEARLY_MISPLACED_PART)
            || self.has_unexpected(MISPLACED_PART) && self.crossing > MAX_CROSSING
    }

    /// Returns whether there are no edges, as on the background outside a board.
    pub(crate) fn is_empty(&self) -> bool {
        self.expected == 0 && self.unexpected == 0
    }

    /// Returns whether more than 1/`part` of the edge weight is unexpected, in more than a few cells.
    fn has_unexpected(&self, part: usize) -> bool {
        self.unexpected_length > MAX_UNKNOWN * self.cells
            && part * self.unexpected > self.expected + self.unexpected
    }

    /// Adds the edges perpendicular to an axis of `length` samples; each runs along `width` samples, `cell` of them in
    /// a cell. `contrast(at, along)` is the one between the samples `at - 1` and `at`.
    fn add(
        &mut self,
        (length, width): (usize, usize),
        cell: f32,
        expected: &[bool; SAMPLES_PER_PITCH],
        contrast: impl Fn(usize, usize) -> u8,
    ) {
        let min_length = (MIN_LENGTH * cell).round() as usize;
        let rims = [BORDER_SAMPLES, width - BORDER_SAMPLES];
        let is_edge = |at, along| contrast(at, along) >= MIN_CONTRAST;
        for at in BORDER_SAMPLES + 1..length - BORDER_SAMPLES {
            let is_long = |part: Range<usize>| {
                part.filter(|along| is_edge(at, *along)).count() + 1 >= CROSSING_SAMPLES
            };
            let is_crossed = |rim: usize| {
                is_long(rim - BORDER_GAP - CROSSING_SAMPLES..rim - BORDER_GAP)
                    && is_long(rim + BORDER_GAP..rim + BORDER_GAP + CROSSING_SAMPLES)
            };
            self.crossing += usize::from(rims.into_iter().any(is_crossed));
            // Start of the edge that is followed; it ends at the first sample without contrast.
            let mut start = None;
            for along in 0..=width {
                match (start, along < width && is_edge(at, along)) {
                    (None, true) => start = Some(along),
                    (Some(from), false) => {
                        start = None;
                        if along - from < min_length {
                            continue;
                        }
                        let inside = from.max(rims[0])..along.min(rims[1]);
                        let length = inside.len();
                        let sum: usize = inside.map(|along| usize::from(contrast(at, along))).sum();
                        if expected[(at - BORDER_SAMPLES) % SAMPLES_PER_PITCH] {
                            self.expected += sum;
                        } else {
                            self.unexpected += sum;
                            self.unexpected_length += length;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Expected edge positions, by sample within a pitch: both sides of a cell, and where samples have edges. `cell` is the
/// length of a cell in samples.
fn expected(cell: f32, rims: bool, in_samples: &[usize]) -> [bool; SAMPLES_PER_PITCH] {
    let part = sampled_rect(ImageRect::new(0.0, 0.0, cell, cell), rims);
    let of_sample = |at: &usize| part.x + *at as f32 / Template::SIDE as f32 * part.width;
    let sides = [0.0, cell, SAMPLES_PER_PITCH as f32];
    let in_samples = in_samples.iter().map(of_sample);
    let places: Vec<f32> = sides.into_iter().chain(in_samples).collect();
    std::array::from_fn(|at| places.iter().any(|it| (at as f32 - it).abs() <= MAX_OFFSET))
}

/// Columns, then rows, of cell samples with a straight edge before them.
fn edges_of_samples<'a>(templates: impl Iterator<Item = &'a Template>) -> (Vec<usize>, Vec<usize>) {
    let side = Template::SIDE;
    let (mut columns, mut rows) = (Vec::new(), Vec::new());
    for template in templates {
        let colours: Vec<Rgb> = template.colours().map(Rgb).collect();
        let is_long = |is_edge: &dyn Fn(usize) -> bool| {
            (0..side).filter(|along| is_edge(*along)).count() as f32 >= MIN_LENGTH * side as f32
        };
        let is_edge = |a: usize, b: usize| colours[a].distance(colours[b]) >= MIN_CONTRAST;
        for at in 1..side {
            let column = |row: usize| is_edge(row * side + at - 1, row * side + at);
            let row = |col: usize| is_edge((at - 1) * side + col, at * side + col);
            if is_long(&column) {
                columns.push(at);
            }
            if is_long(&row) {
                rows.push(at);
            }
        }
    }
    (columns, rows)
}
