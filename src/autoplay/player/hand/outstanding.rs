//! Key presses that may still take effect.
//!
//! A press that was called lost may only be late: a game may hang, or its picture lag behind, for
//! longer than any time-out. But a game takes its keys in the order in which they were pressed. So
//! once the effect of one press is seen, every earlier press has taken effect or never will,
//! however slow the machine is. No time has to be guessed.

use std::collections::VecDeque;

use crate::vision::Chord;

/// Only so many are remembered: the effect of an older press will not come any more.
const MOST: usize = 256;

/// Presses whose effect has not been seen, the oldest first.
#[derive(Debug, Default)]
pub struct Outstanding(VecDeque<Chord>);

impl Outstanding {
    /// A key was pressed.
    pub fn pressed(&mut self, key: Chord) {
        self.0.push_back(key);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    /// The effect of so many presses of a key was seen: at least its oldest presses and all those
    /// before them are settled. A press that counted twice stands for both.
    pub fn seen(&mut self, key: impl Into<Chord>, times: usize) {
        let key = key.into();
        let of_key = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, other)| **other == key);
        if let Some((last, _)) = of_key.take(times).last() {
            self.0.drain(..=last);
        }
    }

    /// How many presses of a key there are.
    pub fn count(&self, key: impl Into<Chord>) -> usize {
        let key = key.into();
        self.0.iter().filter(|other| **other == key).count()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// No earlier press will take effect any more.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Key;

    const A: Key = Key::Char('a');
    const O: Key = Key::Char('o');

    fn outstanding(keys: &[Key]) -> Outstanding {
        let mut outstanding = Outstanding::default();
        for key in keys {
            outstanding.pressed((*key).into());
        }
        outstanding
    }

    #[test]
    fn a_seen_effect_settles_all_earlier_presses() {
        let mut all = outstanding(&[A, A, O]);
        all.seen(O, 1);
        assert!(all.is_empty());
    }

    #[test]
    fn a_seen_effect_settles_the_oldest_press_of_its_key() {
        let mut all = outstanding(&[A, O, A]);
        all.seen(A, 1);
        assert_eq!((all.count(A), all.count(O)), (1, 1));
        all.seen(A, 2);
        assert!(all.is_empty(), "one press that counted twice");
    }
}
