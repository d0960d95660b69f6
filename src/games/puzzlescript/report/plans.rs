//! Number of the shortest plans of a level, and of those with different effects.
//!
//! States are visited from the last depth backward, so the plans from a state are those of its successors, each after
//! one more move. Two plans are the same if they do the same to everything but the player, in any order: their effects
//! are summed as hashes, so two different ones are taken for one only if these collide.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use super::cells::{ObjectChange, StateDiff};
use super::space::{ActEdge, Space};
use crate::game::Count;
use crate::game::search::{Budget, Stop};
use crate::solvers::{Next, Walker};

/// Limit of the different plans distinguished per state.
const MAX_DIFFERENT: usize = 1_000;
/// Limit of the different plans distinguished in all states together.
const MAX_TOTAL: usize = 4_000_000;
/// Limit of the plans listed.
const MAX_EXAMPLES: usize = 6;

pub struct PlanCounts {
    pub all: Count,
    pub different: Count,
    /// Acts of some different plans.
    pub examples: Vec<Vec<u8>>,
}

/// Plans from a state on, by an order-independent hash of their effects on everything but the player. The value is
/// the first act of such a plan and the hash of the rest.
type PlanEffects = FxHashMap<u64, (u8, u64)>;

/// Counts the plans through states on shortest plans. `complete` says whether none of these states is missing.
pub fn count(
    space: &Space,
    on_plan: &[bool],
    complete: bool,
    walker: &mut Walker,
    diff: &StateDiff<'_>,
    budget: &Budget,
) -> Result<PlanCounts, Stop> {
    let mut counts: FxHashMap<usize, u64> = FxHashMap::default();
    let mut effects: FxHashMap<usize, PlanEffects> = FxHashMap::default();
    let (mut truncated, mut total) = (false, 0);
    for state in (0..space.expanded()).rev().filter(|state| on_plan[*state]) {
        budget.check()?;
        let mut number = 0_u64;
        let mut of_state = PlanEffects::default();
        // One plan is always known, so that there is an example.
        let max = if total < MAX_TOTAL { MAX_DIFFERENT } else { 1 };
        for (act, to) in space.acts(state) {
            let before = space.states.state(state);
            match to {
                // Won states are not in the space, so the move is made again.
                ActEdge::Win if walker.step(before, act) == Next::Won => {
                    number = number.saturating_add(1);
                    of_state.insert(effect_hash(diff, before, &walker.after), (act, 0));
                }
                ActEdge::State(to) if on_plan[to] && space.depth(to) == space.depth(state) + 1 => {
                    number = number.saturating_add(counts.get(&to).copied().unwrap_or(0));
                    let done = effect_hash(diff, before, space.states.state(to));
                    for after in effects.get(&to).into_iter().flat_map(PlanEffects::keys) {
                        let new = done.wrapping_add(*after);
                        if of_state.len() < max || of_state.contains_key(&new) {
                            of_state.insert(new, (act, *after));
                        } else {
                            truncated = true;
                        }
                    }
                }
                _ => {}
            }
        }
        total += of_state.len();
        counts.insert(state, number);
        effects.insert(state, of_state);
    }
    // A winning move that the budget cut off was not counted.
    budget.check()?;
    let all = counts.get(&0).copied().unwrap_or(0);
    let different = effects.get(&0).map_or(0, |plans| plans.len() as u64);
    Ok(PlanCounts {
        all: Count {
            number: all,
            exact: complete && all < u64::MAX,
        },
        different: Count {
            number: different,
            exact: complete && !truncated,
        },
        examples: examples(space, &effects),
    })
}

/// Hash of the changes between two states, without the player. Sums of such hashes do not depend on the order.
fn effect_hash(diff: &StateDiff<'_>, before: &[u64], after: &[u64]) -> u64 {
    let changes = diff.changes(before, after);
    let number = |change: ObjectChange| {
        let mut hasher = FxHasher::default();
        hasher.write_usize(change.board);
        hasher.write_usize(change.cell);
        hasher.write_u8(u8::from(change.appears));
        // Mixed as in the finalizer of SplitMix64, so that sums of similar hashes do not collide.
        let mut mixed = hasher.finish() ^ 0x9e37_79b9_7f4a_7c15;
        for shift in [30, 27, 31] {
            mixed = (mixed ^ (mixed >> shift)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        mixed
    };
    let hashes = changes.filter(|change| !change.is_player).map(number);
    hashes.fold(0, u64::wrapping_add)
}

/// Acts of the first different plans, by the hashes of their effects.
fn examples(space: &Space, effects: &FxHashMap<usize, PlanEffects>) -> Vec<Vec<u8>> {
    let all = effects.get(&0).into_iter().flat_map(PlanEffects::keys);
    let mut all: Vec<u64> = all.copied().collect();
    all.sort_unstable();
    let plan = |first: u64| {
        let (mut state, mut rest) = (0, first);
        let mut plan = Vec::new();
        while let Some((act, after)) = effects.get(&state).and_then(|plans| plans.get(&rest)) {
            plan.push(*act);
            let to = space.acts(state).find(|(known, _)| known == act);
            match to {
                Some((_, ActEdge::State(to))) => (state, rest) = (to, *after),
                _ => break,
            }
        }
        plan
    };
    all.into_iter().take(MAX_EXAMPLES).map(plan).collect()
}
