//! Prunes layers to their width and sorts them by the sets of visited cells. A state's *bound* is a lower bound of all
//! paths through it, in price units.

use crate::search::{Budget, Stop};

use super::set::PathState;

/// States processed between two checks of the budget.
pub(super) const CHUNK: usize = 1 << 14;

/// Calls `visit` for each state, with checks of the budget.
fn for_each<const WORDS: usize>(
    states: &[PathState<WORDS>],
    budget: &Budget,
    mut visit: impl FnMut(&PathState<WORDS>),
) -> Result<(), Stop> {
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        chunk.iter().for_each(&mut visit);
    }
    Ok(())
}

/// Logarithm of the number of bins by which bounds are compared; states of one bin are equally good.
const HISTOGRAM_BITS: u32 = 12;

/// Prunes layers, and records the least bound of the states lost.
pub(super) struct Pruner {
    /// Most states to keep.
    pub width: usize,
    /// Least bound of a dropped state.
    pub lowest: i32,
}

impl Pruner {
    /// Keeps `width` states with the least bounds; of the last bin, the first ones. There must be more than that.
    pub fn apply<const WORDS: usize>(
        &mut self,
        states: &mut Vec<PathState<WORDS>>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        // Selects with a histogram instead of sorting.
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for_each(states, budget, |state| {
            low = low.min(state.bound);
            high = high.max(state.bound);
        })?;
        let excess = (high - low) as u32 >> HISTOGRAM_BITS;
        let shift = u32::BITS - excess.leading_zeros();
        let mut counts = vec![0_usize; ((high - low) >> shift) as usize + 1];
        for_each(states, budget, |state| {
            counts[((state.bound - low) >> shift) as usize] += 1;
        })?;
        let (mut capacity, mut bin) = (self.width, 0);
        while bin < counts.len() && counts[bin] <= capacity {
            capacity -= counts[bin];
            bin += 1;
        }
        let bin = bin as i32;
        let mut end = 0;
        for index in 0..states.len() {
            if index % CHUNK == 0 {
                budget.check()?;
            }
            let state = states[index];
            let state_bin = (state.bound - low) >> shift;
            if state_bin == bin && capacity > 0 {
                capacity -= 1;
            } else if state_bin >= bin {
                self.lowest = self.lowest.min(state.bound);
                continue;
            }
            states[end] = state;
            end += 1;
        }
        states.truncate(end);
        Ok(())
    }
}

/// Sorts states so that those of one set are adjacent, in an order that depends on the sets only.
pub(super) fn sort_by_set<const WORDS: usize>(
    states: Vec<PathState<WORDS>>,
    budget: &Budget,
) -> Result<Vec<PathState<WORDS>>, Stop> {
    // Buckets of some hundred states first, by the upper bits of the hash: one large sort could not be cancelled.
    let bits = (states.len() / 128).max(1).ilog2();
    let bucket = |state: &PathState<WORDS>| {
        // A single bucket has no bits, so the shift is out of range.
        let hash = state.done.hash().checked_shr(64 - bits);
        hash.unwrap_or(0) as usize
    };
    let mut ends = vec![0_u32; 1 << bits];
    for_each(&states, budget, |state| ends[bucket(state)] += 1)?;
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    // A copy, all of whose elements are replaced.
    let mut sorted = Vec::with_capacity(states.len());
    for_each(&states, budget, |state| sorted.push(*state))?;
    for_each(&states, budget, |state| {
        let slot = &mut ends[bucket(state)];
        *slot -= 1;
        sorted[*slot as usize] = *state;
    })?;
    for (index, start) in ends.iter().enumerate() {
        if index % 256 == 0 {
            budget.check()?;
        }
        let end = ends.get(index + 1).map_or(total, |end| *end);
        sorted[*start as usize..end as usize].sort_unstable_by_key(|state| state.done);
    }
    Ok(sorted)
}
