//! Quiet patterns of two states as a binary linear code.
//!
//! Words are over *positions*: cells that every pattern presses equally form one position. Its weight is the
//! difference in presses between its two values; positions of weight 0 only follow the others. The words of all plans
//! are a *coset*: one of them plus all sums of patterns.

use rustc_hash::FxHashMap;

use crate::algebra::QuietPattern;

/// Packed bits, one per position. In a pattern's word a bit is set if the pattern flips the position; in a plan's word,
/// if the position has its costlier value.
pub(super) type Word = Vec<u64>;

pub(super) fn bit(word: &[u64], at: usize) -> bool {
    word[at / 64] >> (at % 64) & 1 == 1
}

pub(super) fn flip(word: &mut [u64], at: usize) {
    word[at / 64] ^= 1 << (at % 64);
}

/// Adds bits modulo 2.
pub(super) fn add(word: &mut [u64], other: &[u64]) {
    for (word, other) in word.iter_mut().zip(other) {
        *word ^= other;
    }
}

pub(super) fn zeros(bits: usize) -> Word {
    vec![0; bits.div_ceil(64)]
}

/// The word of the coset with the cheaper value on every pivot of a systematic basis (pairs of a pivot and its row).
pub(super) fn clear_pivots(costly: &Word, basis: &[(usize, Word)]) -> Word {
    let mut word = costly.clone();
    for (_, row) in basis.iter().filter(|(at, _)| bit(costly, *at)) {
        add(&mut word, row);
    }
    word
}

/// Cells that every word presses equally.
pub(super) struct CodePosition {
    /// Raster indices.
    pub cells: Vec<usize>,
    /// Difference in presses between the two values.
    pub weight: u32,
}

/// A coset of a code: the words that can be added to a plan, with their costs.
pub(super) struct CosetCode {
    /// Basis of the words, over all positions.
    pub rows: Vec<Word>,
    /// Positions, those with weight first.
    pub positions: Vec<CodePosition>,
    /// Number of positions with weight.
    pub weighted: usize,
    /// Positions that have the costlier value while nothing is added; the other words of the coset are sums with it.
    pub costly: Word,
    /// Presses that all plans share.
    pub base: i64,
}

impl CosetCode {
    /// The code of a group of patterns on `cells`, with the current plan.
    pub(super) fn new(group: &[&QuietPattern], cells: &[usize], presses: &[u8]) -> Self {
        let mut classes = FxHashMap::<Word, Vec<usize>>::default();
        for cell in cells {
            let mut column = zeros(group.len());
            for (row, generator) in group.iter().enumerate() {
                if generator.presses[*cell] == 1 {
                    flip(&mut column, row);
                }
            }
            classes.entry(column).or_default().push(*cell);
        }
        let mut classes: Vec<(Word, Vec<usize>)> = classes.into_iter().collect();
        let pressed = |cells: &[usize]| cells.iter().filter(|cell| presses[**cell] == 1).count();
        let weight = |cells: &[usize]| (2 * pressed(cells)).abs_diff(cells.len());
        classes.sort_unstable_by_key(|(_, cells)| (weight(cells) == 0, cells[0]));
        let mut code = Self {
            rows: vec![zeros(classes.len()); group.len()],
            weighted: classes.iter().filter(|(_, c)| weight(c) > 0).count(),
            positions: Vec::with_capacity(classes.len()),
            costly: zeros(classes.len()),
            base: 0,
        };
        for (at, (column, cells)) in classes.into_iter().enumerate() {
            let (pressed, weight) = (pressed(&cells), weight(&cells) as u32);
            code.base += pressed.min(cells.len() - pressed) as i64;
            if 2 * pressed > cells.len() {
                flip(&mut code.costly, at);
            }
            for (row, word) in code.rows.iter_mut().enumerate() {
                if bit(&column, row) {
                    flip(word, at);
                }
            }
            code.positions.push(CodePosition { cells, weight });
        }
        code
    }

    pub(super) fn with_weight(&self) -> impl Iterator<Item = &CodePosition> {
        self.positions[..self.weighted].iter()
    }

    /// Weight of the positions with the costlier value.
    pub(super) fn weight(&self, costly: &[u64]) -> i64 {
        let positions = self.with_weight().enumerate();
        let costly = positions.filter(|(at, _)| bit(costly, *at));
        costly.map(|(_, position)| i64::from(position.weight)).sum()
    }

    pub(super) fn total_weight(&self) -> u64 {
        self.with_weight().map(|p| u64::from(p.weight)).sum()
    }

    /// Systematic basis of the independent rows, as pairs of a pivot and its row: each row alone has its pivot. Pivots
    /// are the first positions in `order` that determine the others.
    pub(super) fn systematic(&self, order: &[usize]) -> Vec<(usize, Word)> {
        let mut rows = self.rows.clone();
        let mut pivots = Vec::new();
        for at in order {
            let done = pivots.len();
            let Some(found) = (done..rows.len()).find(|row| bit(&rows[*row], *at)) else {
                continue;
            };
            rows.swap(done, found);
            let pivot = std::mem::take(&mut rows[done]);
            for row in rows.iter_mut().filter(|row| !row.is_empty()) {
                if bit(row, *at) {
                    add(row, &pivot);
                }
            }
            rows[done] = pivot;
            pivots.push(*at);
            if pivots.len() == rows.len() {
                break;
            }
        }
        pivots.into_iter().zip(rows).collect()
    }

    /// Raises a lower bound of the weight of the coset's words to the parity that all share if the basis rows have even
    /// weight; `known` is the weight of one of the words.
    pub(super) fn rounded_up(&self, bound: i64, known: i64) -> i64 {
        let even = self.rows.iter().all(|row| self.weight(row) % 2 == 0);
        let odd = even && (known - bound) % 2 != 0;
        (bound + i64::from(odd)).min(known)
    }
}
