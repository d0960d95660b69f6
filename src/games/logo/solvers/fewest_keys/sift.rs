//! Pruning and sorting of layers.

use crate::search::{Budget, Stop};

use super::state::State;
use super::task::NEVER;

/// States processed between two checks of the budget.
pub(super) const CHUNK: usize = 1 << 14;

/// Prunes layers to their width.
pub(super) struct Cut {
    width: usize,
    /// Least bound of a dropped state.
    pub lowest: i32,
}

impl Cut {
    pub fn new(width: usize) -> Self {
        Self {
            width,
            lowest: NEVER,
        }
    }

    /// Keeps the states with the least bounds.
    pub fn apply<const WORDS: usize>(
        &mut self,
        states: &mut Vec<State<WORDS>>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        // Selects with a histogram instead of sorting.
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for chunk in states.chunks(CHUNK) {
            budget.check()?;
            for state in chunk {
                low = low.min(state.least);
                high = high.max(state.least);
            }
        }
        let shift = ((high - low) as u32 >> 12)
            .checked_ilog2()
            .map_or(0, |log| log + 1);
        let mut number = vec![0_usize; ((high - low) >> shift) as usize + 1];
        for chunk in states.chunks(CHUNK) {
            budget.check()?;
            for state in chunk {
                number[((state.least - low) >> shift) as usize] += 1;
            }
        }
        let (mut room, mut bin) = (self.width, 0);
        while bin < number.len() && number[bin] <= room {
            room -= number[bin];
            bin += 1;
        }
        let bin = bin as i32;
        let mut kept = 0;
        for index in 0..states.len() {
            if index % CHUNK == 0 {
                budget.check()?;
            }
            let state = states[index];
            let own = (state.least - low) >> shift;
            if own == bin && room > 0 {
                room -= 1;
            } else if own >= bin {
                self.lowest = self.lowest.min(state.least);
                continue;
            }
            states[kept] = state;
            kept += 1;
        }
        states.truncate(kept);
        Ok(())
    }
}

/// Sorts states so that those of one set are adjacent.
pub(super) fn grouped<const WORDS: usize>(
    states: Vec<State<WORDS>>,
    budget: &Budget,
) -> Result<Vec<State<WORDS>>, Stop> {
    // Buckets first: one large sort could not be cancelled.
    let bits = (states.len() / 128).max(1).ilog2();
    let bucket =
        |state: &State<WORDS>| state.done.hash().checked_shr(64 - bits).unwrap_or(0) as usize;
    let mut ends = vec![0_u32; 1 << bits];
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        for state in chunk {
            ends[bucket(state)] += 1;
        }
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut sorted = Vec::with_capacity(states.len());
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        sorted.extend_from_slice(chunk);
    }
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        for state in chunk {
            let place = &mut ends[bucket(state)];
            *place -= 1;
            sorted[*place as usize] = *state;
        }
    }
    for (index, start) in ends.iter().enumerate() {
        if index % 256 == 0 {
            budget.check()?;
        }
        let end = ends
            .get(index + 1)
            .map_or(sorted.len(), |end| *end as usize);
        sorted[*start as usize..end].sort_unstable_by_key(|state| state.done);
    }
    Ok(sorted)
}
