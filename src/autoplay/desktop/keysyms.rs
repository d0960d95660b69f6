//! Key symbols common to X11 and Wayland, and the keys that type them.

use crate::vision::Key;

use super::traits::DesktopError;

pub(super) const SHIFT_L: u32 = 0xffe1;
pub(super) const CONTROL: [u32; 2] = [0xffe3, 0xffe4];
pub(super) const ALT: [u32; 2] = [0xffe9, 0xffea];
pub(super) const END: u32 = 0xff57;
pub(super) const PAUSE: [u32; 2] = [0xff13, 0xff6b];

/// Codes of the keys to press for a key: the server's on X11, the kernel's (evdev) on Wayland.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyStroke {
    pub code: u32,
    /// Code of the shift key, if it must be held.
    pub shift: Option<u32>,
}

impl KeyStroke {
    /// Finds the keys for `key`; `find` returns the code of a key that types a symbol, with shift or without. Fails
    /// with [`DesktopError::NoSuchKey`].
    pub(super) fn find(
        key: Key,
        find: impl Fn(u32, bool) -> Option<u32>,
    ) -> Result<Self, DesktopError> {
        for symbol in symbols(key) {
            if let Some(code) = find(symbol, false) {
                return Ok(Self { code, shift: None });
            }
            if let Some(code) = find(symbol, true)
                && let Some(shift) = find(SHIFT_L, false)
            {
                let shift = Some(shift);
                return Ok(Self { code, shift });
            }
        }
        Err(DesktopError::NoSuchKey(key))
    }
}

/// Symbols of a key, the most likely first.
fn symbols(key: Key) -> Vec<u32> {
    match key {
        Key::Char(character) => {
            let code = u32::from(character);
            // The first 256 characters are their own symbols; others have a bit set.
            let bit = if code < 0x100 { 0 } else { 0x0100_0000 };
            vec![code | bit]
        }
        Key::Space => vec![0x20],
        Key::Enter => vec![0xff0d],
        Key::Tab => vec![0xff09],
        Key::Escape => vec![0xff1b],
        Key::Backspace => vec![0xff08],
        Key::Delete => vec![0xffff],
        Key::Shift => vec![SHIFT_L],
        Key::Control => CONTROL.to_vec(),
        Key::Alt => vec![ALT[0]],
        Key::Up => vec![0xff52],
        Key::Down => vec![0xff54],
        Key::Left => vec![0xff51],
        Key::Right => vec![0xff53],
        Key::Function(number) => vec![0xffbd + u32::from(number)],
        // The symbol without Num Lock, which layouts list first, then the digit's.
        Key::Keypad(digit) => {
            const WITHOUT_NUM_LOCK: [u32; 10] = [
                0xff9e, 0xff9c, 0xff99, 0xff9b, 0xff96, 0xff9d, 0xff98, 0xff95, 0xff97, 0xff9a,
            ];
            let digit = digit.min(9);
            vec![
                WITHOUT_NUM_LOCK[usize::from(digit)],
                0xffb0 + u32::from(digit),
            ]
        }
    }
}
