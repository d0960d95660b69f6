//! Depth-first search over all programs of one cost. Each command is decided when a run first reaches it, so programs
//! that differ in unreached commands only are never distinguished.
//!
//! Pruning: reachable coins cannot beat the best score; equal states with as little text are explored once, where the
//! past no longer matters; labels must be worth their cost; commands without effect, and commands that could move
//! into or out of a label's body or loop, are skipped, as a program of the same or lower cost without them exists.

mod known;
mod run;
mod text;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use crate::board::{Board, Calls};
use crate::machine::{COIN_POINTS, score};
use crate::program::Program;
use crate::search::{Budget, Stop};

use super::code::{AGAIN, CALL, Code, FALL, HEAD, LABELS, LONGEST, RETURN, TWICE};
use super::world::{FORWARD, GRAB, LEFT, RIGHT, Robot, SHOOT, World};

/// Ending of the main commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// With a return: they restart, so the whole text runs again.
    Anew,
    /// They never restart: commands that ran are finished, except in a loop at the end.
    Once,
}

pub(super) struct Shared<'a> {
    pub(super) board: &'a Board,
    /// Points of the best program so far.
    pub(super) best: AtomicI64,
    pub(super) nodes: AtomicU64,
    pub(super) budget: &'a Budget,
    /// Called with every program that is better than all before.
    pub(super) found: &'a (dyn Fn(i64, Program) + Sync),
}

/// Robot and position in the text.
#[derive(Clone, Copy)]
struct State {
    robot: Robot,
    part: u8,
    next: u8,
    depth: u8,
    /// Headings of the steps so far as bits; the same since the head of a loop, and the heading there. Headings never
    /// depend on the board.
    ways: u8,
    ways_from_head: u8,
    heading_at_head: u8,
    stack: [(u8, u8); LONGEST + 2],
    steps: u32,
}

/// Result of running the decided text.
enum Reached {
    Open,
    Exit,
    /// The run cannot escape.
    Dead,
}

pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    world: World,
    start: Robot,
    code: Code,
    shape: Shape,
    /// Cost of the programs being searched.
    cost: usize,
    /// Minimum number of coins to beat the best at this cost.
    coins_needed: u16,
    best_seen: i64,
    strict: bool,
    all_coins: u16,
    /// Executed commands so far, without calls.
    trace: Vec<u8>,
    head_trace: usize,
    /// Number of coins reachable by steps in each set of headings.
    reach: [Option<u16>; 16],
    /// True if the first command has an effect when it first runs.
    first_acts: bool,
    /// Known lower bound on the number of further commands.
    needed: usize,
    seen: FxHashMap<u128, (u8, u32)>,
    most_seen: usize,
    /// True if some run reached the step limit.
    pub(super) limit_met: bool,
    /// True if the number of steps also counts when states are compared.
    pub(super) count_steps: bool,
    /// Given first decisions; the search is complete below them.
    path: Vec<u8>,
    depth: usize,
    /// Collects the decisions up to this cost instead of searching.
    split: Option<(usize, Vec<Vec<u8>>)>,
    current: Vec<u8>,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, table_bytes: u64) -> Self {
        let (world, start) = World::new(shared.board);
        let strict = shared.board.calls == Calls::Strict;
        Self {
            all_coins: world.coins_left,
            code: Code::new(!strict),
            shape: Shape::Anew,
            cost: 0,
            coins_needed: 0,
            best_seen: i64::MIN,
            strict,
            shared,
            trace: Vec::new(),
            head_trace: 0,
            reach: std::array::from_fn(|ways| world.reach(start, ways)),
            world,
            start,
            first_acts: true,
            needed: 0,
            seen: FxHashMap::default(),
            most_seen: usize::try_from(table_bytes / 64).unwrap_or(usize::MAX),
            limit_met: false,
            count_steps: false,
            path: Vec::new(),
            depth: 0,
            split: None,
            current: Vec::new(),
            nodes: 0,
        }
    }

    /// First decisions of all programs of this shape and cost, up to `split` commands; deterministic.
    pub(super) fn tasks(
        &mut self,
        shape: Shape,
        cost: usize,
        split: usize,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        self.split = Some((split, Vec::new()));
        let ended = self.run(shape, cost, &[]);
        let tasks = self.split.take().map(|(_, tasks)| tasks);
        ended.map(|()| tasks.unwrap_or_default())
    }

    /// Searches all programs of this shape and cost that begin with these decisions.
    pub(super) fn run(&mut self, shape: Shape, cost: usize, path: &[u8]) -> Result<(), Stop> {
        let robot = self.start;
        self.shape = shape;
        self.cost = cost;
        self.best_seen = i64::MIN;
        self.coins_wanted();
        self.code = Code::new(!self.strict);
        self.trace.clear();
        self.path.clear();
        self.path.extend_from_slice(path);
        self.depth = 0;
        self.current.clear();
        self.needed = 0;
        let state = State {
            robot,
            part: 0,
            next: 0,
            depth: 0,
            ways: 0,
            ways_from_head: 0,
            heading_at_head: robot.heading() as u8,
            stack: [(0, 0); LONGEST + 2],
            steps: 0,
        };
        let ended = self.decide(&state);
        self.world.back_to(0);
        let nodes = std::mem::take(&mut self.nodes);
        self.shared.nodes.fetch_add(nodes % 256, Ordering::Relaxed);
        ended
    }

    /// Clears what holds for one cost only.
    pub(super) fn begin(&mut self, cost: usize) {
        self.cost = cost;
        self.seen.clear();
        self.limit_met = false;
    }

    /// Adopts the best program of other threads.
    fn coins_wanted(&mut self) {
        if self.split.is_some() {
            // The division into pieces must not depend on known programs.
            self.coins_needed = 0;
            return;
        }
        let best = self.shared.best.load(Ordering::Relaxed);
        if best != self.best_seen {
            self.best_seen = best;
            let missing = best.saturating_add(1).saturating_sub(score(self.cost, 0));
            let coins = missing.max(0).saturating_add(COIN_POINTS - 1) / COIN_POINTS;
            self.coins_needed = u16::try_from(coins).unwrap_or(u16::MAX);
        }
    }

    /// Returns whether main runs without pending returns.
    fn on_top(&self, state: &State) -> bool {
        state.depth == 0 && state.part == 0
    }

    /// Returns whether the past matters only through the state.
    fn forgetful(&self, state: &State) -> bool {
        self.shape == Shape::Once && self.on_top(state) && self.code.head.is_none()
    }

    fn decide(&mut self, state: &State) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.shared.nodes.fetch_add(256, Ordering::Relaxed);
            self.shared.budget.check()?;
            self.coins_wanted();
        }
        if state.robot.coins + self.world.coins_left < self.coins_needed {
            return Ok(());
        }
        if let Some((split, tasks)) = &mut self.split
            && self.code.cost >= *split
        {
            tasks.push(self.current.clone());
            return Ok(());
        }
        let forgetful = self.forgetful(state);
        if forgetful && self.depth >= self.path.len() && self.split.is_none() && self.known(state) {
            return Ok(());
        }
        let left = self.cost - self.code.cost;
        if left > 0 {
            for command in [FORWARD, LEFT, RIGHT, GRAB, SHOOT] {
                if self.sensible(state, command, forgetful, left) {
                    if self.code.cost == 0 {
                        self.first_acts = self.world.has_effect(state.robot, command);
                    }
                    self.choose(state, command)?;
                }
            }
            self.first_acts |= self.code.cost == 0;
            for label in 0..self.code.labels {
                if !self.code.runs(label) {
                    self.choose(state, CALL + label as u8)?;
                }
            }
        }
        let named = self.code.labels + usize::from(self.code.head.is_some());
        let most = LABELS - usize::from(self.code.twice > 0);
        if left >= 2 && named < most {
            self.choose(state, CALL + self.code.labels as u8)?;
        }
        if left > 0 && !self.strict && named < LABELS {
            self.choose(state, TWICE)?;
        }
        self.ends(state, left, named < most)
    }

    fn ends(&mut self, state: &State, left: usize, can_name: bool) -> Result<(), Stop> {
        let main = state.part == 0;
        let once = self.shape == Shape::Once;
        let looped = main && self.code.head.is_some();
        let done_with = once && self.on_top(state);
        let returns = !looped && !done_with;
        if left > 0 && returns && self.returns_well(state) && (!main || left == 1) {
            self.choose(state, RETURN)?;
        }
        if !looped && (!main || left == 0) {
            for label in 0..self.code.labels {
                if self.code.can_be_fallen_into(label) {
                    self.choose(state, FALL + label as u8)?;
                }
            }
        }
        // After main, any later call of the label would recur for ever.
        if !main && left > 0 && can_name {
            self.choose(state, FALL + self.code.labels as u8)?;
        }
        if done_with {
            match self.code.head {
                None if left >= 3 && self.code.parts[0].end.length > 0 && can_name => {
                    self.choose(state, HEAD)?;
                }
                Some(head) if left == 1 && self.loops_well(head) => {
                    self.choose(state, AGAIN)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns whether a return here does not follow a call without a label too closely.
    fn returns_well(&self, state: &State) -> bool {
        let part = &self.code.parts[usize::from(state.part)];
        let mut tail = part.tokens().iter().rev().take(2);
        if tail.any(|token| *token == TWICE) {
            return false;
        }
        // If main restarts, a first command without effect could come last.
        state.part > 0 || self.first_acts || part.end.twice > 0
    }

    /// Returns whether the loop could not start one command earlier.
    fn loops_well(&self, head: u8) -> bool {
        let main = &self.code.parts[0];
        let before = usize::from(head).checked_sub(1);
        let before = before.map(|at| main.text[at]);
        main.last() != Some(HEAD) && before != main.last()
    }

    fn sensible(&self, state: &State, command: u8, forgetful: bool, left: usize) -> bool {
        if (command == GRAB && self.world.coins_left == 0)
            || (command == SHOOT && self.world.blocks_left == 0)
        {
            return false;
        }
        if forgetful {
            if !self.world.has_effect(state.robot, command) {
                return false;
            }
        } else {
            let part = &self.code.parts[usize::from(state.part)];
            let wasted = match (part.last(), command) {
                (Some(LEFT), LEFT | RIGHT) | (Some(RIGHT), LEFT) => true,
                (Some(LEFT | RIGHT | SHOOT | GRAB), GRAB) => true,
                (Some(RIGHT), RIGHT) => {
                    let length = usize::from(part.end.length);
                    length > 1 && part.text[length - 2] == RIGHT
                }
                _ => false,
            };
            if wasted {
                return false;
            }
        }
        // The last command escapes, or precedes text that ends without one.
        left > 1
            || (command == FORWARD && self.world.exit_ahead(state.robot))
            || (state.part != 0 || self.code.head.is_none())
                && (0..self.code.labels).any(|label| self.code.can_be_fallen_into(label))
    }

    pub(super) fn coins(&self) -> usize {
        usize::from(self.all_coins)
    }
}
