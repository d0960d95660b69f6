//! The positions that were seen, shared by the threads of a search.

use std::hash::{Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};

use super::board::Board;

/// Parts of the table, each with a lock of its own, so that threads seldom wait for each other.
const PARTS: usize = 64;
/// Rough memory of a position in the table, besides its lights.
const ENTRY_BYTES: u64 = 48;

#[derive(Default)]
struct Part {
    /// Positions of boards that fit into a number.
    short: FxHashSet<u128>,
    long: FxHashSet<Box<[u8]>>,
}

pub(super) struct Table {
    parts: Vec<Mutex<Part>>,
    bytes: AtomicU64,
}

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            bytes: AtomicU64::new(0),
        }
    }

    /// Puts a position in; `false` if it was there.
    pub fn insert(&self, board: &Board<'_>) -> bool {
        let (code, lights) = board.codes();
        let mut hasher = FxHasher::default();
        match code {
            Some(code) => code.hash(&mut hasher),
            None => lights.hash(&mut hasher),
        }
        // The sets go by the low bits of the same hash.
        let part = (hasher.finish() >> 32) as usize % PARTS;
        let mut part = self.parts[part]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (new, bytes) = match code {
            Some(code) => (part.short.insert(code), 0),
            None if part.long.contains(lights) => (false, 0),
            None => (part.long.insert(lights.into()), lights.len() as u64),
        };
        if new {
            self.bytes.fetch_add(bytes + ENTRY_BYTES, Ordering::Relaxed);
        }
        new
    }

    /// Rough memory of all positions, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}
