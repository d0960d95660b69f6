//! Plans replayed by the rules.

use crate::analysis::{SearchNet, WON};
use crate::net::machine::{Machine, Packed, is_on};

/// States along a plan, up to the one where it wins; `None` if the rules do not allow it or it does not win.
pub(super) fn states(view: &SearchNet, moves: &[u32], anywhere: bool) -> Option<Vec<Packed>> {
    let mut machine = Machine::<1>::new(&view.code);
    let mut states = vec![view.start.clone()];
    let mut legal = Vec::new();
    for step in 0.. {
        machine.set_state(0, &states[step]);
        machine.clear_moves();
        machine.run_state();
        let last = view.limit.is_some_and(|limit| step >= limit);
        let over = last || machine.terminal()[0] & 1 == 1;
        if machine.extra(WON)[0] & 1 == 1 && (over || anywhere) {
            break;
        }
        let mv = *moves.get(step)? as usize;
        legal.clear();
        machine.legal(1, &mut legal);
        if over || !is_on(&legal, mv) {
            return None;
        }
        machine.choose(0, mv);
        machine.run_moves();
        let mut next = Vec::new();
        machine.next_states(1, &mut next);
        states.push(next.into());
    }
    Some(states)
}

/// The plan up to where it wins; `None` if the rules do not allow it or it does not win.
pub(super) fn until_won(view: &SearchNet, mut moves: Vec<u32>, anywhere: bool) -> Option<Vec<u32>> {
    let states = states(view, &moves, anywhere)?;
    moves.truncate(states.len() - 1);
    Some(moves)
}
