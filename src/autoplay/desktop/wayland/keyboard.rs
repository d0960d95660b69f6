//! Mapping from key symbols to physical keys, by the compositor's keymap.
//!
//! Compositors take key codes, not symbols. Every program receives the keymap when it requests the keyboard, whichever
//! window has the focus.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;

use kbvm::lookup::LookupTable;
use kbvm::xkb::{Context, Keymap};
use kbvm::{GroupIndex, Keycode, Keysym, ModifierMask};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_keyboard::{self, KeymapFormat, WlKeyboard};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, Capability, WlSeat};
use wayland_client::{Connection, Dispatch, Proxy as _, QueueHandle, WEnum};

use crate::desktop::keysyms::{SHIFT_L, symbols};
use crate::desktop::world::WorldError;
use crate::vision::Key;

/// Limit of a keymap. Real ones have about 70,000 bytes.
const LONGEST: u32 = 16 << 20;

/// Key codes of the kernel (evdev) to press for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The key.
    pub code: u32,
    /// Code of the shift key, if needed.
    pub shift: Option<u32>,
}

/// Keyboard layout; the first one, if the user has several.
pub struct Keyboard {
    text: String,
    table: LookupTable,
    codes: Vec<Keycode>,
    is_plugged_in: bool,
}

impl Keyboard {
    /// Reads the keymap of the compositor named by `WAYLAND_DISPLAY`.
    ///
    /// # Errors
    /// [`WorldError::NoDisplay`] without a compositor; [`WorldError::Desktop`] if its keymap cannot be read.
    pub fn read() -> Result<Self, WorldError> {
        let connection = Connection::connect_to_env()
            .map_err(|error| WorldError::NoDisplay(error.to_string()))?;
        Self::read_from(&connection)
    }

    /// Reads the keymap of the compositor at the other end of a connection. Without a keyboard, or with one not used
    /// yet, it is the default keymap of compositors.
    ///
    /// # Errors
    /// The same as [`Keyboard::read`].
    pub fn read_from(connection: &Connection) -> Result<Self, WorldError> {
        let (globals, mut queue) =
            registry_queue_init::<Told>(connection).map_err(|error| refused(&error))?;
        let handle = queue.handle();
        let seat: WlSeat = globals
            .bind(&handle, 1..=5, ())
            .map_err(|_| WorldError::NoSeat)?;
        let mut told = Told::default();
        queue
            .roundtrip(&mut told)
            .map_err(|error| refused(&error))?;
        if told.has_keyboard {
            let keyboard = seat.get_keyboard(&handle, ());
            let heard = queue.roundtrip(&mut told);
            if keyboard.version() >= 3 {
                keyboard.release();
            }
            heard.map_err(|error| refused(&error))?;
        }
        if let Some((file, size)) = told.keymap {
            return Self::parse(&contents(file, size)?);
        }
        let keymap = Context::default().keymap_from_names(Vec::new(), None, None, None, None);
        Ok(Self {
            is_plugged_in: told.has_keyboard,
            ..Self::with_text(keymap.format().to_string(), &keymap)
        })
    }

    /// Parses a keymap in the compositor's text format.
    ///
    /// # Errors
    /// [`WorldError::Desktop`] if it is invalid.
    pub fn parse(text: &str) -> Result<Self, WorldError> {
        let read = Context::default().keymap_from_bytes(Vec::new(), None, text);
        let keymap = read.map_err(|error| WorldError::Desktop(format!("its keymap: {error}")))?;
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
            is_plugged_in: true,
        }
    }

    /// Returns whether the seat has a keyboard. Programs miss the first keys of the first keyboard they meet.
    pub fn is_plugged_in(&self) -> bool {
        self.is_plugged_in
    }

    /// Keymap in text format, for a virtual keyboard.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the keys to press for `key`.
    ///
    /// # Errors
    /// [`WorldError::NoSuchKey`].
    pub fn stroke(&self, key: Key) -> Result<Stroke, WorldError> {
        for symbol in symbols(key) {
            if let Some(code) = self.find(symbol, ModifierMask::NONE) {
                return Ok(Stroke { code, shift: None });
            }
            if let Some(code) = self.find(symbol, ModifierMask::SHIFT)
                && let Some(shift) = self.find(SHIFT_L, ModifierMask::NONE)
            {
                let shift = Some(shift);
                return Ok(Stroke { code, shift });
            }
        }
        Err(WorldError::NoSuchKey(key))
    }

    /// Finds the first key that types exactly this symbol while these modifiers are held.
    fn find(&self, symbol: u32, held: ModifierMask) -> Option<u32> {
        let wanted = Keysym(symbol);
        // A character may have a named symbol besides the one made from its number.
        let is_it = |typed: Keysym| {
            typed == wanted
                || typed
                    .char()
                    .is_some_and(|typed| wanted.char() == Some(typed))
        };
        let types = |code: &&Keycode| {
            let mut typed = self
                .table
                .lookup(GroupIndex::ZERO, held, **code)
                .into_iter();
            let first = typed.next();
            first.is_some_and(|first| is_it(first.keysym())) && typed.next().is_none()
        };
        let code = self.codes.iter().find(types)?;
        code.to_x11().checked_sub(8)
    }
}

#[derive(Default)]
struct Told {
    has_keyboard: bool,
    keymap: Option<(OwnedFd, u32)>,
}

impl Dispatch<WlSeat, ()> for Told {
    fn event(
        told: &mut Self,
        _: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_seat::Event::Capabilities {
            capabilities: WEnum::Value(capabilities),
        } = event
        {
            told.has_keyboard = capabilities.contains(Capability::Keyboard);
        }
    }
}

impl Dispatch<WlKeyboard, ()> for Told {
    fn event(
        told: &mut Self,
        _: &WlKeyboard,
        event: wl_keyboard::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_keyboard::Event::Keymap {
            format: WEnum::Value(KeymapFormat::XkbV1),
            fd,
            size,
        } = event
        {
            told.keymap = Some((fd, size));
        }
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for Told {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

/// Reads a text the compositor shares in a file, without the terminating zero.
fn contents(file: OwnedFd, size: u32) -> Result<String, WorldError> {
    if size > LONGEST {
        return Err(WorldError::Desktop(format!("a keymap of {size} bytes")));
    }
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
    // By position, as other programs read the same file.
    File::from(file)
        .read_exact_at(&mut bytes, 0)
        .map_err(|error| refused(&error))?;
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(String::from_utf8_lossy(text).into_owned())
}

fn refused(error: &dyn std::fmt::Display) -> WorldError {
    WorldError::Desktop(error.to_string())
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
    fn a_key_is_the_one_that_types_it_in_this_layout() {
        let keyboard = Keyboard::parse(GERMAN).expect("is a keymap");
        let stroke = |key| keyboard.stroke(key);
        let plain = |code| Ok(Stroke { code, shift: None });
        // The keys with these codes type y and z in the US layout.
        assert_eq!(stroke(Key::Char('z')), plain(21));
        assert_eq!(stroke(Key::Char('y')), plain(44));
        assert_eq!(stroke(Key::Char('ä')), plain(40));
        assert_eq!(stroke(Key::Up), plain(103));
        let shift = Some(42);
        assert_eq!(stroke(Key::Char('"')), Ok(Stroke { code: 3, shift }));
        let missing = Key::Char('q');
        assert_eq!(stroke(missing), Err(WorldError::NoSuchKey(missing)));
    }

    #[test]
    fn what_is_no_keymap_is_told() {
        let read = Keyboard::parse("xkb_keymap { nonsense");
        assert!(matches!(read, Err(WorldError::Desktop(_))));
    }
}
