//! The visible part of the graph.

use egui::{Pos2, Rect, Response, Ui, Vec2, vec2};

use super::job::Snapshot;

/// Radius of a state at zoom 1, in points.
pub(super) const RADIUS: f32 = 13.0;

/// Zoom from which moves have names, and states numbers.
pub(super) const NAMED: f32 = 0.75;

/// Smallest margin around the whole graph, in points.
const MARGIN: f32 = 12.0;

/// Width reserved for a move's name, in points.
const NAME: f32 = 60.0;

/// Range of the zoom.
const LEAST: f32 = 0.005;
const MOST: f32 = 4.0;

/// The visible part of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    /// Point of the graph at the middle of the canvas, in units of the layout.
    pub(super) middle: Vec2,
    pub(super) zoom: f32,
    /// Distance of neighbours in a layer, and of layers, at zoom 1, in points.
    pub(super) unit: Vec2,
    /// Keeps the whole graph visible while it grows.
    pub(super) fits: bool,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            middle: Vec2::ZERO,
            zoom: 1.0,
            unit: Vec2::splat(50.0),
            fits: true,
        }
    }
}

impl Camera {
    /// Screen position of a point of the layout.
    pub(super) fn on_screen(&self, canvas: Rect, place: (f32, f32)) -> Pos2 {
        let from_middle = (vec2(place.0, place.1) - self.middle) * self.unit * self.zoom;
        canvas.center() + from_middle
    }

    pub(super) fn zoom_about_middle(&mut self, factor: f32) {
        self.zoom = (self.zoom * factor).clamp(LEAST, MOST);
        self.fits = false;
    }

    pub(super) fn fit(&mut self, canvas: Rect, snapshot: &Snapshot) {
        let (left, top, right, bottom) = snapshot.layout.bounds();
        self.middle = vec2(left + right, top + bottom) / 2.0;
        let size = vec2(right - left, bottom - top) * self.unit + Vec2::splat(4.0 * RADIUS);
        let canvas = canvas.shrink(MARGIN);
        let zoom = |width: f32| (width / size.x).min(canvas.height() / size.y);
        // If moves have names, those at the edges need space for theirs, too.
        let named = zoom((canvas.width() - 2.0 * NAME).max(1.0));
        let zoom = if named >= NAMED {
            named
        } else {
            zoom(canvas.width()).min(NAMED)
        };
        self.zoom = zoom.clamp(LEAST, 1.5);
    }

    /// Handles dragging and zooming.
    pub(super) fn take_input(&mut self, ui: &Ui, response: &Response) {
        if response.dragged() {
            self.middle -= response.drag_delta() / (self.unit * self.zoom);
            self.fits = false;
        }
        let Some(at) = response.hover_pos() else {
            return;
        };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = pinch * (scroll / 300.0).exp();
        if (factor - 1.0).abs() > 1e-4 {
            let away = (at - response.rect.center()) / self.unit;
            let before = away / self.zoom;
            self.zoom = (self.zoom * factor).clamp(LEAST, MOST);
            self.middle += before - away / self.zoom;
            self.fits = false;
        }
    }
}
