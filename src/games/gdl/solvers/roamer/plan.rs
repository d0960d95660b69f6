//! Plans of the whole game: between two moves the agent walks to where the next is made.

use super::Roamer;
use crate::analysis::View;
use crate::net::machine::{Machine, Packed, is_on};
use crate::search::{Budget, Stop};
use crate::solvers::expand::{Expander, LANES, Seen};
use crate::solvers::table::{NONE, Table};

impl Roamer {
    /// Translates moves of the abstract game to the whole game; `None` if they do not lead to the goal.
    pub fn spell(
        &self,
        view: &View,
        steps: &[u32],
        anywhere: bool,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let steps = steps.iter().map(|step| self.moves[*step as usize]);
        spell(view, &self.places, steps, anywhere, budget)
    }
}

/// Inserts walks between moves of the whole game, each given with the agent's position; `None` if these do not lead
/// to the goal.
pub(super) fn spell(
    view: &View,
    places: &[u32],
    steps: impl IntoIterator<Item = (u32, u32)>,
    anywhere: bool,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut moves = Vec::new();
    let mut state = view.start.clone();
    let mut machine = Machine::<1>::new(&view.code);
    for (place, mv) in steps {
        let there = |_: &Seen, state: &[u64]| is_on(state, place as usize);
        let Some(near) = roam(view, places, &state, there, budget)? else {
            return Ok(None);
        };
        moves.extend(near.moves);
        moves.push(mv);
        state = machine.after(&near.state, mv as usize);
    }
    let end = |seen: &Seen, _: &[u64]| seen.won && (seen.over || anywhere);
    let last = roam(view, places, &state, end, budget)?;
    Ok(last.map(|last| [moves, last.moves].concat()))
}

/// Shortest walk to a state that `is_end` accepts.
fn roam(
    view: &View,
    places: &[u32],
    start: &[u64],
    is_end: impl Fn(&Seen, &[u64]) -> bool,
    budget: &Budget,
) -> Result<Option<Roamed>, Stop> {
    let mut others = vec![u64::MAX; start.len()];
    for bit in places {
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
        let seen = expander.look(&states);
        let mut made = |parent: u32, mv: u32, state: &[u64]| {
            let changed = state.iter().zip(start).zip(&others);
            if changed
                .clone()
                .all(|((a, b), others)| (a ^ b) & others == 0)
            {
                table.add(state, parent, mv)?;
            }
            Ok(())
        };
        for (lane, (seen, state)) in seen.iter().zip(states.chunks(start.len())).enumerate() {
            let number = from + lane as u32;
            if is_end(seen, state) {
                return Ok(Some(Roamed {
                    moves: table.path(number),
                    state: state.into(),
                }));
            }
            if !seen.over && seen.hope {
                expander.push_all(number, &states, lane, &mut made)?;
            }
        }
        expander.flush(&mut made)?;
        from = to;
    }
    Ok(None)
}

struct Roamed {
    moves: Vec<u32>,
    state: Packed,
}
