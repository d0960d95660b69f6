//! One orientation as a sequential ordering problem.

use crate::search::{Budget, Stop};

use super::set::Set;

/// Longer than any way, and far from overflow when some are added up.
pub(super) const NEVER: i32 = 1 << 28;

/// A way through all cells is asked for that visits each cell after those that come before it.
#[derive(Clone)]
pub(super) struct Task<const WORDS: usize> {
    /// Number of cells.
    pub n: usize,
    /// Lengths of steps, row `from`, column `to`: a metric.
    length: Vec<i32>,
    /// Length of the way into each cell as the first, [`NEVER`] if it must not be.
    pub first: Vec<i32>,
    /// The same out of it as the last.
    pub last: Vec<i32>,
    /// Neighbours of each cell that come before it.
    pub direct: Vec<Set<WORDS>>,
    /// All that comes before each cell, and after it.
    pub before: Vec<Set<WORDS>>,
    pub after: Vec<Set<WORDS>>,
    /// Cells on the way of a step: those that make it no longer.
    way: Vec<Set<WORDS>>,
    /// Whether a step may be part of the best way.
    may: Vec<bool>,
}

impl<const WORDS: usize> Task<WORDS> {
    /// The task with these lengths, in which the cells of `direct[v]` come before `v`.
    ///
    /// # Errors
    /// When the budget says stop.
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

    /// The same way walked from its end.
    ///
    /// # Errors
    /// When the budget says stop.
    pub fn reversed(&self, budget: &Budget) -> Result<Self, Stop> {
        Self::new(
            self.length.clone(),
            self.last.clone(),
            self.first.clone(),
            turned(&self.direct),
            budget,
        )
    }

    /// Only ways that end in one of these cells.
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

    /// The cells on the way of a step.
    #[inline]
    pub fn way(&self, from: usize, to: usize) -> Set<WORDS> {
        self.way[from * self.n + to]
    }

    /// Whether a step may be part of the best way.
    pub fn may(&self, from: usize, to: usize) -> bool {
        self.may[from * self.n + to]
    }

    /// Some best way never passes over a cell that could be visited: visiting it costs nothing,
    /// and leaving it out later saves something or nothing. (If it was the last, leaving it out
    /// saves its whole step, so there was a better way.) The rule asks only for what was visited
    /// and where the way is, so from every state some best rest keeps it.
    ///
    /// So a step is out of the question not only when something must come between, but also when
    /// on its way lies a cell that certainly could be visited then and certainly was not yet.
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
            // It was visited, then, and with it all that comes before it.
            done = done | self.before[passed].with(passed);
            if done.meets(later) {
                return false;
            }
        }
    }
}

/// Who comes after, from who comes before, or the other way round.
fn turned<const WORDS: usize>(direct: &[Set<WORDS>]) -> Vec<Set<WORDS>> {
    let mut turned = vec![Set::NONE; direct.len()];
    for (v, others) in direct.iter().enumerate() {
        for other in others.cells() {
            turned[other] = turned[other].with(v);
        }
    }
    turned
}

/// All that can be reached, without rings in it.
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
