//! State bits that never change: the network is evaluated with three values – yes, no, either – from the first state
//! on, with all possibly legal moves at once, until a fixpoint.

use super::{Gate, Lit, Net, node_of};
use crate::search::{Budget, Stop};

/// Most rounds; without a fixpoint by then no bit is taken to be constant.
const MAX_ROUNDS: usize = 400;

/// Possible values of a node: bit 0 set if it can be false, bit 1 if it can be true.
pub type ValueSet = u8;
pub const NO: ValueSet = 1;
pub const YES: ValueSet = 2;

/// Possible values of the negation: the two bits change places.
fn not(set: ValueSet) -> ValueSet {
    (set & NO) << 1 | set >> 1
}

/// Possible values of every node, given those of the state bits, where any possibly legal move may be made. `values` is
/// kept between calls to save memory; its content does not matter.
pub fn evaluate(
    net: &Net,
    bits: &[ValueSet],
    values: &mut Vec<ValueSet>,
    budget: &Budget,
) -> Result<(), Stop> {
    values.resize(net.gates.nodes.len(), NO);
    values[0] = YES;
    values[1..=bits.len()].copy_from_slice(bits);
    for mv in 0..net.moves.len() {
        values[node_of(net.does(mv))] = NO | YES;
    }
    propagate(net, values, budget)?;
    // Only moves that can be legal are made.
    let mut fewer = false;
    for (mv, legal) in net.legal.iter().enumerate() {
        if value_of(values, *legal) & YES == 0 {
            values[node_of(net.does(mv))] = NO;
            fewer = true;
        }
    }
    if fewer {
        propagate(net, values, budget)?;
    }
    Ok(())
}

/// Value of each state bit that is constant.
pub(super) fn constant_bits(net: &Net, budget: &Budget) -> Result<Vec<Option<bool>>, Stop> {
    let mut values: Vec<ValueSet> = vec![NO; net.gates.nodes.len()];
    let mut bits = start_values(net);
    for round in 0.. {
        if round == MAX_ROUNDS {
            return Ok(vec![None; bits.len()]);
        }
        budget.check()?;
        evaluate(net, &bits, &mut values, budget)?;
        let mut changed = false;
        for (bit, next) in net.next.iter().enumerate() {
            let joined = bits[bit] | value_of(&values, *next);
            changed |= joined != bits[bit];
            bits[bit] = joined;
        }
        if !changed {
            break;
        }
    }
    let value = |set: &ValueSet| match *set {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    };
    Ok(bits.iter().map(value).collect())
}

/// Values of the state bits in the first state.
pub fn start_values(net: &Net) -> Vec<ValueSet> {
    let values = net.start.iter().map(|on| if *on { YES } else { NO });
    values.collect()
}

pub fn value_of(values: &[ValueSet], lit: Lit) -> ValueSet {
    let plain = values[node_of(lit)];
    if lit & 1 == 0 { plain } else { not(plain) }
}

fn update_gate(net: &Net, values: &mut [ValueSet], node: u32) {
    if let Gate::And(..) = net.gates.nodes[node as usize] {
        let (mut all_can, mut any_can_fail) = (YES, 0);
        for lit in net.gates.inputs(node) {
            let input = value_of(values, *lit);
            all_can &= input;
            any_can_fail |= input & NO;
        }
        values[node as usize] = all_can | any_can_fail;
    }
}

/// Evaluates all gates in order, and loops until nothing changes.
fn propagate(net: &Net, values: &mut [ValueSet], budget: &Budget) -> Result<(), Stop> {
    let mut ticker = budget.ticker(1 << 16);
    let mut node = net.facts.len() as u32 + net.moves.len() as u32 + 1;
    let mut cycles = net.gates.loops.iter().peekable();
    let end = net.gates.nodes.len() as u32;
    while node < end {
        if let Some(cycle) = cycles.next_if(|cycle| cycle.from == node) {
            for (loop_node, _) in &cycle.pairs {
                values[*loop_node as usize] = NO;
            }
            loop {
                for node in cycle.from..cycle.to {
                    ticker.tick()?;
                    update_gate(net, values, node);
                }
                let mut changed = false;
                for (loop_node, lit) in &cycle.pairs {
                    let value = value_of(values, *lit);
                    changed |= values[*loop_node as usize] != value;
                    values[*loop_node as usize] = value;
                }
                if !changed {
                    break;
                }
            }
            node = cycle.to;
        } else {
            ticker.tick()?;
            update_gate(net, values, node);
            node += 1;
        }
    }
    Ok(())
}
