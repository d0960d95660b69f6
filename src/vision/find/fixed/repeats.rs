//! Candidate positions of a board of any scale in a window with margins: where colours change along rows and columns
//! as they do from cell to cell.
//!
//! Sums of changes are compared with those expected from the samples by normalized cross-correlation, one axis at a
//! time. Candidates are scored and refined by their *mismatch*, the mean distance of their cells from the samples.

use image::RgbaImage;

use crate::changes::ColourChanges;
use crate::classify::{MIN_SIZE_DIFF, sampled_rect, template_at};
use crate::find::grid::{CellLattice, lattices, patches};
use crate::game::{Cell, Size};
use crate::place::{ImageRect, Placement};
use crate::profile::{
    BoardRule, CellRule, GridRule, PictureRule, Profile, Rgb, Template, TemplateRule,
};
use crate::sampler::Sampler;

use super::FixedPicture;

/// Compared parts per cell pitch.
const PARTS_PER_PITCH: usize = 16;
/// Limit of a colour change; stronger lines count no more.
const MAX_CHANGE: u8 = 64;
/// Additional change expected at cell borders: a line or a bevel.
const LINE_CHANGE: f32 = 8.0;
/// Shift of the last cell from one tried scale to the next, in cells.
const SCALE_STEP: f32 = 0.1;
/// Minimum sum of both axes' correlations, each of which is at most 1.
const MIN_CORRELATION: f32 = 0.9;
/// Contrasts that separate patches, one after the other.
const CONTRASTS: [u8; 3] = [12, 24, 6];
/// Minimum side of a patch, in pixels.
const MIN_PATCH_SIDE: u32 = 8;
/// Maximum relative difference of horizontal and vertical pitch.
const MAX_STRETCH: f32 = 0.02;
/// Number of tried scales on each side of a peak that do not score higher.
const SCALE_PEAK_RADIUS: usize = 2;
/// Number of tried offsets on each side of a peak that do not correlate better.
const OFFSET_PEAK_RADIUS: usize = 3;
/// Maximum number of scales refined.
const MAX_SCALES: usize = 6;
/// Maximum number of offsets refined per axis, for each scale.
const MAX_OFFSETS: usize = 3;
/// Maximum number of positions refined per scale.
const MAX_AT_SCALE: usize = 3;
/// Maximum number of results.
const MAX_PLACES: usize = 4;
/// Maximum number of cells compared with samples.
const MAX_COMPARED_CELLS: usize = 36;
/// Limit of the distance of a cell from its nearest sample; larger distances count as this one.
const MAX_CELL_DISTANCE: f32 = 60.0;
/// Step sizes of the local search, in image pixels.
const REFINE_STEPS: [f32; 4] = [2.0, 1.0, 0.5, 0.25];
/// Whole pitches tried, relative to an inexact one in pixels, before they are rounded down: bars that keep their height
/// leave less room for the board than the window's size suggests.
const PITCH_CHANGES: [f32; 4] = [-2.0, -1.0, 0.0, 1.0];
/// Step sizes of the search for a board of known pitch, in image pixels.
const ALIGN_STEPS: [f32; 5] = [8.0, 4.0, 2.0, 1.0, 0.5];

impl FixedPicture<'_> {
    /// Candidate placements by the largest board classified by samples, best first.
    pub(crate) fn repeating_places(&self) -> Vec<Placement> {
        let (rule, image) = (self.rule, self.image);
        let Some(board) = SampledBoard::largest(self.profile) else {
            return Vec::new();
        };
        let mut candidates = board.by_correlation(rule, image);
        candidates.push(board.by_lattices(rule, image));
        // A correct scale off by a pixel may score worse than a wrong one, so each scale keeps its best.
        let best_of = |places: Vec<Placement>| {
            let places = places.into_iter();
            let scored = places.map(|place| (board.mismatch(image, place), place));
            let mut scored: Vec<(f32, Placement)> = scored.collect();
            scored.sort_by(|a, b| a.0.total_cmp(&b.0));
            scored.truncate(MAX_AT_SCALE);
            scored
        };
        let best = candidates.into_iter().flat_map(best_of);
        let mut places: Vec<_> = best.map(|it| board.refine(rule, image, it)).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.truncate(MAX_PLACES);
        places.into_iter().map(|(_, place)| place).collect()
    }

    /// Placements near `near` whose cells are a whole number of pixels wide, as games draw them in windows of any size.
    /// None where cells have the samples' size: a doubt has another reason there, and a shifted board might hide it.
    pub(crate) fn whole_pitch_places(&self, near: Placement) -> Vec<Placement> {
        let Some(board) = SampledBoard::largest(self.profile) else {
            return Vec::new();
        };
        let side = board.board.cell.0.max(board.board.cell.1) as f32 * near.scale;
        let is_same = |sampled: f32| (side / sampled - 1.0).abs() < MIN_SIZE_DIFF;
        if board.rule.side.is_none_or(is_same) {
            return Vec::new();
        }
        let units = board.board.pitch.0.max(1) as f32;
        let pitch = near.scale * units;
        let pitches = PITCH_CHANGES.map(|change| (pitch + change).floor());
        let scales = pitches.into_iter().map(|pitch| pitch / units);
        let scales = scales.filter(|scale| *scale > 0.0 && self.rule.scale.allows(*scale));
        let places = scales.map(|scale| {
            let place = board.resized(near, scale);
            let mismatch = board.mismatch(self.image, place);
            let moved = |start: Placement, step| start.moved_by(step).to_vec();
            let start = (mismatch, place);
            board.descend(self.image, start, &ALIGN_STEPS, moved).1
        });
        places.collect()
    }
}

/// A scale with its best offsets along both axes.
struct ScaleMatch {
    /// Sum of both axes' best correlations.
    score: f32,
    scale: f32,
    /// Pairs of correlation and horizontal offset of the first cell in pixels, best first.
    right: Vec<(f32, f32)>,
    /// The same with the vertical offset.
    below: Vec<(f32, f32)>,
}

/// Board whose cells are classified by samples.
struct SampledBoard<'a> {
    board: &'a BoardRule,
    rule: &'a TemplateRule,
}

impl<'a> SampledBoard<'a> {
    /// Board of most cells, among those of known size that are classified by samples; `None` if there is none.
    fn largest(profile: &'a Profile) -> Option<Self> {
        let boards = profile.boards.iter().filter_map(|board| {
            let CellRule::Looks(rule) = &board.values else {
                return None;
            };
            let is_known = board.lines.is_none() && board.rows * board.cols > 1;
            is_known.then_some(Self { board, rule })
        });
        boards.max_by_key(|it| it.board.rows * it.board.cols)
    }

    /// Placement at another scale in which the board has the same middle.
    fn resized(&self, place: Placement, scale: f32) -> Placement {
        let (x, y) = place.board(self.board).centre();
        Placement {
            x: x - (x - place.x) * scale / place.scale,
            y: y - (y - place.y) * scale / place.scale_y,
            scale,
            scale_y: scale,
        }
    }

    fn size(&self) -> Size {
        let board = self.board;
        let count = |cells: usize| match board.seam {
            0 => cells,
            _ => board.seams.cells(cells),
        };
        Size::new(count(board.rows), count(board.cols))
    }

    /// Corner of the first cell, behind surrounding seams, in picture pixels.
    fn first_cell(&self) -> (f32, f32) {
        let line = match self.board.seam {
            0 => 0,
            _ => self.board.seams.before(),
        };
        let (x, y) = self.board.corner(line, line);
        (x as f32, y as f32)
    }

    /// Placements where evenly spaced patches match the board's size.
    fn by_lattices(&self, picture: &PictureRule, image: &RgbaImage) -> Vec<Placement> {
        let (board, size) = (self.board, self.size());
        let (width, height) = image.dimensions();
        let found = CONTRASTS.iter().flat_map(|contrast| {
            let rule = GridRule {
                contrast: *contrast,
                side: (MIN_PATCH_SIDE, width.max(height)),
                rows: (size.rows, size.rows),
                cols: (size.cols, size.cols),
            };
            lattices(&patches(image, *contrast, MIN_PATCH_SIDE / 2), &rule)
        });
        let place = |lattice: CellLattice| {
            let found = lattice.placement(board.pitch);
            let scale = (found.scale + found.scale_y) / 2.0;
            let is_square = (found.scale - found.scale_y).abs() <= MAX_STRETCH * scale;
            // In a lattice, patches are in the middle of their pitch; in a board rule, cells begin at its corner.
            let moved = |origin: f32, pitch: u32, cell: u32| {
                (pitch as f32 / 2.0 - origin - cell as f32 / 2.0) * scale
            };
            let origin = self.first_cell();
            let place = Placement::new(found.x, found.y, scale).moved(
                moved(origin.0, board.pitch.0, board.cell.0),
                moved(origin.1, board.pitch.1, board.cell.1),
            );
            (is_square && picture.scale.allows(scale)).then_some(place)
        };
        found.filter_map(place).collect()
    }

    /// Placements with the best correlation, for each of the most likely scales.
    fn by_correlation(&self, picture: &PictureRule, image: &RgbaImage) -> Vec<Vec<Placement>> {
        let board = self.board;
        let Size { rows, cols } = self.size();
        let (across, down) = self.expected();
        let whole = Placement::default().bounds(image.dimensions());
        let (by_columns, by_rows) = ColourChanges::of_image(image, whole, MAX_CHANGE).means();
        let across = AxisCorrelation::new(&across, cols, by_columns);
        let down = AxisCorrelation::new(&down, rows, by_rows);
        let step = 1.0 + SCALE_STEP / cols.max(rows) as f32;
        let mut scales = Vec::new();
        let mut scale = picture.scale.from;
        while scale <= picture.scale.to {
            let right = across.best(board.pitch.0 as f32 * scale);
            let below = down.best(board.pitch.1 as f32 * scale);
            // Least correlation, −1, where the board does not fit into the image.
            let best = |found: &[(f32, f32)]| found.first().map_or(-1.0, |(score, _)| *score);
            scales.push(ScaleMatch {
                score: best(&right) + best(&below),
                scale,
                right,
                below,
            });
            scale *= step;
        }
        let is_peak = |index: usize| {
            let last = (index + SCALE_PEAK_RADIUS).min(scales.len() - 1);
            let mut near = scales[index.saturating_sub(SCALE_PEAK_RADIUS)..=last].iter();
            near.all(|other| other.score <= scales[index].score)
        };
        let is_likely = |index: &usize| scales[*index].score >= MIN_CORRELATION && is_peak(*index);
        let mut peaks: Vec<usize> = (0..scales.len()).filter(is_likely).collect();
        peaks.sort_by(|a, b| scales[*b].score.total_cmp(&scales[*a].score));
        peaks.truncate(MAX_SCALES);
        let places = peaks.into_iter().map(|index| {
            let ScaleMatch {
                scale,
                right,
                below,
                ..
            } = &scales[index];
            let (x, y) = self.first_cell();
            let origin = (x * scale, y * scale);
            let right = right.iter();
            let pairs = right.flat_map(|x| below.iter().map(move |y| (x.1, y.1)));
            let places = pairs.map(|(x, y)| Placement::new(x - origin.0, y - origin.1, *scale));
            places.collect()
        });
        places.collect()
    }

    /// Expected horizontal and vertical changes within a pitch.
    fn expected(&self) -> ([f32; PARTS_PER_PITCH], [f32; PARTS_PER_PITCH]) {
        let side = Template::SIDE;
        let (cell, pitch) = (self.board.cell, self.board.pitch);
        (
            self.expected_along(cell.0, pitch.0, |at, across| across * side + at),
            self.expected_along(cell.1, pitch.1, |at, across| at * side + across),
        )
    }

    /// Expected changes between the parts of a pitch along an axis, averaged over the samples. `index` is the number of
    /// a sample's pixel by its positions along the axis and across it.
    fn expected_along(
        &self,
        cell: u32,
        pitch: u32,
        index: impl Fn(usize, usize) -> usize,
    ) -> [f32; PARTS_PER_PITCH] {
        let side = Template::SIDE;
        let cell = cell as f32 / pitch.max(1) as f32;
        let area = sampled_rect(ImageRect::new(0.0, 0.0, cell, cell), self.rule.rims);
        let part = |at: f32| ((at * PARTS_PER_PITCH as f32) as usize).min(PARTS_PER_PITCH - 1);
        let mut sums = [0.0; PARTS_PER_PITCH];
        let samples: Vec<Vec<[u8; 3]>> = {
            let samples = self.rule.classes.iter().flat_map(|class| &class.looks);
            samples.map(|sample| sample.colours().collect()).collect()
        };
        let all = samples.iter();
        for (colours, at) in all.flat_map(|it| (1..side).map(move |at| (it, at))) {
            let changes = (0..side)
                .map(|across| change(colours[index(at - 1, across)], colours[index(at, across)]));
            let mean = changes.sum::<f32>() / (side * samples.len()) as f32;
            sums[part(area.x + at as f32 / side as f32 * area.width)] += mean;
        }
        // Adjacent cells may have different values.
        let pairs = samples.iter().zip(samples.iter().cycle().skip(1));
        let borders = pairs.flat_map(|(colours, next)| {
            (0..side).map(|across| change(colours[index(side - 1, across)], next[index(0, across)]))
        });
        sums[0] += LINE_CHANGE + borders.sum::<f32>() / (side * samples.len().max(1)) as f32;
        if cell < 1.0 {
            sums[part(cell)] += LINE_CHANGE;
        }
        sums
    }

    /// Mean distance of some cells from their nearest samples; the limit if all are nearest to the same class, as on
    /// the background outside a board.
    fn mismatch(&self, image: &RgbaImage, place: Placement) -> f32 {
        let sampler = Sampler::new(image, place, &[]);
        let size = Size::new(self.board.rows, self.board.cols);
        let cells = size.cells().filter(|it| self.board.has(it.row, it.col));
        let cells: Vec<Cell> = cells.collect();
        // An odd step visits all columns of most boards.
        let step = cells.len().div_ceil(MAX_COMPARED_CELLS).max(1) | 1;
        let nearest = cells.iter().step_by(step).map(|cell| {
            let part = sampled_rect(place.cell(self.board, *cell), self.rule.rims);
            let observed = template_at(&sampler, part);
            let known = self.rule.classes.iter().enumerate();
            let distances = known.filter_map(|it| Some((it.1.distance(&observed)?, it.0)));
            let nearest = distances.min_by(|a, b| a.0.total_cmp(&b.0));
            let distance = nearest.map_or(MAX_CELL_DISTANCE, |it| it.0.min(MAX_CELL_DISTANCE));
            (distance, nearest.map(|it| it.1))
        });
        let nearest: Vec<(f32, Option<usize>)> = nearest.collect();
        match nearest.split_first() {
            Some((first, others)) if others.iter().any(|other| other.1 != first.1) => {
                let sum: f32 = nearest.iter().map(|(distance, _)| distance).sum();
                sum / nearest.len() as f32
            }
            _ => MAX_CELL_DISTANCE,
        }
    }

    /// Moves and scales a placement, given with its mismatch, while that decreases.
    fn refine(
        &self,
        picture: &PictureRule,
        image: &RgbaImage,
        start: (f32, Placement),
    ) -> (f32, Placement) {
        // At scale 1.
        let board_width = self.board.cols.max(1) as f32 * self.board.pitch.0 as f32;
        self.descend(image, start, &REFINE_STEPS, |start, step| {
            let sized = |pixels: f32| self.resized(start, start.scale + pixels / board_width);
            let mut others = start.moved_by(step).to_vec();
            others.extend([sized(step), sized(-step)]);
            others.retain(|place| picture.scale.allows(place.scale));
            others
        })
    }

    /// Changes a placement, given with its mismatch, while that decreases, with each step size in pixels. `others`
    /// returns the placements to try around one.
    fn descend(
        &self,
        image: &RgbaImage,
        (mut least, mut best): (f32, Placement),
        steps: &[f32],
        others: impl Fn(Placement, f32) -> Vec<Placement>,
    ) -> (f32, Placement) {
        for step in steps {
            loop {
                let start = best;
                for place in others(start, *step) {
                    let mismatch = self.mismatch(image, place);
                    if mismatch < least {
                        (least, best) = (mismatch, place);
                    }
                }
                if best == start {
                    break;
                }
            }
        }
        (least, best)
    }
}

/// Greatest channel difference, at most [`MAX_CHANGE`].
fn change(a: [u8; 3], b: [u8; 3]) -> f32 {
    f32::from(Rgb(a).distance(Rgb(b)).min(MAX_CHANGE))
}

/// Expected changes along an axis and those of an image.
struct AxisCorrelation {
    /// Changes of all cells and of half an empty cell around them, minus their mean.
    expected: Vec<f32>,
    /// Sum of the squares of `expected`.
    norm: f32,
    /// Number of cells along the axis.
    count: usize,
    /// Prefix sums of the image's changes.
    sums: Vec<f32>,
}

impl AxisCorrelation {
    fn new(expected: &[f32; PARTS_PER_PITCH], count: usize, changes: Vec<f32>) -> Self {
        let rim = [0.0; PARTS_PER_PITCH / 2];
        let cells = std::iter::repeat_n(expected, count).flatten();
        // The change at the last cell's end is that at a cell's start.
        let end = expected.iter().take(1).chain(&rim[1..]);
        let all: Vec<f32> = rim.iter().chain(cells).chain(end).copied().collect();
        let mean = all.iter().sum::<f32>() / all.len() as f32;
        let expected: Vec<f32> = all.iter().map(|change| change - mean).collect();
        let mut sums = vec![0.0];
        let mut sum = 0.0;
        sums.extend(changes.into_iter().map(|change| {
            sum += change;
            sum
        }));
        Self {
            norm: expected.iter().map(|change| change * change).sum(),
            expected,
            count,
            sums,
        }
    }

    /// The best pairs of correlation and offset of the first cell for a pitch in pixels, best first.
    fn best(&self, pitch: f32) -> Vec<(f32, f32)> {
        let length = self.sums.len() as f32 - 1.0;
        let spare = length - self.count as f32 * pitch;
        let part = pitch / PARTS_PER_PITCH as f32;
        let step = (part / 2.0).max(0.5);
        // A line is sampled by the part that begins half a part before it.
        let sum_at = |at: f32| {
            let at = (at - part / 2.0).clamp(0.0, length);
            let (index, rest) = (at as usize, at.fract());
            let next = (index + 1).min(self.sums.len() - 1);
            self.sums[index] * (1.0 - rest) + self.sums[next] * rest
        };
        let correlation = |offset: f32| {
            let from = offset - pitch / 2.0;
            let (mut sum, mut squares, mut product) = (0.0, 0.0, 0.0);
            let mut last = sum_at(from);
            for (index, expected) in self.expected.iter().enumerate() {
                let next = sum_at(from + (index + 1) as f32 * part);
                let change = next - last;
                last = next;
                sum += change;
                squares += change * change;
                product += expected * change;
            }
            let variance = squares - sum * sum / self.expected.len() as f32;
            product / (variance * self.norm).sqrt().max(f32::EPSILON)
        };
        // The cells may begin a pixel before the image and end a pixel beyond it.
        let count = ((spare.max(0.0) + 2.0) / step) as usize + 1;
        let count = if spare < -2.0 { 0 } else { count };
        let offsets = (0..count).map(|index| index as f32 * step - 1.0);
        let all: Vec<_> = offsets.map(|it| (correlation(it), it)).collect();
        let is_peak = |index: &usize| {
            let last = (index + OFFSET_PEAK_RADIUS).min(all.len() - 1);
            let mut near = all[index.saturating_sub(OFFSET_PEAK_RADIUS)..=last].iter();
            near.all(|other| other.0 <= all[*index].0)
        };
        let peaks = (0..all.len()).filter(is_peak);
        let mut peaks: Vec<(f32, f32)> = peaks.map(|index| all[index]).collect();
        peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
        peaks.truncate(MAX_OFFSETS);
        peaks
    }
}
