//! Dynamic programming over (set of cells visited, last cell), layer by layer: exact if each layer fits its width,
//! otherwise a beam search whose dropped states bound every path lost.

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::super::problem::Vertex;
use super::guide::{self, Guide, Refunds};
use super::prune::{CHUNK, Pruner, sort_by_set};
use super::set::{PathState, StampSet};
use super::task::{INFINITE, PathTask};

/// Layers under construction are pruned at this multiple of their width.
const OVERFLOW_FACTOR: usize = 2;

/// Bytes per state of the width: a layer, the next one under construction and sorted, and a link per layer.
pub(super) fn bytes_per_state<const WORDS: usize>(cells: usize) -> u64 {
    ((2 + 2 * OVERFLOW_FACTOR) * size_of::<PathState<WORDS>>() + cells * size_of::<Link>()) as u64
}

/// Parent of a state, for backtracking.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    cell: u16,
}

/// Limits of a pass.
pub(super) struct PassLimits {
    /// Longest length of the paths searched for.
    pub target: i32,
    /// Most states per layer.
    pub width: usize,
    /// States sampled from each tuned layer.
    pub samples: usize,
}

/// Result of a pass over all layers.
pub(super) struct Pass<const WORDS: usize> {
    /// The best path, if one within the target was found.
    pub order: Option<Vec<Vertex>>,
    /// Lower bound of all paths lost by pruning; [`INFINITE`] if none.
    pub dropped: i32,
    /// Number of states generated.
    pub generated: u64,
    /// Sampled states of every tuned layer ([`guide::is_tuned`]).
    pub samples: Vec<Vec<PathState<WORDS>>>,
}

/// Searches for a path no longer than the target. States of one set of visited cells compete: the
/// layer of visit number `depth`, from 0, holds at most one per set and last cell.
pub(super) fn run_pass<const WORDS: usize>(
    task: &PathTask<WORDS>,
    guide: &Guide,
    limits: &PassLimits,
    budget: &Budget,
) -> Result<Pass<WORDS>, Stop> {
    let n = task.n;
    let mut rng = Rng::with_seed(limits.width as u64);
    let mut pass = Pass {
        order: None,
        dropped: INFINITE,
        generated: 0,
        samples: Vec::new(),
    };
    let mut links: Vec<Vec<Link>> = Vec::with_capacity(n);
    let mut layer: Vec<PathState<WORDS>> = Vec::new();
    let expansion = Expansion {
        task,
        guide,
        limit: guide.scale.to_price(limits.target),
    };
    let mut pruner = Pruner {
        width: limits.width,
        lowest: INFINITE,
    };
    // States expanded since the last check of the budget.
    let mut ticks = 0;
    for depth in 0..n {
        // States of this layer, from those of the one before; one set of visited cells after the other.
        let mut next = Vec::new();
        if depth == 0 {
            expansion.add_starts(&mut next);
        }
        let mut from = 0;
        for states in layer.chunk_by(|a, b| a.done == b.done) {
            expansion.expand(states, from, depth, &mut next);
            from += states.len() as u32;
            if next.len() > OVERFLOW_FACTOR * limits.width {
                pruner.apply(&mut next, budget)?;
            }
            ticks += states.len();
            if ticks > CHUNK {
                ticks = 0;
                budget.check()?;
            }
        }
        pass.generated += next.len() as u64;
        if guide::is_tuned(depth) {
            let count = if next.is_empty() { 0 } else { limits.samples };
            let samples = (0..count).map(|_| next[rng.usize(..next.len())]);
            pass.samples.push(samples.collect());
        }
        if next.len() > limits.width {
            pruner.apply(&mut next, budget)?;
        }
        layer = sort_by_set(next, budget)?;
        let link = |&PathState { parent, cell, .. }: &PathState<WORDS>| Link { parent, cell };
        links.push(layer.iter().map(link).collect());
    }
    if pruner.lowest < INFINITE {
        pass.dropped = guide.scale.to_length(pruner.lowest);
    }
    let total = |state: &PathState<WORDS>| state.length + task.last[usize::from(state.cell)];
    let best = (0..layer.len()).min_by_key(|index| total(&layer[*index]));
    pass.order = best.map(|mut index| {
        let mut order: Vec<Vertex> = Vec::with_capacity(n);
        for layer in links.iter().rev() {
            let Link { parent, cell } = layer[index];
            order.push(cell.into());
            index = parent as usize;
        }
        order.reverse();
        order
    });
    Ok(pass)
}

/// Generates the states of a layer from those of the one before.
struct Expansion<'a, const WORDS: usize> {
    task: &'a PathTask<WORDS>,
    guide: &'a Guide,
    /// Price of the target length: states with a higher bound are not needed.
    limit: i32,
}

impl<const WORDS: usize> Expansion<'_, WORDS> {
    /// Adds the cells that may be the first.
    fn add_starts(&self, next: &mut Vec<PathState<WORDS>>) {
        let refunds = self.guide.refunds(0, StampSet::<WORDS>::below(self.task.n));
        for v in (0..self.task.n).filter(|v| self.task.direct[*v] == StampSet::NONE) {
            let length = self.task.first[v];
            if length < INFINITE {
                let state = PathState {
                    done: StampSet::one(v),
                    length,
                    bound: i32::MIN,
                    parent: u32::MAX,
                    cell: v as u16,
                };
                self.add(0, state, &refunds, next);
            }
        }
    }

    /// Adds a state unless its bound exceeds the limit. `state.bound` is that of its parent, which holds for it, too.
    #[inline]
    fn add(
        &self,
        depth: usize,
        mut state: PathState<WORDS>,
        refunds: &Refunds,
        next: &mut Vec<PathState<WORDS>>,
    ) {
        let cell = state.cell.into();
        let bound = self.guide.bound(depth, cell, state.length, refunds);
        state.bound = state.bound.max(bound);
        if state.bound <= self.limit {
            next.push(state);
        }
    }

    /// Expands the states of one set, whose indices in the layer begin at `offset`, to layer `depth`.
    fn expand(
        &self,
        states: &[PathState<WORDS>],
        offset: u32,
        depth: usize,
        next: &mut Vec<PathState<WORDS>>,
    ) {
        let task = self.task;
        let Some(&PathState { done, .. }) = states.first() else {
            return;
        };
        let left = StampSet::below(task.n).without(done);
        let refunds = self.guide.refunds(depth, left);
        for v in left.cells().filter(|v| !task.direct[*v].meets(left)) {
            // Length, and index of the parent.
            let mut best = (INFINITE, 0);
            for (index, one) in (offset..).zip(states) {
                let length = one.length + task.length(one.cell.into(), v);
                best = best.min((length, index));
            }
            if best.0 < INFINITE {
                let state = PathState {
                    done: done.with(v),
                    length: best.0,
                    bound: states[(best.1 - offset) as usize].bound,
                    parent: best.1,
                    cell: v as u16,
                };
                self.add(depth, state, &refunds, next);
            }
        }
    }
}
