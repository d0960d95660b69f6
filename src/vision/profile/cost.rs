//! Costs of moves on a target, of which the solvers' options are made.

use super::form::described;

described! {
    /// Costs of moves on a target, as measured there: for cheapest plans, and to tell how long one takes.
    struct CostRule("cost") derive(Default) {
        /// Seconds that the game's own clock gives a level.
        clock_s: Option<u32> = "none", integer(1, 1_000_000);
        /// Milliseconds to move the cursor 1, 2, 3, … cells in one direction, ascending. One number: each cell is a
        /// press of its own. Several: a key held down repeats, and beyond the last number the cost grows as at the end.
        step_ms: Vec<u32> = "none", integer(1, 1000);
        /// Milliseconds of an action once the cursor is there, or of a click or drag.
        action_ms: u32 = "0", integer(0, 1000);
        /// Milliseconds of the pointer's way, for a hundred pixels of the picture at scale 1.
        pointer_ms: u32 = "0", integer(0, 1000);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CursorCost {
    /// Number of key presses, however long each is held.
    pub presses: u64,
    pub ms: u64,
}

impl CostRule {
    /// Returns whether a held key repeats.
    pub fn repeats(&self) -> bool {
        self.step_ms.len() > 1
    }

    /// Cheapest way to move `cells` cells in one direction, by presses and held keys.
    pub fn cursor_cost(&self, cells: usize) -> CursorCost {
        let one = u64::from(self.step_ms.first().copied().unwrap_or(0));
        if !self.repeats() {
            let presses = cells as u64;
            let ms = presses * one;
            return CursorCost { presses, ms };
        }
        // The cheapest for each distance: the last press covers some cells, and the rest is as cheap as possible.
        let mut costs = vec![CursorCost::default()];
        for length in 1..=cells {
            let split = |run: usize| {
                let rest = costs.get(length - run).copied().unwrap_or_default();
                CursorCost {
                    presses: rest.presses + 1,
                    ms: rest.ms + self.run(run),
                }
            };
            let best = (1..=length).map(split);
            let best = best.min_by_key(|cost| (cost.ms, cost.presses));
            costs.push(best.unwrap_or_default());
        }
        costs.pop().unwrap_or_default()
    }

    /// Milliseconds of one press held for `cells` cells.
    fn run(&self, cells: usize) -> u64 {
        let at = |index: usize| self.step_ms.get(index).map(|ms| u64::from(*ms));
        let last = self.step_ms.len().saturating_sub(1);
        let end = at(last).unwrap_or(0);
        let growth = end - at(last.wrapping_sub(1)).unwrap_or(0).min(end);
        let beyond = cells.saturating_sub(self.step_ms.len()) as u64;
        at(cells.saturating_sub(1)).unwrap_or(end) + beyond * growth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(step_ms: &[u32]) -> CostRule {
        CostRule {
            step_ms: step_ms.to_vec(),
            ..CostRule::default()
        }
    }

    #[test]
    fn single_presses_add_up_and_held_keys_are_split_as_is_cheapest() {
        let cost = |rule: &CostRule, cells| {
            let CursorCost { presses, ms } = rule.cursor_cost(cells);
            (presses, ms)
        };
        assert_eq!(cost(&rule(&[57]), 4), (4, 228));
        assert_eq!(cost(&rule(&[]), 4), (4, 0));
        // The held key pauses before it repeats, so two cells take two presses.
        let held = rule(&[80, 400, 430]);
        assert_eq!(cost(&held, 0), (0, 0));
        assert_eq!(cost(&held, 2), (2, 160));
        assert_eq!(cost(&held, 5), (5, 400));
        assert_eq!(cost(&held, 7), (1, 550));
    }
}
