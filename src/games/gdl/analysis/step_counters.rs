//! Step counters: facts that change independently of moves and that only the end of the game reads.

use rustc_hash::FxHashSet;

use super::gates::{alternatives, first_time, implied};
use crate::model::Model;
use crate::net::machine::{Packed, is_on, pack};
use crate::net::{Lit, Net};
use crate::search::{Budget, Stop};
use crate::syntax::Sym;

/// Maximum number of reasons for the end of a game that are analysed.
const MAX_REASONS: usize = 300;
/// Depth to which gates are examined for whether a win ends the game.
const WIN_DEPTH: usize = 6;

/// Step counters that can be left out of a game's states.
#[derive(Clone, Debug)]
pub(crate) struct StepCounters {
    /// State bits that belong to them.
    mask: Packed,
    /// Their values in the first state; other bits are 0.
    start: Packed,
    /// Steps after which they end the game; `None` if they never do.
    pub limit: Option<usize>,
    /// Reasons for the end of the game that do not read them.
    pub(crate) untimed: Vec<Lit>,
    /// Reasons that read nothing else.
    pub(crate) timed: Vec<Lit>,
}

impl StepCounters {
    /// Finds the counters of a game that is won by goal values from `target` on, `anywhere` or only where it is over.
    /// `None` if there are none, or if more than the end of the game reads them.
    pub fn find(
        model: &Model,
        target: i64,
        anywhere: bool,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let net = &model.net;
        let free = untouched(net, budget)?;
        if free.iter().all(|free| !free) {
            return Ok(None);
        }
        let reasons = alternatives(&net.gates, net.terminal);
        if reasons.len() > MAX_REASONS {
            return Ok(None);
        }
        let (mut timed, mut untimed) = (Vec::new(), Vec::new());
        for reason in reasons {
            budget.check()?;
            let cone = net.cone([reason]);
            let mut read = (0..free.len()).filter(|bit| cone[bit + 1]).peekable();
            match read.peek().is_some() && read.all(|bit| free[bit]) {
                true => timed.push(reason),
                false => untimed.push(reason),
            }
        }
        // Where time alone can end the game, a win must end it, too: otherwise a state may be won only when time is up.
        let wins = net.goals.iter().filter(|(value, _)| *value >= target);
        let ends = |end: &Lit, won: Lit| implied(&net.gates, *end, won, WIN_DEPTH);
        let win_ends = |won: &Lit| untimed.iter().any(|end| ends(end, *won));
        if !timed.is_empty() && !anywhere && !wins.map(|(_, lit)| lit).all(win_ends) {
            return Ok(None);
        }
        let values = net.goals.iter().map(|(_, lit)| *lit);
        let others = (0..free.len()).filter(|bit| !free[*bit]);
        let roots = net.legal.iter().copied().chain(values);
        let roots = roots.chain(untimed.iter().copied());
        let needed = net.needed(roots.chain(others.map(|bit| net.next[bit])));
        let counts = |bit: usize| free[bit] && !needed[bit];
        let mask: Vec<bool> = (0..free.len()).map(counts).collect();
        if !mask.contains(&true) {
            return Ok(None);
        }
        let start: Vec<bool> = mask
            .iter()
            .zip(&net.start)
            .map(|(own, on)| *own && *on)
            .collect();
        // A reason that reads other clocks than these would not be left out.
        let inside = |lit: &Lit| {
            let cone = net.cone([*lit]);
            (0..free.len()).all(|bit| !cone[bit + 1] || mask[bit])
        };
        if !timed.iter().all(inside) {
            return Ok(None);
        }
        let limit = match timed.as_slice() {
            [] => None,
            timed => first_time(net, timed, budget)?,
        };
        Ok(Some(Self {
            mask: pack(&mask),
            start: pack(&start),
            limit,
            untimed,
            timed,
        }))
    }

    /// Returns whether a state bit belongs to a counter.
    pub fn has(&self, bit: usize) -> bool {
        is_on(&self.mask, bit)
    }

    /// Relations all of whose facts belong to counters, by name and arity.
    pub fn relations(&self, model: &Model) -> Vec<(Sym, usize)> {
        let name = |bit: usize| {
            let (name, args) = model.terms.get(model.net.facts[bit]);
            (name, args.len())
        };
        let (own, others): (Vec<usize>, Vec<usize>) =
            (0..model.net.facts.len()).partition(|bit| self.has(*bit));
        let others: FxHashSet<(Sym, usize)> = others.into_iter().map(name).collect();
        let mut names: Vec<(Sym, usize)> = own.into_iter().map(name).collect();
        names.retain(|name| !others.contains(name));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// State with the counters at their first values; `None` if they have them already.
    pub fn reset(&self, state: &[u64]) -> Option<Packed> {
        let masks = self.mask.iter().zip(&self.start);
        let words = state.iter().zip(masks);
        let back: Packed = words
            .map(|(word, (mask, start))| word & !mask | start)
            .collect();
        (*back != *state).then_some(back)
    }
}

/// For each state bit whether it changes independently of moves: no move affects it, nor a bit that depends on one.
fn untouched(net: &Net, budget: &Budget) -> Result<Vec<bool>, Stop> {
    let first_move = net.facts.len() + 1;
    let moves = first_move..first_move + net.moves.len();
    let mut touched = vec![false; net.gates.nodes.len()];
    touched[moves].fill(true);
    let mut ticker = budget.ticker(4096);
    loop {
        let mut more = false;
        for node in 0..net.gates.nodes.len() {
            ticker.tick()?;
            let inputs = net.gates.inputs(node as u32);
            if !touched[node] && inputs.iter().any(|lit| touched[(lit >> 1) as usize]) {
                touched[node] = true;
                more = true;
            }
        }
        for (loop_node, lit) in net.gates.loops.iter().flat_map(|cycle| &cycle.pairs) {
            if touched[(lit >> 1) as usize] && !touched[*loop_node as usize] {
                touched[*loop_node as usize] = true;
                more = true;
            }
        }
        for (bit, next) in net.next.iter().enumerate() {
            if touched[(next >> 1) as usize] && !touched[bit + 1] {
                touched[bit + 1] = true;
                more = true;
            }
        }
        if !more {
            return Ok((0..net.facts.len()).map(|bit| !touched[bit + 1]).collect());
        }
    }
}
