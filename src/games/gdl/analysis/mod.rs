//! What a search has to know of a network: which facts matter, how long a game can last, and when all
//! hope is gone.

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

/// Most reasons for the end of the game that are looked at one by one.
const MOST_REASONS: usize = 300;

/// A network for searching from a state on.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Only facts that matter. `terminal` leaves out the step limit, if that was taken off.
    pub net: Net,
    /// The same as code.
    pub code: Code,
    /// The state to start from.
    pub start: Packed,
    /// The game is over after this many steps at the latest, counted from the start; set if a
    /// step counter was taken off.
    pub limit: Option<usize>,
    /// Lengths that a plan can have.
    pub window: Window,
    /// What becomes of each state that a move leads to, by itself and as its next state.
    pub settle: Option<Code>,
    /// A closer look at whether the goal is out of reach, as the only extra literal.
    pub relaxed: Option<Code>,
}

impl View {
    /// A network for plans of any length.
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

    /// No plan is longer than this.
    pub fn longest(&self) -> usize {
        let last = self.window.last.unwrap_or(usize::MAX);
        self.limit.map_or(last, |limit| limit.min(last))
    }

    /// What holds in the state that a plan ends in: the value is had, and the game is over where that does not come by time.
    pub fn ends(&self, anywhere: bool) -> Vec<Lit> {
        let over = (!anywhere && self.limit.is_none()).then_some(self.net.terminal);
        [self.net.extra[WON]].into_iter().chain(over).collect()
    }

    /// The same where there is no hope once one of these facts holds.
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

    /// The same for plans of at most so many steps.
    pub fn up_to(&self, steps: usize) -> Self {
        let mut view = self.clone();
        view.window.last = Some(self.longest().min(steps));
        view
    }
}

/// The network for a goal value, as small as it gets. With `strip` step counters that only end the
/// game are taken off: sound only if a state with the value wanted counts where it is reached.
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

/// The network with states as people see them, for plans that visit no state twice: all facts are kept but those
/// of the step counters that are proved to be nothing else.
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

/// A game's network from a state on, and the literal that its goal value is at least `want`.
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

/// Makes these the reasons for the end of the game.
fn end_by(net: &mut Net, reasons: Vec<Lit>) {
    let mut builder = Builder::over(std::mem::take(&mut net.gates));
    net.terminal = builder.or(reasons);
    net.gates = builder.gates;
}

/// The network with these state bits, with all that a search looks at.
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

/// The network with all goal values, for playing rather than searching; [`Net::extra`] is as in [`view`].
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

/// The reasons for the end of the game: those that look at facts that matter anyway, and those that
/// look at a clock – facts that change by themselves, whatever is done.
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
    // A reason that has to be kept can make more facts matter.
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

/// A literal that is false only where `won` can never hold again: latches – facts that never go once
/// they are there, or never come once they are gone – are taken as they are, all else as
/// possible either way.
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

/// For each state bit whether it is a latch, and which way.
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
