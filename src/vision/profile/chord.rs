//! Keys with held modifiers, as controls name them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::form::as_text;
use super::key::{Key, KeyNameError};

/// A key with the modifiers held down: `"n"`, `"ctrl+n"`, `"ctrl+shift+f5"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    /// Held modifiers, in the order of [`MODIFIERS`].
    held: [bool; 3],
    pub key: Key,
}

/// Modifier keys with their short and long names.
const MODIFIERS: [(&str, &str, Key); 3] = [
    ("ctrl", "control", Key::Control),
    ("alt", "alt", Key::Alt),
    ("shift", "shift", Key::Shift),
];

impl Chord {
    /// All keys, in the order in which they are pressed.
    pub fn keys(self) -> impl DoubleEndedIterator<Item = Key> {
        let modifiers = MODIFIERS.into_iter().zip(self.held);
        let held = modifiers.filter_map(|((_, _, key), is_held)| is_held.then_some(key));
        held.chain([self.key])
    }
}

impl From<Key> for Chord {
    fn from(key: Key) -> Self {
        let held = [false; 3];
        Self { held, key }
    }
}

impl FromStr for Chord {
    type Err = KeyNameError;

    fn from_str(text: &str) -> Result<Self, KeyNameError> {
        let (mut rest, mut held) = (text, [false; 3]);
        // A trailing `+` is the key itself.
        while let Some((name, after)) = rest.split_once('+').filter(|(_, after)| !after.is_empty())
        {
            let name = name.trim().to_lowercase();
            let mut modifiers = MODIFIERS.iter();
            let index = modifiers.position(|(short, long, _)| name == *short || name == *long);
            let index = index.ok_or_else(|| KeyNameError::new(text))?;
            (held[index], rest) = (true, after.trim_start());
        }
        if held == [false; 3] {
            return Ok(rest.parse::<Key>()?.into());
        }
        // With modifiers, a capital letter does not imply Shift.
        let key = rest.to_lowercase().parse();
        let key = key.map_err(|_: KeyNameError| KeyNameError::new(text))?;
        Ok(Self { held, key })
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((name, ..), is_held) in MODIFIERS.iter().zip(self.held) {
            if is_held {
                write!(f, "{name}+")?;
            }
        }
        self.key.fmt(f)
    }
}

as_text!(Chord, KeyNameError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chord_has_a_name_that_reads_back() {
        let chord = |text: &str| text.parse::<Chord>().expect("is a chord");
        for name in [
            "n",
            "+",
            "space",
            "ctrl+n",
            "ctrl++",
            "alt+shift+f5",
            "ctrl+alt+shift+keypad 7",
        ] {
            assert_eq!(chord(name).to_string(), name);
        }
        assert_eq!(chord("Ctrl + N"), chord("control+n"));
        let keys: Vec<Key> = chord("shift+Ctrl+right").keys().collect();
        assert_eq!(keys, [Key::Control, Key::Shift, Key::Right]);
        assert_eq!(chord("N"), Key::Char('N').into());
        for wrong in ["", "ctrl+", "hyper+n", "ctrl+nn", "+n", "ctrl+ctrl"] {
            assert!(wrong.parse::<Chord>().is_err(), "{wrong:?}");
        }
    }
}
