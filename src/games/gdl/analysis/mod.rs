//! Preparation of networks for searching: relevant facts, bounds on plan length, and states where the goal is out of
//! reach.

mod clock;
mod gates;
mod window;

use rustc_hash::FxHashMap;

pub(crate) use clock::{Clock, untouched};
pub(crate) use gates::{CONDITIONS, HOPE, WON, alternatives, conditions};
pub(crate) use window::Window;

use crate::model::Model;
use crate::net::machine::{Code, Packed, is_on, pack};
use crate::net::{Builder, FALSE, Lit, Net, Node, TRUE};
use crate::search::{Budget, Stop};
use gates::{first_time, implied};
use window::window;

const MOST_REASONS: usize = 300;

/// Network prepared for a search from some state.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Relevant facts only. `terminal` leaves out the step limit if `limit` is set.
    pub net: Net,
    /// Compiled `net`.
    pub code: Code,
    /// State to start from.
    pub start: Packed,
    /// Step from the start at which the game is over at the latest; set if a step counter was removed.
    pub limit: Option<usize>,
    /// Lengths that a plan can have.
    pub window: Window,
    /// Code whose next state replaces each state that a move leads to.
    pub settle: Option<Code>,
    /// Code whose only extra literal is a stricter test that the goal is still in reach.
    pub relaxed: Option<Code>,
}

impl View {
    /// View for plans of any length.
    pub fn of(net: Net) -> Self {
        Self {
            code: Code::new(&net),
            start: pack(&net.start),
            net,
            limit: None,
            window: Window::default(),
            settle: None,
            relaxed: None,
        }
    }

    /// No plan is longer.
    pub fn longest(&self) -> usize {
        let last = self.window.last.unwrap_or(usize::MAX);
        self.limit.map_or(last, |limit| limit.min(last))
    }

    /// Literals of the state in which a plan ends: the value is reached, and the game is over unless a step limit
    /// ends it.
    pub fn ends(&self, anywhere: bool) -> Vec<Lit> {
        let over = (!anywhere && self.limit.is_none()).then_some(self.net.terminal);
        [self.net.extra[WON]].into_iter().chain(over).collect()
    }

    /// The same view, where the goal is out of reach once one of these facts holds.
    pub fn without(&self, bits: &[u32]) -> Self {
        let mut net = self.net.clone();
        let mut builder = Builder::over(std::mem::take(&mut net.gates));
        let none = bits.iter().map(|bit| net.bit(*bit as usize) ^ 1);
        net.extra[HOPE] = builder.and(none.chain([net.extra[HOPE]]).collect());
        net.gates = builder.gates;
        Self {
            limit: self.limit,
            window: self.window,
            ..Self::of(net)
        }
    }

    /// The same view for plans of at most this length.
    pub fn up_to(&self, steps: usize) -> Self {
        let mut view = self.clone();
        view.window.last = Some(self.longest().min(steps));
        view
    }
}

/// Smallest network for a goal value. With `strip`, step counters that only end the game are removed; that is sound
/// only if the target value counts in the state where it is reached.
pub(crate) fn view(
    model: &Model,
    start: &[u64],
    want: i64,
    strip: bool,
    anywhere: bool,
    budget: &Budget,
) -> Result<View, Stop> {
    let (mut full, won) = begun(model, start, want);
    full.goals.clear();
    let mut limit = None;
    let roots = || full.legal.iter().copied().chain([won]);
    if strip {
        let (kept, late) = split_terminal(&full, roots().collect(), budget)?;
        if !late.is_empty() {
            limit = first_time(&full, &late, budget)?;
            end_by(&mut full, kept);
        }
    }
    let needed = full.needed(full.legal.iter().copied().chain([won, full.terminal]));
    searched(full, won, &needed, limit, anywhere, budget)
}

/// Network for plans that visit no state twice: states are as displayed, with all facts but step counters that are
/// proved to be nothing else.
pub(crate) fn seen(
    model: &Model,
    start: &[u64],
    want: i64,
    anywhere: bool,
    budget: &Budget,
) -> Result<View, Stop> {
    let (mut full, won) = begun(model, start, want);
    full.goals.clear();
    let clock = Clock::of(model, want, anywhere, budget)?;
    let mut limit = None;
    let mut kept = vec![true; full.facts.len()];
    if let Some(clock) = clock {
        if !clock.late.is_empty() {
            limit = first_time(&full, &clock.late, budget)?;
        }
        for (bit, kept) in kept.iter_mut().enumerate() {
            *kept = !clock.has(bit);
        }
        end_by(&mut full, clock.kept);
    }
    searched(full, won, &kept, limit, anywhere, budget)
}

/// A game's network started at a state, and the literal that its goal value is at least `want`.
fn begun(model: &Model, start: &[u64], want: i64) -> (Net, Lit) {
    let mut full = model.net.clone();
    let mut builder = Builder::over(std::mem::take(&mut full.gates));
    let wanted = full.goals.iter().filter(|(value, _)| *value >= want);
    let won = builder.or(wanted.map(|(_, lit)| *lit).collect());
    full.gates = builder.gates;
    full.start = (0..full.facts.len()).map(|bit| is_on(start, bit)).collect();
    full.extra = vec![won];
    (full, won)
}

fn end_by(net: &mut Net, reasons: Vec<Lit>) {
    let mut builder = Builder::over(std::mem::take(&mut net.gates));
    net.terminal = builder.or(reasons);
    net.gates = builder.gates;
}

fn searched(
    mut full: Net,
    won: Lit,
    kept: &[bool],
    limit: Option<usize>,
    anywhere: bool,
    budget: &Budget,
) -> Result<View, Stop> {
    budget.check()?;
    let hope = hope(&mut full, won);
    budget.check()?;
    full.extra.push(hope);
    full.extra.extend(conditions(&full.gates, won));
    let net = full.keep(kept, budget)?;
    let window = window(&net, limit, anywhere, budget)?;
    Ok(View {
        limit,
        window,
        ..View::of(net)
    })
}

/// Network with all goal values, for playing rather than searching; [`Net::extra`] is as in [`view`].
pub(crate) fn valued(
    model: &Model,
    start: &[u64],
    want: i64,
    budget: &Budget,
) -> Result<View, Stop> {
    let (mut full, won) = begun(model, start, want);
    full.extra.push(TRUE);
    full.extra.extend(conditions(&full.gates, won));
    let values = full.goals.iter().map(|(_, lit)| *lit);
    let roots = full.legal.iter().copied().chain(values);
    let needed = full.needed(roots.chain([full.terminal]));
    Ok(View::of(full.keep(&needed, budget)?))
}

/// Splits the reasons for the end of the game into those that read facts that matter anyway, and those that read a
/// clock: facts that change independently of moves.
fn split_terminal(
    net: &Net,
    roots: Vec<Lit>,
    budget: &Budget,
) -> Result<(Vec<Lit>, Vec<Lit>), Stop> {
    let mut parts: Vec<Lit> = alternatives(&net.gates, net.terminal)
        .into_iter()
        .filter(|lit| *lit != FALSE)
        .collect();
    parts.sort_unstable();
    if parts.len() > MOST_REASONS {
        return Ok((parts, Vec::new()));
    }
    let mut known: FxHashMap<Lit, (Vec<bool>, bool)> = FxHashMap::default();
    for part in &parts {
        budget.check()?;
        let needed = net.needed([*part]);
        let nexts = (0..needed.len())
            .filter(|bit| needed[*bit])
            .map(|bit| net.next[bit]);
        let cone = net.cone(nexts.chain([*part]));
        let by_itself = (0..net.moves.len()).all(|mv| !cone[(net.does(mv) >> 1) as usize]);
        known.insert(*part, (needed, by_itself));
    }
    let mut matter = net.needed(roots);
    let mut kept = Vec::new();
    // A reason that is retained can make more facts matter.
    loop {
        let inside = |part: &Lit| {
            let (needed, by_itself) = &known[part];
            !by_itself
                || needed
                    .iter()
                    .zip(&matter)
                    .all(|(needed, matter)| *matter || !needed)
        };
        let (more, rest): (Vec<Lit>, Vec<Lit>) = parts.iter().copied().partition(inside);
        if more.is_empty() {
            return Ok((kept, rest));
        }
        for part in &more {
            for (matter, needed) in matter.iter_mut().zip(&known[part].0) {
                *matter |= needed;
            }
        }
        kept.extend(more);
        parts = rest;
    }
}

/// Literal that is false only where `won` can never hold again. Latches – facts that never go once they hold, or
/// never come once they do not – keep their values; all other facts count as either.
fn hope(net: &mut Net, won: Lit) -> Lit {
    let latches = latches(net);
    if latches.iter().all(Option::is_none) || !net.gates.loops.is_empty() {
        return TRUE;
    }
    let cone = net.cone([won]);
    let nodes = net.gates.nodes.len();
    let mut builder = Builder::over(std::mem::take(&mut net.gates));
    // For each node: it can be true, it can be false.
    let mut can: Vec<(Lit, Lit)> = vec![(TRUE, TRUE); nodes];
    can[0] = (TRUE, FALSE);
    for (bit, latch) in latches.iter().enumerate() {
        let lit = (bit as Lit + 1) << 1;
        match latch {
            Some(true) => can[bit + 1] = (TRUE, lit ^ 1),
            Some(false) => can[bit + 1] = (lit, TRUE),
            None => {}
        }
    }
    for node in 0..nodes {
        if !cone[node] || !matches!(builder.gates.nodes[node], Node::And(..)) {
            continue;
        }
        let inputs: Vec<(Lit, Lit)> = builder
            .gates
            .inputs(node as u32)
            .iter()
            .map(|lit| {
                let (yes, no) = can[(lit >> 1) as usize];
                if lit & 1 == 0 { (yes, no) } else { (no, yes) }
            })
            .collect();
        let yes = builder.and(inputs.iter().map(|(yes, _)| *yes).collect());
        let no = builder.or(inputs.iter().map(|(_, no)| *no).collect());
        can[node] = (yes, no);
    }
    let (yes, no) = can[(won >> 1) as usize];
    net.gates = builder.gates;
    if won & 1 == 0 { yes } else { no }
}

/// For each state bit, the value that it keeps once it has it.
fn latches(net: &Net) -> Vec<Option<bool>> {
    let bit_lit = |bit: usize| net.bit(bit);
    (0..net.facts.len())
        .map(|bit| {
            if implied(&net.gates, net.next[bit], bit_lit(bit), 4) {
                Some(true)
            } else if implied(&net.gates, net.next[bit] ^ 1, bit_lit(bit) ^ 1, 4) {
                Some(false)
            } else {
                None
            }
        })
        .collect()
}
