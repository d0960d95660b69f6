//! Resizing of the board, by dragging its edges or entering numbers, with a preview.

use egui::{Color32, DragValue, Pos2, Ui};

use crate::game::{Cell, EditError, GridLevel, LevelRef, Size};
use crate::kit::theme;
use crate::session::edit;

use super::grid_pos::{GridPos, GridRect};
use super::icons::{self, Icon};
use super::overlay::{ResizePreview, handles};
use super::view::Lines;

/// Distance to a handle within which it can be dragged, in points.
const GRAB_DISTANCE: f32 = 12.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct DraggedEdges {
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
}

/// A resize in progress.
pub struct Resize {
    span: GridRect,
    dragged: Option<DraggedEdges>,
    /// Area to show. It does not change during a drag, so that the board does not move under the pointer.
    fit_area: GridRect,
}

/// Decision of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// None yet.
    Open,
    /// Apply the size.
    Apply,
    /// Keep the old size.
    Cancel,
}

impl Resize {
    /// Starts with the current size.
    pub fn new(size: Size) -> Self {
        let corner = GridPos::new(0, 0);
        let span = GridRect { corner, size };
        Self {
            span,
            dragged: None,
            fit_area: span,
        }
    }

    /// Area that contains the old board, of size `old`, and the new one.
    pub fn fit_area(&mut self, old: Size) -> GridRect {
        if self.dragged.is_none() {
            self.fit_area = self.span.union(GridRect {
                corner: GridPos::new(0, 0),
                size: old,
            });
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

    /// Cells with content that would be removed.
    pub fn clipped_cells(&self, level: &dyn GridLevel) -> Vec<Cell> {
        let corner = self.span.corner;
        edit::clipped_cells(
            &level.grid(),
            self.span.size,
            -corner.row,
            -corner.col,
            level.blank_value(),
        )
    }

    /// Preview to draw over the board.
    pub fn preview(&self, level: &dyn GridLevel, blank: Color32) -> ResizePreview {
        ResizePreview {
            span: self.span,
            clipped: self.clipped_cells(level),
            blank,
        }
    }

    /// Starts a drag if the pointer is at an edge. Returns whether it is.
    pub fn press(&mut self, at: Pos2, lines: Lines) -> bool {
        let rect = lines.span(self.span.corner, self.span.size);
        let near = |a: f32, b: f32| (a - b).abs() <= GRAB_DISTANCE;
        let along_x = at.x >= rect.left() - GRAB_DISTANCE && at.x <= rect.right() + GRAB_DISTANCE;
        let along_y = at.y >= rect.top() - GRAB_DISTANCE && at.y <= rect.bottom() + GRAB_DISTANCE;
        let edges = DraggedEdges {
            top: along_x && near(at.y, rect.top()),
            bottom: along_x && near(at.y, rect.bottom()),
            left: along_y && near(at.x, rect.left()),
            right: along_y && near(at.x, rect.right()),
        };
        self.dragged = (edges != DraggedEdges::default()).then_some(edges);
        self.dragged.is_some()
    }

    /// Returns whether the pointer is at an edge or handle.
    pub fn over_edge(&self, at: Pos2, lines: Lines) -> bool {
        let rect = lines.span(self.span.corner, self.span.size);
        rect.expand(GRAB_DISTANCE).contains(at) && !rect.shrink(GRAB_DISTANCE).contains(at)
            || handles(rect)
                .iter()
                .any(|handle| handle.distance(at) <= GRAB_DISTANCE)
    }

    /// Moves the dragged edges to the pointer, within the limits (smallest and largest size).
    pub fn drag(&mut self, at: Pos2, lines: Lines, limits: (Size, Size)) {
        let Some(edges) = self.dragged else {
            return;
        };
        let corner = lines.rect(GridPos::new(0, 0)).min;
        let to = (at - corner) / lines.cell();
        let GridRect {
            corner: GridPos {
                row: top,
                col: left,
            },
            size,
        } = self.span;
        let (bottom, right) = (top + size.rows as isize, left + size.cols as isize);
        let (row, col) = (to.y.round() as isize, to.x.round() as isize);
        let along = |low: bool, high: bool, from: isize, to: isize, at: isize, min, max| {
            let (min, max) = (min as isize, max as isize);
            match (low, high) {
                (_, true) => (from, at.clamp(from + min, from + max)),
                (true, false) => (at.clamp(to - max, to - min), to),
                (false, false) => (from, to),
            }
        };
        let (min, max) = limits;
        let (top, bottom) = along(
            edges.top,
            edges.bottom,
            top,
            bottom,
            row,
            min.rows,
            max.rows,
        );
        let (left, right) = along(
            edges.left,
            edges.right,
            left,
            right,
            col,
            min.cols,
            max.cols,
        );
        self.span = GridRect {
            corner: GridPos::new(top, left),
            size: Size::new((bottom - top).unsigned_abs(), (right - left).unsigned_abs()),
        };
    }

    /// Adds rows and columns at the far edges, or removes them if negative.
    pub fn grow(&mut self, by: (isize, isize), limits: (Size, Size)) {
        let (min, max) = limits;
        let along = |from: usize, by: isize, min: usize, max: usize| {
            from.saturating_add_signed(by).clamp(min, max)
        };
        let Size { rows, cols } = self.span.size;
        self.span.size = Size::new(
            along(rows, by.0, min.rows, max.rows),
            along(cols, by.1, min.cols, max.cols),
        );
    }

    /// Ends a drag.
    pub fn release(&mut self) {
        self.dragged = None;
    }

    /// Shows the controls: numbers and buttons.
    pub fn controls(&mut self, ui: &mut Ui, level: &dyn GridLevel) -> Decision {
        let (min, max) = level.size_limits();
        let colors = theme::colors(ui);
        let mut decision = Decision::Open;
        let size = &mut self.span.size;
        let rows = ui.label("Rows");
        ui.add(
            DragValue::new(&mut size.rows)
                .range(min.rows..=max.rows)
                .speed(0.1),
        )
        .labelled_by(rows.id);
        let cols = ui.label("Columns");
        ui.add(
            DragValue::new(&mut size.cols)
                .range(min.cols..=max.cols)
                .speed(0.1),
        )
        .labelled_by(cols.id);
        ui.separator();
        self.anchors(ui, level.grid().size());
        ui.separator();
        let resize = ui
            .button("Resize board")
            .on_hover_text("Apply this size (Enter); arrow keys change it");
        if resize.clicked() {
            decision = Decision::Apply;
        }
        let cancel = ui
            .button("Cancel")
            .on_hover_text("Keep the old size (Escape)");
        if cancel.clicked() {
            decision = Decision::Cancel;
        }
        // Short, so that the controls fit into one line.
        match self.clipped_cells(level).len() {
            0 => ui.weak("Or drag the edges."),
            1 => ui.colored_label(colors.bad, "Cuts off 1 cell."),
            n => ui.colored_label(colors.bad, format!("Cuts off {n} cells.")),
        }
        .on_hover_text("Filled cells that no longer fit; Undo restores them");
        decision
    }

    /// Shows the choice where the old board stays in the new one.
    fn anchors(&mut self, ui: &mut Ui, old: Size) {
        let shift = |from: usize, to: usize, anchor: isize| {
            let growth = to as isize - from as isize;
            // Half of an odd difference is rounded towards the far side.
            -growth.div_euclid(2) * isize::from(anchor == 1) - growth * isize::from(anchor == 2)
        };
        let size = self.span.size;
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.label("Keep");
        for (anchor, icon, tip) in [
            (0, Icon::KeepFirst, "Keep the board at the upper left"),
            (1, Icon::KeepMiddle, "Keep the board in the middle"),
            (2, Icon::KeepLast, "Keep the board at the lower right"),
        ] {
            let corner = GridPos::new(
                shift(old.rows, size.rows, anchor),
                shift(old.cols, size.cols, anchor),
            );
            let chosen = corner == self.span.corner;
            if icons::button(ui, icon, tip, tip, Some(chosen)).clicked() {
                self.span.corner = corner;
            }
        }
        ui.spacing_mut().item_spacing.x = theme::space::SMALL;
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::CanvasView;
    use super::*;
    use crate::games;
    use egui::{Rect, pos2, vec2};

    fn lines() -> Lines {
        let canvas = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let mut view = CanvasView::default();
        view.zoom_to(1.0, vec2(0.0, 0.0));
        view.lines(canvas, 1.0)
    }

    #[test]
    fn the_left_edge_adds_columns_before_the_first() {
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(Some(Size::new(1, 3)));
        let level = level.as_grid().expect("is a grid");
        let mut grid = level.grid();
        grid.set(Cell::new(0, 0), 1);
        let level = level.with_grid(grid).expect("is taken");
        let level = level.as_grid().expect("is a grid");
        let cells = |resize: &Resize| {
            let level = resize.apply(level).expect("is taken");
            let grid = level.as_grid().expect("is a grid").grid();
            grid.as_slice().to_vec()
        };
        let lines = lines();
        let mut resize = Resize::new(Size::new(1, 3));
        let left = lines.rect(GridPos::new(0, 0)).left_center();
        assert!(resize.press(left, lines));
        resize.drag(left - vec2(64.0, 0.0), lines, level.size_limits());
        assert_eq!(cells(&resize), [0, 0, 1, 0, 0]);
        assert!(resize.clipped_cells(level).is_empty());
        resize.drag(left + vec2(32.0, 0.0), lines, level.size_limits());
        assert_eq!(cells(&resize), [0, 0]);
        assert_eq!(resize.clipped_cells(level), [Cell::new(0, 0)]);
        // The limits of the game hold at any distance.
        resize.drag(left + vec2(6400.0, 0.0), lines, level.size_limits());
        assert_eq!(resize.span.size, Size::new(1, 1));
        resize.release();
        resize.drag(left, lines, level.size_limits());
        assert_eq!(resize.span.size, Size::new(1, 1), "nothing is held");
    }
}
