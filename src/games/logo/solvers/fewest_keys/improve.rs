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

use super::super::problem::{Problem, Vertex};
use super::cost::CostModel;
use super::near::Near;

pub(super) struct Improver<'a> {
    problem: &'a Problem,
    cost: &'a CostModel,
    near: &'a Near,
    order: Vec<Vertex>,
    /// Position of each vertex in the order.
    place: Vec<u32>,
    ways: i64,
    /// Moves since the last [`Improver::keep`].
    moves: Vec<Move>,
    /// Vertices near a change, still to be examined (don't-look bits, Bentley 1992).
    agenda: VecDeque<Vertex>,
    is_on_agenda: Vec<bool>,
}

/// Largest number of positions that a move changes.
const REACH: usize = 1000;

/// Window of random exchanges, in positions.
const NEAR: usize = 50;

/// A change of the order; positions are half-open ranges.
#[derive(Clone, Copy)]
enum Move {
    /// Exchanges the block from the first position to the second with that from there to the third.
    Exchange(usize, usize, usize),
    Turn(usize, usize),
}

/// The best move found so far and its saving.
#[derive(Default)]
struct Best(i64, Option<Move>);

impl Best {
    fn offer(&mut self, saving: i64, mv: Move) {
        if saving > self.0 {
            *self = Self(saving, Some(mv));
        }
    }
}

impl<'a> Improver<'a> {
    /// Starts with all vertices on the agenda.
    pub fn new(
        problem: &'a Problem,
        cost: &'a CostModel,
        near: &'a Near,
        order: Vec<Vertex>,
    ) -> Self {
        let mut place = vec![0; problem.len()];
        for (own, vertex) in (0..).zip(&order) {
            place[*vertex as usize] = own;
        }
        Self {
            problem,
            cost,
            near,
            place,
            ways: cost.ways(&order),
            moves: Vec::new(),
            agenda: order.iter().copied().collect(),
            is_on_agenda: vec![true; problem.len()],
            order,
        }
    }

    pub fn order(&self) -> &[Vertex] {
        &self.order
    }

    /// Travel cost of the order.
    pub fn ways(&self) -> i64 {
        self.ways
    }

    /// Makes the current order the one to return to.
    pub fn keep(&mut self) {
        self.moves.clear();
    }

    /// Returns to the order last committed.
    pub fn go_back(&mut self) {
        while let Some(mv) = self.moves.pop() {
            self.ways += self.change(match mv {
                Move::Exchange(i, j, k) => Move::Exchange(i, i + k - j, k),
                Move::Turn(..) => mv,
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
    fn step_to(&self, place: usize) -> i64 {
        self.step(place.checked_sub(1), place)
    }

    fn place(&self, vertex: Vertex) -> usize {
        self.place[vertex as usize] as usize
    }

    /// Returns whether the cell at a position is adjacent to one in a block.
    fn meets(&self, place: usize, block: Range<usize>) -> bool {
        let mut beside = self.problem.beside(self.order[place]);
        beside.any(|other| block.contains(&self.place(other)))
    }

    /// Improves until no single move near a change helps.
    pub fn descend(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut ticker = budget.ticker(64);
        while let Some(vertex) = self.agenda.pop_front() {
            self.is_on_agenda[vertex as usize] = false;
            loop {
                ticker.tick()?;
                let place = self.place(vertex);
                let mut best = Best::default();
                if place == 0 {
                    self.leave(0, &mut best);
                }
                self.leave(place + 1, &mut best);
                self.reach(place, &mut best);
                let Some(mv) = best.1 else {
                    break;
                };
                self.apply(mv);
            }
        }
        Ok(())
    }

    /// Tries moves that shorten the step across a gap, for the cell before it; `gap` is the position after it.
    fn leave(&self, gap: usize, best: &mut Best) {
        let before = gap.checked_sub(1);
        let old = self.step_to(gap);
        for &(new, next) in self.near.of(before.map(|before| self.order[before])) {
            let saving = old - i64::from(new);
            if saving <= 0 {
                break;
            }
            let place = self.place(next);
            if place > gap {
                self.jump(gap, place, saving, best);
                self.put_off(gap, place, saving, best);
                self.turn(gap, place + 1, best);
            } else if place < gap {
                self.fetch(place, gap, saving, best);
            }
        }
        if old > 0 {
            self.put_off(gap, self.order.len(), old, best);
        }
    }

    /// Exchanges that replace the step into `i` by one into `j`.
    fn jump(&self, i: usize, j: usize, saving: i64, best: &mut Best) {
        let most = self.order.len().min(i + REACH);
        for last in j..most {
            if self.meets(last, i..j) {
                return;
            }
            let k = last + 1;
            let old = self.step_to(j) + self.step_to(k);
            let new = self.step(Some(last), i) + self.step(Some(j - 1), k);
            best.offer(saving + old - new, Move::Exchange(i, j, k));
        }
    }

    /// Exchanges that replace the step into `j` by one into `k`.
    fn put_off(&self, j: usize, k: usize, saving: i64, best: &mut Best) {
        for i in (k.saturating_sub(REACH)..j).rev() {
            if self.meets(i, j..k) {
                return;
            }
            let old = self.step_to(i) + self.step_to(k);
            let new = self.step(i.checked_sub(1), j) + self.step(Some(k - 1), i);
            best.offer(saving + old - new, Move::Exchange(i, j, k));
        }
    }

    /// Exchanges that replace the step into `k` by one into `i`.
    fn fetch(&self, i: usize, k: usize, saving: i64, best: &mut Best) {
        if k - i > REACH || k == i + 1 {
            return;
        }
        // Last position before `k` adjacent to a cell of the first block.
        let mut furthest = i;
        for j in i + 1..k {
            let beside = self.problem.beside(self.order[j - 1]);
            let places = beside.map(|other| self.place(other));
            furthest = places.filter(|p| *p < k).fold(furthest, usize::max);
            if furthest + 1 == k {
                return;
            }
            if furthest < j {
                let old = self.step_to(i) + self.step_to(j);
                let new = self.step(i.checked_sub(1), j) + self.step(Some(j - 1), k);
                best.offer(saving + old - new, Move::Exchange(i, j, k));
            }
        }
    }

    /// Reversals that shorten the step into the cell at a position.
    fn reach(&self, place: usize, best: &mut Best) {
        let old = self.step_to(place);
        for &(new, before) in self.near.of(Some(self.order[place])) {
            if i64::from(new) >= old {
                break;
            }
            let i = self.place(before);
            if i < place {
                self.turn(i, place, best);
            }
        }
    }

    fn turn(&self, i: usize, j: usize, best: &mut Best) {
        let old = self.step_to(i) + self.step_to(j);
        let new = self.step(i.checked_sub(1), j - 1) + self.step(Some(i), j);
        let can_be = || !(i..j).any(|place| self.meets(place, i..j));
        if old - new > best.0 && j - i <= REACH && can_be() {
            best.offer(old - new, Move::Turn(i, j));
        }
    }

    fn apply(&mut self, mv: Move) {
        self.ways += self.change(mv);
        self.moves.push(mv);
        let gaps = match mv {
            Move::Exchange(i, j, k) => [i, i + k - j, k],
            Move::Turn(i, j) => [i, i, j],
        };
        for gap in gaps {
            for place in gap.saturating_sub(1)..self.order.len().min(gap + 1) {
                let vertex = self.order[place];
                if !std::mem::replace(&mut self.is_on_agenda[vertex as usize], true) {
                    self.agenda.push_back(vertex);
                }
            }
        }
    }

    /// Changes the order and returns the increase in travel cost.
    fn change(&mut self, mv: Move) -> i64 {
        let (old, changed) = match mv {
            Move::Exchange(i, j, k) => {
                let old = self.step_to(i) + self.step_to(j) + self.step_to(k);
                self.order[i..k].rotate_left(j - i);
                (old, i..k)
            }
            Move::Turn(i, j) => {
                let old = self.step_to(i) + self.step_to(j);
                self.order[i..j].reverse();
                (old, i..j)
            }
        };
        for place in changed.clone() {
            self.place[self.order[place] as usize] = place as u32;
        }
        let middle = match mv {
            Move::Exchange(i, j, k) => self.step_to(i + k - j),
            Move::Turn(..) => 0,
        };
        self.step_to(changed.start) + middle + self.step_to(changed.end) - old
    }

    /// A few random feasible exchanges near each other.
    pub fn shake(&mut self, rng: &mut Rng, times: usize) {
        let n = self.order.len();
        if n < 2 {
            return;
        }
        let around = rng.usize(..n - 1);
        for _ in 0..times {
            let i = rng.usize(around..(n - 1).min(around + NEAR));
            let j = rng.usize(i + 1..n.min(i + 9));
            let most = n.min(j + 8);
            let k = (j..most)
                .find(|last| self.meets(*last, i..j))
                .unwrap_or(most);
            if k > j {
                self.apply(Move::Exchange(i, j, rng.usize(j + 1..=k)));
            }
        }
    }
}
