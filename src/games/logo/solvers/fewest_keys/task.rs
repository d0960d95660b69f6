//! One orientation (for each pair of neighbours, which is stamped first) as a sequential ordering problem: a shortest
//! path that visits each cell once, after its predecessors. Cells are numbered like the problem's vertices; lengths are
//! travel costs without the stamps, divided by their unit ([`Lengths`](super::lengths::Lengths)).

use crate::search::{Budget, Stop};

use super::set::StampSet;

/// Longer than any path, and safe from overflow when a few are added.
pub(super) const INFINITE: i32 = 1 << 28;

#[derive(Clone)]
pub(super) struct PathTask<const WORDS: usize> {
    /// Number of cells.
    pub n: usize,
    /// Step lengths, row `from`, column `to`: a metric, so symmetric.
    length: Vec<i32>,
    /// Length from the cursor's start to each cell, if it is the first; [`INFINITE`] if it cannot be.
    pub first: Vec<i32>,
    /// Length from each cell to the end of the path, if it is the last; 0 or [`INFINITE`] unless reversed.
    pub last: Vec<i32>,
    /// Neighbours of each cell that come before it.
    pub direct: Vec<StampSet<WORDS>>,
    /// Transitive predecessors of each cell.
    pub before: Vec<StampSet<WORDS>>,
    /// Transitive successors of each cell.
    pub after: Vec<StampSet<WORDS>>,
    /// Cells on any shortest path of each step, without its ends.
    passed: Vec<StampSet<WORDS>>,
    /// See [`PathTask::is_allowed`].
    allowed: Vec<bool>,
}

impl<const WORDS: usize> PathTask<WORDS> {
    /// The task with these lengths, in which the cells of `direct[v]` come before `v`; an acyclic
    /// relation, else [`closure`] would merge its cycles. The lengths `n` × `n` are a metric.
    pub fn new(
        length: Vec<i32>,
        first: Vec<i32>,
        last: Vec<i32>,
        direct: Vec<StampSet<WORDS>>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let n = direct.len();
        let mut passed = vec![StampSet::NONE; n * n];
        for u in 0..n {
            budget.check()?;
            let from_u = &length[u * n..][..n];
            for v in (0..n).filter(|v| *v != u) {
                let to_v = &length[v * n..][..n];
                let others = (0..n).filter(|w| *w != u && *w != v);
                let between = others.filter(|w| from_u[*w] + to_v[*w] == from_u[v]);
                passed[u * n + v] = between.fold(StampSet::NONE, StampSet::with);
            }
        }
        let mut task = Self {
            n,
            length,
            first,
            last,
            before: closure(&direct, budget)?,
            after: closure(&inverse(&direct), budget)?,
            direct,
            passed,
            allowed: Vec::new(),
        };
        for from in 0..n {
            budget.check()?;
            let allowed: Vec<bool> = (0..n).map(|to| task.is_sensible(from, to)).collect();
            task.allowed.extend(allowed);
        }
        Ok(task)
    }

    /// The task with all paths reversed.
    pub fn reversed(&self, budget: &Budget) -> Result<Self, Stop> {
        Self::new(
            self.length.clone(),
            self.last.clone(),
            self.first.clone(),
            inverse(&self.direct),
            budget,
        )
    }

    /// Restricts paths to those that end in these cells.
    pub fn ending_in(mut self, keep: impl Fn(usize) -> bool) -> Self {
        for v in (0..self.n).filter(|v| !keep(*v)) {
            self.last[v] = INFINITE;
        }
        self
    }

    #[inline]
    pub fn length(&self, from: usize, to: usize) -> i32 {
        self.length[from * self.n + to]
    }

    /// Cells on any shortest path of a step, without its ends.
    #[inline]
    pub fn passed(&self, from: usize, to: usize) -> StampSet<WORDS> {
        self.passed[from * self.n + to]
    }

    /// Returns whether a step may be part of a best path, by [`PathTask::is_sensible`].
    pub fn is_allowed(&self, from: usize, to: usize) -> bool {
        self.allowed[from * self.n + to]
    }

    /// Computes [`PathTask::is_allowed`].
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
        let later = self.after[from].union(self.after[to].with(to));
        let mut done = self.before[from].with(from).union(self.before[to]);
        while !done.meets(later) {
            let could = |w: &usize| self.direct[*w].is_subset(done);
            let mut passed = self.passed(from, to).without(done).cells().filter(could);
            let Some(passed) = passed.next() else {
                return true;
            };
            // It was visited then, with all its predecessors.
            done = done.union(self.before[passed].with(passed));
        }
        false
    }
}

/// For each cell, those in whose sets it is.
fn inverse<const WORDS: usize>(direct: &[StampSet<WORDS>]) -> Vec<StampSet<WORDS>> {
    let mut inverse = vec![StampSet::NONE; direct.len()];
    for (v, others) in direct.iter().enumerate() {
        for other in others.cells() {
            inverse[other] = inverse[other].with(v);
        }
    }
    inverse
}

/// Transitive closure of an acyclic relation.
fn closure<const WORDS: usize>(
    direct: &[StampSet<WORDS>],
    budget: &Budget,
) -> Result<Vec<StampSet<WORDS>>, Stop> {
    let mut closed = direct.to_vec();
    loop {
        let mut next = Vec::with_capacity(closed.len());
        for set in &closed {
            budget.check()?;
            let join = |all: StampSet<WORDS>, other: usize| all.union(closed[other]);
            next.push(set.cells().fold(*set, join));
        }
        if next == closed {
            return Ok(closed);
        }
        closed = next;
    }
}
