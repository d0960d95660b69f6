//! Quiet patterns of two states as a binary linear code.
//!
//! The patterns are words over *positions*. Cells that every pattern presses alike are one
//! position: what matters is how many of them are pressed more with the word than without. A
//! position where that comes to nothing has no weight and only follows the others.

use rustc_hash::FxHashMap;

use crate::algebra::Generator;

/// Bits, by position or by row of a basis.
pub(super) type Word = Vec<u64>;

/// Whether a bit is set.
pub(super) fn bit(word: &[u64], at: usize) -> bool {
    word[at / 64] >> (at % 64) & 1 == 1
}

/// Turns a bit over.
pub(super) fn flip(word: &mut [u64], at: usize) {
    word[at / 64] ^= 1 << (at % 64);
}

/// Adds another word.
pub(super) fn add(word: &mut [u64], other: &[u64]) {
    for (word, other) in word.iter_mut().zip(other) {
        *word ^= other;
    }
}

/// No bit set.
pub(super) fn zeros(bits: usize) -> Word {
    vec![0; bits.div_ceil(64)]
}

/// The word that is dear on none of the positions that a systematic basis is given with.
pub(super) fn cleared(dear: &Word, basis: &[(usize, Word)]) -> Word {
    let mut cleared = dear.clone();
    for (_, row) in basis.iter().filter(|(at, _)| bit(dear, *at)) {
        add(&mut cleared, row);
    }
    cleared
}

/// Cells that every word presses alike.
pub(super) struct Position {
    /// Raster indices.
    pub cells: Vec<usize>,
    /// What the dearer of its two values costs more than the other, in presses.
    pub weight: u32,
}

/// A coset of a code: what may be added to a plan, and what that costs.
pub(super) struct Code {
    /// A basis of the words, over all positions.
    pub rows: Vec<Word>,
    /// Those with weight first.
    pub positions: Vec<Position>,
    /// Number of positions with weight.
    pub weighty: usize,
    /// Positions that have the dearer of their values while nothing is added.
    pub dear: Word,
    /// Presses that all plans have in common.
    pub base: i64,
}

impl Code {
    /// The code of a group of patterns that press only these cells, and the plan at hand.
    pub(super) fn of(group: &[&Generator], cells: &[usize], presses: &[u8]) -> Self {
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
            weighty: classes.iter().filter(|(_, c)| weight(c) > 0).count(),
            positions: Vec::with_capacity(classes.len()),
            dear: zeros(classes.len()),
            base: 0,
        };
        for (at, (column, cells)) in classes.into_iter().enumerate() {
            let (pressed, weight) = (pressed(&cells), weight(&cells) as u32);
            code.base += pressed.min(cells.len() - pressed) as i64;
            if 2 * pressed > cells.len() {
                flip(&mut code.dear, at);
            }
            for (row, word) in code.rows.iter_mut().enumerate() {
                if bit(&column, row) {
                    flip(word, at);
                }
            }
            code.positions.push(Position { cells, weight });
        }
        code
    }

    /// Positions with weight.
    pub(super) fn with_weight(&self) -> impl Iterator<Item = &Position> {
        self.positions[..self.weighty].iter()
    }

    /// Weight of the positions that are dear.
    pub(super) fn weight(&self, dear: &[u64]) -> i64 {
        let dear = (0..self.weighty).filter(|at| bit(dear, *at));
        dear.map(|at| i64::from(self.positions[at].weight)).sum()
    }

    /// Weight of all positions together.
    pub(super) fn whole_weight(&self) -> u64 {
        self.with_weight().map(|p| u64::from(p.weight)).sum()
    }

    /// The basis in which each row alone has the position that it is given with. These are the
    /// first ones in this order that determine the others.
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

    /// A bound for words lighter than one of weight `least`, which all are lighter by an even number
    /// where that is so for a basis.
    pub(super) fn rounded_up(&self, bound: i64, least: i64) -> i64 {
        let even = self.rows.iter().all(|row| self.weight(row) % 2 == 0);
        let odd = even && (least - bound) % 2 != 0;
        (bound + i64::from(odd)).min(least)
    }
}
