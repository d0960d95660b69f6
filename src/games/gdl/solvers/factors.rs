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
    /// For each move what it asks of this part.
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
    let Some(parts) = parts(&view.net, budget)? else {
        return Ok(None);
    };
    let touched = |mv: usize| {
        let moved = |part: &&Part| Some(part.class[mv]) != part.idle;
        parts.iter().filter(moved).count()
    };
    let in_turn = (0..view.net.moves.len()).all(|mv| touched(mv) <= 1);
    let found = if in_turn {
        one_by_one(view, &parts, budget)?
    } else if goes_together(&view.net, &parts) {
        all_at_once(view, &parts, anywhere, budget)?
    } else {
        None
    };
    Ok(found.filter(|whole| holds(view, &whole.moves, anywhere)))
}

/// The parts, if there are several and every condition of the goal is about one of them.
fn parts(net: &Net, budget: &Budget) -> Result<Option<Vec<Part>>, Stop> {
    let (bits, moves) = (net.facts.len(), net.moves.len());
    if !net.gates.loops.is_empty() || net.gates.nodes.len() * (bits + moves) > MOST_WORK {
        return Ok(None);
    }
    let reads = |lit: Lit| -> Vec<usize> {
        let cone = net.cone([lit]);
        (0..bits).filter(|bit| cone[bit + 1]).collect()
    };
    let mut group: Vec<usize> = (0..bits).collect();
    fn root(group: &mut [usize], mut at: usize) -> usize {
        while group[at] != at {
            group[at] = group[group[at]];
            at = group[at];
        }
        at
    }
    for bit in 0..bits {
        budget.check()?;
        for other in reads(net.next[bit]) {
            let (a, b) = (root(&mut group, bit), root(&mut group, other));
            group[a] = b;
        }
    }
    let wanted = &net.extra[CONDITIONS.min(net.extra.len())..];
    if wanted.contains(&FALSE) {
        return Ok(None);
    }
    // What is asked together stands together.
    for condition in wanted {
        let read = reads(*condition);
        for pair in read.windows(2) {
            let (a, b) = (root(&mut group, pair[0]), root(&mut group, pair[1]));
            group[a] = b;
        }
    }
    let roots: FxHashSet<usize> = (0..bits).map(|bit| root(&mut group, bit)).collect();
    if roots.len() < 2 || roots.len() > 64 {
        return Ok(None);
    }
    let place = |group: &mut Vec<usize>, read: &[usize]| -> Option<usize> {
        let first = root(group, *read.first()?);
        read.iter()
            .all(|bit| root(group, *bit) == first)
            .then_some(first)
    };
    let mut about: FxHashMap<usize, Vec<Lit>> = FxHashMap::default();
    for condition in wanted.iter().filter(|lit| **lit != TRUE) {
        let Some(part) = place(&mut group, &reads(*condition)) else {
            return Ok(None);
        };
        about.entry(part).or_default().push(*condition);
    }
    let mut ends: FxHashMap<usize, Vec<Lit>> = FxHashMap::default();
    for reason in alternatives(&net.gates, net.terminal) {
        if let Some(part) = place(&mut group, &reads(reason)) {
            ends.entry(part).or_default().push(reason);
        }
    }
    let mut sorted: Vec<usize> = roots.into_iter().collect();
    sorted.sort_unstable();
    let mut parts: Vec<Part> = sorted
        .iter()
        .map(|own| Part {
            bits: (0..bits).map(|bit| root(&mut group, bit) == *own).collect(),
            conditions: about.remove(own).unwrap_or_default(),
            ends: ends.remove(own).unwrap_or_default(),
            asks: vec![Vec::new(); moves],
            class: vec![0; moves],
            idle: None,
        })
        .collect();
    let number: FxHashMap<usize, usize> = sorted.into_iter().zip(0..).collect();
    // What a move does and asks for, part by part; what asks about several parts counts for none.
    let mut builder = Builder::over(net.gates.clone());
    let mut classes: Vec<FxHashMap<(Vec<Lit>, Lit), u32>> =
        parts.iter().map(|_| FxHashMap::default()).collect();
    for mv in 0..moves {
        budget.check()?;
        let mut asks: Vec<Vec<Lit>> = vec![Vec::new(); parts.len()];
        for condition in conditions(&net.gates, net.legal[mv]) {
            if let Some(part) = place(&mut group, &reads(condition)) {
                asks[number[&part]].push(condition);
            }
        }
        let next = after_in(&mut builder, net, mv);
        for ((part, classes), asks) in parts.iter_mut().zip(&mut classes).zip(asks) {
            let own = |bit: &usize| part.bits[*bit];
            let does: Vec<Lit> = (0..bits).filter(own).map(|bit| next[bit]).collect();
            let same = (0..bits).filter(own).all(|bit| next[bit] == net.bit(bit));
            let fresh = classes.len() as u32;
            // What changes nothing is all one; that it may ask something is left to the others.
            if !same {
                part.asks[mv] = asks;
            }
            let legal = builder.and(part.asks[mv].clone());
            let class = *classes.entry((does, legal)).or_insert(fresh);
            part.class[mv] = class;
            if same {
                part.idle = Some(class);
            }
        }
    }
    Ok(Some(parts))
}

/// Whether every choice of doings for the parts is a move.
fn goes_together(net: &Net, parts: &[Part]) -> bool {
    let mut all: FxHashSet<Vec<u32>> = FxHashSet::default();
    for mv in 0..net.moves.len() {
        all.insert(parts.iter().map(|part| part.class[mv]).collect());
    }
    let mut product = 1usize;
    for part in parts {
        let different: FxHashSet<u32> = part.class.iter().copied().collect();
        product = product.saturating_mul(different.len());
    }
    product == all.len()
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
    let together: FxHashMap<Vec<u32>, u32> = (0..view.net.moves.len())
        .map(|mv| (parts.iter().map(|part| part.class[mv]).collect(), mv as u32))
        .collect();
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
