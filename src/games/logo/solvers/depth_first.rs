//! Depth-first search over boards, forwards or backwards.

use crate::Logo;
use crate::game::typed::SolveTask;
use crate::game::{Answer, Outcome, Unsolvable};
use crate::search::{Budget, Descent, Progress, Stop, depth_first};

use super::order;
use super::problem::{StampProblem, Vertex, count};

pub(super) struct SearchDirection {
    /// `true` if cells are stamped; otherwise stamps are taken back.
    pub(super) forwards: bool,
    /// Default order in which cells are tried.
    pub(super) order: &'static str,
    /// Returns whether no board after this move leads to the end.
    pub(super) is_dead_end: fn(&BoardWalk<'_>, Vertex) -> bool,
    /// Reason given when every path fails.
    pub(super) unsolvable: &'static str,
}

pub(super) struct BoardWalk<'a> {
    pub(super) problem: &'a StampProblem,
    direction: &'a SearchDirection,
    order: Vec<Vertex>,
    /// Value of each cell, 0 if unstamped. Counts only cells still to be stamped, not those stamped before them.
    pub(super) board: Vec<u8>,
    /// A bit per stamped cell.
    stamped: Vec<u8>,
    left: usize,
}

impl SearchDirection {
    /// Searches in this direction.
    ///
    /// # Errors
    /// If the requested order is unknown.
    pub(super) fn solve(
        &self,
        task: &SolveTask<'_, Logo>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let problem = match StampProblem::new(task) {
            Ok(problem) => problem,
            Err(proof) => return Ok(Outcome::Unsolvable(proof)),
        };
        let cells = 0..problem.len() as Vertex;
        let (bytes, empty) = (problem.len().div_ceil(8), vec![0; problem.len()]);
        let mut walk = BoardWalk {
            problem: &problem,
            direction: self,
            order: order::order(task, self.order, &problem)?,
            board: match self.forwards {
                true => empty,
                false => cells.map(|vertex| problem.final_value(vertex)).collect(),
            },
            stamped: vec![if self.forwards { 0 } else { u8::MAX }; bytes],
            left: problem.len(),
        };
        let result = depth_first(&mut walk, usize::MAX, budget, progress);
        progress.report("done", result.explored, None, Some(problem.len() as i64));
        let path = result.path.map(|path| {
            path.map(|mut path| {
                if !self.forwards {
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
                let explored = count(result.explored as usize, "board", "boards");
                Unsolvable::because(format!("{} ({explored} explored)", self.unsolvable))
            },
        ))
    }
}

impl BoardWalk<'_> {
    fn toggle(&mut self, vertex: Vertex, stamp: bool) {
        self.board[vertex as usize] = u8::from(stamp);
        self.stamped[vertex as usize / 8] ^= 1 << (vertex % 8);
        for other in self.problem.adjacent(vertex) {
            let value = &mut self.board[other as usize];
            if *value != 0 {
                *value = (*value + if stamp { 0 } else { 2 }) % 4 + 1;
            }
        }
    }
}

impl Descent for BoardWalk<'_> {
    type Move = Vertex;
    type Key = Box<[u8]>;

    fn is_goal(&self) -> bool {
        self.left == 0
    }

    fn moves(&self, next: &mut Vec<Vertex>, _budget: &Budget) -> Result<(), Stop> {
        let value = u8::from(!self.direction.forwards);
        let order = self.order.iter().copied();
        next.extend(order.filter(|vertex| self.board[*vertex as usize] == value));
        Ok(())
    }

    fn make(&mut self, vertex: Vertex) {
        self.toggle(vertex, self.direction.forwards);
        self.left -= 1;
    }

    fn take_back(&mut self, vertex: Vertex) {
        self.toggle(vertex, !self.direction.forwards);
        self.left += 1;
    }

    /// Forwards the values identify a board; backwards the stamped cells do.
    fn key(&self) -> Box<[u8]> {
        match self.direction.forwards {
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
