use std::collections::BinaryHeap;

use crate::board::{Board, Square};
use crate::game::{Cell, Heading};
use crate::program::{Command, Program};

/// Walk from the start to an exit, shooting blocks in the way; `None` if walls and pits separate them.
pub(super) fn walk(board: &Board) -> Option<Program> {
    walk_from(board, board.start()?, Heading::Down).map(Program::new)
}

/// Commands of such a walk from a cell and heading, by Dijkstra's algorithm.
pub(super) fn walk_from(board: &Board, from: Cell, heading: Heading) -> Option<Vec<Command>> {
    let size = board.size();
    let index =
        |cell: Cell, heading: Heading| (cell.row * size.cols + cell.col) * 4 + heading as usize;
    let mut reached: Vec<Option<(usize, Command, usize)>> = vec![None; size.area() * 4];
    let mut queue = BinaryHeap::new();
    let start = index(from, heading);
    reached[start] = Some((0, Command::Return, start));
    queue.push((std::cmp::Reverse(0), start));
    while let Some((std::cmp::Reverse(cost), at)) = queue.pop() {
        if reached[at].is_none_or(|(best, ..)| best < cost) {
            continue;
        }
        let cell = Cell::new(at / 4 / size.cols, at / 4 % size.cols);
        let heading = Heading::ALL[at % 4];
        if board.squares.get(cell) == Some(&Square::Exit) {
            return Some(back(board, &reached, at));
        }
        let ahead = heading.ahead(cell, size).and_then(|next| {
            let shots = match board.squares.get(next)? {
                Square::Wall | Square::Pit => return None,
                Square::Block => 1,
                _ => 0,
            };
            Some((index(next, heading), 1 + shots, Command::Forward))
        });
        let turns = [
            (index(cell, heading.left()), 1, Command::Left),
            (index(cell, heading.right()), 1, Command::Right),
        ];
        for (next, more, command) in ahead.into_iter().chain(turns) {
            if reached[next].is_none_or(|(best, ..)| best > cost + more) {
                reached[next] = Some((cost + more, command, at));
                queue.push((std::cmp::Reverse(cost + more), next));
            }
        }
    }
    None
}

fn back(board: &Board, reached: &[Option<(usize, Command, usize)>], end: usize) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut at = end;
    while let Some((_, command, before)) = reached[at].filter(|(cost, ..)| *cost > 0) {
        commands.push(command);
        let cols = board.size().cols;
        let cell = Cell::new(at / 4 / cols, at / 4 % cols);
        if command == Command::Forward && board.squares.get(cell) == Some(&Square::Block) {
            commands.push(Command::Shoot);
        }
        at = before;
    }
    commands.reverse();
    commands
}
