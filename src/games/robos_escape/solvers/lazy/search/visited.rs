use super::{LazySearch, LazyState};
use crate::solvers::lazy::world::RobotState;

impl LazySearch<'_> {
    /// Returns whether this state was reached before with as little text, by a 128-bit hash; otherwise records it.
    pub(super) fn is_repeated(&mut self, state: &LazyState) -> bool {
        let mut key = self.world.hash;
        let mut mix = |value: u64| {
            key = (key ^ u128::from(value)).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
            key ^= key >> 61;
        };
        let RobotState { pose, coins } = state.robot;
        mix(u64::from(pose) << 16 | u64::from(coins) | 1 << 63);
        for part in &self.code.parts[1..=self.code.labels] {
            mix(u64::from(part.relevant_calls()) << 8 | u64::from(part.fallen_into) | 1 << 62);
            for token in part.tokens() {
                mix(u64::from(*token) | 1 << 61);
            }
        }
        mix(u64::from(self.code.twice));
        let entry = (self.code.cost as u8, state.steps);
        let full = self.visited.len() >= self.max_visited;
        match self.visited.get_mut(&key) {
            Some((cost, steps)) => {
                if *cost <= entry.0 && (!self.count_steps || *steps <= entry.1) {
                    return true;
                }
                if entry.0 <= *cost {
                    (*cost, *steps) = entry;
                }
                false
            }
            None => {
                if !full {
                    self.visited.insert(key, entry);
                }
                false
            }
        }
    }
}
