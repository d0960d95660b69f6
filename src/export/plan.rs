//! A plan as a row of drawings, one a step.

use crate::game::{LevelRef, Move, Position};

use super::svg::Drawing;
use super::{ExportError, Style, board, palette};

/// A level and a plan for it, to be drawn step by step: frame 0 is before the first move, frame
/// `n` after the n-th.
pub struct Frames {
    position: Box<dyn Position>,
    moves: Vec<Move>,
    at: usize,
    style: Style,
    /// Width and height of every drawing: boards may grow on the way.
    room: (f32, f32),
    done: bool,
}

impl Frames {
    /// From the position after `done` on.
    ///
    /// # Errors
    /// [`ExportError::Plan`] when the rules refuse a move that was made before.
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
            // A refused one is told when its turn comes.
            if ahead.apply(mv).is_err() {
                break;
            }
            let (width, height) = board::extent(ahead.as_ref(), style);
            room = (room.0.max(width), room.1.max(height));
        }
        // Room for the line below each drawing.
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

    /// Number of drawings in all.
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
        // Each frame shows what is done next; the last one shows what has come of it.
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

/// All drawings in one: in rows of so many, or, if nobody says how many, as near to a sheet of paper
/// (3:2) as they go.
///
/// # Errors
/// Those of the drawings, or [`ExportError::Nothing`] without any.
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
