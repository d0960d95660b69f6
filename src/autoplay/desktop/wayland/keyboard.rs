//! Mapping from key symbols to physical keys, by the compositor's keymap.
//!
//! Compositors take key codes, not symbols. Any program may request the keymap, whichever window has the focus.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;

use kbvm::lookup::LookupTable;
use kbvm::xkb::{Context, Keymap};
use kbvm::{GroupIndex, Keycode, Keysym, ModifierMask};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_keyboard::{self, KeymapFormat, WlKeyboard};
use wayland_client::protocol::wl_registry::WlRegistry;
use wayland_client::protocol::wl_seat::{self, Capability, WlSeat};
use wayland_client::{Connection, Proxy as _, WEnum};

use crate::desktop::keysyms::KeyStroke;
use crate::desktop::traits::DesktopError;
use crate::desktop::wayland::{on_events, to_error};
use crate::vision::Key;

/// Limit of a keymap. Real ones have about 70,000 bytes.
const MAX_KEYMAP_BYTES: u32 = 16 << 20;

/// Keymap of the seat, which may have several layouts.
pub struct Keyboard {
    text: String,
    table: LookupTable,
    /// All keys, in order of their numbers: the first one that types a symbol is pressed.
    codes: Vec<Keycode>,
    /// Layout in use: the first one, unless [`Self::set_layout`] was called.
    layout: GroupIndex,
    is_plugged_in: bool,
}

impl Keyboard {
    /// Reads the keymap of the compositor at the other end of a connection. Without a keyboard, or with one not used
    /// yet, it is the default keymap of compositors.
    pub fn read_from(connection: &Connection) -> Result<Self, DesktopError> {
        let (globals, mut queue) =
            registry_queue_init::<SeatState>(connection).map_err(to_error)?;
        let handle = queue.handle();
        let seat: WlSeat = globals
            .bind(&handle, 1..=5, ())
            .map_err(|_| DesktopError::NoSeat)?;
        let mut state = SeatState::default();
        queue.roundtrip(&mut state).map_err(to_error)?;
        if state.has_keyboard {
            let keyboard = seat.get_keyboard(&handle, ());
            let reply = queue.roundtrip(&mut state);
            if keyboard.version() >= 3 {
                keyboard.release();
            }
            reply.map_err(to_error)?;
        }
        if let Some((file, size)) = state.keymap {
            return Self::parse(&read_text(file, size)?);
        }
        let keymap = Context::default().keymap_from_names(Vec::new(), None, None, None, None);
        Ok(Self {
            is_plugged_in: state.has_keyboard,
            ..Self::with_text(keymap.format().to_string(), &keymap)
        })
    }

    /// Parses a keymap in the compositor's text format.
    pub fn parse(text: &str) -> Result<Self, DesktopError> {
        let parsed = Context::default().keymap_from_bytes(Vec::new(), None, text);
        let keymap = parsed.map_err(|error| to_error(format!("its keymap: {error}")))?;
        Ok(Self::with_text(text.to_owned(), &keymap))
    }

    fn with_text(text: String, keymap: &Keymap) -> Self {
        let mut codes: Vec<Keycode> = keymap.keys().map(|key| key.keycode()).collect();
        codes.sort_by_key(|code| code.to_x11());
        let table = keymap.to_builder().build_lookup_table();
        Self {
            text,
            table,
            codes,
            layout: GroupIndex::ZERO,
            is_plugged_in: true,
        }
    }

    /// Returns whether the seat has a keyboard. Programs miss the first keys of the first keyboard they meet.
    pub fn is_plugged_in(&self) -> bool {
        self.is_plugged_in
    }

    /// Sets the layout that the compositor uses, by its index.
    pub(super) fn set_layout(&mut self, index: u32) {
        self.layout = GroupIndex(index);
    }

    /// Keymap in text format, for a virtual keyboard.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the codes of the kernel (evdev) to press for `key`. Fails with [`DesktopError::NoSuchKey`].
    pub fn stroke(&self, key: Key) -> Result<KeyStroke, DesktopError> {
        KeyStroke::find(key, |symbol, shifted| self.find(symbol, shifted))
    }

    /// Finds the first key that types exactly this symbol, with shift or without.
    fn find(&self, symbol: u32, shifted: bool) -> Option<u32> {
        let target = Keysym(symbol);
        let modifiers = match shifted {
            true => ModifierMask::SHIFT,
            false => ModifierMask::NONE,
        };
        // A character may have a named symbol besides the one made from its number.
        let is_target = |typed: Keysym| {
            typed == target || typed.char().is_some_and(|it| target.char() == Some(it))
        };
        let types_target = |code: &&Keycode| {
            let typed = self.table.lookup(self.layout, modifiers, **code);
            let mut typed = typed.into_iter();
            let first = typed.next();
            first.is_some_and(|first| is_target(first.keysym())) && typed.next().is_none()
        };
        let code = self.codes.iter().find(types_target)?;
        // X11 numbers keys from 8 on, the kernel from 0.
        code.to_x11().checked_sub(8)
    }
}

#[derive(Default)]
struct SeatState {
    has_keyboard: bool,
    keymap: Option<(OwnedFd, u32)>,
}

on_events!(SeatState, WlSeat, (), |state, _, event, _, _| {
    if let wl_seat::Event::Capabilities {
        capabilities: WEnum::Value(capabilities),
    } = event
    {
        state.has_keyboard = capabilities.contains(Capability::Keyboard);
    }
});

on_events!(SeatState, WlKeyboard, (), |state, _, event, _, _| {
    if let wl_keyboard::Event::Keymap {
        format: WEnum::Value(KeymapFormat::XkbV1),
        fd,
        size,
    } = event
    {
        state.keymap = Some((fd, size));
    }
});

// Globals added or removed later do not matter.
on_events!(SeatState, WlRegistry, GlobalListContents);

/// Reads a text the compositor shares in a file, without the terminating zero.
fn read_text(file: OwnedFd, size: u32) -> Result<String, DesktopError> {
    if size > MAX_KEYMAP_BYTES {
        return Err(to_error(format!("a keymap of {size} bytes")));
    }
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
    // By position, as other programs read the same file.
    File::from(file)
        .read_exact_at(&mut bytes, 0)
        .map_err(to_error)?;
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(String::from_utf8_lossy(text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Part of a German layout: z and y are swapped.
    const GERMAN: &str = r#"xkb_keymap {
        xkb_keycodes {
            <AD06> = 29; <AB01> = 52; <AE02> = 11; <AC11> = 48; <LFSH> = 50; <UP> = 111;
        };
        xkb_types {
            type "ONE_LEVEL" { modifiers = None; };
            type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; };
            type "ALPHABETIC" {
                modifiers = Shift + Lock;
                map[Shift] = Level2;
                map[Lock] = Level2;
            };
        };
        xkb_compat {};
        xkb_symbols {
            key <AD06> { [ z, Z ] };
            key <AB01> { [ y, Y ] };
            key <AE02> { [ 2, quotedbl ] };
            key <AC11> { [ adiaeresis, Adiaeresis ] };
            key <LFSH> { [ Shift_L ] };
            key <UP> { [ Up ] };
        };
    };"#;

    #[test]
    fn keys_are_found_by_what_they_type_in_this_layout() {
        let keyboard = Keyboard::parse(GERMAN).expect("is a keymap");
        let stroke = |key| keyboard.stroke(key);
        let plain = |code| Ok(KeyStroke { code, shift: None });
        // The keys with these codes type y and z in the US layout.
        assert_eq!(stroke(Key::Char('z')), plain(21));
        assert_eq!(stroke(Key::Char('y')), plain(44));
        assert_eq!(stroke(Key::Char('ä')), plain(40));
        assert_eq!(stroke(Key::Up), plain(103));
        let shift = Some(42);
        assert_eq!(stroke(Key::Char('"')), Ok(KeyStroke { code: 3, shift }));
        let missing = Key::Char('q');
        assert_eq!(stroke(missing), Err(DesktopError::NoSuchKey(missing)));
    }

    #[test]
    fn invalid_keymaps_are_errors() {
        let parsed = Keyboard::parse("xkb_keymap { nonsense");
        assert!(matches!(parsed, Err(DesktopError::Unexpected(_))));
    }
}
