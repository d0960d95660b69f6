//! Enumeration of programs that continue a written one: its commands stay, and more may follow in each procedure.
//!
//! The normal forms of skeletons would require changing written commands, so this is a plain search: programs by
//! length, each command (including `X`) chosen when the run first reaches it. Pruned are commands without effect,
//! non-canonical orders of turns and lights, interchangeable empty procedures, and states of main reached before with
//! at most as many commands: main runs once, so its past matters only through robot, lights and the other procedures.
//! These states are compared by two independent 64-bit hashes.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::game::programs::calls::Repeats;

use super::graph::{FORWARD, Graph, JUMP, Mask, number};
use crate::program::{Command, Program};
use crate::run::Stack;
use crate::search::{Stop, Ticker};
use crate::solvers::kinds::{Loops, nameless};

/// Step limit of a run, as in the rules.
const MOST_STEPS: u32 = 5_000_000;
/// Maximum number of remembered states of main.
const MOST_SEEN: usize = 1 << 21;

/// Robot, lights and call stack.
#[derive(Clone, Copy)]
struct State<M> {
    at: u16,
    lit: M,
    /// True if a running procedure was called.
    looped: bool,
    stack: Stack,
}

enum Reached {
    Won,
    /// At the end of this procedure, which may be continued.
    Open(usize),
    Dead,
}

pub(super) struct Rest<'a, 'b, M> {
    graph: &'a Graph<M>,
    slots: &'a [usize],
    /// Number of fixed commands of each procedure.
    written: Vec<usize>,
    bodies: Vec<Vec<Command>>,
    /// Procedures that get no more commands.
    closed: Vec<bool>,
    /// Calls of each procedure, and those among them that are written.
    calls: Vec<u16>,
    written_calls: Vec<u16>,
    used: usize,
    limit: usize,
    /// Known states of main with the other procedures, with the minimum number of commands.
    seen: FxHashMap<(u64, u64), usize>,
    ticker: &'a mut Ticker<'b>,
    loops: Loops,
    /// Maximum number of programs.
    wanted: usize,
    /// Found programs by their bodies without names.
    found: BTreeMap<Vec<Vec<Command>>, Program>,
}

impl<'a, 'b, M: Mask> Rest<'a, 'b, M> {
    pub(super) fn new(
        graph: &'a Graph<M>,
        slots: &'a [usize],
        (written, loops, wanted): (&Program, Loops, usize),
        ticker: &'a mut Ticker<'b>,
    ) -> Self {
        let bodies = written.bodies().to_vec();
        let mut calls = vec![0; slots.len()];
        for command in bodies.iter().flatten() {
            if let Command::Call(callee) = command {
                calls[usize::from(*callee)] += 1;
            }
        }
        Self {
            graph,
            slots,
            written: bodies.iter().map(Vec::len).collect(),
            used: written.cost(),
            closed: vec![false; bodies.len()],
            bodies,
            written_calls: calls.clone(),
            calls,
            limit: 0,
            seen: FxHashMap::default(),
            ticker,
            loops,
            wanted,
            found: BTreeMap::new(),
        }
    }

    /// Finds programs of at most `limit` commands, up to the requested number. If shorter ones exist, the result may
    /// be incomplete.
    pub(super) fn up_to(&mut self, limit: usize) -> (Result<(), Stop>, Vec<Program>) {
        self.limit = limit;
        self.seen.clear();
        let state = State {
            at: self.graph.start,
            lit: M::default(),
            looped: false,
            stack: Stack::default(),
        };
        let ended = self.go_on(state);
        let found = std::mem::take(&mut self.found).into_values().collect();
        (ended, found)
    }

    fn go_on(&mut self, mut state: State<M>) -> Result<(), Stop> {
        self.ticker.tick()?;
        match self.run(&mut state) {
            Reached::Won => {
                let program = Program::new(self.bodies.clone());
                self.found.insert(nameless(&program), program);
            }
            Reached::Open(here) => return self.decide(&state, here),
            Reached::Dead => {}
        }
        Ok(())
    }

    fn is_open(&self, procedure: usize) -> bool {
        self.used < self.limit
            && !self.closed[procedure]
            && self.bodies[procedure].len() < self.slots[procedure]
    }

    fn run(&self, state: &mut State<M>) -> Reached {
        let mut repeats = Repeats::default();
        for _ in 0..MOST_STEPS {
            let Some(at) = state.stack.next() else {
                return Reached::Dead;
            };
            let Some(command) = self.bodies[at.procedure].get(at.index) else {
                if self.is_open(at.procedure) {
                    return Reached::Open(at.procedure);
                }
                state.stack.leave();
                continue;
            };
            state.stack.advance();
            if let Command::Call(callee) = command {
                if state.stack.call(*callee) {
                    state.looped = true;
                    let without = self.loops == Loops::Without;
                    if without || repeats.again(&(*callee, state.at, state.lit)) {
                        return Reached::Dead;
                    }
                }
            } else if self.act(state, *command) {
                return match self.loops.include(state.looped) {
                    true => Reached::Won,
                    false => Reached::Dead,
                };
            }
        }
        Reached::Dead
    }

    /// Executes a command; returns whether all lights are lit.
    fn act(&self, state: &mut State<M>, command: Command) -> bool {
        let Some(index) = number(command) else {
            state.lit = state.lit.xor(self.graph.under(state.at));
            return state.lit == self.graph.all;
        };
        state.at = self.graph.moves[usize::from(index)].next[usize::from(state.at)];
        false
    }

    /// Extends an open procedure by each command, or closes it.
    fn decide(&mut self, state: &State<M>, here: usize) -> Result<(), Stop> {
        // Main runs once, so only its resulting state matters.
        if here == 0 && self.was_here(state) {
            return Ok(());
        }
        let calls = (1..self.slots.len()).filter_map(|callee| u8::try_from(callee).ok());
        for command in Command::ACTIONS.into_iter().chain(calls.map(Command::Call)) {
            if !self.is_sensible(state, here, command) {
                continue;
            }
            self.write(here, command, 1);
            let ended = self.go_on(*state);
            self.write(here, command, -1);
            ended?;
            if self.found.len() >= self.wanted {
                return Ok(());
            }
        }
        // Closing main ends the run. An empty procedure is called only if the call is written.
        let needless = self.bodies[here].is_empty() && self.written_calls[here] == 0;
        if here > 0 && !needless {
            self.closed[here] = true;
            let ended = self.go_on(*state);
            self.closed[here] = false;
            ended?;
        }
        Ok(())
    }

    fn write(&mut self, here: usize, command: Command, by: i16) {
        if by > 0 {
            self.bodies[here].push(command);
            self.used += 1;
        } else {
            self.bodies[here].pop();
            self.used -= 1;
        }
        if let Command::Call(callee) = command {
            let calls = &mut self.calls[usize::from(callee)];
            *calls = calls.wrapping_add_signed(by);
        }
    }

    fn is_sensible(&self, state: &State<M>, here: usize, command: Command) -> bool {
        let own = &self.bodies[here][self.written[here]..];
        let at = usize::from(state.at);
        let moves = |index: u8| self.graph.moves[usize::from(index)].next[at] != state.at;
        let last = own.last();
        let all = self.wanted > 1;
        match command {
            // In main, a command without effect is useless.
            Command::Forward => here > 0 && self.useful(FORWARD) || moves(FORWARD),
            Command::Jump => here > 0 && self.useful(JUMP) || moves(JUMP),
            // Consecutive turns are none, left, right, or left twice.
            Command::Left => last != Some(&Command::Right) && !own.ends_with(&[Command::Left; 2]),
            Command::Right if all => {
                last != Some(&Command::Left) && !own.ends_with(&[Command::Right; 2])
            }
            Command::Right => !matches!(last, Some(Command::Left | Command::Right)),
            // Lights commands come before turns.
            Command::Light => {
                (all || !matches!(last, Some(Command::Left | Command::Right)))
                    && (here > 0 || self.graph.light[at].is_some())
            }
            Command::Call(callee) => {
                let callee = usize::from(callee);
                let empty = self.bodies[callee].is_empty();
                let never = self.slots[callee] == 0 || empty && self.closed[callee];
                // Of interchangeable unused procedures, the first is called.
                let fresh = |other: usize| self.bodies[other].is_empty() && self.calls[other] == 0;
                let other = (1..callee)
                    .any(|other| fresh(other) && self.slots[other] == self.slots[callee]);
                !(never || fresh(callee) && other)
            }
            // Levels with repeats have their own search.
            Command::Repeat(_) | Command::End => false,
        }
    }

    fn useful(&self, command: u8) -> bool {
        self.graph.useful[usize::from(command)]
    }

    fn code(&self, state: &State<M>, mut hasher: impl Hasher) -> u64 {
        (state.at, state.lit, &self.bodies[1..], &self.closed).hash(&mut hasher);
        // Which procedures are still unused.
        for calls in &self.calls {
            (*calls > 0).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn was_here(&mut self, state: &State<M>) -> bool {
        // Two independent hashes, so that a collision of one does no harm.
        let key = (
            self.code(state, FxHasher::default()),
            self.code(state, DefaultHasher::new()),
        );
        let used = self.used;
        let full = self.seen.len() >= MOST_SEEN;
        match self.seen.get_mut(&key) {
            // If several programs are requested, only fewer commands are better.
            Some(before) if *before < used + usize::from(self.wanted == 1) => true,
            Some(before) => {
                *before = used;
                false
            }
            None => {
                if !full {
                    self.seen.insert(key, used);
                }
                false
            }
        }
    }
}
