//! Change tracking, so that only rules are tried that may apply since their last attempt.
//!
//! A rule that did not match can match only after one of its boards changed in the required direction, and never
//! while a required board is empty.

use std::collections::BTreeSet;

use super::super::compile::Bits;

const RULES_PER_WORD: usize = 64;
/// Maximum number of required boards counted per rule.
const MAX_NEEDS: usize = (1 << NEED_BITS) - 1;
const NEED_BITS: usize = 3;

/// Rules to be tried again after a board gains or loses a cell, as bits.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    words: usize,
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    /// Rules that require each board not to be empty.
    requiring: Vec<u64>,
    /// Initial states of the rules: all boards empty, nothing tried.
    rules: Vec<RuleBits>,
}

/// States of [`RULES_PER_WORD`] rules.
#[derive(Clone, Copy, Debug)]
struct RuleBits {
    /// Rules that may apply: not tried since one of their boards changed.
    pending: u64,
    /// Number of required boards that are empty, in binary, lowest bit first.
    missing: [u64; NEED_BITS],
}

impl RuleBits {
    /// Pending rules without empty required boards.
    #[inline(always)]
    fn ready(&self) -> u64 {
        let missing = self.missing.iter().fold(0, |any, bits| any | bits);
        self.pending & !missing
    }

    /// Counts another empty board for some rules.
    #[inline(always)]
    fn add_missing(&mut self, rules: u64) {
        let mut carry = rules;
        for bits in &mut self.missing {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
    }

    /// Counts one empty board fewer for some rules.
    #[inline(always)]
    fn sub_missing(&mut self, rules: u64) {
        let mut carry = rules;
        for bits in &mut self.missing {
            (*bits, carry) = (*bits ^ carry, !*bits & carry);
        }
    }
}

impl Readers {
    pub fn new(boards: usize, rules: usize) -> Self {
        let words = rules.div_ceil(RULES_PER_WORD);
        let new = RuleBits {
            pending: !0,
            missing: [0; NEED_BITS],
        };
        Self {
            words,
            grown: vec![0; boards * words],
            shrunk: vec![0; boards * words],
            requiring: vec![0; boards * words],
            rules: vec![new; words],
        }
    }

    /// Adds a dependency: a rule matches cells in a board or, if not `is_in`, cells outside it.
    pub fn add(&mut self, rule: usize, board: u16, is_in: bool) {
        let index = usize::from(board) * self.words + rule / RULES_PER_WORD;
        let rules = if is_in {
            &mut self.grown
        } else {
            &mut self.shrunk
        };
        rules[index] |= 1 << (rule % RULES_PER_WORD);
    }

    /// Adds boards without which a rule does not apply.
    pub fn require(&mut self, rule: usize, boards: impl Iterator<Item = u16>) {
        let boards: BTreeSet<u16> = boards.collect();
        // Requiring fewer is safe. Movements, which are rare, have the highest numbers.
        for board in boards.into_iter().rev().take(MAX_NEEDS) {
            let index = usize::from(board) * self.words + rule / RULES_PER_WORD;
            self.requiring[index] |= 1 << (rule % RULES_PER_WORD);
            self.rules[rule / RULES_PER_WORD].add_missing(1 << (rule % RULES_PER_WORD));
        }
    }

    #[inline(always)]
    fn board_rules<'a>(&self, list: &'a [u64], board: usize) -> &'a [u64] {
        &list[board * self.words..(board + 1) * self.words]
    }
}

#[derive(Clone, Debug)]
pub struct ChangeTracker {
    /// Boards known not to be empty.
    nonempty: Vec<u64>,
    /// Boards that gained cells, and those that lost cells.
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    rules: Vec<RuleBits>,
}

impl ChangeTracker {
    pub fn new(boards: usize, readers: &Readers) -> Self {
        let words = boards.div_ceil(64);
        Self {
            nonempty: vec![0; words],
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
    pub fn update(&mut self, readers: &Readers, is_empty: impl Fn(usize) -> bool) {
        for word in 0..self.grown.len() {
            let (grown, shrunk) = (self.grown[word], self.shrunk[word]);
            if grown | shrunk == 0 {
                continue;
            }
            (self.grown[word], self.shrunk[word]) = (0, 0);
            for bit in Bits(grown) {
                self.wake(readers.board_rules(&readers.grown, 64 * word + bit));
            }
            for bit in Bits(shrunk) {
                self.wake(readers.board_rules(&readers.shrunk, 64 * word + bit));
            }
            // Boards that may have become nonempty or empty.
            let nonempty = self.nonempty[word];
            for bit in Bits(grown & !nonempty | shrunk & nonempty) {
                let board = 64 * word + bit;
                let (was, is) = (nonempty >> bit & 1 == 1, !is_empty(board));
                if was == is {
                    continue;
                }
                self.nonempty[word] ^= 1 << bit;
                let requiring = self
                    .rules
                    .iter_mut()
                    .zip(readers.board_rules(&readers.requiring, board));
                match is {
                    true => requiring.for_each(|(rules, needy)| rules.sub_missing(*needy)),
                    false => requiring.for_each(|(rules, needy)| rules.add_missing(*needy)),
                }
            }
        }
    }

    #[inline(always)]
    fn wake(&mut self, readers: &[u64]) {
        for (rules, readers) in self.rules.iter_mut().zip(readers) {
            rules.pending |= readers;
        }
    }

    /// The first rule that may apply, from `from` to before `to`; `None` if none may.
    #[inline(always)]
    pub fn next(&self, from: usize, to: usize) -> Option<usize> {
        if from >= to {
            return None;
        }
        let mut word = from / RULES_PER_WORD;
        let mut bits = self.rules[word].ready() & (!0 << (from % RULES_PER_WORD));
        while bits == 0 {
            word += 1;
            if RULES_PER_WORD * word >= to {
                return None;
            }
            bits = self.rules[word].ready();
        }
        let rule = RULES_PER_WORD * word + bits.trailing_zeros() as usize;
        (rule < to).then_some(rule)
    }

    /// Marks a rule as not applicable until its boards change.
    #[inline(always)]
    pub fn clear_pending(&mut self, rule: usize) {
        self.rules[rule / RULES_PER_WORD].pending &= !(1 << (rule % RULES_PER_WORD));
    }
}
