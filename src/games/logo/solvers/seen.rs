//! The boards that a search has seen.

use rustc_hash::FxHashSet;

/// The boards seen, in many small tables: one large one would take its time to grow and to be
/// given back, and not hear a call to stop meanwhile.
pub(super) struct Seen {
    tables: Vec<FxHashSet<Box<[u8]>>>,
    number: u64,
    bytes_each: u64,
}

impl Seen {
    /// None yet; a board is `bytes` long.
    pub(super) fn new(bytes: usize) -> Self {
        // The words and what the allocator adds; a slot in a table, and another half one that is
        // empty or about to be copied from.
        let bytes_each = bytes + 16 + size_of::<Box<[u8]>>() * 2;
        Self {
            tables: vec![FxHashSet::default(); 256],
            number: 0,
            bytes_each: bytes_each as u64,
        }
    }

    pub(super) fn insert(&mut self, board: &[u8]) -> bool {
        let folded = board
            .iter()
            .fold(0, |hash: u64, byte| hash.rotate_left(7) ^ u64::from(*byte));
        let table = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize;
        let new = self.tables[table].insert(board.into());
        self.number += u64::from(new);
        new
    }

    pub(super) fn bytes(&self) -> u64 {
        self.number * self.bytes_each
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        if self.number > 100_000 {
            let tables = std::mem::take(&mut self.tables);
            // Nobody waits for it; should there be no thread, it is dropped here.
            let _ = std::thread::Builder::new().spawn(move || drop(tables));
        }
    }
}
