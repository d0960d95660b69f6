//! Overlays over the cells: selection, marks, the current step, paths and cursors.

use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::marks::Mark;
use super::paint::{Paint, frame, frame_rect};
use super::view::{GridPos, GridRect};
use crate::game::{Cell, Size};

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

#[derive(Clone, Copy, Debug)]
pub struct StepOverlay<'a> {
    /// Identifies the step, for its animation.
    pub index: usize,
    /// Cells of the step; the cursor goes to the first.
    pub cells: &'a [Cell],
    /// Previous cell of the cursor.
    pub from: Option<Cell>,
}

/// Everything that one frame draws over the cells of a board.
#[derive(Clone, Debug, Default)]
pub struct Overlays<'a> {
    pub resize: Option<ResizePreview>,
    pub marks: &'a [Mark],
    /// Path of the cursor, drawn below the glyphs.
    pub path: &'a [Cell],
    pub step: Option<StepOverlay<'a>>,
    /// Cursor of the game being played.
    pub live_cursor: Option<Cell>,
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
    /// Draws the overlays of the displayed part of the board. `frame` is the animated frame of the step's first cell,
    /// `dash_offset` the offset of the selection's dashes, in points.
    pub fn overlays(
        &self,
        overlays: &Overlays<'_>,
        area: GridRect,
        frame: Option<Rect>,
        dash_offset: f32,
    ) {
        if let Some(resize) = &overlays.resize {
            self.resize_preview(resize, area.size);
        }
        if overlays.finished {
            let rect = self.lines.span(area.corner, area.size).expand(3.0);
            let stroke = Stroke::new(3.0, self.colors.good);
            self.painter
                .rect_stroke(rect, 3.0, stroke, StrokeKind::Middle);
        }
        if let Some(cell) = overlays.lifted {
            let veil = self.colors.canvas.gamma_multiply(0.7);
            self.painter.rect_filled(self.lines.rect(cell), 0.0, veil);
        }
        for cell in &overlays.targets {
            let rect = self.lines.rect(*cell);
            let tint = self.colors.good.gamma_multiply(0.22);
            let stroke = Stroke::new(2.0, self.colors.good);
            self.painter.rect_filled(rect, 0.0, tint);
            self.painter
                .rect_stroke(rect.shrink(1.0), 2.0, stroke, StrokeKind::Inside);
        }
        self.marks(overlays.marks);
        if let Some(step) = &overlays.step {
            self.step(step, frame);
        }
        if let Some(cell) = overlays.live_cursor {
            self.brackets(self.lines.rect(cell), self.colors.cursor);
        }
        if let Some(span) = overlays.selection {
            let rect = self.lines.span(span.corner, span.size);
            if !overlays.floating {
                let tint = self.colors.selection.gamma_multiply(0.14);
                self.painter.rect_filled(rect, 0.0, tint);
            }
            self.dashed_frame(rect, dash_offset, overlays.floating);
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
        let stroke = Stroke::new(2.0, self.colors.accent);
        self.painter
            .rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
        for handle in handles(rect) {
            let square = Rect::from_center_size(handle, Vec2::splat(HANDLE));
            let (fill, stroke) = (self.colors.raised, Stroke::new(1.5, self.colors.accent));
            self.painter
                .rect(square, 2.0, fill, stroke, StrokeKind::Middle);
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

    fn step(&self, step: &StepOverlay<'_>, frame: Option<Rect>) {
        let width = (self.lines.cell() / 9.0).clamp(1.5, 4.0);
        for (index, cell) in step.cells.iter().enumerate() {
            let frame = frame.filter(|_| index == 0);
            let rect = frame_rect(frame.unwrap_or_else(|| self.lines.rect(*cell)));
            let rect = rect.expand(width * 0.4);
            let radius = (self.lines.cell() / 10.0).min(4.0);
            let stroke = Stroke::new(width, self.colors.step);
            self.painter
                .rect_stroke(rect, radius, stroke, StrokeKind::Middle);
        }
    }

    /// Draws the keyboard cursor, visible on light and dark backgrounds.
    pub fn cursor(&self, cell: Cell) {
        let rect = self.lines.rect(cell);
        let outer = Stroke::new(4.0, self.colors.raised.gamma_multiply(0.9));
        let inner = Stroke::new(2.0, self.colors.cursor);
        for stroke in [outer, inner] {
            let rect = rect.expand(1.0);
            self.painter
                .rect_stroke(rect, 2.0, stroke, StrokeKind::Middle);
        }
    }

    pub fn hover(&self, cell: Cell) {
        let rect = self.lines.rect(cell);
        let tint = self.colors.text.gamma_multiply(0.08);
        self.painter.rect_filled(rect, 0.0, tint);
        let stroke = Stroke::new(1.0, self.colors.text.gamma_multiply(0.5));
        self.painter
            .rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
    }

    /// Draws four corners, as the cursor of another program.
    fn brackets(&self, rect: Rect, color: Color32) {
        let rect = rect.expand(2.0);
        let arm = rect.width() * 0.3;
        let stroke = Stroke::new((rect.width() / 12.0).clamp(1.5, 3.0), color);
        for (corner, along, down) in [
            (rect.left_top(), 1.0, 1.0),
            (rect.right_top(), -1.0, 1.0),
            (rect.left_bottom(), 1.0, -1.0),
            (rect.right_bottom(), -1.0, -1.0),
        ] {
            let (side, end) = (vec2(along * arm, 0.0), vec2(0.0, down * arm));
            let points = vec![corner + side, corner, corner + end];
            self.painter.line(points, stroke);
        }
    }

    /// Draws a dashed frame in two colours, visible on any background.
    fn dashed_frame(&self, rect: Rect, dash_offset: f32, floating: bool) {
        let width = if floating { 2.0 } else { 1.5 };
        let dash = 6.0;
        let mut mesh = Mesh::default();
        let sides = [
            (rect.left_top(), rect.right_top()),
            (rect.right_top(), rect.right_bottom()),
            (rect.right_bottom(), rect.left_bottom()),
            (rect.left_bottom(), rect.left_top()),
        ];
        let outer = rect.expand(width / 2.0);
        frame(&mut mesh, outer, width, self.colors.raised);
        // Start of the next dash on the side; dashes continue round the corners.
        let mut position = -dash_offset.rem_euclid(2.0 * dash);
        for (from, to) in sides {
            let length = from.distance(to);
            let direction = (to - from) / length.max(1.0);
            let mut at = position;
            while at < length {
                let (a, b) = (at.max(0.0), (at + dash).min(length));
                let middle = Rect::from_two_pos(from + direction * a, from + direction * b);
                let across = if direction.x == 0.0 { Vec2::X } else { Vec2::Y };
                let rect = middle.expand2(across * (width / 2.0));
                if b > a && self.is_visible(rect) {
                    mesh.add_colored_rect(rect, self.colors.selection);
                }
                at += 2.0 * dash;
            }
            position = at - length - 2.0 * dash;
        }
        self.painter.add(Shape::mesh(mesh));
    }
}

/// Side of a handle, in points.
const HANDLE: f32 = 9.0;

/// Centres of the eight handles of a rectangle, corners first.
pub fn handles(rect: Rect) -> [Pos2; 8] {
    [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        pos2(rect.center().x, rect.top()),
        pos2(rect.right(), rect.center().y),
        pos2(rect.center().x, rect.bottom()),
        pos2(rect.left(), rect.center().y),
    ]
}

fn positions(span: GridRect) -> impl Iterator<Item = GridPos> {
    span.size.cells().map(move |cell| span.corner + cell.into())
}
