//! Draws plans step by step.

use std::time::Duration;

use crate::game::{LevelRef, Moment, Move, Position};

use super::{ExportError, Form, Picture, Style, board};
use crate::drawing::{Drawing, palette};

/// Draws each step of a plan: before the first move, and after each. Animations also show the steps of moves that run
/// by themselves.
pub struct Frames {
    position: Box<dyn Position>,
    moves: Vec<Move>,
    at: usize,
    form: Form,
    style: Style,
    caption: String,
    /// Steps of the last move still to be drawn, and the time of each.
    between: (std::vec::IntoIter<Moment>, Duration),
    total: usize,
    /// Size of every drawing: the maximum, since boards may grow.
    room: (f32, f32),
    done: bool,
}

impl Frames {
    /// Draws `moves` from the position after `done`. Fails if the rules refuse a move of `done`.
    pub fn new(
        level: &LevelRef,
        done: &[Move],
        moves: Vec<Move>,
        form: Form,
        style: Style,
    ) -> Result<Self, ExportError> {
        let mut position = level.start();
        for mv in done {
            position.apply(mv)?;
        }
        let mut room = board::extent(position.as_ref(), style);
        let mut ahead = position.boxed_clone();
        let mut total = moves.len() + 1;
        for mv in &moves {
            if form.is_animation() {
                total += between(ahead.as_ref(), mv).0.len();
            }
            // `next` reports a refused move.
            if ahead.apply(mv).is_err() {
                break;
            }
            let (width, height) = board::extent(ahead.as_ref(), style);
            room = (room.0.max(width), room.1.max(height));
        }
        room.1 += board::caption_height(style);
        Ok(Self {
            position,
            moves,
            at: 0,
            form,
            style,
            caption: String::new(),
            between: Default::default(),
            total,
            room,
            done: false,
        })
    }

    /// Number of drawings.
    pub fn total(&self) -> usize {
        self.total
    }
}

impl Iterator for Frames {
    type Item = Result<Picture, ExportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let ground = palette::of(self.style.dark).panel;
        if let Some(moment) = self.between.0.next() {
            let drawing = board::draw(moment.position.as_ref(), None, &self.caption, self.style);
            return Some(Ok(Picture {
                drawing: drawing.on(self.room, ground),
                most: Some(self.between.1),
            }));
        }
        if self.done {
            return None;
        }
        let count = self.moves.len();
        // Each drawing marks the next step; the last one shows the result.
        let step = self.moves.get(self.at).map(|mv| self.position.describe(mv));
        self.caption = match &step {
            Some(step) => format!("{} of {count}: {}", self.at + 1, step.text),
            None if count == 0 => String::new(),
            None => format!("{count} of {count}: done"),
        };
        let drawing = board::draw(
            self.position.as_ref(),
            step.as_ref(),
            &self.caption,
            self.style,
        );
        match self.moves.get(self.at) {
            Some(mv) => {
                if self.form.is_animation() {
                    self.between = between(self.position.as_ref(), mv);
                }
                if let Err(error) = self.position.apply(mv) {
                    self.done = true;
                    return Some(Err(error.into()));
                }
                self.at += 1;
            }
            None => self.done = true,
        }
        Some(Ok(drawing.on(self.room, ground).into()))
    }
}

/// Steps of a move that runs by itself, without the last, and the time of each.
fn between(position: &dyn Position, mv: &Move) -> (std::vec::IntoIter<Moment>, Duration) {
    let mut course = position.course(mv);
    course.moments.pop();
    (course.moments.into_iter(), course.interval)
}

/// Arranges all drawings on one sheet, in `columns` or else in a shape close to 3:2. Fails with
/// [`ExportError::Nothing`] without drawings.
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
