//! Keys and clicks, each sent right after checking which window receives it.
//!
//! Windows delivers input to whichever window is in front. No call lies between the check and the input, so another
//! program has microseconds to take the focus. All events of a press are sent in one call, so the pointer cannot be
//! moved between its arrival and the click.

use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    MOUSE_EVENT_FLAGS, MOUSEEVENTF_LEFTDOWN, MOUSEEVENTF_LEFTUP, MOUSEEVENTF_RIGHTDOWN,
    MOUSEEVENTF_RIGHTUP,
};

use crate::desktop::held::let_up;
use crate::desktop::world::{Input, WindowId, WorldError};
use crate::game::Button;
use crate::vision::Key;

use super::api::{self, Event};
use super::desktop::Windows;
use super::keys::{Stroke, stroke};

/// Sends events, if the target is the foreground window.
fn send_to(target: WindowId, events: &[Event]) -> Result<(), WorldError> {
    if api::foreground() == Some(target) {
        return send(events);
    }
    match api::exists(target) {
        true => Err(WorldError::NotActive),
        false => Err(WorldError::WindowGone),
    }
}

fn send(events: &[Event]) -> Result<(), WorldError> {
    match api::send(events) {
        true => Ok(()),
        false => Err(WorldError::Permission(
            "sending keys and clicks, which a locked screen or another program prevents".to_owned(),
        )),
    }
}

/// Converts a pixel of the client area to desktop coordinates, if a click there reaches the target.
fn point(target: WindowId, at: (i32, i32)) -> Result<(i32, i32), WorldError> {
    let client = api::client(target).ok_or(WorldError::WindowGone)?;
    let inside = |at: i32, size: u32| u32::try_from(at).is_ok_and(|at| at < size);
    let (x, y) = (client.x.saturating_add(at.0), client.y.saturating_add(at.1));
    if !(inside(at.0, client.width) && inside(at.1, client.height) && api::is_on_screen(x, y)) {
        return Err(WorldError::Outside);
    }
    match api::window_at(x, y) == Some(target) {
        true => Ok((x, y)),
        false => Err(WorldError::Covered),
    }
}

/// Checks the focus, so that [`WorldError::NotActive`] takes precedence over errors of the position.
fn check_active(target: WindowId) -> Result<(), WorldError> {
    send_to(target, &[])
}

fn pressing(stroke: Stroke, down: bool) -> Vec<Event> {
    let keys = stroke.modifier.into_iter().chain([stroke.scan]);
    keys.map(|scan| Event::Key { scan, down }).collect()
}

fn pressing_button(button: Button, down: bool) -> MOUSE_EVENT_FLAGS {
    // Input events name the physical buttons.
    let left = (button == Button::Primary) != api::buttons_are_swapped();
    match (left, down) {
        (true, true) => MOUSEEVENTF_LEFTDOWN,
        (true, false) => MOUSEEVENTF_LEFTUP,
        (false, true) => MOUSEEVENTF_RIGHTDOWN,
        (false, false) => MOUSEEVENTF_RIGHTUP,
    }
}

impl Input for Windows {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        let stroke = stroke(target, key)?;
        let pressed = send_to(target, &pressing(stroke, true));
        if !matches!(pressed, Err(WorldError::NotActive | WorldError::WindowGone)) {
            // Some of the events may have been sent.
            self.held.note(key, stroke);
        }
        pressed
    }

    fn key_up(&mut self, key: Key) -> Result<(), WorldError> {
        while let Some(stroke) = self.held.take(key) {
            let mut events = pressing(stroke, false);
            events.reverse();
            send(&events)?;
        }
        Ok(())
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        button: Button,
    ) -> Result<(), WorldError> {
        check_active(target)?;
        let (x, y) = point(target, at)?;
        let flags = pressing_button(button, true);
        // The position is repeated with the press, because Wine moves the pointer back.
        let events = [Event::Move { x, y }, Event::ButtonAt { x, y, flags }];
        send_to(target, &events)?;
        self.held.note_button(button);
        Ok(())
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), WorldError> {
        check_active(target)?;
        let (x, y) = point(target, at)?;
        send_to(target, &[Event::Move { x, y }])
    }

    fn button_up(&mut self, button: Button) -> Result<(), WorldError> {
        self.held.strike_button(button);
        send(&[Event::Button(pressing_button(button, false))])
    }

    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), WorldError> {
        stroke(target, key).map(|_| ())
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        let_up(self, |desktop| &desktop.held);
    }
}
