//! Preparation of networks for searching: relevant facts, bounds on plan length, and dead ends.

mod gates;
mod plan_lengths;
mod step_counters;

use rustc_hash::FxHashMap;

pub(crate) use gates::{CONDITIONS, SOLVABLE, WON, alternatives, conditions};
pub(crate) use plan_lengths::PlanLengths;
pub(crate) use step_counters::StepCounters;

use gates::{first_time, implied};
use plan_lengths::plan_lengths;

use crate::model::Model;
use crate::net::machine::{NetCode, Packed, is_on, pack};
use crate::net::{FALSE, Gate, Lit, Net, TRUE, pair_of};
use crate::search::{Budget, Stop};

/// Maximum number of reasons for the end of a game that are analysed.
const MAX_REASONS: usize = 300;
/// Depth to which gates are examined for latches.
const LATCH_DEPTH: usize = 4;

/// Network prepared for a search from some state; solvers call it their *view*.
#[derive(Clone, Debug)]
pub(crate) struct SearchNet {
    /// Relevant facts only. `terminal` leaves out the step limit if `limit` is set.
    pub net: Net,
    pub code: NetCode,
    pub start: Packed,
    /// Step from the start at which the game is over at the latest; set if a step counter was removed.
    pub limit: Option<usize>,
    pub lengths: PlanLengths,
    /// The value counts in every state, not only where the game is over.
    pub anywhere: bool,
}

impl SearchNet {
    pub fn new(net: Net) -> Self {
        Self {
            code: NetCode::new(&net),
            start: pack(&net.start),
            net,
            limit: None,
            lengths: PlanLengths::default(),
            anywhere: false,
        }
    }

    /// No plan is longer.
    pub fn max_length(&self) -> usize {
        let last = self.lengths.max.unwrap_or(usize::MAX);
        self.limit.map_or(last, |limit| limit.min(last))
    }

    /// The same view for plans of at most this length.
    pub fn with_max_length(&self, steps: usize) -> Self {
        let mut bounded = self.clone();
        bounded.lengths.max = Some(self.max_length().min(steps));
        bounded
    }
}

/// Smallest network for a goal value. With `strip_counters`, step counters that only end the game are removed; that is
/// sound only if the target value counts in the state where it is reached.
pub(crate) fn search_net(
    model: &Model,
    start: &[u64],
    target: i64,
    strip_counters: bool,
    anywhere: bool,
    budget: &Budget,
) -> Result<SearchNet, Stop> {
    let (mut full, won) = start_net(model, start, target);
    full.goals.clear();
    let mut limit = None;
    if strip_counters {
        let roots = full.legal.iter().copied().chain([won]);
        let (untimed, timed) = split_terminal(&full, roots.collect(), budget)?;
        if !timed.is_empty() {
            limit = first_time(&full, &timed, budget)?;
            full.terminal = full.gates.extend(|builder| builder.or(untimed));
        }
    }
    let needed = full.needed(full.legal.iter().copied().chain([won, full.terminal]));
    finish_net(full, won, &needed, limit, anywhere, budget)
}

/// Network for plans that visit no displayed state twice: one with all facts but proved step counters.
pub(crate) fn displayed_net(
    model: &Model,
    start: &[u64],
    target: i64,
    anywhere: bool,
    budget: &Budget,
) -> Result<SearchNet, Stop> {
    let (mut full, won) = start_net(model, start, target);
    full.goals.clear();
    let counters = StepCounters::find(model, target, anywhere, budget)?;
    let mut limit = None;
    let mut keep = vec![true; full.facts.len()];
    if let Some(counters) = counters {
        if !counters.timed.is_empty() {
            limit = first_time(&full, &counters.timed, budget)?;
        }
        keep = (0..keep.len()).map(|bit| !counters.has(bit)).collect();
        full.terminal = full.gates.extend(|builder| builder.or(counters.untimed));
    }
    finish_net(full, won, &keep, limit, anywhere, budget)
}

/// A game's network started at a state, and the literal that its goal value is at least `target`.
fn start_net(model: &Model, start: &[u64], target: i64) -> (Net, Lit) {
    let mut full = model.net.clone();
    let reached = full.goals.iter().filter(|(value, _)| *value >= target);
    let reached = reached.map(|(_, lit)| *lit).collect();
    let won = full.gates.extend(|builder| builder.or(reached));
    full.start = (0..full.facts.len()).map(|bit| is_on(start, bit)).collect();
    full.extra = vec![won];
    (full, won)
}

/// Adds the literals of `extra` after `won` and removes the facts that are not in `keep`.
fn finish_net(
    mut full: Net,
    won: Lit,
    keep: &[bool],
    limit: Option<usize>,
    anywhere: bool,
    budget: &Budget,
) -> Result<SearchNet, Stop> {
    budget.check()?;
    let solvable = solvable(&mut full, won);
    budget.check()?;
    // After `won`, in the order of `WON`, `SOLVABLE` and `CONDITIONS`.
    full.extra.push(solvable);
    full.extra.extend(conditions(&full.gates, won));
    let net = full.keep(keep, budget)?;
    let lengths = plan_lengths(&net, limit, anywhere, budget)?;
    Ok(SearchNet {
        limit,
        lengths,
        anywhere,
        ..SearchNet::new(net)
    })
}

/// Splits the reasons for the end of the game into those that read facts that matter anyway, and those that read a
/// clock: facts that change independently of moves.
fn split_terminal(
    net: &Net,
    roots: Vec<Lit>,
    budget: &Budget,
) -> Result<(Vec<Lit>, Vec<Lit>), Stop> {
    let mut parts = alternatives(&net.gates, net.terminal);
    parts.retain(|lit| *lit != FALSE);
    parts.sort_unstable();
    if parts.len() > MAX_REASONS {
        return Ok((parts, Vec::new()));
    }
    // For each reason: the facts it needs, and whether these change independently of moves.
    let mut deps: FxHashMap<Lit, (Vec<bool>, bool)> = FxHashMap::default();
    for part in &parts {
        budget.check()?;
        let needed = net.needed([*part]);
        let nexts = net.next.iter().zip(&needed).filter(|(_, needed)| **needed);
        let cone = net.cone(nexts.map(|(next, _)| *next).chain([*part]));
        let by_itself = (0..net.moves.len()).all(|mv| !cone[(net.does(mv) >> 1) as usize]);
        deps.insert(*part, (needed, by_itself));
    }
    let mut relevant = net.needed(roots);
    let mut untimed = Vec::new();
    // A reason that is retained can make more facts matter.
    loop {
        let is_relevant = |part: &Lit| {
            let (needed, by_itself) = &deps[part];
            let mut pairs = needed.iter().zip(&relevant);
            !by_itself || pairs.all(|(needed, relevant)| *relevant || !needed)
        };
        let (more, rest): (Vec<Lit>, Vec<Lit>) = parts.iter().copied().partition(is_relevant);
        if more.is_empty() {
            return Ok((untimed, rest));
        }
        for part in &more {
            for (relevant, needed) in relevant.iter_mut().zip(&deps[part].0) {
                *relevant |= needed;
            }
        }
        untimed.extend(more);
        parts = rest;
    }
}

/// Literal that is false only where `won` can never hold again. Latches – facts that never go once they hold, or
/// never come once they do not – keep their values; all other facts count as either.
fn solvable(net: &mut Net, won: Lit) -> Lit {
    let latches = latches(net);
    if latches.iter().all(Option::is_none) || !net.gates.loops.is_empty() {
        return TRUE;
    }
    let cone = net.cone([won]);
    let nodes = net.gates.nodes.len();
    // For each node: it can be true now or later, it can be false now or later.
    let mut can: Vec<[Lit; 2]> = vec![[TRUE; 2]; nodes];
    can[0] = [TRUE, FALSE];
    for (bit, latch) in latches.iter().enumerate() {
        match latch {
            Some(true) => can[bit + 1] = [TRUE, net.bit(bit) ^ 1],
            Some(false) => can[bit + 1] = [net.bit(bit), TRUE],
            None => {}
        }
    }
    net.gates.extend(|builder| {
        for node in 0..nodes {
            if cone[node] && matches!(builder.gates.nodes[node], Gate::And(..)) {
                can[node] = builder.and_of_pairs(node as u32, &can);
            }
        }
    });
    pair_of(&can, won)[0]
}

/// For each state bit, the value that it keeps once it has it.
fn latches(net: &Net) -> Vec<Option<bool>> {
    let keeps = |bit: usize, value: bool| {
        let sign = Lit::from(!value);
        let (next, now) = (net.next[bit] ^ sign, net.bit(bit) ^ sign);
        implied(&net.gates, next, now, LATCH_DEPTH)
    };
    let latch = |bit| [true, false].into_iter().find(|value| keeps(bit, *value));
    (0..net.facts.len()).map(latch).collect()
}
