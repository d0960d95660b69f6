//! Dead ends: moves from states that can be won into states that cannot.
//!
//! States that lead to a win, or to one with unknown successors, are found backward from these; all others are dead. A
//! breadth-first search from the shortest plans through states that are not dead meets each entered dead state first
//! where it is least off these plans.

use std::collections::VecDeque;

use super::cells::StateDiff;
use super::space::{ActEdge, Space, TICK_INTERVAL};
use crate::game::search::{Budget, Stop};
use crate::game::{Count, DeadEnd, DeadEnds, Plan};
use crate::solvers::Walker;

/// Limit of the states counted per dead end.
const MAX_STATES: usize = 500;
/// Limit of the dead ends listed.
const MAX_LISTED: usize = 200;

pub struct DeadStates {
    /// Entered dead states, each by its first entrance.
    pub entered: Vec<DeadEndEntry>,
    /// Number of moves off the shortest plans that may or may not lose.
    pub undecided: usize,
}

/// A move into a dead state; states are numbers in the [`Space`].
#[derive(Clone, Copy, Debug)]
pub struct DeadEndEntry {
    pub from: usize,
    pub act: u8,
    pub to: usize,
    /// Number of moves by which `from` is off the shortest plans.
    pub distance: usize,
}

/// Finds the dead states entered from others: no win can be reached from them, nor a state that was not expanded.
/// Entrances from the states `first` are preferred.
pub fn find(
    space: &Space,
    on_plan: &[bool],
    first: &[usize],
    budget: &Budget,
) -> Result<DeadStates, Stop> {
    // From here a win can be reached; from `alive`, it may be.
    let wins = space.can_reach(|state| space.has_win(state), budget)?;
    let alive = match space.is_fully_expanded() {
        true => wins.clone(),
        false => space.can_reach(|state| space.has_win(state) || space.is_open(state), budget)?,
    };
    let mut detours: Vec<Option<u32>> = vec![None; space.len()];
    let mut entered = vec![false; space.len()];
    let mut lost = DeadStates {
        entered: Vec::new(),
        undecided: 0,
    };
    // States of the displayed plan come first, so that dead ends next to it are reported from there.
    let on_plan_states = (0..space.len()).filter(|state| on_plan[*state]);
    let mut open: VecDeque<usize> = first.iter().copied().chain(on_plan_states).collect();
    open.iter().for_each(|state| detours[*state] = Some(0));
    let mut done = vec![false; space.len()];
    let mut ticker = budget.ticker(TICK_INTERVAL);
    while let Some(state) = open.pop_front() {
        ticker.tick()?;
        if std::mem::replace(&mut done[state], true) {
            continue;
        }
        let distance = detours[state].unwrap_or(0);
        for (act, to) in space.acts(state) {
            let ActEdge::State(to) = to else {
                continue;
            };
            if !alive[to] {
                if !std::mem::replace(&mut entered[to], true) {
                    lost.entered.push(DeadEndEntry {
                        from: state,
                        act,
                        to,
                        distance: distance as usize,
                    });
                }
            } else if detours[to].is_none() {
                lost.undecided += usize::from(distance == 0 && !wins[to]);
                detours[to] = Some(distance + 1);
                open.push_back(to);
            }
        }
    }
    Ok(lost)
}

impl DeadStates {
    /// The report: the number of dead ends by distance, and those one move off the shortest plans, largest first.
    pub fn into_report(
        self,
        space: &Space,
        walker: &mut Walker,
        diff: &StateDiff<'_>,
        budget: &Budget,
    ) -> DeadEnds {
        let mut by_distance = Vec::new();
        for entrance in &self.entered {
            by_distance.resize(by_distance.len().max(entrance.distance + 1), 0);
            by_distance[entrance.distance] += 1;
        }
        let adjacent = self.entered.iter();
        let adjacent = adjacent.filter(|entrance| entrance.distance == 0);
        let mut nearest: Vec<DeadEnd> = adjacent
            .take(MAX_LISTED)
            .filter_map(|entrance| {
                let states = &space.states;
                let Plan(mut path) = walker.plan(&states.path(entrance.from, Some(entrance.act)));
                let wrong = path.pop()?;
                let (before, after) = (states.state(entrance.from), states.state(entrance.to));
                let (positions, moves) = reachable_size(after, walker, budget);
                Some(DeadEnd {
                    way: path,
                    wrong,
                    cells: diff.changed_cells(before, after),
                    positions,
                    moves,
                })
            })
            .collect();
        nearest.sort_by_key(|end| std::cmp::Reverse((end.positions.number, end.moves)));
        DeadEnds {
            positions: Count {
                number: space.len() as u64,
                exact: space.is_complete(),
            },
            by_distance,
            undecided: self.undecided,
            nearest,
        }
    }
}

/// Number of states reachable from one, and the number of moves to the farthest.
fn reachable_size(state: &[u64], walker: &mut Walker, budget: &Budget) -> (Count, usize) {
    let space = Space::explore(state, walker, None, MAX_STATES, budget, |_| {});
    let count = Count {
        number: space.len().min(MAX_STATES) as u64,
        exact: space.is_fully_expanded(),
    };
    (count, space.depth(space.len() - 1))
}
