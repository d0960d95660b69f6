//! Analysis of gates: alternatives and conditions of a literal, implication, and the first time of an event.

use rustc_hash::FxHashSet;

use crate::net::machine::{Machine, NetCode, Packed, pack};
use crate::net::{Gate, Gates, Lit, Net, TRUE};
use crate::search::{Budget, Stop};

/// Most steps simulated to find a step limit.
const MAX_STEPS: usize = 1_000_000;
/// Index in [`Net::extra`]: the goal value is reached.
pub(crate) const WON: usize = 0;
/// Index in [`Net::extra`]: the goal value may still be reached.
pub(crate) const SOLVABLE: usize = 1;
/// First index in [`Net::extra`] of the conditions that together make up the goal.
pub(crate) const CONDITIONS: usize = 2;

/// Literals of which one must hold for a literal to hold: its alternatives, nested ones flattened.
pub(crate) fn alternatives(gates: &Gates, lit: Lit) -> Vec<Lit> {
    let negated = conditions(gates, lit ^ 1).into_iter();
    negated.map(|lit| lit ^ 1).collect()
}

/// Conditions that must hold together for a literal, nested ones flattened.
pub(crate) fn conditions(gates: &Gates, lit: Lit) -> Vec<Lit> {
    let mut open = vec![lit];
    let mut parts = Vec::new();
    while let Some(lit) = open.pop() {
        match gates.nodes[(lit >> 1) as usize] {
            Gate::And(..) if lit & 1 == 0 => open.extend(gates.inputs(lit >> 1)),
            _ => parts.push(lit),
        }
    }
    parts
}

/// Number of steps until one of these literals, which must not depend on moves, holds; `None` beyond [`MAX_STEPS`].
pub(crate) fn first_time(net: &Net, lits: &[Lit], budget: &Budget) -> Result<Option<usize>, Stop> {
    let mut timer = net.clone();
    let event = timer.gates.extend(|builder| builder.or(lits.to_vec()));
    let needed = timer.needed([event]);
    // The moves said to be legal may become wrong, but nothing here depends on them.
    timer.terminal = event;
    timer.extra.clear();
    let timer = timer.keep(&needed, budget)?;
    let code = NetCode::new(&timer);
    let mut machine = Machine::<1>::new(&code);
    let mut state = pack(&timer.start);
    let mut visited: FxHashSet<Packed> = FxHashSet::default();
    let mut ticker = budget.ticker(64);
    for time in 0..MAX_STEPS {
        ticker.tick()?;
        machine.set_state(0, &state);
        machine.run_state();
        // The state is in lane 0: bit 0 of word 0.
        if machine.terminal()[0] & 1 == 1 {
            return Ok(Some(time));
        }
        machine.run_moves();
        let next = machine.next_states(1).into();
        // Once a state recurs, so does all that follows.
        if !visited.insert(std::mem::replace(&mut state, next)) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Returns whether `lit` surely holds where `premise` does, examining gates to a depth.
pub(crate) fn implied(gates: &Gates, lit: Lit, premise: Lit, depth: usize) -> bool {
    if lit == premise || lit == TRUE {
        return true;
    }
    if depth == 0 || !matches!(gates.nodes[(lit >> 1) as usize], Gate::And(..)) {
        return false;
    }
    let mut inputs = gates.inputs(lit >> 1).iter();
    match lit & 1 {
        0 => inputs.all(|input| implied(gates, *input, premise, depth - 1)),
        _ => inputs.any(|input| implied(gates, input ^ 1, premise, depth - 1)),
    }
}
