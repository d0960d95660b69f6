//! Depth-first search over all programs of one cost, for `driver`. Each command is decided when a run
//! first reaches it, so programs that differ in unreached commands only are never distinguished.
//!
//! A program is searched as its main commands and the bodies of labels ([`PartialProgram`]). These *parts* consist of
//! *tokens*, bytes that `code` defines: commands, calls, and ends of parts. Pruning: reachable coins cannot beat the
//! best score; equal states with as little text are explored once, where the past no longer matters; labels must be
//! worth their cost; commands without effect, and loops that could start one command earlier, are skipped, as a program
//! of the same or lower cost without them exists.

mod run;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::code::{CALL, FALL, HEAD, JUMP, LABELS, MAX_LENGTH, PartialProgram, RETURN, TWICE};
use super::world::{FORWARD, GRAB, LEFT, RIGHT, RobotState, SHOOT, SearchWorld};
use crate::board::{CallRules, RobosBoard};
use crate::machine::{COIN_POINTS, score};
use crate::program::RoboProgram;
use crate::search::{Budget, Stop};

/// Form of the main commands: those that no label precedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MainShape {
    /// With a return: they restart, so the whole text runs again.
    Restart,
    /// They never restart: commands that ran are finished, except in a loop at the end.
    Once,
}

/// Input of a search, and results that its threads share.
pub(super) struct SharedSearch<'a> {
    pub(super) board: &'a RobosBoard,
    /// Points of the best program, `i64::MIN` without one.
    pub(super) best: AtomicI64,
    /// Number of decisions; threads add theirs in lots of [`NODES_PER_CHECK`].
    pub(super) nodes: AtomicU64,
    pub(super) budget: &'a Budget,
    /// Called with every program that is better than all before.
    pub(super) on_found: &'a (dyn Fn(i64, RoboProgram) + Sync),
}

/// State of the run, apart from the board, which [`SearchWorld`] undoes.
#[derive(Clone, Copy)]
struct LazyState {
    robot: RobotState,
    /// Part of the program that runs.
    part: u8,
    /// Index of its next token.
    next: u8,
    /// Number of open calls.
    depth: u8,
    /// Part and index of the token at which the run continues after each open call.
    stack: [(u8, u8); MAX_LENGTH + 2],
    /// Number of executed commands, as the step limit counts them.
    steps: u32,
}

/// Why a run of decided text ends.
enum LazyStop {
    /// The next token is not decided.
    Open,
    Exit,
    /// It cannot escape, or not with enough coins.
    Dead,
}

/// Number of decisions between checks of the budget.
const NODES_PER_CHECK: u64 = 256;
/// Odd random factor of the hash of states.
const HASH_FACTOR: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
/// Bytes of an entry of the table of visited states, with the free space of the table.
const VISITED_BYTES: u64 = 64;

/// Search of one thread; its tables are reused from piece to piece.
pub(super) struct LazySearch<'a> {
    shared: &'a SharedSearch<'a>,
    world: SearchWorld,
    start: RobotState,
    code: PartialProgram,
    shape: MainShape,
    /// Cost of the programs searched.
    cost: usize,
    /// Minimum number of coins to beat `known_best` at this cost.
    coins_needed: u16,
    /// Best points of any thread, as last seen.
    known_best: i64,
    /// True under [`CallRules::Strict`]: there are no calls without a label.
    strict: bool,
    /// Number of reachable coins on the board at the start.
    pub(super) total_coins: usize,
    /// Executed commands so far, without calls.
    trace: Vec<u8>,
    /// Length of the trace at the loop's head, if there is one.
    loop_start: usize,
    /// True if the first command has an effect when it first runs.
    first_acts: bool,
    /// Known lower bound on the number of further commands.
    min_remaining: usize,
    /// Cost of the text and number of steps with which each state was reached, by hash.
    visited: FxHashMap<u128, (u8, u32)>,
    max_visited: usize,
    /// True if some run reached the step limit.
    pub(super) limit_met: bool,
    /// True if the number of steps also counts when states are compared.
    pub(super) count_steps: bool,
    /// Given first decisions, as tokens; the search is complete below them.
    path: Vec<u8>,
    /// Number of decisions made.
    depth: usize,
    /// Collects the decisions up to this cost instead of searching.
    split: Option<(usize, Vec<Vec<u8>>)>,
    /// Decisions made, as tokens.
    current: Vec<u8>,
    nodes: u64,
}

impl<'a> LazySearch<'a> {
    /// Search whose table of visited states takes at most `table_bytes`.
    pub(super) fn new(shared: &'a SharedSearch<'a>, table_bytes: u64) -> Self {
        let (world, start) = SearchWorld::new(shared.board);
        let strict = shared.board.calls == CallRules::Strict;
        Self {
            total_coins: usize::from(world.coins_left),
            code: PartialProgram::new(!strict),
            shape: MainShape::Restart,
            cost: 0,
            coins_needed: 0,
            known_best: i64::MIN,
            strict,
            shared,
            trace: Vec::new(),
            loop_start: 0,
            world,
            start,
            first_acts: true,
            min_remaining: 0,
            visited: FxHashMap::default(),
            max_visited: usize::try_from(table_bytes / VISITED_BYTES).unwrap_or(usize::MAX),
            limit_met: false,
            count_steps: false,
            path: Vec::new(),
            depth: 0,
            split: None,
            current: Vec::new(),
            nodes: 0,
        }
    }

    /// First decisions of all programs of this shape and cost, each list up to a cost of `split`.
    /// They do not depend on known programs, so that the lists are the same in each call.
    pub(super) fn prefixes(
        &mut self,
        shape: MainShape,
        cost: usize,
        split: usize,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        self.split = Some((split, Vec::new()));
        let ended = self.run(shape, cost, &[]);
        let prefixes = self.split.take().map(|(_, prefixes)| prefixes);
        ended.map(|()| prefixes.unwrap_or_default())
    }

    /// Searches all programs of this shape and cost that begin with these decisions.
    pub(super) fn run(&mut self, shape: MainShape, cost: usize, path: &[u8]) -> Result<(), Stop> {
        self.shape = shape;
        self.cost = cost;
        self.known_best = i64::MIN;
        self.update_coins_needed();
        self.code = PartialProgram::new(!self.strict);
        self.trace.clear();
        self.path.clear();
        self.path.extend_from_slice(path);
        self.depth = 0;
        self.current.clear();
        self.min_remaining = 0;
        let state = LazyState {
            robot: self.start,
            part: 0,
            next: 0,
            depth: 0,
            stack: [(0, 0); MAX_LENGTH + 2],
            steps: 0,
        };
        let ended = self.decide(&state);
        self.world.undo_to(0);
        let nodes = std::mem::take(&mut self.nodes);
        let rest = nodes % NODES_PER_CHECK;
        self.shared.nodes.fetch_add(rest, Ordering::Relaxed);
        ended
    }

    /// Clears what holds for one cost only.
    pub(super) fn reset(&mut self, cost: usize) {
        self.cost = cost;
        self.visited.clear();
        self.limit_met = false;
    }

    /// Adopts the best program of other threads.
    fn update_coins_needed(&mut self) {
        if self.split.is_some() {
            // The division into pieces must not depend on known programs.
            self.coins_needed = 0;
            return;
        }
        let best = self.shared.best.load(Ordering::Relaxed);
        if best != self.known_best {
            self.known_best = best;
            let missing = best.saturating_add(1).saturating_sub(score(self.cost, 0));
            let coins = missing.max(0).saturating_add(COIN_POINTS - 1) / COIN_POINTS;
            self.coins_needed = u16::try_from(coins).unwrap_or(u16::MAX);
        }
    }

    fn in_main(&self, state: &LazyState) -> bool {
        state.depth == 0 && state.part == 0
    }

    /// Returns whether the past matters only through the state: the run is in main, none of which will run again.
    fn is_memoryless(&self, state: &LazyState) -> bool {
        self.shape == MainShape::Once && self.in_main(state) && self.code.totals.head.is_none()
    }

    /// Returns whether this state was reached before with as little text, by a 128-bit hash; otherwise records it.
    fn is_repeated(&mut self, state: &LazyState) -> bool {
        let mut key = self.world.hash;
        let mut mix = |value: u64| {
            key = (key ^ u128::from(value)).wrapping_mul(HASH_FACTOR);
            key ^= key >> 61;
        };
        // The highest bits distinguish the kinds of numbers.
        let RobotState { pose, coins } = state.robot;
        mix(u64::from(pose) << 16 | u64::from(coins) | 1 << 63);
        for part in &self.code.parts[1..=self.code.totals.labels] {
            mix(u64::from(part.relevant_calls()) << 8 | u64::from(part.fallen_into) | 1 << 62);
            for token in part.tokens() {
                mix(u64::from(*token) | 1 << 61);
            }
        }
        mix(u64::from(self.code.totals.twice));
        let entry = (self.code.totals.cost as u8, state.steps);
        let full = self.visited.len() >= self.max_visited;
        match self.visited.get_mut(&key) {
            Some((cost, steps)) => {
                if *cost <= entry.0 && (!self.count_steps || *steps <= entry.1) {
                    return true;
                }
                if entry.0 <= *cost {
                    (*cost, *steps) = entry;
                }
                false
            }
            None if full => false,
            None => {
                self.visited.insert(key, entry);
                false
            }
        }
    }

    /// Chooses each possible next token at an open end, and searches on from there.
    fn decide(&mut self, state: &LazyState) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let total = &self.shared.nodes;
            total.fetch_add(NODES_PER_CHECK, Ordering::Relaxed);
            self.shared.budget.check()?;
            self.update_coins_needed();
        }
        if state.robot.coins + self.world.coins_left < self.coins_needed {
            return Ok(());
        }
        if let Some((split, prefixes)) = &mut self.split
            && self.code.totals.cost >= *split
        {
            prefixes.push(self.current.clone());
            return Ok(());
        }
        let memoryless = self.is_memoryless(state);
        if memoryless
            && self.depth >= self.path.len()
            && self.split.is_none()
            && self.is_repeated(state)
        {
            return Ok(());
        }
        // Cost of the commands still to be chosen.
        let left = self.cost - self.code.totals.cost;
        if left > 0 {
            for command in [FORWARD, LEFT, RIGHT, GRAB, SHOOT] {
                if self.is_useful(state, command, memoryless, left) {
                    if self.code.totals.cost == 0 {
                        self.first_acts = self.world.has_effect(state.robot, command);
                    }
                    self.choose(state, command)?;
                }
            }
            self.first_acts |= self.code.totals.cost == 0;
            for label in 0..self.code.totals.labels {
                if !self.code.is_running(label) {
                    self.choose(state, CALL + label as u8)?;
                }
            }
        }
        // Number of digits in use; the head of a loop is a label, too.
        let named = self.code.totals.labels + usize::from(self.code.totals.head.is_some());
        // Calls without a label need a digit that no label has.
        let max_names = LABELS - usize::from(self.code.totals.twice > 0);
        // A new label costs a command, too.
        if left >= 2 && named < max_names {
            self.choose(state, CALL + self.code.totals.labels as u8)?;
        }
        if left > 0 && !self.strict && named < LABELS {
            self.choose(state, TWICE)?;
        }
        self.choose_ends(state, left, named < max_names)
    }

    /// Chooses each token that ends the part: a return, a label's body that follows, or in main the
    /// head of a loop and its jump back. `can_name`: a digit is left for a new label.
    fn choose_ends(&mut self, state: &LazyState, left: usize, can_name: bool) -> Result<(), Stop> {
        let main = state.part == 0;
        let once = self.shape == MainShape::Once;
        let in_loop = main && self.code.totals.head.is_some();
        let is_final = once && self.in_main(state);
        let returns = !in_loop && !is_final;
        if left > 0 && returns && self.may_return(state) && (!main || left == 1) {
            self.choose(state, RETURN)?;
        }
        if !in_loop && (!main || left == 0) {
            for label in 0..self.code.totals.labels {
                if self.code.can_be_fallen_into(label) {
                    self.choose(state, FALL + label as u8)?;
                }
            }
        }
        // After main, any later call of the label would recur for ever.
        if !main && left > 0 && can_name {
            self.choose(state, FALL + self.code.totals.labels as u8)?;
        }
        if is_final {
            match self.code.totals.head {
                // The head, at least one command, and the jump cost three.
                None if left >= 3 && self.code.parts[0].end.length > 0 && can_name => {
                    self.choose(state, HEAD)?;
                }
                Some(head) if left == 1 && self.may_loop(head) => {
                    self.choose(state, JUMP)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns whether a return may come here. A call without a label just before it, or one command earlier, saves
    /// nothing: writing that command twice costs no more.
    fn may_return(&self, state: &LazyState) -> bool {
        let part = &self.code.parts[usize::from(state.part)];
        let mut tail = part.tokens().iter().rev().take(2);
        if tail.any(|token| *token == TWICE) {
            return false;
        }
        // If main restarts, a first command without effect could come last.
        state.part > 0 || self.first_acts || part.end.twice > 0
    }

    /// Returns whether main may jump back to its head: it does not follow at once, and the loop
    /// could not start one command earlier.
    fn may_loop(&self, head: u8) -> bool {
        let main = &self.code.parts[0];
        let before = usize::from(head).checked_sub(1);
        let before = before.map(|at| main.text[at]);
        main.last() != Some(HEAD) && before != main.last()
    }

    /// Returns whether a command that acts may come next. `memoryless`: it runs only now, so it
    /// must have an effect; `left`: cost of the commands still to be chosen, with this one.
    fn is_useful(&self, state: &LazyState, command: u8, memoryless: bool, left: usize) -> bool {
        if (command == GRAB && self.world.coins_left == 0)
            || (command == SHOOT && self.world.blocks_left == 0)
        {
            return false;
        }
        if memoryless {
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
            || (state.part != 0 || self.code.totals.head.is_none())
                && (0..self.code.totals.labels).any(|label| self.code.can_be_fallen_into(label))
    }
}
