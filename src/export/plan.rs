//! Draws a plan step by step.

use crate::game::{LevelRef, Move, Position};

use super::{ExportError, Style, board};
use crate::drawing::{Drawing, palette};

/// Draws each step of a plan: drawing 0 is before the first move, drawing `n` after the n-th.
pub struct Frames {
    position: Box<dyn Position>,
    moves: Vec<Move>,
    at: usize,
    style: Style,
    /// Size of every drawing: the largest, since boards may grow.
    room: (f32, f32),
    done: bool,
}

impl Frames {
    /// Draws `moves` from the position after `done`; fails if the rules refuse a move of `done`.
    pub fn new(
        level: &LevelRef,
        done: &[Move],
        moves: Vec<Move>,
        style: Style,
    ) -> Result<Self, ExportError> {
        let mut position = level.start();
        for mv in done {
            position.apply(mv)?;
        }
        let mut room = board::extent(position.as_ref(), style);
        let mut ahead = position.boxed_clone();
        for mv in &moves {
            // `next` reports a refused move.
            if ahead.apply(mv).is_err() {
                break;
            }
            let (width, height) = board::extent(ahead.as_ref(), style);
            room = (room.0.max(width), room.1.max(height));
        }
        // Room for the caption.
        room.1 += board::caption_height(style);
        Ok(Self {
            position,
            moves,
            at: 0,
            style,
            room,
            done: false,
        })
    }

    /// Number of drawings.
    pub fn total(&self) -> usize {
        self.moves.len() + 1
    }
}

impl Iterator for Frames {
    type Item = Result<Drawing, ExportError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let count = self.moves.len();
        // Each drawing marks the next step; the last one shows the result.
        let step = self.moves.get(self.at).map(|mv| self.position.describe(mv));
        let caption = match &step {
            Some(step) => format!("{} of {count}: {}", self.at + 1, step.text),
            None if count == 0 => String::new(),
            None => format!("{count} of {count}: done"),
        };
        let drawing = board::draw(self.position.as_ref(), step.as_ref(), &caption, self.style);
        match self.moves.get(self.at) {
            Some(mv) => {
                if let Err(error) = self.position.apply(mv) {
                    self.done = true;
                    return Some(Err(error.into()));
                }
                self.at += 1;
            }
            None => self.done = true,
        }
        let ground = palette::of(self.style.dark).panel;
        Some(Ok(drawing.on(self.room, ground)))
    }
}

/// All drawings on one sheet, in `columns` or, without, as close to the shape of a sheet of paper
/// (3:2) as possible. Fails without drawings.
pub fn sheet(
    drawings: impl Iterator<Item = Result<Drawing, ExportError>>,
    columns: Option<usize>,
    style: Style,
) -> Result<Drawing, ExportError> {
    let drawings = drawings.collect::<Result<Vec<_>, _>>()?;
    let width = drawings.iter().map(|one| one.width).fold(0.0, f32::max);
    let height = drawings.iter().map(|one| one.height).fold(0.0, f32::max);
    if drawings.is_empty() {
        return Err(ExportError::Nothing);
    }
    let ideal = (drawings.len() as f32 * 1.5 * height / width.max(1.0)).sqrt();
    let columns = columns.unwrap_or(ideal.round() as usize);
    let columns = columns.clamp(1, drawings.len());
    let rows = drawings.len().div_ceil(columns);
    let ground = palette::of(style.dark).panel;
    let mut all = Drawing::new(width * columns as f32, height * rows as f32, ground);
    for (index, one) in drawings.iter().enumerate() {
        let place = (
            width * (index % columns) as f32,
            height * (index / columns) as f32,
        );
        all.insert(place, one);
    }
    Ok(all)
}
