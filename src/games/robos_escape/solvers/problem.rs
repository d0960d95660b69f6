//! Input of the solvers and conversion of their results.

use std::sync::Arc;

use crate::RobosEscape;
use crate::board::{Board, Square};
use crate::game::{Cell, Heading, Plan, Solution, SolveError, SolveRequest, Unsolvable, typed};
use crate::machine::{End, run};
use crate::program::{Command, Program};

/// Board, with the program written so far.
pub(super) struct Problem {
    pub(super) board: Arc<Board>,
    pub(super) written: Program,
    /// Number of coins on reachable cells.
    pub(super) coins: usize,
    /// Proof that no program escapes, if that is evident.
    pub(super) hopeless: Option<Unsolvable>,
}

impl Problem {
    pub(super) fn of(asked: &typed::Task<'_, RobosEscape>) -> Self {
        let (board, written) = (Arc::clone(asked.level), asked.start.program.clone());
        let reached = reached(&board);
        let coins = board.cells_with(Square::Coin);
        Self {
            coins: coins.filter(|cell| reached.contains(cell)).count(),
            hopeless: hopeless(&board, &written, &reached),
            board,
            written,
        }
    }

    /// Extracts the problem from a request to the solver with this id.
    ///
    /// # Errors As [`typed::Task::of`].
    pub(super) fn posed(
        request: &SolveRequest<'_>,
        solver: &'static str,
    ) -> Result<Self, SolveError> {
        Ok(Self::of(&typed::Task::of(request, solver)?))
    }

    /// The plan that writes this program in place of what is written: a move is a whole program.
    pub(super) fn plan(&self, program: &Program) -> Plan {
        if *program == self.written {
            Plan::default()
        } else {
            Plan(vec![program.writing()])
        }
    }

    /// Converts the found programs, best first, given an upper bound on the points.
    pub(super) fn solution(
        &self,
        programs: impl Iterator<Item = (i64, Program)>,
        bound: i64,
        wanted: usize,
    ) -> Option<Solution<Plan>> {
        let mut programs = programs.take(wanted.max(1));
        let (points, best) = programs.next()?;
        let others: Vec<Plan> = programs.map(|(_, program)| self.plan(&program)).collect();
        Some(Solution {
            optimal: points == bound,
            lower_bound: Some(bound),
            solutions: (wanted > 1).then_some(others.len() as u64 + 1),
            others,
            ..Solution::new(self.plan(&best), points)
        })
    }
}

/// Cells that are reachable if all blocks in the way are shot, including exits.
pub(super) fn reached(board: &Board) -> Vec<Cell> {
    let mut seen: Vec<Cell> = board.start().into_iter().collect();
    let mut next = 0;
    while let Some(cell) = seen.get(next).copied() {
        next += 1;
        if board.squares.get(cell) == Some(&Square::Exit) {
            continue;
        }
        for heading in Heading::ALL {
            let Some(ahead) = heading.ahead(cell, board.size()) else {
                continue;
            };
            let stops = matches!(
                board.squares.get(ahead),
                Some(Square::Wall | Square::Pit) | None
            );
            if !stops && !seen.contains(&ahead) {
                seen.push(ahead);
            }
        }
    }
    seen
}

fn hopeless(board: &Board, written: &Program, reached: &[Cell]) -> Option<Unsolvable> {
    let reason = |reason: &str, cells: Vec<Cell>| {
        Some(Unsolvable {
            reason: reason.to_owned(),
            cells,
        })
    };
    let starts: Vec<Cell> = board.cells_with(Square::Start).collect();
    match starts.len() {
        0 => return reason("the board has no start", starts),
        1 => {}
        _ => return reason("the board has more than one start", starts),
    }
    let exits: Vec<Cell> = board.cells_with(Square::Exit).collect();
    if exits.is_empty() {
        return reason("the board has no exit", exits);
    }
    if !exits.iter().any(|exit| reached.contains(exit)) {
        let text = "walls and pits separate the start from every exit";
        return reason(text, exits);
    }
    // A call without a label may still get one.
    let settled = written.dangling_call().is_none() && !written.half_label;
    if settled && run(board, written).end == End::StepLimit {
        let text = "the program loops for ever, whatever is added";
        return reason(text, Vec::new());
    }
    None
}

/// Returns whether two adjacent commands, with no label between them, are never needed: a shorter or another pair is
/// equivalent.
pub(super) fn wasteful(before: Command, after: Command) -> bool {
    use Command::{Grab, Left, Right};
    matches!(
        (before, after),
        (Left, Right | Left) | (Right, Left) | (Grab, Grab)
    )
}
