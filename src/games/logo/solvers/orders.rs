//! Number of stamping orders with a given orientation: its linear extensions.
//!
//! Each connected component is counted by dynamic programming over its downsets (sets of cells that can be stamped
//! first); orders of several components interleave freely, which gives a binomial factor. Patterns have few
//! downsets, full random boards hundreds of millions, so their number is limited.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::search::{Budget, Stop};

use super::problem::{StampProblem, Vertex};

/// Downsets between checks of the budget.
const CHECK_INTERVAL: usize = 1024;
/// Largest component in cells: a downset is a 128-bit word.
const MAX_CELLS: usize = 128;
/// Limit of downsets in all; that many take about a second and 100 MB.
const MAX_DOWNSETS: usize = 500_000;

/// Number of orders with the orientation of `order`, a valid stamping order; `None` beyond the limits.
pub(super) fn number_of_orders(
    problem: &StampProblem,
    order: &[Vertex],
    budget: &Budget,
) -> Result<Option<Natural>, Stop> {
    let rank = problem.ranks(order);
    let (mut downsets, mut before) = (0, 0);
    let mut all = Natural::from(1);
    for piece in problem.components() {
        match extend_by_piece(problem, &piece, &rank, all, &mut downsets, budget)? {
            Some(product) => all = product,
            None => return Ok(None),
        }
        // Positions of this component's cells among all so far: a binomial.
        for index in 1..=piece.len() {
            all.multiply((before + index) as u32);
            all.divide(index as u32);
        }
        before += piece.len();
    }
    Ok(Some(all))
}

/// Multiplies `number` by the number of orders of one connected component. `rank` is the position of each vertex in an
/// order of the orientation; `downsets` counts those of all components. `None` beyond the limits.
fn extend_by_piece(
    problem: &StampProblem,
    piece: &[Vertex],
    rank: &[u32],
    number: Natural,
    downsets: &mut usize,
    budget: &Budget,
) -> Result<Option<Natural>, Stop> {
    if piece.len() > MAX_CELLS {
        return Ok(None);
    }
    let bit = |vertex: Vertex| {
        let index = piece.iter().position(|other| *other == vertex);
        index.map_or(0, |index| 1_u128 << index)
    };
    let earlier = |vertex: &Vertex| {
        let adjacent = problem.adjacent(*vertex);
        let earlier = adjacent.filter(|v| rank[*v as usize] < rank[*vertex as usize]);
        earlier.map(bit).fold(0, |all, bit| all | bit)
    };
    let earlier: Vec<u128> = piece.iter().map(earlier).collect();
    // Downsets of equal size, each with `number` times the number of orders that lead to it.
    let mut layer = FxHashMap::from_iter([(0_u128, number)]);
    for _ in piece {
        let mut next: FxHashMap<u128, Natural> = FxHashMap::default();
        for (index, (set, count)) in layer.iter().enumerate() {
            if index % CHECK_INTERVAL == 0 {
                budget.check()?;
            }
            for (cell, earlier) in earlier.iter().enumerate() {
                if set >> cell & 1 == 0 && earlier & !set == 0 {
                    next.entry(set | 1 << cell).or_default().add(count);
                }
            }
            if *downsets + next.len() > MAX_DOWNSETS {
                return Ok(None);
            }
        }
        *downsets += next.len();
        layer = next;
    }
    // The last layer has the whole component as its only set.
    Ok(layer.into_values().next())
}

/// Base of [`Natural`]: the largest power of ten that fits a `u32`, so that digits are printed one by one.
const BASE: u64 = 1_000_000_000;

/// A natural number of any size: digits in base 10⁹, lowest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Natural(Vec<u32>);

impl From<u32> for Natural {
    fn from(number: u32) -> Self {
        let mut digits = vec![number % BASE as u32, number / BASE as u32];
        trim(&mut digits);
        Self(digits)
    }
}

fn trim(digits: &mut Vec<u32>) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

impl Natural {
    pub(super) fn add(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()) + 1, 0);
        let mut carry = 0;
        for (index, digit) in self.0.iter_mut().enumerate() {
            let more = other.0.get(index).map_or(0, |digit| u64::from(*digit));
            let sum = u64::from(*digit) + more + carry;
            *digit = (sum % BASE) as u32;
            carry = sum / BASE;
        }
        trim(&mut self.0);
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for digit in self.0.iter_mut() {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = (product % BASE) as u32;
            carry = product / BASE;
        }
        // The carry is less than the factor, which may exceed the base: it takes up to two digits.
        self.0.extend(Self::from(carry as u32).0);
    }

    /// Divides by a small number, rounding down.
    fn divide(&mut self, divisor: u32) {
        let mut rest = 0;
        for digit in self.0.iter_mut().rev() {
            let dividend = rest * BASE + u64::from(*digit);
            *digit = (dividend / u64::from(divisor)) as u32;
            rest = dividend % u64::from(divisor);
        }
        trim(&mut self.0);
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.0.iter().rev();
        write!(f, "{}", digits.next().unwrap_or(&0))?;
        digits.try_for_each(|digit| write!(f, "{digit:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_reckoned_with() {
        let mut factorial = Natural::from(1);
        for number in 1..=30 {
            factorial.multiply(number);
        }
        assert_eq!(factorial.to_string(), "265252859812191058636308480000000");
        for number in 1..=28 {
            factorial.divide(number);
        }
        assert_eq!(factorial, Natural::from(870));
        let mut sum = Natural::from(u32::MAX);
        for _ in 0..3 {
            sum.add(&sum.clone());
        }
        assert_eq!(sum.to_string(), (u64::from(u32::MAX) * 8).to_string());
        assert_eq!(Natural::default().to_string(), "0");
    }
}
