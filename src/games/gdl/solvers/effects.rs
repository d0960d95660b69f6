//! What each move can change, and from that a bound on the number of steps.

use crate::search::Budget;

use super::super::net::{Builder, FALSE, Lit, Net, TRUE, is_true};
use crate::analysis::{CONDITIONS, View};

/// Most work, in gates looked at, before the bound is given up.
const MOST_WORK: usize = 20_000_000;

/// A lower bound on the steps to the goal: goal conditions that do not hold at the start, over the
/// most of them that one move can bear on; or as many of them as no two of which one move can bear on. 0 or 1 where nothing
/// better is known.
pub(super) fn bound(view: &View, budget: &Budget) -> usize {
    let net = &view.net;
    let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
    if !net.gates.loops.is_empty() || conditions.contains(&FALSE) {
        return 0;
    }
    let at_start = net.gates.values(&net.start);
    let missing = conditions.iter().copied();
    let missing = missing.filter(|lit| !is_true(&at_start, *lit));
    let missing: Vec<Lit> = missing.collect();
    if missing.len() < 2 {
        return missing.len();
    }
    let Some(borne) = borne(net, &missing, budget) else {
        return 0;
    };
    let over = match most(&borne) {
        0 => 0,
        most => missing.len().div_ceil(most),
    };
    over.max(apart(&borne, missing.len()))
}

/// How many conditions are chosen, those that the fewest moves bear on first, such that no move bears on two of them.
fn apart(borne: &[Vec<u32>], conditions: usize) -> usize {
    let mut movers: Vec<Vec<usize>> = vec![Vec::new(); conditions];
    for (mv, conditions) in borne.iter().enumerate() {
        for condition in conditions {
            movers[*condition as usize].push(mv);
        }
    }
    movers.sort_by_key(Vec::len);
    let mut used = vec![false; borne.len()];
    let mut chosen = 0;
    for movers in movers {
        if movers.iter().all(|mv| !used[*mv]) {
            movers.iter().for_each(|mv| used[*mv] = true);
            chosen += 1;
        }
    }
    chosen
}

/// The most of the goal conditions that one move can bear on; nothing if that is not worked out.
pub(super) fn most_at_once(view: &View, budget: &Budget) -> Option<usize> {
    let net = &view.net;
    let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
    if !net.gates.loops.is_empty() || conditions.contains(&FALSE) {
        return None;
    }
    Some(most(&borne(net, conditions, budget)?)).filter(|most| *most > 0)
}

/// The most conditions that one move bears on.
fn most(borne: &[Vec<u32>]) -> usize {
    borne.iter().map(Vec::len).max().unwrap_or(0)
}

/// For each move those of some conditions that it can bear on.
fn borne(net: &Net, conditions: &[Lit], budget: &Budget) -> Option<Vec<Vec<u32>>> {
    let work = net.gates.nodes.len() * (net.moves.len() + conditions.len());
    if work > MOST_WORK {
        return None;
    }
    // For each bit the conditions that look at it.
    let mut readers: Vec<Vec<u32>> = vec![Vec::new(); net.facts.len()];
    for (number, condition) in (0..).zip(conditions) {
        budget.check().ok()?;
        let cone = net.cone([*condition]);
        for (bit, readers) in readers.iter_mut().enumerate() {
            if cone[bit + 1] {
                readers.push(number);
            }
        }
    }
    let mut borne = Vec::new();
    for mv in 0..net.moves.len() {
        budget.check().ok()?;
        let mut touched = vec![false; conditions.len()];
        for bit in changed(net, mv) {
            readers[bit]
                .iter()
                .for_each(|number| touched[*number as usize] = true);
        }
        let touched = (0..).zip(touched).filter(|(_, touched)| *touched);
        borne.push(touched.map(|(number, _)| number).collect());
    }
    Some(borne)
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
    after_in(
        &mut Builder::new(net.facts.len() + net.moves.len()),
        net,
        mv,
    )
}

/// As [`after`], with gates made in one place for all moves: equal literals, equal meaning. The builder's
/// inputs have to be the network's.
pub(super) fn after_in(builder: &mut Builder, net: &Net, mv: usize) -> Vec<Lit> {
    let inputs = net.facts.len() + net.moves.len();
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
