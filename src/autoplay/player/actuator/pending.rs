//! Pending key presses, which may still take effect.
//!
//! A press counted as lost may only be late, as a game may hang for longer than any time-out. But games process keys in
//! the order of presses. So once the effect of one press is observed, every earlier press has either taken effect or
//! never will, independent of time.

use std::collections::VecDeque;

use crate::vision::Chord;

/// Limit of remembered presses. The effect of older ones is not expected any more.
const MAX_PENDING: usize = 256;

/// Presses whose effect has not been observed, the oldest first.
#[derive(Debug, Default)]
pub struct PendingPresses(VecDeque<Chord>);

impl PendingPresses {
    pub fn push(&mut self, key: Chord) {
        self.0.push_back(key);
        if self.0.len() > MAX_PENDING {
            self.0.pop_front();
        }
    }

    /// Removes the `times` oldest presses of a key, whose effect was observed, and all presses before them. If there
    /// are fewer, one of them has counted twice.
    pub fn confirm(&mut self, key: impl Into<Chord>, times: usize) {
        let key = key.into();
        let presses = self.0.iter().enumerate();
        let own = presses.filter(|(_, other)| **other == key);
        if let Some((last, _)) = own.take(times).last() {
            self.0.drain(..=last);
        }
    }

    pub fn count(&self, key: impl Into<Chord>) -> usize {
        let key = key.into();
        self.0.iter().filter(|other| **other == key).count()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all presses, when they cannot take effect any more.
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

    fn pending(keys: &[Key]) -> PendingPresses {
        let mut pending = PendingPresses::default();
        for key in keys {
            pending.push((*key).into());
        }
        pending
    }

    #[test]
    fn an_effect_confirms_all_earlier_presses() {
        let mut all = pending(&[A, A, O]);
        all.confirm(O, 1);
        assert!(all.is_empty());
    }

    #[test]
    fn an_effect_confirms_the_oldest_press_of_its_key() {
        let mut all = pending(&[A, O, A]);
        all.confirm(A, 1);
        assert_eq!((all.count(A), all.count(O)), (1, 1));
        all.confirm(A, 2);
        assert!(all.is_empty(), "one press that counted twice");
    }
}
