//! Depth-first search over programs of one cost, each command decided when it is first reached.

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

/// How the main commands end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// They come to a return and begin anew, so that all of the text runs again.
    Anew,
    /// They never begin anew: what ran in them is done with, but for a loop at their end.
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

/// The robot and where it is in the text.
#[derive(Clone, Copy)]
struct State {
    robot: Robot,
    part: u8,
    next: u8,
    depth: u8,
    /// Ways that steps went, a bit for each heading; also those since the head of a loop, and the heading
    /// there. Which way the robot looks never depends on the board.
    ways: u8,
    ways_from_head: u8,
    heading_at_head: u8,
    stack: [(u8, u8); LONGEST + 2],
    steps: u32,
}

/// What running decided text led to.
enum Reached {
    Open,
    Exit,
    /// Nothing any more.
    Dead,
}

pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    world: World,
    start: Robot,
    code: Code,
    shape: Shape,
    /// Cost of the programs now searched for.
    cost: usize,
    /// Coins without which no program of this cost beats the best.
    coins_needed: u16,
    best_seen: i64,
    strict: bool,
    all_coins: u16,
    /// What ran so far, without calls.
    trace: Vec<u8>,
    head_trace: usize,
    /// For each set of headings: coins that can be had with steps only those ways.
    reach: [Option<u16>; 16],
    /// Whether the first command has an effect when it first runs.
    first_acts: bool,
    /// Commands that are still needed at least, as far as known.
    needed: usize,
    seen: FxHashMap<u128, (u8, u32)>,
    most_seen: usize,
    /// Some run came to the step limit.
    pub(super) limit_met: bool,
    /// Steps decide, too, which of two programs that come to the same state is better.
    pub(super) count_steps: bool,
    /// Decisions to follow first; their number is the depth from which all is searched.
    path: Vec<u8>,
    depth: usize,
    /// Collects the decisions that lead to this cost instead of going on.
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

    /// Decisions that all programs of this shape and cost begin with, as far as `split` commands;
    /// the same on every machine.
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

    /// Forgets what holds for another cost only.
    pub(super) fn begin(&mut self, cost: usize) {
        self.cost = cost;
        self.seen.clear();
        self.limit_met = false;
    }

    /// Takes over what other threads found.
    fn coins_wanted(&mut self) {
        if self.split.is_some() {
            // The pieces of work are the same whatever is known.
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

    /// Whether the main commands run, with nothing to go back to.
    fn on_top(&self, state: &State) -> bool {
        state.depth == 0 && state.part == 0
    }

    /// Whether what was done before does not matter any more but for the state it led to.
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

    /// The ways in which the open text can end.
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
        // In the main part nothing could call the label later without running for ever.
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

    /// Whether a return here is not wasted on a call without label that comes too late.
    fn returns_well(&self, state: &State) -> bool {
        let part = &self.code.parts[usize::from(state.part)];
        let mut tail = part.tokens().iter().rev().take(2);
        if tail.any(|token| *token == TWICE) {
            return false;
        }
        // In main commands that begin anew, a first command without effect might as well come
        // last.
        state.part > 0 || self.first_acts || part.end.twice > 0
    }

    /// Whether the loop could not begin one command earlier.
    fn loops_well(&self, head: u8) -> bool {
        let main = &self.code.parts[0];
        let before = usize::from(head).checked_sub(1);
        let before = before.map(|at| main.text[at]);
        main.last() != Some(HEAD) && before != main.last()
    }

    /// Whether a command that acts on the board may be worth writing here.
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
        // The last command leads out, or to text that ends without one.
        left > 1
            || (command == FORWARD && self.world.exit_ahead(state.robot))
            || (state.part != 0 || self.code.head.is_none())
                && (0..self.code.labels).any(|label| self.code.can_be_fallen_into(label))
    }

    /// Coins that can be had at all.
    pub(super) fn coins(&self) -> usize {
        usize::from(self.all_coins)
    }
}
