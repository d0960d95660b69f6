//! State of a canvas between frames.

use egui::{PointerButton, Pos2, Rect, Vec2, vec2};

use crate::game::{Cell, Size};

use super::grid_pos::{GridPos, GridRect};
use super::isometric::Solid;
use super::motion::Motion;
use super::pixel_board::PixelBoard;
use super::view::CanvasView;

/// Zoom factor of one press of `+`.
pub const ZOOM_STEP: f32 = 1.25;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerAction {
    #[default]
    Nothing,
    /// A button for the owner, with the last position of the pointer.
    Press((PointerButton, GridPos)),
    Pan,
}

#[derive(Default)]
pub struct CanvasState {
    pub view: CanvasView,
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

    fn middle(&self) -> Vec2 {
        let middle = |rect: Rect| rect.size() / 2.0;
        self.canvas.map_or(vec2(200.0, 150.0), middle)
    }

    pub fn zoom_full(&mut self) {
        self.view.zoom_to(1.0, self.middle());
    }

    pub fn focus(&mut self) {
        self.focus_pending = true;
    }

    /// Zooms by a factor, about the middle of the canvas; `None` fits the board.
    pub fn zoom(&mut self, factor: Option<f32>) {
        match factor {
            Some(factor) => self.view.zoom_about(factor, self.middle()),
            None => self.view.fit(),
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

    pub fn go_to(&mut self, cell: Cell, size: Size) {
        self.cursor = GridPos::from(cell).clamped(size);
        if let Some(canvas) = self.canvas.filter(|_| self.solid.is_none()) {
            self.view.reveal(self.cursor, canvas.size());
        }
    }
}
