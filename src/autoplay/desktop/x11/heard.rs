//! Raw key and button events, independent of the focus. They catch hotkey presses too short for polling, and input by
//! the user: the events this program has not sent.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{ConnectionExt as _, Device, EventMask, KeyEventFlags, XIEventMask};
use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, ConnectionExt as _, KEY_PRESS_EVENT, Window};
use x11rb::rust_connection::RustConnection;

use crate::desktop::keysyms::{ALT, CONTROL, END, PAUSE};
use crate::desktop::world::WorldError;

use super::display::X11;

#[derive(Default)]
pub(super) struct Heard {
    is_told: bool,
    /// Number of sent inputs whose events have not arrived yet, by event type and code.
    sent: RefCell<HashMap<(u8, u8), u32>>,
    down: HashSet<u8>,
    stop: bool,
    other: bool,
}

impl Heard {
    /// Subscribes to raw events. Requires version 2 of XInput, and does nothing without it.
    pub(super) fn begin(conn: &RustConnection, root: Window) -> Result<Self, WorldError> {
        let known = conn.query_extension(b"XInputExtension")?.reply()?.present;
        let is_told = known && conn.xinput_xi_query_version(2, 2)?.reply().is_ok();
        if is_told {
            let mask = XIEventMask::RAW_KEY_PRESS
                | XIEventMask::RAW_KEY_RELEASE
                | XIEventMask::RAW_BUTTON_PRESS;
            let wanted = EventMask {
                deviceid: Device::ALL_MASTER.into(),
                mask: vec![mask],
            };
            conn.xinput_xi_select_events(root, &[wanted])?.check()?;
        }
        Ok(Self {
            is_told,
            ..Self::default()
        })
    }

    pub(super) fn note_sent(&self, kind: u8, code: u8) {
        if self.is_told && [KEY_PRESS_EVENT, BUTTON_PRESS_EVENT].contains(&kind) {
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
}

impl X11 {
    fn hear(&mut self) -> Result<(), WorldError> {
        while let Some(event) = self.conn.poll_for_event()? {
            match event {
                Event::XinputRawKeyPress(key) if !key.flags.contains(KeyEventFlags::KEY_REPEAT) => {
                    if let Ok(code) = u8::try_from(key.detail) {
                        self.key_pressed(code);
                    }
                }
                Event::XinputRawKeyRelease(key) => {
                    if let Ok(code) = u8::try_from(key.detail) {
                        self.heard.down.remove(&code);
                    }
                }
                Event::XinputRawButtonPress(button) => {
                    let code = u8::try_from(button.detail).unwrap_or_default();
                    self.heard.other |= !self.heard.is_own(BUTTON_PRESS_EVENT, code);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn key_pressed(&mut self, code: u8) {
        if self.heard.is_own(KEY_PRESS_EVENT, code) {
            return;
        }
        self.heard.down.insert(code);
        let is = |symbols: &[u32]| self.keyboard.codes(symbols).contains(&code);
        let is_down = |symbols: &[u32]| {
            let codes = self.keyboard.codes(symbols);
            codes.iter().any(|code| self.heard.down.contains(code))
        };
        let is_modifier = is(&CONTROL) || is(&ALT);
        match is(&PAUSE) || is(&[END]) && is_down(&CONTROL) && is_down(&ALT) {
            true => self.heard.stop = true,
            false => self.heard.other |= !is_modifier,
        }
    }

    /// Returns whether the user has pressed the hotkey since the last call, however briefly.
    pub(super) fn take_stop(&mut self) -> Result<bool, WorldError> {
        self.hear()?;
        Ok(std::mem::take(&mut self.heard.stop))
    }

    /// Returns whether the user has pressed another key (except Control and Alt) or a button since the last call.
    pub(super) fn take_other(&mut self) -> Result<bool, WorldError> {
        self.hear()?;
        Ok(std::mem::take(&mut self.heard.other))
    }
}
