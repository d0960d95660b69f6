//! Plays the rules on a level.
//!
//! Each object, and each movement of each layer, is a set of cells (a board). A pattern is matched in all cells at
//! once by shifting and intersecting boards, and [`ChangeTracker`] skips rules whose boards have not changed.

use std::fmt::Debug;
use std::sync::Arc;

use super::super::compile::{MAX_LEVEL_CELLS, MOVEMENTS, Quantity};
use super::board::{Bitboard, add, empty, has, insert, intersect, is_empty, subtract};
use super::field::BoardField;
use super::plan::{GamePlan, KindPlan};
use super::queue::CommandQueue;
use super::rng::Rng;
use super::rules::RowMatch;
use super::tracker::ChangeTracker;
use crate::game::search::Stop;

/// Limit of the work of a move, in cells of rules tried or changed. The longest recorded moves take a thousandth.
const MAX_WORK: u64 = 20_000_000;
/// Words of boards that are as much work as a cell.
const WORDS_PER_WORK: usize = 32;
/// Limit of the attempts of a turn with rigid rules; beyond it the turn has no effect.
const MAX_RIGID_TRIES: usize = 50;
/// Limit of the recorded rules of a move.
const MAX_TRACE_RULES: usize = 500;
/// Limit of the words of their states in all (32 MiB).
const MAX_TRACE_WORDS: usize = 4 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
}

impl Input {
    /// Number among the movements of a layer, in the order of the compiled rules.
    fn movement(self) -> usize {
        match self {
            Self::Up => 0,
            Self::Down => 1,
            Self::Left => 2,
            Self::Right => 3,
            Self::Action => 4,
        }
    }
}

/// Contents of the cells: the boards of the objects that can change. The others stay as at the start of the level.
pub type CellWords = Box<[u64]>;

/// Rigid movements of the current turn.
#[derive(Clone, Debug, Default)]
pub(super) struct RigidMoves {
    /// For each cell and layer, the bitwise OR of the numbers (from 1) of the rigid groups that moved it, as in the
    /// original, although several numbers may give another one.
    pub group: Vec<u8>,
    /// For each cell and layer, whether a rigid rule moved it.
    pub applied: Vec<bool>,
    /// For each group of the first half, whether this turn leaves it out.
    pub banned: Vec<bool>,
}

/// A level being played, with boards of `N` words.
#[derive(Clone, Debug)]
pub struct BoardMachine<const N: usize> {
    pub(super) plan: Arc<GamePlan>,
    pub(super) field: BoardField<N>,
    /// Boards in the plan's layout.
    pub(super) boards: Vec<Bitboard<N>>,
    /// Cells with an object of each layer.
    pub(super) filled: Vec<Bitboard<N>>,
    /// Cells with a movement of each layer.
    pub(super) moving: Vec<Bitboard<N>>,
    pub(super) tracker: ChangeTracker,
    /// `None` if the game has no rigid rules.
    pub(super) rigid: Option<RigidMoves>,
    pub(super) queue: CommandQueue,
    pub(super) rng: Rng,
    /// Work of the current move, at most [`MAX_WORK`].
    pub(super) work: u64,
    /// Applied rules, if they are recorded.
    pub(super) trace: Option<Vec<AppliedRule>>,
    /// Reusable buffers for matches.
    pub(super) matches: Vec<Vec<RowMatch>>,
}

/// A rule that changed something or gave commands.
#[derive(Clone, Debug)]
pub struct AppliedRule {
    /// Line from 1; `None` for the movements after the first half of the rules.
    pub line: Option<usize>,
    pub after: CellWords,
}

/// Reason why a move has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// A state returned, so the turns follow each other for ever.
    Endless,
    /// The level cannot be played: it is a message, or its text has a fault.
    Unplayable,
    /// More turns follow by ‘again’ than a move may have, so its effect is unknown.
    Turns,
    /// The rules need more work than a move may take, so its effect is unknown.
    Work,
    /// As [`Self::Work`], in a turn that follows by ‘again’.
    WorkByAgain,
    /// The budget is spent, so the effect of the move is unknown.
    Budget(Stop),
}

impl Unfinished {
    /// The reason, of a turn that follows by ‘again’.
    pub(super) fn by_again(self) -> Self {
        match self {
            Self::Work => Self::WorkByAgain,
            other => other,
        }
    }
}

/// A level being played, of any size.
pub trait AnyMachine: Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnyMachine>;
    /// Begins a move, which may consist of several turns.
    fn begin(&mut self);
    /// Plays one turn: players get their movement, rules apply, objects move, late rules apply. Leaves the commands
    /// in the queue. Returns whether a player had to move but did not. `plan` is the machine's own.
    fn turn(&mut self, plan: &GamePlan, input: Option<Input>) -> Result<bool, Unfinished>;
    /// Puts objects, by number, into the cells.
    fn put_objects(&mut self, cells: &[Vec<usize>]);
    /// Appends the contents of the cells, as [`CellWords`].
    fn store_into(&self, list: &mut Vec<u64>);
    fn store(&self) -> CellWords {
        let mut list = Vec::new();
        self.store_into(&mut list);
        list.into_boxed_slice()
    }
    /// Restores what [`Self::store`] returned, at any time between turns.
    fn load(&mut self, stored: &[u64]);
    /// Returns whether the cells contain what they did when they were stored.
    fn has_cells(&self, stored: &[u64]) -> bool;
    fn is_won(&self) -> bool;
    fn rng_state(&self) -> Vec<u8>;
    fn set_rng_state(&mut self, bytes: &[u8]);
    fn queue(&mut self) -> &mut CommandQueue;
    /// Numbers of the objects in a cell, which is numbered column by column.
    fn objects_in(&self, cell: usize) -> Vec<usize>;
    /// Rows and columns.
    fn size(&self) -> (usize, usize);
    /// Switches the recording of applied rules, and returns those recorded so far.
    fn record_rules(&mut self, enabled: bool) -> Vec<AppliedRule>;
}

impl Clone for Box<dyn AnyMachine> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A machine for a level with up to [`MAX_LEVEL_CELLS`] cells.
pub fn machine(plan: &Arc<GamePlan>, width: usize, height: usize, rng: Rng) -> Box<dyn AnyMachine> {
    let build = match (width * height).min(MAX_LEVEL_CELLS).div_ceil(64) {
        0..=1 => BoardMachine::<1>::boxed,
        2 => BoardMachine::<2>::boxed,
        3 => BoardMachine::<3>::boxed,
        4 => BoardMachine::<4>::boxed,
        5..=6 => BoardMachine::<6>::boxed,
        7..=12 => BoardMachine::<12>::boxed,
        13..=32 => BoardMachine::<32>::boxed,
        33..=128 => BoardMachine::<128>::boxed,
        _ => BoardMachine::<{ MAX_LEVEL_CELLS / 64 }>::boxed,
    };
    build(Arc::clone(plan), width, height, rng)
}

impl<const N: usize> BoardMachine<N> {
    fn boxed(plan: Arc<GamePlan>, width: usize, height: usize, rng: Rng) -> Box<dyn AnyMachine> {
        let layers = plan.layout.layers.len();
        let rigid = (!plan.rigid_groups.is_empty()).then(|| RigidMoves {
            group: vec![0; width * height * layers],
            applied: vec![false; width * height * layers],
            banned: vec![false; plan.first.groups.len()],
        });
        Box::new(Self {
            field: BoardField::new(width, height, &plan.starts),
            boards: vec![empty(); plan.layout.count()],
            filled: vec![empty(); layers],
            moving: vec![empty(); layers],
            tracker: ChangeTracker::new(plan.layout.count(), &plan.readers),
            rigid,
            queue: CommandQueue::default(),
            rng,
            work: 0,
            trace: None,
            matches: Vec::new(),
            plan,
        })
    }

    pub(super) fn update_tracker(&mut self, plan: &GamePlan) {
        self.tracker.update(&plan.readers);
    }

    /// Cells with all objects of a kind or, if not `all`, with any.
    fn kind_cells(&self, kind: &KindPlan, all: bool) -> Bitboard<N> {
        let mut cells = if all { self.field.all } else { empty() };
        for board in &kind.boards {
            let board = &self.boards[usize::from(*board)];
            match all {
                true => intersect(&mut cells, board),
                false => add(&mut cells, board),
            }
        }
        cells
    }

    /// Plays a turn; `input` comes with the cells of the players that it moves.
    fn run(
        &mut self,
        plan: &GamePlan,
        input: Option<(Input, Bitboard<N>)>,
    ) -> Result<(), Unfinished> {
        let start = self.rigid.is_some().then(|| self.store());
        if let Some(rigid) = &mut self.rigid {
            rigid.banned.fill(false);
        }
        // If a rigid movement fails, the turn restarts without its group.
        for _ in 0..MAX_RIGID_TRIES {
            self.queue.clear();
            if let Some((input, players)) = &input {
                self.push_players(plan, players, *input);
            }
            self.update_tracker(plan);
            // Only groups of the first half can be banned: after it, nothing moves.
            self.apply_groups(plan, &plan.first, true)?;
            let failed = self.execute_moves(plan);
            // Movements that changed cells are a step of their own.
            if let Some(trace) = &self.trace
                && trace.last().is_none_or(|last| !self.has_cells(&last.after))
            {
                self.record(None);
            }
            if !failed {
                self.update_tracker(plan);
                return self.apply_groups(plan, &plan.late, false);
            }
            if let Some(start) = &start {
                self.load(start);
            }
        }
        self.queue.clear();
        Ok(())
    }

    /// Gives the players in these cells the movement of an input.
    fn push_players(&mut self, plan: &GamePlan, players: &Bitboard<N>, input: Input) {
        for object in plan.player.boards.iter().map(|object| usize::from(*object)) {
            let layer = usize::from(plan.layout.layer_of[object]);
            let kind = plan.layout.movement(MOVEMENTS * layer + input.movement());
            let mut pushed = self.boards[object];
            intersect(&mut pushed, players);
            add(&mut self.boards[kind], &pushed);
            add(&mut self.moving[layer], &pushed);
            if !is_empty(&pushed) {
                self.tracker.grow(kind);
            }
        }
    }

    pub(super) fn record(&mut self, line: Option<usize>) {
        let after = self.store();
        if let Some(trace) = &mut self.trace
            && trace.len() < MAX_TRACE_RULES.min(MAX_TRACE_WORDS / after.len().max(1))
        {
            trace.push(AppliedRule { line, after });
        }
    }

    /// Work of reading some boards.
    pub(super) fn scan_work(&self, boards: usize) -> u64 {
        (1 + boards * N / WORDS_PER_WORK) as u64
    }

    /// Adds to the work of the move; fails beyond its limit.
    pub(super) fn spend(&mut self, work: u64) -> Result<(), Unfinished> {
        self.work += work;
        match self.work > MAX_WORK {
            true => Err(Unfinished::Work),
            false => Ok(()),
        }
    }
}

impl<const N: usize> AnyMachine for BoardMachine<N> {
    fn boxed_clone(&self) -> Box<dyn AnyMachine> {
        Box::new(self.clone())
    }

    fn begin(&mut self) {
        self.work = 0;
    }

    fn put_objects(&mut self, cells: &[Vec<usize>]) {
        let layout = &self.plan.layout;
        for (cell, objects) in cells.iter().enumerate() {
            for object in objects {
                let board = usize::from(layout.board_of[*object]);
                insert(&mut self.boards[board], cell);
                insert(&mut self.filled[usize::from(layout.layer_of[board])], cell);
                self.tracker.grow(board);
            }
        }
    }

    fn store_into(&self, list: &mut Vec<u64>) {
        let words = self.field.words();
        let boards = &self.boards[..self.plan.layout.changing];
        match words == N {
            true => list.extend_from_slice(boards.as_flattened()),
            false => list.extend(boards.iter().flat_map(|board| &board[..words])),
        }
    }

    fn load(&mut self, stored: &[u64]) {
        let words = self.field.words();
        let plan = &self.plan;
        for (index, stored) in stored.chunks_exact(words.max(1)).enumerate() {
            let (mut grown, mut shrunk) = (0, 0);
            for (word, stored) in self.boards[index].iter_mut().zip(stored) {
                grown |= stored & !*word;
                shrunk |= *word & !stored;
                *word = *stored;
            }
            if grown != 0 {
                self.tracker.grow(index);
            }
            if shrunk != 0 {
                self.tracker.shrink(index);
            }
        }
        for (filled, objects) in self.filled.iter_mut().zip(&plan.layout.layers) {
            let mut boards = objects.iter().map(|object| usize::from(*object));
            if boards.any(|board| self.tracker.is_changed(board)) {
                *filled = empty();
                for object in objects {
                    add(filled, &self.boards[usize::from(*object)]);
                }
            }
        }
    }

    fn has_cells(&self, stored: &[u64]) -> bool {
        let words = self.field.words();
        let boards = &self.boards[..self.plan.layout.changing];
        match words == N {
            true => boards.as_flattened() == stored,
            false => boards
                .iter()
                .zip(stored.chunks_exact(words.max(1)))
                .all(|(board, stored)| board[..words] == *stored),
        }
    }

    fn is_won(&self) -> bool {
        let wins = &self.plan.wins;
        !wins.is_empty()
            && wins.iter().all(|win| {
                let mut cells = self.kind_cells(&win.objects, win.objects.all);
                if let Some(on) = &win.on {
                    let on = self.kind_cells(on, on.all);
                    match win.quantity {
                        Quantity::All => subtract(&mut cells, &on),
                        _ => intersect(&mut cells, &on),
                    }
                } else if win.quantity == Quantity::All {
                    // Without `on`, all objects are on something.
                    return true;
                }
                match win.quantity {
                    Quantity::Some => !is_empty(&cells),
                    _ => is_empty(&cells),
                }
            })
    }

    fn turn(&mut self, plan: &GamePlan, input: Option<Input>) -> Result<bool, Unfinished> {
        self.spend(self.scan_work(plan.layout.count()))?;
        let players = input.map(|_| self.kind_cells(&plan.player, plan.player.all));
        let done = self.run(plan, input.zip(players));
        // A turn that ends early has movements left, which the next one must not find.
        if done.is_err() {
            self.clear_moves(plan);
        }
        done?;
        let Some(players) = players.filter(|_| plan.must_move) else {
            return Ok(false);
        };
        // A player has moved if a cell that had one has none now.
        let now = self.kind_cells(&plan.player, false);
        let mut pairs = players.iter().zip(&now);
        let has_moved = pairs.any(|(before, now)| before & !now != 0);
        Ok(!is_empty(&players) && !has_moved)
    }

    fn rng_state(&self) -> Vec<u8> {
        self.rng.bytes()
    }

    fn set_rng_state(&mut self, bytes: &[u8]) {
        self.rng.set(bytes);
    }

    fn queue(&mut self) -> &mut CommandQueue {
        &mut self.queue
    }

    fn objects_in(&self, cell: usize) -> Vec<usize> {
        let all = self.plan.layout.board_of.iter().enumerate();
        let here = all.filter(|(_, board)| has(&self.boards[usize::from(**board)], cell));
        here.map(|(object, _)| object).collect()
    }

    fn size(&self) -> (usize, usize) {
        (self.field.height, self.field.width)
    }

    fn record_rules(&mut self, enabled: bool) -> Vec<AppliedRule> {
        std::mem::replace(&mut self.trace, enabled.then(Vec::new)).unwrap_or_default()
    }
}
