//! Replays plans on a view, the network of the rules as prepared for searches.

use crate::analysis::{SearchNet, WON};
use crate::net::machine::{Machine, Packed, is_on};

/// States along a plan, from the start to the first where it wins; `None` if a move is illegal or it does not win.
pub(crate) fn states(view: &SearchNet, moves: &[u32]) -> Option<Vec<Packed>> {
    // A machine evaluates 64 states per word, one in each lane. Here only lane 0 is used: bit 0 of word 0.
    let mut machine = Machine::<1>::new(&view.code);
    let mut states = vec![view.start.clone()];
    for step in 0.. {
        machine.set_state(0, &states[step]);
        machine.clear_moves();
        machine.run_state();
        // The step counter that would end the game then was removed from the network.
        let last = view.limit.is_some_and(|limit| step >= limit);
        let over = last || machine.terminal()[0] & 1 == 1;
        // With `anywhere`, the goal value counts in every state, not only where the game is over.
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
