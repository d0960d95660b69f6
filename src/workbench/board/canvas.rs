//! A board on screen, with zoom, pan, pointer and keyboard. Its owner interprets the events.

use std::collections::HashMap;
use std::ops::Range;

use egui::accesskit::{Action, NodeId};
use egui::{
    Align, Button, CursorIcon, Layout, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, Vec2,
    pos2, vec2,
};

use super::input::{self, CanvasEvent, CanvasState, PointerAction, ZOOM_STEP};
use super::isometric::{BlockDisplay, BlockScene, Solid};
use super::motion::AnimatedStep;
use super::overlay::Overlays;
use super::paint::{Paint, PixelBoard, Visible, needs_pixels};
use super::source::BoardSource;
use super::view::{GridPos, GridRect, Lines};
use crate::game::{Cell, LineNote};
use crate::kit::fields::set_name;
use crate::kit::theme;

/// Distance of a part's frame from its cells, in points.
const PART_FRAME: f32 = 5.0;

/// Board to show, and how.
pub struct Canvas<'a> {
    pub source: &'a BoardSource<'a>,
    pub overlays: Overlays<'a>,
    /// Prefix of each cell's accessible name, to distinguish several boards on one screen.
    pub prefix: Option<&'a str>,
    /// Sentences about the keys, which screen readers read.
    pub help: &'a str,
    pub icon: CursorIcon,
    /// Typed characters that the owner handles; otherwise `+` and `-` zoom, `[` and `]` rotate blocks.
    pub letters: &'a dyn Fn(char) -> bool,
    /// Time between two changes that are animated, in seconds.
    pub pace: Option<f32>,
    /// The step that led to what the board shows, if it is animated.
    pub animated_step: Option<AnimatedStep<'a>>,
    /// True if the cell under the pointer is highlighted.
    pub hover: bool,
    /// Displays the board as a whole, without coordinates and zoom.
    pub companion: bool,
    /// Cell of a companion that corresponds to the one under the pointer or cursor on the main board.
    pub pointed: Option<Cell>,
    /// Area that "fit" shows, if it is not the board.
    pub fit_area: Option<GridRect>,
    /// The only part of the board that is displayed.
    pub part: Option<GridRect>,
    /// True if cells with heights are shown as blocks.
    pub isometric: bool,
}

/// Displayed part of a board, and the input of the user on it.
pub struct CanvasOutput {
    pub response: Response,
    pub events: Vec<CanvasEvent>,
    pub hovered: Option<Cell>,
    pub lines: Lines,
    /// The displayed part of the board.
    pub part: GridRect,
}

impl<'a> Canvas<'a> {
    pub fn new(source: &'a BoardSource<'a>) -> Self {
        Self {
            source,
            overlays: Overlays::default(),
            prefix: None,
            help: "Arrow keys move the cursor.",
            icon: CursorIcon::Default,
            letters: &|_| false,
            pace: None,
            animated_step: None,
            hover: true,
            companion: false,
            pointed: None,
            fit_area: None,
            part: None,
            isometric: false,
        }
    }

    /// Shows the board, filling the rest of `ui`.
    pub fn show(self, ui: &mut Ui, state: &mut CanvasState) -> CanvasOutput {
        let BoardSource { info, notes, .. } = self.source;
        let size = info.size;
        let canvas = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(canvas);
        let id = ui.scope_id().with(("board", info.id));
        let response = ui.interact(canvas, id, Sense::click_and_drag());
        if std::mem::take(&mut state.focus_pending) {
            response.request_focus();
        }
        state.canvas = Some(canvas);
        state.cursor = GridPos::from(state.cursor).clamped(size);

        let display = BlockDisplay::load(ui.ctx());
        let isometric = self.isometric && self.source.has_heights;
        let solid = isometric.then(|| Solid::new(self.source, display));
        state.solid = solid.flatten();
        let solid = state.solid.as_ref();
        let full = GridRect::full(solid.map_or(size, Solid::flat_size));
        // Both areas are cells of the flat board, so blocks are fitted as a whole.
        let fit_area = self.fit_area.or(self.part).filter(|_| solid.is_none());
        let fit_area = fit_area.unwrap_or(full);
        state.track_part(self.part);
        state.view.companion = self.companion;
        state.view.fitted |= self.companion;
        let available = canvas.size() - note_margin(notes);
        // Before the input, whose positions depend on the view, and after it, as it may zoom, pan or rotate.
        state.view.adapt(available, fit_area);
        let mut events = input::process(ui, &response, state, size, self.letters);
        if let Some(solid) = &state.solid {
            solid.display.save(ui.ctx());
        }
        state.view.adapt(available, fit_area);

        let lines = state.view.lines(canvas, ui.pixels_per_point());
        let visible = match &state.solid {
            Some(_) => (0..size.rows, 0..size.cols),
            None => within(lines.visible(size, canvas), self.part),
        };
        let cell_rect = |cell| match &state.solid {
            Some(solid) => solid.bounds(&state.view, canvas, cell),
            None => lines.rect(cell),
        };
        for cell in self.expose(ui, &response, &cell_rect, &visible, state.cursor) {
            state.cursor = cell;
            events.push(CanvasEvent::Activate { cell });
        }

        let pointer = response.hover_pos().filter(|_| response.hovered());
        let pos = pointer.map(|point| state.pos_at(canvas, point));
        let in_part = |pos: &GridPos| self.part.is_none_or(|part| part.contains(*pos));
        let hovered = pos.filter(in_part).and_then(|pos| pos.to_cell(size));
        self.paint(ui, &response, state, lines, hovered);
        if !self.companion {
            zoom_bar(ui, canvas, state);
        }
        self.set_icon(&response, state, hovered.is_some());
        if !events.is_empty() {
            // The next frame shows their effect.
            ui.ctx().request_repaint();
        }
        CanvasOutput {
            response,
            events,
            hovered,
            lines,
            part: self.part.unwrap_or(full),
        }
    }

    fn paint(
        &self,
        ui: &Ui,
        response: &Response,
        state: &mut CanvasState,
        lines: Lines,
        hovered: Option<Cell>,
    ) {
        let canvas = response.rect;
        let size = self.source.info.size;
        let visible = within(lines.visible(size, canvas), self.part);
        let displayed = self.part.unwrap_or(GridRect::full(size));
        // Hides everything beyond a part, except a frame around it.
        let clip = self.part.map_or(canvas, |part| {
            lines.span(part.corner, part.size).expand(PART_FRAME)
        });
        let (painter, unclipped) = (ui.painter_at(canvas.intersect(clip)), ui.painter_at(canvas));
        let paint = Paint::new(ui, &painter, lines, canvas);
        state
            .motion
            .update(ui, self.source, lines.cell(), self.pace, self.animated_step);
        let highlighted = hovered.filter(|_| self.hover && state.action == PointerAction::Nothing);
        let cursor = state.shown_cursor(response);
        if let Some(solid) = &state.solid {
            let scene = BlockScene {
                solid,
                projection: solid.projection(&state.view, canvas),
                paint: &paint,
                motion: &state.motion,
            };
            scene.paint(self.source, &self.overlays, highlighted, cursor);
            return;
        }
        if needs_pixels(lines.cell(), &visible) {
            state.pixels.show(&paint, self.source);
            paint.path(self.overlays.path);
        } else {
            state.pixels = PixelBoard::default();
            paint.cells(self.source, &visible, &state.motion, || {
                paint.path(self.overlays.path);
            });
        }
        if let Some(parts) = self.source.parts {
            paint.part_lines(parts, size);
        }
        paint.overlays(&self.overlays, displayed);
        if let Some(cell) = highlighted {
            paint.hover(cell);
        }
        if let Some(cell) = cursor.or(self.pointed) {
            paint.cursor(cell);
        }
        let paint = Paint {
            painter: &unclipped,
            ..paint
        };
        if !self.companion {
            paint.coordinates(&visible, hovered, cursor, displayed);
        }
        paint.notes(&self.source.notes, size);
    }

    /// Names board and cells for assistive technology, if any is connected, and returns the cells clicked through it.
    fn expose(
        &self,
        ui: &mut Ui,
        response: &Response,
        cell_rect: &dyn Fn(Cell) -> Rect,
        visible: &Visible,
        cursor: Cell,
    ) -> Vec<Cell> {
        let info = &self.source.info;
        let name = format!("{}, {}", info.title, info.size);
        set_name(response, Role::Grid, name);
        let name_all = info.size.area() <= MAX_NAMED_CELLS;
        let listening = ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_row_count(info.size.rows);
            node.set_column_count(info.size.cols);
            node.set_description(self.help);
            node.set_active_descendant(response.id.with(cursor).accesskit_id());
        });
        if listening.is_none() {
            return Vec::new();
        }
        let mut nodes: HashMap<NodeId, Cell> = HashMap::new();
        let builder = UiBuilder::new()
            .id_salt((response.id, "cells"))
            .max_rect(response.rect)
            .accessibility_parent(response.id);
        let child = ui.new_child(builder);
        let mut add = |cell: Cell| {
            let id = response.id.with(cell);
            let rect = cell_rect(cell).intersect(response.rect);
            let prefix = self.prefix.map(|prefix| format!("{prefix}, "));
            let label = prefix.unwrap_or_default() + &self.source.style(cell).label(cell);
            let node = child.interact(rect, id, Sense::hover());
            set_name(&node, Role::GridCell, label);
            child.ctx().accesskit_node_builder(id, |node| {
                node.set_row_index(cell.row);
                node.set_column_index(cell.col);
                node.add_action(Action::Click);
            });
            nodes.insert(id.accesskit_id(), cell);
        };
        if name_all {
            let (rows, cols) = visible;
            for row in rows.clone() {
                for col in cols.clone() {
                    add(Cell { row, col });
                }
            }
        }
        let on_screen = visible.0.contains(&cursor.row) && visible.1.contains(&cursor.col);
        if (!name_all || !on_screen) && info.size.contains(cursor) {
            add(cursor);
        }
        ui.input(|input| {
            let clicked = input.events.iter().filter_map(|event| match event {
                egui::Event::AccessKitActionRequest(request) if request.action == Action::Click => {
                    nodes.get(&request.target_node).copied()
                }
                _ => None,
            });
            clicked.collect()
        })
    }

    fn set_icon(&self, response: &Response, state: &CanvasState, on_board: bool) {
        let icon = match state.action {
            PointerAction::Pan => CursorIcon::Grabbing,
            _ if response.ctx.input(|input| input.key_down(egui::Key::Space)) => CursorIcon::Grab,
            _ if on_board || matches!(state.action, PointerAction::Press(_)) => self.icon,
            _ => CursorIcon::Default,
        };
        if response.hovered() || state.action != PointerAction::Nothing {
            response.ctx.set_cursor_icon(icon);
        }
    }
}

/// Limits visible rows and columns to a part of the board.
fn within((rows, cols): Visible, part: Option<GridRect>) -> Visible {
    let Some(GridRect { corner, size }) = part else {
        return (rows, cols);
    };
    let clip = |all: Range<usize>, first: isize, count: usize| {
        let first = first.max(0).unsigned_abs();
        let start = all.start.max(first);
        start..all.end.min(first + count).max(start)
    };
    (
        clip(rows, corner.row, size.rows),
        clip(cols, corner.col, size.cols),
    )
}

/// Height of notes below columns, in points.
const COLUMN_NOTES: f32 = 20.0;

/// Space to the right of a board for the notes next to its rows, and below it for those of its columns, in points.
fn note_margin(notes: &[LineNote]) -> Vec2 {
    let longest = notes.iter().filter(|note| !note.column);
    let longest = longest.map(|note| note.text.chars().count()).max();
    // At most 8 points per letter, and 6 before and after the text.
    let width = longest.map_or(0.0, |letters| 12.0 + 8.0 * letters as f32);
    let has_column_notes = notes.iter().any(|note| note.column);
    vec2(width, if has_column_notes { COLUMN_NOTES } else { 0.0 })
}

/// Number of cells above which only the cell at the cursor has a name.
pub const MAX_NAMED_CELLS: usize = 2_000;

/// Size of the zoom controls, in points.
const ZOOM_BAR: Vec2 = vec2(164.0, 26.0);
/// Space between two of the controls, in points.
const GAP: f32 = 2.0;

/// Shows the zoom controls in the lower right corner, unless they would cover much of the canvas.
fn zoom_bar(ui: &mut Ui, canvas: Rect, state: &mut CanvasState) {
    if canvas.width() < 2.0 * ZOOM_BAR.x || canvas.height() < 4.0 * ZOOM_BAR.y {
        return;
    }
    let corner = pos2(canvas.right() - 10.0, canvas.bottom() - 8.0);
    let rect = Rect::from_min_max(corner - ZOOM_BAR, corner);
    let layout = Layout::right_to_left(Align::Center);
    let builder = UiBuilder::new().id_salt("zoom").max_rect(rect);
    let ui = &mut ui.new_child(builder.layout(layout));
    let fill = theme::colors(ui).panel.gamma_multiply(0.9);
    ui.painter()
        .rect_filled(rect, f32::from(theme::CORNER), fill);
    ui.spacing_mut().button_padding = vec2(6.0, 0.0);
    ui.spacing_mut().item_spacing.x = GAP;
    let button = |ui: &mut Ui, text: &str, width: f32, name: &str, tip: &str| {
        let text = RichText::new(text).size(theme::text::SMALL);
        let button = Button::new(text).frame_when_inactive(false);
        let button = ui.add_sized(vec2(width, ZOOM_BAR.y - 2.0), button);
        set_name(&button, Role::Button, name);
        button.on_hover_text(tip).clicked()
    };
    if button(ui, "Fit", 34.0, "Fit board", "Show the whole board") {
        state.zoom(None);
    }
    if button(ui, "+", 28.0, "Zoom in", "Zoom in (+, Ctrl+wheel)") {
        state.zoom(Some(ZOOM_STEP));
    }
    let percent = format!("{:.0} %", 100.0 * state.view.zoom());
    if button(ui, &percent, 58.0, "Zoom to 100 %", "Zoom to 100 %") {
        state.zoom_full();
    }
    if button(ui, "−", 28.0, "Zoom out", "Zoom out (−, Ctrl+wheel)") {
        state.zoom(Some(1.0 / ZOOM_STEP));
    }
}
