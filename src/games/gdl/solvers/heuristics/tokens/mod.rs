//! Tokens: a *family* is a set of facts (its *places*, one per position a token can have) of which each step removes at
//! most one and adds one for it, such as the positions of crates that are pushed. A token is on each place whose fact
//! holds.
//!
//! The steps of a single token are determined with all others out of its way, a smaller game. Places where a token may
//! be in a state in which the goal is reached are *ends*. Places from which it reaches no end are traps (F. Commoner,
//! “Deadlocks in Petri Nets”, 1972): a state with a token there is lost. For all other states the cheapest assignment
//! of tokens to ends (H. W. Kuhn, “The Hungarian Method for the Assignment Problem”, 1955) is a lower bound on the
//! steps left, and a guide.
//!
//! All of this is proved by asking a SAT solver about one step from an arbitrary state, given what was proved before
//! (C. A. J. van Eijk, “Sequential Equivalence Checking Based on Structural Similarities”, 2000).

mod families;
mod formula;
#[cfg(test)]
mod tests;

use std::cell::RefCell;

use batsat::Lit as SatLit;
use rustc_hash::FxHashMap;

use crate::analysis::SearchNet;
use crate::net::machine::is_on;
use crate::solvers::heuristics::patterns::Distance;
use crate::terms::Terms;
use families::{Places, candidates, states};
use formula::{EncodedFamily, Formula};
use planwright_game::search::{Budget, Stop, assignment};

/// Most literals in gates of a network that is analysed.
const MAX_SIZE: usize = 200_000;
/// Most candidates for families that are tried, of which each takes some questions to the SAT solver.
const MAX_FAMILIES: usize = 400;
/// Most assignments cached for a family.
const MAX_CACHED: usize = 1 << 20;
/// Distance between places without a path.
const UNREACHABLE: u16 = u16::MAX;

/// Family some of whose places are not ends; others say nothing about the distance.
struct Family {
    places: Places,
    /// For each end, the least steps of one token to it from each place, by index in `places`.
    distances: Vec<Vec<u16>>,
    /// Results of [`Family::least_steps`], by the occupied places (indices in `places`).
    cache: RefCell<FxHashMap<Box<[u32]>, Option<u32>>>,
}

/// Token families of a game that say something about the distance to its goal.
#[derive(Default)]
pub(crate) struct Tokens {
    families: Vec<Family>,
}

impl Tokens {
    /// Finds the families of a view; none if its network is too large or nothing is proved. If the budget runs out,
    /// returns the reason instead of a part.
    pub fn new(view: &SearchNet, terms: &Terms, budget: &Budget) -> Result<Self, Stop> {
        if view.net.size() > MAX_SIZE {
            return Ok(Self::default());
        }
        let states = states(view, budget)?;
        let mut groups = candidates(view, terms, &states, budget)?;
        groups.truncate(MAX_FAMILIES);
        let Some(mut formula) = Formula::new(view, budget) else {
            return Ok(Self::default());
        };
        let families = prove_families(&mut formula, view, groups, unobserved(view, &states))?;
        let holds: Vec<SatLit> = families.iter().map(|(_, encoded)| encoded.holds).collect();
        let mut found = Self::default();
        for (places, encoded) in families {
            let ends = formula.ends(&encoded, &holds)?;
            if ends.len() < places.len() {
                let start = (0..places.len()).filter(|at| view.net.start[places[*at] as usize]);
                let steps = step_graph(&mut formula, &encoded, &holds, start.collect())?;
                let distances = ends.iter().map(|end| distances_to(&steps, *end)).collect();
                found.families.push(Family {
                    places,
                    distances,
                    cache: RefCell::default(),
                });
            }
        }
        Ok(found)
    }

    pub fn is_empty(&self) -> bool {
        self.families.is_empty()
    }

    /// Facts of trap places, ascending: in no state in which one of them holds can the goal be reached.
    pub fn traps(&self) -> Vec<u32> {
        let traps = self.families.iter().flat_map(|family| {
            let dead = (0..family.places.len()).filter(|at| family.is_trap(*at));
            dead.map(|at| family.places[at])
        });
        let mut traps: Vec<u32> = traps.collect();
        traps.sort_unstable();
        traps.dedup();
        traps
    }

    /// Estimates the distance of a state; `None` if the goal is out of reach.
    pub fn distance(&self, state: &[u64]) -> Option<Distance> {
        // All steps count as the family's own, although one that moves tokens of two families is then counted twice.
        let steps = self.families.iter().map(|family| family.least_steps(state));
        Distance::combine(steps.map(|steps| steps.map(|steps| (steps, steps))))
    }
}

impl Family {
    /// Returns whether a token reaches no end from this place.
    fn is_trap(&self, at: usize) -> bool {
        self.distances.iter().all(|row| row[at] == UNREACHABLE)
    }

    /// Least steps of all tokens to ends, each to one of its own; `None` if that is impossible.
    fn least_steps(&self, state: &[u64]) -> Option<u32> {
        let tokens = (0..).zip(&self.places);
        let tokens = tokens.filter(|(_, place)| is_on(state, **place as usize));
        let tokens: Box<[u32]> = tokens.map(|(at, _)| at).collect();
        if let Some(known) = self.cache.borrow().get(&tokens) {
            return *known;
        }
        let cost = |token: usize, end: usize| {
            let steps = self.distances[end][tokens[token] as usize];
            (steps != UNREACHABLE).then_some(u32::from(steps))
        };
        let steps = assignment(tokens.len(), self.distances.len(), cost);
        let mut cache = self.cache.borrow_mut();
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(tokens, steps);
        steps
    }
}

/// Facts that hold neither at the start nor in any of these states (packed, one after the other), ascending.
fn unobserved(view: &SearchNet, states: &[u64]) -> Places {
    let mut observed = view.start.clone();
    for state in states.chunks(observed.len()) {
        for (observed, state) in observed.iter_mut().zip(state) {
            *observed |= state;
        }
    }
    let is_unobserved = |fact: &u32| !is_on(&observed, *fact as usize);
    let facts = 0..view.net.facts.len() as u32;
    facts.filter(is_unobserved).collect()
}

/// Proves which groups are families, and returns those without the facts that never hold.
///
/// Induction over steps: all groups are assumed to be families before a step, and the facts `never` (sorted) not to
/// hold; a step after which one is broken, or a fact comes to hold, is a counterexample that removes it. As this
/// weakens the assumption for the others, it is repeated until nothing is removed.
fn prove_families(
    formula: &mut Formula<'_>,
    view: &SearchNet,
    groups: Vec<Places>,
    mut never: Places,
) -> Result<Vec<(Places, EncodedFamily)>, Stop> {
    let holds_at_start = |bit: &&u32| view.net.start[**bit as usize];
    let count = |places: &Places| places.iter().filter(holds_at_start).count();
    let families = groups.into_iter().filter(|places| count(places) > 0);
    let mut families: Vec<(Places, EncodedFamily)> = families
        .map(|places| {
            let encoded = formula.encode(&places, count(&places));
            (places, encoded)
        })
        .collect();
    loop {
        let before = (families.len(), never.len());
        let holds: Vec<SatLit> = families.iter().map(|(_, encoded)| encoded.holds).collect();
        formula.remove_refuted(&mut never, &holds)?;
        let mut at = 0;
        while at < families.len() {
            let holds = families.iter().map(|(_, encoded)| encoded.holds);
            let mut all: Vec<SatLit> = holds.chain(formula.without(&never)).collect();
            all.push(families[at].1.broken);
            // Splits the question by the place of the token of the largest family with just one: with that known, the
            // solver answers each case quickly. Without such a family the only case repeats an assumption.
            let single = families.iter().filter(|(places, _)| count(places) == 1);
            let single = single.max_by_key(|(places, _)| places.len());
            let mut cases: Vec<SatLit> = match single {
                Some((places, encoded)) => {
                    let lits = places.iter().zip(&encoded.now);
                    let may = lits.filter(|(bit, _)| never.binary_search(bit).is_err());
                    may.map(|(_, lit)| *lit).collect()
                }
                None => vec![families[at].1.broken],
            };
            let mut is_broken = false;
            while !is_broken && let Some(case) = cases.pop() {
                all.push(case);
                is_broken = formula.can_move(&all)?;
                all.pop();
            }
            match is_broken {
                true => families.retain(|(_, encoded)| !formula.is_true(encoded.broken)),
                false => at += 1,
            }
        }
        if (families.len(), never.len()) == before {
            break;
        }
    }
    formula.forbid(&never);
    for (places, encoded) in &mut families {
        encoded.remove(places, &never);
    }
    Ok(families)
}

/// Graph of a token's steps: for each place that one starting at `start` can reach, the places to which one step takes
/// it.
fn step_graph(
    formula: &mut Formula<'_>,
    family: &EncodedFamily,
    holds: &[SatLit],
    start: Vec<usize>,
) -> Result<Vec<Vec<usize>>, Stop> {
    let mut all = vec![Vec::new(); family.goes.len()];
    let mut is_reached = vec![false; all.len()];
    start.iter().for_each(|at| is_reached[*at] = true);
    let mut open = start;
    while let Some(from) = open.pop() {
        let mut assumptions = [holds, &[family.goes[from]]].concat();
        while formula.can_move(&assumptions)? {
            let comes = family
                .comes
                .iter()
                .position(|comes| formula.is_true(*comes));
            // Never: a family's token that goes comes to another place.
            let Some(at) = comes else {
                break;
            };
            all[from].push(at);
            assumptions.push(!family.comes[at]);
            if !std::mem::replace(&mut is_reached[at], true) {
                open.push(at);
            }
        }
    }
    Ok(all)
}

/// Least steps from each place to `end` in a step graph, by breadth-first search backwards; [`UNREACHABLE`] without a
/// path.
fn distances_to(steps: &[Vec<usize>], end: usize) -> Vec<u16> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (from, to) in steps.iter().enumerate() {
        to.iter().for_each(|to| before[*to].push(from));
    }
    let mut distances = vec![UNREACHABLE; steps.len()];
    distances[end] = 0;
    let mut layer = vec![end];
    for distance in 1..UNREACHABLE {
        let mut next = Vec::new();
        for from in layer.iter().flat_map(|at| &before[*at]) {
            if distances[*from] == UNREACHABLE {
                distances[*from] = distance;
                next.push(*from);
            }
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    distances
}
