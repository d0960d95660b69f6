//! Number of the shortest plans of a level, and of those with different effects.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use super::cells::Cells;
use super::space::{Space, To};
use crate::game::Count;
use crate::game::search::{Budget, Stop};
use crate::solvers::{Step, Walker};

/// Limit of the different plans distinguished per state.
const MOST_DIFFERENT: usize = 1_000;
/// Limit of the different plans distinguished in all states together.
const MOST_TOGETHER: usize = 4_000_000;
/// Number of example plans.
const EXAMPLES: usize = 6;

/// Numbers of plans.
pub struct Counted {
    pub all: Count,
    pub different: Count,
    /// Acts of some different plans.
    pub examples: Vec<Vec<u8>>,
}

/// Plans from a state on, by an order-independent hash of their effects on everything but the player. The value is
/// the first act of such a plan and the hash of the rest.
type Deeds = FxHashMap<u64, (u8, u64)>;

/// Counts the plans through states on shortest plans. `whole` says whether none of these states is missing.
pub fn count(
    space: &Space,
    on: &[bool],
    whole: bool,
    walker: &mut Walker,
    cells: &Cells<'_>,
    budget: &Budget,
) -> Result<Counted, Stop> {
    let mut ways: FxHashMap<usize, u64> = FxHashMap::default();
    let mut deeds: FxHashMap<usize, Deeds> = FxHashMap::default();
    let (mut cut, mut together) = (false, 0);
    for state in (0..space.seen()).rev().filter(|state| on[*state]) {
        budget.check()?;
        let mut number = 0_u64;
        let mut here = Deeds::default();
        let most = if together < MOST_TOGETHER {
            MOST_DIFFERENT
        } else {
            1
        };
        for (act, to) in space.acts(state) {
            let before = space.states.state(state);
            match to {
                To::Win if walker.step(before, act) == Step::Won => {
                    number = number.saturating_add(1);
                    here.insert(deed(cells, before, &walker.after), (act, 0));
                }
                To::State(to) if on[to] && space.depth(to) == space.depth(state) + 1 => {
                    number = number.saturating_add(ways.get(&to).copied().unwrap_or(0));
                    let done = deed(cells, before, space.states.state(to));
                    for after in deeds.get(&to).into_iter().flat_map(Deeds::keys) {
                        let new = done.wrapping_add(*after);
                        match here.len() < most || here.contains_key(&new) {
                            true => here.insert(new, (act, *after)),
                            false => {
                                cut = true;
                                continue;
                            }
                        };
                    }
                }
                _ => {}
            }
        }
        together += here.len();
        ways.insert(state, number);
        deeds.insert(state, here);
    }
    let all = ways.get(&0).copied().unwrap_or(0);
    let different = deeds.get(&0).map_or(0, |deeds| deeds.len() as u64);
    Ok(Counted {
        all: Count {
            number: all,
            exact: whole && all < u64::MAX,
        },
        different: Count {
            number: different,
            exact: whole && !cut,
        },
        examples: examples(space, &deeds),
    })
}

/// Hash of the changes between two states, without the player. Sums of such hashes do not depend on the order.
fn deed(cells: &Cells<'_>, before: &[u64], after: &[u64]) -> u64 {
    let changes = cells
        .changes(before, after)
        .filter(|change| !change.is_player);
    let number = |change: super::cells::Changed| {
        let mut hasher = FxHasher::default();
        hasher.write_usize(change.board);
        hasher.write_usize(change.cell);
        hasher.write_u8(u8::from(change.comes));
        // Mixed, so that sums of similar hashes do not collide.
        let mut mixed = hasher.finish() ^ 0x9e37_79b9_7f4a_7c15;
        for shift in [30, 27, 31] {
            mixed = (mixed ^ (mixed >> shift)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        mixed
    };
    changes.map(number).fold(0, u64::wrapping_add)
}

/// Acts of some different plans.
fn examples(space: &Space, deeds: &FxHashMap<usize, Deeds>) -> Vec<Vec<u8>> {
    let mut all: Vec<u64> = deeds
        .get(&0)
        .into_iter()
        .flat_map(Deeds::keys)
        .copied()
        .collect();
    all.sort_unstable();
    let plan = |first: u64| {
        let (mut state, mut rest) = (0, first);
        let mut plan = Vec::new();
        while let Some((act, after)) = deeds.get(&state).and_then(|deeds| deeds.get(&rest)) {
            plan.push(*act);
            let to = space.acts(state).find(|(known, _)| known == act);
            match to {
                Some((_, To::State(to))) => (state, rest) = (to, *after),
                _ => break,
            }
        }
        plan
    };
    all.into_iter().take(EXAMPLES).map(plan).collect()
}
