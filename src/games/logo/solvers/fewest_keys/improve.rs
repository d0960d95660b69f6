//! Local search: exchange neighbouring blocks of the order, turn blocks round.
//!
//! A move keeps the orientation exactly if it never changes the order of two cells that lie side
//! by side, so feasibility is looked up in the grid and needs no precedence graph.

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::super::problem::{Problem, Vertex};
use super::cost::CostModel;

/// An order of stamping under improvement.
pub(super) struct Improver<'a> {
    problem: &'a Problem,
    cost: &'a CostModel,
    order: Vec<Vertex>,
    /// How many cells of the block in hand lie beside a vertex.
    beside_block: Vec<u8>,
    /// Longest block moved, and how far.
    block: usize,
    reach: usize,
}

/// How many places of the order a search pass may look at per block and start.
const WORK: usize = 4_000_000;

impl<'a> Improver<'a> {
    pub fn new(problem: &'a Problem, cost: &'a CostModel, order: Vec<Vertex>) -> Self {
        let n = order.len().max(1);
        // All exchanges on small boards; on large ones short blocks that go not too far.
        let block = (WORK / (n * n)).max(3).min(n);
        let reach = (WORK / (n * block)).max(30).min(n);
        Self {
            problem,
            cost,
            order,
            beside_block: vec![0; problem.len()],
            block,
            reach,
        }
    }

    pub fn order(&self) -> &[Vertex] {
        &self.order
    }

    pub fn restore(&mut self, order: &[Vertex]) {
        self.order.clear();
        self.order.extend_from_slice(order);
    }

    /// Keys between the cells at two places, `None` for the cursor's start before the first and
    /// nothing after the last.
    fn gap(&self, left: Option<usize>, right: usize) -> i64 {
        let Some(to) = self.order.get(right) else {
            return 0;
        };
        i64::from(match left {
            None => self.cost.to_first(*to),
            Some(left) => self.cost.between(self.order[left], *to),
        })
    }

    fn mark(&mut self, place: usize) {
        let vertex = self.order[place];
        for other in self.problem.beside(vertex) {
            self.beside_block[other as usize] += 1;
        }
    }

    fn unmark(&mut self, places: std::ops::Range<usize>) {
        for place in places {
            let vertex = self.order[place];
            for other in self.problem.beside(vertex) {
                self.beside_block[other as usize] -= 1;
            }
        }
    }

    fn is_beside_block(&self, place: usize) -> bool {
        self.beside_block[self.order[place] as usize] > 0
    }

    /// Improves until no single move helps.
    pub fn descend(&mut self, budget: &Budget) -> Result<(), Stop> {
        let n = self.order.len();
        let mut ticker = budget.ticker(16);
        let mut start = 0;
        let mut unchanged = 0;
        // Going round and round from where the last gain was.
        while unchanged < n {
            ticker.tick()?;
            if self.improve_at(start) {
                unchanged = 0;
            } else {
                unchanged += 1;
                start = (start + 1) % n;
            }
        }
        Ok(())
    }

    /// Takes the best gain among moves of blocks that begin (or end) at `i`.
    fn improve_at(&mut self, i: usize) -> bool {
        let n = self.order.len();
        let before = i.checked_sub(1);
        let mut best = (0, Move::None);
        // Block i..j is exchanged with j..k.
        for j in i + 1..n.min(i + self.block + 1) {
            self.mark(j - 1);
            for k in j + 1..=n.min(j + self.reach) {
                if self.is_beside_block(k - 1) {
                    break;
                }
                let old = self.gap(before, i) + self.gap(Some(j - 1), j) + self.gap(Some(k - 1), k);
                let new = self.gap(before, j) + self.gap(Some(k - 1), i) + self.gap(Some(j - 1), k);
                if old - new > best.0 {
                    best = (old - new, Move::Exchange(i, j, k));
                }
            }
        }
        self.unmark(i..n.min(i + self.block + 1).max(i + 1) - 1);
        // Block j..k, which ends at k = i + 1, is exchanged with h..j before it.
        let k = i + 1;
        let mut j = k;
        while j > 1 && k - j < self.block {
            j -= 1;
            self.mark(j);
            for h in (j.saturating_sub(self.reach)..j).rev() {
                if self.is_beside_block(h) {
                    break;
                }
                let left = h.checked_sub(1);
                let old = self.gap(left, h) + self.gap(Some(j - 1), j) + self.gap(Some(k - 1), k);
                let new = self.gap(left, j) + self.gap(Some(k - 1), h) + self.gap(Some(j - 1), k);
                if old - new > best.0 {
                    best = (old - new, Move::Exchange(h, j, k));
                }
            }
        }
        self.unmark(j..k);
        // Block i..j is turned round.
        let mut j = i + 1;
        self.mark(i);
        while j < n && j - i < self.reach && !self.is_beside_block(j) {
            self.mark(j);
            j += 1;
            let old = self.gap(before, i) + self.gap(Some(j - 1), j);
            let new = self.gap(before, j - 1) + self.gap(Some(i), j);
            if old - new > best.0 {
                best = (old - new, Move::Turn(i, j));
            }
        }
        self.unmark(i..j);
        match best.1 {
            Move::None => return false,
            Move::Exchange(i, j, k) => self.order[i..k].rotate_left(j - i),
            Move::Turn(i, j) => self.order[i..j].reverse(),
        }
        true
    }

    /// A few random exchanges that the numbers allow.
    pub fn shake(&mut self, rng: &mut Rng, times: usize) {
        let n = self.order.len();
        if n < 2 {
            return;
        }
        for _ in 0..times {
            let i = rng.usize(..n - 1);
            let j = rng.usize(i + 1..n.min(i + 9));
            for place in i..j {
                self.mark(place);
            }
            let mut k = j;
            while k < n.min(j + 8) && !self.is_beside_block(k) {
                k += 1;
            }
            self.unmark(i..j);
            if k > j {
                let k = rng.usize(j + 1..=k);
                self.order[i..k].rotate_left(j - i);
            }
        }
    }
}

/// A change of the order; places are half-open ranges.
enum Move {
    None,
    Exchange(usize, usize, usize),
    Turn(usize, usize),
}
