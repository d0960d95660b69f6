//! Notes what changed, so that only those rules are tried that may apply since.

use super::board::Bits;

/// For each board the rules that may apply once it has another cell, and once it has one less; a bit for each rule.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    words: usize,
    grown: Vec<u64>,
    shrunk: Vec<u64>,
}

impl Readers {
    /// Nothing yet, for some boards and rules.
    pub fn new(boards: usize, rules: usize) -> Self {
        let words = rules.div_ceil(64);
        Self {
            words,
            grown: vec![0; boards * words],
            shrunk: vec![0; boards * words],
        }
    }

    /// A rule looks for a cell in a board, or for one that is not in it.
    pub fn add(&mut self, rule: usize, board: u16, is_in: bool) {
        let place = usize::from(board) * self.words + rule / 64;
        let rules = if is_in {
            &mut self.grown
        } else {
            &mut self.shrunk
        };
        rules[place] |= 1 << (rule % 64);
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
    /// Rules that may apply. The others did not when they were last tried, and nothing they look at changed since.
    pending: Vec<u64>,
}

impl Watch {
    /// All boards are empty, and nothing was tried.
    pub fn new(boards: usize, rules: usize) -> Self {
        let words = boards.div_ceil(64);
        Self {
            there: vec![0; words],
            grown: vec![0; words],
            shrunk: vec![0; words],
            pending: vec![!0; rules.div_ceil(64)],
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
            self.there[word] |= grown;
            for bit in Bits(grown) {
                self.wake(&readers.grown, 64 * word + bit);
            }
            for bit in Bits(shrunk) {
                self.wake(&readers.shrunk, 64 * word + bit);
                if is_empty(64 * word + bit) {
                    self.there[word] &= !(1 << bit);
                }
            }
        }
    }

    #[inline(always)]
    fn wake(&mut self, readers: &[u64], board: usize) {
        let words = self.pending.len();
        let readers = &readers[board * words..(board + 1) * words];
        self.pending
            .iter_mut()
            .zip(readers)
            .for_each(|(pending, rules)| *pending |= rules);
    }

    /// Whether none of some boards is empty.
    #[inline(always)]
    pub fn are_there(&self, boards: &[u64]) -> bool {
        boards
            .iter()
            .zip(&self.there)
            .all(|(needed, there)| needed & !there == 0)
    }

    /// The first rule that may apply, of those from one to before another.
    #[inline(always)]
    pub fn next(&self, from: usize, to: usize) -> Option<usize> {
        if from >= to {
            return None;
        }
        let mut word = from / 64;
        let mut bits = self.pending[word] & (!0 << (from % 64));
        while bits == 0 {
            word += 1;
            if 64 * word >= to {
                return None;
            }
            bits = self.pending[word];
        }
        let rule = 64 * word + bits.trailing_zeros() as usize;
        (rule < to).then_some(rule)
    }

    /// A rule does not apply as things are.
    #[inline(always)]
    pub fn settle(&mut self, rule: usize) {
        self.pending[rule / 64] &= !(1 << (rule % 64));
    }
}
