//! The visible part of the graph.

use egui::{Pos2, Rect, Response, Ui, Vec2, vec2};

use super::job::GraphSnapshot;

/// Radius of a state at zoom 1, in points.
pub(super) const NODE_RADIUS: f32 = 13.0;

/// Zoom from which moves have names, and states numbers.
pub(super) const LABEL_ZOOM: f32 = 0.75;

/// Smallest margin around the whole graph, in points.
const MARGIN: f32 = 12.0;

/// Width reserved for a move's name, in points.
const NAME_WIDTH: f32 = 60.0;

const MIN_ZOOM: f32 = 0.005;
const MAX_ZOOM: f32 = 4.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct GraphCamera {
    /// Point of the graph at the middle of the canvas, in units of the layout.
    pub(super) center: Vec2,
    pub(super) zoom: f32,
    /// Distance of neighbours in a layer, and of layers, at zoom 1, in points.
    pub(super) unit: Vec2,
    /// Keeps the whole graph visible while it grows.
    pub(super) auto_fit: bool,
}

impl Default for GraphCamera {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            zoom: 1.0,
            unit: Vec2::splat(50.0),
            auto_fit: true,
        }
    }
}

impl GraphCamera {
    /// Screen position of a point of the layout.
    pub(super) fn to_screen(self, canvas: Rect, point: (f32, f32)) -> Pos2 {
        let from_middle = (vec2(point.0, point.1) - self.center) * self.unit * self.zoom;
        canvas.center() + from_middle
    }

    pub(super) fn zoom_by(&mut self, factor: f32) {
        self.zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        self.auto_fit = false;
    }

    pub(super) fn fit(&mut self, canvas: Rect, snapshot: &GraphSnapshot) {
        let (left, top, right, bottom) = snapshot.layout.bounds();
        self.center = vec2(left + right, top + bottom) / 2.0;
        let size = vec2(right - left, bottom - top) * self.unit + Vec2::splat(4.0 * NODE_RADIUS);
        let canvas = canvas.shrink(MARGIN);
        let zoom = |width: f32| (width / size.x).min(canvas.height() / size.y);
        // If moves have names, those at the edges need space for theirs, too.
        let labelled = zoom((canvas.width() - 2.0 * NAME_WIDTH).max(1.0));
        let zoom = if labelled >= LABEL_ZOOM {
            labelled
        } else {
            zoom(canvas.width()).min(LABEL_ZOOM)
        };
        self.zoom = zoom.clamp(MIN_ZOOM, 1.5);
    }

    pub(super) fn handle_input(&mut self, ui: &Ui, response: &Response) {
        if response.dragged() {
            self.center -= response.drag_delta() / (self.unit * self.zoom);
            self.auto_fit = false;
        }
        let Some(at) = response.hover_pos() else {
            return;
        };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = pinch * (scroll / 300.0).exp();
        if (factor - 1.0).abs() > 1e-4 {
            let offset = (at - response.rect.center()) / self.unit;
            let before = offset / self.zoom;
            self.zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
            self.center += before - offset / self.zoom;
            self.auto_fit = false;
        }
    }
}
