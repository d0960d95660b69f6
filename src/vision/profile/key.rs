//! Keys of a keyboard with their names in profiles.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::form::as_text;

/// A key: one character (`"q"`, `"5"`) or a name (`"enter"`, `"space"`, `"keypad 7"`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Key {
    /// The key that types this character.
    Char(char),
    Space,
    Enter,
    Tab,
    Escape,
    Backspace,
    Delete,
    Shift,
    Control,
    /// Alt, the left one.
    Alt,
    Up,
    Down,
    Left,
    Right,
    /// F1 to F12.
    Function(u8),
    /// Digit key of the numeric keypad, with Num Lock on or off.
    Keypad(u8),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("‘{0}’ is not a key: expected one character, ‘f1’ to ‘f12’, ‘keypad 0’ to ‘keypad 9’, or one of {names}; with others held down, as ‘ctrl+n’", names = names())]
pub struct KeyNameError(String);

impl KeyNameError {
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

const NAMED: [(&str, Key); 13] = [
    ("space", Key::Space),
    ("enter", Key::Enter),
    ("tab", Key::Tab),
    ("escape", Key::Escape),
    ("backspace", Key::Backspace),
    ("delete", Key::Delete),
    ("shift", Key::Shift),
    ("control", Key::Control),
    ("alt", Key::Alt),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
];

fn names() -> String {
    NAMED.map(|(name, _)| name).join(", ")
}

impl FromStr for Key {
    type Err = KeyNameError;

    fn from_str(text: &str) -> Result<Self, KeyNameError> {
        let small = text.to_ascii_lowercase();
        if let Some((_, key)) = NAMED.iter().find(|(name, _)| *name == small) {
            return Ok(*key);
        }
        let mut characters = text.chars();
        if let (Some(one), None) = (characters.next(), characters.next())
            && !one.is_control()
        {
            return Ok(match one {
                ' ' => Self::Space,
                one => Self::Char(one),
            });
        }
        let number = |start| small.strip_prefix(start)?.parse().ok();
        match (number("f"), number("keypad ")) {
            (Some(number @ 1..=12), _) => Ok(Self::Function(number)),
            (_, Some(digit @ 0..=9)) => Ok(Self::Keypad(digit)),
            _ => Err(KeyNameError(text.to_owned())),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(character) => write!(f, "{character}"),
            Self::Function(number) => write!(f, "f{number}"),
            Self::Keypad(digit) => write!(f, "keypad {digit}"),
            named => {
                let name = NAMED.iter().find(|(_, key)| key == named);
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

as_text!(Key, KeyNameError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_name_that_reads_back() {
        let mut keys: Vec<_> = NAMED.iter().map(|(_, key)| *key).collect();
        keys.extend([Key::Char('q'), Key::Char('ß'), Key::Char('f')]);
        keys.extend((1..=12).map(Key::Function));
        keys.extend((0..=9).map(Key::Keypad));
        for key in keys {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        assert_eq!(" ".parse(), Ok(Key::Space));
        for wrong in ["", "f0", "f13", "keypad 10", "keypad", "Enter ", "qq", "\n"] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong:?}");
        }
    }
}
