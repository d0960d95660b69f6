//! Effects of single moves, and lower bounds on the number of steps.

use crate::analysis::{CONDITIONS, SearchNet};
use crate::net::{FALSE, GateBuilder, Lit, Net, TRUE, is_true};
use planwright_game::search::Budget;

/// Most gates evaluated for an analysis of single moves, gates × (moves and conditions): about a second.
pub(crate) const MAX_GATE_EVALUATIONS: usize = 20_000_000;

/// Lower bound on the steps to the goal, 0 or 1 if nothing better is known. It is the larger of two: the unmet goal
/// conditions divided by the most that one move can affect, and the size of a set of conditions no two of which one
/// move affects.
pub(crate) fn bound(view: &SearchNet, budget: &Budget) -> usize {
    let net = &view.net;
    let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
    if !net.gates.loops.is_empty() || conditions.contains(&FALSE) {
        return 0;
    }
    let at_start = net.gates.values(&net.start);
    let missing = conditions.iter().copied();
    let missing: Vec<Lit> = missing.filter(|lit| !is_true(&at_start, *lit)).collect();
    if missing.len() < 2 {
        return missing.len();
    }
    let Some(affected) = affected(net, &missing, budget) else {
        return 0;
    };
    let ratio = match max_affected(&affected) {
        // The goal is out of reach, so any bound is right.
        0 => 0,
        most => missing.len().div_ceil(most),
    };
    ratio.max(independent(&affected, missing.len()))
}

/// Size of a set of conditions no two of which one move affects, chosen greedily, those with the fewest moves first.
fn independent(affected: &[Vec<u32>], condition_count: usize) -> usize {
    // For each condition, the moves that affect it.
    let mut movers: Vec<Vec<usize>> = vec![Vec::new(); condition_count];
    for (mv, conditions) in affected.iter().enumerate() {
        for condition in conditions {
            movers[*condition as usize].push(mv);
        }
    }
    movers.sort_by_key(Vec::len);
    let mut used = vec![false; affected.len()];
    let mut chosen = 0;
    for movers in movers {
        if movers.iter().all(|mv| !used[*mv]) {
            movers.iter().for_each(|mv| used[*mv] = true);
            chosen += 1;
        }
    }
    chosen
}

/// Most goal conditions that one move can affect; `None` if unknown or 0.
pub(crate) fn max_per_move(view: &SearchNet, budget: &Budget) -> Option<usize> {
    let net = &view.net;
    let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
    if !net.gates.loops.is_empty() || conditions.contains(&FALSE) {
        return None;
    }
    Some(max_affected(&affected(net, conditions, budget)?)).filter(|most| *most > 0)
}

fn max_affected(affected: &[Vec<u32>]) -> usize {
    affected.iter().map(Vec::len).max().unwrap_or(0)
}

/// For each move, the indices of the conditions that it can affect; `None` if that takes too long.
fn affected(net: &Net, conditions: &[Lit], budget: &Budget) -> Option<Vec<Vec<u32>>> {
    let work = net.gates.nodes.len() * (net.moves.len() + conditions.len());
    if work > MAX_GATE_EVALUATIONS {
        return None;
    }
    // For each bit the conditions that read it.
    let mut readers: Vec<Vec<u32>> = vec![Vec::new(); net.facts.len()];
    for (number, condition) in (0..).zip(conditions) {
        budget.check().ok()?;
        // Node 0 is the constant; the nodes of the facts follow it.
        let cone = net.cone([*condition]);
        for (bit, readers) in readers.iter_mut().enumerate() {
            if cone[bit + 1] {
                readers.push(number);
            }
        }
    }
    let mut affected = Vec::new();
    for mv in 0..net.moves.len() {
        budget.check().ok()?;
        let mut touched = vec![false; conditions.len()];
        for bit in changed_bits(net, mv) {
            readers[bit]
                .iter()
                .for_each(|number| touched[*number as usize] = true);
        }
        let touched = (0..).zip(touched).filter(|(_, touched)| *touched);
        affected.push(touched.map(|(number, _)| number).collect());
    }
    Some(affected)
}

/// Facts that can differ after a move.
pub(crate) fn changed_bits(net: &Net, mv: usize) -> Vec<usize> {
    let next = after(net, mv);
    let can_differ = |bit: &usize| next[*bit] != net.bit(*bit);
    (0..net.facts.len()).filter(can_differ).collect()
}

/// Next value of each bit if only this move is made: literals of bits as in the network, others of a dropped builder.
pub(crate) fn after(net: &Net, mv: usize) -> Vec<Lit> {
    let inputs = net.facts.len() + net.moves.len();
    let mut builder = GateBuilder::new(inputs);
    let mut map: Vec<Lit> = vec![FALSE; inputs + 1];
    map[0] = TRUE;
    for bit in 0..net.facts.len() {
        map[bit + 1] = net.bit(bit);
    }
    map[(net.does(mv) >> 1) as usize] = TRUE;
    builder.copy(&net.gates, &mut map);
    let lit = |lit: &Lit| map[(lit >> 1) as usize] ^ (lit & 1);
    net.next.iter().map(lit).collect()
}
