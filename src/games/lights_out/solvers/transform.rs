//! The lightest member of a coset over GF(2), all members at once.
//!
//! With x one solution and g(c) the bits that say which of d quiet patterns hold cell c, the number
//! of presses of x + Σ yⱼ·patternⱼ is (n − Σ_c (−1)^(x_c + g(c)·y))/2 over the n cells that the
//! patterns touch: a Walsh–Hadamard transform of the sums of (−1)^x_c over cells of equal g. The
//! low bits of y are transformed in cache, the high ones counted through.

use crate::search::{Budget, Stop};

/// Bits of y that are transformed at a time: 2¹⁶ numbers of two bytes stay in the cache.
const INNER: usize = 16;

/// The best y and the sum it has, for cells given as (bits, sign): the y that makes
/// Σ sign·(−1)^(bits·y) largest. At most 32767 cells.
///
/// # Errors
/// The reason to stop early, with the best so far.
pub(super) fn heaviest(
    cells: &[(u64, i16)],
    dimensions: usize,
    budget: &Budget,
) -> Result<(u64, i64), (Stop, u64, i64)> {
    let inner = dimensions.min(INNER);
    let low = (1_u64 << inner) - 1;
    // Cells of equal bits count together.
    let mut sums = rustc_hash::FxHashMap::<u64, i16>::default();
    for &(bits, sign) in cells {
        *sums.entry(bits).or_default() += sign;
    }
    let mut sums: Vec<(u64, i16)> = sums.into_iter().filter(|(_, sum)| *sum != 0).collect();
    sums.sort_unstable();
    let mut table = vec![0_i16; 1 << inner];
    let mut best = (0, i64::MIN);
    for high in 0..1_u64 << (dimensions - inner) {
        if high % 16 == 0
            && let Err(stop) = budget.check()
            && best.1 > i64::MIN
        {
            return Err((stop, best.0, best.1));
        }
        table.fill(0);
        for &(bits, sum) in &sums {
            let odd = (bits >> inner & high).count_ones() % 2 == 1;
            table[(bits & low) as usize] += if odd { -sum } else { sum };
        }
        transform(&mut table);
        let most = table.iter().copied().max().unwrap_or(0);
        if i64::from(most) > best.1
            && let Some(at) = table.iter().position(|value| *value == most)
        {
            best = (high << inner | at as u64, i64::from(most));
        }
    }
    Ok(best)
}

/// The Walsh–Hadamard transform in place; the length is a power of two.
fn transform(table: &mut [i16]) {
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
    fn finds_the_heaviest_of_all() {
        let mut random = fastrand::Rng::with_seed(7);
        for dimensions in [0, 1, 5, 17, 18] {
            let cell = |random: &mut fastrand::Rng| {
                let bits = random.u64(..) & ((1 << dimensions) - 1);
                (bits, if random.bool() { 1_i16 } else { -1 })
            };
            let cells: Vec<_> = (0..60).map(|_| cell(&mut random)).collect();
            let sum = |y: u64| -> i64 {
                let signed = |(bits, sign): &(u64, i16)| {
                    i64::from(if (bits & y).count_ones() % 2 == 1 {
                        -sign
                    } else {
                        *sign
                    })
                };
                cells.iter().map(signed).sum()
            };
            let all = 1_u64 << dimensions;
            let most = (0..all).map(sum).max().expect("there is one");
            let Ok((y, found)) = heaviest(&cells, dimensions, &Budget::default()) else {
                panic!("nobody said stop");
            };
            assert_eq!((sum(y), found), (most, most));
        }
    }
}
