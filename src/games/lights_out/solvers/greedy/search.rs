//! The search: each thread goes on from position to position and leaves out those that any has seen.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::puzzle::{Goal, Puzzle};
use crate::search::{Budget, Progress, Stop, Ticker, discard};

use super::board::{Board, Presses};
use super::table::Table;

/// What a light put right counts beside [`Manner::edge`].
const LIGHT: i64 = 10;
/// Presses tried from one report to the next.
const REPORT: u64 = 4096;
/// Presses ordered between two looks at the budget.
const BETWEEN_LOOKS: usize = 1 << 16;

pub(super) struct Manner {
    /// Leave out presses that switch no wrong light.
    pub helpful_only: bool,
    /// Most presses from the start.
    pub depth: usize,
    /// What each step away from the edge of the board counts against a press.
    pub edge: i64,
    pub threads: usize,
}

pub(super) enum Found {
    /// Cells pressed, in order, until the goal was there.
    Goal(Vec<u32>),
    /// Every position that can be reached was seen.
    Nothing,
    /// So was every one that this manner comes to, but it does not come to all.
    NothingThisWay,
}

/// A press at a position: the better, the smaller.
type Rank = (i64, u32);

struct Shared<'a> {
    presses: &'a Presses,
    manner: &'a Manner,
    table: Table,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    explored: AtomicU64,
    /// Some thread has met the depth limit.
    cut: AtomicBool,
    /// There is nothing to search for any more.
    ended: AtomicBool,
    goal: Mutex<Option<Vec<u32>>>,
}

/// Looks for a way from `lights` to the goal; also tells how many presses were tried.
pub(super) fn search(
    puzzle: &Puzzle,
    lights: &[u8],
    manner: &Manner,
    budget: &Budget,
    progress: &Progress<'_>,
) -> (Result<Found, Stop>, u64) {
    let presses = match Presses::of(puzzle, budget) {
        Ok(presses) => presses,
        Err(stop) => return (Err(stop), 0),
    };
    let board = Board::new(puzzle, &presses, lights);
    if board.wrong() == 0 {
        return (Ok(Found::Goal(Vec::new())), 0);
    }
    let shared = Shared {
        presses: &presses,
        manner,
        table: Table::new(),
        budget,
        progress,
        explored: AtomicU64::new(0),
        cut: AtomicBool::new(false),
        ended: AtomicBool::new(false),
        goal: Mutex::new(None),
    };
    shared.table.insert(&board);
    let walk = || {
        let ended = Walk::new(&shared, board.clone()).run();
        if ended.is_err() {
            shared.ended.store(true, Ordering::Relaxed);
        }
        ended
    };
    let ended = std::thread::scope(|scope| {
        let others: Vec<_> = (1..manner.threads).map(|_| scope.spawn(walk)).collect();
        let mut ended = walk();
        for other in others {
            match other.join() {
                Ok(other) => ended = ended.and(other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        ended
    });
    if budget.check().is_err() {
        discard(shared.table);
    }
    let explored = shared.explored.into_inner();
    let goal = shared
        .goal
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let found = match (goal, ended) {
        (Some(way), _) => Ok(Found::Goal(way)),
        (None, Err(stop)) => Err(stop),
        (None, Ok(())) => {
            // To a goal that says what each light has to be leads a way of helpful presses, if any
            // does: whatever is left to be pressed, one of it switches a wrong light.
            let all = !manner.helpful_only || puzzle.goal != Goal::Same;
            match all && !shared.cut.into_inner() {
                true => Ok(Found::Nothing),
                false => Ok(Found::NothingThisWay),
            }
        }
    };
    (found, explored)
}

/// One thread's way through the positions.
struct Walk<'a> {
    shared: &'a Shared<'a>,
    board: Board<'a>,
    /// Presses from the start.
    path: Vec<Rank>,
    /// The presses at the position at hand.
    ranks: Vec<Rank>,
    ticker: Ticker<'a>,
    /// Presses tried that the others know of.
    told: u64,
}

impl<'a> Walk<'a> {
    fn new(shared: &'a Shared<'a>, board: Board<'a>) -> Self {
        Self {
            shared,
            board,
            path: Vec::new(),
            ranks: Vec::with_capacity(shared.presses.len()),
            ticker: shared.budget.ticker(64),
            told: 0,
        }
    }

    fn run(mut self) -> Result<(), Stop> {
        let ended = self.go();
        self.tell();
        ended
    }

    /// Depth first, the best press first, to positions that no thread has seen.
    fn go(&mut self) -> Result<(), Stop> {
        let shared = self.shared;
        // What was tried last at the position at hand.
        let mut last = None;
        self.rank()?;
        while !shared.ended.load(Ordering::Relaxed) {
            let left = self.ranks.iter().filter(|rank| Some(**rank) > last);
            let Some(next) = left.min().copied() else {
                let Some(back) = self.path.pop() else {
                    return Ok(());
                };
                self.board.take_back(back.1 as usize);
                self.rank()?;
                last = Some(back);
                continue;
            };
            self.ticker.tick()?;
            if self.ticker.total() - self.told >= REPORT {
                let explored = self.tell();
                shared.progress.report("searching", explored, None, None);
            }
            last = Some(next);
            self.board.press(next.1 as usize);
            if !shared.table.insert(&self.board) {
                self.board.take_back(next.1 as usize);
                continue;
            }
            let way = size_of::<Rank>() * self.path.len() * shared.manner.threads;
            let bytes = shared.table.bytes() + way as u64;
            shared.budget.check_memory(bytes)?;
            self.path.push(next);
            if self.board.wrong() == 0 {
                let cells = &shared.presses.cells;
                let way = self.path.iter().map(|(_, press)| cells[*press as usize]);
                let mut goal = shared.goal.lock().unwrap_or_else(PoisonError::into_inner);
                *goal = Some(way.collect());
                shared.ended.store(true, Ordering::Relaxed);
                return Ok(());
            }
            if self.path.len() >= shared.manner.depth {
                shared.cut.store(true, Ordering::Relaxed);
                self.path.pop();
                self.board.take_back(next.1 as usize);
                continue;
            }
            self.rank()?;
            last = None;
        }
        Ok(())
    }

    fn rank(&mut self) -> Result<(), Stop> {
        let Shared {
            presses, manner, ..
        } = self.shared;
        self.ranks.clear();
        for press in 0..presses.len() {
            if press % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                self.shared.budget.check()?;
            }
            let (wrong, helps) = self.board.after(press);
            if helps || !manner.helpful_only {
                let away = i64::from(presses.edges[press]);
                let rank = LIGHT * i64::from(wrong) + manner.edge * away;
                self.ranks.push((rank, press as u32));
            }
        }
        Ok(())
    }

    /// Adds what was tried to what all have; gives the sum.
    fn tell(&mut self) -> u64 {
        let more = self.ticker.total() - self.told;
        self.told += more;
        self.shared.explored.fetch_add(more, Ordering::Relaxed) + more
    }
}
