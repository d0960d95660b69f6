//! Input of the solvers and conversion of their results.

use std::sync::Arc;

use super::RobosTask;
use crate::board::{RobosBoard, Terrain};
use crate::game::{Cell, Heading, Plan, Solution, Unsolvable};
use crate::machine::{RoboEnd, run};
use crate::program::{RoboCommand, RoboProgram};

pub(super) struct ProgramProblem {
    pub(super) board: Arc<RobosBoard>,
    pub(super) written: RoboProgram,
    pub(super) coins: usize,
    /// Proof that no program escapes, if that is evident.
    pub(super) unsolvable: Option<Unsolvable>,
}

impl ProgramProblem {
    pub(super) fn new(task: &RobosTask<'_>) -> Self {
        let (board, written) = (Arc::clone(task.level), task.start.program.clone());
        let reachable = reachable_cells(&board);
        let coins = board.cells_with(Terrain::Coin);
        Self {
            coins: coins.filter(|cell| reachable.contains(cell)).count(),
            unsolvable: find_proof(&board, &written, &reachable),
            board,
            written,
        }
    }

    /// The plan that writes this program in place of what is written: a move is a whole program.
    pub(super) fn plan(&self, program: &RoboProgram) -> Plan {
        match *program == self.written {
            true => Plan::default(),
            false => Plan(vec![program.to_move()]),
        }
    }

    /// Converts the found programs, best first, given an upper bound on the points.
    pub(super) fn solution(
        &self,
        programs: impl Iterator<Item = (i64, RoboProgram)>,
        bound: i64,
        count: usize,
    ) -> Option<Solution<Plan>> {
        let mut programs = programs.take(count.max(1));
        let (points, best) = programs.next()?;
        let others: Vec<Plan> = programs.map(|(_, program)| self.plan(&program)).collect();
        Some(Solution {
            optimal: points == bound,
            lower_bound: Some(bound),
            solutions: (count > 1).then_some(others.len() as u64 + 1),
            others,
            ..Solution::new(self.plan(&best), points)
        })
    }
}

/// Cells that are reachable if all blocks in the way are shot, including exits.
pub(super) fn reachable_cells(board: &RobosBoard) -> Vec<Cell> {
    let mut visited: Vec<Cell> = board.start().into_iter().collect();
    let mut next = 0;
    while let Some(cell) = visited.get(next).copied() {
        next += 1;
        if board.squares.get(cell) == Some(&Terrain::Exit) {
            continue;
        }
        let ahead = Heading::ALL.map(|heading| heading.ahead(cell, board.size()));
        for ahead in ahead.into_iter().flatten() {
            let square = board.squares.get(ahead);
            let stops = matches!(square, Some(Terrain::Wall | Terrain::Pit) | None);
            if !stops && !visited.contains(&ahead) {
                visited.push(ahead);
            }
        }
    }
    visited
}

fn find_proof(board: &RobosBoard, written: &RoboProgram, reachable: &[Cell]) -> Option<Unsolvable> {
    let reason = |reason: &str, cells: Vec<Cell>| {
        let reason = reason.to_owned();
        Some(Unsolvable { reason, cells })
    };
    let starts: Vec<Cell> = board.cells_with(Terrain::Start).collect();
    match starts.len() {
        0 => return reason("the board has no start", starts),
        1 => {}
        _ => return reason("the board has more than one start", starts),
    }
    let exits: Vec<Cell> = board.cells_with(Terrain::Exit).collect();
    if exits.is_empty() {
        return reason("the board has no exit", exits);
    }
    if !exits.iter().any(|exit| reachable.contains(exit)) {
        return reason("walls and pits separate the start from every exit", exits);
    }
    // A call without a label may still get one.
    let complete = written.dangling_call().is_none() && !written.half_label;
    if complete && run(board, written).end == RoboEnd::StepLimit {
        return reason("the program loops for ever, whatever is added", Vec::new());
    }
    None
}

/// Returns whether two adjacent commands are never needed: a shorter or another pair is equivalent.
pub(super) fn is_wasteful(before: RoboCommand, after: RoboCommand) -> bool {
    use RoboCommand::{Grab, Left, Right};
    let pair = (before, after);
    matches!(pair, (Left, Right | Left) | (Right, Left) | (Grab, Grab))
}
