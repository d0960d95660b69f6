//! Pattern databases over a view (the prepared network, [`SearchNet`]).
//!
//! Some facts depend on few others: in a sliding puzzle each tile on itself and the gap. Restricted to those, the
//! game is smaller, and every play of the whole game is one of the smaller game, too. That one is explored
//! completely, with the distance of each state to the goal conditions about it, or that they are out of reach. The
//! distance is a lower bound for the whole game, and so is the largest of several.
//!
//! Their sum is no bound where patterns share facts: every tile counts the walks of the gap. So a second distance
//! counts only steps that change facts of no other pattern, as in the additive pattern databases of Felner, Korf and
//! Hanan (2004). For arbitrary rules a step may still count twice; the sum is a guide, not a bound.

use crate::analysis::{CONDITIONS, SearchNet};
use crate::net::machine::pack;
use crate::net::{FALSE, Lit, Net, TRUE};
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use planwright_game::search::{Budget, Stop};

/// Maximum number of states of one smaller game: some ten megabytes.
const MAX_PATTERN_STATES: usize = 60_000;
/// Maximum number of moves between states of one smaller game: some seconds.
const MAX_PATTERN_MOVES: usize = 4_000_000;
/// Most goal conditions, each of which is first explored alone.
const MAX_CONDITIONS: usize = 400;
/// Most words of a smaller game's state.
const MAX_WORDS: usize = 16;
/// Most gates read to find the facts that moves read (moves × gates). Beyond it more moves count as legal, which only
/// lowers distances.
const MAX_GATE_EVALUATIONS: usize = 100_000_000;
/// Distance of states from which the goal is out of reach.
const UNREACHABLE: u16 = u16::MAX;

/// Distances in one smaller game.
struct PatternDatabase {
    /// Bits of the whole state that the smaller one consists of, in order.
    bits: Vec<u32>,
    table: Table,
    /// Number of steps from each of its states to the goal, or [`UNREACHABLE`].
    distances: Vec<u16>,
    /// Distances that count only steps changing facts of this pattern alone.
    additive: Vec<u16>,
}

/// Distances in a smaller game before it is known which of its facts are in other patterns, too.
struct Abstraction {
    bits: Vec<u32>,
    table: Table,
    distances: Vec<u16>,
    graph: ReverseGraph,
}

/// Steps of a smaller game, to be followed backwards.
struct ReverseGraph {
    /// Pairs of a state and a predecessor, sorted, so that the predecessors of a state are a range.
    steps: Vec<(u32, u32)>,
    /// States in which all conditions hold.
    goals: Vec<u32>,
}

/// Pattern databases that divide the goal conditions among them.
#[derive(Default)]
pub(crate) struct PatternDatabases {
    all: Vec<PatternDatabase>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Distance {
    /// No plan from here is shorter.
    pub bound: u32,
    /// Sum of all parts: no bound, but a guide.
    pub sum: u32,
    /// Sum of the steps that count in one part alone: about the true distance.
    pub approx: u32,
}

impl Distance {
    /// Combines the parts of a game, given their steps and those that count in each alone; `None` if a part cannot
    /// reach its goal.
    pub fn combine(parts: impl Iterator<Item = Option<(u32, u32)>>) -> Option<Self> {
        let mut distance = Self::default();
        for part in parts {
            let (steps, own) = part?;
            distance.bound = distance.bound.max(steps);
            distance.sum += steps;
            distance.approx += own;
        }
        distance.approx = distance.approx.max(distance.bound);
        Some(distance)
    }
}

impl PatternDatabases {
    /// Builds the patterns of a view; none if no smaller game is small enough. If the budget runs out, returns the
    /// reason instead of a part.
    pub fn new(view: &SearchNet, budget: &Budget) -> Result<Self, Stop> {
        let net = &view.net;
        let conditions = &net.extra[CONDITIONS.min(net.extra.len())..];
        if conditions.len() > MAX_CONDITIONS || conditions.contains(&FALSE) {
            return Ok(Self::default());
        }
        let whole = net.facts.len();
        let count = |bits: &[bool]| bits.iter().filter(|bit| **bit).count();
        let mut open: Vec<(Vec<bool>, Lit)> = Vec::new();
        for lit in conditions {
            budget.check()?;
            let needed = net.needed([*lit]);
            // With more than two thirds of the facts, it would be about as large as the whole game.
            if count(&needed) * 3 <= whole * 2 {
                open.push((needed, *lit));
            }
        }
        let legal = net.needed(net.legal.iter().copied());
        // Sorting puts conditions on similar facts next to each other. Each group takes the next condition as long as
        // the smaller game of both is small enough, as distances to several conditions at once are larger.
        open.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut all = Vec::new();
        // Facts, conditions and game of the current group.
        let mut group: Option<(Vec<bool>, Vec<Lit>, Abstraction)> = None;
        for (needed, lit) in open {
            if let Some((bits, lits, game)) = &mut group {
                let both: Vec<bool> = bits.iter().zip(&needed).map(|(a, b)| *a || *b).collect();
                if count(&both) < whole || both == *bits {
                    let mut more = lits.clone();
                    more.push(lit);
                    if let Some(larger) = explore(view, &both, &legal, &more, budget)? {
                        (*bits, *lits, *game) = (both, more, larger);
                        continue;
                    }
                }
            }
            all.extend(group.take().map(|(.., game)| game));
            if let Some(game) = explore(view, &needed, &legal, &[lit], budget)? {
                group = Some((needed, vec![lit], game));
            }
        }
        all.extend(group.map(|(.., game)| game));
        // Distances of 0 everywhere are of no use.
        all.retain(|game| game.distances.iter().any(|steps| *steps > 0));
        let mut uses = vec![0u32; whole];
        for bit in all.iter().flat_map(|game| &game.bits) {
            uses[*bit as usize] += 1;
        }
        let pattern = |game: Abstraction| budget.check().map(|()| game.pattern(&uses));
        let all = all.into_iter().map(pattern).collect::<Result<_, _>>()?;
        Ok(Self { all })
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Estimates the distance of a state; `None` if the goal is out of reach.
    pub fn distance(&self, state: &[u64]) -> Option<Distance> {
        Distance::combine(self.all.iter().map(|pattern| pattern.distance(state)))
    }
}

impl PatternDatabase {
    /// Steps to the goal, and those of them that count in this pattern alone; `None` if the goal is out of reach.
    fn distance(&self, state: &[u64]) -> Option<(u32, u32)> {
        let mut words = [0u64; MAX_WORDS];
        let words = &mut words[..self.table.words()];
        for (to, bit) in self.bits.iter().enumerate() {
            let on = state[*bit as usize / 64] >> (bit % 64) & 1;
            words[to / 64] |= on << (to % 64);
        }
        let entry = |at: u32| (self.distances[at as usize], self.additive[at as usize]);
        match self.table.find(words).map(entry) {
            Some((UNREACHABLE, _)) => None,
            Some((steps, own)) => Some((steps.into(), own.into())),
            // Every state of the whole game is one here; for others nothing is known.
            None => Some((0, 0)),
        }
    }
}

impl Abstraction {
    /// Adds the distances by steps that change facts used by this pattern alone.
    fn pattern(self, uses: &[u32]) -> PatternDatabase {
        let table = &self.table;
        let is_alone = |bit: &u32| uses[*bit as usize] == 1;
        let alone: Vec<bool> = self.bits.iter().map(is_alone).collect();
        let mask = pack(&alone);
        let additive = self.graph.distances(table.len(), |to, from| {
            let states = table.state(to).iter().zip(table.state(from));
            let mut words = mask.iter().zip(states);
            words.any(|(mask, (to, from))| mask & (to ^ from) != 0)
        });
        PatternDatabase {
            bits: self.bits,
            table: self.table,
            distances: self.distances,
            additive,
        }
    }
}

/// Solves the smaller game of some bits; `None` if it is too large.
fn explore(
    view: &SearchNet,
    bits: &[bool],
    legal: &[bool],
    conditions: &[Lit],
    budget: &Budget,
) -> Result<Option<Abstraction>, Stop> {
    let indices = (0..).zip(bits).filter(|(_, on)| **on);
    let indices: Vec<u32> = indices.map(|(at, _)| at).collect();
    if indices.len() > MAX_WORDS * 64 {
        return Ok(None);
    }
    let small = SearchNet::new(project(&view.net, bits, legal, conditions, budget)?);
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
        let statuses = expander.evaluate(&states);
        let won = (from..to).zip(&statuses).filter(|(_, status)| status.won);
        goals.extend(won.map(|(number, _)| number));
        let mut emit = |parent: u32, mv: u32, next: &[u64]| -> Result<(), Stop> {
            let (number, _) = table.intern(next, (parent, mv))?;
            if number != parent && steps.last() != Some(&(number, parent)) {
                steps.push((number, parent));
            }
            Ok(())
        };
        for (lane, number) in (from..to).enumerate() {
            expander.push_all(number, &states, lane, &mut emit)?;
        }
        expander.flush(&mut emit)?;
        if table.len() > MAX_PATTERN_STATES || steps.len() > MAX_PATTERN_MOVES {
            return Ok(None);
        }
        from = to;
    }
    steps.sort_unstable();
    let graph = ReverseGraph { steps, goals };
    Ok(Some(Abstraction {
        bits: indices,
        distances: graph.distances(table.len(), |_, _| true),
        table,
        graph,
    }))
}

/// Network of some bits that read no others, with these conditions as the goal.
fn project(
    net: &Net,
    bits: &[bool],
    legal: &[bool],
    conditions: &[Lit],
    budget: &Budget,
) -> Result<Net, Stop> {
    let mut small = net.clone();
    let all = conditions.to_vec();
    let won = small.gates.extend(|builder| builder.and(all));
    // In the order of `WON` and `SOLVABLE`: dead ends show as states without a path to the goal.
    small.extra = vec![won, TRUE];
    small.goals.clear();
    small.terminal = FALSE;
    // Moves whose legality the bits do not determine count as legal.
    if legal.iter().zip(bits).any(|(legal, bit)| *legal && !bit) {
        let affordable = net.moves.len() * net.gates.nodes.len() <= MAX_GATE_EVALUATIONS;
        for lit in &mut small.legal {
            budget.check()?;
            let inside = affordable && {
                // Node 0 is the constant; the nodes of the facts follow it.
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

impl ReverseGraph {
    /// Distances to the nearest goal, backwards from all goals; steps for which `counts` does not hold are free.
    fn distances(&self, states: usize, counts: impl Fn(u32, u32) -> bool) -> Vec<u16> {
        let mut distances = vec![UNREACHABLE; states];
        let mut layer = self.goals.clone();
        layer.iter().for_each(|goal| distances[*goal as usize] = 0);
        let mut depth: u16 = 0;
        while !layer.is_empty() && depth < UNREACHABLE - 1 {
            let mut next = Vec::new();
            while let Some(state) = layer.pop() {
                // Reached over fewer steps since it was queued.
                if distances[state as usize] != depth {
                    continue;
                }
                let begin = self.steps.partition_point(|(to, _)| *to < state);
                let steps = self.steps[begin..].iter();
                for (_, from) in steps.take_while(|(to, _)| *to == state) {
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
