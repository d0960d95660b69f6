//! What each move can change, and from that a bound on the number of steps.

use crate::search::Budget;

use super::super::net::{Builder, FALSE, Lit, Net, Node, TRUE};
use super::analysis::{CONDITIONS, View};

/// Most work, in gates looked at, before the bound is given up.
const MOST_WORK: usize = 20_000_000;

/// A lower bound on the steps to the goal: goal conditions that do not hold at the start, over the
/// most of them that one move can bear on. 0 or 1 where nothing better is known.
pub(super) fn bound(view: &View, budget: &Budget) -> usize {
    let net = &view.net;
    let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
    let work = net.gates.nodes.len() * (net.moves.len() + conditions.len());
    if work > MOST_WORK || !net.gates.loops.is_empty() || conditions.contains(&FALSE) {
        return 0;
    }
    let missing: Vec<Lit> = {
        let holds = at_start(net);
        conditions
            .iter()
            .copied()
            .filter(|lit| !holds(*lit))
            .collect()
    };
    if missing.len() < 2 {
        return missing.len();
    }
    // For each bit the missing conditions that look at it.
    let mut readers: Vec<Vec<u32>> = vec![Vec::new(); net.facts.len()];
    for (number, condition) in (0..).zip(&missing) {
        if budget.check().is_err() {
            return 0;
        }
        let cone = net.cone([*condition]);
        for (bit, readers) in readers.iter_mut().enumerate() {
            if cone[bit + 1] {
                readers.push(number);
            }
        }
    }
    let mut most = 0;
    for mv in 0..net.moves.len() {
        if budget.check().is_err() {
            return 0;
        }
        let mut touched = vec![false; missing.len()];
        for bit in changed(net, mv) {
            readers[bit]
                .iter()
                .for_each(|number| touched[*number as usize] = true);
        }
        most = most.max(touched.iter().filter(|touched| **touched).count());
    }
    if most == 0 {
        0
    } else {
        missing.len().div_ceil(most)
    }
}

/// Values of literals in the first state, before any move.
fn at_start(net: &Net) -> impl Fn(Lit) -> bool {
    let mut values = vec![false; net.gates.nodes.len()];
    values[0] = true;
    values[1..=net.start.len()].copy_from_slice(&net.start);
    for node in 0..net.gates.nodes.len() {
        if let Node::And(..) = net.gates.nodes[node] {
            let mut inputs = net.gates.inputs(node as u32).iter();
            values[node] = inputs.all(|lit| values[(lit >> 1) as usize] != (lit & 1 == 1));
        }
    }
    move |lit| values[(lit >> 1) as usize] != (lit & 1 == 1)
}

/// Bits that a move can change.
fn changed(net: &Net, mv: usize) -> Vec<usize> {
    let next = after(net, mv);
    (0..net.facts.len())
        .filter(|bit| next[*bit] != net.bit(*bit))
        .collect()
}

/// The next value of each bit once it is settled that this move is made and no other. Literals of
/// bits are those of the network; others stand for something new.
pub(super) fn after(net: &Net, mv: usize) -> Vec<Lit> {
    let inputs = net.facts.len() + net.moves.len();
    let mut builder = Builder::new(inputs);
    let mut map: Vec<Lit> = vec![FALSE; net.gates.nodes.len()];
    map[0] = TRUE;
    for bit in 0..net.facts.len() {
        map[bit + 1] = net.bit(bit);
    }
    map[(net.does(mv) >> 1) as usize] = TRUE;
    for node in inputs as u32 + 1..net.gates.nodes.len() as u32 {
        let inputs = net.gates.inputs(node).iter();
        let inputs = inputs
            .map(|lit| map[(lit >> 1) as usize] ^ (lit & 1))
            .collect();
        map[node as usize] = builder.and(inputs);
    }
    let lit = |lit: &Lit| map[(lit >> 1) as usize] ^ (lit & 1);
    net.next.iter().map(lit).collect()
}
