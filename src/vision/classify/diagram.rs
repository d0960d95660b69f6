//! Maps drawn in cells that show which other cells belong to a cell.
//!
//! The squares of a map lie on a lattice around a filled one in the middle of the cell; neighbours share a line. The
//! lattice is estimated from amounts of ink, which smoothing and rounding to pixels preserve: along a ray where no
//! other square can lie (a cell of the first column has none to its left) the ink is half the filled square. That
//! square is one line wider than the lattice step; the line width tried is the one that explains most of the ink.
//! Then the drawn squares are those that best explain which sides carry a line.

use crate::find::grid::GridView;
use crate::game::{Cell, Grid, Heading, Size};
use crate::place::ImageRect;
use crate::profile::{CursorRule, DiagramRule, Rgb};
use crate::reading::{CellGrid, cell_reading};
use crate::sampler::{Sampler, median, median_number};

/// Ignored rim of a cell, which may contain grid lines, as a share of its side.
const CELL_RIM: f32 = 0.06;
/// Minimum of that rim, in pixels.
const MIN_RIM: f32 = 2.0;
/// Half the side of the sampled core of the filled square, as a share of the cell's side.
const CORE_HALF: f32 = 0.03;
/// Range of the filled square's side, as a share of the cell's side.
const SIDE_RANGE: (f32, f32) = (0.05, 0.45);
/// Minimum distance of lattice lines, in pixels.
const MIN_STEP: f32 = 1.6;
/// Range of the filled square's side, in line widths.
const LINES_PER_SIDE: std::ops::RangeInclusive<usize> = 3..=20;
/// Minimum Euclidean colour difference of ink and background.
const MIN_CONTRAST: f32 = 40.0;
/// Maximum number of cells by which the lattice is fitted.
const MAX_FITTED: usize = 100;
/// Distance of the measured box of a line from its ends, in lattice steps.
const END_MARGIN: f32 = 0.28;
/// Half the width of the measured box of a line, in lattice steps.
const LINE_HALF: f32 = 0.42;
/// Maximum ink of a line relative to the usual: rounding to pixels doubles some.
const MAX_INK: f32 = 1.9;
/// Half the side of the measured box of an empty square, in lattice steps.
const INNER_HALF: f32 = 0.18;
/// Maximum ink in that box that counts as blur.
const MAX_BLUR: f32 = 0.25;
/// Maps below this confidence lower that of all others.
const MIN_CONFIDENCE: f32 = 0.5;
/// Minimum ink of a line or of the filled square, as a share of full ink.
const MIN_INK: f32 = 0.5;
/// Minimum improvement of the fit by drawing or removing a square: more than rounding errors.
const MIN_GAIN: f32 = 1e-3;
/// Confidence lost by all cells of a board per share of missing lines.
const MISSING_PENALTY: f32 = 4.0;
/// Distance of a colour at which it is no more certain, in tolerances of the rule.
const DOUBT_FACTOR: f32 = 4.0;
/// Half the side of the area in which a filled square is measured, per distance of squares: its lines are left out.
const FILLED_HALF: f32 = 0.3;

/// Reads the maps of all cells, in the form `0,0 0,1 1,0`. A cell without a map has an empty value.
pub(crate) fn read_diagrams(
    rule: &DiagramRule,
    cursor: Option<&CursorRule>,
    grid: GridView<'_>,
    sampler: &Sampler<'_>,
) -> CellGrid {
    let size = grid.lattice.size;
    let ink = |cell| CellInk::new(rule, cursor, sampler, grid.rect(cell));
    let inks: Vec<Option<CellInk>> = size.cells().map(ink).collect();
    let lattice = MapLattice::fit(&inks, size);
    let map = |(cell, ink): (_, &Option<CellInk>)| Some(lattice?.read(ink.as_ref()?, cell, size));
    let maps: Vec<Option<CellMap>> = size.cells().zip(&inks).map(map).collect();
    // If lines are missing in some maps, whole squares may be missing in others.
    let found = || maps.iter().flatten();
    let lines: usize = found().map(|map| map.lines).sum();
    let missing: usize = found().map(|map| map.missing).sum();
    let unclear = found().filter(|it| it.confidence < MIN_CONFIDENCE).count();
    let share = |part: usize, total: usize| part as f32 / total.max(1) as f32;
    let fit = (1.0 - MISSING_PENALTY * share(missing, lines)).max(0.0)
        * (1.0 - share(unclear, maps.len()));
    Grid::from_fn(size, |cell| match &maps[size.index(cell)] {
        Some(map) => cell_reading(map.value.as_str(), map.confidence * fit),
        None => cell_reading("", 0.0),
    })
}

/// Integral image of the ink in a cell: `sums` has the ink to the left of and above each corner of pixels, row by row.
struct CellInk {
    rect: ImageRect,
    /// First pixel.
    from: (f32, f32),
    width: usize,
    height: usize,
    sums: Vec<f32>,
    /// Distance of the middle's colour from the ink's, in [`DOUBT_FACTOR`] tolerances; from 1 on, nothing is certain.
    deviation: f32,
}

impl CellInk {
    /// Measures a cell; `None` if its middle has no ink. Cursor colours do not count as ink.
    fn new(
        rule: &DiagramRule,
        cursor: Option<&CursorRule>,
        sampler: &Sampler<'_>,
        rect: ImageRect,
    ) -> Option<Self> {
        let rim = |side: f32| -(CELL_RIM * side).max(MIN_RIM);
        let inner = rect.grown(rim(rect.width), rim(rect.height));
        let (width, height, pixels) = sampler.pixels(inner);
        let background = median(pixels.iter().copied());
        let core = (2.0 * CORE_HALF * rect.width, 2.0 * CORE_HALF * rect.height);
        let core = ImageRect::centred(rect.centre(), core);
        let [middle] = *sampler.means(core, 1, 1).as_slice() else {
            return None;
        };
        let inks = rule.colours.iter();
        let ink = *inks.min_by_key(|ink| ink.distance(Rgb(middle)))?;
        let channels = |colour: Rgb| colour.0.map(f32::from);
        let [from, to] = [background, ink].map(channels);
        let axis: [f32; 3] = std::array::from_fn(|channel| to[channel] - from[channel]);
        let contrast: f32 = axis.iter().map(|channel| channel * channel).sum();
        if contrast < MIN_CONTRAST * MIN_CONTRAST {
            return None;
        }
        let is_cursor = |colour: Rgb| match cursor {
            Some(CursorRule::Colour {
                colours, tolerance, ..
            }) => colours.iter().any(|it| it.distance(colour) <= *tolerance),
            _ => false,
        };
        let share = |colour: &Rgb| {
            if is_cursor(*colour) {
                return 0.0;
            }
            let away = channels(*colour).into_iter().zip(from).zip(axis);
            let away = away.map(|((channel, from), axis)| (channel - from) * axis);
            away.sum::<f32>() / contrast
        };
        let mut sums = vec![0.0; (width + 1) * (height + 1)];
        for row in 0..height {
            let mut line = 0.0;
            for column in 0..width {
                line += share(&pixels[row * width + column]);
                sums[(row + 1) * (width + 1) + column + 1] =
                    sums[row * (width + 1) + column + 1] + line;
            }
        }
        Some(Self {
            rect,
            // Rounds like the sampler.
            from: ((inner.x + 0.5).floor(), (inner.y + 0.5).floor()),
            width,
            height,
            sums,
            deviation: f32::from(ink.distance(Rgb(middle)))
                / (DOUBT_FACTOR * f32::from(rule.tolerance.max(1))),
        })
    }

    /// Converts a point relative to the cell's middle to pixel corners, clamped to the cell.
    fn corner(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (middle_x, middle_y) = self.rect.centre();
        (
            (middle_x + x - self.from.0).clamp(0.0, self.width as f32),
            (middle_y + y - self.from.1).clamp(0.0, self.height as f32),
        )
    }

    /// Bilinear interpolation of the integral image.
    fn sum(&self, (x, y): (f32, f32)) -> f32 {
        let (column, row) = (x as usize, y as usize);
        let (across, down) = (x - column as f32, y - row as f32);
        let at = |column: usize, row: usize| {
            self.sums[row.min(self.height) * (self.width + 1) + column.min(self.width)]
        };
        let upper = at(column, row) * (1.0 - across) + at(column + 1, row) * across;
        let lower = at(column, row + 1) * (1.0 - across) + at(column + 1, row + 1) * across;
        upper * (1.0 - down) + lower * down
    }

    /// Ink between two points relative to the cell's middle.
    fn between(&self, from: (f32, f32), to: (f32, f32)) -> f32 {
        let ((left, top), (right, bottom)) = (self.corner(from), self.corner(to));
        self.sum((right, bottom)) - self.sum((left, bottom)) - self.sum((right, top))
            + self.sum((left, top))
    }

    /// Mean ink per pixel in a box with this middle and half side.
    fn mean(&self, (x, y): (f32, f32), (across, down): (f32, f32)) -> f32 {
        self.between((x - across, y - down), (x + across, y + down)) / (4.0 * across * down)
    }
}

/// Positions of the squares of a board's maps, relative to the middle of each cell.
#[derive(Clone, Copy)]
struct MapLattice {
    /// Middle of the filled square.
    middle: (f32, f32),
    /// Distance between squares, horizontally and vertically.
    step: (f32, f32),
    /// Width of lines, horizontally and vertically.
    line: (f32, f32),
}

struct CellMap {
    value: String,
    confidence: f32,
    /// Number of lines of its squares.
    lines: usize,
    /// Number of those without ink.
    missing: usize,
}

impl MapLattice {
    /// Estimates the lattice; `None` if the cells have no maps.
    fn fit(inks: &[Option<CellInk>], size: Size) -> Option<Self> {
        let cells = || {
            let all = size.cells().zip(inks);
            all.filter_map(|(cell, ink)| Some((cell, ink.as_ref()?)))
        };
        let (_, first) = cells().next()?;
        let (width, height) = (first.rect.width, first.rect.height);
        let (across, down) = (CORE_HALF * width, CORE_HALF * height);
        // Half the filled square's side, towards the side on which the cells have no neighbours.
        let half = |is_at_edge: &dyn Fn(Cell) -> bool, (right, below): (f32, f32)| {
            let rays = cells()
                .filter(|(cell, _)| is_at_edge(*cell))
                .map(|(_, ink)| {
                    // From the middle in one direction, as wide as the core.
                    let end = |towards: f32, core: f32, side: f32| match towards * side / 2.0 {
                        0.0 => (-core, core),
                        end => (end.min(0.0), end.max(0.0)),
                    };
                    let (left, right) = end(right, across, width);
                    let (top, bottom) = end(below, down, height);
                    ink.between((left, top), (right, bottom))
                });
            median_number(rays)
        };
        // The ink of a ray, divided by its width, is the length of its inked part.
        let (last_row, last_col) = (size.rows - 1, size.cols - 1);
        let left = half(&|cell| cell.col == 0, (-1.0, 0.0))? / (2.0 * down);
        let right = half(&|cell| cell.col == last_col, (1.0, 0.0))? / (2.0 * down);
        let top = half(&|cell| cell.row == 0, (0.0, -1.0))? / (2.0 * across);
        let bottom = half(&|cell| cell.row == last_row, (0.0, 1.0))? / (2.0 * across);
        let side = (left + right, top + bottom);
        let (least, most) = SIDE_RANGE;
        let has_side = |side: f32, cell: f32| (least * cell..=most * cell).contains(&side);
        if !has_side(side.0, width) || !has_side(side.1, height) {
            return None;
        }
        let with_lines = |lines: usize| {
            let line = (side.0 / lines as f32, side.1 / lines as f32);
            Self {
                middle: ((right - left) / 2.0, (bottom - top) / 2.0),
                step: (side.0 - line.0, side.1 - line.1),
                line,
            }
        };
        let stride = cells().count().div_ceil(MAX_FITTED);
        // Ink, not shares of a line, so that line widths compare.
        let unexplained = |lattice: &Self| -> f32 {
            let maps = cells().step_by(stride);
            maps.map(|(cell, ink)| SquareSides::new(lattice, ink, cell, size).unexplained())
                .sum::<f32>()
                * lattice.line.0
                * lattice.line.1
        };
        let lattices = LINES_PER_SIDE.map(with_lines);
        let scored = lattices.map(|lattice| (unexplained(&lattice), lattice));
        let (_, best) = scored.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (best.step.0.min(best.step.1) >= MIN_STEP).then_some(best)
    }

    /// Reads the map of a cell on a board of this size. A map with squares beyond the board has no confidence.
    fn read(&self, ink: &CellInk, cell: Cell, size: Size) -> CellMap {
        let sides = SquareSides::new(self, ink, cell, size);
        let core = (FILLED_HALF * self.step.0, FILLED_HALF * self.step.1);
        let filled = ink.mean(self.middle, core);
        let is_on_board = |(down, right): &(isize, isize)| {
            let row = cell.row.checked_add_signed(*down);
            let col = cell.col.checked_add_signed(*right);
            row.zip(col)
                .is_some_and(|(row, col)| size.contains(Cell { row, col }))
        };
        let drawn = sides.drawn();
        let words = drawn.iter().map(|(down, right)| format!("{down},{right}"));
        let words: Vec<String> = words.collect();
        let all_on_board = drawn.iter().all(is_on_board);
        let likeness = 1.0 - (filled - 1.0).abs().max(ink.deviation);
        let certainty = if all_on_board { sides.certainty() } else { 0.0 };
        let (lines, missing) = sides.lines();
        CellMap {
            value: if filled >= MIN_INK {
                words.join(" ")
            } else {
                String::new()
            },
            confidence: (certainty * likeness).clamp(0.0, 1.0),
            lines,
            missing,
        }
    }
}

/// Sides of the possible squares in a cell, with the share of a line's ink that each side has.
struct SquareSides {
    /// The filled square.
    centre: Cell,
    /// Ink of the upper sides, with one more row than the squares.
    upper: Grid<f32>,
    /// Ink of the left sides, with one more column than the squares.
    left: Grid<f32>,
    /// Most ink inside a square other than the filled one.
    inside: f32,
    /// True for squares that are drawn.
    drawn: Grid<bool>,
}

/// Side of a square, by its position in [`SquareSides::upper`] or [`SquareSides::left`]. A square's lower side is the
/// upper one of the square below, its right side the left one of the next square.
#[derive(Clone, Copy, PartialEq)]
enum SquareSide {
    Upper(Cell),
    Left(Cell),
}

impl SquareSides {
    fn new(lattice: &MapLattice, ink: &CellInk, cell: Cell, size: Size) -> Self {
        let counts = |cell: f32, middle: f32, step: f32| {
            let rim = (CELL_RIM * cell).max(MIN_RIM);
            let squares = |half: f32| ((half - rim) / step - 0.5).max(0.0) as usize;
            (squares(cell / 2.0 + middle), squares(cell / 2.0 - middle))
        };
        // Includes a ring of squares outside the board, which must be empty.
        let (left, right) = counts(ink.rect.width, lattice.middle.0, lattice.step.0);
        let (left, right) = (left.min(cell.col + 1), right.min(size.cols - cell.col));
        let (above, below) = counts(ink.rect.height, lattice.middle.1, lattice.step.1);
        let (above, below) = (above.min(cell.row + 1), below.min(size.rows - cell.row));
        let squares = Size::new(above + below + 1, left + right + 1);
        let at = |row: f32, col: f32| {
            (
                lattice.middle.0 + (col - left as f32) * lattice.step.0,
                lattice.middle.1 + (row - above as f32) * lattice.step.1,
            )
        };
        let (step, line) = (lattice.step, lattice.line);
        let upper = Size::new(squares.rows + 1, squares.cols);
        let upper = Grid::from_fn(upper, |Cell { row, col }| {
            let (x, y) = at(row as f32 - 0.5, col as f32);
            let (across, down) = ((0.5 - END_MARGIN) * step.0, LINE_HALF * step.1);
            ink.between((x - across, y - down), (x + across, y + down)) / (2.0 * across * line.1)
        });
        let left_sides = Size::new(squares.rows, squares.cols + 1);
        let left_sides = Grid::from_fn(left_sides, |Cell { row, col }| {
            let (x, y) = at(row as f32, col as f32 - 0.5);
            let (across, down) = (LINE_HALF * step.0, (0.5 - END_MARGIN) * step.1);
            ink.between((x - across, y - down), (x + across, y + down)) / (2.0 * down * line.0)
        });
        let centre = Cell::new(above, left);
        let inside = squares.cells().filter(|square| *square != centre);
        let inside = inside.map(|square| {
            let half = (INNER_HALF * step.0, INNER_HALF * step.1);
            ink.mean(at(square.row as f32, square.col as f32), half)
                .abs()
        });
        let mut sides = Self {
            centre,
            inside: inside.fold(0.0, f32::max),
            upper,
            left: left_sides,
            drawn: Grid::filled(squares, false),
        };
        sides.fit_squares();
        sides
    }

    fn is_drawn(&self, square: Cell) -> bool {
        self.drawn.get(square) == Some(&true)
    }

    /// All squares but the filled one.
    fn unfilled(&self) -> impl Iterator<Item = Cell> + '_ {
        let squares = self.drawn.size().cells();
        squares.filter(|square| *square != self.centre)
    }

    fn ink(&self, side: SquareSide) -> f32 {
        let ink = match side {
            SquareSide::Upper(at) => self.upper.get(at),
            SquareSide::Left(at) => self.left.get(at),
        };
        ink.copied().unwrap_or_default()
    }

    /// Drawn squares that have this side.
    fn drawn_at(&self, side: SquareSide) -> impl Iterator<Item = Cell> + '_ {
        let (after, before) = match side {
            SquareSide::Upper(at) => (at, at.step(Heading::Up)),
            SquareSide::Left(at) => (at, at.step(Heading::Left)),
        };
        let squares = before.into_iter().chain([after]);
        squares.filter(|square| self.is_drawn(*square))
    }

    /// Improvement of the fit by drawing a square, from the sides it does not share: a side with full ink adds 1, one
    /// without ink takes 1 away.
    fn gain(&self, square: Cell) -> f32 {
        let is_shared = |side: &SquareSide| self.drawn_at(*side).any(|other| other != square);
        let unshared = sides_of(square).into_iter().filter(|side| !is_shared(side));
        unshared
            .map(|side| 2.0 * self.ink(side).clamp(0.0, 1.0) - 1.0)
            .sum()
    }

    /// Draws the squares that best explain the ink, by the best change at a time.
    fn fit_squares(&mut self) {
        self.drawn.set(self.centre, true);
        // Each change improves the fit, so the loop ends.
        loop {
            let sign = |square: Cell| if self.is_drawn(square) { -1.0 } else { 1.0 };
            let squares = self.unfilled();
            let changes = squares.map(|square| (sign(square) * self.gain(square), square));
            match changes.max_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((gain, square)) if gain > MIN_GAIN => {
                    self.drawn.set(square, !self.is_drawn(square));
                }
                _ => break,
            }
        }
    }

    /// Ink of all sides except those of the filled square, which are inked in any map; each with whether it is drawn.
    fn side_inks(&self) -> impl Iterator<Item = (f32, bool)> + '_ {
        let upper = self.upper.size().cells().map(SquareSide::Upper);
        let left = self.left.size().cells().map(SquareSide::Left);
        let filled_sides = sides_of(self.centre);
        let sides = upper.chain(left);
        let others = sides.filter(move |side| !filled_sides.contains(side));
        others.map(|side| (self.ink(side), self.drawn_at(side).next().is_some()))
    }

    /// Sum of squared differences between measured and drawn sides.
    fn unexplained(&self) -> f32 {
        let inks = self.side_inks();
        let errors = inks.map(|(ink, is_drawn)| ink - if is_drawn { 1.0 } else { 0.0 });
        errors.map(|error| error * error).sum()
    }

    /// Number of lines of the drawn squares, and of those among them without ink.
    fn lines(&self) -> (usize, usize) {
        let drawn = self.side_inks().filter(|(_, is_drawn)| *is_drawn);
        let (present, missing): (Vec<_>, Vec<_>) = drawn.partition(|(ink, _)| *ink >= MIN_INK);
        (present.len() + missing.len(), missing.len())
    }

    /// Drawn squares as offsets (rows, columns) from the filled one.
    fn drawn(&self) -> Vec<(isize, isize)> {
        let (above, left) = (self.centre.row as isize, self.centre.col as isize);
        let drawn = self.drawn.iter().filter(|(_, drawn)| **drawn);
        drawn
            .map(|(at, _)| (at.row as isize - above, at.col as isize - left))
            .collect()
    }

    /// Certainty of the map: the smallest improvement by a square's choice, reduced by the worst deviation of a side.
    fn certainty(&self) -> f32 {
        let gains = self.unfilled().map(|square| self.gain(square).abs());
        let margin = gains.fold(1.0, f32::min);
        let errors = self.side_inks().map(|(ink, is_drawn)| match is_drawn {
            true => (1.0 - ink).max(ink - MAX_INK).max(0.0),
            false => ink.abs(),
        });
        let inside = (self.inside - MAX_BLUR).max(0.0);
        margin * (1.0 - errors.fold(inside, f32::max)).max(0.0)
    }
}

/// Upper, lower, left and right side of a square.
fn sides_of(square: Cell) -> [SquareSide; 4] {
    let Cell { row, col } = square;
    [
        SquareSide::Upper(square),
        SquareSide::Upper(Cell::new(row + 1, col)),
        SquareSide::Left(square),
        SquareSide::Left(Cell::new(row, col + 1)),
    ]
}
