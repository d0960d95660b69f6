//! The open cells of a total: which numbers leave it possible.
//!
//! If few combinations are left they are enumerated. Otherwise the smallest and largest sums of distinct numbers
//! bound each cell.

use super::bits;
use super::trail::{BitSet, NONE};
use crate::puzzle::MAX_SIDE;

/// Limit of the combinations of all cells but one for enumeration.
const MAX_COMBINATIONS: u64 = 256;

/// Open cells of a total, and the remaining sum.
pub(super) struct OpenCells<'a> {
    pub(super) len: usize,
    pub(super) cells: [u32; MAX_SIDE],
    pub(super) domains: [BitSet; MAX_SIDE],
    /// Least and most of the cells from each one on, repeated numbers allowed.
    pub(super) bounds: [(i64, i64); MAX_SIDE + 1],
    pub(super) left: i64,
    /// Numbers that any of the cells may have, for bounds.
    pub(super) numbers: BitSet,
    pub(super) distinct: bool,
    pub(super) values: &'a [i64],
    pub(super) index: &'a [u8; 256],
}

fn lowest(set: BitSet) -> usize {
    set.trailing_zeros() as usize
}

fn highest(set: BitSet) -> usize {
    127 - set.leading_zeros() as usize
}

/// The highest number of a set if `HIGH`, otherwise the lowest.
fn end<const HIGH: bool>(set: BitSet) -> usize {
    if HIGH { highest(set) } else { lowest(set) }
}

/// All numbers from one on, away from the end that [`end`] returns.
fn onwards<const HIGH: bool>(number: usize) -> BitSet {
    match HIGH {
        true => BitSet::MAX >> (127 - number),
        false => BitSet::MAX << number,
    }
}

fn without_end<const HIGH: bool>(set: BitSet) -> BitSet {
    match HIGH {
        true => set & !(1 << highest(set)),
        false => set & set.wrapping_sub(1),
    }
}

impl OpenCells<'_> {
    /// Least sum of the cells, each with a number from its own of `ends` on, or, if `HIGH`, the largest with numbers
    /// up to it; the cell `without` is left out.
    fn extreme<const HIGH: bool>(&self, ends: &[usize], without: usize) -> i64 {
        let others = ends.iter().enumerate();
        let others = others.filter(|(index, _)| *index != without);
        if !self.distinct {
            return others.map(|(_, end)| self.values[*end]).sum();
        }
        // Number of cells by their first number; assigned greedily from the end.
        let mut cells_from = [0_u8; 128];
        let mut starts: BitSet = 0;
        let mut to_place = 0;
        for (_, end) in others {
            cells_from[*end] += 1;
            starts |= 1 << end;
            to_place += 1;
        }
        let mut sum = 0;
        let mut waiting = 0;
        let mut candidates = self.numbers | starts;
        while to_place > 0 {
            if candidates == 0 {
                return if HIGH { i64::MIN / 4 } else { i64::MAX / 4 };
            }
            if waiting == 0 {
                candidates &= onwards::<HIGH>(end::<HIGH>(candidates & starts));
            }
            let at = end::<HIGH>(candidates);
            candidates = without_end::<HIGH>(candidates);
            if starts >> at & 1 == 1 {
                waiting += cells_from[at];
                starts &= !(1 << at);
            }
            if self.numbers >> at & 1 == 1 {
                sum += self.values[at];
                waiting -= 1;
                to_place -= 1;
            }
        }
        sum
    }

    fn number(&self, value: i64) -> Option<usize> {
        let index = *self.index.get(usize::try_from(value).ok()?)?;
        (index != NONE).then_some(usize::from(index))
    }

    pub(super) fn domains(&self) -> &[BitSet] {
        &self.domains[..self.len]
    }

    /// Sorts the cells by the number of their candidates; returns whether all combinations may be enumerated.
    pub(super) fn sort_if_few(&mut self) -> bool {
        let mut most = 1;
        let mut product = 1_u64;
        for domain in self.domains() {
            let size = u64::from(domain.count_ones());
            product = product.saturating_mul(most.min(size));
            most = most.max(size);
            if product > MAX_COMBINATIONS {
                return false;
            }
        }
        let mut order: [_; MAX_SIDE] = std::array::from_fn(|at| (self.domains[at], self.cells[at]));
        order[..self.len].sort_by_key(|(domain, _)| domain.count_ones());
        for (at, sorted) in order.into_iter().enumerate() {
            (self.domains[at], self.cells[at]) = sorted;
        }
        true
    }

    pub(super) fn compute_bounds(&mut self, domains: &[BitSet]) {
        self.bounds[domains.len()] = (0, 0);
        for (index, domain) in domains.iter().enumerate().rev() {
            let (least, most) = self.bounds[index + 1];
            let (low, high) = (lowest(*domain), highest(*domain));
            self.bounds[index] = (least + self.values[low], most + self.values[high]);
        }
    }

    /// Adds the numbers of all combinations with sum `left` to `allowed`; returns whether there is one.
    pub(super) fn combine(&self, at: usize, used: BitSet, left: i64, out: &mut [BitSet]) -> bool {
        let domain = self.domains[at] & !used;
        if at + 1 == self.len {
            let number = self.number(left).filter(|number| domain >> number & 1 == 1);
            if let Some(number) = number {
                out[at] |= 1 << number;
            }
            return number.is_some();
        }
        let (least, most) = self.bounds[at + 1];
        let mut any = false;
        if at + 2 == self.len {
            let last = self.domains[at + 1] & !used;
            for number in bits(domain) {
                let Some(other) = self.number(left - self.values[number]) else {
                    continue;
                };
                if last >> other & 1 == 1 && (other != number || !self.distinct) {
                    out[at] |= 1 << number;
                    out[at + 1] |= 1 << other;
                    any = true;
                }
            }
            return any;
        }
        for number in bits(domain) {
            let rest = left - self.values[number];
            if rest > most {
                continue;
            }
            if rest < least {
                break;
            }
            // Nothing new can follow once the later cells keep all their numbers.
            if any
                && out[at] >> number & 1 == 1
                && out[at + 1..self.len] == self.domains[at + 1..self.len]
            {
                continue;
            }
            let used = if self.distinct { used | 1 << number } else { 0 };
            if self.combine(at + 1, used, rest, out) {
                out[at] |= 1 << number;
                any = true;
            }
        }
        any
    }

    /// Adds excluded numbers to `out`, without whose exclusion some combination would fit.
    pub(super) fn blocked(
        &self,
        roots: &[BitSet],
        at: usize,
        used: BitSet,
        left: i64,
        out: &mut [BitSet],
    ) {
        let root = roots[at] & !used;
        if at + 1 == roots.len() {
            if let Some(number) = self.number(left).filter(|number| root >> number & 1 == 1) {
                out[at] |= 1 << number;
            }
            return;
        }
        let (least, most) = self.bounds[at + 1];
        for number in bits(root & !out[at]) {
            let rest = left - self.values[number];
            if rest < least || rest > most {
                continue;
            }
            let used = if self.distinct { used | 1 << number } else { 0 };
            if self.domains[at] >> number & 1 == 1 {
                self.blocked(roots, at + 1, used, rest, out);
                continue;
            }
            if at + 2 == roots.len() {
                // The last cell's number may be the excluded one.
                let last = self
                    .number(rest)
                    .filter(|last| roots[at + 1] & !used & 1 << last != 0);
                if last.is_none_or(|last| out[at + 1] >> last & 1 == 1) {
                    continue;
                }
            }
            out[at] |= 1 << number;
        }
    }

    /// Puts the numbers that make the sum too large or too small into `out`; returns `true` if every choice does.
    pub(super) fn exclude_by_bounds(&self, out: &mut [BitSet; MAX_SIDE]) -> bool {
        let (mut lows, mut highs) = ([0; MAX_SIDE], [0; MAX_SIDE]);
        for (index, domain) in self.domains().iter().enumerate() {
            (lows[index], highs[index]) = (lowest(*domain), highest(*domain));
        }
        let (lows, highs) = (&lows[..self.len], &highs[..self.len]);
        let least = self.extreme::<false>(lows, usize::MAX);
        let most = self.extreme::<true>(highs, usize::MAX);
        if least > self.left || most < self.left {
            return true;
        }
        for (index, domain) in self.domains().iter().enumerate() {
            let width = self.values[highs[index]] - self.values[lows[index]];
            if width > self.left - least {
                let limit = self.left - self.extreme::<false>(lows, index);
                for number in bits(*domain).filter(|n| self.values[*n] > limit) {
                    out[index] |= 1 << number;
                }
            }
            if width > most - self.left {
                let limit = self.left - self.extreme::<true>(highs, index);
                for number in bits(*domain).filter(|n| self.values[*n] < limit) {
                    out[index] |= 1 << number;
                }
            }
        }
        false
    }

    /// If no sum fits: puts a few excluded numbers that are enough to prove it into `out`.
    pub(super) fn explain_bounds(&self, roots: &[BitSet], out: &mut [BitSet; MAX_SIDE]) -> bool {
        self.explain::<false>(roots, out) || self.explain::<true>(roots, out)
    }

    /// Like [`Self::explain_bounds`] for too large sums, or for too small ones if `HIGH`.
    fn explain<const HIGH: bool>(&self, roots: &[BitSet], out: &mut [BitSet; MAX_SIDE]) -> bool {
        let fails = |ends: &[usize]| {
            let sum = self.extreme::<HIGH>(ends, usize::MAX);
            if HIGH {
                sum < self.left
            } else {
                sum > self.left
            }
        };
        let mut ends = [0; MAX_SIDE];
        let ends = &mut ends[..roots.len()];
        for (slot, domain) in ends.iter_mut().zip(self.domains()) {
            *slot = end::<HIGH>(*domain);
        }
        if !fails(ends) {
            return false;
        }
        for index in 0..roots.len() {
            let mut beyond = roots[index] & !onwards::<HIGH>(ends[index]);
            while beyond != 0 {
                let before = std::mem::replace(&mut ends[index], end::<HIGH>(beyond));
                if fails(ends) {
                    break;
                }
                ends[index] = before;
                beyond = without_end::<HIGH>(beyond);
            }
            out[index] = roots[index] & !onwards::<HIGH>(ends[index]);
        }
        true
    }
}
