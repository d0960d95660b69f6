//! The editor: its tools and state, strokes and selection, keyboard.

use std::borrow::Cow;

use egui::{CursorIcon, Ui, vec2};

use super::canvas::{Canvas, CanvasOutput};
use super::draft::{BrushStroke, Floating};
use super::input::{CanvasEvent, CanvasState};
use super::marks::Mark;
use super::overlay::Overlays;
use super::resize::{Resize, ResizeAnswer};
use super::source::BoardSource;
use super::view::{GridPos, GridRect};
use crate::game::{Button, Cell, CellValue, EditError, Grid, GridLevel, LevelRef, Region, words};
use crate::kit::fields::{bar_frame, keyboard_is_free};
use crate::kit::theme::space;
use crate::session::Document;
use crate::session::edit;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Paint,
    Fill,
    /// Select a rectangle, or move the selected one.
    Select,
    /// Place the actor, such as a robot, in levels that have one.
    Actor,
}

/// Key that picks the value of the cell at the cursor.
const PICK_KEY: char = 'i';

impl Tool {
    /// Tools of every board, with name, key and description.
    pub const ALL: [(Self, &'static str, char, &'static str); 3] = [
        (
            Self::Paint,
            "Paint",
            'p',
            "Paint cells; right button erases, Shift draws a line, Alt or the key I picks a cell's value",
        ),
        (
            Self::Fill,
            "Fill",
            'f',
            "Fill an area of one value; right button clears it",
        ),
        (
            Self::Select,
            "Select",
            's',
            "Select a rectangle; drag inside it to move, with Ctrl to copy",
        ),
    ];
}

/// A drag or edit in progress.
pub(crate) enum PendingEdit {
    Stroke(BrushStroke),
    /// A rectangle being selected from this cell.
    Selection(Cell),
    Floating(Floating),
    Resize(Resize),
}

/// Corners of the selected rectangle. The start stays while the selection is extended.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    pub(super) start: Cell,
    pub(super) end: Cell,
}

#[derive(Default)]
pub struct Editor {
    pub canvas: CanvasState,
    /// True if cells with heights are shown as blocks.
    pub solid: bool,
    pub(crate) tool: Tool,
    /// Value to paint; `None` before the user has chosen one.
    pub(crate) brush_value: Option<CellValue>,
    /// End of the last stroke, for straight lines.
    last_painted: Option<Cell>,
    pub(super) selection: Option<Selection>,
    pub(crate) edit: Option<PendingEdit>,
    /// Cell to which the last press or drag moved the cursor. While the cursor is there, the pointer was used last.
    pub(crate) pointer_cell: Option<Cell>,
    /// Last copied text, and its cells.
    pub(crate) clipboard: Option<(String, Grid<CellValue>)>,
    /// Revision of the document that selection and edits in progress belong to.
    pub(crate) revision: Option<u64>,
    /// Sentence for the status line, until it is taken.
    pub message: Option<String>,
}

/// Height of the tools, in points.
pub(super) const BAR_HEIGHT: f32 = 28.0;

impl Editor {
    /// Shows the tools above the board, filling the rest of `ui`. `marks` are drawn over the cells. Returns the cell
    /// under the pointer.
    pub fn show(&mut self, ui: &mut Ui, document: &mut Document, marks: &[Mark]) -> Option<Cell> {
        self.discard_stale(document);
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            let board = BoardSource::from_level(level.as_ref());
            return Canvas::new(&board).show(ui, &mut self.canvas).hovered;
        };
        let bar = bar_frame(ui).show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            let tools = |ui: &mut Ui| {
                ui.spacing_mut().item_spacing = vec2(space::TIGHT, space::TIGHT);
                ui.set_min_height(BAR_HEIGHT);
                match &mut self.edit {
                    // Replaces the toolbar, so that the board does not move.
                    Some(PendingEdit::Resize(resize)) => return resize.controls(ui, grid),
                    _ => self.toolbar(ui, document, grid),
                }
                None
            };
            ui.horizontal_wrapped(tools).inner
        });
        match bar.inner {
            Some(ResizeAnswer::Apply) => self.apply_resize(document),
            Some(ResizeAnswer::Cancel) => self.edit = None,
            None => {}
        }
        // The tools may have changed the level.
        let level = document.level().clone();
        let preview = self.preview(&level);
        let overlays = self.overlays(&level, marks, ui.visuals().dark_mode);
        let brushes = level.as_grid().map_or(Vec::new(), |grid| grid.brushes());
        let actor = level.as_grid().and_then(|grid| grid.actor());
        let letters = |letter: char| {
            brushes.iter().any(|brush| brush.key == Some(letter))
                || actor.as_ref().is_some_and(|actor| actor.key == letter)
        };
        let board = BoardSource::from_level(preview.as_ref());
        let size = level.board().size;
        let fit_area = match &mut self.edit {
            Some(PendingEdit::Resize(resize)) => Some(resize.fit_area(size)),
            _ => None,
        };
        let canvas = Canvas {
            fit_area,
            // Edges can be dragged on the flat board only.
            isometric: self.solid && !self.is_resizing(),
            overlays,
            icon: self.icon(),
            hover: !self.is_floating() && !self.is_resizing(),
            letters: &letters,
            help: "Arrow keys move the cursor, Shift+arrow keys select. A brush's key paints.",
            ..Canvas::new(&board)
        };
        // Keys edit the board whenever no field takes them.
        if keyboard_is_free(ui) {
            self.canvas.focus();
        }
        let output = canvas.show(ui, &mut self.canvas);
        self.handle_events(ui, document, &output);
        // The editor's own changes discard nothing.
        self.revision = Some(document.revision());
        output.hovered
    }

    /// Discards edits in progress, and a selection that no longer fits, if the level was changed by others or by Undo.
    pub(super) fn discard_stale(&mut self, document: &Document) {
        if self.revision.replace(document.revision()) == Some(document.revision()) {
            return;
        }
        self.edit = None;
        let size = document.level().board().size;
        let fits =
            |selection: &Selection| size.contains(selection.start) && size.contains(selection.end);
        self.selection = self.selection.filter(fits);
    }

    fn icon(&self) -> CursorIcon {
        match self.tool {
            _ if self.is_floating() => CursorIcon::Move,
            _ if self.is_resizing() => CursorIcon::Default,
            Tool::Paint | Tool::Fill => CursorIcon::Crosshair,
            Tool::Select => CursorIcon::Cell,
            Tool::Actor => CursorIcon::PointingHand,
        }
    }

    /// The level with the edit in progress; a floating part that the level rejects is discarded, with a message.
    fn preview(&mut self, level: &LevelRef) -> LevelRef {
        match &mut self.edit {
            Some(PendingEdit::Stroke(stroke)) => stroke.preview.clone(),
            Some(PendingEdit::Floating(part)) => part.preview(level).unwrap_or_else(|error| {
                self.edit = None;
                self.report(error);
                level.clone()
            }),
            _ => level.clone(),
        }
    }

    fn overlays<'a>(&self, level: &LevelRef, marks: &'a [Mark], dark: bool) -> Overlays<'a> {
        let mut overlays = Overlays {
            marks,
            selection: self.selection().map(GridRect::from),
            ..Overlays::default()
        };
        match (&self.edit, level.as_grid()) {
            (Some(PendingEdit::Floating(part)), _) => {
                overlays.selection = Some(part.rect());
                overlays.floating = true;
            }
            (Some(PendingEdit::Resize(resize)), Some(grid)) => {
                overlays.selection = None;
                overlays.resize = Some(resize.preview(grid, dark));
            }
            _ => {}
        }
        overlays
    }

    fn handle_events(&mut self, ui: &Ui, document: &mut Document, output: &CanvasOutput) {
        for event in &output.events {
            match self.edit {
                Some(PendingEdit::Resize(_)) => self.handle_resize(ui, document, output, event),
                Some(PendingEdit::Floating(_)) => self.handle_floating(ui, document, event),
                _ => self.handle_event(ui, document, output, event),
            }
            if matches!(event, CanvasEvent::Press { .. } | CanvasEvent::Drag(_)) {
                self.pointer_cell = Some(self.canvas.cursor);
            }
        }
        if let Some(PendingEdit::Resize(resize)) = &self.edit
            && let Some(at) = output.response.hover_pos()
            && resize.edges_at(at, output.lines).is_some()
        {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
    }

    fn handle_event(
        &mut self,
        ui: &Ui,
        document: &mut Document,
        output: &CanvasOutput,
        event: &CanvasEvent,
    ) {
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        match event {
            CanvasEvent::Press {
                at,
                button,
                modifiers,
            } => self.press(document, grid, *at, *button, *modifiers),
            CanvasEvent::Drag(path) => match self.edit {
                Some(PendingEdit::Selection(start)) => {
                    if let Some(pos) = path.last() {
                        let end = pos.clamped(grid.grid().size());
                        self.selection = Some(Selection { start, end });
                    }
                }
                _ => self.stroke_to(path),
            },
            CanvasEvent::Release(_) => self.end_stroke(document),
            CanvasEvent::Cancel => self.edit = None,
            // Enter, Space or a click through accessibility.
            CanvasEvent::Activate { cell } => {
                self.apply_tool(document, grid, *cell, self.brush_or_default(grid));
            }
            CanvasEvent::Typed(letter) => self.typed(document, grid, *letter),
            CanvasEvent::Erase { back } => self.erase(document, *back),
            CanvasEvent::Moved { extend: false, .. } => self.selection = None,
            CanvasEvent::Moved { from, .. } => {
                let start = self.selection.map_or(*from, |selection| selection.start);
                let end = self.canvas.cursor;
                self.selection = Some(Selection { start, end });
            }
            CanvasEvent::Copy => self.copy(ui.ctx(), document),
            CanvasEvent::Cut => self.cut(ui.ctx(), document),
            CanvasEvent::Paste(text) => self.paste(document, text),
            CanvasEvent::Escape => {
                if self.selection.take().is_none() {
                    output.response.surrender_focus();
                }
            }
        }
    }

    /// Starts the action of the tool, or picks a brush with Alt.
    fn press(
        &mut self,
        document: &mut Document,
        grid: &dyn GridLevel,
        at: GridPos,
        button: Button,
        modifiers: egui::Modifiers,
    ) {
        let cell = at.to_cell(grid.grid().size());
        let value = match button {
            Button::Primary => self.brush_or_default(grid),
            Button::Secondary => grid.blank_value(),
        };
        match self.tool {
            _ if modifiers.alt => {
                if let Some(cell) = cell {
                    self.brush_value = grid.grid().get(cell).copied();
                }
            }
            Tool::Paint => {
                self.selection = None;
                let stroke = BrushStroke::new(document.level(), value);
                self.edit = stroke.map(PendingEdit::Stroke);
                match (self.last_painted, cell) {
                    (Some(last), Some(cell)) if modifiers.shift => {
                        let line = edit::line(last, cell).into_iter();
                        self.stroke_to(&line.map(GridPos::from).collect::<Vec<_>>());
                    }
                    _ => self.stroke_to(&[at]),
                }
            }
            Tool::Select => self.press_select(grid, at, button, modifiers),
            Tool::Fill | Tool::Actor => {
                if let Some(cell) = cell {
                    self.apply_tool(document, grid, cell, value);
                }
            }
        }
    }

    /// Places the level's actor on a cell, or turns it if it is there already.
    pub(crate) fn place_actor(&mut self, document: &mut Document, cell: Cell) {
        let level = document.level().clone();
        let Some((grid, actor)) = level.as_grid().and_then(|grid| Some((grid, grid.actor()?)))
        else {
            return;
        };
        let name = if actor.cell == cell { "Turn" } else { "Move" };
        let name = format!("{name} {}", actor.name);
        self.change_level(document, name, grid.with_actor(cell));
        self.revision = Some(document.revision());
    }

    fn stroke_to(&mut self, path: &[GridPos]) {
        if let Some(PendingEdit::Stroke(stroke)) = &mut self.edit
            && let Err(error) = stroke.paint(path)
        {
            self.edit = None;
            self.report(error);
        }
    }

    fn end_stroke(&mut self, document: &mut Document) {
        let Some(PendingEdit::Stroke(stroke)) = self.edit.take() else {
            return;
        };
        if let Some((cell, _)) = stroke.cells.last() {
            self.last_painted = Some(*cell);
        }
        let blank = document.level().as_grid().map(|grid| grid.blank_value());
        let erases = Some(stroke.value) == blank;
        let name = if erases { "Erase" } else { "Paint" };
        self.paint(document, name, &stroke.cells);
    }

    pub(crate) fn paint(
        &mut self,
        document: &mut Document,
        name: &'static str,
        cells: &[(Cell, CellValue)],
    ) {
        if let Err(error) = document.paint(name, cells) {
            self.report(error);
        }
        // The selection remains valid for the changed level.
        self.revision = Some(document.revision());
    }

    /// Changes the level as one undo step, or reports why that is impossible.
    pub(super) fn change_level(
        &mut self,
        document: &mut Document,
        name: impl Into<Cow<'static, str>>,
        changed: Result<LevelRef, EditError>,
    ) {
        if let Err(error) = changed.and_then(|level| document.change_level(name, level)) {
            self.report(error);
        }
    }

    pub(super) fn report(&mut self, error: impl std::fmt::Display) {
        self.message = Some(words::sentence(&error.to_string()));
    }

    /// Value of the selected brush, by default the first that is not blank.
    pub(crate) fn brush_or_default(&self, grid: &dyn GridLevel) -> CellValue {
        let brushes = grid.brushes();
        let exists = |value: &CellValue| brushes.iter().any(|brush| brush.value == *value);
        let blank = grid.blank_value();
        self.brush_value.filter(exists).unwrap_or_else(|| {
            let first = brushes.iter().find(|brush| brush.value != blank);
            first.map_or(blank, |brush| brush.value)
        })
    }

    fn press_select(
        &mut self,
        grid: &dyn GridLevel,
        at: GridPos,
        button: Button,
        modifiers: egui::Modifiers,
    ) {
        let size = grid.grid().size();
        if button == Button::Secondary {
            self.selection = None;
            return;
        }
        let hit = |region: &Region| at.to_cell(size).is_some_and(|cell| region.contains(cell));
        match self.selection().filter(hit) {
            Some(region) if !modifiers.shift => {
                let copy = modifiers.command;
                let name = if copy { "Copy part" } else { "Move part" };
                let part = grid.grid().crop(region.corner, region.size);
                let lifted = (!copy).then_some(region);
                let mut part = Floating::new(part, region.corner.into(), lifted, name);
                part.grab_offset = Some(at - part.corner);
                self.edit = Some(PendingEdit::Floating(part));
            }
            _ => {
                let end = at.clamped(size);
                let start = match self.selection {
                    Some(selection) if modifiers.shift => selection.start,
                    _ => end,
                };
                self.selection = modifiers.shift.then_some(Selection { start, end });
                self.edit = Some(PendingEdit::Selection(start));
            }
        }
    }

    /// Applies the tool at a cell, with this value if it paints.
    fn apply_tool(
        &mut self,
        document: &mut Document,
        grid: &dyn GridLevel,
        cell: Cell,
        value: CellValue,
    ) {
        match self.tool {
            Tool::Paint => self.paint(document, "Paint", &[(cell, value)]),
            Tool::Fill => {
                let cells = edit::fill(&grid.grid(), cell, value);
                self.paint(document, "Fill", &cells);
            }
            Tool::Select => {
                self.selection = Some(Selection {
                    start: cell,
                    end: cell,
                });
            }
            Tool::Actor => self.place_actor(document, cell),
        }
    }

    /// Handles a typed character. A brush's key selects the brush. It also paints the selection, else the cell at the
    /// cursor, which moves on; the latter not if the pointer was used last and paints, too (tools Paint and Fill).
    fn typed(&mut self, document: &mut Document, grid: &dyn GridLevel, letter: char) {
        let brushes = grid.brushes();
        let Some(brush) = brushes.iter().find(|brush| brush.key == Some(letter)) else {
            if grid.actor().is_some_and(|actor| actor.key == letter) {
                self.place_actor(document, self.canvas.cursor);
            } else if let Some((tool, ..)) = Tool::ALL.iter().find(|(.., key, _)| *key == letter) {
                self.tool = *tool;
            } else if letter == PICK_KEY {
                self.brush_value = grid.grid().get(self.canvas.cursor).copied();
            }
            return;
        };
        self.brush_value = Some(brush.value);
        if let Some(region) = self.selection() {
            let cells = edit::paint_region(region, brush.value);
            self.paint(document, "Paint", &cells);
            return;
        }
        if (self.pointer_cell == Some(self.canvas.cursor) || !self.canvas.show_cursor)
            && matches!(self.tool, Tool::Paint | Tool::Fill)
        {
            return;
        }
        let size = grid.grid().size();
        let cursor = self.canvas.cursor;
        self.paint(document, "Paint", &[(cursor, brush.value)]);
        let mut following = size.cells().skip_while(|cell| *cell != cursor).skip(1);
        self.canvas.go_to(following.next().unwrap_or(cursor), size);
    }

    /// Erases the selection, else the cell at the cursor. With `back` the cursor first goes to the cell before it, row
    /// by row; at the first cell nothing happens.
    fn erase(&mut self, document: &mut Document, back: bool) {
        let size = document.level().board().size;
        let Cell { row, col } = self.canvas.cursor;
        if back && self.selection.is_none() {
            let before = if col > 0 {
                Cell::new(row, col - 1)
            } else if row > 0 {
                Cell::new(row - 1, size.cols - 1)
            } else {
                return;
            };
            self.canvas.go_to(before, size);
        }
        self.blank_region(document, "Erase", self.region());
    }
}
