//! Packed states by number (from 0, in order of addition), each stored once: a hash table with linear probing.

use std::borrow::Borrow;

use planwright_game::search::{Budget, Stop};

/// No state: the content of empty slots, and the parent of a root.
pub(crate) const NONE: u32 = u32::MAX;
/// Slots of an empty table, a power of two.
const FIRST_SLOTS: usize = 1024;

/// Packed states, each with the parent and move by which it was first reached, or better.
pub(crate) struct Table {
    /// Words per state.
    words: usize,
    /// All states, one after the other.
    states: Vec<u64>,
    /// Parent and move of each state.
    origins: Vec<(u32, u32)>,
    /// Numbers of the states by hash, or [`NONE`]; a power of two of slots, at most half of them occupied.
    slots: Vec<u32>,
    budget: Budget,
}

/// Hash of a packed state.
fn hash(state: &[u64]) -> u64 {
    // Factors of MurmurHash3's finalizer: states of one game differ in few bits, which must affect all of the slot.
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for word in state {
        hash = (hash ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 32;
    }
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 29
}

impl Table {
    pub fn new(words: usize, budget: &Budget) -> Self {
        Self {
            words,
            states: Vec::new(),
            origins: Vec::new(),
            slots: vec![NONE; FIRST_SLOTS],
            budget: budget.clone(),
        }
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    pub fn words(&self) -> usize {
        self.words
    }

    pub fn state(&self, number: u32) -> &[u64] {
        let start = number as usize * self.words;
        &self.states[start..start + self.words]
    }

    /// Copies states, one after the other.
    pub fn states(&self, numbers: impl IntoIterator<Item = impl Borrow<u32>>) -> Vec<u64> {
        let mut states = Vec::new();
        for number in numbers {
            states.extend_from_slice(self.state(*number.borrow()));
        }
        states
    }

    /// Parent of a state, and the move from there.
    pub fn origin(&self, number: u32) -> (u32, u32) {
        self.origins[number as usize]
    }

    /// Number of a state; `None` if it is not in the table.
    pub fn find(&self, state: &[u64]) -> Option<u32> {
        let number = self.slots[self.slot(state)];
        (number != NONE).then_some(number)
    }

    /// Slot of a state, or the empty one where it belongs.
    fn slot(&self, state: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(state) as usize & mask;
        while self.slots[slot] != NONE && self.state(self.slots[slot]) != state {
            slot = (slot + 1) & mask;
        }
        slot
    }

    pub fn set_origin(&mut self, number: u32, parent: u32, mv: u32) {
        self.origins[number as usize] = (parent, mv);
    }

    /// Adds a state and returns its number if it is new.
    pub fn add(&mut self, state: &[u64], parent: u32, mv: u32) -> Result<Option<u32>, Stop> {
        let (number, is_new) = self.intern(state, (parent, mv))?;
        Ok(is_new.then_some(number))
    }

    /// Number of a state, and whether it is new; then it is added with its origin (parent and move).
    pub fn intern(&mut self, state: &[u64], origin: (u32, u32)) -> Result<(u32, bool), Stop> {
        let slot = self.slot(state);
        if self.slots[slot] != NONE {
            return Ok((self.slots[slot], false));
        }
        let number = self.origins.len() as u32;
        self.slots[slot] = number;
        self.states.extend_from_slice(state);
        self.origins.push(origin);
        if self.origins.len() * 2 > self.slots.len() {
            self.grow()?;
        }
        Ok((number, true))
    }

    fn grow(&mut self) -> Result<(), Stop> {
        let slots = self.slots.len() * 2;
        // 8 bytes for each word and origin, half as much again while vectors double, and 4 for each slot.
        let bytes = (self.states.len() * 12 + self.origins.len() * 12 + slots * 4) as u64;
        self.budget.check_memory(bytes)?;
        if slots > NONE as usize / 2 {
            return Err(Stop::Memory);
        }
        let mut ticker = self.budget.ticker(1 << 16);
        let mut grown = vec![NONE; slots];
        let mask = slots - 1;
        for number in 0..self.origins.len() as u32 {
            ticker.tick()?;
            let mut slot = hash(self.state(number)) as usize & mask;
            while grown[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            grown[slot] = number;
        }
        self.slots = grown;
        Ok(())
    }

    /// Moves from the root to a state.
    pub fn path(&self, mut number: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        loop {
            let (parent, mv) = self.origin(number);
            if parent == NONE {
                break;
            }
            moves.push(mv);
            number = parent;
        }
        moves.reverse();
        moves
    }
}
