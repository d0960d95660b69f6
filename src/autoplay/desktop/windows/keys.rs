//! Mapping from keys to scan codes, which games accept whether they read positions on the keyboard or characters.

use crate::desktop::traits::{DesktopError, WindowId};
use crate::vision::Key;

use super::api::{self, ScanCode};

const SHIFT: ScanCode = 0x2a;
const ALT_GR: ScanCode = 0xe038;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScanStroke {
    pub(super) scan: ScanCode,
    /// Shift or AltGr, if needed.
    pub(super) modifier: Option<ScanCode>,
}

/// Returns the keys to press in the keyboard layout of a window. Only characters depend on the layout; the other keys
/// have fixed scan codes (of set 1).
pub(super) fn stroke(target: WindowId, key: Key) -> Result<ScanStroke, DesktopError> {
    let plain = |scan| ScanStroke {
        scan,
        modifier: None,
    };
    Ok(plain(match key {
        Key::Char(character) => {
            return stroke_for_char(target, character).ok_or(DesktopError::NoSuchKey(key));
        }
        Key::Space => 0x39,
        Key::Enter => 0x1c,
        Key::Tab => 0x0f,
        Key::Escape => 0x01,
        Key::Backspace => 0x0e,
        Key::Delete => 0xe053,
        Key::Shift => SHIFT,
        Key::Control => 0x1d,
        Key::Alt => 0x38,
        Key::Up => 0xe048,
        Key::Down => 0xe050,
        Key::Left => 0xe04b,
        Key::Right => 0xe04d,
        Key::Function(number @ 1..=10) => 0x3a + ScanCode::from(number),
        Key::Function(11) => 0x57,
        Key::Function(12) => 0x58,
        Key::Keypad(0) => 0x52,
        Key::Keypad(digit @ 1..=3) => 0x4e + ScanCode::from(digit),
        Key::Keypad(digit @ 4..=6) => 0x47 + ScanCode::from(digit),
        Key::Keypad(digit @ 7..=9) => 0x40 + ScanCode::from(digit),
        Key::Function(_) | Key::Keypad(_) => return Err(DesktopError::NoSuchKey(key)),
    }))
}

fn stroke_for_char(target: WindowId, character: char) -> Option<ScanStroke> {
    let character = u16::try_from(u32::from(character)).ok()?;
    let (scan, modifiers) = api::key_for_char(target, character)?;
    let modifier = match modifiers {
        0 => None,
        1 => Some(SHIFT),
        // Control and Alt together are AltGr.
        6 => Some(ALT_GR),
        _ => return None,
    };
    Some(ScanStroke { scan, modifier })
}
