//! Plays the rules on a level. Each object, and each movement of each layer, is a set of cells; so a pattern is looked
//! for in all cells at once, by shifting and intersecting sets.

use std::sync::Arc;

use super::super::compile::{Direction, MOVEMENTS, Quantity};
use super::board::{Board, empty, has, insert, is_empty};
use super::field::Field;
use super::plan::{KindPlan, Plan};
use super::queue::Queue;
use super::rng::Rng;
use super::watch::Watch;

/// How much one move may do, before it is given up: in cells of rules that are tried or changed, of about as much work
/// each. The longest moves of games that were recorded come to a thousandth of it.
const MOST_WORK: u64 = 20_000_000;

/// Words of boards that are as much work as a cell.
const WORDS: usize = 32;

/// The states of a move that are told rule by rule, at most: how many, and how many words they have.
const MOST_TOLD: (usize, usize) = (500, 4 << 20);

/// Which way something goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
}

impl Input {
    /// The number of the movement that it gives the player.
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

/// What the cells hold: for each object that can come, go or move its set of cells. The other objects are where they
/// were at the beginning of the level.
pub type Cells = Box<[u64]>;

/// Groups of rules whose rigid movements failed.
#[derive(Clone, Debug, Default)]
pub(super) struct Rigid {
    /// For each cell and layer, the number of the group that moved it, from 1.
    pub group: Vec<u8>,
    /// For each cell and layer, whether a rigid rule moved it.
    pub applied: Vec<bool>,
    /// Groups that are left out in this turn.
    pub banned: Vec<bool>,
}

/// A level being played, in sets of `N` words.
#[derive(Clone, Debug)]
pub struct Machine<const N: usize> {
    pub(super) plan: Arc<Plan>,
    pub(super) field: Field<N>,
    /// The cells of each object and of each movement of each layer, in the plan's layout.
    pub(super) boards: Vec<Board<N>>,
    /// The cells in which there is something of a layer.
    pub(super) filled: Vec<Board<N>>,
    /// The cells in which there is a movement of a layer.
    pub(super) moving: Vec<Board<N>>,
    /// What changed in the boards.
    pub(super) watch: Watch,
    pub(super) rigid: Option<Rigid>,
    pub(super) queue: Queue,
    pub(super) rng: Rng,
    pub(super) work: u64,
    /// The rules that changed something or gave commands, if they are to be told.
    pub(super) told: Option<Vec<Applied>>,
    /// Places that were found, kept to save memory.
    pub(super) found: Vec<Vec<super::matching::Place>>,
}

/// A rule that changed something, or gave commands.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its line, from 1; none for what moves after the first half of the rules.
    pub line: Option<usize>,
    pub direction: Option<Direction>,
    /// The cells after it.
    pub after: Cells,
}

/// A turn that does more than any game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

impl<const N: usize> Machine<N> {
    /// A machine for levels of a size, with nothing in them.
    pub fn new(plan: Arc<Plan>, width: usize, height: usize, rng: Rng) -> Self {
        let layers = plan.layout.layers.len();
        let rigid = (!plan.rigid_groups.is_empty()).then(|| Rigid {
            group: vec![0; width * height * layers],
            applied: vec![false; width * height * layers],
            banned: vec![false; plan.first.groups.len()],
        });
        Self {
            field: Field::new(width, height, &plan.starts),
            boards: vec![empty(); plan.layout.count()],
            filled: vec![empty(); layers],
            moving: vec![empty(); layers],
            watch: Watch::new(plan.layout.count(), &plan.readers),
            rigid,
            queue: Queue::default(),
            rng,
            work: 0,
            told: None,
            found: Vec::new(),
            plan,
        }
    }

    /// Puts objects, by their numbers, into the cells.
    pub fn put_objects(&mut self, cells: &[Vec<usize>]) {
        let layout = &self.plan.layout;
        for (cell, object) in cells
            .iter()
            .enumerate()
            .flat_map(|(cell, all)| all.iter().map(move |one| (cell, *one)))
        {
            let board = usize::from(layout.board_of[object]);
            insert(&mut self.boards[board], cell);
            insert(&mut self.filled[usize::from(layout.layer_of[board])], cell);
            self.watch.grow(board);
        }
    }

    /// Adds what the cells hold to a list.
    pub fn store_into(&self, list: &mut Vec<u64>) {
        let (words, boards) = (
            self.field.words(),
            &self.boards[..self.plan.layout.changing],
        );
        match words == N {
            true => list.extend_from_slice(boards.as_flattened()),
            false => list.extend(boards.iter().flat_map(|board| &board[..words])),
        }
    }

    /// What the cells hold.
    pub fn store(&self) -> Cells {
        let mut list = Vec::with_capacity(self.field.words() * self.plan.layout.changing);
        self.store_into(&mut list);
        list.into_boxed_slice()
    }

    /// Puts into the cells what was stored.
    pub fn load(&mut self, stored: &[u64]) {
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
                self.watch.grow(index);
            }
            if shrunk != 0 {
                self.watch.shrink(index);
            }
        }
        for (filled, objects) in self.filled.iter_mut().zip(&plan.layout.layers) {
            if objects
                .iter()
                .any(|object| self.watch.is_changed(usize::from(*object)))
            {
                *filled = empty();
                for object in objects {
                    let board = &self.boards[usize::from(*object)];
                    filled
                        .iter_mut()
                        .zip(board)
                        .for_each(|(word, more)| *word |= more);
                }
            }
        }
    }

    /// Whether the cells hold what was stored.
    pub fn holds(&self, stored: &[u64]) -> bool {
        let (words, boards) = (
            self.field.words(),
            &self.boards[..self.plan.layout.changing],
        );
        match words == N {
            true => boards.as_flattened() == stored,
            false => boards
                .iter()
                .zip(stored.chunks_exact(words.max(1)))
                .all(|(board, stored)| board[..words] == *stored),
        }
    }

    /// Finds out which rules may apply after what changed.
    pub(super) fn notice(&mut self, plan: &Plan) {
        self.watch
            .notice(&plan.readers, |board| is_empty(&self.boards[board]));
    }

    /// The cells where there is something of a kind.
    fn of_kind(&self, kind: &KindPlan, all: bool) -> Board<N> {
        let mut cells = if all { self.field.all } else { empty() };
        for board in &kind.boards {
            let board = &self.boards[usize::from(*board)];
            match all {
                true => cells
                    .iter_mut()
                    .zip(board)
                    .for_each(|(word, other)| *word &= other),
                false => cells
                    .iter_mut()
                    .zip(board)
                    .for_each(|(word, other)| *word |= other),
            }
        }
        cells
    }

    /// Whether the level is won.
    pub fn is_won(&self) -> bool {
        let wins = &self.plan.wins;
        !wins.is_empty()
            && wins.iter().all(|win| {
                let mut of = self.of_kind(&win.of, win.of.all);
                if let Some(on) = &win.on {
                    let on = self.of_kind(on, on.all);
                    match win.quantity {
                        Quantity::All => of.iter_mut().zip(&on).for_each(|(word, on)| *word &= !on),
                        _ => of.iter_mut().zip(&on).for_each(|(word, on)| *word &= on),
                    }
                } else if win.quantity == Quantity::All {
                    // Everything lies on something.
                    return true;
                }
                match win.quantity {
                    Quantity::Some => !is_empty(&of),
                    _ => is_empty(&of),
                }
            })
    }

    /// Plays one turn: the player wants to move, rules apply, things move, late rules apply. What commands were given
    /// is in the queue then. Whether the player had to move and did not. The plan is the machine's own.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn turn(&mut self, plan: &Plan, input: Option<Input>) -> Result<bool, Endless> {
        // States are kept and compared before and after a turn.
        self.spend(self.effort(plan.layout.count()))?;
        let players = input.map(|_| self.of_kind(&plan.player, plan.player.all));
        let done = self.play(plan, input.zip(players));
        if done.is_err() {
            self.forget_moves(plan);
        }
        done?;
        let Some(players) = players.filter(|_| plan.must_move) else {
            return Ok(false);
        };
        let must = !is_empty(&players);
        let now = self.of_kind(&plan.player, false);
        let left = players
            .iter()
            .zip(&now)
            .any(|(before, now)| before & !now != 0);
        Ok(must && !left)
    }

    fn play(&mut self, plan: &Plan, input: Option<(Input, Board<N>)>) -> Result<(), Endless> {
        let start = self.rigid.is_some().then(|| self.store());
        if let Some(rigid) = &mut self.rigid {
            rigid.banned.fill(false);
        }
        // Where a rigid movement fails, the turn begins anew without its rules.
        for _ in 0..50 {
            self.queue.clear();
            if let Some((input, players)) = &input {
                self.push(plan, players, *input);
            }
            self.notice(plan);
            self.apply(plan, &plan.first, true)?;
            let failed = self.make_moves(plan);
            if let Some(told) = &self.told
                && told.last().is_none_or(|last| !self.holds(&last.after))
            {
                self.tell(None, None);
            }
            if !failed {
                self.notice(plan);
                return self.apply(plan, &plan.late, false);
            }
            if let Some(start) = &start {
                self.load(start);
            }
        }
        self.queue.clear();
        Ok(())
    }

    /// Gives the players their movement.
    fn push(&mut self, plan: &Plan, players: &Board<N>, input: Input) {
        for object in plan.player.boards.iter().map(|object| usize::from(*object)) {
            let layer = usize::from(plan.layout.layer_of[object]);
            let kind = plan.layout.movement(MOVEMENTS * layer + input.movement());
            let mut of = self.boards[object];
            of.iter_mut()
                .zip(players)
                .for_each(|(word, players)| *word &= players);
            let boards = self.boards[kind].iter_mut().zip(&mut self.moving[layer]);
            for ((moves, moving), of) in boards.zip(&of) {
                *moves |= of;
                *moving |= of;
            }
            if !is_empty(&of) {
                self.watch.grow(kind);
            }
        }
    }

    pub(super) fn tell(&mut self, line: Option<usize>, direction: Option<Direction>) {
        let after = self.store();
        let (most, words) = MOST_TOLD;
        if let Some(told) = &mut self.told
            && told.len() < most.min(words / after.len().max(1))
        {
            told.push(Applied {
                line,
                direction,
                after,
            });
        }
    }

    /// The work of looking at boards.
    pub(super) fn effort(&self, boards: usize) -> u64 {
        (1 + boards * N / WORDS) as u64
    }

    /// Counts work done.
    pub(super) fn spend(&mut self, work: u64) -> Result<(), Endless> {
        self.work += work;
        match self.work > MOST_WORK {
            true => Err(Endless),
            false => Ok(()),
        }
    }

    /// The objects in a cell, by their numbers.
    pub fn objects_in(&self, cell: usize) -> impl Iterator<Item = usize> {
        let all = self.plan.layout.board_of.iter().enumerate();
        all.filter(move |(_, board)| has(&self.boards[usize::from(**board)], cell))
            .map(|(object, _)| object)
    }
}
