//! Tokens: facts of one kind of which each step removes at most one and adds one for it, such as crates that are
//! pushed.
//!
//! The steps of a single token are determined with all others out of its way, a smaller game. Places from which a
//! token reaches none of those where it may be in the end are traps (F. Commoner, “Deadlocks in Petri Nets”, 1972): a
//! state with a token there is lost. For all other states the cheapest assignment of tokens to last places (H. W.
//! Kuhn, “The Hungarian Method for the Assignment Problem”, 1955) is a lower bound on the steps left, and a guide.
//!
//! All of this is proved by asking a SAT solver about one step from an arbitrary state, given what was proved before
//! (C. A. J. van Eijk, “Sequential Equivalence Checking Based on Structural Similarities”, 2000).

mod families;
mod formula;
#[cfg(test)]
pub(super) mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use batsat::Lit as SatLit;
use rustc_hash::FxHashMap;

use super::patterns::Told;
use crate::analysis::View;
use crate::net::machine::{Packed, is_on};
use crate::search::{Budget, Stop, assignment};
use crate::terms::Terms;
pub(super) use families::{Places, candidates, roamer, states};
pub(super) use formula::Formula;
use formula::Kept;

/// Most literals in gates of a network that is analysed.
const MOST_SIZE: usize = 200_000;
const MOST_FAMILIES: usize = 400;
const MOST_KNOWN: usize = 1 << 20;
/// Distance of places without a path.
const NEVER: u16 = u16::MAX;

/// Family of tokens with places where they may not be in the end.
struct Family {
    places: Places,
    /// For each place where a token may be in the end, the steps to it from each place.
    ways: Vec<Vec<u16>>,
    known: RefCell<FxHashMap<Box<[u32]>, Option<u32>>>,
}

/// Token families of a game that say something about the distance to its goal.
#[derive(Default)]
pub(super) struct Tokens {
    families: Vec<Rc<Family>>,
    /// Places of a single token that moves while all else stays as it is.
    pub roamer: Option<Vec<u32>>,
    /// For some places the places of other tokens with which the goal is out of reach.
    barred: Vec<(u32, Packed)>,
}

impl Tokens {
    /// Finds the tokens of a view; there may be none.
    ///
    /// # Errors
    /// When the budget runs out; what is found by then is lost.
    pub fn new(view: &View, terms: &Terms, budget: &Budget) -> Result<Self, Stop> {
        if view.net.size() > MOST_SIZE {
            return Ok(Self::default());
        }
        let states = states(view, budget)?;
        let mut groups = candidates(view, terms, &states, budget)?;
        groups.truncate(MOST_FAMILIES);
        let Some(mut formula) = Formula::new(view, budget) else {
            return Ok(Self::default());
        };
        let families = proved(&mut formula, view, groups, unseen(view, &states))?;
        let holds: Vec<SatLit> = families.iter().map(|(_, kept)| kept.holds).collect();
        let mut found = Self {
            roamer: roamer(view, &states, families.iter().map(|(places, _)| places)),
            ..Self::default()
        };
        for (places, kept) in families {
            let ends = formula.ends(&kept, &holds)?;
            if ends.len() < places.len() {
                let start = (0..places.len()).filter(|at| view.net.start[places[*at] as usize]);
                let steps = steps(&mut formula, &kept, &holds, start.collect())?;
                let ways = ends.iter().map(|end| backwards(&steps, *end)).collect();
                found.families.push(Rc::new(Family {
                    places,
                    ways,
                    known: RefCell::default(),
                }));
            }
        }
        Ok(found)
    }

    pub fn is_empty(&self) -> bool {
        self.families.is_empty()
    }

    /// Families that have none of these places, which are sorted.
    pub fn without(&self, places: &[u32]) -> Self {
        let other = |family: &&Rc<Family>| {
            let mut own = family.places.iter();
            own.all(|bit| places.binary_search(bit).is_err())
        };
        Self {
            families: self.families.iter().filter(other).cloned().collect(),
            ..Self::default()
        }
    }

    /// For each family the places from which the goal may be reached.
    pub fn places(&self) -> Vec<Vec<u32>> {
        let alive = |family: &Rc<Family>| {
            let places = (0..family.places.len()).filter(|at| !family.is_dead(*at));
            places.map(|at| family.places[at]).collect()
        };
        self.families.iter().map(alive).collect()
    }

    /// Places where no token is when the goal is reached.
    pub fn astray(&self) -> Vec<u32> {
        let astray = |family: &Rc<Family>| {
            let places = (0..family.places.len()).filter(|at| !family.is_end(*at));
            places.map(|at| family.places[at]).collect::<Vec<u32>>()
        };
        self.families.iter().flat_map(astray).collect()
    }

    /// Makes states lost that have a token at one of these places and another at one that goes with it.
    pub fn bar(&mut self, barred: Vec<(u32, Packed)>) {
        self.barred = barred;
    }

    /// Facts from which the goal is never reached.
    pub fn traps(&self) -> Vec<u32> {
        let traps = self.families.iter().flat_map(|family| {
            let dead = (0..family.places.len()).filter(|at| family.is_dead(*at));
            dead.map(|at| family.places[at])
        });
        let mut traps: Vec<u32> = traps.collect();
        traps.sort_unstable();
        traps.dedup();
        traps
    }

    /// Estimates the distance of a state; `None` if the goal is out of reach.
    pub fn tell(&self, state: &[u64]) -> Option<Told> {
        let bars = |(place, others): &(u32, Packed)| {
            let mut both = state.iter().zip(others);
            is_on(state, *place as usize) && both.any(|(state, others)| state & others != 0)
        };
        if self.barred.iter().any(bars) {
            return None;
        }
        // A step that moves two tokens counts twice.
        let steps = self.families.iter().map(|family| family.steps(state));
        Told::of(steps.map(|steps| steps.map(|steps| (steps, steps))))
    }
}

impl Family {
    fn is_end(&self, at: usize) -> bool {
        self.ways.iter().any(|way| way[at] == 0)
    }

    /// Returns whether a token reaches no last place from this one.
    fn is_dead(&self, at: usize) -> bool {
        self.ways.iter().all(|way| way[at] == NEVER)
    }

    /// Cost of the cheapest assignment of all tokens to last places of their own; `None` if there is none.
    fn steps(&self, state: &[u64]) -> Option<u32> {
        let tokens = (0..).zip(&self.places);
        let tokens = tokens.filter(|(_, place)| is_on(state, **place as usize));
        let tokens: Box<[u32]> = tokens.map(|(at, _)| at).collect();
        if let Some(known) = self.known.borrow().get(&tokens) {
            return *known;
        }
        let cost = |token: usize, end: usize| {
            let steps = self.ways[end][tokens[token] as usize];
            (steps != NEVER).then_some(u32::from(steps))
        };
        let steps = assignment(tokens.len(), self.ways.len(), cost);
        let mut known = self.known.borrow_mut();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(tokens, steps);
        steps
    }
}

/// Facts that hold neither in these states nor at first.
fn unseen(view: &View, states: &[u64]) -> Places {
    let mut seen = view.start.clone();
    for state in states.chunks(seen.len()) {
        seen.iter_mut()
            .zip(state)
            .for_each(|(seen, state)| *seen |= state);
    }
    let facts = 0..view.net.facts.len() as u32;
    facts.filter(|fact| !is_on(&seen, *fact as usize)).collect()
}

/// Groups of which each step removes at most one fact and adds one for it, without facts that never hold. All groups
/// are assumed to be such, and all of `never` never to hold, until a counterexample removes them.
fn proved(
    formula: &mut Formula<'_>,
    view: &View,
    groups: Vec<Places>,
    mut never: Places,
) -> Result<Vec<(Places, Kept)>, Stop> {
    let count = |places: &Places| {
        places
            .iter()
            .filter(|bit| view.net.start[**bit as usize])
            .count()
    };
    let families = groups.into_iter().filter(|places| count(places) > 0);
    let mut families: Vec<(Places, Kept)> = families
        .map(|places| {
            let kept = formula.keep(&places, count(&places));
            (places, kept)
        })
        .collect();
    loop {
        let before = (families.len(), never.len());
        let holds: Vec<SatLit> = families.iter().map(|(_, kept)| kept.holds).collect();
        formula.weed(&mut never, &holds)?;
        let mut at = 0;
        while at < families.len() {
            let holds = families.iter().map(|(_, kept)| kept.holds);
            let mut all: Vec<SatLit> = holds.chain(formula.without(&never)).collect();
            all.push(families[at].1.broken);
            // Where a token is single, each of its places is a case: these questions are easy.
            let alone = families.iter().filter(|(places, _)| count(places) == 1);
            let alone = alone.max_by_key(|(places, _)| places.len());
            let mut cases: Vec<SatLit> = match alone {
                Some((places, kept)) => {
                    let lits = places.iter().zip(&kept.now);
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
                true => families.retain(|(_, kept)| !formula.is(kept.broken)),
                false => at += 1,
            }
        }
        if (families.len(), never.len()) == before {
            break;
        }
    }
    formula.forbid(&never);
    for (places, kept) in &mut families {
        kept.drop(places, &never);
    }
    Ok(families)
}

/// For each place that a token reaches, the places to which one step takes it.
fn steps(
    formula: &mut Formula<'_>,
    kept: &Kept,
    holds: &[SatLit],
    start: Vec<usize>,
) -> Result<Vec<Vec<usize>>, Stop> {
    let mut all = vec![Vec::new(); kept.goes.len()];
    let mut is_reached = vec![false; all.len()];
    start.iter().for_each(|at| is_reached[*at] = true);
    let mut open = start;
    while let Some(from) = open.pop() {
        let mut asked = [holds, &[kept.goes[from]]].concat();
        while formula.can_move(&asked)? {
            let comes = kept.comes.iter().position(|comes| formula.is(*comes));
            let Some(at) = comes else {
                break;
            };
            all[from].push(at);
            asked.push(!kept.comes[at]);
            if !std::mem::replace(&mut is_reached[at], true) {
                open.push(at);
            }
        }
    }
    Ok(all)
}

/// Steps from each place to one of them.
fn backwards(steps: &[Vec<usize>], end: usize) -> Vec<u16> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (from, to) in steps.iter().enumerate() {
        to.iter().for_each(|to| before[*to].push(from));
    }
    let mut distances = vec![NEVER; steps.len()];
    distances[end] = 0;
    let mut layer = vec![end];
    for distance in 1..NEVER {
        let mut next = Vec::new();
        for from in layer.iter().flat_map(|at| &before[*at]) {
            if distances[*from] == NEVER {
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
