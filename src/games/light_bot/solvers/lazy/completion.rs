//! Enumeration of programs that continue a written one: its commands stay, and more may follow in each procedure.
//! `partial` calls it with rising limits.
//!
//! The normal forms that `SkeletonSearch` enumerates would require changing written commands, so this is a plain
//! search: each command (including `X`) is chosen when the run first reaches it. Pruned are commands without effect,
//! non-canonical orders of turns and lights, interchangeable empty procedures, and states of main reached before with
//! at most as many commands: main runs once, so its past matters only through robot, lights and the other procedures.
//! These states are compared by two independent 64-bit hashes.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::game::programs::calls::CycleDetector;

use super::graph::{FORWARD, Graph, JUMP, LightSet, number};
use crate::program::{BotCommand, BotProgram};
use crate::run::Stack;
use crate::search::{Stop, Ticker};
use crate::solvers::kinds::{LoopFilter, canonical};

/// Limit of the commands and returns of a run; the rules ([`crate::run`]) count its commands only.
const MAX_STEPS: u32 = 5_000_000;
/// Maximum number of remembered states of main; more are searched again.
const MAX_VISITED: usize = 1 << 21;

/// Robot (`at`, an index into [`Graph::robots`]), lights and call stack.
#[derive(Clone, Copy)]
struct WalkState {
    at: u16,
    lit: LightSet,
    /// True if a running procedure was called.
    looped: bool,
    stack: Stack,
}

/// Why a run ends.
enum WalkEnd {
    Won,
    /// At the end of this procedure, which may be continued.
    Open(usize),
    /// It never wins or exceeds [`MAX_STEPS`], or its program is not of the requested kind.
    Dead,
}

/// Search for programs that begin with the fixed commands.
pub(super) struct PrefixSearch<'a, 'b> {
    graph: &'a Graph,
    slots: &'a [usize],
    /// Number of fixed commands of each procedure.
    written: Vec<usize>,
    bodies: Vec<Vec<BotCommand>>,
    /// Procedures that get no more commands.
    closed: Vec<bool>,
    /// Number of calls of each procedure.
    calls: Vec<u16>,
    /// Those among the fixed commands.
    written_calls: Vec<u16>,
    /// Number of commands so far.
    used: usize,
    /// Maximum number of commands, the fixed ones included.
    limit: usize,
    /// Known states of main with the other procedures, with the minimum number of commands.
    visited: FxHashMap<(u64, u64), usize>,
    ticker: &'a mut Ticker<'b>,
    loops: LoopFilter,
    max_programs: usize,
    /// Found programs by their bodies without names.
    found: BTreeMap<Vec<Vec<BotCommand>>, BotProgram>,
}

impl<'a, 'b> PrefixSearch<'a, 'b> {
    pub(super) fn new(
        graph: &'a Graph,
        slots: &'a [usize],
        (written, loops, max_programs): (&BotProgram, LoopFilter, usize),
        ticker: &'a mut Ticker<'b>,
    ) -> Self {
        let bodies = written.bodies().to_vec();
        let mut calls = vec![0; slots.len()];
        for command in bodies.iter().flatten() {
            if let BotCommand::Call(callee) = command {
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
            visited: FxHashMap::default(),
            ticker,
            loops,
            max_programs,
            found: BTreeMap::new(),
        }
    }

    /// Finds programs of at most `limit` commands, up to the requested number; all of them only if none is shorter, as
    /// pruning keeps only the shortest ways to a state of main. So callers raise the limit one by one.
    pub(super) fn up_to(&mut self, limit: usize) -> (Result<(), Stop>, Vec<BotProgram>) {
        self.limit = limit;
        self.visited.clear();
        let state = WalkState {
            at: self.graph.start,
            lit: LightSet::default(),
            looped: false,
            stack: Stack::default(),
        };
        let result = self.search(state);
        let found = std::mem::take(&mut self.found).into_values().collect();
        (result, found)
    }

    /// Searches all programs that continue the present one, run up to this state.
    fn search(&mut self, mut state: WalkState) -> Result<(), Stop> {
        self.ticker.tick()?;
        match self.run(&mut state) {
            WalkEnd::Won => {
                let program = BotProgram::new(self.bodies.clone());
                self.found.insert(canonical(&program), program);
            }
            WalkEnd::Open(procedure) => return self.decide(&state, procedure),
            WalkEnd::Dead => {}
        }
        Ok(())
    }

    /// Returns whether a procedure may get one more command.
    fn is_open(&self, procedure: usize) -> bool {
        self.used < self.limit
            && !self.closed[procedure]
            && self.bodies[procedure].len() < self.slots[procedure]
    }

    /// Runs on to an open end, the win, or a dead end.
    fn run(&self, state: &mut WalkState) -> WalkEnd {
        let mut repeats = CycleDetector::default();
        for _ in 0..MAX_STEPS {
            let Some(at) = state.stack.next() else {
                return WalkEnd::Dead;
            };
            let Some(command) = self.bodies[at.procedure].get(at.index) else {
                if self.is_open(at.procedure) {
                    return WalkEnd::Open(at.procedure);
                }
                state.stack.leave();
                continue;
            };
            state.stack.advance();
            if let BotCommand::Call(callee) = command {
                if state.stack.call(*callee) {
                    state.looped = true;
                    let without = self.loops == LoopFilter::Without;
                    // An endless loop goes on recurring, so calls before the last open end need not be known.
                    if without || repeats.period(&(*callee, state.at, state.lit)).is_some() {
                        return WalkEnd::Dead;
                    }
                }
            } else if self.execute(state, *command) {
                return match self.loops.include(state.looped) {
                    true => WalkEnd::Won,
                    false => WalkEnd::Dead,
                };
            }
        }
        WalkEnd::Dead
    }

    /// Executes a command; returns whether all lights are lit.
    fn execute(&self, state: &mut WalkState, command: BotCommand) -> bool {
        let Some(index) = number(command) else {
            // X: `run` makes the calls, and levels with repeats are searched elsewhere.
            state.lit = state.lit.xor(self.graph.under(state.at));
            return state.lit == self.graph.all;
        };
        state.at = self.graph.moves[usize::from(index)].next[usize::from(state.at)];
        false
    }

    /// Extends an open procedure by each command, or closes it.
    fn decide(&mut self, state: &WalkState, procedure: usize) -> Result<(), Stop> {
        // Main runs once, so only its resulting state matters.
        if procedure == 0 && self.visited_before(state) {
            return Ok(());
        }
        let calls = (1..self.slots.len() as u8).map(BotCommand::Call);
        for command in BotCommand::ACTIONS.into_iter().chain(calls) {
            if !self.is_sensible(state, procedure, command) {
                continue;
            }
            self.append(procedure, command);
            let result = self.search(*state);
            self.remove(procedure, command);
            result?;
            if self.found.len() >= self.max_programs {
                return Ok(());
            }
        }
        // Closing main ends the run without a win. An empty procedure is closed only for a written call of it.
        let needless = self.bodies[procedure].is_empty() && self.written_calls[procedure] == 0;
        if procedure > 0 && !needless {
            self.closed[procedure] = true;
            let result = self.search(*state);
            self.closed[procedure] = false;
            result?;
        }
        Ok(())
    }

    fn append(&mut self, procedure: usize, command: BotCommand) {
        self.bodies[procedure].push(command);
        self.used += 1;
        if let BotCommand::Call(callee) = command {
            self.calls[usize::from(callee)] += 1;
        }
    }

    /// Removes the last command, which was appended as `command`.
    fn remove(&mut self, procedure: usize, command: BotCommand) {
        self.bodies[procedure].pop();
        self.used -= 1;
        if let BotCommand::Call(callee) = command {
            self.calls[usize::from(callee)] -= 1;
        }
    }

    /// Returns whether a command may come next: no other notation of the same program is preferred to it.
    fn is_sensible(&self, state: &WalkState, procedure: usize, command: BotCommand) -> bool {
        let added = &self.bodies[procedure][self.written[procedure]..];
        let at = usize::from(state.at);
        // A procedure may run anywhere, so a move must have an effect somewhere; in main, here.
        let moves = |index: usize| {
            procedure > 0 && self.graph.useful[index]
                || self.graph.moves[index].next[at] != state.at
        };
        let last = added.last();
        // If several programs are requested, other commands with the same effect are another program.
        let wants_all = self.max_programs > 1;
        match command {
            BotCommand::Forward => moves(FORWARD.into()),
            BotCommand::Jump => moves(JUMP.into()),
            // Consecutive turns are none, left, right, or left twice; of several programs, also right twice.
            BotCommand::Left => {
                last != Some(&BotCommand::Right) && !added.ends_with(&[BotCommand::Left; 2])
            }
            BotCommand::Right if wants_all => {
                last != Some(&BotCommand::Left) && !added.ends_with(&[BotCommand::Right; 2])
            }
            BotCommand::Right => !matches!(last, Some(BotCommand::Left | BotCommand::Right)),
            // X comes before turns, which do not change the light that it switches.
            BotCommand::Light => {
                (wants_all || !matches!(last, Some(BotCommand::Left | BotCommand::Right)))
                    && (procedure > 0 || self.graph.light[at].is_some())
            }
            BotCommand::Call(callee) => {
                let callee = usize::from(callee);
                let empty = self.bodies[callee].is_empty();
                let never = self.slots[callee] == 0 || empty && self.closed[callee];
                // Of interchangeable unused procedures, the first is called.
                let fresh =
                    |other: &usize| self.bodies[*other].is_empty() && self.calls[*other] == 0;
                let mut others = (1..callee).filter(fresh);
                let other = others.any(|other| self.slots[other] == self.slots[callee]);
                !(never || fresh(&callee) && other)
            }
            // Levels with repeats have their own search.
            BotCommand::Repeat(_) | BotCommand::End => false,
        }
    }

    /// Hash of what decides how main goes on.
    fn hash_state(&self, state: &WalkState, mut hasher: impl Hasher) -> u64 {
        (state.at, state.lit, &self.bodies[1..], &self.closed).hash(&mut hasher);
        // Empty procedures are interchangeable only as long as they are not called.
        for calls in &self.calls {
            (*calls > 0).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns whether main was in this state before with as few commands; otherwise records it.
    fn visited_before(&mut self, state: &WalkState) -> bool {
        // Two independent hashes, so that a collision of one does no harm.
        let key = (
            self.hash_state(state, FxHasher::default()),
            self.hash_state(state, DefaultHasher::new()),
        );
        let least = self.visited.get(&key).copied();
        // If several programs are requested, a visit with as many commands leads to other programs.
        let limit = self.used + usize::from(self.max_programs == 1);
        let is_known = least.is_some_and(|least| least < limit);
        if !is_known && (least.is_some() || self.visited.len() < MAX_VISITED) {
            self.visited.insert(key, self.used);
        }
        is_known
    }
}
