//! Local search: exchanges of adjacent blocks of the order.
//!
//! A move keeps the orientation exactly if it never changes the order of two adjacent cells, so feasibility is
//! looked up in the grid and needs no precedence graph.
//!
//! A move replaces steps by equally many others, each of which leaves the same cell as one of the old ones. If the
//! move saves anything, one of these pairs does by itself. So only cells nearer than the present successor need be
//! tried (Lin and Kernighan's gain criterion, 1973).

use std::collections::VecDeque;
use std::ops::Range;

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::super::problem::{StampProblem, Vertex};
use super::cost::CostModel;
use super::nearest::NearestCells;

/// A stamping order that local search improves.
pub(super) struct Improver<'a> {
    problem: &'a StampProblem,
    cost: &'a CostModel,
    near: &'a NearestCells,
    pub order: Vec<Vertex>,
    /// Position of each vertex in the order.
    index: Vec<u32>,
    /// Travel cost of the order.
    pub path_cost: i64,
    /// Moves since the last [`Improver::commit`].
    moves: Vec<Exchange>,
    /// Vertices near a change, still to be examined (don't-look bits, Bentley 1992).
    agenda: VecDeque<Vertex>,
    is_on_agenda: Vec<bool>,
}

/// Largest number of positions that a move changes.
const MAX_MOVE_LEN: usize = 1000;
/// Window of random exchanges, in positions.
const SHAKE_WINDOW: usize = 50;
/// Longest block that a random exchange moves.
const MAX_SHAKEN: usize = 8;

/// A change of the order: exchanges the block from the first position to the second with that from there to the third.
#[derive(Clone, Copy)]
struct Exchange(usize, usize, usize);

/// The best move found so far; its saving is more than 0.
#[derive(Default)]
struct BestMove {
    saving: i64,
    mv: Option<Exchange>,
}

impl BestMove {
    fn offer(&mut self, saving: i64, mv: Exchange) {
        if saving > self.saving {
            (self.saving, self.mv) = (saving, Some(mv));
        }
    }
}

impl<'a> Improver<'a> {
    /// Starts with all vertices on the agenda.
    pub fn new(
        problem: &'a StampProblem,
        cost: &'a CostModel,
        near: &'a NearestCells,
        order: Vec<Vertex>,
    ) -> Self {
        Self {
            problem,
            cost,
            near,
            index: problem.ranks(&order),
            path_cost: cost.path_cost(&order),
            moves: Vec::new(),
            agenda: order.iter().copied().collect(),
            is_on_agenda: vec![true; problem.len()],
            order,
        }
    }

    /// Makes the current order the one to return to.
    pub fn commit(&mut self) {
        self.moves.clear();
    }

    /// Returns to the order last committed.
    pub fn rollback(&mut self) {
        while let Some(mv) = self.moves.pop() {
            let Exchange(i, j, k) = mv;
            self.path_cost += self.change(Exchange(i, i + k - j, k));
        }
    }

    /// Cost of a step between positions; `None` is the cursor's start, and a step to the end of the order is free.
    fn step(&self, from: Option<usize>, to: usize) -> i64 {
        let Some(to) = self.order.get(to) else {
            return 0;
        };
        i64::from(match from {
            None => self.cost.to_first(*to),
            Some(from) => self.cost.between(self.order[from], *to),
        })
    }

    /// Cost of the step into a position.
    fn step_to(&self, index: usize) -> i64 {
        self.step(index.checked_sub(1), index)
    }

    /// Position of a vertex in the order.
    fn index(&self, vertex: Vertex) -> usize {
        self.index[vertex as usize] as usize
    }

    /// Returns whether the cell at a position is adjacent to one in a block.
    fn touches(&self, index: usize, block: Range<usize>) -> bool {
        let mut adjacent = self.problem.adjacent(self.order[index]);
        adjacent.any(|other| block.contains(&self.index(other)))
    }

    /// Improves until no single move near a change helps.
    pub fn descend(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut ticker = budget.ticker(64);
        while let Some(vertex) = self.agenda.pop_front() {
            self.is_on_agenda[vertex as usize] = false;
            loop {
                ticker.tick()?;
                let index = self.index(vertex);
                let mut best = BestMove::default();
                if index == 0 {
                    self.shorten_gap(0, &mut best);
                }
                self.shorten_gap(index + 1, &mut best);
                match best.mv {
                    Some(mv) => self.apply(mv),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Tries moves that shorten the step across a gap, for the cell before it; `gap` is the position after it.
    fn shorten_gap(&self, gap: usize, best: &mut BestMove) {
        let before = gap.checked_sub(1);
        let old = self.step_to(gap);
        for &(new, next) in self.near.get(before.map(|before| self.order[before])) {
            let saving = old - i64::from(new);
            if saving <= 0 {
                break;
            }
            let index = self.index(next);
            if index > gap {
                self.jump(gap, index, saving, best);
                self.postpone(gap, index, saving, best);
            } else if index < gap {
                self.fetch(index, gap, saving, best);
            }
        }
        if old > 0 {
            self.postpone(gap, self.order.len(), old, best);
        }
    }

    /// Exchanges that replace the step into `i` by one into `j`.
    fn jump(&self, i: usize, j: usize, saving: i64, best: &mut BestMove) {
        let end = self.order.len().min(i + MAX_MOVE_LEN);
        for last in j..end {
            if self.touches(last, i..j) {
                return;
            }
            let k = last + 1;
            let old = self.step_to(j) + self.step_to(k);
            let new = self.step(Some(last), i) + self.step(Some(j - 1), k);
            best.offer(saving + old - new, Exchange(i, j, k));
        }
    }

    /// Exchanges that replace the step into `j` by one into `k`.
    fn postpone(&self, j: usize, k: usize, saving: i64, best: &mut BestMove) {
        for i in (k.saturating_sub(MAX_MOVE_LEN)..j).rev() {
            if self.touches(i, j..k) {
                return;
            }
            let old = self.step_to(i) + self.step_to(k);
            let new = self.step(i.checked_sub(1), j) + self.step(Some(k - 1), i);
            best.offer(saving + old - new, Exchange(i, j, k));
        }
    }

    /// Exchanges that replace the step into `k` by one into `i`.
    fn fetch(&self, i: usize, k: usize, saving: i64, best: &mut BestMove) {
        if k - i > MAX_MOVE_LEN || k == i + 1 {
            return;
        }
        // Last position before `k` adjacent to a cell of the first block.
        let mut furthest = i;
        for j in i + 1..k {
            let adjacent = self.problem.adjacent(self.order[j - 1]);
            let indices = adjacent.map(|other| self.index(other));
            furthest = indices.filter(|p| *p < k).fold(furthest, usize::max);
            if furthest + 1 == k {
                return;
            }
            if furthest < j {
                let old = self.step_to(i) + self.step_to(j);
                let new = self.step(i.checked_sub(1), j) + self.step(Some(j - 1), k);
                best.offer(saving + old - new, Exchange(i, j, k));
            }
        }
    }

    /// Makes a move and puts the cells at its ends on the agenda.
    fn apply(&mut self, mv: Exchange) {
        self.path_cost += self.change(mv);
        self.moves.push(mv);
        let Exchange(i, j, k) = mv;
        let gaps = [i, i + k - j, k];
        for gap in gaps {
            for index in gap.saturating_sub(1)..self.order.len().min(gap + 1) {
                let vertex = self.order[index];
                if !std::mem::replace(&mut self.is_on_agenda[vertex as usize], true) {
                    self.agenda.push_back(vertex);
                }
            }
        }
    }

    /// Changes the order and returns the increase in travel cost.
    fn change(&mut self, mv: Exchange) -> i64 {
        let Exchange(start, middle, end) = mv;
        let cost = |this: &Self, middle: usize| {
            this.step_to(start) + this.step_to(middle) + this.step_to(end)
        };
        let old = cost(self, middle);
        self.order[start..end].rotate_left(middle - start);
        for index in start..end {
            self.index[self.order[index] as usize] = index as u32;
        }
        cost(self, start + end - middle) - old
    }

    /// Makes up to `times` random feasible exchanges of adjacent blocks of up to [`MAX_SHAKEN`] cells, in one window.
    pub fn shake(&mut self, rng: &mut Rng, times: usize) {
        let n = self.order.len();
        if n < 2 {
            return;
        }
        let start = rng.usize(..n - 1);
        for _ in 0..times {
            let i = rng.usize(start..(n - 1).min(start + SHAKE_WINDOW));
            let j = rng.usize(i + 1..n.min(i + 1 + MAX_SHAKEN));
            let end = n.min(j + MAX_SHAKEN);
            // The second block ends before the first cell that is adjacent to one of the first block.
            let k = (j..end).find(|last| self.touches(*last, i..j));
            let k = k.unwrap_or(end);
            if k > j {
                self.apply(Exchange(i, j, rng.usize(j + 1..=k)));
            }
        }
    }
}
