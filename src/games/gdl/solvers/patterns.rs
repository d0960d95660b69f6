//! Pattern databases over the network.
//!
//! Some facts depend on few others: in a sliding puzzle each tile on itself and the gap. Restricted to those, the
//! game is smaller, and every play of the whole game is one of the smaller game, too. That one is explored
//! completely, with the distance of each state to the goal conditions about it, or that they are out of reach. The
//! distance is a lower bound for the whole game, and so is the largest of several.
//!
//! Their sum is no bound where patterns share facts: every tile counts the walks of the gap. So a second distance
//! counts only steps that change facts of no other pattern, as in the additive pattern databases of Felner, Korf and
//! Hanan (2004). For arbitrary rules a step may still count twice; the sum is a guide, not a bound.

use std::rc::Rc;

use crate::search::{Budget, Stop};

use super::super::net::{Builder, FALSE, Lit, Net, TRUE};
use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use crate::analysis::{CONDITIONS, View};

const MOST_STATES: usize = 60_000;
const MOST_STEPS: usize = 4_000_000;
const MOST_CONDITIONS: usize = 400;
/// Most gate evaluations for finding the moves whose legality a smaller game determines.
const MOST_WORK: usize = 100_000_000;
/// Distance of states from which the goal is out of reach.
const NEVER: u16 = u16::MAX;

struct Pattern {
    /// Bits of the whole state that the smaller one consists of, in order.
    bits: Vec<u32>,
    table: Table,
    distances: Vec<u16>,
    /// Distances that count only steps changing facts of this pattern alone.
    own: Vec<u16>,
}

/// Distances in a smaller game before it is known which of its facts are in other patterns, too.
struct Smaller {
    bits: Vec<u32>,
    table: Table,
    distances: Vec<u16>,
    ways: Ways,
}

struct Ways {
    /// Pairs of a state and a predecessor, sorted.
    steps: Vec<(u32, u32)>,
    goals: Vec<u32>,
}

/// Pattern databases that divide the goal conditions among them.
#[derive(Default)]
pub(super) struct Patterns {
    all: Vec<Rc<Pattern>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// Lower bound.
    pub least: u32,
    /// Sum of all parts: no bound, but a guide.
    pub sum: u32,
    /// Sum of the steps that count in one part alone: about the true distance.
    pub about: u32,
}

impl Told {
    /// Combines the parts of a game, given their steps and those that count in each alone; `None` if a part cannot
    /// reach its goal.
    pub fn of(parts: impl Iterator<Item = Option<(u32, u32)>>) -> Option<Self> {
        let mut told = Self {
            least: 0,
            sum: 0,
            about: 0,
        };
        for part in parts {
            let (steps, own) = part?;
            told.least = told.least.max(steps);
            told.sum += steps;
            told.about += own;
        }
        told.about = told.about.max(told.least);
        Some(told)
    }
}

impl Patterns {
    /// Builds the patterns of a view; there may be none.
    ///
    /// # Errors
    /// When the budget runs out; what is found by then is lost.
    pub fn new(view: &View, budget: &Budget) -> Result<Self, Stop> {
        let net = &view.net;
        let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
        if conditions.len() > MOST_CONDITIONS || conditions.contains(&FALSE) {
            return Ok(Self::default());
        }
        let whole = net.facts.len();
        let count = |bits: &[bool]| bits.iter().filter(|bit| **bit).count();
        let mut open: Vec<(Vec<bool>, Lit)> = Vec::new();
        for lit in conditions {
            budget.check()?;
            let needed = net.needed([*lit]);
            // With most of the facts, it would be as large as the whole game.
            if count(&needed) * 3 <= whole * 2 {
                open.push((needed, *lit));
            }
        }
        let legal = net.needed(net.legal.iter().copied());
        // Sorting puts conditions on similar facts side by side.
        open.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut all = Vec::new();
        let mut group: Option<(Vec<bool>, Vec<Lit>, Smaller)> = None;
        for (needed, lit) in open {
            if let Some((bits, lits, game)) = &mut group {
                let both: Vec<bool> = bits.iter().zip(&needed).map(|(a, b)| *a || *b).collect();
                if count(&both) < whole || both == *bits {
                    let mut more = lits.clone();
                    more.push(lit);
                    if let Some(larger) = work_out(view, &both, &legal, &more, budget)? {
                        (*bits, *lits, *game) = (both, more, larger);
                        continue;
                    }
                }
            }
            all.extend(group.take().map(|(.., game)| game));
            if let Some(game) = work_out(view, &needed, &legal, &[lit], budget)? {
                group = Some((needed, vec![lit], game));
            }
        }
        all.extend(group.map(|(.., game)| game));
        // Equal distances everywhere are of no use.
        all.retain(|game| game.distances.iter().any(|steps| *steps > 0));
        let mut uses = vec![0u32; whole];
        for bit in all.iter().flat_map(|game| &game.bits) {
            uses[*bit as usize] += 1;
        }
        let pattern = |game: Smaller| budget.check().map(|()| Rc::new(game.pattern(&uses)));
        let all = all.into_iter().map(pattern).collect::<Result<_, _>>()?;
        Ok(Self { all })
    }

    /// Patterns that read none of these bits, which are sorted.
    pub fn without(&self, bits: &[u32]) -> Self {
        let other = |pattern: &&Rc<Pattern>| {
            let mut own = pattern.bits.iter();
            own.all(|bit| bits.binary_search(bit).is_err())
        };
        Self {
            all: self.all.iter().filter(other).cloned().collect(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Estimates the distance of a state; `None` if the goal is out of reach.
    pub fn tell(&self, state: &[u64]) -> Option<Told> {
        Told::of(self.all.iter().map(|pattern| pattern.distance(state)))
    }
}

impl Pattern {
    /// Distance, and the steps that count in this pattern alone.
    fn distance(&self, state: &[u64]) -> Option<(u32, u32)> {
        let mut words = [0u64; 16];
        let words = &mut words[..self.table.words()];
        for (to, bit) in self.bits.iter().enumerate() {
            let on = state[*bit as usize / 64] >> (bit % 64) & 1;
            words[to / 64] |= on << (to % 64);
        }
        let told = |at: u32| (self.distances[at as usize], self.own[at as usize]);
        match self.table.find(words).map(told) {
            Some((NEVER, _)) => None,
            Some((steps, own)) => Some((steps.into(), own.into())),
            // Every state of the whole game is one here; for others nothing is known.
            None => Some((0, 0)),
        }
    }
}

impl Smaller {
    /// Adds the distances by steps that change facts used by this pattern alone.
    fn pattern(self, uses: &[u32]) -> Pattern {
        let Self {
            bits,
            table,
            distances,
            ways,
        } = self;
        let mut mask = vec![0u64; table.words()];
        for (at, bit) in bits.iter().enumerate() {
            mask[at / 64] |= u64::from(uses[*bit as usize] == 1) << (at % 64);
        }
        let own = ways.distances(table.len(), |to, from| {
            let mut words = mask
                .iter()
                .zip(table.state(to).iter().zip(table.state(from)));
            words.any(|(mask, (to, from))| mask & (to ^ from) != 0)
        });
        Pattern {
            bits,
            table,
            distances,
            own,
        }
    }
}

/// Solves the smaller game of some bits; `None` if it is too large.
fn work_out(
    view: &View,
    bits: &[bool],
    legal: &[bool],
    conditions: &[Lit],
    budget: &Budget,
) -> Result<Option<Smaller>, Stop> {
    let places = (0..).zip(bits).filter(|(_, on)| **on);
    let places: Vec<u32> = places.map(|(at, _)| at).collect();
    if places.len() > 16 * 64 {
        return Ok(None);
    }
    let small = smaller(&view.net, bits, legal, conditions, budget)?;
    let small = View::of(small);
    let mut table = Table::new(small.code.words(), budget);
    let mut expander = Expander::new(&small, budget);
    let mut steps: Vec<(u32, u32)> = Vec::new();
    let mut goals: Vec<u32> = Vec::new();
    table.add(&small.start, NONE, 0)?;
    let mut from = 0u32;
    while (from as usize) < table.len() {
        budget.check()?;
        let to = (table.len() as u32).min(from + LANES as u32);
        let states = table.states(from..to);
        let seen = expander.look(&states);
        let won = (from..to).zip(&seen).filter(|(_, seen)| seen.won);
        goals.extend(won.map(|(number, _)| number));
        let mut made = |parent: u32, mv: u32, next: &[u64]| -> Result<(), Stop> {
            let number = match table.add(next, parent, mv)? {
                Some(number) => number,
                None => table.find(next).unwrap_or(parent),
            };
            if number != parent && steps.last() != Some(&(number, parent)) {
                steps.push((number, parent));
            }
            Ok(())
        };
        for (lane, number) in (from..to).enumerate() {
            expander.push_all(number, &states, lane, &mut made)?;
        }
        expander.flush(&mut made)?;
        if table.len() > MOST_STATES || steps.len() > MOST_STEPS {
            return Ok(None);
        }
        from = to;
    }
    steps.sort_unstable();
    let ways = Ways { steps, goals };
    Ok(Some(Smaller {
        bits: places,
        distances: ways.distances(table.len(), |_, _| true),
        table,
        ways,
    }))
}

/// Network of some bits that read no others, with these conditions as the goal.
fn smaller(
    net: &Net,
    bits: &[bool],
    legal: &[bool],
    conditions: &[Lit],
    budget: &Budget,
) -> Result<Net, Stop> {
    let mut small = net.clone();
    let mut builder = Builder::over(std::mem::take(&mut small.gates));
    let won = builder.and(conditions.to_vec());
    small.gates = builder.gates;
    small.extra = vec![won, TRUE];
    small.goals.clear();
    small.terminal = FALSE;
    // Moves whose legality the bits do not determine count as legal.
    if legal.iter().zip(bits).any(|(legal, bit)| *legal && !bit) {
        let few = net.moves.len() * net.gates.nodes.len() <= MOST_WORK;
        for lit in &mut small.legal {
            budget.check()?;
            let inside = few && {
                let cone = net.cone([*lit]);
                (0..bits.len()).all(|bit| bits[bit] || !cone[bit + 1])
            };
            if !inside && *lit != FALSE {
                *lit = TRUE;
            }
        }
    }
    small.keep(bits, budget)
}

impl Ways {
    /// Distances to the nearest goal, backwards from all goals; steps for which `counts` does not hold are free.
    fn distances(&self, states: usize, counts: impl Fn(u32, u32) -> bool) -> Vec<u16> {
        let mut distances = vec![NEVER; states];
        let mut layer = self.goals.clone();
        layer.iter().for_each(|goal| distances[*goal as usize] = 0);
        let mut depth: u16 = 0;
        while !layer.is_empty() && depth < NEVER - 1 {
            let mut next = Vec::new();
            while let Some(state) = layer.pop() {
                if distances[state as usize] != depth {
                    continue;
                }
                let begin = self.steps.partition_point(|(to, _)| *to < state);
                for (_, from) in self.steps[begin..]
                    .iter()
                    .take_while(|(to, _)| *to == state)
                {
                    let counts = counts(state, *from);
                    let distance = &mut distances[*from as usize];
                    if *distance > depth + u16::from(counts) {
                        *distance = depth + u16::from(counts);
                        match counts {
                            true => next.push(*from),
                            false => layer.push(*from),
                        }
                    }
                }
            }
            depth += 1;
            layer = next;
        }
        distances
    }
}
