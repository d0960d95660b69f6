//! Depth-first search over boards, in either direction, with a set of the boards seen.

use crate::Logo;
use crate::game::typed::Task;
use crate::game::{Answer, Outcome, Unsolvable};
use crate::search::{Budget, Progress, Stop};

use super::order;
use super::problem::{Problem, Vertex};
use super::seen::Seen;

pub(super) struct Direction {
    /// Whether cells are stamped; else stamps are taken back.
    pub(super) stamps: bool,
    /// The order in which cells are tried if none is asked for.
    pub(super) order: &'static str,
    /// Whether a board may lead on after this move.
    pub(super) may_lead_on: fn(&Walk<'_>, Vertex) -> bool,
    /// That no way leads to the end.
    pub(super) unsolvable: fn(&Walk<'_>) -> Unsolvable,
}

/// A way through boards.
pub(super) struct Walk<'a> {
    pub(super) problem: &'a Problem,
    direction: &'a Direction,
    order: Vec<Vertex>,
    /// What each cell shows, 0 where it is not stamped. Counted over the cells still to be stamped only: those stamped
    /// before them stay.
    pub(super) board: Vec<u8>,
    stamped: Vec<u8>,
    way: Vec<Vertex>,
    pub(super) explored: u64,
    /// What was left at the dead end with the fewest cells, where stamps are taken back.
    pub(super) closest: Vec<Vertex>,
}

impl Direction {
    /// Searches this way.
    ///
    /// # Errors
    /// When there is no such order.
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
                false => cells.clone().map(|vertex| problem.shown(vertex)).collect(),
            },
            stamped: vec![if self.stamps { 0 } else { u8::MAX }; bytes],
            way: Vec::with_capacity(problem.len()),
            explored: 0,
            closest: cells.collect(),
        };
        let result = walk.run(budget, progress);
        progress.report("done", walk.explored, None, Some(problem.len() as i64));
        if !self.stamps {
            walk.way.reverse();
        }
        let way = result.map(|found| found.then_some(walk.way.as_slice()));
        Ok(problem.outcome(way, || (self.unsolvable)(&walk)))
    }
}

impl Walk<'_> {
    /// Whether the end was reached; the way is in `way` then.
    fn run(&mut self, budget: &Budget, progress: &Progress<'_>) -> Result<bool, Stop> {
        let (stamps, all) = (self.direction.stamps, self.problem.len());
        let mut seen = Seen::new(self.key().len());
        // For each board on the way, which cell of the order is to be tried next.
        let mut next = vec![0_usize];
        let mut ticker = budget.ticker(256);
        while let Some(from) = next.last_mut() {
            if self.way.len() == all {
                return Ok(true);
            }
            let mut left = self.order[*from..].iter();
            let found = left.position(|v| self.board[*v as usize] == u8::from(!stamps));
            ticker.tick()?;
            let Some(found) = found else {
                if !stamps && self.way.len() + self.closest.len() > all {
                    let left = |v: &Vertex| self.board[*v as usize] != 0;
                    self.closest = self.order.iter().copied().filter(left).collect();
                }
                next.pop();
                if let Some(vertex) = self.way.pop() {
                    self.change(vertex, !stamps);
                }
                continue;
            };
            let vertex = self.order[*from + found];
            *from += found + 1;
            self.change(vertex, stamps);
            if !(self.direction.may_lead_on)(self, vertex) || !seen.insert(self.key()) {
                self.change(vertex, !stamps);
                continue;
            }
            self.way.push(vertex);
            next.push(0);
            self.explored += 1;
            if self.explored.is_multiple_of(65_536) {
                let cells = format!("{} of {all} cells", self.way.len());
                progress.report(cells, self.explored, None, None);
            }
            budget.check_memory(seen.bytes())?;
        }
        Ok(false)
    }

    /// All that tells a board from others. On the way back the cells that are left do.
    fn key(&self) -> &[u8] {
        match self.direction.stamps {
            true => &self.board,
            false => &self.stamped,
        }
    }

    /// Stamps a cell, or takes its stamp back.
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
