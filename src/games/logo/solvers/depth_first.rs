//! Depth-first search over boards, forwards or backwards.

use crate::Logo;
use crate::game::typed::Task;
use crate::game::{Answer, Outcome, Unsolvable};
use crate::search::{Budget, Descent, Progress, Stop, depth_first};

use super::order;
use super::problem::{Problem, Vertex, count};

pub(super) struct Direction {
    /// `true` if cells are stamped; otherwise stamps are taken back.
    pub(super) stamps: bool,
    /// Default order in which cells are tried.
    pub(super) order: &'static str,
    /// Returns whether no board after this move leads to the end.
    pub(super) is_dead_end: fn(&Walk<'_>, Vertex) -> bool,
    /// Reason given when every path fails.
    pub(super) unsolvable: &'static str,
}

pub(super) struct Walk<'a> {
    pub(super) problem: &'a Problem,
    direction: &'a Direction,
    order: Vec<Vertex>,
    /// Value of each cell, 0 if unstamped. Counts only cells still to be stamped, not those stamped before them.
    pub(super) board: Vec<u8>,
    /// A bit per stamped cell.
    stamped: Vec<u8>,
    left: usize,
}

impl Direction {
    /// Searches in this direction.
    ///
    /// # Errors
    /// If the requested order is unknown.
    pub(super) fn solve(
        &self,
        task: &Task<'_, Logo>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let problem = match Problem::of(task) {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        let cells = 0..problem.len() as Vertex;
        let (bytes, none) = (problem.len().div_ceil(8), vec![0; problem.len()]);
        let mut walk = Walk {
            problem: &problem,
            direction: self,
            order: order::order(task, self.order, &problem)?,
            board: match self.stamps {
                true => none,
                false => cells.map(|vertex| problem.shown(vertex)).collect(),
            },
            stamped: vec![if self.stamps { 0 } else { u8::MAX }; bytes],
            left: problem.len(),
        };
        let found = depth_first(&mut walk, usize::MAX, budget, progress);
        progress.report("done", found.explored, None, Some(problem.len() as i64));
        let path = found.path.map(|path| {
            path.map(|mut path| {
                if !self.stamps {
                    path.reverse();
                }
                path
            })
        });
        Ok(problem.outcome(
            path.as_ref()
                .map(|path| path.as_deref())
                .map_err(|stop| *stop),
            || {
                let explored = count(found.explored as usize, "board", "boards");
                Unsolvable::because(format!("{} ({explored} explored)", self.unsolvable))
            },
        ))
    }
}

impl Walk<'_> {
    fn change(&mut self, vertex: Vertex, stamp: bool) {
        self.board[vertex as usize] = u8::from(stamp);
        self.stamped[vertex as usize / 8] ^= 1 << (vertex % 8);
        for other in self.problem.beside(vertex) {
            let value = &mut self.board[other as usize];
            if *value != 0 {
                *value = (*value + if stamp { 0 } else { 2 }) % 4 + 1;
            }
        }
    }
}

impl Descent for Walk<'_> {
    type Move = Vertex;
    type Key = Box<[u8]>;

    fn is_goal(&self) -> bool {
        self.left == 0
    }

    fn moves(&self, next: &mut Vec<Vertex>, _budget: &Budget) -> Result<(), Stop> {
        let value = u8::from(!self.direction.stamps);
        let order = self.order.iter().copied();
        next.extend(order.filter(|vertex| self.board[*vertex as usize] == value));
        Ok(())
    }

    fn make(&mut self, vertex: Vertex) {
        self.change(vertex, self.direction.stamps);
        self.left -= 1;
    }

    fn take_back(&mut self, vertex: Vertex) {
        self.change(vertex, !self.direction.stamps);
        self.left += 1;
    }

    /// Forwards the values identify a board; backwards the stamped cells do.
    fn key(&self) -> Box<[u8]> {
        match self.direction.stamps {
            true => self.board.as_slice().into(),
            false => self.stamped.as_slice().into(),
        }
    }

    fn key_bytes(&self) -> usize {
        self.board.len().max(16) + 16
    }

    fn is_dead_end(&self, last: Vertex) -> bool {
        (self.direction.is_dead_end)(self, last)
    }
}
