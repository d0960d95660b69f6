//! Mapping from key symbols to key codes.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use crate::desktop::DesktopError;
use crate::desktop::keysyms::KeyStroke;
use crate::vision::Key;

pub(super) struct X11Keymap {
    /// The lowest key code.
    first: u8,
    /// Number of symbols of a key, one per level.
    width: usize,
    /// Symbols of each key from `first` on, one after the other.
    symbols: Vec<u32>,
}

impl X11Keymap {
    pub(super) fn read(conn: &RustConnection) -> Result<Self, DesktopError> {
        let (first, last) = (conn.setup().min_keycode, conn.setup().max_keycode);
        let count = last.saturating_sub(first).saturating_add(1);
        let mapping = conn.get_keyboard_mapping(first, count)?.reply()?;
        Ok(Self {
            first,
            width: mapping.keysyms_per_keycode.max(1).into(),
            symbols: mapping.keysyms,
        })
    }

    /// Codes of all keys with one of these symbols at any level.
    pub(super) fn codes(&self, symbols: &[u32]) -> Vec<u8> {
        let rows = self.symbols.chunks(self.width).enumerate();
        rows.filter(|(_, row)| row.iter().any(|symbol| symbols.contains(symbol)))
            .filter_map(|(row, _)| self.first.checked_add(u8::try_from(row).ok()?))
            .collect()
    }

    /// Codes that type a key. Fails with [`DesktopError::NoSuchKey`] if the keyboard layout lacks it.
    pub(super) fn stroke(&self, key: Key) -> Result<KeyStroke, DesktopError> {
        KeyStroke::find(key, |symbol, shifted| {
            let mut rows = self.symbols.chunks(self.width);
            let level = usize::from(shifted);
            let row = rows.position(|row| row.get(level) == Some(&symbol))?;
            Some(u32::from(self.first) + u32::try_from(row).ok()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::desktop::keysyms::SHIFT_L;

    use super::*;

    fn keymap() -> X11Keymap {
        // Codes 8 to 10: q Q, 2 quotation mark, shift.
        X11Keymap {
            first: 8,
            width: 2,
            symbols: vec![0x71, 0x51, 0x32, 0x22, SHIFT_L, 0],
        }
    }

    #[test]
    fn keys_are_found_by_what_they_type_with_shift_where_needed() {
        let stroke = |key| keymap().stroke(key);
        let codes = |key| stroke(key).map(|stroke| (stroke.code, stroke.shift));
        assert_eq!(codes(Key::Char('q')), Ok((8, None)));
        assert_eq!(codes(Key::Char('"')), Ok((9, Some(10))));
        let missing = stroke(Key::Char('ß'));
        assert_eq!(missing, Err(DesktopError::NoSuchKey(Key::Char('ß'))));
    }
}
