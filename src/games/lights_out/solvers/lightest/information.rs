//! A bound for the words of a coset from disjoint information sets, after Brouwer and Zimmermann.
//!
//! The positions of an information set determine a word. All words that are dear on at most t
//! positions of a set are gone through, for several sets without a common position. A word that was
//! not seen is dear on t + 1 positions of every set at least.

use crate::search::{Budget, Stop};

use super::code::{Code, Position, Word, add, bit, cleared};

/// Bits of the longest words that are gone through. With more the bound is not worth having.
const LONGEST: usize = 2048;
/// Words between two looks at the budget.
const EVERY: u64 = 1 << 22;

/// An information set.
struct Set {
    /// Its positions, with the rows that have these alone.
    basis: Vec<(usize, Word)>,
    /// Weights of those of its positions that are in no set before, ascending.
    fresh: Vec<u32>,
    /// Words are gone through that are dear on at most so many of its positions.
    level: usize,
}

impl Set {
    /// What a word weighs at least on the fresh positions if it is dear on more than so many.
    fn bound(&self, level: usize) -> i64 {
        let known = self.basis.len() - self.fresh.len();
        let fresh = self.fresh.iter().take((level + 1).saturating_sub(known));
        fresh.map(|weight| i64::from(*weight)).sum()
    }
}

/// What is to be gone through, and what that proves.
pub(super) struct Sets<'a> {
    code: &'a Code,
    sets: Vec<Set>,
    /// No other word is lighter.
    pub bound: i64,
}

impl<'a> Sets<'a> {
    /// What proves that no word is lighter than `least`, or as much of that as can be done with so
    /// many additions of 64 bits.
    pub(super) fn of(code: &'a Code, least: i64, work: u64) -> Option<Self> {
        let words = code.whole_weight().div_ceil(64);
        if words > LONGEST as u64 / 64 {
            return None;
        }
        let mut found = Self {
            code,
            sets: disjoint(code),
            bound: 0,
        };
        let rows = found.sets.first()?.basis.len();
        let cost = |sets: &[Set]| -> u64 {
            let costs = sets.iter().map(|set| sums(rows, set.level));
            costs.fold(0, u64::saturating_add).saturating_mul(words)
        };
        found.bound = found.proves(least);
        'deeper: for level in 1..=rows {
            for at in 0..found.sets.len() {
                if found.bound >= least {
                    break 'deeper;
                }
                let before = found.sets[at].level;
                if found.sets[at].bound(level) > found.sets[at].bound(before) {
                    found.sets[at].level = level;
                    if cost(&found.sets) > work {
                        found.sets[at].level = before;
                        break 'deeper;
                    }
                    found.bound = found.proves(least);
                }
            }
        }
        Some(found)
    }

    /// The bound for words lighter than `least` that are not gone through.
    fn proves(&self, least: i64) -> i64 {
        let bound = self.sets.iter().map(|set| set.bound(set.level)).sum();
        self.code.rounded_up(bound, least)
    }

    /// Goes through the words, and puts the lightest in the place of `dear` if that is not as light.
    /// `told` hears of the number of words so far.
    pub(super) fn run(
        &self,
        dear: &mut Word,
        budget: &Budget,
        told: &mut dyn FnMut(u64, i64),
    ) -> Result<(), Stop> {
        match self.code.whole_weight().div_ceil(64) {
            0..=2 => self.run_in::<2>(dear, budget, told),
            3..=4 => self.run_in::<4>(dear, budget, told),
            5..=8 => self.run_in::<8>(dear, budget, told),
            9..=16 => self.run_in::<16>(dear, budget, told),
            _ => self.run_in::<{ LONGEST / 64 }>(dear, budget, told),
        }
    }

    fn run_in<const WORDS: usize>(
        &self,
        dear: &mut Word,
        budget: &Budget,
        told: &mut dyn FnMut(u64, i64),
    ) -> Result<(), Stop> {
        let mut seen = 0;
        for set in &self.sets {
            let mut start = cleared(dear, &set.basis);
            let mut sums = Sums::<WORDS> {
                rows: set
                    .basis
                    .iter()
                    .map(|(_, row)| unary(self.code, row))
                    .collect(),
                chosen: Vec::new(),
                least: self.code.weight(dear) as u32,
                best: None,
                seen,
                told_at: seen,
                budget,
                told,
            };
            let from = unary(self.code, &start);
            let stopped = (0..=set.level).try_for_each(|level| sums.of(&from, 0, level));
            seen = sums.seen;
            if let Some(best) = sums.best {
                for row in best {
                    add(&mut start, &set.basis[row].1);
                }
                *dear = start;
            }
            stopped?;
        }
        Ok(())
    }
}

/// Sums of some rows, added to a word.
struct Sums<'a, const WORDS: usize> {
    rows: Vec<[u64; WORDS]>,
    chosen: Vec<usize>,
    least: u32,
    best: Option<Vec<usize>>,
    seen: u64,
    told_at: u64,
    budget: &'a Budget,
    told: &'a mut dyn FnMut(u64, i64),
}

impl<const WORDS: usize> Sums<'_, WORDS> {
    /// All sums of so many rows, from one on.
    fn of(&mut self, word: &[u64; WORDS], from: usize, many: usize) -> Result<(), Stop> {
        if many == 0 {
            return self.see(weight(word), None);
        }
        if many == 1 {
            let (mut least, mut at) = (u32::MAX, 0);
            for (row, other) in self.rows.iter().enumerate().skip(from) {
                let weight = weight(&sum(word, other));
                if weight < least {
                    (least, at) = (weight, row);
                }
            }
            self.seen += (self.rows.len() - from) as u64;
            return self.see(least, Some(at));
        }
        for row in from..=self.rows.len() - many {
            self.chosen.push(row);
            let next = sum(word, &self.rows[row]);
            self.of(&next, row + 1, many - 1)?;
            self.chosen.pop();
        }
        Ok(())
    }

    fn see(&mut self, weight: u32, last: Option<usize>) -> Result<(), Stop> {
        if weight < self.least {
            self.least = weight;
            self.best = Some(self.chosen.iter().copied().chain(last).collect());
        }
        if self.seen - self.told_at >= EVERY {
            self.told_at = self.seen;
            (self.told)(self.seen, self.least.into());
            self.budget.check()?;
        }
        Ok(())
    }
}

fn sum<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|at| a[at] ^ b[at])
}

fn weight<const WORDS: usize>(word: &[u64; WORDS]) -> u32 {
    word.iter().map(|word| word.count_ones()).sum()
}

/// A word with as many bits for each position as that weighs.
fn unary<const WORDS: usize>(code: &Code, word: &Word) -> [u64; WORDS] {
    let (mut bits, mut at) = ([0; WORDS], 0);
    for (position, Position { weight, .. }) in code.with_weight().enumerate() {
        for _ in 0..*weight {
            if bit(word, position) {
                bits[at / 64] |= 1 << (at % 64);
            }
            at += 1;
        }
    }
    bits
}

/// Information sets that share as little as can be, the heaviest positions in the first.
fn disjoint(code: &Code) -> Vec<Set> {
    let weight = |at: &usize| code.positions[*at].weight;
    let mut unused: Vec<usize> = (0..code.weighty).collect();
    unused.sort_by_key(|at| std::cmp::Reverse(weight(at)));
    let mut used = Vec::new();
    let mut sets = Vec::new();
    loop {
        let order: Vec<usize> = unused.iter().chain(&used).copied().collect();
        let basis = code.systematic(&order);
        let pivots = basis.iter().map(|(at, _)| *at);
        let fresh: Vec<usize> = pivots.filter(|at| unused.contains(at)).collect();
        if fresh.is_empty() {
            return sets;
        }
        unused.retain(|at| !fresh.contains(at));
        let mut weights: Vec<u32> = fresh.iter().map(weight).collect();
        weights.sort_unstable();
        used.extend(fresh);
        sets.push(Set {
            basis,
            fresh: weights,
            level: 0,
        });
    }
}

/// How many sums of at most `most` of so many rows there are.
fn sums(rows: usize, most: usize) -> u64 {
    let (mut sums, mut exactly) = (1_u64, 1_u64);
    for many in 0..most.min(rows) {
        let next = u128::from(exactly) * (rows - many) as u128 / (many as u128 + 1);
        exactly = u64::try_from(next).unwrap_or(u64::MAX);
        sums = sums.saturating_add(exactly);
    }
    sums
}
