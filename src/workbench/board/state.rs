//! What a canvas remembers from frame to frame.

use egui::{PointerButton, Pos2, Rect, vec2};

use crate::game::{Cell, Size};

use super::isometric::Solid;
use super::motion::Motion;
use super::place::{Place, Span};
use super::tiny::Tiny;
use super::view::View;

/// Zoom of one press of `+`.
pub const ZOOM_STEP: f32 = 1.25;

/// What the pointer is doing on a canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Held {
    /// No button is down.
    #[default]
    Nothing,
    /// A button that means something to the owner, and where the pointer was last.
    Button((PointerButton, Place)),
    /// The board is being moved.
    Pan,
}

/// What a canvas remembers from frame to frame.
#[derive(Default)]
pub struct CanvasState {
    /// Zoom and pan.
    pub view: View,
    /// Where the keyboard is.
    pub cursor: Cell,
    /// The cursor is seen: a key moved it, or the pointer was at work there.
    pub(crate) at_work: bool,
    pub(crate) held: Held,
    pub(crate) space_used: bool,
    pub(crate) to_focus: bool,
    pub(crate) canvas: Option<Rect>,
    pub(crate) tiny: Tiny,
    pub(crate) motion: Motion,
    /// The cells as blocks, if they are shown so.
    pub(crate) solid: Option<Solid>,
    pub(crate) selection_seen: (Option<Span>, f64),
    /// The part of the board that was shown last.
    part: Option<Span>,
}

impl CanvasState {
    /// The place at a point on screen, `canvas` being where the canvas is.
    pub fn place_at(&self, canvas: Rect, point: Pos2) -> Place {
        match &self.solid {
            Some(solid) => solid.place_at(&self.view, canvas, point),
            None => self.view.place_at(canvas, point),
        }
    }

    /// Zooms in or out about the middle of the canvas.
    pub fn zoom_by(&mut self, factor: f32) {
        let middle = self
            .canvas
            .map_or(vec2(200.0, 150.0), |rect| rect.size() / 2.0);
        self.view.zoom_about(factor, middle);
    }

    /// Zooms so that a cell has its full size (100 %).
    pub fn zoom_full(&mut self) {
        let middle = self
            .canvas
            .map_or(vec2(200.0, 150.0), |rect| rect.size() / 2.0);
        self.view.zoom_to(1.0, middle);
    }

    /// Shows the whole board.
    pub fn zoom_fit(&mut self) {
        self.view.fit();
    }

    /// Gives the canvas the keyboard in the next frame.
    pub fn focus(&mut self) {
        self.to_focus = true;
    }

    /// Zooms by a factor, or shows the whole board.
    pub fn zoom(&mut self, factor: Option<f32>) {
        match factor {
            Some(factor) => self.zoom_by(factor),
            None => self.zoom_fit(),
        }
    }

    /// Where the canvas was in the last frame.
    pub fn rect(&self) -> Option<Rect> {
        self.canvas
    }

    /// Keeps the part of the board that is shown where the last one was on screen.
    pub(crate) fn follow(&mut self, part: Option<Span>) {
        if let (Some(before), Some(now)) = (self.part, part)
            && !self.view.is_fitted()
        {
            let (Place { row, col }, to) = (before.corner, now.corner);
            let by = vec2((col - to.col) as f32, (row - to.row) as f32);
            self.view.pan(by * self.view.cell());
        }
        self.part = part;
    }

    /// Turns blocks by a quarter, clockwise or back.
    pub(crate) fn turn(&mut self, clockwise: bool) {
        if let Some(solid) = &mut self.solid {
            solid.sight.turn = solid.sight.turn.on(clockwise);
        }
    }

    /// Moves the keyboard cursor, and the view if needed.
    pub fn go_to(&mut self, cell: Cell, size: Size) {
        self.cursor = Place::from(cell).clamped(size);
        if let Some(canvas) = self.canvas.filter(|_| self.solid.is_none()) {
            self.view.reveal(self.cursor, canvas.size());
        }
    }
}
