//! Known states, and the moves that lead to them.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::walker::{Next, Walker};
use crate::analysis::Targets;

/// Depths above this count as this: 24 bits are left next to an act.
const MAX_DEPTH: u32 = (1 << 24) - 1;

/// Result of a move from a known state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Nothing changes, the turns never end, or the state is pruned.
    Nothing,
    /// The state after the move is unknown.
    Unknown,
    Win,
    Known(usize),
    New(usize),
}

/// The move by which a state was first reached.
#[derive(Clone, Copy, Debug)]
struct FirstMove {
    from: u32,
    /// Depth of the state, and the act in the lowest 8 bits.
    depth_and_act: u32,
}

/// States of equal size, numbered in the order in which they were reached.
pub struct StateTable {
    /// Number of words of a state.
    words: usize,
    /// Number of leading words that identify a state; of equal ones the first is stored.
    key_words: usize,
    /// Words of all states, one after the other.
    all: Vec<u64>,
    first_moves: Vec<FirstMove>,
    /// Hash table with linear probing: number of a state plus one, or 0.
    table: Vec<u32>,
}

impl StateTable {
    pub fn new(first: &[u64], key_words: usize) -> Self {
        let mut states = Self {
            words: first.len(),
            key_words,
            all: Vec::new(),
            first_moves: Vec::new(),
            table: vec![0; 1 << 10],
        };
        states.add(first);
        states
    }

    pub fn len(&self) -> usize {
        self.first_moves.len()
    }

    pub fn state(&self, number: usize) -> &[u64] {
        &self.all[number * self.words..(number + 1) * self.words]
    }

    pub fn bytes(&self) -> u64 {
        (8 * self.all.capacity() + 8 * self.first_moves.capacity() + 4 * self.table.len()) as u64
    }

    /// Number of moves by which a state was first reached.
    pub fn depth(&self, state: usize) -> usize {
        (self.first_moves[state].depth_and_act >> 8) as usize
    }

    /// Moves from a known state and stores the state it leads to. One that `prune` proves lost is not stored.
    pub fn reach(
        &mut self,
        walker: &mut Walker,
        from: usize,
        act: u8,
        prune: Option<&Targets>,
    ) -> Reached {
        match walker.step(self.state(from), act) {
            Next::Unchanged => Reached::Nothing,
            Next::Unknown => Reached::Unknown,
            Next::Won => Reached::Win,
            Next::Moved if prune.is_some_and(|targets| targets.is_lost(&walker.after)) => {
                Reached::Nothing
            }
            Next::Moved => self.insert(&walker.after, from, act, self.depth(from) as u32 + 1),
        }
    }

    /// Adds a state without a move that leads to it, such as the first one.
    pub fn add(&mut self, state: &[u64]) -> Reached {
        self.insert(state, 0, 0, 0)
    }

    fn insert(&mut self, state: &[u64], from: usize, act: u8, depth: u32) -> Reached {
        if 2 * (self.len() + 1) > self.table.len() {
            self.grow();
        }
        let index = self.table_index(state);
        if let Some(known) = self.table[index].checked_sub(1) {
            return Reached::Known(known as usize);
        }
        self.all.extend_from_slice(state);
        self.first_moves.push(FirstMove {
            from: from as u32,
            depth_and_act: depth.min(MAX_DEPTH) << 8 | u32::from(act),
        });
        self.table[index] = self.len() as u32;
        Reached::New(self.len() - 1)
    }

    /// Number of a state; `None` if it is unknown.
    pub fn find(&self, state: &[u64]) -> Option<usize> {
        let number = self.table[self.table_index(state)].checked_sub(1)?;
        Some(number as usize)
    }

    /// Acts that lead to a state, followed by `last`.
    pub fn path(&self, state: usize, last: Option<u8>) -> Vec<u8> {
        let mut acts: Vec<u8> = last.into_iter().collect();
        let mut at = state;
        while at > 0 {
            let first = self.first_moves[at];
            acts.push(first.depth_and_act as u8);
            at = first.from as usize;
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
