//! Local search: exchanges of adjacent blocks of the order, and reversals of blocks.
//!
//! A move keeps the orientation exactly if it never changes the order of two adjacent cells, so feasibility is
//! looked up in the grid and needs no precedence graph.
//!
//! Both moves replace steps by equally many others, each of which leaves the same cell as one of the old ones (or,
//! in a reversal, enters the same cell). If the move saves anything, one of these pairs does by itself. So only
//! cells nearer than the present successor need be tried (Lin and Kernighan's gain criterion, 1973).

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
    moves: Vec<OrderMove>,
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

/// A change of the order; positions are half-open ranges.
#[derive(Clone, Copy)]
enum OrderMove {
    /// Exchanges the block from the first position to the second with that from there to the third.
    Exchange(usize, usize, usize),
    /// Reverses the block from the first position to the second.
    Reverse(usize, usize),
}

/// The best move found so far; its saving is more than 0.
#[derive(Default)]
struct BestMove {
    saving: i64,
    mv: Option<OrderMove>,
}

impl BestMove {
    fn offer(&mut self, saving: i64, mv: OrderMove) {
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
            self.path_cost += self.change(match mv {
                OrderMove::Exchange(i, j, k) => OrderMove::Exchange(i, i + k - j, k),
                OrderMove::Reverse(..) => mv,
            });
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
                self.shorten_entry(index, &mut best);
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
                self.reverse(gap, index + 1, best);
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
            best.offer(saving + old - new, OrderMove::Exchange(i, j, k));
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
            best.offer(saving + old - new, OrderMove::Exchange(i, j, k));
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
                best.offer(saving + old - new, OrderMove::Exchange(i, j, k));
            }
        }
    }

    /// Reversals that shorten the step into the cell at a position.
    fn shorten_entry(&self, index: usize, best: &mut BestMove) {
        let old = self.step_to(index);
        for &(new, before) in self.near.get(Some(self.order[index])) {
            if i64::from(new) >= old {
                break;
            }
            let i = self.index(before);
            if i < index {
                self.reverse(i, index, best);
            }
        }
    }

    /// The reversal of the block from `i` to before `j`.
    fn reverse(&self, i: usize, j: usize, best: &mut BestMove) {
        let old = self.step_to(i) + self.step_to(j);
        let new = self.step(i.checked_sub(1), j - 1) + self.step(Some(i), j);
        let is_valid = || !(i..j).any(|index| self.touches(index, i..j));
        if old - new > best.saving && j - i <= MAX_MOVE_LEN && is_valid() {
            best.offer(old - new, OrderMove::Reverse(i, j));
        }
    }

    /// Makes a move and puts the cells at its ends on the agenda.
    fn apply(&mut self, mv: OrderMove) {
        self.path_cost += self.change(mv);
        self.moves.push(mv);
        let gaps = match mv {
            OrderMove::Exchange(i, j, k) => [i, i + k - j, k],
            OrderMove::Reverse(i, j) => [i, i, j],
        };
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
    fn change(&mut self, mv: OrderMove) -> i64 {
        let (start, end, before, after) = match mv {
            OrderMove::Exchange(i, j, k) => (i, k, Some(j), Some(i + k - j)),
            OrderMove::Reverse(i, j) => (i, j, None, None),
        };
        let cost = |this: &Self, middle: Option<usize>| {
            this.step_to(start) + middle.map_or(0, |at| this.step_to(at)) + this.step_to(end)
        };
        let old = cost(self, before);
        match before {
            Some(middle) => self.order[start..end].rotate_left(middle - start),
            None => self.order[start..end].reverse(),
        }
        for index in start..end {
            self.index[self.order[index] as usize] = index as u32;
        }
        cost(self, after) - old
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
                self.apply(OrderMove::Exchange(i, j, rng.usize(j + 1..=k)));
            }
        }
    }
}
