//! Level editor: the canvas with its tools. Each stroke is one undo step of the document.

use egui::{CursorIcon, Ui};

use crate::game::{Button, Cell, CellValue, EditError, LevelRef};
use crate::kit::fields::keyboard_is_free;
use crate::kit::theme;
use crate::session::Document;
use crate::session::edit::{self, Region};

use super::canvas::{Canvas, CanvasOutput};
use super::draft::Stroke;
use super::editor::{Editor, Grip, Selection, Tool};
use super::input::CanvasEvent;
use super::marks::Mark;
use super::overlay::Overlays;
use super::place::{Place, Span};
use super::resize::Decision;
use super::source::LevelBoard;
use super::toolbar;

/// Result of showing the editor.
#[derive(Debug, Default)]
pub struct EditAnswer {
    /// The cell under the pointer.
    pub hovered: Option<Cell>,
    /// Sentence for the status line.
    pub message: Option<String>,
}

impl Editor {
    /// Shows the tools above the board, filling the rest of `ui`. `marks` are drawn over the cells.
    pub fn show(&mut self, ui: &mut Ui, document: &mut Document, marks: &[Mark]) -> EditAnswer {
        self.follow(document);
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            let output = Canvas::new(&LevelBoard(level.as_ref())).show(ui, &mut self.canvas);
            return EditAnswer {
                hovered: output.hovered,
                message: None,
            };
        };
        let mut decision = Decision::Open;
        toolbar::bar(ui, |ui| match &mut self.resize {
            // Replaces the toolbar, so that the board does not move.
            Some(resize) => decision = resize.strip(ui, grid),
            None => self.toolbar(ui, document),
        });
        self.decide(document, decision);
        // The tools may have changed the level.
        let level = document.level().clone();
        let preview = self.preview(&level);
        let overlays = self.overlays(&level, marks, ui.visuals().dark_mode);
        let brushes = level.as_grid().map_or(Vec::new(), |grid| grid.brushes());
        let figure = level.as_grid().and_then(|grid| grid.figure());
        let letters = |letter: char| {
            brushes.iter().any(|brush| brush.key == Some(letter))
                || figure.as_ref().is_some_and(|figure| figure.key == letter)
        };
        let board = LevelBoard(preview.as_ref());
        let old = level.board().size;
        let sight = self.resize.as_mut().map(|resize| resize.sight(old));
        let canvas = Canvas::new(&board)
            .sight(sight)
            // Edges can be dragged on the flat board only.
            .isometric(self.solid && self.resize.is_none())
            .overlays(overlays)
            .icon(self.icon())
            .hover(self.floating.is_none() && self.resize.is_none())
            .letters(&letters)
            .help("Arrow keys move the cursor, a brush's key paints, Shift and arrows select.");
        if keyboard_is_free(ui) {
            self.canvas.focus();
        }
        let output = canvas.show(ui, &mut self.canvas);
        self.take(ui, document, &output);
        self.revision = Some(document.revision());
        EditAnswer {
            hovered: output.hovered,
            message: self.message.take(),
        }
    }

    /// Discards edits in progress and selections that belong to another state of the level.
    fn follow(&mut self, document: &Document) {
        if self.revision.replace(document.revision()) == Some(document.revision()) {
            return;
        }
        self.stroke = None;
        self.floating = None;
        self.resize = None;
        self.grip = None;
        let size = document.level().board().size;
        let fits = |selection: &Selection| {
            let Region { corner, size: part } = selection.region;
            corner.row + part.rows <= size.rows && corner.col + part.cols <= size.cols
        };
        self.selection = self.selection.filter(fits);
    }

    fn icon(&self) -> CursorIcon {
        match self.brush.tool {
            _ if self.floating.is_some() => CursorIcon::Move,
            _ if self.resize.is_some() => CursorIcon::Default,
            Tool::Paint | Tool::Fill => CursorIcon::Crosshair,
            Tool::Select => CursorIcon::Cell,
            Tool::Pick | Tool::Figure => CursorIcon::PointingHand,
        }
    }

    /// The level with the edit in progress.
    fn preview(&mut self, level: &LevelRef) -> LevelRef {
        if let Some(stroke) = &self.stroke {
            return stroke.preview().clone();
        }
        match self
            .floating
            .as_mut()
            .map(|floating| floating.preview(level))
        {
            None => level.clone(),
            Some(Ok(preview)) => preview,
            Some(Err(error)) => {
                self.floating = None;
                self.refused(&error);
                level.clone()
            }
        }
    }

    fn overlays<'a>(&self, level: &LevelRef, marks: &'a [Mark], dark: bool) -> Overlays<'a> {
        let selection = self.selection.filter(|_| self.resize.is_none());
        let selected = selection.map(|selection| Span {
            corner: selection.region.corner.into(),
            size: selection.region.size,
        });
        let floating = self.floating.as_ref().map(|floating| Span {
            corner: floating.corner(),
            size: floating.size(),
        });
        let outline = self
            .resize
            .as_ref()
            .zip(level.as_grid())
            .map(|(resize, grid)| {
                let blank = grid.blank_value();
                let brush = grid
                    .brushes()
                    .into_iter()
                    .find(|brush| brush.value == blank);
                let tone = brush.map_or(crate::game::Tone::Empty, |brush| brush.look.tone);
                resize.outline(grid, theme::tone(tone, dark).fill)
            });
        Overlays {
            outline,
            marks,
            floating: floating.is_some(),
            selection: floating.or(selected),
            ..Overlays::default()
        }
    }

    fn take(&mut self, ui: &Ui, document: &mut Document, output: &CanvasOutput) {
        for event in &output.events {
            if self.resize.is_some() {
                self.take_for_resize(ui, document, output, event);
            } else if self.floating.is_some() {
                self.take_for_floating(ui, document, event);
            } else {
                self.take_event(ui, document, output, event);
            }
            if matches!(event, CanvasEvent::Press { .. } | CanvasEvent::Drag(_)) {
                self.pointed = Some(self.canvas.cursor);
            }
        }
        if let Some(resize) = &self.resize
            && let Some(at) = output.response.hover_pos()
            && resize.over_edge(at, output.lines)
        {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
    }

    fn take_event(
        &mut self,
        ui: &Ui,
        document: &mut Document,
        output: &CanvasOutput,
        event: &CanvasEvent,
    ) {
        let size = document.level().board().size;
        match event {
            CanvasEvent::Press {
                place,
                button,
                modifiers,
            } => self.press(document, *place, *button, *modifiers),
            CanvasEvent::Drag(places) => match self.grip {
                Some(Grip::Select(anchor)) => {
                    if let Some(place) = places.last() {
                        self.select(anchor, place.clamped(size));
                    }
                }
                _ => self.stroke_to(places),
            },
            CanvasEvent::Release(_) => {
                self.grip = None;
                self.end_stroke(document);
            }
            CanvasEvent::Cancel => {
                self.grip = None;
                self.stroke = None;
            }
            CanvasEvent::Activate { cell } => self.activate(document, *cell),
            CanvasEvent::Typed(letter) => self.typed(document, *letter),
            CanvasEvent::Erase { back } => self.erase(document, *back),
            CanvasEvent::Moved { from, extend, .. } => {
                if *extend {
                    let anchor = self.selection.map_or(*from, |selection| selection.anchor);
                    self.select(anchor, self.canvas.cursor);
                } else {
                    self.selection = None;
                }
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

    fn press(
        &mut self,
        document: &mut Document,
        place: Place,
        button: Button,
        modifiers: egui::Modifiers,
    ) {
        let level = document.level().clone();
        let Some(grid) = level.as_grid() else {
            return;
        };
        let cell = place.on(grid.grid().size());
        if modifiers.alt || self.brush.tool == Tool::Pick {
            if let Some(value) = cell.and_then(|cell| grid.grid().get(cell).copied()) {
                self.brush.value = Some(value);
                if self.brush.tool == Tool::Pick {
                    self.brush.tool = Tool::Paint;
                }
            }
            return;
        }
        let value = match button {
            Button::Primary => self.brush_of(&level),
            Button::Secondary => grid.blank_value(),
        };
        match self.brush.tool {
            Tool::Paint => {
                self.selection = None;
                self.stroke = Stroke::new(&level, value);
                match (self.brush.last, cell) {
                    (Some(last), Some(cell)) if modifiers.shift => {
                        let line: Vec<Place> = edit::line(last, cell)
                            .into_iter()
                            .map(Place::from)
                            .collect();
                        self.stroke_to(&line);
                    }
                    _ => self.stroke_to(&[place]),
                }
            }
            Tool::Fill => {
                if let Some(cell) = cell {
                    let cells = edit::fill(&grid.grid(), cell, value);
                    self.paint(document, "Fill", &cells);
                }
            }
            Tool::Select => self.press_select(document, place, button, modifiers),
            Tool::Figure => {
                if let Some(cell) = cell {
                    self.place_figure(document, cell);
                }
            }
            Tool::Pick => {}
        }
    }

    /// Places the level's actor on a cell, or turns it if it is there already.
    pub(crate) fn place_figure(&mut self, document: &mut Document, cell: Cell) {
        let level = document.level().clone();
        let Some((grid, figure)) = level
            .as_grid()
            .and_then(|grid| Some((grid, grid.figure()?)))
        else {
            return;
        };
        let name = if figure.cell == cell { "Turn" } else { "Move" };
        match grid.with_figure(cell) {
            Ok(after) => document.change_level(format!("{name} {}", figure.name), after),
            Err(error) => self.refused(&error),
        }
        self.revision = Some(document.revision());
    }

    fn stroke_to(&mut self, places: &[Place]) {
        if let Some(stroke) = &mut self.stroke
            && let Err(error) = stroke.paint(places)
        {
            self.stroke = None;
            self.refused(&error);
        }
    }

    fn end_stroke(&mut self, document: &mut Document) {
        let Some(stroke) = self.stroke.take() else {
            return;
        };
        if let Some((cell, _)) = stroke.cells().last() {
            self.brush.last = Some(*cell);
        }
        let blank = document.level().as_grid().map(|grid| grid.blank_value());
        let name = if Some(stroke.value()) == blank {
            "Erase"
        } else {
            "Paint"
        };
        self.paint(document, name, stroke.cells());
    }

    pub(crate) fn paint(
        &mut self,
        document: &mut Document,
        name: &'static str,
        cells: &[(Cell, CellValue)],
    ) {
        if let Err(error) = document.paint(name, cells) {
            self.refused(&error);
        }
        // The selection remains valid for the changed level.
        self.revision = Some(document.revision());
    }

    pub(crate) fn refused(&mut self, error: &EditError) {
        self.say(&error.to_string());
    }

    pub(crate) fn say(&mut self, text: &str) {
        let mut letters = text.chars();
        let first = letters
            .next()
            .map(|letter| letter.to_uppercase().to_string());
        self.message = first.map(|first| format!("{first}{}.", letters.as_str()));
    }

    /// Value of the selected brush, by default the first that is not blank.
    pub(crate) fn brush_of(&self, level: &LevelRef) -> CellValue {
        let Some(grid) = level.as_grid() else {
            return 0;
        };
        let brushes = grid.brushes();
        let known = |value: &CellValue| brushes.iter().any(|brush| brush.value == *value);
        let blank = grid.blank_value();
        self.brush.value.filter(known).unwrap_or_else(|| {
            let first = brushes.iter().find(|brush| brush.value != blank);
            first.map_or(blank, |brush| brush.value)
        })
    }
}
