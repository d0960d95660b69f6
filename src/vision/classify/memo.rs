//! Results remembered by the pixels that they depend on.

use std::cell::RefCell;
use std::collections::HashMap;

/// Number of remembered results at which they are forgotten.
const MAX_RESULTS: usize = 1 << 16;

/// Results by the fingerprints of the pixels that they depend on.
pub(super) struct Memo<T>(RefCell<HashMap<u64, T>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Copy> Memo<T> {
    pub(super) fn get_or(&self, fingerprint: u64, compute: impl FnOnce() -> T) -> T {
        let known = self.0.borrow().get(&fingerprint).copied();
        known.unwrap_or_else(|| {
            let result = compute();
            let mut results = self.0.borrow_mut();
            if results.len() >= MAX_RESULTS {
                results.clear();
            }
            results.insert(fingerprint, result);
            result
        })
    }
}
