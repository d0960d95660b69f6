//! Mapping from keys to scan codes. Games that read positions on the keyboard and games that read characters both
//! accept scan codes.

use crate::desktop::world::{WindowId, WorldError};
use crate::vision::Key;

use super::api::{self, Scan};

const SHIFT: Scan = 0x2a;
const ALT_GR: Scan = 0xe038;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    pub(super) scan: Scan,
    /// Shift or AltGr, if needed.
    pub(super) modifier: Option<Scan>,
}

/// Returns the keys to press in the keyboard layout of a window.
pub(super) fn stroke(target: WindowId, key: Key) -> Result<Stroke, WorldError> {
    let plain = |scan| Stroke {
        scan,
        modifier: None,
    };
    Ok(plain(match key {
        Key::Char(character) => {
            return typed(target, character).ok_or(WorldError::NoSuchKey(key));
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
        Key::Function(number @ 1..=10) => 0x3a + Scan::from(number),
        Key::Function(11) => 0x57,
        Key::Function(12) => 0x58,
        Key::Keypad(0) => 0x52,
        Key::Keypad(digit @ 1..=3) => 0x4e + Scan::from(digit),
        Key::Keypad(digit @ 4..=6) => 0x47 + Scan::from(digit),
        Key::Keypad(digit @ 7..=9) => 0x40 + Scan::from(digit),
        Key::Function(_) | Key::Keypad(_) => return Err(WorldError::NoSuchKey(key)),
    }))
}

fn typed(target: WindowId, character: char) -> Option<Stroke> {
    let character = u16::try_from(u32::from(character)).ok()?;
    let (scan, modifiers) = api::typed_by(target, character)?;
    let modifier = match modifiers {
        0 => None,
        1 => Some(SHIFT),
        // Control and Alt together are AltGr.
        6 => Some(ALT_GR),
        _ => return None,
    };
    Some(Stroke { scan, modifier })
}
