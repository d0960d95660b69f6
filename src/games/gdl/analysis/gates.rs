//! Analysis of gates: alternatives and conditions of a literal, implication, and the first time of an event.

use rustc_hash::FxHashSet;

use crate::net::machine::{Code, Machine, Packed, pack};
use crate::net::{Builder, Gates, Lit, Net, Node, TRUE};
use crate::search::{Budget, Stop};

/// Most steps simulated to find a step limit.
const LONGEST: usize = 1_000_000;

/// Index in [`Net::extra`]: the goal value is reached.
pub(crate) const WON: usize = 0;
/// Index in [`Net::extra`]: the goal value may still be reached.
pub(crate) const HOPE: usize = 1;
/// First index in [`Net::extra`] of the conditions that together make up the goal.
pub(crate) const CONDITIONS: usize = 2;

/// Alternatives of a literal, flattened.
pub(crate) fn alternatives(gates: &Gates, lit: Lit) -> Vec<Lit> {
    let mut open = vec![lit];
    let mut parts = Vec::new();
    while let Some(lit) = open.pop() {
        match gates.nodes[(lit >> 1) as usize] {
            Node::And(..) if lit & 1 == 1 => {
                open.extend(gates.inputs(lit >> 1).iter().map(|input| input ^ 1));
            }
            _ => parts.push(lit),
        }
    }
    parts
}

/// Conditions that must hold together for a literal, flattened.
pub(crate) fn conditions(gates: &Gates, lit: Lit) -> Vec<Lit> {
    let mut open = vec![lit];
    let mut parts = Vec::new();
    while let Some(lit) = open.pop() {
        match gates.nodes[(lit >> 1) as usize] {
            Node::And(..) if lit & 1 == 0 => open.extend(gates.inputs(lit >> 1)),
            _ => parts.push(lit),
        }
    }
    parts
}

/// Number of steps after which one of these literals first holds; they must not depend on moves.
pub(crate) fn first_time(net: &Net, late: &[Lit], budget: &Budget) -> Result<Option<usize>, Stop> {
    let mut clock = net.clone();
    let mut builder = Builder::over(std::mem::take(&mut clock.gates));
    let rings = builder.or(late.to_vec());
    clock.gates = builder.gates;
    clock.legal.clear();
    clock.moves.clear();
    let needed = clock.needed([rings]);
    clock.legal = net.legal.clone();
    clock.moves = net.moves.clone();
    clock.terminal = rings;
    clock.extra.clear();
    let clock = clock.keep(&needed, budget)?;
    let code = Code::new(&clock);
    let mut machine = Machine::<1>::new(&code);
    let mut state = pack(&clock.start);
    let mut seen: FxHashSet<Packed> = FxHashSet::default();
    let mut ticker = budget.ticker(64);
    for time in 0..LONGEST {
        ticker.tick()?;
        machine.set_state(0, &state);
        machine.run_state();
        if machine.terminal()[0] & 1 == 1 {
            return Ok(Some(time));
        }
        machine.run_moves();
        let mut next = Vec::new();
        machine.next_states(1, &mut next);
        if !seen.insert(std::mem::replace(&mut state, next.into())) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Returns whether `lit` surely holds where `given` does, examining gates to a depth.
pub(crate) fn implied(gates: &Gates, lit: Lit, given: Lit, depth: usize) -> bool {
    if lit == given || lit == TRUE {
        return true;
    }
    if depth == 0 || !matches!(gates.nodes[(lit >> 1) as usize], Node::And(..)) {
        return false;
    }
    let inputs = gates.inputs(lit >> 1);
    if lit & 1 == 0 {
        inputs
            .iter()
            .all(|input| implied(gates, *input, given, depth - 1))
    } else {
        inputs
            .iter()
            .any(|input| implied(gates, input ^ 1, given, depth - 1))
    }
}
