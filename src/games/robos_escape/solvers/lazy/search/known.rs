use super::{Search, State};
use crate::solvers::lazy::world::Robot;

impl Search<'_> {
    /// Returns whether this state was reached before with as little text, by a 128-bit hash; otherwise records it.
    pub(super) fn known(&mut self, state: &State) -> bool {
        let mut key = self.world.code;
        let mut mix = |value: u64| {
            key = (key ^ u128::from(value)).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
            key ^= key >> 61;
        };
        let Robot { place, coins } = state.robot;
        mix(u64::from(place) << 16 | u64::from(coins) | 1 << 63);
        for part in &self.code.parts[1..=self.code.labels] {
            mix(u64::from(part.calls_that_matter()) << 8 | u64::from(part.fallen_into) | 1 << 62);
            for token in part.tokens() {
                mix(u64::from(*token) | 1 << 61);
            }
        }
        mix(u64::from(self.code.twice));
        let here = (self.code.cost as u8, state.steps);
        let full = self.seen.len() >= self.most_seen;
        match self.seen.get_mut(&key) {
            Some((cost, steps)) => {
                if *cost <= here.0 && (!self.count_steps || *steps <= here.1) {
                    return true;
                }
                if here.0 <= *cost {
                    (*cost, *steps) = here;
                }
                false
            }
            None => {
                if !full {
                    self.seen.insert(key, here);
                }
                false
            }
        }
    }
}
