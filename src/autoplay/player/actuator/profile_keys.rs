//! Keys used by a profile.

use crate::vision::{GameInput, Key, Profile, StartStep};

/// All keys a profile may press.
pub fn profile_keys(profile: &Profile) -> Vec<Key> {
    let mut keys = Vec::new();
    if let Some(controls) = &profile.controls {
        if let Some(cursor) = &controls.cursor {
            keys.extend([cursor.up, cursor.down, cursor.left, cursor.right]);
        }
        keys.extend(controls.inputs().flat_map(GameInput::keys));
        keys.extend(controls.dialog.iter().flat_map(|chord| chord.keys()));
    }
    for step in profile.start.iter().flat_map(|start| &start.steps) {
        match step {
            StartStep::Press(chord) => keys.extend(chord.keys()),
            StartStep::Type(text) => keys.extend(text.chars().map(typed)),
            _ => {}
        }
    }
    keys
}

/// Returns the key that types a character.
pub fn typed(character: char) -> Key {
    match character {
        ' ' => Key::Space,
        other => Key::Char(other),
    }
}
