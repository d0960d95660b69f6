use std::collections::BinaryHeap;

use crate::board::{RobosBoard, Terrain};
use crate::game::{Cell, Heading};
use crate::program::{RoboCommand, RoboProgram};

/// Cost of reaching a pose, the last command, and the pose before.
type Visit = Option<(usize, RoboCommand, usize)>;

/// Walk from the start to an exit, shooting blocks in the way; `None` if walls and pits separate them.
pub(super) fn walk(board: &RobosBoard) -> Option<RoboProgram> {
    walk_from(board, board.start()?, Heading::Down).map(RoboProgram::new)
}

/// Commands of such a walk from a cell and heading, by Dijkstra's algorithm.
pub(super) fn walk_from(board: &RobosBoard, at: Cell, facing: Heading) -> Option<Vec<RoboCommand>> {
    let size = board.size();
    let index =
        |cell: Cell, heading: Heading| (cell.row * size.cols + cell.col) * 4 + heading as usize;
    let mut visited: Vec<Visit> = vec![None; size.area() * 4];
    let mut queue = BinaryHeap::new();
    let start = index(at, facing);
    visited[start] = Some((0, RoboCommand::Return, start));
    queue.push((std::cmp::Reverse(0), start));
    while let Some((std::cmp::Reverse(cost), at)) = queue.pop() {
        if visited[at].is_none_or(|(best, ..)| best < cost) {
            continue;
        }
        let cell = Cell::new(at / 4 / size.cols, at / 4 % size.cols);
        let heading = Heading::ALL[at % 4];
        if board.squares.get(cell) == Some(&Terrain::Exit) {
            return Some(route(board, &visited, at));
        }
        let ahead = heading.ahead(cell, size).and_then(|next| {
            let shots = match board.squares.get(next)? {
                Terrain::Wall | Terrain::Pit => return None,
                Terrain::Block => 1,
                _ => 0,
            };
            Some((index(next, heading), 1 + shots, RoboCommand::Forward))
        });
        let turns = [
            (index(cell, heading.left()), 1, RoboCommand::Left),
            (index(cell, heading.right()), 1, RoboCommand::Right),
        ];
        for (next, more, command) in ahead.into_iter().chain(turns) {
            if visited[next].is_none_or(|(best, ..)| best > cost + more) {
                visited[next] = Some((cost + more, command, at));
                queue.push((std::cmp::Reverse(cost + more), next));
            }
        }
    }
    None
}

fn route(board: &RobosBoard, visited: &[Visit], end: usize) -> Vec<RoboCommand> {
    let mut commands = Vec::new();
    let mut at = end;
    while let Some((_, command, before)) = visited[at].filter(|(cost, ..)| *cost > 0) {
        commands.push(command);
        let cols = board.size().cols;
        let cell = Cell::new(at / 4 / cols, at / 4 % cols);
        if command == RoboCommand::Forward && board.squares.get(cell) == Some(&Terrain::Block) {
            commands.push(RoboCommand::Shoot);
        }
        at = before;
    }
    commands.reverse();
    commands
}
