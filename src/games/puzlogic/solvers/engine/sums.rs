//! Numbers that cells with a given total may have.
//!
//! If few combinations are left they are enumerated. Otherwise the smallest and largest sums of
//! distinct numbers bound each cell.

use super::{BitSet, bits};

/// Limit of the combinations of all cells but the one with most numbers, for enumeration.
const MAX_COMBINATIONS: u64 = 256;

/// Cells whose numbers have a given total.
pub(super) struct CellTotal {
    /// Indices into `Csp::cells`.
    pub(super) cells: Vec<usize>,
    pub(super) total: i64,
    /// `true` if the cells may not repeat a number.
    pub(super) distinct: bool,
}

/// The cells of a total that have more than one number left.
struct OpenCells<'a> {
    /// Positions in the list of domains, and those domains, the smallest first.
    cells: Vec<(usize, BitSet)>,
    /// The total less the numbers of all other cells.
    left: i64,
    distinct: bool,
    /// The number of each bit, ascending.
    values: &'a [i64],
    /// For each cell the least and largest sum of the cells from it on, repeated numbers allowed.
    suffix_bounds: Vec<(i64, i64)>,
}

/// End of the ascending numbers from which the smallest or the largest sums take theirs.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Low,
    High,
}

impl End {
    const HIGHEST_BIT: usize = BitSet::BITS as usize - 1;

    /// The lowest or highest bit of a set, which is not empty.
    fn of(self, set: BitSet) -> usize {
        match self {
            Self::Low => set.trailing_zeros() as usize,
            Self::High => Self::HIGHEST_BIT - set.leading_zeros() as usize,
        }
    }

    /// All bits from this one on, away from the end.
    fn onwards(self, bit: usize) -> BitSet {
        match self {
            Self::Low => BitSet::MAX << bit,
            Self::High => BitSet::MAX >> (Self::HIGHEST_BIT - bit),
        }
    }
}

impl CellTotal {
    /// The numbers of each cell, out of its domain, with which the total may be met; `None` if it cannot.
    ///
    /// Domains are in the order of the cells and not empty.
    pub(super) fn narrow(&self, domains: &[BitSet], values: &[i64]) -> Option<Vec<BitSet>> {
        let open = self.open(domains, values)?;
        let mut allowed = domains.to_vec();
        if open.few_combinations() {
            let mut sums = vec![0; open.cells.len()];
            if !open.combine(0, 0, open.left, &mut sums) {
                return None;
            }
            for ((at, _), numbers) in open.cells.iter().zip(sums) {
                allowed[*at] = numbers;
            }
        } else {
            if !open.is_within_bounds() {
                return None;
            }
            for (index, (at, domain)) in open.cells.iter().enumerate() {
                let min = open.left - open.extreme(End::High, Some(index));
                let max = open.left - open.extreme(End::Low, Some(index));
                let fits = |bit: &usize| (min..=max).contains(&values[*bit]);
                allowed[*at] = bits(*domain).filter(fits).map(|bit| 1 << bit).sum();
            }
        }
        Some(allowed)
    }

    /// Returns whether [`Self::narrow`] proves that the total cannot be met.
    fn fails(&self, domains: &[BitSet], values: &[i64]) -> bool {
        self.open(domains, values).is_none_or(|open| {
            !open.is_within_bounds()
                || open.few_combinations()
                    && !open.combine(0, 0, open.left, &mut vec![0; open.cells.len()])
        })
    }

    /// Enlarges the domains, at most to `roots`, as far as the total still cannot be met: what remains excluded is an
    /// explanation of few facts.
    pub(super) fn relax(&self, domains: &mut [BitSet], roots: &[BitSet], values: &[i64]) {
        debug_assert!(self.fails(domains, values));
        for index in 0..domains.len() {
            let domain = domains[index];
            let above = End::Low.onwards(End::Low.of(domain));
            let below = End::High.onwards(End::High.of(domain));
            let numbers = bits(roots[index] & !domain).map(|bit| 1 << bit);
            // All numbers first, then those from one end of the domain on, then single ones.
            for enlarged in [BitSet::MAX, above, below].into_iter().chain(numbers) {
                let before = domains[index];
                domains[index] |= roots[index] & enlarged;
                if domains[index] != before && self.fails(domains, values) {
                    if enlarged == BitSet::MAX {
                        break;
                    }
                } else {
                    domains[index] = before;
                }
            }
        }
    }

    /// Takes out the filled cells; `None` if a cell has no number left, or all are filled and do not have this total.
    fn open<'a>(&self, domains: &[BitSet], values: &'a [i64]) -> Option<OpenCells<'a>> {
        let (mut left, mut used) = (self.total, 0);
        let mut cells = Vec::with_capacity(domains.len());
        for (at, domain) in domains.iter().enumerate() {
            if domain.is_power_of_two() {
                if self.distinct && used & domain != 0 {
                    return None;
                }
                left -= values[End::Low.of(*domain)];
                used |= domain;
            } else {
                cells.push((at, *domain));
            }
        }
        if self.distinct {
            cells.iter_mut().for_each(|(_, domain)| *domain &= !used);
        }
        if cells.iter().any(|(_, domain)| *domain == 0) || cells.is_empty() && left != 0 {
            return None;
        }
        cells.sort_by_key(|(_, domain)| domain.count_ones());
        let mut suffix_bounds = vec![(0, 0); cells.len() + 1];
        for (index, (_, domain)) in cells.iter().enumerate().rev() {
            let (least, most) = suffix_bounds[index + 1];
            let ends = (End::Low.of(*domain), End::High.of(*domain));
            suffix_bounds[index] = (least + values[ends.0], most + values[ends.1]);
        }
        Some(OpenCells {
            cells,
            left,
            distinct: self.distinct,
            values,
            suffix_bounds,
        })
    }
}

impl OpenCells<'_> {
    fn few_combinations(&self) -> bool {
        let sizes = self.cells.iter().rev().skip(1);
        let sizes = sizes.map(|(_, domain)| u64::from(domain.count_ones()));
        sizes.fold(1, u64::saturating_mul) <= MAX_COMBINATIONS
    }

    fn is_within_bounds(&self) -> bool {
        (self.extreme(End::Low, None)..=self.extreme(End::High, None)).contains(&self.left)
    }

    /// A bound on the sum of the cells, one of them left out: from below, or with [`End::High`] from above.
    ///
    /// Each cell has a number from the end of its domain on. Distinct ones are given out greedily, the cells nearest to
    /// the end first; that is best, as of two such sets of numbers one contains the other.
    fn extreme(&self, end: End, without: Option<usize>) -> i64 {
        let cells = self.cells.iter().enumerate();
        let cells = cells.filter(|(index, _)| Some(*index) != without);
        let ends = cells.map(|(_, (_, domain))| end.of(*domain));
        if !self.distinct {
            return ends.map(|bit| self.values[bit]).sum();
        }
        let mut ends: Vec<usize> = ends.collect();
        ends.sort_unstable();
        if end == End::High {
            ends.reverse();
        }
        let mut unused = self.cells.iter().fold(0, |all, (_, domain)| all | domain);
        let mut sum = 0;
        for first in ends {
            unused &= end.onwards(first);
            if unused == 0 {
                // More cells than numbers: no sum is possible. Half the limit, so that differences do not overflow.
                return match end {
                    End::Low => i64::MAX / 2,
                    End::High => i64::MIN / 2,
                };
            }
            let bit = end.of(unused);
            unused &= !(1 << bit);
            sum += self.values[bit];
        }
        sum
    }

    /// Adds the numbers of all combinations of the cells from `at` on with sum `left` to `allowed`;
    /// returns whether there is one. `used` are the numbers of the cells before.
    fn combine(&self, at: usize, used: BitSet, left: i64, allowed: &mut [BitSet]) -> bool {
        let Some((_, domain)) = self.cells.get(at) else {
            return left == 0;
        };
        let (least, most) = self.suffix_bounds[at + 1];
        let mut any = false;
        for bit in bits(domain & !used) {
            let others = left - self.values[bit];
            let used = if self.distinct { used | 1 << bit } else { 0 };
            if (least..=most).contains(&others) && self.combine(at + 1, used, others, allowed) {
                allowed[at] |= 1 << bit;
                any = true;
            }
        }
        any
    }
}
