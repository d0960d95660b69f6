//! Resizing of the board, by dragging its edges or entering numbers, with a preview.

use egui::{Color32, DragValue, Pos2, Ui};

use crate::game::{Cell, EditError, GridLevel, LevelRef, Size};
use crate::kit::theme;
use crate::session::edit;

use super::icons::{self, Icon};
use super::overlay::{Outline, handles};
use super::place::{Place, Span};
use super::view::Lines;

/// Distance to a handle within which it can be dragged, in points.
const REACH: f32 = 12.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Edges {
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
}

/// A resize in progress.
pub struct Resize {
    span: Span,
    held: Option<Edges>,
    /// Area to show. It does not change during a drag, so that the board does not move under the pointer.
    sight: Span,
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
        let corner = Place::new(0, 0);
        let span = Span { corner, size };
        Self {
            span,
            held: None,
            sight: span,
        }
    }

    /// Area that contains the old board, of size `old`, and the new one.
    pub fn sight(&mut self, old: Size) -> Span {
        if self.held.is_none() {
            self.sight = self.span.with(Span {
                corner: Place::new(0, 0),
                size: old,
            });
        }
        self.sight
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
    pub fn lost(&self, level: &dyn GridLevel) -> Vec<Cell> {
        let corner = self.span.corner;
        edit::cut_off(
            &level.grid(),
            self.span.size,
            -corner.row,
            -corner.col,
            level.blank_value(),
        )
    }

    /// Preview to draw over the board.
    pub fn outline(&self, level: &dyn GridLevel, blank: Color32) -> Outline {
        Outline {
            span: self.span,
            lost: self.lost(level),
            blank,
        }
    }

    /// Starts a drag if the pointer is at an edge. Returns whether it is.
    pub fn press(&mut self, at: Pos2, lines: Lines) -> bool {
        let rect = lines.span(self.span.corner, self.span.size);
        let near = |a: f32, b: f32| (a - b).abs() <= REACH;
        let along_x = at.x >= rect.left() - REACH && at.x <= rect.right() + REACH;
        let along_y = at.y >= rect.top() - REACH && at.y <= rect.bottom() + REACH;
        let edges = Edges {
            top: along_x && near(at.y, rect.top()),
            bottom: along_x && near(at.y, rect.bottom()),
            left: along_y && near(at.x, rect.left()),
            right: along_y && near(at.x, rect.right()),
        };
        self.held = (edges != Edges::default()).then_some(edges);
        self.held.is_some()
    }

    /// Returns whether the pointer is at an edge or handle.
    pub fn over_edge(&self, at: Pos2, lines: Lines) -> bool {
        let rect = lines.span(self.span.corner, self.span.size);
        rect.expand(REACH).contains(at) && !rect.shrink(REACH).contains(at)
            || handles(rect)
                .iter()
                .any(|handle| handle.distance(at) <= REACH)
    }

    /// Moves the dragged edges to the pointer, within the limits (smallest and largest size).
    pub fn drag(&mut self, at: Pos2, lines: Lines, limits: (Size, Size)) {
        let Some(edges) = self.held else {
            return;
        };
        let corner = lines.rect(Place::new(0, 0)).min;
        let to = (at - corner) / lines.cell();
        let Span {
            corner: Place {
                row: top,
                col: left,
            },
            size,
        } = self.span;
        let (bottom, right) = (top + size.rows as isize, left + size.cols as isize);
        let (row, col) = (to.y.round() as isize, to.x.round() as isize);
        let along = |low: bool, high: bool, from: isize, to: isize, at: isize, least, most| {
            let (least, most) = (least as isize, most as isize);
            match (low, high) {
                (_, true) => (from, at.clamp(from + least, from + most)),
                (true, false) => (at.clamp(to - most, to - least), to),
                (false, false) => (from, to),
            }
        };
        let (least, most) = limits;
        let (top, bottom) = along(
            edges.top,
            edges.bottom,
            top,
            bottom,
            row,
            least.rows,
            most.rows,
        );
        let (left, right) = along(
            edges.left,
            edges.right,
            left,
            right,
            col,
            least.cols,
            most.cols,
        );
        self.span = Span {
            corner: Place::new(top, left),
            size: Size::new((bottom - top).unsigned_abs(), (right - left).unsigned_abs()),
        };
    }

    /// Adds rows and columns at the far edges, or removes them if negative.
    pub fn grow(&mut self, by: (isize, isize), limits: (Size, Size)) {
        let (least, most) = limits;
        let along = |from: usize, by: isize, least: usize, most: usize| {
            from.saturating_add_signed(by).clamp(least, most)
        };
        let Size { rows, cols } = self.span.size;
        self.span.size = Size::new(
            along(rows, by.0, least.rows, most.rows),
            along(cols, by.1, least.cols, most.cols),
        );
    }

    /// Ends a drag.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// Shows the controls: numbers and buttons.
    pub fn strip(&mut self, ui: &mut Ui, level: &dyn GridLevel) -> Decision {
        let (least, most) = level.size_limits();
        let colors = theme::colors(ui);
        let mut decision = Decision::Open;
        let size = &mut self.span.size;
        let rows = ui.label("Rows");
        ui.add(
            DragValue::new(&mut size.rows)
                .range(least.rows..=most.rows)
                .speed(0.1),
        )
        .labelled_by(rows.id);
        let cols = ui.label("Columns");
        ui.add(
            DragValue::new(&mut size.cols)
                .range(least.cols..=most.cols)
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
        match self.lost(level).len() {
            0 => ui.weak("Or drag the edges."),
            1 => ui.colored_label(colors.bad, "Cuts off 1 cell."),
            n => ui.colored_label(colors.bad, format!("Cuts off {n} cells.")),
        }
        .on_hover_text("Filled cells that no longer fit; Undo restores them");
        decision
    }

    /// Shows the choice where the old board stays in the new one.
    fn anchors(&mut self, ui: &mut Ui, old: Size) {
        let shift = |from: usize, to: usize, part: isize| {
            let more = to as isize - from as isize;
            // Half of an odd difference is rounded towards the far side.
            -more.div_euclid(2) * isize::from(part == 1) - more * isize::from(part == 2)
        };
        let size = self.span.size;
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.label("Keep");
        for (part, icon, tip) in [
            (0, Icon::KeepFirst, "Keep the board at the upper left"),
            (1, Icon::KeepMiddle, "Keep the board in the middle"),
            (2, Icon::KeepLast, "Keep the board at the lower right"),
        ] {
            let corner = Place::new(
                shift(old.rows, size.rows, part),
                shift(old.cols, size.cols, part),
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
    use super::super::view::View;
    use super::*;
    use crate::games;
    use egui::{Rect, pos2, vec2};

    fn lines() -> Lines {
        let canvas = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let mut view = View::default();
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
        let applied = |resize: &Resize| {
            let level = resize.apply(level).expect("is taken");
            let grid = level.as_grid().expect("is a grid").grid();
            grid.as_slice().to_vec()
        };
        let lines = lines();
        let mut resize = Resize::new(Size::new(1, 3));
        let left = lines.rect(Place::new(0, 0)).left_center();
        assert!(resize.press(left, lines));
        resize.drag(left - vec2(64.0, 0.0), lines, level.size_limits());
        assert_eq!(applied(&resize), [0, 0, 1, 0, 0]);
        assert!(resize.lost(level).is_empty());
        resize.drag(left + vec2(32.0, 0.0), lines, level.size_limits());
        assert_eq!(applied(&resize), [0, 0]);
        assert_eq!(resize.lost(level), [Cell::new(0, 0)]);
        // The limits of the game hold at any distance.
        resize.drag(left + vec2(6400.0, 0.0), lines, level.size_limits());
        assert_eq!(resize.span.size, Size::new(1, 1));
        resize.release();
        resize.drag(left, lines, level.size_limits());
        assert_eq!(resize.span.size, Size::new(1, 1), "nothing is held");
    }
}
