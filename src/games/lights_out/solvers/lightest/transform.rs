//! The lightest member of a coset over GF(2), by a transform of all members at once.
//!
//! For a solution x and the bits g(c) that say which of d quiet patterns hold cell c, x + Σ yⱼ·patternⱼ has (n − Σ_c
//! (−1)^(x_c + g(c)·y))/2 presses on the n cells that patterns touch: a Walsh–Hadamard transform of the sums of
//! (−1)^x_c over cells of equal g. The low bits of y are transformed in cache, the high ones enumerated.

use std::ops::{Add, Sub};

use crate::search::{Budget, Stop};

use super::code::{CosetCode, Word, add, bit};

/// Bits of y transformed at a time: 2¹⁶ numbers of two bytes fit the cache.
const INNER_BITS: usize = 16;
/// Tables transformed between two checks of the budget.
const TABLES_PER_CHECK: u64 = 16;

/// Adds the sum of some of these rows, at most 63, that makes the word lightest; if stopped, the best so far.
pub(super) fn add_lightest<'a>(
    code: &CosetCode,
    costly: &mut Word,
    rows: impl Iterator<Item = &'a Word> + Clone,
    budget: &Budget,
) -> Result<(), Stop> {
    let mut total = 0;
    let mut cells = Vec::new();
    for (at, position) in code.with_weight().enumerate() {
        let bits = (0..).zip(rows.clone()).filter(|(_, row)| bit(row, at));
        let bits = bits.fold(0_u64, |bits, (number, _)| bits | 1 << number);
        if bits != 0 {
            let weight = i32::try_from(position.weight).unwrap_or(i32::MAX);
            total += i64::from(weight);
            cells.push((bits, if bit(costly, at) { -weight } else { weight }));
        }
    }
    let count = rows.clone().count();
    let cells = cells.into_iter();
    let (best, stop) = if total <= i64::from(i16::MAX) {
        let cells = cells.map(|(bits, sum)| (bits, sum as i16));
        maximize::<i16>(cells, count, budget)
    } else {
        maximize::<i32>(cells, count, budget)
    };
    for (_, row) in (0..).zip(rows).filter(|(at, _)| best >> at & 1 == 1) {
        add(costly, row);
    }
    stop.map_or(Ok(()), Err)
}

/// Number type of the sums.
trait TransformSum: Copy + Default + Ord + Add<Output = Self> + Sub<Output = Self> {}
impl TransformSum for i16 {}
impl TransformSum for i32 {}

/// The y that maximizes Σ sign·(−1)^(bits·y) over cells given as (bits, sign), and the reason if stopped early. The
/// sum of the absolute signs must fit `S`.
fn maximize<S: TransformSum>(
    cells: impl Iterator<Item = (u64, S)>,
    dimensions: usize,
    budget: &Budget,
) -> (u64, Option<Stop>) {
    let inner_bits = dimensions.min(INNER_BITS);
    let inner_mask = (1_u64 << inner_bits) - 1;
    let mut sums = rustc_hash::FxHashMap::<u64, S>::default();
    for (bits, sign) in cells {
        let sum = sums.entry(bits).or_default();
        *sum = *sum + sign;
    }
    let mut sums: Vec<(u64, S)> = sums.into_iter().collect();
    sums.sort_unstable();
    let mut table = vec![S::default(); 1 << inner_bits];
    let mut best: Option<(u64, S)> = None;
    for high in 0..1_u64 << (dimensions - inner_bits) {
        // At least one table is transformed, so that there is an answer.
        if high % TABLES_PER_CHECK == 0
            && let Err(stop) = budget.check()
            && let Some((y, _)) = best
        {
            return (y, Some(stop));
        }
        table.fill(S::default());
        for &(bits, sum) in &sums {
            let odd = (bits >> inner_bits & high).count_ones() % 2 == 1;
            let entry = &mut table[(bits & inner_mask) as usize];
            *entry = if odd { *entry - sum } else { *entry + sum };
        }
        transform(&mut table);
        let max = table.iter().copied().max().unwrap_or_default();
        if best.is_none_or(|(_, best)| max > best)
            && let Some(at) = table.iter().position(|value| *value == max)
        {
            best = Some((high << inner_bits | at as u64, max));
        }
    }
    (best.map_or(0, |(y, _)| y), None)
}

/// Walsh–Hadamard transform in place; the length is a power of two.
fn transform<S: TransformSum>(table: &mut [S]) {
    let mut half = 1;
    while half < table.len() {
        for block in table.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_maximum() {
        let mut random = fastrand::Rng::with_seed(7);
        for dimensions in [0, 1, 5, 17, 18] {
            let cell = |random: &mut fastrand::Rng| {
                let bits = random.u64(..) & ((1 << dimensions) - 1);
                (bits, if random.bool() { 1_i16 } else { -1 })
            };
            let cells: Vec<_> = (0..60).map(|_| cell(&mut random)).collect();
            let sum = |y: u64| -> i64 {
                let signed = |(bits, sign): &(u64, i16)| match (bits & y).count_ones() % 2 {
                    0 => i64::from(*sign),
                    _ => -i64::from(*sign),
                };
                cells.iter().map(signed).sum()
            };
            let all = 1_u64 << dimensions;
            let max = (0..all).map(sum).max().expect("there is one");
            let (y, stop) = maximize(cells.iter().copied(), dimensions, &Budget::default());
            assert_eq!((sum(y), stop), (max, None));
        }
    }
}
