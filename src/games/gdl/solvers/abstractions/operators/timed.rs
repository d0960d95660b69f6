//! Removes step counters that the goal reads, such as the number of pegs left. Where all plans have the same length,
//! the counters' final values are known and replace them.

use crate::analysis::SearchNet;
use crate::net::{FALSE, GateBuilder, Lit, Net, TRUE, is_true};
use crate::solvers::heuristics::effects::{MAX_GATE_EVALUATIONS, after_in};
use planwright_game::search::{Budget, Stop};

/// Most steps that counters are played forward.
const MAX_STEPS: usize = 10_000;

/// The same game without such counters; `None` if there are none or the length of plans is unknown.
pub(super) fn without_counters(
    view: &SearchNet,
    budget: &Budget,
) -> Result<Option<SearchNet>, Stop> {
    let (net, steps) = (&view.net, view.lengths.min);
    if view.lengths.max != Some(steps) || steps > MAX_STEPS || !net.gates.loops.is_empty() {
        return Ok(None);
    }
    let Some(counters) = Counters::new(net, budget)? else {
        return Ok(None);
    };
    let end = counters.after(steps, &net.start);
    let mut builder = GateBuilder::from_gates(net.gates.clone());
    let mut map = vec![TRUE];
    map.extend((0..net.facts.len()).map(|bit| match counters.next[bit] {
        Some(_) if end[bit] => TRUE,
        Some(_) => FALSE,
        None => net.bit(bit),
    }));
    map.extend((0..net.moves.len()).map(|mv| net.does(mv)));
    builder.copy(&net.gates, &mut map);
    let substitute = |lit: &mut Lit| *lit = map[(*lit >> 1) as usize] ^ (*lit & 1);
    let mut timed = net.clone();
    timed.gates = builder.gates;
    substitute(&mut timed.terminal);
    timed.extra.iter_mut().for_each(substitute);
    let is_kept: Vec<bool> = counters.next.iter().map(Option::is_none).collect();
    Ok(Some(SearchNet {
        lengths: view.lengths,
        limit: view.limit,
        anywhere: view.anywhere,
        ..SearchNet::new(timed.keep(&is_kept, budget)?)
    }))
}

/// Facts whose next values do not depend on the move, and that neither moves nor other facts read.
struct Counters {
    builder: GateBuilder,
    /// Next value of each counter; `None` for other facts.
    next: Vec<Option<Lit>>,
}

impl Counters {
    fn new(net: &Net, budget: &Budget) -> Result<Option<Self>, Stop> {
        if net.moves.len() * net.gates.nodes.len() > MAX_GATE_EVALUATIONS {
            return Ok(None);
        }
        let mut builder = GateBuilder::new(net.facts.len() + net.moves.len());
        let mut nexts = Vec::new();
        for mv in 0..net.moves.len() {
            budget.check()?;
            nexts.push(after_in(&mut builder, net, mv));
        }
        let same = |bit: usize| {
            let first = nexts.first()?[bit];
            nexts.iter().all(|next| next[bit] == first).then_some(first)
        };
        let mut next: Vec<Option<Lit>> = (0..net.facts.len()).map(same).collect();
        let bits = |cone: Vec<bool>| (0..net.facts.len()).filter(move |bit| cone[bit + 1]);
        // Legal moves must not read them.
        for bit in bits(net.cone(net.legal.iter().copied())) {
            next[bit] = None;
        }
        loop {
            budget.check()?;
            let (own, others): (Vec<usize>, Vec<usize>) =
                (0..next.len()).partition(|bit| next[*bit].is_some());
            if own.is_empty() {
                return Ok(None);
            }
            let roots = others
                .iter()
                .flat_map(|bit| nexts.iter().map(|next| next[*bit]));
            let read: Vec<usize> = bits(builder.gates.cone(roots)).collect();
            let reads_others = |bit: &usize| {
                let cone = builder.gates.cone(next[*bit]);
                bits(cone).any(|other| next[other].is_none())
            };
            let mut rejected: Vec<usize> = own.iter().copied().filter(reads_others).collect();
            rejected.extend(read.into_iter().filter(|bit| next[*bit].is_some()));
            if rejected.is_empty() {
                return Ok(Some(Self { builder, next }));
            }
            rejected.into_iter().for_each(|bit| next[bit] = None);
        }
    }

    /// Counters after `steps` steps; other facts keep their first values.
    fn after(&self, steps: usize, start: &[bool]) -> Vec<bool> {
        let mut state = start.to_vec();
        for _ in 0..steps {
            let values = self.builder.gates.values(&state);
            for (bit, next) in self.next.iter().enumerate() {
                if let Some(next) = next {
                    state[bit] = is_true(&values, *next);
                }
            }
        }
        state
    }
}
