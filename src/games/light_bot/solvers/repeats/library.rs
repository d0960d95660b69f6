//! Repeatable bodies by number of commands, one per effect.
//!
//! Two bodies are equivalent if from every robot state they lead to the same state and switch the same lights in the
//! same order; either can replace the other in any program. So it suffices to build bodies from the shortest
//! representatives of shorter ones. Effects are compared by 128-bit hashes.

use std::hash::Hasher as _;
use std::rc::Rc;

use rustc_hash::{FxHashSet, FxHasher};

use super::light_graph::{LightGraph, TracedState};
use super::{Stmt, Ticker};
use crate::program::BotCommand;
use crate::search::Stop;

pub(super) struct BodyLibrary<'a> {
    pub(super) graph: &'a LightGraph,
    /// Maximum repeat count of the level.
    max_count: u8,
    /// Bodies by cost; those that are one repeat come first.
    bodies: Vec<Vec<Rc<[Stmt]>>>,
    /// Repeats by cost.
    repeats: Vec<Vec<Stmt>>,
    /// Hashes of the effects of all these.
    known: FxHashSet<u128>,
    /// Number of stored parts, and two more for each body's own memory.
    items: usize,
}

/// Number of dark lights that never reaches 0: within a program a win does not end the run.
const ENDLESS_DARK: i32 = i32::MAX / 2;

impl<'a> BodyLibrary<'a> {
    pub(super) fn new(graph: &'a LightGraph, max_count: u8) -> Self {
        let mut library = Self {
            graph,
            max_count,
            bodies: vec![vec![Rc::new([])]],
            repeats: vec![Vec::new()],
            known: FxHashSet::default(),
            items: 0,
        };
        library.known.insert(effect_hash(&library.starts()));
        library
    }

    /// Bodies of this cost; none if the library has not grown to it.
    pub(super) fn bodies(&self, cost: usize) -> &[Rc<[Stmt]>] {
        self.bodies.get(cost).map_or(&[], Vec::as_slice)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.items * size_of::<Stmt>() + self.known.capacity() * size_of::<u128>()) as u64
    }

    /// Adds all bodies up to this cost.
    pub(super) fn grow(&mut self, cost: usize, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        while self.bodies.len() <= cost {
            self.add(self.bodies.len(), ticker)?;
        }
        Ok(())
    }

    /// Adds all bodies of this cost, one more than the last one.
    fn add(&mut self, cost: usize, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        let mut repeats = Vec::new();
        if cost > 1 {
            for index in 0..self.bodies[cost - 1].len() {
                ticker.tick()?;
                let body = Rc::clone(&self.bodies[cost - 1][index]);
                self.repeat(&body, &mut repeats);
            }
        }
        let mut bodies: Vec<Rc<[Stmt]>> = repeats.iter().map(|it| Rc::from([it.clone()])).collect();
        for index in 0..self.bodies[cost - 1].len() {
            ticker.tick()?;
            for command in BotCommand::ACTIONS {
                self.join((cost - 1, index), &Stmt::Act(command), &mut bodies);
            }
        }
        // The repeat costs at least 2: itself and a body.
        for begin in 1..cost.saturating_sub(1) {
            for index in 0..self.bodies[begin].len() {
                for repeat in 0..self.repeats[cost - begin].len() {
                    ticker.tick()?;
                    let item = self.repeats[cost - begin][repeat].clone();
                    self.join((begin, index), &item, &mut bodies);
                }
            }
        }
        self.items += bodies.iter().map(|body| body.len() + 2).sum::<usize>();
        self.bodies.push(bodies);
        self.repeats.push(repeats);
        Ok(())
    }

    /// Adds the body `start` (cost and index) extended by an item, if its effect is new.
    fn join(&mut self, start: (usize, usize), item: &Stmt, bodies: &mut Vec<Rc<[Stmt]>>) {
        let start = &self.bodies[start.0][start.1];
        use BotCommand::{Left, Right};
        // Opposite turns cancel out.
        if let (Some(Stmt::Act(last)), Stmt::Act(next)) = (start.last(), item)
            && matches!((last, next), (Left, Right) | (Right, Left))
        {
            return;
        }
        let joined: Vec<Stmt> = start.iter().chain([item]).cloned().collect();
        let mut all = self.starts();
        for state in &mut all {
            self.graph.run(&joined, state);
        }
        if self.known.insert(effect_hash(&all)) {
            bodies.push(joined.into());
        }
    }

    /// Adds the repeats of a body whose effects are new. Once states recur, larger counts recur with that period.
    fn repeat(&mut self, body: &Rc<[Stmt]>, repeats: &mut Vec<Stmt>) {
        let mut all = self.starts();
        let mut before: Vec<u128> = Vec::new();
        let mut last = self.max_count;
        for times in 1..=self.max_count {
            for state in &mut all {
                self.graph.run(body, state);
            }
            let reached = state_hash(&all);
            if let Some(earlier) = before.iter().position(|it| *it == reached) {
                let period = before.len() - earlier;
                let longest = usize::from(times) + period - 1;
                last = last.min(u8::try_from(longest).unwrap_or(u8::MAX));
            }
            before.push(reached);
            if times > 1 && self.known.insert(effect_hash(&all)) {
                repeats.push(Stmt::Repeat(times, Rc::clone(body)));
            }
            if times >= last {
                break;
            }
        }
    }

    /// Every robot state with all lights off.
    fn starts(&self) -> Vec<TracedState> {
        let start = |robot| TracedState {
            dark: ENDLESS_DARK,
            ..self.graph.state_at(robot)
        };
        (0..self.graph.count()).map(start).collect()
    }
}

/// Hash of an effect, over all robot states.
fn effect_hash(all: &[TracedState]) -> u128 {
    let words = |state: &TracedState| [u64::from(state.robot), state.trace, 0, 0, 0];
    hash_words(all.iter().map(words))
}

/// Hash of the resulting states, over all robot states.
fn state_hash(all: &[TracedState]) -> u128 {
    let words = |state: &TracedState| {
        let [a, b, c, d] = state.lit.words();
        [u64::from(state.robot), a, b, c, d]
    };
    hash_words(all.iter().map(words))
}

/// Two independent hashes in one number: FxHash, and one with the constants of FNV-1a.
fn hash_words(all: impl Iterator<Item = [u64; 5]>) -> u128 {
    let (mut one, mut other) = (FxHasher::default(), 0xCBF2_9CE4_8422_2325_u64);
    for words in all {
        for word in words {
            one.write_u64(word);
            let mixed = (other ^ word).wrapping_mul(0x0100_0000_01B3);
            other = mixed.rotate_left(23);
        }
    }
    (u128::from(one.finish()) << 64) | u128::from(other)
}
