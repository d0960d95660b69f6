//! One orientation as a sequential ordering problem: a shortest path through all cells that visits each after its
//! predecessors.

use crate::search::{Budget, Stop};

use super::set::Set;

/// Longer than any path, and safe from overflow when a few are added.
pub(super) const NEVER: i32 = 1 << 28;

#[derive(Clone)]
pub(super) struct Task<const WORDS: usize> {
    pub n: usize,
    /// Step lengths, row `from`, column `to`: a metric.
    length: Vec<i32>,
    /// Length of the way to each cell as the first; [`NEVER`] if it cannot be.
    pub first: Vec<i32>,
    /// The same from each cell as the last.
    pub last: Vec<i32>,
    /// Neighbours of each cell that come before it.
    pub direct: Vec<Set<WORDS>>,
    /// Transitive predecessors of each cell, and successors.
    pub before: Vec<Set<WORDS>>,
    pub after: Vec<Set<WORDS>>,
    /// Cells on a shortest way of each step.
    way: Vec<Set<WORDS>>,
    /// `true` if a step may be part of a best path.
    may: Vec<bool>,
}

impl<const WORDS: usize> Task<WORDS> {
    /// The task with these lengths, in which the cells of `direct[v]` come before `v`.
    ///
    /// # Errors
    /// If stopped by the budget.
    pub fn new(
        length: Vec<i32>,
        first: Vec<i32>,
        last: Vec<i32>,
        direct: Vec<Set<WORDS>>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let n = direct.len();
        let mut way = vec![Set::NONE; n * n];
        for u in 0..n {
            budget.check()?;
            let from_u = &length[u * n..][..n];
            for v in (0..n).filter(|v| *v != u) {
                let to_v = &length[v * n..][..n];
                let on_it =
                    (0..n).filter(|w| *w != u && *w != v && from_u[*w] + to_v[*w] == from_u[v]);
                way[u * n + v] = on_it.fold(Set::NONE, Set::with);
            }
        }
        let mut task = Self {
            n,
            length,
            first,
            last,
            before: closure(&direct, budget)?,
            after: closure(&turned(&direct), budget)?,
            direct,
            way,
            may: Vec::new(),
        };
        for from in 0..n {
            budget.check()?;
            let may = (0..n).map(|to| task.is_sensible(from, to));
            task.may.extend(may.collect::<Vec<bool>>());
        }
        Ok(task)
    }

    /// The task with all paths reversed.
    ///
    /// # Errors
    /// If stopped by the budget.
    pub fn reversed(&self, budget: &Budget) -> Result<Self, Stop> {
        Self::new(
            self.length.clone(),
            self.last.clone(),
            self.first.clone(),
            turned(&self.direct),
            budget,
        )
    }

    /// Restricts paths to those that end in these cells.
    pub fn ending_in(mut self, keep: impl Fn(usize) -> bool) -> Self {
        for (v, last) in self.last.iter_mut().enumerate() {
            if !keep(v) {
                *last = NEVER;
            }
        }
        self
    }

    #[inline]
    pub fn length(&self, from: usize, to: usize) -> i32 {
        self.length[from * self.n + to]
    }

    /// Cells on the way of a step.
    #[inline]
    pub fn way(&self, from: usize, to: usize) -> Set<WORDS> {
        self.way[from * self.n + to]
    }

    /// Returns whether a step may be part of a best path.
    pub fn may(&self, from: usize, to: usize) -> bool {
        self.may[from * self.n + to]
    }

    /// Returns whether a step may be part of a best path.
    ///
    /// Some best path never passes over a cell that could be visited: visiting it costs nothing, and leaving it out
    /// later saves something or nothing. (If it was the last, leaving it out saves its whole step, so there was a
    /// better path.) The rule depends only on the cells visited and the last one, so from every state some best
    /// completion keeps it. A step is excluded if a cell must come between, or if a cell on its way certainly could
    /// be visited then and certainly was not yet.
    fn is_sensible(&self, from: usize, to: usize) -> bool {
        if from == to || self.before[from].has(to) || self.after[from].meets(self.before[to]) {
            return false;
        }
        let later = self.after[from] | self.after[to].with(to);
        let mut done = self.before[from].with(from) | self.before[to];
        loop {
            let could = |w: &usize| !self.direct[*w].meets(!done);
            let mut passed = (self.way(from, to) & !done).cells().filter(could);
            let Some(passed) = passed.next() else {
                return !done.meets(later);
            };
            // It was visited then, with all its predecessors.
            done = done | self.before[passed].with(passed);
            if done.meets(later) {
                return false;
            }
        }
    }
}

/// Inverts the relation.
fn turned<const WORDS: usize>(direct: &[Set<WORDS>]) -> Vec<Set<WORDS>> {
    let mut turned = vec![Set::NONE; direct.len()];
    for (v, others) in direct.iter().enumerate() {
        for other in others.cells() {
            turned[other] = turned[other].with(v);
        }
    }
    turned
}

/// Transitive closure of an acyclic relation.
fn closure<const WORDS: usize>(
    direct: &[Set<WORDS>],
    budget: &Budget,
) -> Result<Vec<Set<WORDS>>, Stop> {
    let mut closed = direct.to_vec();
    loop {
        let mut next = Vec::with_capacity(closed.len());
        for set in &closed {
            budget.check()?;
            next.push(set.cells().fold(*set, |all, other| all | closed[other]));
        }
        if next == closed {
            return Ok(closed);
        }
        closed = next;
    }
}
