//! Dynamic programming over (set of cells visited, last cell), layer by layer: exact if each layer fits its width,
//! otherwise a beam search whose dropped states bound every path lost.

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::guide::{self, Guide, Refunds};
use super::set::Set;
use super::sift::{CHUNK, Cut, grouped};
use super::state::State;
use super::task::{NEVER, Task};

/// Layers under construction are pruned at this multiple of their width.
const SLACK: usize = 2;

/// Memory per state of the width, in bytes: a layer, the next one under construction and sorted, and a parent link
/// per layer.
pub(super) fn bytes_per_state<const WORDS: usize>(cells: usize) -> u64 {
    ((2 + 2 * SLACK) * size_of::<State<WORDS>>() + cells * size_of::<Link>()) as u64
}

/// Parent of a state, for backtracking.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    cell: u16,
}

pub(super) struct Aim {
    /// Longest length of interest.
    pub target: i32,
    /// Most states per layer.
    pub width: usize,
    /// States sampled from each tuned layer.
    pub samples: usize,
}

pub(super) struct Pass<const WORDS: usize> {
    /// The best path, if one within the target was found.
    pub order: Option<Vec<usize>>,
    /// Lower bound of all paths lost by pruning; [`NEVER`] if none.
    pub dropped: i32,
    pub made: u64,
    /// Sampled states of every tuned layer ([`guide::is_tuned`]).
    pub samples: Vec<Vec<State<WORDS>>>,
}

/// Searches for a path no longer than the target.
pub(super) fn pass<const WORDS: usize>(
    task: &Task<WORDS>,
    guide: &Guide,
    aim: &Aim,
    budget: &Budget,
) -> Result<Pass<WORDS>, Stop> {
    let n = task.n;
    let mut rng = Rng::with_seed(aim.width as u64);
    let mut pass = Pass {
        order: None,
        dropped: NEVER,
        made: 0,
        samples: Vec::new(),
    };
    let mut links: Vec<Vec<Link>> = Vec::with_capacity(n);
    let mut layer: Vec<State<WORDS>> = Vec::new();
    let expansion = Expansion {
        task,
        guide,
        limit: guide.scale.fine(aim.target),
    };
    let mut cut = Cut::new(aim.width);
    let mut useful = Vec::with_capacity(n);
    let mut ticks = 0;
    for place in 0..n {
        let mut next: Vec<State<WORDS>> = Vec::new();
        if place == 0 {
            expansion.begin(&mut next);
        }
        let mut from = 0;
        while from < layer.len() {
            let done = layer[from].done;
            let group = layer[from..].iter().take_while(|s| s.done == done).count();
            let states = &layer[from..from + group];
            expansion.expand(states, from as u32, place, &mut useful, &mut next);
            from += group;
            if next.len() > SLACK * aim.width {
                cut.apply(&mut next, budget)?;
            }
            ticks += group;
            if ticks > CHUNK {
                ticks = 0;
                budget.check()?;
            }
        }
        pass.made += next.len() as u64;
        if guide::is_tuned(place) {
            let number = if next.is_empty() { 0 } else { aim.samples };
            pass.samples
                .push((0..number).map(|_| next[rng.usize(..next.len())]).collect());
        }
        if next.len() > aim.width {
            cut.apply(&mut next, budget)?;
        }
        layer = grouped(next, budget)?;
        links.push(
            layer
                .iter()
                .map(|s| Link {
                    parent: s.parent,
                    cell: s.cell,
                })
                .collect(),
        );
    }
    pass.dropped = if cut.lowest == NEVER {
        NEVER
    } else {
        guide.scale.coarse(cut.lowest)
    };
    let total = |state: &State<WORDS>| state.length + task.last[usize::from(state.cell)];
    let best = (0..layer.len()).min_by_key(|index| total(&layer[*index]));
    pass.order = best.map(|mut index| {
        let mut order = Vec::with_capacity(n);
        for layer in links.iter().rev() {
            let Link { parent, cell } = layer[index];
            order.push(usize::from(cell));
            index = parent as usize;
        }
        order.reverse();
        order
    });
    Ok(pass)
}

/// Expands the states of a layer.
struct Expansion<'a, const WORDS: usize> {
    task: &'a Task<WORDS>,
    guide: &'a Guide,
    /// Highest bound of interest.
    limit: i32,
}

impl<const WORDS: usize> Expansion<'_, WORDS> {
    fn begin(&self, next: &mut Vec<State<WORDS>>) {
        let refunds = self.guide.refunds(0, Set::<WORDS>::below(self.task.n));
        for v in (0..self.task.n).filter(|v| self.task.direct[*v] == Set::NONE) {
            let length = self.task.first[v];
            if length < NEVER {
                let state = State {
                    done: Set::one(v),
                    length,
                    least: i32::MIN,
                    parent: u32::MAX,
                    cell: v as u16,
                };
                self.add(0, state, &refunds, next);
            }
        }
    }

    /// Adds a state unless its bound, or its parent's in `least`, exceeds the limit.
    #[inline]
    fn add(
        &self,
        place: usize,
        mut state: State<WORDS>,
        refunds: &Refunds,
        next: &mut Vec<State<WORDS>>,
    ) {
        let bound = self
            .guide
            .least(place, state.cell.into(), state.length, refunds);
        state.least = state.least.max(bound);
        if state.least <= self.limit {
            next.push(state);
        }
    }

    /// Expands the states of one set. `useful` is scratch space.
    fn expand(
        &self,
        states: &[State<WORDS>],
        offset: u32,
        place: usize,
        useful: &mut Vec<(usize, i32, u32)>,
        next: &mut Vec<State<WORDS>>,
    ) {
        let task = self.task;
        let Some(&State { done, .. }) = states.first() else {
            return;
        };
        // A state is dominated if another of the same set is at least as good even with a detour to this one's cell.
        useful.clear();
        for (index, one) in (offset..).zip(states) {
            let cell = usize::from(one.cell);
            let beaten = states.iter().any(|other| {
                other.cell != one.cell
                    && other.length + task.length(other.cell.into(), cell) <= one.length
            });
            if !beaten {
                useful.push((cell, one.length, index));
            }
        }
        let left = Set::below(task.n) & !done;
        let mut ready = Set::NONE;
        for v in left.cells() {
            if !task.direct[v].meets(left) {
                ready = ready.with(v);
            }
        }
        let refunds = self.guide.refunds(place, left);
        for v in ready.cells() {
            let mut best = (NEVER, 0);
            for &(from, length, index) in &*useful {
                // Passing over a cell that could be visited gains nothing.
                if !task.way(from, v).meets(ready) {
                    best = best.min((length + task.length(from, v), index));
                }
            }
            if best.0 < NEVER {
                let state = State {
                    done: done.with(v),
                    length: best.0,
                    least: states[(best.1 - offset) as usize].least,
                    parent: best.1,
                    cell: v as u16,
                };
                self.add(place, state, &refunds, next);
            }
        }
    }
}
