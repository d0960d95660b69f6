//! Notes what changed, so that only those rules are tried that may apply since.

use std::collections::BTreeSet;

use super::board::Bits;

/// Rules in a word of bits.
const RULES: usize = 64;

/// How many boards that must not be empty are counted for a rule, at most, in as many bits.
const MOST_NEEDS: usize = (1 << NEED_BITS) - 1;
const NEED_BITS: usize = 3;

/// For each board the rules that may apply once it has another cell, and once it has one less; a bit for each rule.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    words: usize,
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    /// For each board the rules that do not apply while it is empty.
    needy: Vec<u64>,
    /// The rules, while all boards are empty and nothing was tried.
    rules: Vec<Rules>,
}

/// What is known of some rules, a bit for each.
#[derive(Clone, Copy, Debug)]
struct Rules {
    /// Those that may apply. The others did not when they were last tried, and nothing they look at changed since.
    pending: u64,
    /// How many of the boards that a rule needs are empty, in binary, the lowest bit first.
    missing: [u64; NEED_BITS],
}

impl Rules {
    /// Those that may apply and miss nothing.
    #[inline(always)]
    fn ready(&self) -> u64 {
        let missing = self.missing.iter().fold(0, |any, bits| any | bits);
        self.pending & !missing
    }

    /// One more of the boards that some rules need is empty.
    #[inline(always)]
    fn miss(&mut self, rules: u64) {
        let mut carry = rules;
        for bits in &mut self.missing {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
    }

    /// One of the boards that some rules need is no longer empty.
    #[inline(always)]
    fn find(&mut self, rules: u64) {
        let mut carry = rules;
        for bits in &mut self.missing {
            (*bits, carry) = (*bits ^ carry, !*bits & carry);
        }
    }
}

impl Readers {
    /// Nothing yet, for some boards and rules.
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

    /// A rule looks for a cell in a board, or for one that is not in it.
    pub fn add(&mut self, rule: usize, board: u16, is_in: bool) {
        let place = usize::from(board) * self.words + rule / RULES;
        let rules = if is_in {
            &mut self.grown
        } else {
            &mut self.shrunk
        };
        rules[place] |= 1 << (rule % RULES);
    }

    /// A rule does not apply while one of some boards is empty.
    pub fn need(&mut self, rule: usize, boards: impl Iterator<Item = u16>) {
        let boards: BTreeSet<u16> = boards.collect();
        // Movements, which are seldom there, have the highest numbers.
        for board in boards.into_iter().rev().take(MOST_NEEDS) {
            let place = usize::from(board) * self.words + rule / RULES;
            self.needy[place] |= 1 << (rule % RULES);
            self.rules[rule / RULES].miss(1 << (rule % RULES));
        }
    }

    /// The words of some board in a list.
    #[inline(always)]
    fn of<'a>(&self, list: &'a [u64], board: usize) -> &'a [u64] {
        &list[board * self.words..(board + 1) * self.words]
    }
}

/// What changed, and which rules may apply.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Boards that are not empty, as far as it was noticed.
    there: Vec<u64>,
    /// Boards with new cells, and with cells less.
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    rules: Vec<Rules>,
}

impl Watch {
    /// All boards are empty, and nothing was tried.
    pub fn new(boards: usize, readers: &Readers) -> Self {
        let words = boards.div_ceil(64);
        Self {
            there: vec![0; words],
            grown: vec![0; words],
            shrunk: vec![0; words],
            rules: readers.rules.clone(),
        }
    }

    /// A board has a new cell.
    #[inline(always)]
    pub fn grow(&mut self, board: usize) {
        self.grown[board / 64] |= 1 << (board % 64);
    }

    /// A board has a cell less.
    #[inline(always)]
    pub fn shrink(&mut self, board: usize) {
        self.shrunk[board / 64] |= 1 << (board % 64);
    }

    /// Whether a board changed.
    pub fn is_changed(&self, board: usize) -> bool {
        (self.grown[board / 64] | self.shrunk[board / 64]) >> (board % 64) & 1 == 1
    }

    /// Finds out which rules may apply after what changed.
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
            // What came when nothing was there, and what may have been the last.
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

    /// The first rule that may apply, of those from one to before another.
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

    /// A rule does not apply as things are.
    #[inline(always)]
    pub fn settle(&mut self, rule: usize) {
        self.rules[rule / RULES].pending &= !(1 << (rule % RULES));
    }
}
