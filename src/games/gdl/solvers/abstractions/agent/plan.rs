//! Plans of the whole game: between two moves the agent walks to where the next is made.

use crate::analysis::SearchNet;
use crate::net::machine::{Machine, Packed, is_on};
use crate::solvers::search::expand::{Expander, LANES, StateStatus};
use crate::solvers::search::table::{NONE, Table};
use planwright_game::search::{Budget, Stop};

/// Inserts walks between moves, each given with the agent's position (as a fact) before it; `None` if an agent cannot
/// walk there or the moves do not lead to the goal. Whether the moves are legal is not checked.
pub(super) fn insert_walks(
    view: &SearchNet,
    positions: &[u32],
    steps: impl IntoIterator<Item = (u32, u32)>,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut moves = Vec::new();
    let mut state = view.start.clone();
    let mut machine = Machine::<1>::new(&view.code);
    for (agent, mv) in steps {
        let there = |_: &StateStatus, state: &[u64]| is_on(state, agent as usize);
        let Some(reached) = walk(view, positions, &state, there, budget)? else {
            return Ok(None);
        };
        moves.extend(reached.moves);
        moves.push(mv);
        state = machine.after(&reached.state, mv as usize);
    }
    let end = |seen: &StateStatus, _: &[u64]| seen.won && (seen.over || view.anywhere);
    let last = walk(view, positions, &state, end, budget)?;
    Ok(last.map(|last| [moves, last.moves].concat()))
}

/// Shortest walk (moves that change only facts of `positions`) to a state that `is_end` accepts; `None` if there is
/// none. The end may be the state itself.
fn walk(
    view: &SearchNet,
    positions: &[u32],
    start: &[u64],
    is_end: impl Fn(&StateStatus, &[u64]) -> bool,
    budget: &Budget,
) -> Result<Option<WalkResult>, Stop> {
    let mut others = vec![u64::MAX; start.len()];
    for bit in positions {
        others[*bit as usize / 64] &= !(1 << (bit % 64));
    }
    let mut table = Table::new(start.len(), budget);
    let mut expander = Expander::new(view, budget);
    table.add(start, NONE, 0)?;
    let mut from = 0;
    while (from as usize) < table.len() {
        budget.check()?;
        let to = (table.len() as u32).min(from + LANES as u32);
        let states = table.states(from..to);
        let statuses = expander.evaluate(&states);
        let mut emit = |parent: u32, mv: u32, state: &[u64]| {
            let changed = state.iter().zip(start).zip(&others);
            if changed
                .clone()
                .all(|((a, b), others)| (a ^ b) & others == 0)
            {
                table.add(state, parent, mv)?;
            }
            Ok(())
        };
        for (lane, (status, state)) in statuses.iter().zip(states.chunks(start.len())).enumerate() {
            let number = from + lane as u32;
            if is_end(status, state) {
                return Ok(Some(WalkResult {
                    moves: table.path(number),
                    state: state.into(),
                }));
            }
            if !status.over && status.hope {
                expander.push_all(number, &states, lane, &mut emit)?;
            }
        }
        expander.flush(&mut emit)?;
        from = to;
    }
    Ok(None)
}

/// Moves of a walk, and the state after them.
struct WalkResult {
    moves: Vec<u32>,
    state: Packed,
}
