//! Levels that are Sokoban under another name, solved by its solver; the plan is replayed by the game's own rules.

use super::{Next, Walker};
use crate::game::search::Budget;

/// Acts that win from the walker's state, whose Sokoban level has this text, if found in half of the time left.
pub fn plan(text: &str, walker: &mut Walker, threads: usize, budget: &Budget) -> Option<Vec<u8>> {
    let steps = planwright_sokoban::steps(text, threads, budget)?;
    // In the order of the walker's acts.
    let acts = steps.chars().map(|letter| "udlr".find(letter));
    let acts: Option<Vec<u8>> = acts.map(|act| act.map(|act| act as u8)).collect();
    let mut acts = acts?;
    let mut state = walker.state();
    for at in 0..acts.len() {
        match walker.step(&state, acts[at]) {
            Next::Won => {
                acts.truncate(at + 1);
                return Some(acts);
            }
            Next::Moved => state.clone_from(&walker.after),
            Next::Unchanged | Next::Unknown => return None,
        }
    }
    None
}
