//! Draws plans step by step.

use std::time::Duration;

use super::{BoardStyle, ExportError, ExportFormat, TimedDrawing, board};
use crate::drawing::{Drawing, palette};
use crate::game::{AnimationFrame, LevelRef, Move, Position};

/// Draws each step of a plan, from before the first move on. Animations also show steps within moves.
pub struct PlanFrames {
    position: Box<dyn Position>,
    moves: Vec<Move>,
    /// Index of the next move.
    index: usize,
    form: ExportFormat,
    style: BoardStyle,
    caption: String,
    /// Steps of the last move still to be drawn, and the time of each.
    substeps: (std::vec::IntoIter<AnimationFrame>, Duration),
    /// Number of drawings, including those of steps.
    total: usize,
    /// Size of every drawing: the maximum, since boards may grow.
    extent: (f32, f32),
    /// True once the last drawing or an error was returned.
    ended: bool,
}

impl PlanFrames {
    /// Draws `moves` from the position after `done`. Fails if the rules refuse a move of `done`.
    pub fn new(
        level: &LevelRef,
        done: &[Move],
        moves: Vec<Move>,
        form: ExportFormat,
        style: BoardStyle,
    ) -> Result<Self, ExportError> {
        let mut position = level.start();
        for mv in done {
            position.apply(mv)?;
        }
        let mut extent = board::extent(position.as_ref(), style);
        let mut lookahead = position.boxed_clone();
        let mut total = moves.len() + 1;
        for mv in &moves {
            if form.is_animation() {
                total += substeps(lookahead.as_ref(), mv).0.len();
            }
            // `next` reports a refused move.
            if lookahead.apply(mv).is_err() {
                break;
            }
            let (width, height) = board::extent(lookahead.as_ref(), style);
            extent = (extent.0.max(width), extent.1.max(height));
        }
        extent.1 += board::caption_height(style);
        Ok(Self {
            position,
            moves,
            index: 0,
            form,
            style,
            caption: String::new(),
            substeps: Default::default(),
            total,
            extent,
            ended: false,
        })
    }

    pub fn total(&self) -> usize {
        self.total
    }
}

impl Iterator for PlanFrames {
    type Item = Result<TimedDrawing, ExportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let background = palette::scheme(self.style.dark).panel;
        if let Some(moment) = self.substeps.0.next() {
            let drawing = board::draw(moment.position.as_ref(), None, &self.caption, self.style);
            return Some(Ok(TimedDrawing {
                drawing: drawing.extended(self.extent, background),
                max_time: Some(self.substeps.1),
            }));
        }
        if self.ended {
            return None;
        }
        let count = self.moves.len();
        // Each drawing marks the next step; the last one shows the result.
        let next = self.moves.get(self.index);
        let step = next.map(|mv| self.position.describe(mv));
        self.caption = match &step {
            Some(step) => format!("{} of {count}: {}", self.index + 1, step.text),
            None if count == 0 => String::new(),
            None => format!("{count} of {count}: done"),
        };
        let position = self.position.as_ref();
        let drawing = board::draw(position, step.as_ref(), &self.caption, self.style);
        match self.moves.get(self.index) {
            Some(mv) => {
                if self.form.is_animation() {
                    self.substeps = substeps(self.position.as_ref(), mv);
                }
                if let Err(error) = self.position.apply(mv) {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
                self.index += 1;
            }
            None => self.ended = true,
        }
        Some(Ok(drawing.extended(self.extent, background).into()))
    }
}

/// Steps of a move that runs by itself, without the last, and the time of each.
fn substeps(position: &dyn Position, mv: &Move) -> (std::vec::IntoIter<AnimationFrame>, Duration) {
    let mut animation = position.animation(mv);
    animation.frames.pop();
    (animation.frames.into_iter(), animation.interval)
}

/// Arranges drawings on one sheet, in `columns` or about 3:2. Fails with [`ExportError::Nothing`] without any.
pub fn sheet(
    drawings: impl Iterator<Item = Result<Drawing, ExportError>>,
    columns: Option<usize>,
    style: BoardStyle,
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
    let background = palette::scheme(style.dark).panel;
    let mut sheet = Drawing::new(width * columns as f32, height * rows as f32, background);
    for (index, one) in drawings.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        sheet.insert((width * column as f32, height * row as f32), one);
    }
    Ok(sheet)
}
