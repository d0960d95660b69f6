//! Tools, brushes, and actions of an [`Editor`] on parts of the board or its size, called by menus and keys.

use egui::{Button, Context, Response, Sense, Stroke, StrokeKind, Ui, vec2};

use super::canvas::CanvasOutput;
use super::draft::{self, Floating};
use super::editor::{BAR_HEIGHT, Editor, PendingEdit, Selection, Tool};
use super::input::CanvasEvent;
use super::resize::{Edge, Resize};
use super::view::GridPos;
use crate::game::{Brush, Cell, CellValue, Grid, GridLevel, Region, Size, Transform};
use crate::kit::fields::{set_choice_name, tip_button};
use crate::kit::sprites;
use crate::kit::theme;
use crate::session::Document;
use crate::session::edit;

impl Editor {
    pub fn select_all(&mut self, document: &mut Document) {
        self.commit(document);
        let Size { rows, cols } = document.level().board().size;
        self.selection = Some(Selection {
            start: Cell::new(0, 0),
            end: Cell::new(rows.saturating_sub(1), cols.saturating_sub(1)),
        });
    }

    pub fn deselect(&mut self) {
        self.selection = None;
    }

    pub fn selection(&self) -> Option<Region> {
        self.selection
            .map(|Selection { start, end }| Region::between(start, end))
    }

    pub fn is_floating(&self) -> bool {
        matches!(self.edit, Some(PendingEdit::Floating(_)))
    }

    /// The selection, or the cell at the keyboard cursor.
    pub(super) fn region(&self) -> Region {
        let cursor = self.canvas.cursor;
        self.selection().unwrap_or(Region::between(cursor, cursor))
    }

    /// Copies the selected cells, or the one at the cursor, to the clipboard as text.
    pub fn copy(&mut self, ctx: &Context, document: &Document) {
        let Some(grid) = document.level().as_grid() else {
            return;
        };
        let region = self.region();
        let part = grid.grid().crop(region.corner, region.size);
        let text = draft::to_text(&part, &grid.brushes(), grid.blank_value());
        ctx.copy_text(text.clone());
        self.clipboard = Some((text, part));
    }

    /// Copies the selected cells, or the one at the cursor, and clears them.
    pub fn cut(&mut self, ctx: &Context, document: &mut Document) {
        self.copy(ctx, document);
        self.blank_region(document, "Cut", self.region());
    }

    pub(super) fn blank_region(
        &mut self,
        document: &mut Document,
        name: &'static str,
        region: Region,
    ) {
        let blank = document.level().as_grid().map(|grid| grid.blank_value());
        if let Some(blank) = blank {
            self.paint(document, name, &edit::paint_region(region, blank));
        }
    }

    /// Pastes cells from text; they float at the selection or the cursor.
    pub fn paste(&mut self, document: &mut Document, text: &str) {
        self.commit(document);
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        // If the text was copied here, the saved cells are exact; some values have no brush.
        let same = |copied: &&(String, Grid<CellValue>)| copied.0.trim_end() == text.trim_end();
        let part = match self.clipboard.as_ref().filter(same) {
            Some((_, part)) => Ok(part.clone()),
            None => draft::from_text(text, level.as_ref(), &grid.brushes()),
        };
        match part {
            Ok(part) => {
                let corner = self.region().corner.into();
                let part = Floating::new(part, corner, None, "Paste");
                self.edit = Some(PendingEdit::Floating(part));
            }
            Err(error) => self.report(error),
        }
    }

    /// Discards floating cells. Returns whether there were any.
    pub fn cancel_floating(&mut self) -> bool {
        let edit = &mut self.edit;
        edit.take_if(|edit| matches!(edit, PendingEdit::Floating(_)))
            .is_some()
    }

    /// Places floating cells, as one undo step, and ends drags of a selection or an edge. Must be called before the
    /// level is saved, solved or closed.
    pub fn commit(&mut self, document: &mut Document) {
        let level = document.level().clone();
        match &mut self.edit {
            Some(PendingEdit::Floating(part)) => {
                let Some(grid) = level.as_grid() else {
                    return;
                };
                let size = level.board().size;
                let cells = part.cells(size, grid.blank_value());
                let name = part.name;
                let corners = part.corners(size);
                self.selection = corners.map(|[start, end]| Selection { start, end });
                self.edit = None;
                self.paint(document, name, &cells);
            }
            Some(PendingEdit::Selection(_)) => self.edit = None,
            Some(PendingEdit::Resize(resize)) => resize.release(),
            Some(PendingEdit::Stroke(_)) | None => {}
        }
    }

    /// Flips or rotates the floating cells, else the selection, else the board.
    pub fn transform(&mut self, document: &mut Document, transform: Transform) {
        if let Some(PendingEdit::Floating(part)) = &mut self.edit {
            part.transform(transform);
            return;
        }
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let rotates = matches!(transform, Transform::RotateLeft | Transform::RotateRight);
        let name = if rotates { "Rotate" } else { "Flip" };
        // A selection of the whole board is transformed as a board, which may change its size.
        let all = Region::full(level.board().size);
        let Some(region) = self.selection().filter(|region| *region != all) else {
            return self.change_level(document, name, grid.transformed(transform));
        };
        let part = grid.grid().crop(region.corner, region.size);
        // If it covers other cells once rotated, it floats until it is placed.
        let floats = rotates && region.size.rows != region.size.cols;
        let mut part = Floating::new(part, region.corner.into(), floats.then_some(region), name);
        part.transform(transform);
        if floats {
            // Ends a resize: one edit at a time is in progress.
            self.edit = Some(PendingEdit::Floating(part));
            return;
        }
        let cells = part.cells(level.board().size, grid.blank_value());
        self.paint(document, name, &cells);
    }

    pub fn clear(&mut self, document: &mut Document) {
        self.commit(document);
        let all = Region::full(document.level().board().size);
        self.blank_region(document, "Clear", self.selection().unwrap_or(all));
    }

    pub fn toggle_resize(&mut self, document: &mut Document) {
        self.commit(document);
        let resize = || PendingEdit::Resize(Resize::new(document.level().board().size));
        self.edit = (!self.is_resizing()).then(resize);
        // Arrow keys choose the size, Enter applies it.
        self.canvas.focus();
    }

    pub fn is_resizing(&self) -> bool {
        matches!(self.edit, Some(PendingEdit::Resize(_)))
    }

    /// Ends a resize and changes the level by it.
    pub(super) fn apply_resize(&mut self, document: &mut Document) {
        let level = document.level().clone();
        if let (Some(PendingEdit::Resize(resize)), Some(grid)) = (&self.edit, level.as_grid()) {
            let resized = resize.apply(grid);
            self.edit = None;
            self.change_level(document, "Resize", resized);
            // The selection may reach beyond a smaller board.
            self.discard_stale(document);
        }
    }

    pub(crate) fn handle_resize(
        &mut self,
        ui: &Ui,
        document: &mut Document,
        output: &CanvasOutput,
        event: &CanvasEvent,
    ) {
        let level = document.level().clone();
        let (Some(PendingEdit::Resize(resize)), Some(grid)) = (&mut self.edit, level.as_grid())
        else {
            return;
        };
        let at = ui.input(|input| input.pointer.interact_pos());
        match (event, at) {
            (CanvasEvent::Press { .. }, Some(at)) => resize.press(at, output.lines),
            (CanvasEvent::Drag(_), Some(at)) => {
                resize.drag(at, output.lines, grid.size_limits());
            }
            (CanvasEvent::Release(_) | CanvasEvent::Cancel, _) => resize.release(),
            (CanvasEvent::Moved { by, extend, .. }, _) => {
                let edge = if *extend { Edge::Near } else { Edge::Far };
                resize.move_edges(edge, *by, grid.size_limits());
            }
            (CanvasEvent::Activate { .. }, _) => self.apply_resize(document),
            (CanvasEvent::Escape, _) => self.edit = None,
            _ => {}
        }
    }

    pub(crate) fn handle_floating(
        &mut self,
        ui: &Ui,
        document: &mut Document,
        event: &CanvasEvent,
    ) {
        let size = document.level().board().size;
        let Some(PendingEdit::Floating(floating)) = &mut self.edit else {
            return;
        };
        let corner = floating.corner;
        match event {
            CanvasEvent::Press { at, .. } => {
                if floating.rect().contains(*at) {
                    floating.grab_offset = Some(*at - corner);
                } else {
                    self.commit(document);
                    self.deselect();
                }
            }
            CanvasEvent::Drag(path) => {
                if let (Some(offset), Some(at)) = (floating.grab_offset, path.last()) {
                    floating.move_to(*at - offset, size);
                }
            }
            CanvasEvent::Release(_) => floating.grab_offset = None,
            CanvasEvent::Moved { by, .. } => {
                floating.move_to(corner + GridPos::new(by.0, by.1), size);
            }
            CanvasEvent::Activate { .. } => self.commit(document),
            CanvasEvent::Cancel | CanvasEvent::Escape | CanvasEvent::Erase { .. } => {
                self.edit = None;
            }
            CanvasEvent::Paste(text) => self.paste(document, text),
            CanvasEvent::Copy => self.copy(ui.ctx(), document),
            // These are for cells of the level, not of the part.
            CanvasEvent::Cut | CanvasEvent::Typed(_) => {}
        }
    }
}

impl Editor {
    pub(super) fn toolbar(&mut self, ui: &mut Ui, document: &mut Document, grid: &dyn GridLevel) {
        let chosen = self.brush_or_default(grid);
        for (tool, name, key, tip) in Tool::ALL {
            let button = ui.selectable_label(self.tool == tool, name);
            let key = key.to_uppercase();
            if button.on_hover_text(format!("{tip} ({key})")).clicked() {
                self.tool = tool;
            }
        }
        ui.separator();
        for brush in grid.brushes() {
            if swatch(ui, &brush, brush.value == chosen).clicked() {
                self.brush_value = Some(brush.value);
                // These tools do not paint with the brush.
                if matches!(self.tool, Tool::Select | Tool::Actor) {
                    self.tool = Tool::Paint;
                }
            }
        }
        if let Some(actor) = grid.actor() {
            let button = ui.selectable_label(self.tool == Tool::Actor, actor.name);
            let key = actor.key.to_uppercase();
            let tip = format!("Click a cell to place it there, or click it to turn it ({key})");
            if button.on_hover_text(tip).clicked() {
                self.tool = Tool::Actor;
            }
        } else if self.tool == Tool::Actor {
            // Selected on a level with an actor, which this one lacks.
            self.tool = Tool::Paint;
        }
        ui.separator();
        let size = Button::new("Resize board…").selected(self.is_resizing());
        let tip = "Change the size by dragging the edges or entering numbers";
        if ui.add(size).on_hover_text(tip).clicked() {
            self.toggle_resize(document);
        }
        if tip_button(ui, "Clear", "Empty the selection or the board") {
            self.clear(document);
        }
    }
}

/// Shows a button for a brush, in its own colours.
fn swatch(ui: &mut Ui, brush: &Brush, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(BAR_HEIGHT, BAR_HEIGHT), Sense::click());
    let name = format!("Brush {}", brush.name());
    set_choice_name(&response, egui::Role::RadioButton, chosen, name);
    let colors = theme::colors(ui);
    let painter = ui.painter();
    let square = rect.shrink(4.0);
    sprites::cell(painter, square, &brush.style, ui.visuals().dark_mode);
    let line = Stroke::new(1.0, colors.weak);
    painter.rect_stroke(square, 3.0, line, StrokeKind::Outside);
    if chosen || response.hovered() || response.has_focus() {
        let color = if chosen { colors.accent } else { colors.weak };
        let ring = Stroke::new(2.0, color);
        painter.rect_stroke(rect.shrink(1.0), 5.0, ring, StrokeKind::Inside);
    }
    if response.has_focus() {
        let ring = Stroke::new(1.0, colors.cursor);
        painter.rect_stroke(rect.expand(1.0), 6.0, ring, StrokeKind::Outside);
    }
    let key = brush.key.map(|key| format!(" (key {key})"));
    let tip = format!("Brush “{}”{}", brush.name(), key.unwrap_or_default());
    response
        .on_hover_text(tip)
        .on_hover_cursor(egui::CursorIcon::PointingHand)
}
