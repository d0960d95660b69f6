//! Storage of known states.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

/// States of equal size, with hash index, predecessor and act.
pub struct StateTable {
    words: usize,
    /// Number of leading words that identify a state; of equal ones the first is stored.
    key_words: usize,
    all: Vec<u64>,
    predecessors: Vec<(u32, u8)>,
    /// Hash table with linear probing: number of a state plus one, or 0.
    table: Vec<u32>,
}

impl StateTable {
    pub fn new(first: &[u64], key_words: usize) -> Self {
        let mut states = Self {
            words: first.len(),
            key_words,
            all: Vec::new(),
            predecessors: Vec::new(),
            table: vec![0; 1 << 10],
        };
        states.add(first, (0, 0));
        states
    }

    pub fn len(&self) -> usize {
        self.predecessors.len()
    }

    pub fn state(&self, number: usize) -> &[u64] {
        &self.all[number * self.words..(number + 1) * self.words]
    }

    pub fn bytes(&self) -> u64 {
        (8 * self.all.capacity() + 8 * self.predecessors.capacity() + 4 * self.table.len()) as u64
    }

    /// Adds a state with its predecessor and act; returns its number, or `None` if it is known.
    pub fn add(&mut self, state: &[u64], from: (u32, u8)) -> Option<usize> {
        if 2 * (self.len() + 1) > self.table.len() {
            self.grow();
        }
        let index = self.table_index(state);
        if self.table[index] != 0 {
            return None;
        }
        self.all.extend_from_slice(state);
        self.predecessors.push(from);
        self.table[index] = self.predecessors.len() as u32;
        Some(self.predecessors.len() - 1)
    }

    pub fn find(&self, state: &[u64]) -> Option<usize> {
        let number = self.table[self.table_index(state)].checked_sub(1)?;
        Some(number as usize)
    }

    /// Acts that lead to a state, followed by `last`.
    pub fn path(&self, state: usize, last: Option<u8>) -> Vec<u8> {
        let mut acts: Vec<u8> = last.into_iter().collect();
        let mut at = state;
        while at > 0 {
            let (from, act) = self.predecessors[at];
            acts.push(act);
            at = from as usize;
        }
        acts.reverse();
        acts
    }

    /// Table index of a state, or of the free entry for it.
    fn table_index(&self, state: &[u64]) -> usize {
        let mut hasher = FxHasher::default();
        let state = &state[..self.key_words];
        state.iter().for_each(|word| hasher.write_u64(*word));
        let mut index = hasher.finish() as usize & (self.table.len() - 1);
        while let Some(number) = self.table[index].checked_sub(1) {
            if self.state(number as usize)[..self.key_words] == *state {
                break;
            }
            index = (index + 1) & (self.table.len() - 1);
        }
        index
    }

    fn grow(&mut self) {
        self.table = vec![0; 2 * self.table.len()];
        for number in 0..self.len() {
            let index = self.table_index(self.state(number));
            self.table[index] = number as u32 + 1;
        }
    }
}
