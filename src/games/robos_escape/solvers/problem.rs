//! Input of the solvers and conversion of their results.

use std::sync::Arc;

use super::RobosTask;
use crate::board::{RobosBoard, Terrain};
use crate::game::{Cell, Heading, Plan, Solution, Unsolvable};
use crate::machine::{RoboEnd, run};
use crate::program::{RoboCommand, RoboProgram, dangling_call};
use crate::search::least_costs;

/// Board, and the program that plans must begin with.
pub(super) struct ProgramProblem {
    pub(super) board: Arc<RobosBoard>,
    pub(super) written: RoboProgram,
    /// Number of reachable coins.
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

    /// Converts the first `count` of the found programs, best first, given an upper bound on the points;
    /// `None` if none was found.
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

/// Cells that are reachable if all blocks in the way are shot, including exits; none without a
/// start. Nothing is reached through an exit, as it ends the run.
pub(super) fn reachable_cells(board: &RobosBoard) -> Vec<Cell> {
    let Some(start) = board.start() else {
        return Vec::new();
    };
    let opens = |cell: Cell| match board.squares.get(cell) {
        Some(Terrain::Wall | Terrain::Pit | Terrain::Exit) | None => false,
        Some(_) => true,
    };
    let mut reachable = board.size().flood(start, opens);
    let is_reached = |exit: &Cell| exit.neighbours().any(|cell| reachable.contains(&cell));
    let exits: Vec<Cell> = board.cells_with(Terrain::Exit).filter(is_reached).collect();
    reachable.extend(exits);
    reachable
}

/// Commands of a cheapest walk from a cell and heading to an exit, shooting blocks in the way;
/// `None` if walls and pits separate them. Costs of walks to an exit are computed backwards, so
/// that each step to a cost lower by its own is right.
pub(super) fn walk_from(
    board: &RobosBoard,
    mut cell: Cell,
    mut heading: Heading,
) -> Option<Vec<RoboCommand>> {
    let size = board.size();
    let pose = |cell: Cell, heading: Heading| size.index(cell) * 4 + heading.index();
    // Cost of a step into a cell.
    let entry = |cell: Cell| match board.squares.get(cell)? {
        Terrain::Wall | Terrain::Pit => None,
        // It is shot first.
        Terrain::Block => Some(2),
        _ => Some(1),
    };
    let exits = board.cells_with(Terrain::Exit);
    let exits = exits.flat_map(|exit| Heading::ALL.map(|heading| (pose(exit, heading), 0)));
    let costs = least_costs(size.area() * 4, exits, |at, cost, before| {
        let (cell, heading) = (size.cell(at / 4), Heading::ALL[at % 4]);
        before.extend([heading.left(), heading.right()].map(|it| (pose(cell, it), cost + 1)));
        let behind = heading.opposite().ahead(cell, size);
        let behind = behind.filter(|behind| entry(*behind).is_some());
        if let Some((behind, step)) = behind.zip(entry(cell)) {
            before.push((pose(behind, heading), cost + step));
        }
        true
    });
    let cost = |cell, heading| costs[pose(cell, heading)];
    let mut commands = Vec::new();
    while cost(cell, heading) > 0 {
        let left = cost(cell, heading);
        let ahead = heading.ahead(cell, size);
        let ahead = ahead.and_then(|ahead| Some((ahead, entry(ahead)?)));
        let ahead =
            ahead.filter(|(ahead, step)| cost(*ahead, heading).checked_add(*step) == Some(left));
        match ahead {
            _ if left == usize::MAX => return None,
            Some((ahead, step)) => {
                commands.extend((step > 1).then_some(RoboCommand::Shoot));
                commands.push(RoboCommand::Forward);
                cell = ahead;
            }
            None if cost(cell, heading.left()) < left => {
                commands.push(RoboCommand::Left);
                heading = heading.left();
            }
            None => {
                commands.push(RoboCommand::Right);
                heading = heading.right();
            }
        }
    }
    Some(commands)
}

/// Proof that no program escapes, if it is evident from the board or from a written loop.
fn find_proof(board: &RobosBoard, written: &RoboProgram, reachable: &[Cell]) -> Option<Unsolvable> {
    let proof = |reason: &str, cells: Vec<Cell>| Some(Unsolvable::at(cells, reason));
    let starts: Vec<Cell> = board.cells_with(Terrain::Start).collect();
    match starts.len() {
        0 => return proof("the board has no start", starts),
        1 => {}
        _ => return proof("the board has more than one start", starts),
    }
    let exits: Vec<Cell> = board.cells_with(Terrain::Exit).collect();
    if exits.is_empty() {
        return proof("the board has no exit", exits);
    }
    if !exits.iter().any(|exit| reachable.contains(exit)) {
        return proof("walls and pits separate the start from every exit", exits);
    }
    // A call without a label may still get one.
    let complete = dangling_call(&written.commands).is_none() && !written.half_label;
    if complete && run(board, written).end == RoboEnd::StepLimit {
        return proof("the program loops for ever, whatever is added", Vec::new());
    }
    None
}

/// Returns whether two adjacent commands are never needed: a shorter or another pair is equivalent.
pub(super) fn is_wasteful(before: RoboCommand, after: RoboCommand) -> bool {
    use RoboCommand::{Grab, Left, Right};
    let pair = (before, after);
    matches!(pair, (Left, Right | Left) | (Right, Left) | (Grab, Grab))
}
