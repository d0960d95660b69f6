//! State of a canvas between frames.

use egui::{PointerButton, Pos2, Rect, vec2};

use crate::game::{Cell, Size};

use super::grid_pos::{GridPos, GridRect};
use super::isometric::Solid;
use super::motion::Motion;
use super::pixel_board::PixelBoard;
use super::view::CanvasView;

/// Zoom factor of one press of `+`.
pub const ZOOM_STEP: f32 = 1.25;

/// Pointer action on a canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerAction {
    /// No button is pressed.
    #[default]
    Nothing,
    /// A button for the owner, with the last position of the pointer.
    Press((PointerButton, GridPos)),
    /// The board is being panned.
    Pan,
}

/// State of a canvas between frames.
#[derive(Default)]
pub struct CanvasState {
    /// Zoom and pan.
    pub view: CanvasView,
    /// Keyboard cursor.
    pub cursor: Cell,
    /// True if the cursor is visible, after use of the keyboard or the pointer.
    pub(crate) show_cursor: bool,
    pub(crate) action: PointerAction,
    pub(crate) space_used: bool,
    pub(crate) focus_pending: bool,
    pub(crate) canvas: Option<Rect>,
    pub(crate) pixels: PixelBoard,
    pub(crate) motion: Motion,
    /// Block geometry, if the board is shown as blocks.
    pub(crate) solid: Option<Solid>,
    pub(crate) last_selection: (Option<GridRect>, f64),
    /// Visible part of the board in the last frame.
    part: Option<GridRect>,
}

impl CanvasState {
    /// Position at a point on screen; `canvas` is the area of the canvas.
    pub fn pos_at(&self, canvas: Rect, point: Pos2) -> GridPos {
        match &self.solid {
            Some(solid) => solid.pos_at(&self.view, canvas, point),
            None => self.view.pos_at(canvas, point),
        }
    }

    /// Zooms about the middle of the canvas.
    pub fn zoom_by(&mut self, factor: f32) {
        let middle = self
            .canvas
            .map_or(vec2(200.0, 150.0), |rect| rect.size() / 2.0);
        self.view.zoom_about(factor, middle);
    }

    /// Zooms to 100 %, about the middle of the canvas.
    pub fn zoom_full(&mut self) {
        let middle = self
            .canvas
            .map_or(vec2(200.0, 150.0), |rect| rect.size() / 2.0);
        self.view.zoom_to(1.0, middle);
    }

    /// Fits the board into the canvas.
    pub fn zoom_fit(&mut self) {
        self.view.fit();
    }

    /// Requests the keyboard focus in the next frame.
    pub fn focus(&mut self) {
        self.focus_pending = true;
    }

    /// Zooms by a factor; `None` fits the board.
    pub fn zoom(&mut self, factor: Option<f32>) {
        match factor {
            Some(factor) => self.zoom_by(factor),
            None => self.zoom_fit(),
        }
    }

    /// Area of the canvas in the last frame.
    pub fn rect(&self) -> Option<Rect> {
        self.canvas
    }

    /// Pans when the visible part changes, so that cells keep their place on screen, unless the board is fitted.
    pub(crate) fn track_part(&mut self, part: Option<GridRect>) {
        if let (Some(before), Some(now)) = (self.part, part)
            && !self.view.is_fitted()
        {
            let (GridPos { row, col }, to) = (before.corner, now.corner);
            let by = vec2((col - to.col) as f32, (row - to.row) as f32);
            self.view.pan(by * self.view.cell());
        }
        self.part = part;
    }

    pub(crate) fn rotate(&mut self, clockwise: bool) {
        if let Some(solid) = &mut self.solid {
            solid.display.turn = solid.display.turn.rotated(clockwise);
        }
    }

    /// Moves the keyboard cursor, and the view if needed.
    pub fn go_to(&mut self, cell: Cell, size: Size) {
        self.cursor = GridPos::from(cell).clamped(size);
        if let Some(canvas) = self.canvas.filter(|_| self.solid.is_none()) {
            self.view.reveal(self.cursor, canvas.size());
        }
    }
}
