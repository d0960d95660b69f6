//! Keys and buttons a desktop has pressed, which must be released however a run ends.

use crate::game::Button;
use crate::vision::Key;

use super::traits::InputDevices;

/// Keys and buttons that are down, with what each key's release needs.
pub struct PressedInputs<S> {
    keys: Vec<(Key, S)>,
    buttons: Vec<Button>,
}

impl<S> Default for PressedInputs<S> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            buttons: Vec::new(),
        }
    }
}

impl<S> PressedInputs<S> {
    /// Adds a key. Called before the key is pressed, so that it is released even if pressing fails halfway.
    pub fn add_key(&mut self, key: Key, stroke: S) {
        self.keys.push((key, stroke));
    }

    /// Removes a key, and returns its stroke. A key may have been added more than once.
    pub fn remove_key(&mut self, key: Key) -> Option<S> {
        let index = self.keys.iter().position(|(pressed, _)| *pressed == key)?;
        Some(self.keys.remove(index).1)
    }

    pub fn keys(&self) -> &[(Key, S)] {
        &self.keys
    }

    pub fn add_button(&mut self, button: Button) {
        self.buttons.push(button);
    }

    /// Removes a button, and returns whether it was pressed.
    pub fn remove_button(&mut self, button: Button) -> bool {
        let before = self.buttons.len();
        self.buttons.retain(|pressed| *pressed != button);
        self.buttons.len() < before
    }

    #[cfg(unix)]
    pub fn has_button(&self) -> bool {
        !self.buttons.is_empty()
    }
}

/// Releases all pressed keys and buttons, when a desktop is dropped.
pub fn release_all<D: InputDevices, S>(desktop: &mut D, inputs: fn(&D) -> &PressedInputs<S>) {
    let keys: Vec<Key> = inputs(desktop).keys().iter().map(|(key, _)| *key).collect();
    for key in keys {
        if let Err(error) = desktop.key_up(key) {
            log::warn!("the key ‘{key}’ could not be released: {error}");
        }
    }
    for button in inputs(desktop).buttons.clone() {
        if let Err(error) = desktop.button_up(button) {
            log::warn!("a pointer button could not be released: {error}");
        }
    }
}
