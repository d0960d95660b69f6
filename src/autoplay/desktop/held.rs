//! Keys and buttons a desktop has pressed, which must be released however a run ends.

use crate::game::Button;
use crate::vision::Key;

use super::world::Input;

/// Keys and buttons that are down, with what each key's release needs.
pub struct Held<S> {
    keys: Vec<(Key, S)>,
    buttons: Vec<Button>,
}

impl<S> Default for Held<S> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            buttons: Vec::new(),
        }
    }
}

impl<S> Held<S> {
    /// Adds a key. Called before the key is pressed, so that it is released even if pressing fails halfway.
    pub fn note(&mut self, key: Key, stroke: S) {
        self.keys.push((key, stroke));
    }

    /// Removes a key, and returns its strokes. A key may have been added more than once.
    pub fn take(&mut self, key: Key) -> Option<S> {
        let index = self.keys.iter().position(|(held, _)| *held == key)?;
        Some(self.keys.remove(index).1)
    }

    /// Keys that are down.
    pub fn keys(&self) -> &[(Key, S)] {
        &self.keys
    }

    /// Adds a button.
    pub fn note_button(&mut self, button: Button) {
        self.buttons.push(button);
    }

    /// Removes a button.
    pub fn strike_button(&mut self, button: Button) {
        self.buttons.retain(|held| *held != button);
    }

    /// Returns whether a button is down.
    #[cfg(unix)]
    pub fn has_button(&self) -> bool {
        !self.buttons.is_empty()
    }
}

/// Releases all pressed keys and buttons, when a desktop is dropped.
pub fn let_up<D: Input, S>(desktop: &mut D, held: fn(&D) -> &Held<S>) {
    let keys: Vec<Key> = held(desktop).keys().iter().map(|(key, _)| *key).collect();
    for key in keys {
        if let Err(error) = desktop.key_up(key) {
            log::warn!("the key ‘{key}’ could not be released: {error}");
        }
    }
    for button in held(desktop).buttons.clone() {
        if let Err(error) = desktop.button_up(button) {
            log::warn!("a pointer button could not be released: {error}");
        }
    }
}
