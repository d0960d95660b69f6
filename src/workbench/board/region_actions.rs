//! Actions of an [`Editor`] on parts of the board or its size, called by menus and keys.

use egui::{Context, Ui};

use crate::game::{CellValue, Grid, Transform};
use crate::session::Document;
use crate::session::edit::{self, Region};

use super::canvas::CanvasOutput;
use super::clip;
use super::draft::Floating;
use super::editor::{Editor, Grip};
use super::grid_pos::GridPos;
use super::input::CanvasEvent;
use super::resize::{Decision, Resize};

impl Editor {
    pub fn select_all(&mut self, document: &mut Document) {
        self.commit(document);
        let size = document.level().board().size;
        self.select_region(Some(Region::all(size)));
    }

    pub fn deselect(&mut self) {
        self.select_region(None);
    }

    pub fn selection(&self) -> Option<Region> {
        self.selection.map(|selection| selection.region)
    }

    pub fn is_floating(&self) -> bool {
        self.floating.is_some()
    }

    /// The selection, or the cell at the keyboard cursor.
    fn region(&self) -> Region {
        let cursor = self.canvas.cursor;
        self.selection().unwrap_or(Region::between(cursor, cursor))
    }

    /// Copies the selected cells, or the one at the cursor, to the clipboard as text.
    pub fn copy(&mut self, ctx: &Context, document: &Document) {
        let level = document.level();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let region = self.region();
        let part = grid.grid().crop(region.corner, region.size);
        let text = clip::to_text(&part, &grid.brushes(), grid.blank_value());
        ctx.copy_text(text.clone());
        self.clipboard = Some((text, part));
    }

    /// Copies the selected cells, or the one at the cursor, and clears them.
    pub fn cut(&mut self, ctx: &Context, document: &mut Document) {
        self.copy(ctx, document);
        let blank = document.level().as_grid().map(|grid| grid.blank_value());
        if let Some(blank) = blank {
            let cells = edit::paint_region(self.region(), blank);
            self.paint(document, "Cut", &cells);
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
            None => clip::from_text(text, level.as_ref(), &grid.brushes()),
        };
        match part {
            Ok(part) => {
                let corner = self.region().corner;
                self.floating = Some(Floating::new(part, corner.into()));
            }
            Err(error) => self.set_message(&error.to_string()),
        }
    }

    /// Discards floating cells. Returns whether there were any.
    pub fn cancel_floating(&mut self) -> bool {
        self.grip = None;
        self.floating.take().is_some()
    }

    /// Places floating cells, as one undo step. Must be called before the level is saved, solved or closed.
    pub fn commit(&mut self, document: &mut Document) {
        self.grip = None;
        let Some(floating) = self.floating.take() else {
            return;
        };
        let level = document.level().clone();
        if let Some(grid) = level.as_grid() {
            let size = level.board().size;
            let cells = floating.cells(size, grid.blank_value());
            self.paint(document, floating.name, &cells);
            self.select_region(floating.region(size));
        }
    }

    /// Flips or rotates the floating cells, else the selection, else the board.
    pub fn transform(&mut self, document: &mut Document, transform: Transform) {
        if let Some(floating) = &mut self.floating {
            floating.transform(transform);
            return;
        }
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let rotates = matches!(transform, Transform::RotateLeft | Transform::RotateRight);
        let name = if rotates { "Rotate" } else { "Flip" };
        // A selection of the whole board is transformed as a board, which may change its size.
        let all = Region::all(level.board().size);
        let Some(region) = self.selection().filter(|region| *region != all) else {
            match grid.transformed(transform) {
                Ok(changed) => document.change_level(name, changed),
                Err(error) => self.report_error(&error),
            }
            return;
        };
        if rotates && region.size.rows != region.size.cols {
            // Rotated, it covers other cells, so it floats until it is placed.
            let mut floating = Floating::from_region(&grid.grid(), region, true, name);
            floating.transform(transform);
            self.floating = Some(floating);
            return;
        }
        let part = grid.grid().crop(region.corner, region.size);
        let GridPos { row, col } = region.corner.into();
        let cells = edit::paste(level.board().size, &part.transformed(transform), (row, col));
        self.paint(document, name, &cells);
    }

    pub fn clear(&mut self, document: &mut Document) {
        self.commit(document);
        let level = document.level().clone();
        if let Some(grid) = level.as_grid() {
            let all = Region::all(level.board().size);
            let region = self.selection().unwrap_or(all);
            let cells = edit::paint_region(region, grid.blank_value());
            self.paint(document, "Clear", &cells);
        }
    }

    pub fn toggle_resize(&mut self, document: &mut Document) {
        self.commit(document);
        let resize = || Resize::new(document.level().board().size);
        self.resize = self.resize.is_none().then(resize);
        // Arrow keys choose the size, Enter applies it.
        self.canvas.focus();
    }

    pub fn is_resizing(&self) -> bool {
        self.resize.is_some()
    }

    pub(crate) fn apply_decision(&mut self, document: &mut Document, decision: Decision) {
        let resize = match decision {
            Decision::Open => return,
            Decision::Cancel => {
                self.resize = None;
                return;
            }
            Decision::Apply => self.resize.take(),
        };
        let level = document.level().clone();
        if let Some((resize, grid)) = resize.zip(level.as_grid()) {
            match resize.apply(grid) {
                Ok(resized) => document.change_level("Resize", resized),
                Err(error) => self.report_error(&error),
            }
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
        let (Some(resize), Some(grid)) = (&mut self.resize, level.as_grid()) else {
            return;
        };
        let at = ui.input(|input| input.pointer.interact_pos());
        match (event, at) {
            (CanvasEvent::Press { .. }, Some(at)) => {
                self.grip = resize.press(at, output.lines).then_some(Grip::Edge);
            }
            (CanvasEvent::Drag(_), Some(at)) if self.grip == Some(Grip::Edge) => {
                resize.drag(at, output.lines, grid.size_limits());
            }
            (CanvasEvent::Release(_) | CanvasEvent::Cancel, _) => {
                resize.release();
                self.grip = None;
            }
            (CanvasEvent::Moved { by, .. }, _) => resize.grow(*by, grid.size_limits()),
            (CanvasEvent::Activate { .. }, _) => self.apply_decision(document, Decision::Apply),
            (CanvasEvent::Escape, _) => self.apply_decision(document, Decision::Cancel),
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
        let Some(floating) = &mut self.floating else {
            return;
        };
        let corner = floating.corner;
        match event {
            CanvasEvent::Press { at, .. } => {
                if floating.rect().contains(*at) {
                    self.grip = Some(Grip::Float(*at - corner));
                } else {
                    self.commit(document);
                    self.deselect();
                }
            }
            CanvasEvent::Drag(path) => {
                if let (Some(Grip::Float(offset)), Some(at)) = (self.grip, path.last()) {
                    floating.move_to(*at - offset, size);
                }
            }
            CanvasEvent::Release(_) => self.grip = None,
            CanvasEvent::Moved { by, .. } => {
                floating.move_to(corner + GridPos::new(by.0, by.1), size);
            }
            CanvasEvent::Activate { .. } => self.commit(document),
            CanvasEvent::Cancel | CanvasEvent::Escape | CanvasEvent::Erase { .. } => {
                self.floating = None;
                self.grip = None;
            }
            CanvasEvent::Paste(text) => self.paste(document, text),
            CanvasEvent::Copy => self.copy(ui.ctx(), document),
            CanvasEvent::Cut | CanvasEvent::Typed(_) => {}
        }
    }
}
