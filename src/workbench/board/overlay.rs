//! Overlays over the cells: selection, marks, the current step, paths and cursors.

use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use crate::game::{Cell, Size};

use super::grid_pos::{GridPos, GridRect};
use super::marks::Mark;
use super::paint::{Paint, frame, frame_rect};

/// Limit of drawn steps of a path; the last ones are drawn.
pub const MAX_PATH_STEPS: usize = 300;

/// Preview of the board at another size.
#[derive(Clone, Debug, PartialEq)]
pub struct ResizePreview {
    /// Area of the new board.
    pub span: GridRect,
    /// Cells with content that would be removed.
    pub clipped: Vec<Cell>,
    /// Background of new cells.
    pub blank: Color32,
}

/// The current step.
#[derive(Clone, Copy, Debug)]
pub struct StepOverlay<'a> {
    /// Identifies the step.
    pub index: usize,
    /// Cells of the step; the cursor goes to the first.
    pub cells: &'a [Cell],
    /// Previous cell of the cursor.
    pub from: Option<Cell>,
}

/// Everything drawn over the cells.
#[derive(Clone, Debug, Default)]
pub struct Overlays<'a> {
    /// Preview of another size.
    pub resize: Option<ResizePreview>,
    /// Marked cells.
    pub marks: &'a [Mark],
    /// Path of the cursor, drawn below the glyphs.
    pub path: &'a [Cell],
    /// The current step.
    pub step: Option<StepOverlay<'a>>,
    /// Cursor of the game being played.
    pub live_cursor: Option<Cell>,
    /// Selected cells.
    pub selection: Option<GridRect>,
    /// True if the selection is a floating part that is not placed yet.
    pub floating: bool,
    /// True if the puzzle is solved.
    pub finished: bool,
    /// Cell of the dragged piece.
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
        let (old, new) = (
            GridRect {
                corner: GridPos::new(0, 0),
                size: board,
            },
            preview.span,
        );
        let mut mesh = Mesh::default();
        for pos in positions(new) {
            let rect = lines.rect(pos);
            if pos.to_cell(board).is_none() && self.is_visible(rect) {
                mesh.add_colored_rect(rect, self.colors.line);
                mesh.add_colored_rect(
                    Rect::from_min_max(rect.min, rect.max - Vec2::splat(lines.pixel())),
                    preview.blank,
                );
            }
        }
        for pos in positions(old) {
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
                self.painter
                    .line_segment([rect.left_top(), rect.right_bottom()], stroke);
                self.painter
                    .line_segment([rect.right_top(), rect.left_bottom()], stroke);
            }
        }
        let rect = lines.span(new.corner, new.size);
        let stroke = Stroke::new(2.0, self.colors.accent);
        self.painter
            .rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
        for handle in handles(rect) {
            let square = Rect::from_center_size(handle, Vec2::splat(HANDLE));
            self.painter.rect(
                square,
                2.0,
                self.colors.raised,
                Stroke::new(1.5, self.colors.accent),
                StrokeKind::Middle,
            );
        }
    }

    /// Draws the path of the cursor.
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
            let radius = (self.lines.cell() / 10.0).min(4.0);
            self.painter.rect_stroke(
                rect.expand(width * 0.4),
                radius,
                Stroke::new(width, self.colors.step),
                StrokeKind::Middle,
            );
        }
    }

    /// Draws the keyboard cursor, visible on light and dark backgrounds.
    pub fn cursor(&self, cell: Cell) {
        let rect = self.lines.rect(cell);
        let outer = Stroke::new(4.0, self.colors.raised.gamma_multiply(0.9));
        let inner = Stroke::new(2.0, self.colors.cursor);
        self.painter
            .rect_stroke(rect.expand(1.0), 2.0, outer, StrokeKind::Middle);
        self.painter
            .rect_stroke(rect.expand(1.0), 2.0, inner, StrokeKind::Middle);
    }

    /// Highlights the cell under the pointer.
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
            let points = vec![
                corner + vec2(along * arm, 0.0),
                corner,
                corner + vec2(0.0, down * arm),
            ];
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
        frame(
            &mut mesh,
            rect.expand(width / 2.0),
            width,
            self.colors.raised,
        );
        let mut position = -dash_offset.rem_euclid(2.0 * dash);
        for (from, to) in sides {
            let length = from.distance(to);
            let direction = (to - from) / length.max(1.0);
            let mut at = position;
            while at < length {
                let (a, b) = (at.max(0.0), (at + dash).min(length));
                let middle = Rect::from_two_pos(from + direction * a, from + direction * b);
                let rect = middle.expand2(if direction.x == 0.0 {
                    vec2(width / 2.0, 0.0)
                } else {
                    vec2(0.0, width / 2.0)
                });
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
    let corner = span.corner;
    let shift = move |cell: Cell| {
        let at = GridPos::from(cell);
        GridPos::new(corner.row + at.row, corner.col + at.col)
    };
    span.size.cells().map(shift)
}
