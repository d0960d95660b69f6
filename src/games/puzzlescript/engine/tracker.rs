//! Change tracking, so that only rules are tried that may apply since their last attempt: a rule that did not match can
//! match only after one of its boards changed in the required direction.

use super::super::compile::Bits;

const RULES_PER_WORD: usize = 64;

/// Rules to be tried again after a board gains or loses a cell, as bits.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    words: usize,
    grown: Vec<u64>,
    shrunk: Vec<u64>,
}

impl Readers {
    pub fn new(boards: usize, rules: usize) -> Self {
        let words = rules.div_ceil(RULES_PER_WORD);
        Self {
            words,
            grown: vec![0; boards * words],
            shrunk: vec![0; boards * words],
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

    #[inline(always)]
    fn board_rules<'a>(&self, list: &'a [u64], board: usize) -> &'a [u64] {
        &list[board * self.words..(board + 1) * self.words]
    }
}

#[derive(Clone, Debug)]
pub struct ChangeTracker {
    /// Boards that gained cells, and those that lost cells.
    grown: Vec<u64>,
    shrunk: Vec<u64>,
    /// Rules that may apply, as bits: not tried since one of their boards changed.
    pending: Vec<u64>,
}

impl ChangeTracker {
    pub fn new(boards: usize, readers: &Readers) -> Self {
        let words = boards.div_ceil(64);
        Self {
            grown: vec![0; words],
            shrunk: vec![0; words],
            pending: vec![!0; readers.words],
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
    pub fn update(&mut self, readers: &Readers) {
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
        }
    }

    #[inline(always)]
    fn wake(&mut self, readers: &[u64]) {
        for (pending, readers) in self.pending.iter_mut().zip(readers) {
            *pending |= readers;
        }
    }

    /// The first rule that may apply, from `from` to before `to`; `None` if none may.
    #[inline(always)]
    pub fn next(&self, from: usize, to: usize) -> Option<usize> {
        if from >= to {
            return None;
        }
        let mut word = from / RULES_PER_WORD;
        let mut bits = self.pending[word] & (!0 << (from % RULES_PER_WORD));
        while bits == 0 {
            word += 1;
            if RULES_PER_WORD * word >= to {
                return None;
            }
            bits = self.pending[word];
        }
        let rule = RULES_PER_WORD * word + bits.trailing_zeros() as usize;
        (rule < to).then_some(rule)
    }

    /// Marks a rule as not applicable until its boards change.
    #[inline(always)]
    pub fn clear_pending(&mut self, rule: usize) {
        self.pending[rule / RULES_PER_WORD] &= !(1 << (rule % RULES_PER_WORD));
    }
}
