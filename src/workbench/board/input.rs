//! Conversion of pointer and keyboard input to canvas events.

use egui::{Event, EventFilter, Key, Modifiers, PointerButton, Rect, Response, Ui};

use crate::game::{Button, Cell, Heading, Size};
use crate::session::edit;

use super::place::Place;
use super::state::{CanvasState, Held, ZOOM_STEP};

/// An event on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanvasEvent {
    /// A button was pressed.
    Press {
        /// Position, possibly off the board.
        place: Place,
        /// The button.
        button: Button,
        /// Pressed modifier keys.
        modifiers: Modifiers,
    },
    /// The pointer moved with the button pressed: all positions passed, without the one where it was before.
    Drag(Vec<Place>),
    /// The button was released.
    Release(Place),
    /// The action of the button was cancelled, by another button or Escape.
    Cancel,
    /// Enter or Space at the keyboard cursor, or a click through accessibility.
    Activate {
        /// The cell.
        cell: Cell,
    },
    /// A character was typed.
    Typed(char),
    /// Delete, or Backspace with `back`.
    Erase {
        /// True if Backspace was pressed, which erases the cell before the cursor.
        back: bool,
    },
    /// The keyboard cursor moved.
    Moved {
        /// Its previous cell.
        from: Cell,
        /// Rows and columns of the movement, even if the board's edge stops the cursor.
        by: (isize, isize),
        /// The direction, for an arrow key.
        arrow: Option<Heading>,
        /// True if Shift was pressed.
        extend: bool,
    },
    /// Ctrl+C.
    Copy,
    /// Ctrl+X.
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

/// Processes the input of a frame. Zoom, pan and keyboard cursor are handled here.
pub fn take(
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
    let ours = response.hovered() || response.is_pointer_button_down_on() || response.clicked();
    if ui.is_enabled() {
        for event in &input {
            pointer(ui, response, state, size, event, ours, &mut events);
        }
    }
    // The button may have been released outside the program.
    let any_down = ui.input(|input| input.pointer.any_down());
    if !any_down && let Held::Button((_, last)) = state.held {
        events.push(CanvasEvent::Release(last));
    }
    if !any_down {
        state.held = Held::Nothing;
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
        state.at_work |= events[before..].iter().any(moved);
    }
    events
}

fn navigate(ui: &Ui, response: &Response, state: &mut CanvasState) {
    let canvas = response.rect;
    if !response.contains_pointer() && state.held != Held::Pan {
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
    if state.held == Held::Pan {
        state.view.pan(ui.input(|input| input.pointer.delta()));
    }
}

fn pointer(
    ui: &Ui,
    response: &Response,
    state: &mut CanvasState,
    size: Size,
    event: &Event,
    ours: bool,
    events: &mut Vec<CanvasEvent>,
) {
    let canvas = response.rect;
    match event {
        Event::PointerButton {
            pos,
            button,
            pressed: true,
            modifiers,
        } if ours && canvas.contains(*pos) => {
            if let Held::Button(_) = state.held {
                state.held = Held::Nothing;
                events.push(CanvasEvent::Cancel);
                return;
            }
            response.request_focus();
            let space = ui.input(|input| input.key_down(Key::Space));
            let place = state.place_at(canvas, *pos);
            let owner = match button {
                PointerButton::Primary if !space => Button::Primary,
                PointerButton::Secondary => Button::Secondary,
                PointerButton::Primary | PointerButton::Middle => {
                    state.space_used |= space;
                    state.held = Held::Pan;
                    return;
                }
                PointerButton::Extra1 | PointerButton::Extra2 => return,
            };
            state.held = Held::Button((*button, place));
            state.at_work = true;
            if let Some(cell) = place.on(size) {
                state.cursor = cell;
            }
            events.push(CanvasEvent::Press {
                place,
                button: owner,
                modifiers: *modifiers,
            });
        }
        Event::PointerMoved(pos) => {
            if let Held::Button((button, last)) = state.held {
                let place = state.place_at(canvas, *pos);
                if place != last {
                    state.held = Held::Button((button, place));
                    if let Some(cell) = place.on(size) {
                        state.cursor = cell;
                    }
                    events.push(CanvasEvent::Drag(way(last, place)));
                }
            }
        }
        Event::PointerButton {
            pos,
            button,
            pressed: false,
            ..
        } => match state.held {
            Held::Button((held, _)) if held == *button => {
                state.held = Held::Nothing;
                let place = state.place_at(canvas, *pos);
                events.push(CanvasEvent::Release(place));
            }
            Held::Pan if *button != PointerButton::Secondary => state.held = Held::Nothing,
            _ => {}
        },
        // A second finger zooms, and cancels the action of the first.
        Event::Touch { .. } if ui.input(|input| input.multi_touch().is_some()) => {
            if let Held::Button(_) = state.held {
                state.held = Held::Nothing;
                events.push(CanvasEvent::Cancel);
            }
        }
        _ => {}
    }
}

/// Positions on a straight line, without the first.
fn way(from: Place, to: Place) -> Vec<Place> {
    // Cells cannot be negative, so the line is shifted before and after the computation.
    let (top, left) = (from.row.min(to.row), from.col.min(to.col));
    let shifted = |place: Place| {
        Cell::new(
            (place.row - top).unsigned_abs(),
            (place.col - left).unsigned_abs(),
        )
    };
    let back = |cell: Cell| {
        let place = Place::from(cell);
        Place::new(place.row + top, place.col + left)
    };
    edit::line(shifted(from), shifted(to))
        .into_iter()
        .skip(1)
        .map(back)
        .collect()
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
                    '+' | '=' => state.zoom_by(ZOOM_STEP),
                    '-' => state.zoom_by(1.0 / ZOOM_STEP),
                    '[' | ']' if state.solid.is_some() => state.turn(letter == ']'),
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
    let arrow = arrow.map(|seen| match &state.solid {
        Some(solid) => solid.sight.turn.heading(seen),
        None => seen,
    });
    let to = match key {
        _ if let Some((down, along)) = arrow.map(Heading::offset) => Cell::new(
            row.saturating_add_signed(down),
            col.saturating_add_signed(along),
        ),
        Key::Home => Cell::new(row, 0),
        Key::End => Cell::new(row, size.cols),
        Key::PageUp => Cell::new(row.saturating_sub(page), col),
        Key::PageDown => Cell::new(row + page, col),
        Key::Enter => {
            events.push(CanvasEvent::Activate { cell: from });
            return;
        }
        Key::Delete => {
            events.push(CanvasEvent::Erase { back: false });
            return;
        }
        Key::Backspace => {
            events.push(CanvasEvent::Erase { back: true });
            return;
        }
        Key::Escape => {
            let held = std::mem::take(&mut state.held);
            events.push(if held == Held::Nothing {
                CanvasEvent::Escape
            } else {
                CanvasEvent::Cancel
            });
            return;
        }
        _ => return,
    };
    state.go_to(to, size);
    let (at, now) = (Place::from(from), Place::from(state.cursor));
    let by = arrow.map_or((now.row - at.row, now.col - at.col), Heading::offset);
    events.push(CanvasEvent::Moved {
        from,
        by,
        arrow,
        extend: shift,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_beyond_the_edge_has_no_gaps() {
        let way = way(Place::new(-2, 3), Place::new(2, 1));
        assert_eq!(way.len(), 4);
        assert_eq!(way.last(), Some(&Place::new(2, 1)));
        assert!(!way.contains(&Place::new(-2, 3)));
    }
}
