//! Plans replayed by the rules.

use crate::analysis::{SearchNet, WON};
use crate::net::machine::{Machine, Packed, is_on};

/// States along a plan, up to the one where it wins; `None` if the rules do not allow it or it does not win.
pub(crate) fn states(view: &SearchNet, moves: &[u32]) -> Option<Vec<Packed>> {
    let mut machine = Machine::<1>::new(&view.code);
    let mut states = vec![view.start.clone()];
    for step in 0.. {
        machine.set_state(0, &states[step]);
        machine.clear_moves();
        machine.run_state();
        let last = view.limit.is_some_and(|limit| step >= limit);
        let over = last || machine.terminal()[0] & 1 == 1;
        if machine.extra(WON)[0] & 1 == 1 && (over || view.anywhere) {
            break;
        }
        let mv = *moves.get(step)? as usize;
        if over || !is_on(&machine.legal(1), mv) {
            return None;
        }
        machine.choose(0, mv);
        machine.run_moves();
        states.push(machine.next_states(1).into());
    }
    Some(states)
}
