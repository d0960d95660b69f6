//! Resizing of the board, by dragging its edges or entering numbers, with a preview.

use egui::{DragValue, Pos2, Rangef, Ui};

use super::overlay::ResizePreview;
use super::view::{GridPos, GridRect, Lines};
use crate::game::{Cell, EditError, GridLevel, LevelRef, Size, Tone};
use crate::kit::answer;
use crate::kit::fields::{labelled, tip_button};
use crate::kit::theme;
use crate::session::edit;

/// Distance to a handle within which it can be dragged, in points.
const GRAB_DISTANCE: f32 = 12.0;

/// An edge of the board: the upper or left one, or the one opposite.
#[derive(Clone, Copy, PartialEq)]
pub enum Edge {
    Near,
    Far,
}

/// Edges above or below, and at the left or right.
pub type DraggedEdges = (Option<Edge>, Option<Edge>);

/// The user's decision about a resize.
pub enum ResizeAnswer {
    Apply,
    Cancel,
}

pub struct Resize {
    /// The new board, in positions of the old one.
    span: GridRect,
    dragged: Option<DraggedEdges>,
    /// Area to show. It does not change during a drag, so that the board does not move under the pointer.
    fit_area: GridRect,
}

impl Resize {
    pub fn new(size: Size) -> Self {
        let span = GridRect::full(size);
        Self {
            span,
            dragged: None,
            fit_area: span,
        }
    }

    /// Area that contains the old board, of size `old`, and the new one.
    pub fn fit_area(&mut self, old: Size) -> GridRect {
        if self.dragged.is_none() {
            self.fit_area = self.span.union(GridRect::full(old));
        }
        self.fit_area
    }

    /// Returns the resized level.
    ///
    /// # Errors
    /// Fails if the game rejects the size.
    pub fn apply(&self, level: &dyn GridLevel) -> Result<LevelRef, EditError> {
        let corner = self.span.corner;
        level.reframed(self.span.size, -corner.row, -corner.col)
    }

    /// Cells with content that the new board would cut off.
    pub fn clipped_cells(&self, level: &dyn GridLevel) -> Vec<Cell> {
        let GridRect { corner, size } = self.span;
        let (down, right, blank) = (-corner.row, -corner.col, level.blank_value());
        edit::clipped_cells(&level.grid(), size, down, right, blank)
    }

    pub fn preview(&self, level: &dyn GridLevel, dark: bool) -> ResizePreview {
        let blank = level.blank_value();
        let brushes = level.brushes();
        let brush = brushes.iter().find(|brush| brush.value == blank);
        let tone = brush.map_or(Tone::Empty, |brush| brush.style.tone);
        ResizePreview {
            span: self.span,
            clipped: self.clipped_cells(level),
            blank: theme::tone(tone, dark).fill,
        }
    }

    /// Edges that a press at this point drags.
    pub fn edges_at(&self, at: Pos2, lines: Lines) -> Option<DraggedEdges> {
        let rect = lines.span(self.span.corner, self.span.size);
        let outer = rect.expand(GRAB_DISTANCE);
        let edge = |along: bool, at: f32, range: Rangef| {
            let is_near = |edge: f32| along && (at - edge).abs() <= GRAB_DISTANCE;
            let near = is_near(range.min).then_some(Edge::Near);
            is_near(range.max).then_some(Edge::Far).or(near)
        };
        let vertical = edge(outer.x_range().contains(at.x), at.y, rect.y_range());
        let horizontal = edge(outer.y_range().contains(at.y), at.x, rect.x_range());
        vertical.or(horizontal).map(|_| (vertical, horizontal))
    }

    /// Starts a drag if the pointer is at an edge.
    pub fn press(&mut self, at: Pos2, lines: Lines) {
        self.dragged = self.edges_at(at, lines);
    }

    /// Moves the dragged edges to the pointer, within the limits (smallest and largest size).
    pub fn drag(&mut self, at: Pos2, lines: Lines, limits: (Size, Size)) {
        let Some((vertical, horizontal)) = self.dragged else {
            return;
        };
        let corner = lines.rect(GridPos::new(0, 0)).min;
        let to = (at - corner) / lines.cell();
        let GridRect { corner, size } = self.span;
        // Start and length of the board in one direction, with the dragged edge at `at`.
        let along = |edge: Option<Edge>, from: isize, len: usize, at: f32, min, max| {
            let (at, end) = (at.round() as isize, from + len as isize);
            let (min, max) = (min as isize, max as isize);
            let (from, end) = match edge {
                Some(Edge::Far) => (from, at.clamp(from + min, from + max)),
                Some(Edge::Near) => (at.clamp(end - max, end - min), end),
                None => (from, end),
            };
            (from, (end - from).unsigned_abs())
        };
        let (min, max) = limits;
        let (row, rows) = along(vertical, corner.row, size.rows, to.y, min.rows, max.rows);
        let (col, cols) = along(horizontal, corner.col, size.cols, to.x, min.cols, max.cols);
        self.span = GridRect {
            corner: GridPos { row, col },
            size: Size { rows, cols },
        };
    }

    /// Moves the far or the near edges by rows and columns.
    pub fn move_edges(&mut self, edge: Edge, by: (isize, isize), limits: (Size, Size)) {
        let (min, max) = limits;
        let along = |from: &mut isize, len: &mut usize, by: isize, min, max| {
            let before = *len as isize;
            let grown = if edge == Edge::Far { by } else { -by };
            *len = len.saturating_add_signed(grown).clamp(min, max);
            if edge == Edge::Near {
                *from += before - *len as isize;
            }
        };
        let GridRect { corner, size } = &mut self.span;
        along(&mut corner.row, &mut size.rows, by.0, min.rows, max.rows);
        along(&mut corner.col, &mut size.cols, by.1, min.cols, max.cols);
    }

    pub fn release(&mut self) {
        self.dragged = None;
    }

    /// Shows the controls. Returns the user's decision, once it is made.
    pub fn controls(&mut self, ui: &mut Ui, level: &dyn GridLevel) -> Option<ResizeAnswer> {
        let (min, max) = level.size_limits();
        let colors = theme::colors(ui);
        let mut answer = None;
        let Size { rows, cols } = &mut self.span.size;
        for (name, value, range) in [
            ("Rows", rows, min.rows..=max.rows),
            ("Columns", cols, min.cols..=max.cols),
        ] {
            labelled(ui, name, DragValue::new(value).range(range).speed(0.1));
        }
        ui.separator();
        let tip = "Apply this size (Enter). Arrow keys move the lower and right edges, with Shift the others";
        if tip_button(ui, "Resize board", tip) {
            answer = Some(ResizeAnswer::Apply);
        }
        if tip_button(ui, "Cancel", "Keep the old size (Escape)") {
            answer = Some(ResizeAnswer::Cancel);
        }
        // Short, so that the controls fit into one line.
        match self.clipped_cells(level).len() {
            0 => ui.weak("Or drag the edges."),
            1 => ui.colored_label(colors.bad, "Cuts off 1 cell."),
            n => ui.colored_label(
                colors.bad,
                format!("Cuts off {}.", answer::count(n, "cells")),
            ),
        }
        .on_hover_text("Filled cells that no longer fit; Undo restores them");
        answer
    }
}
