//! Keys and clicks, each sent right after checking which window receives it.
//!
//! Windows delivers input to whichever window is in front. No call lies between the check and the
//! input, so another program has microseconds to take the focus. All events of a press are sent in
//! one call, so the pointer cannot be moved between its arrival and the click.

use windows_sys::Win32::UI::Input::KeyboardAndMouse::{
    MOUSE_EVENT_FLAGS, MOUSEEVENTF_LEFTDOWN, MOUSEEVENTF_LEFTUP, MOUSEEVENTF_RIGHTDOWN,
    MOUSEEVENTF_RIGHTUP,
};

use crate::desktop::pressed::release_all;
use crate::desktop::traits::{DesktopError, InputDevices, WindowId, is_within};
use crate::game::Button;
use crate::vision::Key;

use super::api::{self, InputEvent};
use super::desktop::Windows;
use super::keys::{ScanStroke, stroke};

/// Sends events, if the target is the foreground window.
fn send_to(target: WindowId, events: &[InputEvent]) -> Result<(), DesktopError> {
    if api::foreground() == Some(target) {
        return send(events);
    }
    match api::exists(target) {
        true => Err(DesktopError::NotActive),
        false => Err(DesktopError::WindowGone),
    }
}

fn send(events: &[InputEvent]) -> Result<(), DesktopError> {
    match api::send(events) {
        true => Ok(()),
        false => Err(DesktopError::Permission(
            "sending keys and clicks, which a locked screen or another program prevents".to_owned(),
        )),
    }
}

/// Converts a pixel of the client area to desktop coordinates, if a click there reaches the target.
fn desktop_point(target: WindowId, at: (i32, i32)) -> Result<(i32, i32), DesktopError> {
    let client = api::client(target).ok_or(DesktopError::WindowGone)?;
    let (x, y) = (client.x.saturating_add(at.0), client.y.saturating_add(at.1));
    if !is_within(at, (client.width, client.height)) || !api::is_on_screen(x, y) {
        return Err(DesktopError::OffScreen);
    }
    match api::window_at(x, y) == Some(target) {
        true => Ok((x, y)),
        false => Err(DesktopError::Covered),
    }
}

/// Checks the focus, so that [`DesktopError::NotActive`] takes precedence over errors of the position.
fn check_active(target: WindowId) -> Result<(), DesktopError> {
    send_to(target, &[])
}

fn key_events(stroke: ScanStroke, down: bool) -> Vec<InputEvent> {
    let keys = stroke.modifier.into_iter().chain([stroke.scan]);
    keys.map(|scan| InputEvent::Key { scan, down }).collect()
}

fn button_flags(button: Button, down: bool) -> MOUSE_EVENT_FLAGS {
    // Input events name the physical buttons.
    let left = (button == Button::Primary) != api::buttons_are_swapped();
    match (left, down) {
        (true, true) => MOUSEEVENTF_LEFTDOWN,
        (true, false) => MOUSEEVENTF_LEFTUP,
        (false, true) => MOUSEEVENTF_RIGHTDOWN,
        (false, false) => MOUSEEVENTF_RIGHTUP,
    }
}

impl InputDevices for Windows {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        let stroke = stroke(target, key)?;
        let result = send_to(target, &key_events(stroke, true));
        if !matches!(
            result,
            Err(DesktopError::NotActive | DesktopError::WindowGone)
        ) {
            // Some of the events may have been sent.
            self.pressed.add_key(key, stroke);
        }
        result
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        while let Some(stroke) = self.pressed.remove_key(key) {
            let mut events = key_events(stroke, false);
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
    ) -> Result<(), DesktopError> {
        check_active(target)?;
        let (x, y) = desktop_point(target, at)?;
        let flags = button_flags(button, true);
        // The position is repeated with the press, because Wine moves the pointer back.
        let events = [
            InputEvent::Move { x, y },
            InputEvent::ButtonAt { x, y, flags },
        ];
        send_to(target, &events)?;
        self.pressed.add_button(button);
        Ok(())
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        check_active(target)?;
        let (x, y) = desktop_point(target, at)?;
        send_to(target, &[InputEvent::Move { x, y }])
    }

    fn button_up(&mut self, button: Button) -> Result<(), DesktopError> {
        self.pressed.remove_button(button);
        send(&[InputEvent::Button(button_flags(button, false))])
    }

    fn can_press(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        stroke(target, key).map(|_| ())
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        release_all(self, |desktop| &desktop.pressed);
    }
}
