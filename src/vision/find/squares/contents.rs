//! Contents of cells, and pieces in the tray: the place outside the board where pieces lie before they are placed.

use crate::digits::{Ink, NumberRead, lone_number};
use crate::game::CellReading;
use crate::place::ImageRect;
use crate::profile::Rgb;
use crate::reading::cell_reading;
use crate::sampler::median;

use super::view::{INK_LIMITS, SquareView};

/// Minimum channel difference of a filled square from the background.
const MIN_FILL_DIFF: u8 = 24;
/// Maximum channel difference between pieces.
const MAX_PIECE_DIFF: u8 = 40;
/// Ignored rim of a cell, in pixels at scale 1.
const RIM: f32 = 6.0;
/// Depth of the ring whose colour is taken as the background of a number, in pixels at scale 1.
const RING_DEPTH: f32 = 2.0;
/// Minimum height of a digit, as a share of the examined height.
const MIN_DIGIT_HEIGHT: f32 = 0.25;
/// Confidence that there is no number, per missing share of the minimum contrast: faint ink may be drifting particles.
const BLANK_SLOPE: f32 = 1.8;
/// Side range of a piece, as a share of a cell's side.
const PIECE_SIDE: (f32, f32) = (0.62, 1.0);
/// Minimum share of a piece's square that has its colour; the number covers the rest.
const MIN_FILLED_SHARE: f32 = 0.5;
/// Maximum distance of a piece's middle from that of the cell it lies on, as a share of a cell's side.
const MAX_ON_CELL: f32 = 0.4;
/// Minimum distance of the middles of two pieces, along one axis, as a share of the pitch.
const MIN_PIECE_DISTANCE: f32 = 0.7;
/// Height of a line of pieces, as a share of a cell's side: pieces in one line are read from left to right.
const LINE_HEIGHT: f32 = 0.7;

#[derive(Clone, Debug)]
pub(super) struct SquareContent {
    /// True if it is a piece: filled with another colour than the background.
    pub(super) filled: bool,
    /// Colour behind the number.
    pub(super) colour: Rgb,
    pub(super) number: Option<NumberRead>,
    /// Confidence that there is no number, if none was read.
    blank: f32,
}

impl SquareContent {
    /// Reading of the square; `empty` is the value without a number.
    pub(super) fn read(&self, empty: &str) -> CellReading<String> {
        match &self.number {
            Some(number) => number.reading(),
            // A piece always has a number.
            None => cell_reading(empty, if self.filled { 0.0 } else { self.blank }),
        }
    }
}

/// Reads the square in a rectangle of the image.
pub(super) fn content(view: &SquareView<'_>, rect: ImageRect) -> SquareContent {
    let scale = view.lattice.scale;
    let (width, height, pixels) = view.pixels(rect.grown(-RIM * scale, -RIM * scale));
    let depth = (RING_DEPTH * scale).ceil() as usize;
    let background = ring_colour(&pixels, width, height, depth);
    let filled = background.distance(view.lattice.background) > MIN_FILL_DIFF;
    // A piece has no outline, with whose contrast that of its number could be compared.
    let min_ink = if filled { INK_LIMITS.1 } else { view.min_ink() };
    let (ink, strength) = extract_ink(&pixels, width, height, background, min_ink);
    let number = ink.and_then(|ink| {
        let min_height = MIN_DIGIT_HEIGHT * height as f32;
        let mut blobs = ink.blobs();
        blobs.retain(|blob| blob.height() as f32 >= min_height);
        lone_number(&ink, &blobs)
    });
    SquareContent {
        filled,
        number,
        colour: background,
        blank: (BLANK_SLOPE * (1.0 - strength / min_ink)).clamp(0.0, 1.0),
    }
}

/// Median colour of the outermost pixels, `wide` pixels deep.
fn ring_colour(pixels: &[Rgb], width: usize, height: usize, wide: usize) -> Rgb {
    let outer = |at: usize| {
        let (x, y) = (at % width, at / width);
        x < wide || y < wide || x + wide >= width || y + wide >= height
    };
    let outermost = pixels.iter().enumerate().filter(|(at, _)| outer(*at));
    median(outermost.map(|(_, colour)| *colour))
}

/// Ink on a background and its strength; no ink below the minimum strength.
pub(super) fn extract_ink(
    pixels: &[Rgb],
    width: usize,
    height: usize,
    background: Rgb,
    min_strength: f32,
) -> (Option<Ink>, f32) {
    let away = |colour: &Rgb| f32::from(colour.distance(background));
    let away: Vec<f32> = pixels.iter().map(away).collect();
    let (ink, strength) = Ink::from_contrasts(&away, width, height);
    ((strength >= min_strength).then_some(ink), strength)
}

/// Pieces outside cells, in reading order, with the squares in which a cell would be around them. `cells` are columns
/// and rows on the lattice.
pub(super) fn tray(view: &SquareView<'_>, cells: &[(i32, i32)]) -> Vec<(ImageRect, SquareContent)> {
    let lattice = view.lattice;
    let sides = PIECE_SIDE.0 * lattice.side..=PIECE_SIDE.1 * lattice.side;
    let on_cell = |x: f32, y: f32| {
        cells.iter().any(|(column, row)| {
            let (cx, cy) = lattice.centre(*column, *row);
            (cx - x).abs() < MAX_ON_CELL * lattice.side
                && (cy - y).abs() < MAX_ON_CELL * lattice.side
        })
    };
    let rect = |x: f32, y: f32| ImageRect::centred((x, y), (lattice.side, lattice.side));
    let mut found: Vec<(ImageRect, SquareContent)> = Vec::new();
    for patch in &lattice.squares {
        let (x, y) = patch.centre();
        let side = (patch.width() + patch.height()) as f32 / 2.0;
        let is_coloured = patch.colour().distance(view.lattice.background) > MIN_FILL_DIFF;
        let is_filled = patch.pixels as f32 >= MIN_FILLED_SHARE * side * side;
        if sides.contains(&side) && is_coloured && is_filled && !on_cell(x, y) {
            let content = content(view, rect(x, y));
            if content.filled && content.number.is_some() {
                found.push((rect(x, y), content));
            }
        }
    }
    // All pieces have the most common colour.
    let is_same = |a: &SquareContent, b| a.colour.distance(b) <= MAX_PIECE_DIFF;
    let same_count = |one: Rgb| found.iter().filter(|it| is_same(&it.1, one)).count();
    let pieces = found.iter().map(|(_, piece)| piece);
    let colours = pieces.map(|piece| piece.colour);
    let Some(common) = colours.max_by_key(|colour| same_count(*colour)) else {
        return Vec::new();
    };
    found.retain(|(_, piece)| is_same(piece, common));
    add_adjacent(view, &mut found, common, &on_cell);
    found.sort_by(|(a, _), (b, _)| {
        let line = |rect: &ImageRect| (rect.y / (LINE_HEIGHT * lattice.side)).round();
        line(a).total_cmp(&line(b)).then(a.x.total_cmp(&b.x))
    });
    found
}

/// Adds adjacent pieces that are partly covered by particles.
fn add_adjacent(
    view: &SquareView<'_>,
    found: &mut Vec<(ImageRect, SquareContent)>,
    common: Rgb,
    on_cell: &dyn Fn(f32, f32) -> bool,
) {
    let mut next = 0;
    while let Some((rect, _)) = found.get(next) {
        let rect = *rect;
        next += 1;
        let pitch = view.lattice.columns.pitch;
        for (dx, dy) in [(-pitch, 0.0), (pitch, 0.0), (0.0, -pitch), (0.0, pitch)] {
            let other = rect.moved(dx, dy);
            let (x, y) = other.centre();
            let overlaps = |(rect, _): &(ImageRect, SquareContent)| {
                let (cx, cy) = rect.centre();
                (cx - x).abs() < MIN_PIECE_DISTANCE * pitch
                    && (cy - y).abs() < MIN_PIECE_DISTANCE * pitch
            };
            let far = (other.x + other.width, other.y + other.height);
            let bounds = view.lattice.bounds;
            let inside = bounds.contains((other.x, other.y)) && bounds.contains(far);
            if !inside || on_cell(x, y) || found.iter().any(overlaps) {
                continue;
            }
            let piece = content(view, other);
            let is_same = piece.colour.distance(common) <= MAX_PIECE_DIFF;
            if piece.filled && is_same && piece.number.is_some() {
                found.push((other, piece));
            }
        }
    }
}
