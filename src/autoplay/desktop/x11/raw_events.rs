//! Raw key and button events, independent of the focus. They catch hotkey presses too short for
//! polling, and input by the user: the events this program has not sent.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{ConnectionExt as _, Device, EventMask, KeyEventFlags, XIEventMask};
use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, ConnectionExt as _, KEY_PRESS_EVENT, Window};
use x11rb::rust_connection::RustConnection;

use crate::desktop::keysyms::{ALT, CONTROL, END, PAUSE};
use crate::desktop::traits::DesktopError;

use super::keys::X11Keymap;

/// Raw events since they were last taken.
#[derive(Default)]
pub(super) struct RawEvents {
    /// False without XInput; then no events arrive.
    is_subscribed: bool,
    /// Number of sent inputs whose events have not arrived yet, by event type and code.
    sent: RefCell<HashMap<(u8, u8), u32>>,
    /// Codes of the keys that the user holds.
    down: HashSet<u8>,
    /// True if the user has pressed the hotkey, however briefly, since this was last taken.
    pub(super) hotkey_pressed: bool,
    /// True if the user has pressed another key (except Control and Alt) or a button since this was last taken.
    pub(super) has_user_input: bool,
}

impl RawEvents {
    /// Subscribes to raw events. Requires version 2 of XInput, and does nothing without it.
    pub(super) fn subscribe(conn: &RustConnection, root: Window) -> Result<Self, DesktopError> {
        let present = conn.query_extension(b"XInputExtension")?.reply()?.present;
        let is_subscribed = present && conn.xinput_xi_query_version(2, 2)?.reply().is_ok();
        if is_subscribed {
            let mask = XIEventMask::RAW_KEY_PRESS
                | XIEventMask::RAW_KEY_RELEASE
                | XIEventMask::RAW_BUTTON_PRESS;
            let events = EventMask {
                deviceid: Device::ALL_MASTER.into(),
                mask: vec![mask],
            };
            conn.xinput_xi_select_events(root, &[events])?.check()?;
        }
        Ok(Self {
            is_subscribed,
            ..Self::default()
        })
    }

    /// Counts an input of this program, whose event is not the user's.
    pub(super) fn add_sent(&self, kind: u8, code: u8) {
        if self.is_subscribed && [KEY_PRESS_EVENT, BUTTON_PRESS_EVENT].contains(&kind) {
            *self.sent.borrow_mut().entry((kind, code)).or_default() += 1;
        }
    }

    /// Returns whether an event is the next of the sent inputs, and discounts it.
    fn is_own(&self, kind: u8, code: u8) -> bool {
        match self.sent.borrow_mut().get_mut(&(kind, code)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// Processes the events that have arrived.
    pub(super) fn poll(
        &mut self,
        conn: &RustConnection,
        keyboard: &X11Keymap,
    ) -> Result<(), DesktopError> {
        while let Some(event) = conn.poll_for_event()? {
            match event {
                Event::XinputRawKeyPress(key) if !key.flags.contains(KeyEventFlags::KEY_REPEAT) => {
                    if let Ok(code) = u8::try_from(key.detail) {
                        self.handle_key(code, keyboard);
                    }
                }
                Event::XinputRawKeyRelease(key) => {
                    if let Ok(code) = u8::try_from(key.detail) {
                        self.down.remove(&code);
                    }
                }
                Event::XinputRawButtonPress(button) => {
                    let code = u8::try_from(button.detail).unwrap_or_default();
                    self.has_user_input |= !self.is_own(BUTTON_PRESS_EVENT, code);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Processes a key press: of this program, the hotkey, or other input of the user.
    fn handle_key(&mut self, code: u8, keyboard: &X11Keymap) {
        if self.is_own(KEY_PRESS_EVENT, code) {
            return;
        }
        self.down.insert(code);
        let is = |symbols: &[u32]| keyboard.codes(symbols).contains(&code);
        let is_down = |symbols: &[u32]| {
            let codes = keyboard.codes(symbols);
            codes.iter().any(|code| self.down.contains(code))
        };
        let is_modifier = is(&CONTROL) || is(&ALT);
        match is(&PAUSE) || is(&[END]) && is_down(&CONTROL) && is_down(&ALT) {
            true => self.hotkey_pressed = true,
            false => self.has_user_input |= !is_modifier,
        }
    }
}
