//! Novelty of states: single facts and pairs of facts never observed before in states of the same class.
//!
//! After Lipovetzky and Geffner, ‘Best-First Width Search’ (AAAI 2017); the classes are heuristic distances to a win.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use super::super::compile::Bits;

/// Facts observed so far. A fact is an object that entered or left a cell since the start.
pub struct Novelty {
    /// Objects of each cell at the start, as bits.
    start: Box<[u64]>,
    /// Facts observed in each class, as bits.
    single: FxHashMap<u32, Box<[u64]>>,
    /// Hashes of observed pairs as bits; collisions make new pairs look observed, which only changes the order.
    pairs: Vec<u64>,
    /// Facts that the last step made; reusable buffer.
    added: Vec<u32>,
    /// All facts of the state; reusable buffer.
    facts: Vec<u32>,
}

/// Bits of a pair's hash: the set of pairs takes 16 MiB.
const PAIR_HASH_BITS: u32 = 27;
/// States with more pairs are not checked for new ones, so that a check costs about as much as a turn.
const MAX_PAIRS: usize = 2_000;

impl Novelty {
    pub fn new(start: &[u64]) -> Self {
        Self {
            start: start.into(),
            single: FxHashMap::default(),
            pairs: Vec::new(),
            added: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Returns 0 if a fact is new in its class, 1 if a pair of facts is, otherwise 2, and records the facts.
    pub fn observe(&mut self, class: u32, from: &[u64], state: &[u64]) -> u8 {
        let none = || vec![0; self.start.len()].into_boxed_slice();
        let observed = self.single.entry(class).or_insert_with(none);
        let mut new = 0;
        for ((observed, word), start) in observed.iter_mut().zip(state).zip(&self.start) {
            let facts = word ^ start;
            new |= facts & !*observed;
            *observed |= facts;
        }
        match (new != 0, self.observe_pair(class, from, state)) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    }

    /// Returns whether a pair of a fact that the step made and another is new.
    fn observe_pair(&mut self, class: u32, from: &[u64], state: &[u64]) -> bool {
        if self.pairs.is_empty() {
            // 64, or 2⁶, bits per word.
            self.pairs = vec![0; 1 << (PAIR_HASH_BITS - 6)];
        }
        self.added.clear();
        self.facts.clear();
        for (index, ((word, from), start)) in state.iter().zip(from).zip(&self.start).enumerate() {
            let facts = word ^ start;
            self.facts.extend(fact_numbers(index, facts));
            let added = facts & (word ^ from);
            self.added.extend(fact_numbers(index, added));
        }
        if self.added.len() * self.facts.len() > MAX_PAIRS {
            return false;
        }
        let mut new = false;
        for one in &self.added {
            for other in &self.facts {
                let mut hasher = FxHasher::default();
                hasher.write_u32(class);
                hasher.write_u64(u64::from(*one.min(other)) << 32 | u64::from(*one.max(other)));
                let hash = hasher.finish() & ((1 << PAIR_HASH_BITS) - 1);
                let word = &mut self.pairs[(hash >> 6) as usize];
                new |= *word >> (hash & 63) & 1 == 0;
                *word |= 1 << (hash & 63);
            }
        }
        new
    }

    pub fn bytes(&self) -> u64 {
        // 8 bytes for each word of facts, and 32 for its entry in the table.
        let single: usize = self.single.values().map(|facts| 8 * facts.len() + 32).sum();
        (single + 8 * self.pairs.len()) as u64
    }
}

/// Numbers of the bits set in a word.
fn fact_numbers(index: usize, word: u64) -> impl Iterator<Item = u32> {
    Bits(word).map(move |bit| (64 * index + bit) as u32)
}
