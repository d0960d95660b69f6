//! Lagrangian bound from walks that may skip and repeat cells: prices per visit are raised for
//! cells visited too often and lowered for cells skipped, until the cheapest walk resembles a path.

use std::ops::Range;

use crate::search::{Budget, Stop};

use super::lengths::Scale;
use super::set::{PathState, StampSet};
use super::task::{INFINITE, PathTask};

/// Cap of small numbers, so that several fit a vector register. Capping only lowers costs, so bounds stay valid.
const CAP: i16 = i16::MAX;

/// Prices per visit of a cell, and the cheapest walks of `n` visits under them. The cost of the cheapest walk minus
/// all prices bounds every path from below: a path visits each cell once, so it pays each price once.
///
/// A walk takes only steps that some path may have ([`PathTask::is_allowed`]), and visits each cell at a position with
/// enough positions before and after for its predecessors and successors.
pub(super) struct Walks {
    /// Number of cells, and of visits of a walk.
    n: usize,
    /// Step lengths, row `from`, column `to`; [`CAP`] for excluded steps.
    steps: Vec<i16>,
    /// For each cell, the range of cells that steps from it lead to.
    span: Vec<Range<usize>>,
    /// Cost from the start to each cell.
    first: Vec<i32>,
    /// Cost from each cell to the end.
    last: Vec<i16>,
    /// Earliest and latest position of each cell, both included.
    window: Vec<(usize, usize)>,
    pub prices: Prices,
    /// Next visit of the cheapest completion, by position and cell; memoized.
    next: Vec<u16>,
    /// Limit of the absolute value of a price, so that sums of `n` prices stay far below [`INFINITE`].
    max_price: i32,
}

/// Prices, and the costs of walk completions under them.
#[derive(Clone)]
pub(super) struct Prices {
    /// Price of each cell.
    pub price: Vec<i32>,
    /// Completion costs relative to `base` of their position, by position and cell.
    rest: Vec<i16>,
    /// Part of the completion costs that all cells of a position share.
    base: Vec<i32>,
}

impl Prices {
    /// Least cost of the rest of a walk after visit number `depth` at `v`.
    #[inline]
    pub fn rest(&self, depth: usize, v: usize) -> i32 {
        self.base[depth] + i32::from(self.rest[depth * self.price.len() + v])
    }
}

/// Factor of the pace after rounds without improvement.
const PACE_DECAY: f64 = 0.7;
/// Rounds without improvement before the pace drops: at least this, and one per eight cells.
const PATIENCE: usize = 20;
/// Initial pace for raising the bound of a whole task.
const ASCENT_PACE: f64 = 1.0;
/// Momentum for raising the bound of a whole task.
const ASCENT_MOMENTUM: f64 = 0.6;
/// Initial pace for tuning to the states of a layer.
const TUNING_PACE: f64 = 0.5;
/// Rounds of tuning without improvement before the pace drops.
const TUNING_PATIENCE: usize = 8;
/// Momentum for tuning.
const TUNING_MOMENTUM: f64 = 0.5;
/// Cap of a state's shortfall in tuning, in units of length.
const MAX_SHORTFALL: i32 = 8;
/// Squared length of a direction below which it counts as 0.
const MIN_NORM: f64 = 1e-9;

/// Subgradient ascent of prices (M. Held and R. Karp, “The Traveling-Salesman Problem and Minimum Spanning Trees: Part
/// II”, 1971), with momentum.
struct PriceAscent {
    /// Factor of Polyak's step size; falls by [`PACE_DECAY`].
    pace: f64,
    /// Rounds without improvement before the pace drops.
    patience: usize,
    /// Share of the previous direction that carries over.
    momentum: f64,
    /// The highest value recorded, and its prices.
    best: (f64, Vec<f64>),
    /// Rounds since the last improvement.
    stalled: usize,
    price: Vec<f64>,
    /// The last step's direction, before scaling.
    direction: Vec<f64>,
}

impl PriceAscent {
    /// Starts at these prices; `pace` scales Polyak's step size.
    fn new(price: &[i32], pace: f64, patience: usize, momentum: f64) -> Self {
        let price: Vec<f64> = price.iter().map(|price| f64::from(*price)).collect();
        Self {
            pace,
            patience,
            momentum,
            best: (f64::NEG_INFINITY, price.clone()),
            stalled: 0,
            direction: vec![0.0; price.len()],
            price,
        }
    }

    /// Records the value of the prices; returns to the best ones after `patience` rounds without improvement.
    fn record(&mut self, value: f64) {
        self.stalled += 1;
        if value > self.best.0 {
            self.best = (value, self.price.clone());
            self.stalled = 0;
        } else if self.stalled == self.patience {
            self.price.copy_from_slice(&self.best.1);
            self.pace *= PACE_DECAY;
            self.stalled = 0;
        }
    }

    /// Raises the prices of cells visited too often and lowers those of cells skipped, with Polyak's step size for
    /// the missing value. Returns `false` if the subgradient is 0.
    fn step(&mut self, excess: &[f64], missing: f64) -> bool {
        let mut norm = 0.0;
        for (direction, excess) in self.direction.iter_mut().zip(excess) {
            *direction = excess + self.momentum * *direction;
            norm += *direction * *direction;
        }
        if norm < MIN_NORM {
            return false;
        }
        let step = self.pace * missing / norm;
        for (price, direction) in self.price.iter_mut().zip(&self.direction) {
            *price += step * direction;
        }
        true
    }
}

impl Walks {
    pub fn new<const WORDS: usize>(task: &PathTask<WORDS>, scale: Scale) -> Self {
        let n = task.n;
        let fine = |length: &i32| match *length {
            INFINITE => INFINITE,
            length => scale.to_price(length),
        };
        let window = task.before.iter().zip(&task.after);
        let window = window.map(|(before, after)| (before.count(), n - 1 - after.count()));
        let step = |from: usize, to: usize| match task.is_allowed(from, to) {
            true => to_i16(fine(&task.length(from, to))),
            false => CAP,
        };
        let span = |from: usize| {
            let mut steps = (0..n).filter(|to| task.is_allowed(from, *to));
            let first = steps.next().unwrap_or(0);
            first..steps.next_back().unwrap_or(first) + 1
        };
        Self {
            n,
            steps: (0..n * n).map(|pair| step(pair / n, pair % n)).collect(),
            span: (0..n).map(span).collect(),
            first: task.first.iter().map(fine).collect(),
            last: task.last.iter().map(fine).map(to_i16).collect(),
            window: window.collect(),
            prices: Prices {
                price: vec![0; n],
                rest: vec![CAP; n * n],
                base: vec![0; n],
            },
            next: vec![u16::MAX; n * n],
            max_price: INFINITE / 8 / n as i32,
        }
    }

    /// Sets the prices, computes the cheapest walks and returns the bound.
    pub fn evaluate(&mut self, price: impl Iterator<Item = i32>) -> i32 {
        let n = self.n;
        let Prices {
            price: prices,
            rest,
            base,
        } = &mut self.prices;
        for (slot, price) in prices.iter_mut().zip(price) {
            *slot = price.clamp(-self.max_price, self.max_price);
        }
        self.next.fill(u16::MAX);
        let mut ahead = vec![CAP; n];
        for depth in (0..n).rev() {
            let (here, later) = rest[depth * n..].split_at_mut(n);
            if depth + 1 < n {
                // Cost to continue to each cell, relative to the cheapest.
                let costs = prices.iter().zip(&later[..n]);
                let costs = costs.map(|(price, rest)| price + i32::from(*rest));
                let cheapest = costs.clone().min().unwrap_or(0);
                for (ahead, cost) in ahead.iter_mut().zip(costs) {
                    *ahead = to_i16(cost - cheapest);
                }
                base[depth] = base[depth + 1] + cheapest;
            }
            for (v, (earliest, latest)) in self.window.iter().enumerate() {
                here[v] = if depth < *earliest || depth > *latest {
                    CAP
                } else if depth + 1 == n {
                    self.last[v]
                } else {
                    let span = self.span[v].clone();
                    cheapest(&self.steps[v * n..][span.clone()], &ahead[span])
                };
            }
        }
        self.cost_by_start(self.start()).min(INFINITE) - self.prices.price.iter().sum::<i32>()
    }

    /// Cost of the cheapest walk whose first visit is at `v`.
    fn cost_by_start(&self, v: usize) -> i32 {
        (self.first[v] + self.prices.rest(0, v)).min(INFINITE) + self.prices.price[v]
    }

    /// First cell of the cheapest walk.
    fn start(&self) -> usize {
        let all = 0..self.n;
        all.min_by_key(|v| self.cost_by_start(*v)).unwrap_or(0)
    }

    /// Next cell of the cheapest rest of a walk.
    fn next_cell(&mut self, depth: usize, v: usize) -> usize {
        let cached = self.next[depth * self.n + v];
        if cached != u16::MAX {
            return cached.into();
        }
        let step = |w: usize| self.steps[v * self.n + w];
        let cost = |w: &usize| {
            i32::from(step(*w)) + self.prices.price[*w] + self.prices.rest(depth + 1, *w)
        };
        let steps = self.span[v].clone().filter(|w| step(*w) < CAP);
        let next = steps.min_by_key(cost).unwrap_or(0);
        self.next[depth * self.n + v] = next as u16;
        next
    }

    /// Counts the visits of the cheapest rest of a walk after this one.
    fn count_visits(&mut self, depth: usize, v: usize, visits: &mut [f64]) {
        let mut cell = v;
        for depth in depth..self.n - 1 {
            cell = self.next_cell(depth, cell);
            visits[cell] += 1.0;
        }
    }

    /// Raises the bound by at most `rounds` rounds of subgradient ascent, up to `goal`. Returns the
    /// best bound, and keeps its prices; valid also if the budget ends.
    pub fn ascend(&mut self, goal: i32, rounds: usize, budget: &Budget) -> i32 {
        let patience = (self.n / 8).max(PATIENCE);
        let price = &self.prices.price;
        let mut ascent = PriceAscent::new(price, ASCENT_PACE, patience, ASCENT_MOMENTUM);
        // Number of visits of each cell beyond one.
        let mut excess = vec![0.0; self.n];
        for _ in 0..rounds {
            if budget.check().is_err() {
                break;
            }
            let bound = self.evaluate(ascent.price.iter().map(|price| *price as i32));
            ascent.record(bound.into());
            excess.fill(-1.0);
            let start = self.start();
            excess[start] += 1.0;
            self.count_visits(0, start, &mut excess);
            if bound >= goal || !ascent.step(&excess, f64::from(goal - bound)) {
                break;
            }
        }
        self.evaluate(ascent.best.1.iter().map(|price| *price as i32))
    }

    /// Tunes prices to sampled states of the layer `depth` (with `depth + 1` cells visited), so that as many as possible
    /// get a bound above `limit`, in price units, starting with the prices `start`.
    pub fn tune<const WORDS: usize>(
        &mut self,
        start: &Prices,
        depth: usize,
        states: &[PathState<WORDS>],
        (limit, scale): (i32, Scale),
        rounds: usize,
        budget: &Budget,
    ) -> Result<&Prices, Stop> {
        let n = self.n;
        // Cap of a state's shortfall, so that hopeless states do not dominate.
        let max = f64::from(scale.to_price(MAX_SHORTFALL).max(1));
        let price = &start.price;
        let mut ascent = PriceAscent::new(price, TUNING_PACE, TUNING_PATIENCE, TUNING_MOMENTUM);
        let mut excess = vec![0.0; n];
        for _ in 0..rounds {
            budget.check()?;
            self.evaluate(ascent.price.iter().map(|price| *price as i32));
            excess.fill(0.0);
            let mut missing = 0.0;
            for state in states {
                let left = StampSet::below(n).without(state.done);
                let v = usize::from(state.cell);
                // The rest of a path pays the price of each cell left once, which its length does not contain.
                let refund: i32 = left.cells().map(|cell| self.prices.price[cell]).sum();
                let bound = scale.to_price(state.length) + self.prices.rest(depth, v) - refund;
                if bound > limit {
                    continue;
                }
                missing += f64::from(limit + 1 - bound).min(max);
                for cell in left.cells() {
                    excess[cell] -= 1.0;
                }
                self.count_visits(depth, v, &mut excess);
            }
            ascent.record(-missing);
            if !ascent.step(&excess, missing) {
                break;
            }
        }
        self.evaluate(ascent.best.1.iter().map(|price| *price as i32));
        Ok(&self.prices)
    }
}

/// Least sum of a step and its continuation; vectorized.
#[inline]
fn cheapest(steps: &[i16], ahead: &[i16]) -> i16 {
    let pairs = steps.iter().zip(ahead);
    let sums = pairs.map(|(step, ahead)| step.saturating_add(*ahead));
    sums.fold(CAP, i16::min)
}

/// Converts a number for the tables, capped at [`CAP`].
fn to_i16(number: i32) -> i16 {
    i16::try_from(number).unwrap_or(CAP)
}
