//! Lagrangian bound from walks that may skip and repeat cells.

use std::ops::Range;

use crate::search::{Budget, Stop};

use super::lengths::Scale;
use super::set::Set;
use super::state::State;
use super::task::{NEVER, Task};

/// Cap of small numbers, so that several fit a vector register. Capping only lowers costs, so bounds stay valid.
const FAR: i16 = i16::MAX;

/// Prices per visit of a cell, and the cheapest walks of `n` visits under them. The cost of the cheapest walk minus
/// all prices bounds every path from below: a path visits each cell once, so it pays each price once.
///
/// A walk takes only steps that some best path may have ([`Task::may`]), and visits each cell at a position with
/// enough positions before and after for its predecessors and successors.
pub(super) struct Walks {
    n: usize,
    /// Step lengths, row `from`, column `to`; [`FAR`] for excluded steps.
    steps: Vec<i16>,
    /// For each cell, the range of cells that steps from it lead to.
    span: Vec<Range<usize>>,
    first: Vec<i32>,
    last: Vec<i16>,
    /// Earliest and latest position of each cell.
    room: Vec<(usize, usize)>,
    prices: Prices,
    /// Next visit of the cheapest completion, by position and cell; memoized.
    next: Vec<u16>,
    /// Limit of the absolute value of a price.
    most: i32,
}

/// Prices, and the costs of walk completions under them.
#[derive(Clone)]
pub(super) struct Prices {
    pub price: Vec<i32>,
    /// Completion costs relative to `base` of their position, by position and cell.
    rest: Vec<i16>,
    base: Vec<i32>,
}

impl Prices {
    /// Least cost of the rest of a walk after visit number `place` at `v`.
    #[inline]
    pub fn rest(&self, place: usize, v: usize) -> i32 {
        self.base[place] + i32::from(self.rest[place * self.price.len() + v])
    }
}

/// Factor of the pace after rounds without improvement.
const SLACK: f64 = 0.7;

/// Rounds without improvement before the pace drops: at least this, and one per eight cells.
const PATIENCE: usize = 20;

/// Subgradient ascent of prices.
struct Climb {
    pace: f64,
    /// Rounds without improvement before the pace drops.
    patience: usize,
    /// Share of the previous direction that carries over.
    momentum: f64,
    best: (f64, Vec<f64>),
    since: usize,
    price: Vec<f64>,
    direction: Vec<f64>,
}

impl Climb {
    /// Starts at these prices; `pace` scales Polyak's step size.
    fn new(price: &[i32], pace: f64, patience: usize, momentum: f64) -> Self {
        let price: Vec<f64> = price.iter().map(|price| f64::from(*price)).collect();
        Self {
            pace,
            patience,
            momentum,
            best: (f64::NEG_INFINITY, price.clone()),
            since: 0,
            direction: vec![0.0; price.len()],
            price,
        }
    }

    /// Records the value of the prices; returns to the best ones after `patience` rounds without improvement.
    fn note(&mut self, value: f64) {
        self.since += 1;
        if value > self.best.0 {
            self.best = (value, self.price.clone());
            self.since = 0;
        } else if self.since == self.patience {
            self.price.copy_from_slice(&self.best.1);
            self.pace *= SLACK;
            self.since = 0;
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
        if norm < 1e-9 {
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
    pub fn new<const WORDS: usize>(task: &Task<WORDS>, scale: Scale) -> Self {
        let n = task.n;
        let fine = |length: i32| match length {
            NEVER => NEVER,
            length => scale.fine(length),
        };
        let room = task.before.iter().zip(&task.after);
        let step = |from: usize, to: usize| match task.may(from, to) {
            true => small(fine(task.length(from, to))),
            false => FAR,
        };
        let span = |from: usize| {
            let mut steps = (0..n).filter(|to| task.may(from, *to));
            let first = steps.next().unwrap_or(0);
            first..steps.next_back().unwrap_or(first) + 1
        };
        Self {
            n,
            steps: (0..n * n).map(|pair| step(pair / n, pair % n)).collect(),
            span: (0..n).map(span).collect(),
            first: task.first.iter().copied().map(fine).collect(),
            last: task.last.iter().map(|last| small(fine(*last))).collect(),
            room: room
                .map(|(before, after)| (before.count(), n - 1 - after.count()))
                .collect(),
            prices: Prices {
                price: vec![0; n],
                rest: vec![FAR; n * n],
                base: vec![0; n],
            },
            next: vec![u16::MAX; n * n],
            most: NEVER / 8 / n as i32,
        }
    }

    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Sets the prices, computes the cheapest walks and returns the bound.
    pub fn evaluate(&mut self, price: impl Iterator<Item = i32>) -> i32 {
        let n = self.n;
        let Prices {
            price: own,
            rest,
            base,
            ..
        } = &mut self.prices;
        for (own, price) in own.iter_mut().zip(price) {
            *own = price.clamp(-self.most, self.most);
        }
        self.next.fill(u16::MAX);
        let mut ahead = vec![FAR; n];
        for place in (0..n).rev() {
            let (here, later) = rest[place * n..].split_at_mut(n);
            if place + 1 < n {
                // Cost to continue to each cell, relative to the cheapest.
                let costs = own.iter().zip(&later[..n]);
                let costs = costs.map(|(price, rest)| price + i32::from(*rest));
                let cheapest = costs.clone().min().unwrap_or(0);
                for (ahead, cost) in ahead.iter_mut().zip(costs) {
                    *ahead = small(cost - cheapest);
                }
                base[place] = base[place + 1] + cheapest;
            }
            for (v, (earliest, latest)) in self.room.iter().enumerate() {
                here[v] = if place < *earliest || place > *latest {
                    FAR
                } else if place + 1 == n {
                    self.last[v]
                } else {
                    let span = self.span[v].clone();
                    cheapest(&self.steps[v * n..][span.clone()], &ahead[span])
                };
            }
        }
        self.cost_by_start(self.start()).min(NEVER) - self.prices.price.iter().sum::<i32>()
    }

    /// Cost of the cheapest walk from a cell.
    fn cost_by_start(&self, v: usize) -> i32 {
        (self.first[v] + self.prices.rest(0, v)).min(NEVER) + self.prices.price[v]
    }

    fn start(&self) -> usize {
        let all = 0..self.n;
        all.min_by_key(|v| self.cost_by_start(*v)).unwrap_or(0)
    }

    /// Next cell of the cheapest rest of a walk.
    fn next(&mut self, place: usize, v: usize) -> usize {
        let known = self.next[place * self.n + v];
        if known != u16::MAX {
            return known.into();
        }
        let steps = self.span[v]
            .clone()
            .filter(|w| self.steps[v * self.n + w] < FAR);
        let cost = |w: &usize| {
            let step = i32::from(self.steps[v * self.n + w]);
            step + self.prices.price[*w] + self.prices.rest(place + 1, *w)
        };
        let next = steps.min_by_key(cost).unwrap_or(0);
        self.next[place * self.n + v] = next as u16;
        next
    }

    /// Counts the visits of the cheapest rest of a walk after this one.
    fn count_visits(&mut self, place: usize, v: usize, visits: &mut [f64]) {
        let mut at = v;
        for place in place..self.n - 1 {
            at = self.next(place, at);
            visits[at] += 1.0;
        }
    }

    /// Raises the bound by subgradient ascent for up to `rounds` rounds, or until stopped. Returns the best bound,
    /// and keeps its prices.
    pub fn ascend(&mut self, goal: i32, rounds: usize, budget: &Budget) -> i32 {
        let patience = (self.n / 8).max(PATIENCE);
        let mut climb = Climb::new(&self.prices.price, 1.0, patience, 0.6);
        let mut excess = vec![0.0; self.n];
        for _ in 0..rounds {
            if budget.check().is_err() {
                break;
            }
            let bound = self.evaluate(climb.price.iter().map(|price| *price as i32));
            climb.note(bound.into());
            excess.fill(-1.0);
            let start = self.start();
            excess[start] += 1.0;
            self.count_visits(0, start, &mut excess);
            if bound >= goal || !climb.step(&excess, f64::from(goal - bound)) {
                break;
            }
        }
        self.evaluate(climb.best.1.iter().map(|price| *price as i32))
    }

    /// Tunes prices to the sampled states of one layer, so that as many as possible get a bound above `limit`,
    /// starting with the prices `begin`.
    pub fn tune<const WORDS: usize>(
        &mut self,
        begin: &Prices,
        place: usize,
        states: &[State<WORDS>],
        (limit, scale): (i32, Scale),
        rounds: usize,
        budget: &Budget,
    ) -> Result<&Prices, Stop> {
        let n = self.n;
        // Cap of a state's shortfall.
        let most = f64::from(scale.fine(8).max(1));
        let mut climb = Climb::new(&begin.price, 0.5, 8, 0.5);
        let mut excess = vec![0.0; n];
        for _ in 0..rounds {
            budget.check()?;
            self.evaluate(climb.price.iter().map(|price| *price as i32));
            excess.fill(0.0);
            let mut missing = 0.0;
            for state in states {
                let left = Set::below(n) & !state.done;
                let v = usize::from(state.cell);
                let refund: i32 = left.cells().map(|cell| self.prices.price[cell]).sum();
                let bound = scale.fine(state.length) + self.prices.rest(place, v) - refund;
                if bound > limit {
                    continue;
                }
                missing += f64::from(limit + 1 - bound).min(most);
                for cell in left.cells() {
                    excess[cell] -= 1.0;
                }
                self.count_visits(place, v, &mut excess);
            }
            climb.note(-missing);
            if !climb.step(&excess, missing) {
                break;
            }
        }
        self.evaluate(climb.best.1.iter().map(|price| *price as i32));
        Ok(&self.prices)
    }
}

/// Least sum of a step and its continuation; vectorized.
#[inline]
fn cheapest(steps: &[i16], ahead: &[i16]) -> i16 {
    let sums = steps
        .iter()
        .zip(ahead)
        .map(|(step, ahead)| step.saturating_add(*ahead));
    sums.fold(FAR, i16::min)
}

/// Converts a number for the tables, capped at [`FAR`].
fn small(number: i32) -> i16 {
    i16::try_from(number).unwrap_or(FAR)
}
