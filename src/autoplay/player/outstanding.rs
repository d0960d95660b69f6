//! Which key presses may still take effect.
//!
//! A press that was called lost may only be late: the game may hang, or its picture lag behind, for
//! longer than any time-out. But a game takes its keys in the order in which they were pressed. So
//! as soon as the effect of one is seen, all that were pressed before it have come or never will,
//! however slow the machine is; no time has to be guessed.

use std::collections::VecDeque;

use crate::vision::Key;

/// More than that are not told apart: nobody waits for the first of them any more.
const MOST: usize = 256;

/// Presses whose effect has not been seen, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Outstanding(VecDeque<Key>);

impl Outstanding {
    /// A key was pressed.
    pub(super) fn pressed(&mut self, key: Key) {
        self.0.push_back(key);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    /// An effect of so many presses of a key was seen. They are at least the oldest ones of it, so
    /// all up to the last of these are done with; a press that counted twice stands for both.
    pub(super) fn came(&mut self, key: Key, times: usize) {
        let of_key = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, other)| **other == key);
        if let Some((last, _)) = of_key.take(times).last() {
            self.0.drain(..=last);
        }
    }

    /// How often a key is among them.
    pub(super) fn count(&self, key: Key) -> usize {
        self.0.iter().filter(|other| **other == key).count()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All are done with.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Key = Key::Char('a');
    const O: Key = Key::Char('o');

    fn outstanding(keys: &[Key]) -> Outstanding {
        let mut outstanding = Outstanding::default();
        for key in keys {
            outstanding.pressed(*key);
        }
        outstanding
    }

    #[test]
    fn an_effect_that_is_seen_accounts_for_all_that_was_pressed_before_it() {
        let mut all = outstanding(&[A, A, O]);
        all.came(O, 1);
        assert!(all.is_empty());
    }

    #[test]
    fn the_oldest_press_of_a_key_is_the_one_that_is_known_to_have_come() {
        let mut all = outstanding(&[A, O, A]);
        all.came(A, 1);
        assert_eq!((all.count(A), all.count(O)), (1, 1));
        all.came(A, 2);
        assert!(all.is_empty(), "one press that counted twice");
    }
}
