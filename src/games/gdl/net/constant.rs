//! State bits that never change: the network is evaluated with three values – yes, no, either – from the first state
//! on, with all possibly legal moves at once, until a fixpoint.

use crate::search::{Budget, Stop};

use super::{Lit, Net, Node};

/// Most rounds; without a fixpoint by then no bit is taken to be constant.
const ROUNDS: usize = 400;

/// Possible values of a node: bit 0 set if it can be false, bit 1 if it can be true.
pub type Can = u8;
/// It can be false.
pub const NO: Can = 1;
/// It can be true.
pub const YES: Can = 2;

fn not(can: Can) -> Can {
    (can & NO) << 1 | can >> 1
}

/// Possible values of every node, given those of the state bits, where any possibly legal move may be made.
pub fn look(net: &Net, bits: &[Can], can: &mut Vec<Can>, budget: &Budget) -> Result<(), Stop> {
    can.resize(net.gates.nodes.len(), NO);
    can[0] = YES;
    can[1..=bits.len()].copy_from_slice(bits);
    for mv in 0..net.moves.len() {
        can[(net.does(mv) >> 1) as usize] = NO | YES;
    }
    work_out(net, can, budget)?;
    // Only moves that can be legal are made.
    let mut fewer = false;
    for (mv, legal) in net.legal.iter().enumerate() {
        if of(can, *legal) & YES == 0 {
            can[(net.does(mv) >> 1) as usize] = NO;
            fewer = true;
        }
    }
    if fewer {
        work_out(net, can, budget)?;
    }
    Ok(())
}

/// Value of each state bit that is constant.
pub(super) fn constants(net: &Net, budget: &Budget) -> Result<Vec<Option<bool>>, Stop> {
    let mut can: Vec<Can> = vec![NO; net.gates.nodes.len()];
    let mut bits: Vec<Can> = net
        .start
        .iter()
        .map(|on| if *on { YES } else { NO })
        .collect();
    for round in 0.. {
        if round == ROUNDS {
            return Ok(vec![None; bits.len()]);
        }
        budget.check()?;
        look(net, &bits, &mut can, budget)?;
        let mut changed = false;
        for (bit, next) in net.next.iter().enumerate() {
            let joined = bits[bit] | of(&can, *next);
            changed |= joined != bits[bit];
            bits[bit] = joined;
        }
        if !changed {
            break;
        }
    }
    let value = |can: &Can| match *can {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    };
    Ok(bits.iter().map(value).collect())
}

pub fn of(can: &[Can], lit: Lit) -> Can {
    let plain = can[(lit >> 1) as usize];
    if lit & 1 == 0 { plain } else { not(plain) }
}

fn gate(net: &Net, can: &mut [Can], node: u32) {
    if let Node::And(..) = net.gates.nodes[node as usize] {
        let (mut all_can, mut any_can_fail) = (YES, 0);
        for lit in net.gates.inputs(node) {
            let input = of(can, *lit);
            all_can &= input;
            any_can_fail |= input & NO;
        }
        can[node as usize] = all_can | any_can_fail;
    }
}

fn work_out(net: &Net, can: &mut [Can], budget: &Budget) -> Result<(), Stop> {
    let mut ticker = budget.ticker(1 << 16);
    let mut node = net.facts.len() as u32 + net.moves.len() as u32 + 1;
    let mut cycles = net.gates.loops.iter().peekable();
    let end = net.gates.nodes.len() as u32;
    while node < end {
        if let Some(cycle) = cycles.next_if(|cycle| cycle.from == node) {
            for (knot, _) in &cycle.pairs {
                can[*knot as usize] = NO;
            }
            loop {
                for node in cycle.from..cycle.to {
                    ticker.tick()?;
                    gate(net, can, node);
                }
                let mut changed = false;
                for (knot, lit) in &cycle.pairs {
                    let value = of(can, *lit);
                    changed |= can[*knot as usize] != value;
                    can[*knot as usize] = value;
                }
                if !changed {
                    break;
                }
            }
            node = cycle.to;
        } else {
            ticker.tick()?;
            gate(net, can, node);
            node += 1;
        }
    }
    Ok(())
}
