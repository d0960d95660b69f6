//! Games made of independent ones: the facts fall apart into groups that never look at each other, and each
//! condition of the goal is about one group. Each part is solved alone.
//!
//! Two ways of playing several games at once are known. **In turn**: every move bears on one part; plans of the
//! parts are played one after the other, and a shortest plan is as long as those of all parts together.
//! **At once**: a move is a choice for every part, and any choices go together; the parts
//! are looked at step by step until all of them can reach their goal at the same time.
//!
//! The end of the game need not fall apart; so what comes out is played, and only what holds is a plan. What the
//! parts prove about its length holds all the same, as leaving out reasons to stop only makes more possible.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Stop};

use super::super::model::ones;
use super::super::net::machine::{Code, Machine, pack};
use super::super::net::{Builder, FALSE, Lit, Net, TRUE};
use super::analysis::{CONDITIONS, View, WON, alternatives, conditions};
use super::breadth::{self, Found};
use super::effects::after_in;
use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use super::window::Window;

/// Most work for finding the parts, in gates looked at.
const MOST_WORK: usize = 60_000_000;
/// Most states of all parts together, each as often as it is met at another time.
const MOST_STATES: usize = 3_000_000;
/// Most parts that are compared with each other.
const MOST_PARTS: usize = 100;
/// Most steps of a game whose parts are played at once.
const MOST_STEPS: usize = 400;

/// A plan with what is known of its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub moves: Vec<u32>,
    /// No plan is shorter.
    pub bound: usize,
}

/// Facts that go together, and what is said about them.
struct Part {
    bits: Vec<bool>,
    conditions: Vec<Lit>,
    /// Reasons for the end that are about this part only.
    ends: Vec<Lit>,
    /// For each move what it asks of this part, unless it leaves the part as it is.
    asks: Vec<Vec<Lit>>,
    /// For each move what it does here: equal numbers, equal doings.
    class: Vec<u32>,
    /// The class that changes nothing.
    idle: Option<u32>,
}

/// A plan for a game that falls apart.
///
/// # Errors
/// When the budget runs out.
pub(super) fn search(view: &View, anywhere: bool, budget: &Budget) -> Result<Option<Whole>, Stop> {
    let Some(mut found) = Finder::new(&view.net, budget)? else {
        return Ok(None);
    };
    let apart = found.groups.clone();
    found.join_by_moves();
    let whole = match found.parts() {
        Some(parts) => one_by_one(view, &parts, budget)?,
        None => {
            found.groups = apart;
            found.join_by_choices();
            match found.parts() {
                Some(parts) => all_at_once(view, &parts, anywhere, budget)?,
                None => None,
            }
        }
    };
    Ok(whole.filter(|whole| holds(view, &whole.moves, anywhere)))
}

/// Groups of bits that grow together.
#[derive(Clone)]
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, bits: &[usize]) {
        for pair in bits.windows(2) {
            let (a, b) = (self.root(pair[0]), self.root(pair[1]));
            self.0[a] = b;
        }
    }

    /// The group that all these are in.
    fn place(&mut self, bits: &[usize]) -> Option<usize> {
        let first = self.root(*bits.first()?);
        bits.iter()
            .all(|bit| self.root(*bit) == first)
            .then_some(first)
    }

    /// The groups in order.
    fn all(&mut self) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.0.len()).map(|bit| self.root(bit)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}

/// What is known of a network on the way to its parts.
struct Finder<'n> {
    net: &'n Net,
    builder: Builder,
    groups: Groups,
    /// Conditions of the goal, with the bits they read.
    wanted: Vec<(Lit, Vec<usize>)>,
    ends: Vec<(Lit, Vec<usize>)>,
    /// For each move what it asks for, with the bits that are read.
    asks: Vec<Vec<(Lit, Vec<usize>)>>,
    /// For each move the next value of every bit.
    next: Vec<Vec<Lit>>,
}

impl<'n> Finder<'n> {
    /// The finest groups: facts that look at each other, and facts asked for together.
    fn new(net: &'n Net, budget: &Budget) -> Result<Option<Self>, Stop> {
        let (bits, moves) = (net.facts.len(), net.moves.len());
        let wanted = &net.extra[CONDITIONS.min(net.extra.len())..];
        if !net.gates.loops.is_empty()
            || net.gates.nodes.len() * (bits + 2 * moves) > MOST_WORK
            || wanted.contains(&FALSE)
        {
            return Ok(None);
        }
        let read = |lit: Lit| -> (Lit, Vec<usize>) {
            let cone = net.cone([lit]);
            (lit, (0..bits).filter(|bit| cone[bit + 1]).collect())
        };
        let mut groups = Groups((0..bits).collect());
        for (bit, next) in net.next.iter().enumerate() {
            budget.check()?;
            let mut together = read(*next).1;
            together.push(bit);
            groups.join(&together);
        }
        let wanted = wanted.iter().filter(|lit| **lit != TRUE);
        let wanted: Vec<(Lit, Vec<usize>)> = wanted.map(|lit| read(*lit)).collect();
        wanted.iter().for_each(|(_, bits)| groups.join(bits));
        if groups.all().len() < 2 {
            return Ok(None);
        }
        let ends = alternatives(&net.gates, net.terminal).into_iter();
        let ends = ends.map(read).collect();
        let mut builder = Builder::over(net.gates.clone());
        let (mut asks, mut next) = (Vec::new(), Vec::new());
        for mv in 0..moves {
            budget.check()?;
            let parts = conditions(&net.gates, net.legal[mv]).into_iter();
            asks.push(parts.filter(|lit| *lit != TRUE).map(read).collect());
            next.push(after_in(&mut builder, net, mv));
        }
        Ok(Some(Self {
            net,
            builder,
            groups,
            wanted,
            ends,
            asks,
            next,
        }))
    }

    /// Joins what a move bears on or asks about.
    fn join_by_moves(&mut self) {
        for (mv, asks) in self.asks.iter().enumerate() {
            let changed = |bit: &usize| self.next[mv][*bit] != self.net.bit(*bit);
            let mut together: Vec<usize> = (0..self.next[mv].len()).filter(changed).collect();
            together.extend(asks.iter().flat_map(|(_, bits)| bits));
            self.groups.join(&together);
        }
    }

    /// Joins groups of which not every doing of one goes with every doing of the other.
    fn join_by_choices(&mut self) {
        for (_, bits) in self.asks.iter().flatten() {
            self.groups.join(bits);
        }
        let Some(parts) = self.parts() else {
            return;
        };
        if parts.len() > MOST_PARTS {
            return;
        }
        let first: Vec<usize> = parts
            .iter()
            .filter_map(|part| part.bits.iter().position(|bit| *bit))
            .collect();
        let doings = |part: &Part| part.class.iter().collect::<FxHashSet<_>>().len();
        for (a, one) in parts.iter().enumerate() {
            for (b, other) in parts.iter().enumerate().skip(a + 1) {
                let pairs = one.class.iter().zip(&other.class);
                let pairs: FxHashSet<(&u32, &u32)> = pairs.collect();
                if pairs.len() < doings(one) * doings(other) {
                    self.groups.join(&[first[a], first[b]]);
                }
            }
        }
    }

    /// The parts, if there are several and every condition of the goal is about one of them.
    fn parts(&mut self) -> Option<Vec<Part>> {
        let roots = self.groups.all();
        if roots.len() < 2 {
            return None;
        }
        let moves = self.net.moves.len();
        let number: FxHashMap<usize, usize> = roots.iter().copied().zip(0..).collect();
        let mut parts: Vec<Part> = Vec::new();
        for own in &roots {
            let bits = 0..self.net.facts.len();
            parts.push(Part {
                bits: bits.map(|bit| self.groups.root(bit) == *own).collect(),
                conditions: Vec::new(),
                ends: Vec::new(),
                asks: vec![Vec::new(); moves],
                class: Vec::new(),
                idle: None,
            });
        }
        for (lit, bits) in &self.wanted {
            let place = self.groups.place(bits)?;
            parts[number[&place]].conditions.push(*lit);
        }
        for (lit, bits) in &self.ends {
            if let Some(place) = self.groups.place(bits) {
                parts[number[&place]].ends.push(*lit);
            }
        }
        // What asks about several parts at once is left out: that only makes more possible.
        for (mv, asks) in self.asks.iter().enumerate() {
            for (lit, bits) in asks {
                if let Some(place) = self.groups.place(bits) {
                    parts[number[&place]].asks[mv].push(*lit);
                }
            }
        }
        for part in &mut parts {
            let own: Vec<usize> = (0..part.bits.len()).filter(|bit| part.bits[*bit]).collect();
            let mut classes: FxHashMap<(Vec<Lit>, Lit), u32> = FxHashMap::default();
            for mv in 0..moves {
                let same = own
                    .iter()
                    .all(|bit| self.next[mv][*bit] == self.net.bit(*bit));
                if same {
                    part.asks[mv].clear();
                }
                let does = own.iter().map(|bit| self.next[mv][*bit]).collect();
                let legal = self.builder.and(part.asks[mv].clone());
                let fresh = classes.len() as u32;
                let class = *classes.entry((does, legal)).or_insert(fresh);
                part.class.push(class);
                if same {
                    part.idle = Some(class);
                }
            }
        }
        Some(parts)
    }
}

/// A part as a game of its own, with only the moves for which `with` holds.
fn alone(
    view: &View,
    part: &Part,
    with: &dyn Fn(usize) -> bool,
    budget: &Budget,
) -> Result<View, Stop> {
    let mut net = view.net.clone();
    let mut builder = Builder::over(std::mem::take(&mut net.gates));
    let won = builder.and(part.conditions.clone());
    net.terminal = builder.or(part.ends.clone());
    net.legal = (0..net.moves.len())
        .map(|mv| match with(mv) {
            true => builder.and(part.asks[mv].clone()),
            false => FALSE,
        })
        .collect();
    net.gates = builder.gates;
    net.extra = vec![won, TRUE];
    net.goals.clear();
    let net = net.keep(&part.bits, budget)?;
    Ok(View {
        code: Code::new(&net),
        start: pack(&net.start),
        net,
        limit: None,
        window: Window::default(),
    })
}

/// The number that a move of a part has in the whole game.
fn in_whole(view: &View, part: &View) -> Vec<u32> {
    let numbers: FxHashMap<_, u32> = view.net.moves.iter().copied().zip(0..).collect();
    part.net.moves.iter().map(|mv| numbers[mv]).collect()
}

/// Plans of the parts, one after the other.
fn one_by_one(view: &View, parts: &[Part], budget: &Budget) -> Result<Option<Whole>, Stop> {
    let mut moves = Vec::new();
    let sink = crate::search::NoProgress;
    for part in parts.iter().filter(|part| !part.conditions.is_empty()) {
        let own = |mv: usize| Some(part.class[mv]) != part.idle;
        let small = alone(view, part, &own, budget)?;
        let progress = crate::search::Progress::new(&sink);
        // The value counts wherever it holds: whether the game is over then is seen at the end.
        match breadth::search(&small, true, budget, &progress) {
            Ok(Found::Plan(plan)) => {
                let numbers = in_whole(view, &small);
                moves.extend(plan.iter().map(|mv| numbers[*mv as usize]));
            }
            Ok(Found::None { .. }) => return Ok(None),
            Err(stopped) => return Err(stopped.stop),
        }
    }
    Ok(Some(Whole {
        bound: moves.len(),
        moves,
    }))
}

/// A part with the states it can be in after each number of steps.
struct Layers<'v> {
    view: &'v View,
    expander: Expander<'v>,
    layers: Vec<Table>,
    numbers: Vec<u32>,
}

impl Layers<'_> {
    /// A state of the last layer in which the part's goal holds.
    fn goal(&mut self) -> Option<u32> {
        let words = self.view.code.words();
        let layer = self.layers.last()?;
        let all: Vec<u32> = (0..layer.len() as u32).collect();
        for chunk in all.chunks(LANES) {
            let states: Vec<u64> = chunk
                .iter()
                .flat_map(|n| layer.state(*n).to_vec())
                .collect();
            debug_assert_eq!(states.len(), chunk.len() * words);
            let seen = self.expander.look(&states);
            if let Some(at) = seen.iter().position(|seen| seen.won) {
                return Some(chunk[at]);
            }
        }
        None
    }

    /// One more step.
    fn step(&mut self, budget: &Budget) -> Result<usize, Stop> {
        let words = self.view.code.words();
        let mut next = Table::new(words, budget);
        let Some(layer) = self.layers.last() else {
            return Ok(0);
        };
        let all: Vec<u32> = (0..layer.len() as u32).collect();
        let mut made =
            |parent: u32, mv: u32, state: &[u64]| next.add(state, parent, mv).map(|_| ());
        for chunk in all.chunks(LANES) {
            budget.check()?;
            let states: Vec<u64> = chunk
                .iter()
                .flat_map(|n| layer.state(*n).to_vec())
                .collect();
            let seen = self.expander.look(&states);
            for (lane, number) in chunk.iter().enumerate() {
                if seen[lane].over {
                    continue;
                }
                let state = &states[lane * words..(lane + 1) * words];
                let moves: Vec<usize> = self.expander.legal(lane).collect();
                for mv in moves {
                    self.expander.push(*number, state, mv, &mut made)?;
                }
            }
        }
        self.expander.flush(&mut made)?;
        let size = next.len();
        self.layers.push(next);
        Ok(size)
    }

    /// The moves to a state of the last layer.
    fn way(&self, mut number: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        for layer in self.layers.iter().skip(1).rev() {
            let (parent, mv) = layer.from(number);
            moves.push(self.numbers[mv as usize]);
            number = parent;
        }
        moves.reverse();
        moves
    }
}

/// All parts step by step, until each can be at its goal.
fn all_at_once(
    view: &View,
    parts: &[Part],
    anywhere: bool,
    budget: &Budget,
) -> Result<Option<Whole>, Stop> {
    let together: FxHashMap<Vec<u32>, u32> = (0..view.net.moves.len())
        .map(|mv| (parts.iter().map(|part| part.class[mv]).collect(), mv as u32))
        .collect();
    let doings = |part: &Part| part.class.iter().collect::<FxHashSet<_>>().len();
    let choices = parts.iter().map(doings).fold(1, usize::saturating_mul);
    if choices != together.len() {
        return Ok(None);
    }
    // One move for each class will do.
    let mut games: Vec<View> = Vec::new();
    for part in parts {
        let mut first: FxHashMap<u32, usize> = FxHashMap::default();
        for (mv, class) in part.class.iter().enumerate() {
            first.entry(*class).or_insert(mv);
        }
        games.push(alone(
            view,
            part,
            &|mv| first[&part.class[mv]] == mv,
            budget,
        )?);
    }
    let mut layers: Vec<Layers<'_>> = Vec::new();
    for game in &games {
        let mut table = Table::new(game.code.words(), budget);
        table.add(&game.start, NONE, 0)?;
        layers.push(Layers {
            view: game,
            expander: Expander::new(game),
            layers: vec![table],
            numbers: in_whole(view, game),
        });
    }
    let mut states = parts.len();
    let mut bound = None;
    for steps in 0..=MOST_STEPS.min(view.longest()) {
        budget.check()?;
        let goals: Option<Vec<u32>> = layers.iter_mut().map(Layers::goal).collect();
        if let Some(goals) = goals {
            let bound = *bound.get_or_insert(steps);
            let ways: Vec<Vec<u32>> = layers
                .iter()
                .zip(goals)
                .map(|(layers, goal)| layers.way(goal))
                .collect();
            let step = |step: usize| -> Option<u32> {
                let doings = parts.iter().zip(&ways);
                let classes: Vec<u32> = doings
                    .map(|(part, way)| part.class[way[step] as usize])
                    .collect();
                together.get(&classes).copied()
            };
            let moves: Option<Vec<u32>> = (0..steps).map(step).collect();
            if let Some(moves) = moves
                && holds(view, &moves, anywhere)
            {
                return Ok(Some(Whole { moves, bound }));
            }
        }
        for layers in &mut layers {
            let more = layers.step(budget)?;
            states += more;
            if more == 0 || states > MOST_STATES {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// Whether moves are a plan of the whole game.
fn holds(view: &View, moves: &[u32], anywhere: bool) -> bool {
    let mut machine = Machine::<1>::new(&view.code);
    machine.set_state(0, &view.start);
    for (step, mv) in (0..).zip(moves.iter().map(Some).chain([None])) {
        machine.clear_moves();
        machine.run_state();
        let last = view.limit.is_some_and(|limit| step >= limit);
        let over = last || machine.terminal()[0] & 1 == 1;
        let won = machine.extra(WON)[0] & 1 == 1 && (over || anywhere);
        let Some(mv) = mv else {
            return won;
        };
        let mut legal = Vec::new();
        machine.legal(1, &mut legal);
        if over || !ones(&legal).any(|own| own == *mv as usize) {
            return false;
        }
        machine.choose(0, *mv as usize);
        machine.run_moves();
        machine.advance();
    }
    false
}
