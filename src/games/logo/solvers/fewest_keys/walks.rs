//! A bound from walks that may pass over cells and visit others twice, but pay for it.

use std::ops::Range;

use crate::search::{Budget, Stop};

use super::lengths::Scale;
use super::set::Set;
use super::state::State;
use super::task::{NEVER, Task};

/// More than this is not counted: of such small numbers every processor compares several at once. As costs only ever
/// become smaller by that, bounds stay bounds.
const FAR: i16 = i16::MAX;

/// Prices of visiting each cell, and with them the cheapest walks of as many visits as there are
/// cells. What the cheapest walk costs, less all prices, bounds every way from below: a way visits
/// each cell once, so it pays all prices and gets them back.
///
/// A walk takes only steps that some best way may have ([`Task::may`]), and visits each cell at a
/// place that leaves room for all that comes before and after it.
pub(super) struct Walks {
    n: usize,
    /// Lengths of steps, row `from`, column `to`; [`FAR`] for steps out of the question.
    steps: Vec<i16>,
    /// For each cell, from the first to the last cell that a step from it leads to.
    span: Vec<Range<usize>>,
    first: Vec<i32>,
    last: Vec<i16>,
    /// Earliest and latest place of each cell.
    room: Vec<(usize, usize)>,
    prices: Prices,
    /// The next visit of the cheapest rest of a walk, by place and cell, where known.
    next: Vec<u16>,
    /// A price is not higher than this, nor lower than its negative.
    most: i32,
}

/// Prices, and what they make of the rests of walks.
#[derive(Clone)]
pub(super) struct Prices {
    pub price: Vec<i32>,
    /// What rests cost more than `base` of their place, by place and cell.
    rest: Vec<i16>,
    base: Vec<i32>,
}

impl Prices {
    /// What the rest of a walk costs at least after it was at `v` as visit number `place`.
    #[inline]
    pub fn rest(&self, place: usize, v: usize) -> i32 {
        self.base[place] + i32::from(self.rest[place * self.price.len() + v])
    }
}

/// What the pace of a climb is multiplied by where it finds nothing.
const SLACK: f64 = 0.7;

/// Least rounds without a better bound until the pace slackens; on large boards one for every eight cells.
const PATIENCE: usize = 20;

/// How prices move from round to round.
struct Climb {
    pace: f64,
    /// The pace slackens after so many rounds without a better bound.
    patience: usize,
    /// How much of the direction before is kept.
    momentum: f64,
    best: (f64, Vec<f64>),
    since: usize,
    price: Vec<f64>,
    direction: Vec<f64>,
}

impl Climb {
    /// From these prices. Polyak's steps are multiplied by `pace`.
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

    /// Takes note of the value of the prices. If there was none better for long, goes back to the
    /// best.
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

    /// Raises the prices of cells visited too often and lowers those of cells passed over, by
    /// steps after Polyak: as long as what is missing suggests. False if nothing is amiss.
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
    /// All prices zero.
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

    /// Sets the prices and works out the cheapest walks. Returns the bound.
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
                // What it costs to go on to each cell, more than to the cheapest.
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

    /// Cost of the cheapest walk that begins in a cell.
    fn cost_by_start(&self, v: usize) -> i32 {
        (self.first[v] + self.prices.rest(0, v)).min(NEVER) + self.prices.price[v]
    }

    fn start(&self) -> usize {
        let all = 0..self.n;
        all.min_by_key(|v| self.cost_by_start(*v)).unwrap_or(0)
    }

    /// The cell that the cheapest rest of a walk visits next.
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

    /// Counts the visits of the cheapest rest of a walk from here, this one left out.
    fn count_visits(&mut self, place: usize, v: usize, visits: &mut [f64]) {
        let mut at = v;
        for place in place..self.n - 1 {
            at = self.next(place, at);
            visits[at] += 1.0;
        }
    }

    /// Raises the bound on all walks (subgradients with momentum), until the budget says stop. Returns
    /// the best found, whose prices stay.
    pub fn ascend(&mut self, goal: i32, rounds: usize, budget: &Budget) -> i32 {
        let patience = (self.n / 8).max(PATIENCE);
        let mut climb = Climb::new(&self.prices.price, 1.0, patience, 0.6);
        let mut excess = vec![0.0; self.n];
        for _ in 0..rounds {
            // What was found is not to be lost with the time.
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

    /// Prices for states of one layer instead of the whole: as many as possible of the states
    /// drawn from it are to get a bound above `limit`, or to come near. Begins with these prices.
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
        // What misses the limit by far counts no more than this.
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

/// The least sum of a step and what comes after it. Compiled to instructions for several numbers at once.
#[inline]
fn cheapest(steps: &[i16], ahead: &[i16]) -> i16 {
    let sums = steps
        .iter()
        .zip(ahead)
        .map(|(step, ahead)| step.saturating_add(*ahead));
    sums.fold(FAR, i16::min)
}

/// A number as tables have it.
fn small(number: i32) -> i16 {
    i16::try_from(number).unwrap_or(FAR)
}
