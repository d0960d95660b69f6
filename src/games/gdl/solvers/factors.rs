//! Games that decompose: the facts fall into groups that do not read each other, each goal condition reads one group,
//! and each move reads and changes one. Each part is solved alone by breadth-first search, and the plans are played
//! one after the other. A shortest plan is as long as theirs together.
//!
//! The end of the game need not decompose, so the combined plan is replayed, and dropped if it does not hold. The sum
//! is a lower bound all the same: a part's game ends for fewer reasons than the whole, so it has all of its plans.

use rustc_hash::FxHashMap;

use crate::analysis::{CONDITIONS, SearchNet, alternatives};
use crate::net::{FALSE, Lit, Net, TRUE};
use crate::solvers::heuristics::effects::changed_bits;
use crate::solvers::search::strategies::breadth_first;
use crate::solvers::search::watch::SearchWatch;
use crate::solvers::search::{PlanOutcome, replay};
use planwright_game::search::{Budget, NoProgress, Progress, Stop, UnionFind};

/// Most gates evaluated for the analysis (gates × (facts + 2 × moves)): about two seconds.
const MAX_GATE_EVALUATIONS: usize = 60_000_000;

/// Finds a shortest plan; `None` if the game does not decompose or the combined plan does not hold.
pub(crate) fn search(view: &SearchNet, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
    let Some(factors) = factors(&view.net, budget)? else {
        return Ok(None);
    };
    let numbers: FxHashMap<_, u32> = view.net.moves.iter().copied().zip(0..).collect();
    let mut moves = Vec::new();
    // Parts without a goal condition need no moves.
    for factor in factors.iter().filter(|part| !part.conditions.is_empty()) {
        let small = factor.view(view, budget)?;
        // States of a part are no states of the game, so nothing is reported.
        let progress = Progress::new(&NoProgress);
        let watch = SearchWatch::unobserved(&progress);
        match breadth_first(&small, budget, &watch) {
            Ok(PlanOutcome::Plan(plan)) => {
                let number = |mv: &u32| numbers[&small.net.moves[*mv as usize]];
                moves.extend(plan.iter().map(number));
            }
            // The whole game has no plan either; the caller's other methods prove it.
            Ok(PlanOutcome::None { .. }) => return Ok(None),
            Err(stopped) => return Err(stopped.stop),
        }
    }
    // The replay ends at the first win, which must come after the last move.
    let states = replay::states(view, &moves);
    let is_plan = states.is_some_and(|states| states.len() == moves.len() + 1);
    Ok(is_plan.then_some(moves))
}

/// Group of facts with the goal conditions that read it.
struct Factor {
    /// For each fact whether it belongs to this part.
    bits: Vec<bool>,
    conditions: Vec<Lit>,
    /// Reasons for the end that read this part only.
    ends: Vec<Lit>,
    /// For each move whether it changes this part.
    moves: Vec<bool>,
}

impl Factor {
    /// The part as a game of its own, with only the moves that change it.
    fn view(&self, view: &SearchNet, budget: &Budget) -> Result<SearchNet, Stop> {
        let mut net = view.net.clone();
        let won = net.gates.extend(|builder| {
            net.terminal = builder.or(self.ends.clone());
            builder.and(self.conditions.clone())
        });
        let others = net.legal.iter_mut().zip(&self.moves);
        let others = others.filter(|(_, changes)| !**changes);
        others.for_each(|(legal, _)| *legal = FALSE);
        // In the order of `WON` and `SOLVABLE`: dead ends of a part are not analysed.
        net.extra = vec![won, TRUE];
        net.goals.clear();
        Ok(SearchNet {
            // A part's plan may end anywhere, as `search` checks the whole plan by playing it.
            anywhere: true,
            ..SearchNet::new(net.keep(&self.bits, budget)?)
        })
    }
}

/// Parts of a game; `None` if there are not several, a goal condition never holds, the network has loops (which the
/// analysis of moves cannot copy), or the work is too much.
fn factors(net: &Net, budget: &Budget) -> Result<Option<Vec<Factor>>, Stop> {
    let (facts, moves) = (net.facts.len(), net.moves.len());
    let goals = &net.extra[CONDITIONS.min(net.extra.len())..];
    if !net.gates.loops.is_empty()
        || net.gates.nodes.len() * (facts + 2 * moves) > MAX_GATE_EVALUATIONS
        || goals.contains(&FALSE)
    {
        return Ok(None);
    }
    let read = |lit: Lit| -> Vec<usize> {
        let cone = net.cone([lit]);
        // Node 0 is the constant; the nodes of the facts follow it.
        (0..facts).filter(|bit| cone[bit + 1]).collect()
    };
    // Joined is what facts read of each other, what one goal condition reads, and what one move reads and changes.
    let mut groups = UnionFind::new(facts);
    for (bit, next) in net.next.iter().enumerate() {
        budget.check()?;
        groups.join(&[read(*next), vec![bit]].concat());
    }
    goals.iter().for_each(|lit| groups.join(&read(*lit)));
    // Moves can only join more groups; as their effects take longest, they come last.
    if groups.roots().len() < 2 {
        return Ok(None);
    }
    let mut changed = Vec::new();
    for (mv, legal) in net.legal.iter().enumerate() {
        budget.check()?;
        let bits = changed_bits(net, mv);
        groups.join(&[read(*legal), bits.clone()].concat());
        changed.push(bits);
    }
    let roots = groups.roots();
    if roots.len() < 2 {
        return Ok(None);
    }
    let mut factors: Vec<Factor> = Vec::new();
    for root in &roots {
        factors.push(Factor {
            bits: (0..facts).map(|bit| groups.root(bit) == *root).collect(),
            conditions: Vec::new(),
            ends: Vec::new(),
            moves: vec![false; moves],
        });
    }
    // Index of the part that has all these facts; `None` if there are no facts, or they are of several parts.
    let mut number = |bits: &[usize]| roots.binary_search(&groups.common_root(bits)?).ok();
    for lit in goals {
        if let Some(number) = number(&read(*lit)) {
            factors[number].conditions.push(*lit);
        }
    }
    for lit in alternatives(&net.gates, net.terminal) {
        if let Some(number) = number(&read(lit)) {
            factors[number].ends.push(lit);
        }
    }
    for (mv, bits) in changed.iter().enumerate() {
        if let Some(number) = number(bits) {
            factors[number].moves[mv] = true;
        }
    }
    Ok(Some(factors))
}
