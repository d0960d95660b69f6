//! Change tracking, so that only rules are tried that may apply since their last attempt.
//!
//! A rule that did not match can match only after one of its boards changed in the required direction, and never
//! while a required board is empty.

use std::collections::BTreeSet;

use super::board::Bits;

/// Rules per word.
const RULES: usize = 64;

/// Limit of the required boards counted per rule, and the bits of the count.
const MOST_NEEDS: usize = (1 << NEED_BITS) - 1;
const NEED_BITS: usize = 3;

/// Rules to be tried again after a board gains or loses a cell, as bits.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    words: usize,
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    /// Rules that require each board not to be empty.
    needy: Vec<u64>,
    /// Initial states of the rules: all boards empty, nothing tried.
    rules: Vec<Rules>,
}

/// States of 64 rules.
#[derive(Clone, Copy, Debug)]
struct Rules {
    /// Rules that may apply: not tried since one of their boards changed.
    pending: u64,
    /// Number of required boards that are empty, in binary, lowest bit first.
    missing: [u64; NEED_BITS],
}

impl Rules {
    /// Pending rules without empty required boards.
    #[inline(always)]
    fn ready(&self) -> u64 {
        let missing = self.missing.iter().fold(0, |any, bits| any | bits);
        self.pending & !missing
    }

    /// Counts another empty board for some rules.
    #[inline(always)]
    fn miss(&mut self, rules: u64) {
        let mut carry = rules;
        for bits in &mut self.missing {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
    }

    /// Counts one empty board fewer for some rules.
    #[inline(always)]
    fn find(&mut self, rules: u64) {
        let mut carry = rules;
        for bits in &mut self.missing {
            (*bits, carry) = (*bits ^ carry, !*bits & carry);
        }
    }
}

impl Readers {
    /// No dependencies yet.
    pub fn new(boards: usize, rules: usize) -> Self {
        let words = rules.div_ceil(RULES);
        let new = Rules {
            pending: !0,
            missing: [0; NEED_BITS],
        };
        Self {
            words,
            grown: vec![0; boards * words],
            shrunk: vec![0; boards * words],
            needy: vec![0; boards * words],
            rules: vec![new; words],
        }
    }

    /// Adds a dependency: a rule matches cells in a board or, if not `is_in`, cells outside it.
    pub fn add(&mut self, rule: usize, board: u16, is_in: bool) {
        let place = usize::from(board) * self.words + rule / RULES;
        let rules = if is_in {
            &mut self.grown
        } else {
            &mut self.shrunk
        };
        rules[place] |= 1 << (rule % RULES);
    }

    /// Adds boards without which a rule does not apply.
    pub fn need(&mut self, rule: usize, boards: impl Iterator<Item = u16>) {
        let boards: BTreeSet<u16> = boards.collect();
        // Movements, which are rare, have the highest numbers.
        for board in boards.into_iter().rev().take(MOST_NEEDS) {
            let place = usize::from(board) * self.words + rule / RULES;
            self.needy[place] |= 1 << (rule % RULES);
            self.rules[rule / RULES].miss(1 << (rule % RULES));
        }
    }

    #[inline(always)]
    fn of<'a>(&self, list: &'a [u64], board: usize) -> &'a [u64] {
        &list[board * self.words..(board + 1) * self.words]
    }
}

/// Changed boards, and the rules that may apply.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Boards known not to be empty.
    there: Vec<u64>,
    /// Boards that gained cells, and those that lost cells.
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    rules: Vec<Rules>,
}

impl Watch {
    /// All boards empty, nothing tried.
    pub fn new(boards: usize, readers: &Readers) -> Self {
        let words = boards.div_ceil(64);
        Self {
            there: vec![0; words],
            grown: vec![0; words],
            shrunk: vec![0; words],
            rules: readers.rules.clone(),
        }
    }

    /// Records that a board gained a cell.
    #[inline(always)]
    pub fn grow(&mut self, board: usize) {
        self.grown[board / 64] |= 1 << (board % 64);
    }

    /// Records that a board lost a cell.
    #[inline(always)]
    pub fn shrink(&mut self, board: usize) {
        self.shrunk[board / 64] |= 1 << (board % 64);
    }

    pub fn is_changed(&self, board: usize) -> bool {
        (self.grown[board / 64] | self.shrunk[board / 64]) >> (board % 64) & 1 == 1
    }

    /// Updates the rules that may apply from the changed boards.
    #[inline]
    pub fn notice(&mut self, readers: &Readers, is_empty: impl Fn(usize) -> bool) {
        for word in 0..self.grown.len() {
            let (grown, shrunk) = (self.grown[word], self.shrunk[word]);
            if grown | shrunk == 0 {
                continue;
            }
            (self.grown[word], self.shrunk[word]) = (0, 0);
            for bit in Bits(grown) {
                self.wake(readers.of(&readers.grown, 64 * word + bit));
            }
            for bit in Bits(shrunk) {
                self.wake(readers.of(&readers.shrunk, 64 * word + bit));
            }
            // Boards that may have become nonempty or empty.
            let there = self.there[word];
            for bit in Bits(grown & !there | shrunk & there) {
                let board = 64 * word + bit;
                let (was, is) = (there >> bit & 1 == 1, !is_empty(board));
                if was == is {
                    continue;
                }
                self.there[word] ^= 1 << bit;
                let needy = self.rules.iter_mut().zip(readers.of(&readers.needy, board));
                match is {
                    true => needy.for_each(|(rules, needy)| rules.find(*needy)),
                    false => needy.for_each(|(rules, needy)| rules.miss(*needy)),
                }
            }
        }
    }

    #[inline(always)]
    fn wake(&mut self, readers: &[u64]) {
        self.rules
            .iter_mut()
            .zip(readers)
            .for_each(|(rules, readers)| rules.pending |= readers);
    }

    /// The first rule that may apply, from `from` to before `to`.
    #[inline(always)]
    pub fn next(&self, from: usize, to: usize) -> Option<usize> {
        if from >= to {
            return None;
        }
        let mut word = from / RULES;
        let mut bits = self.rules[word].ready() & (!0 << (from % RULES));
        while bits == 0 {
            word += 1;
            if RULES * word >= to {
                return None;
            }
            bits = self.rules[word].ready();
        }
        let rule = RULES * word + bits.trailing_zeros() as usize;
        (rule < to).then_some(rule)
    }

    /// Marks a rule as not applicable until its boards change.
    #[inline(always)]
    pub fn settle(&mut self, rule: usize) {
        self.rules[rule / RULES].pending &= !(1 << (rule % RULES));
    }
}
