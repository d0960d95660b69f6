//! Overlays over the cells: selection, marks, the current step, paths and cursors.

use egui::StrokeKind::{Inside, Middle, Outside};
use egui::{Color32, Mesh, Rect, Shape, Stroke, Vec2, vec2};

use super::marks::Mark;
use super::paint::{Paint, frame_rect};
use super::view::{GridPos, GridRect};
use crate::game::{Cell, Size};
use crate::kit::sprites::corners;

/// Limit of drawn steps of a path; the last ones are drawn.
pub const MAX_PATH_STEPS: usize = 300;

#[derive(Clone, Debug, PartialEq)]
pub struct ResizePreview {
    /// The new board, in positions of the old one.
    pub span: GridRect,
    /// Cells with content that would be removed.
    pub clipped: Vec<Cell>,
    /// Colour of added cells.
    pub blank: Color32,
}

/// Everything that one frame draws over the cells of a board.
#[derive(Clone, Debug, Default)]
pub struct Overlays<'a> {
    pub resize: Option<ResizePreview>,
    pub marks: &'a [Mark],
    /// Path of the cursor, drawn below the glyphs.
    pub path: &'a [Cell],
    /// Cells of the current step, drawn with a frame.
    pub step: &'a [Cell],
    pub selection: Option<GridRect>,
    /// True if the selection is a floating part that is not placed yet.
    pub floating: bool,
    /// True if the level is solved, for a frame around the board.
    pub finished: bool,
    /// Cell of a dragged piece.
    pub lifted: Option<Cell>,
    /// Cells where that piece can be dropped.
    pub targets: Vec<Cell>,
}

impl Paint<'_> {
    /// Draws the overlays of the displayed part of the board.
    pub fn overlays(&self, overlays: &Overlays<'_>, area: GridRect) {
        if let Some(resize) = &overlays.resize {
            self.resize_preview(resize, area.size);
        }
        if overlays.finished {
            let rect = self.lines.span(area.corner, area.size).expand(3.0);
            self.painter
                .rect_stroke(rect, 3.0, (3.0, self.colors.good), Middle);
        }
        if let Some(cell) = overlays.lifted {
            let veil = self.colors.canvas.gamma_multiply(0.7);
            self.painter.rect_filled(self.lines.rect(cell), 0.0, veil);
        }
        for cell in &overlays.targets {
            let rect = self.lines.rect(*cell);
            let tint = self.colors.good.gamma_multiply(0.22);
            self.painter.rect_filled(rect, 0.0, tint);
            self.painter
                .rect_stroke(rect.shrink(1.0), 2.0, (2.0, self.colors.good), Inside);
        }
        self.marks(overlays.marks);
        self.step(overlays.step);
        if let Some(span) = overlays.selection {
            let rect = self.lines.span(span.corner, span.size);
            if !overlays.floating {
                let tint = self.colors.selection.gamma_multiply(0.14);
                self.painter.rect_filled(rect, 0.0, tint);
            }
            self.dashed_frame(rect, overlays.floating);
        }
    }

    pub(super) fn is_visible(&self, rect: Rect) -> bool {
        self.canvas.intersects(rect)
    }

    fn resize_preview(&self, preview: &ResizePreview, board: Size) {
        let lines = &self.lines;
        let new = preview.span;
        let mut mesh = Mesh::default();
        for pos in positions(new) {
            let rect = lines.rect(pos);
            if pos.to_cell(board).is_none() && self.is_visible(rect) {
                mesh.add_colored_rect(rect, self.colors.line);
                let max = rect.max - Vec2::splat(lines.pixel());
                let inner = Rect { max, ..rect };
                mesh.add_colored_rect(inner, preview.blank);
            }
        }
        for pos in positions(GridRect::full(board)) {
            let rect = lines.rect(pos);
            if !new.contains(pos) && self.is_visible(rect) {
                mesh.add_colored_rect(rect, self.colors.canvas.gamma_multiply(0.72));
            }
        }
        self.painter.add(Shape::mesh(mesh));
        let stroke = Stroke::new(2.0, self.colors.bad);
        for cell in &preview.clipped {
            let rect = lines.rect(*cell).shrink(lines.cell() * 0.2);
            if self.is_visible(rect) {
                let [a, b] = [rect.left_top(), rect.right_bottom()];
                self.painter.line_segment([a, b], stroke);
                let [a, b] = [rect.right_top(), rect.left_bottom()];
                self.painter.line_segment([a, b], stroke);
            }
        }
        let rect = lines.span(new.corner, new.size);
        self.painter
            .rect_stroke(rect, 0.0, (2.0, self.colors.accent), Outside);
        // At the corners and the middles of the edges.
        let thirds = [0.0, 0.5, 1.0].map(|y| [0.0, 0.5, 1.0].map(|x| vec2(x, y)));
        let handles = thirds.as_flattened().iter();
        for at in handles.filter(|at| **at != Vec2::splat(0.5)) {
            let square = Rect::from_center_size(rect.lerp_inside(*at), Vec2::splat(HANDLE));
            self.painter.rect_filled(square, 2.0, self.colors.raised);
            self.painter
                .rect_stroke(square, 2.0, (1.5, self.colors.accent), Middle);
        }
    }

    pub fn path(&self, path: &[Cell]) {
        let path = &path[path.len().saturating_sub(MAX_PATH_STEPS)..];
        let width = (self.lines.cell() / 12.0).clamp(1.0, 3.0);
        let steps = path.len().max(1) as f32;
        for (index, pair) in path.windows(2).enumerate() {
            let ends = [pair[0], pair[1]].map(|cell| self.lines.rect(cell).center());
            if !self.is_visible(Rect::from_two_pos(ends[0], ends[1]).expand(width)) {
                continue;
            }
            // Older steps are fainter.
            let age = (index as f32 + 2.0) / (steps + 1.0);
            let color = self.colors.path.gamma_multiply(0.15 + 0.7 * age * age);
            self.painter.line_segment(ends, Stroke::new(width, color));
        }
    }

    fn step(&self, cells: &[Cell]) {
        let width = (self.lines.cell() / 9.0).clamp(1.5, 4.0);
        for cell in cells {
            let rect = frame_rect(self.lines.rect(*cell)).expand(width * 0.4);
            let radius = (self.lines.cell() / 10.0).min(4.0);
            self.painter
                .rect_stroke(rect, radius, (width, self.colors.step), Middle);
        }
    }

    /// Draws the keyboard cursor, visible on light and dark backgrounds.
    pub fn cursor(&self, cell: Cell) {
        let rect = self.lines.rect(cell).expand(1.0);
        let raised = self.colors.raised.gamma_multiply(0.9);
        self.painter.rect_stroke(rect, 2.0, (4.0, raised), Middle);
        self.painter
            .rect_stroke(rect, 2.0, (2.0, self.colors.cursor), Middle);
    }

    pub fn hover(&self, cell: Cell) {
        let rect = self.lines.rect(cell);
        let tint = self.colors.text.gamma_multiply(0.08);
        self.painter.rect_filled(rect, 0.0, tint);
        let color = self.colors.text.gamma_multiply(0.5);
        self.painter.rect_stroke(rect, 0.0, (1.0, color), Inside);
    }

    /// Draws a dashed frame in two colours, visible on any background.
    fn dashed_frame(&self, rect: Rect, floating: bool) {
        if !self.is_visible(rect) {
            return;
        }
        let width = if floating { 2.0 } else { 1.5 };
        // Dashes beyond the canvas would only cost time.
        let rect = rect.intersect(self.canvas.expand(2.0 * DASH));
        self.painter
            .rect_stroke(rect, 0.0, (width, self.colors.raised), Middle);
        let corners = corners(rect);
        let frame = [&corners[..], &corners[..1]].concat();
        let dashes = Stroke::new(width, self.colors.selection);
        self.painter
            .extend(Shape::dashed_line(&frame, dashes, DASH, DASH));
    }
}

/// Length of the dashes of a frame, and of the gaps between them, in points.
const DASH: f32 = 6.0;
/// Side of a handle, in points.
const HANDLE: f32 = 9.0;

fn positions(span: GridRect) -> impl Iterator<Item = GridPos> {
    span.size.cells().map(move |cell| span.corner + cell.into())
}
