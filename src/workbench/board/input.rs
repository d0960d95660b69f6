//! Conversion of pointer and keyboard input to canvas events, and the canvas's state between frames.

use egui::{
    Event, EventFilter, Key, Modifiers, PointerButton, Pos2, Rect, Response, Ui, Vec2, vec2,
};

use super::isometric::Solid;
use super::motion::Motion;
use super::paint::PixelBoard;
use super::view::{CanvasView, GridPos, GridRect};
use crate::game::{Button, Cell, Heading, Size};
use crate::session::edit;

/// Input for the owner of a canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanvasEvent {
    Press {
        /// Position, possibly off the board.
        at: GridPos,
        button: Button,
        modifiers: Modifiers,
    },
    /// The pointer moved with the button pressed: all positions passed, without the one where it was before.
    Drag(Vec<GridPos>),
    Release(GridPos),
    /// The action of the button was cancelled, by another button or Escape.
    Cancel,
    /// Enter or Space at the keyboard cursor, or a click through accessibility.
    Activate {
        cell: Cell,
    },
    Typed(char),
    Erase {
        /// True for Backspace, which erases the cell before the cursor; false for Delete.
        back: bool,
    },
    Moved {
        from: Cell,
        /// Rows and columns of the movement, even if the board's edge stops the cursor.
        by: (isize, isize),
        /// The direction, for an arrow key.
        arrow: Option<Heading>,
        /// True with Shift, which extends a selection.
        extend: bool,
    },
    Copy,
    Cut,
    /// Ctrl+V, with the clipboard's text.
    Paste(String),
    /// Escape, if there is nothing to cancel on the canvas.
    Escape,
}

impl CanvasEvent {
    /// Returns whether it comes from a key that may be a move.
    pub fn is_key(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. } | Self::Activate { .. } | Self::Typed(_)
        )
    }
}

/// Processes the input of a frame. Zoom, pan and keyboard cursor are handled here, except for characters that the owner
/// handles (`letters`).
pub fn process(
    ui: &Ui,
    response: &Response,
    state: &mut CanvasState,
    size: Size,
    letters: &dyn Fn(char) -> bool,
) -> Vec<CanvasEvent> {
    let canvas = response.rect;
    let mut events = Vec::new();
    let input = ui.input(|input| input.events.clone());
    navigate(ui, response, state);
    let on_canvas =
        response.hovered() || response.is_pointer_button_down_on() || response.clicked();
    if ui.is_enabled() {
        for event in &input {
            pointer(ui, response, state, size, event, on_canvas, &mut events);
        }
    }
    // The button may have been released outside the program; a pan ends as well.
    if !ui.input(|input| input.pointer.any_down())
        && let PointerAction::Press((_, last)) = std::mem::take(&mut state.action)
    {
        events.push(CanvasEvent::Release(last));
    }
    if response.has_focus() {
        let filter = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let before = events.len();
        for event in &input {
            keyboard(state, size, canvas, event, letters, &mut events);
        }
        // Only a moved cursor makes the keyboard the active input; typed characters do not.
        let moved = |event: &CanvasEvent| !matches!(event, CanvasEvent::Typed(_));
        state.show_cursor |= events[before..].iter().any(moved);
    }
    events
}

fn navigate(ui: &Ui, response: &Response, state: &mut CanvasState) {
    let canvas = response.rect;
    if !response.contains_pointer() && state.action != PointerAction::Pan {
        return;
    }
    let (zoom, scroll, pointer) = ui.input(|input| {
        let touch = input.multi_touch();
        let scroll = touch.map_or(input.smooth_scroll_delta(), |touch| touch.translation_delta);
        (input.zoom_delta(), scroll, input.pointer.hover_pos())
    });
    if zoom != 1.0
        && let Some(pointer) = pointer
    {
        state.view.zoom_about(zoom, pointer - canvas.min);
    }
    state.view.pan(scroll);
    if state.action == PointerAction::Pan {
        state.view.pan(ui.input(|input| input.pointer.delta()));
    }
}

fn pointer(
    ui: &Ui,
    response: &Response,
    state: &mut CanvasState,
    size: Size,
    event: &Event,
    on_canvas: bool,
    events: &mut Vec<CanvasEvent>,
) {
    let canvas = response.rect;
    match event {
        Event::PointerButton {
            pos,
            button,
            pressed: true,
            modifiers,
        } if on_canvas && canvas.contains(*pos) => {
            if let PointerAction::Press(_) = state.action {
                state.action = PointerAction::Nothing;
                events.push(CanvasEvent::Cancel);
                return;
            }
            response.request_focus();
            let space = ui.input(|input| input.key_down(Key::Space));
            let at = state.pos_at(canvas, *pos);
            let owners_button = match button {
                PointerButton::Primary if !space => Button::Primary,
                PointerButton::Secondary => Button::Secondary,
                PointerButton::Primary | PointerButton::Middle => {
                    state.space_used |= space;
                    state.action = PointerAction::Pan;
                    return;
                }
                PointerButton::Extra1 | PointerButton::Extra2 => return,
            };
            state.action = PointerAction::Press((*button, at));
            state.show_cursor = true;
            if let Some(cell) = at.to_cell(size) {
                state.cursor = cell;
            }
            events.push(CanvasEvent::Press {
                at,
                button: owners_button,
                modifiers: *modifiers,
            });
        }
        Event::PointerMoved(pos) => {
            if let PointerAction::Press((button, last)) = state.action {
                let at = state.pos_at(canvas, *pos);
                if at != last {
                    state.action = PointerAction::Press((button, at));
                    if let Some(cell) = at.to_cell(size) {
                        state.cursor = cell;
                    }
                    events.push(CanvasEvent::Drag(line_between(last, at)));
                }
            }
        }
        Event::PointerButton {
            pos,
            button,
            pressed: false,
            ..
        } => match state.action {
            PointerAction::Press((held, _)) if held == *button => {
                state.action = PointerAction::Nothing;
                events.push(CanvasEvent::Release(state.pos_at(canvas, *pos)));
            }
            PointerAction::Pan if *button != PointerButton::Secondary => {
                state.action = PointerAction::Nothing
            }
            _ => {}
        },
        // A second finger zooms, and cancels the action of the first.
        Event::Touch { .. } if ui.input(|input| input.multi_touch().is_some()) => {
            if let PointerAction::Press(_) = state.action {
                state.action = PointerAction::Nothing;
                events.push(CanvasEvent::Cancel);
            }
        }
        _ => {}
    }
}

/// Positions on a straight line, without the first.
fn line_between(from: GridPos, to: GridPos) -> Vec<GridPos> {
    // Cells cannot be negative, so the line is shifted before and after the computation.
    let corner = GridPos::new(from.row.min(to.row), from.col.min(to.col));
    let [from, to] = [from, to].map(|pos| {
        let GridPos { row, col } = pos - corner;
        Cell::new(row.unsigned_abs(), col.unsigned_abs())
    });
    let line = edit::line(from, to).into_iter().skip(1);
    line.map(|cell| corner + cell.into()).collect()
}

fn keyboard(
    state: &mut CanvasState,
    size: Size,
    canvas: Rect,
    event: &Event,
    letters: &dyn Fn(char) -> bool,
    events: &mut Vec<CanvasEvent>,
) {
    match event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } if !modifiers.command && !modifiers.alt => {
            key_down(state, size, canvas, *key, modifiers.shift, events);
        }
        // Space with the pointer pans the board, so Space acts on release, unless it was used for that.
        Event::Key {
            key: Key::Space,
            pressed: false,
            modifiers,
            ..
        } if !modifiers.command => {
            let used = std::mem::take(&mut state.space_used);
            let cell = state.cursor;
            events.extend((!used).then_some(CanvasEvent::Activate { cell }));
        }
        Event::Text(text) => {
            for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                match letter {
                    _ if letters(letter) => events.push(CanvasEvent::Typed(letter)),
                    '+' | '=' => state.zoom(Some(ZOOM_STEP)),
                    '-' => state.zoom(Some(1.0 / ZOOM_STEP)),
                    '[' | ']' if state.solid.is_some() => state.rotate(letter == ']'),
                    _ => events.push(CanvasEvent::Typed(letter)),
                }
            }
        }
        Event::Copy => events.push(CanvasEvent::Copy),
        Event::Cut => events.push(CanvasEvent::Cut),
        Event::Paste(text) => events.push(CanvasEvent::Paste(text.clone())),
        _ => {}
    }
}

fn key_down(
    state: &mut CanvasState,
    size: Size,
    canvas: Rect,
    key: Key,
    shift: bool,
    events: &mut Vec<CanvasEvent>,
) {
    let from = state.cursor;
    let Cell { row, col } = from;
    let page = state.view.page(canvas.size());
    let arrow = match key {
        Key::ArrowUp => Some(Heading::Up),
        Key::ArrowDown => Some(Heading::Down),
        Key::ArrowLeft => Some(Heading::Left),
        Key::ArrowRight => Some(Heading::Right),
        _ => None,
    };
    // On a rotated board, arrows move in the direction they show.
    let arrow = arrow.map(|heading| match &state.solid {
        Some(solid) => solid.display.turn.heading(heading),
        None => heading,
    });
    let step = |at: usize, by: isize| at.saturating_add_signed(by);
    let to = match key {
        _ if let Some((down, along)) = arrow.map(Heading::offset) => {
            Cell::new(step(row, down), step(col, along))
        }
        Key::Home => Cell::new(row, 0),
        Key::End => Cell::new(row, size.cols),
        Key::PageUp => Cell::new(row.saturating_sub(page), col),
        Key::PageDown => Cell::new(row + page, col),
        _ => {
            events.extend(match key {
                Key::Enter => Some(CanvasEvent::Activate { cell: from }),
                Key::Delete => Some(CanvasEvent::Erase { back: false }),
                Key::Backspace => Some(CanvasEvent::Erase { back: true }),
                Key::Escape => match std::mem::take(&mut state.action) {
                    PointerAction::Nothing => Some(CanvasEvent::Escape),
                    _ => Some(CanvasEvent::Cancel),
                },
                _ => None,
            });
            return;
        }
    };
    state.go_to(to, size);
    let moved = GridPos::from(state.cursor) - from.into();
    let by = arrow.map_or((moved.row, moved.col), Heading::offset);
    events.push(CanvasEvent::Moved {
        from,
        by,
        arrow,
        extend: shift,
    });
}

/// Zoom factor of one press of `+`.
pub const ZOOM_STEP: f32 = 1.25;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerAction {
    #[default]
    Nothing,
    /// A button for the owner, with the last position of the pointer.
    Press((PointerButton, GridPos)),
    Pan,
}

#[derive(Default)]
pub struct CanvasState {
    pub view: CanvasView,
    pub cursor: Cell,
    /// True if the cursor is visible, after use of the keyboard or the pointer.
    pub(crate) show_cursor: bool,
    pub(crate) action: PointerAction,
    /// True if the pressed Space was used for panning.
    pub(crate) space_used: bool,
    /// True if the canvas takes the focus in the next frame.
    pub(crate) focus_pending: bool,
    /// Area in the last frame.
    pub(crate) canvas: Option<Rect>,
    pub(crate) pixels: PixelBoard,
    pub(crate) motion: Motion,
    /// Block geometry, if the board is shown as blocks.
    pub(crate) solid: Option<Solid>,
    /// Visible part of the board in the last frame.
    part: Option<GridRect>,
}

impl CanvasState {
    /// Position at a point on screen; `canvas` is the area of the canvas.
    pub fn pos_at(&self, canvas: Rect, point: Pos2) -> GridPos {
        match &self.solid {
            Some(solid) => solid.pos_at(&self.view, canvas, point),
            None => self.view.pos_at(canvas, point),
        }
    }

    /// Middle of the canvas, relative to its corner; before the first frame, that of an assumed one.
    fn middle(&self) -> Vec2 {
        let middle = |rect: Rect| rect.size() / 2.0;
        self.canvas.map_or(vec2(200.0, 150.0), middle)
    }

    pub fn zoom_full(&mut self) {
        self.view.zoom_to(1.0, self.middle());
    }

    pub fn focus(&mut self) {
        self.focus_pending = true;
    }

    /// Cursor, if it is drawn; `response` is the canvas's.
    pub(crate) fn shown_cursor(&self, response: &Response) -> Option<Cell> {
        (response.has_focus() && self.show_cursor).then_some(self.cursor)
    }

    /// Zooms by a factor, about the middle of the canvas; `None` fits the board.
    pub fn zoom(&mut self, factor: Option<f32>) {
        match factor {
            Some(factor) => self.view.zoom_about(factor, self.middle()),
            None => self.view.fitted = true,
        }
    }

    /// Area in the last frame.
    pub fn rect(&self) -> Option<Rect> {
        self.canvas
    }

    /// Pans when the visible part changes, so that cells keep their place on screen, unless the board is fitted.
    pub(crate) fn track_part(&mut self, part: Option<GridRect>) {
        if let (Some(before), Some(now)) = (self.part, part)
            && !self.view.fitted
        {
            let (GridPos { row, col }, to) = (before.corner, now.corner);
            let by = vec2((col - to.col) as f32, (row - to.row) as f32);
            self.view.pan(by * self.view.cell());
        }
        self.part = part;
    }

    pub(crate) fn rotate(&mut self, clockwise: bool) {
        if let Some(solid) = &mut self.solid {
            solid.turn_to(solid.display.turn.rotated(clockwise));
        }
    }

    pub fn go_to(&mut self, cell: Cell, size: Size) {
        self.cursor = GridPos::from(cell).clamped(size);
        if let Some(canvas) = self.canvas.filter(|_| self.solid.is_none()) {
            self.view.reveal(self.cursor, canvas.size());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_beyond_the_edge_have_no_gaps() {
        let line = line_between(GridPos::new(-2, 3), GridPos::new(2, 1));
        assert_eq!(line.len(), 4);
        assert_eq!(line.last(), Some(&GridPos::new(2, 1)));
        assert!(!line.contains(&GridPos::new(-2, 3)));
    }
}
