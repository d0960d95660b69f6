//! What is in a cell, and which pieces lie in the tray.

use crate::game::CellReading;
use crate::vision::digits::{Ink, NumberRead, number};
use crate::vision::place::ImageRect;
use crate::vision::profile::Rgb;

use super::lattice::Lattice;
use super::sight::{Sight, inset};

/// From so far on, channel by channel, a square's colour is not the ground's.
const FILLED: u8 = 45;
/// Ink differs by so much from what it is on.
const INK: f32 = 70.0;
/// From the edge of a cell to where only its inside is, in pixels at scale 1.
const INSIDE: f32 = 6.0;
/// Pieces have so much of a cell's side.
const PIECE: (f32, f32) = (0.62, 1.0);

/// What a square shows.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// Filled with a colour of its own: a piece.
    pub(super) filled: bool,
    pub(super) number: Option<NumberRead>,
    /// How sure it is that there is no number, where there is none.
    blank: f32,
}

impl Content {
    /// As a value; `empty` where there is no number.
    pub(super) fn read(&self, empty: &str) -> CellReading<String> {
        match &self.number {
            Some(number) => CellReading {
                value: number.value.to_string(),
                confidence: number.confidence,
                runner_up: number.runner_up.map(|other| other.to_string()),
            },
            // A piece has a number.
            None => CellReading {
                value: empty.to_owned(),
                confidence: if self.filled { 0.0 } else { self.blank },
                runner_up: None,
            },
        }
    }
}

/// What the cell in a rectangle shows.
pub(super) fn content(sight: &Sight<'_>, rect: ImageRect) -> Content {
    let inside = inset(rect, INSIDE * sight.scale);
    let (width, height, pixels) = sight.pixels(inside);
    let ground = ring(&pixels, width, height, (2.0 * sight.scale).ceil() as usize);
    let filled = ground.distance(sight.ground) > FILLED;
    let (ink, strength) = inked(&pixels, width, height, ground);
    let number = ink.and_then(|ink| {
        let least = 0.25 * height as f32;
        let mut blobs = ink.blobs();
        blobs.retain(|blob| blob.height() as f32 >= least);
        number(&ink, &blobs)
    });
    Content {
        filled,
        number,
        blank: (1.0 - strength / INK).clamp(0.0, 1.0).max(if strength < INK / 2.0 { 0.9 } else { 0.0 }),
    }
}

/// The median colour of the outermost pixels.
fn ring(pixels: &[Rgb], width: usize, height: usize, wide: usize) -> Rgb {
    let outer = |at: usize| {
        let (x, y) = (at % width, at / width);
        x < wide || y < wide || x + wide >= width || y + wide >= height
    };
    let of = |channel: usize| {
        let outer = pixels.iter().enumerate().filter(|(at, _)| outer(*at));
        let mut values: Vec<u8> = outer.map(|(_, colour)| colour.0[channel]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(0)
    };
    Rgb([of(0), of(1), of(2)])
}

/// The ink on a ground, and how much the strongest differs from it; no ink if that is little.
pub(super) fn inked(pixels: &[Rgb], width: usize, height: usize, ground: Rgb) -> (Option<Ink>, f32) {
    let away: Vec<f32> = pixels
        .iter()
        .map(|colour| f32::from(colour.distance(ground)))
        .collect();
    let mut sorted = away.clone();
    sorted.sort_by(f32::total_cmp);
    // The strongest but for a few pixels of noise.
    let strongest = sorted.len().saturating_sub(1 + sorted.len() / 100);
    let strength = sorted.get(strongest).copied().unwrap_or(0.0);
    if strength < INK {
        return (None, strength);
    }
    // What is faint is something that drifts over it, or smoothing.
    let cover = away.iter().map(|away| ((away / strength - 0.22) / 0.6).clamp(0.0, 1.0));
    let ink = Ink {
        width,
        height,
        cover: cover.collect(),
    };
    (Some(ink), strength)
}

/// The pieces that are on no cell, in reading order.
pub(super) fn tray(
    sight: &Sight<'_>,
    lattice: &Lattice,
    cells: &[(i32, i32)],
) -> Vec<(ImageRect, Content)> {
    let sides = PIECE.0 * lattice.side..=PIECE.1 * lattice.side;
    let on_cell = |x: f32, y: f32| {
        cells.iter().any(|(column, row)| {
            let (cx, cy) = lattice.centre(*column, *row);
            (cx - x).abs() < 0.4 * lattice.side && (cy - y).abs() < 0.4 * lattice.side
        })
    };
    let mut found: Vec<(ImageRect, Content, Rgb)> = Vec::new();
    for patch in &lattice.squares {
        let (x, y) = patch.centre();
        let side = (patch.width() + patch.height()) as f32 / 2.0;
        let coloured = patch.colour().distance(sight.ground) > FILLED;
        // Without a digit's share it is no filled square.
        let full = patch.pixels as f32 >= 0.55 * side * side;
        if !sides.contains(&side) || !coloured || !full || on_cell(x, y) {
            continue;
        }
        let rect = ImageRect {
            x: x - lattice.side / 2.0,
            y: y - lattice.side / 2.0,
            width: lattice.side,
            height: lattice.side,
        };
        let content = content(sight, rect);
        if content.filled && content.number.is_some() {
            found.push((rect, content, patch.colour()));
        }
    }
    // All pieces have one colour: that of most.
    let alike = |a: &Rgb, b: &Rgb| a.distance(*b) <= 48;
    let common = found
        .iter()
        .map(|(.., colour)| *colour)
        .max_by_key(|colour| found.iter().filter(|(.., other)| alike(colour, other)).count());
    if let Some(common) = common {
        found.retain(|(.., colour)| alike(&common, colour));
    }
    found.sort_by(|(a, ..), (b, ..)| {
        let line = |rect: &ImageRect| (rect.y / (0.7 * lattice.side)).round();
        line(a).total_cmp(&line(b)).then(a.x.total_cmp(&b.x))
    });
    found.into_iter().map(|(rect, content, _)| (rect, content)).collect()
}
