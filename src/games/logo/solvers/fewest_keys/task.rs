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
        Ok(Self {
            n: direct.len(),
            length,
            first,
            last,
            before: closure(&direct, budget)?,
            after: closure(&inverse(&direct), budget)?,
            direct,
        })
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

    /// Returns whether a path may have a step: it does not lead back, and no cell must come between.
    pub fn is_allowed(&self, from: usize, to: usize) -> bool {
        from != to && !self.before[from].has(to) && !self.after[from].meets(self.before[to])
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
