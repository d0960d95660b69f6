//! The lightest member of a coset: the solution with the fewest presses.
//!
//! All solutions are one of them plus sums of quiet patterns. Quiet patterns that share no cell,
//! not even through others, are chosen independently (the two colours of a checkerboard, for the
//! pattern x). Within such a group two states take a Walsh–Hadamard transform over all sums
//! (`transform`), more states are counted through in the order of a Gray code. Where there are too
//! many sums for that, local search finds a light one without proof.

use crate::algebra::{Coset, Generator};
use crate::search::{Budget, Progress, Stop};

use super::transform::heaviest;

/// How much is tried.
pub(super) struct Effort {
    /// Two states: groups of at most so many quiet patterns are done exactly.
    pub nullity: usize,
    /// More states: groups with at most so many sums are done exactly.
    pub sums: u64,
    /// More states: sums times cells of such a group, at most.
    pub work: u64,
    /// Nothing is tried where the quiet patterns have more cells in all.
    pub cells: u64,
    /// Rounds of local search in groups that are too large.
    pub rounds: usize,
}

impl Effort {
    /// As much as pays.
    pub(super) const FULL: Self = Self {
        nullity: 36,
        sums: 1 << 24,
        work: u64::MAX,
        cells: u64::MAX,
        rounds: 200,
    };

    /// What takes no time that a person would notice.
    pub(super) const AT_ONCE: Self = Self {
        nullity: 20,
        sums: 1 << 21,
        work: 1 << 27,
        cells: 1 << 20,
        rounds: 4,
    };
}

/// A search for the lightest solution.
pub(super) struct Lightest<'a> {
    pub states: u8,
    /// The best solution so far.
    pub presses: Vec<u8>,
    /// Whether no solution is lighter, once [`Lightest::run`] has ended.
    pub proved: bool,
    pub effort: &'a Effort,
    pub budget: &'a Budget,
    pub progress: &'a Progress<'a>,
    pub explored: u64,
}

impl Lightest<'_> {
    /// Makes the solution lighter.
    pub(super) fn run(&mut self, coset: &Coset) -> Result<(), Stop> {
        let count = coset.generators();
        let bytes = count as u64 * self.presses.len() as u64;
        if bytes > self.effort.cells {
            return Ok(());
        }
        self.budget.check_memory(bytes)?;
        self.proved = true;
        let mut generators = Vec::with_capacity(count);
        for number in 0..count {
            generators.push(coset.generator(number, self.budget)?);
        }
        for group in groups(&generators, self.presses.len()) {
            let group: Vec<&Generator> = group.iter().map(|index| &generators[*index]).collect();
            let sums = group.iter().try_fold(1_u64, |sums, generator| {
                sums.checked_mul(generator.order.into())
            });
            let cells = touched(&group);
            let few = |sums: u64| {
                let work = sums.saturating_mul(cells.len() as u64);
                sums <= self.effort.sums && work <= self.effort.work
            };
            let done = if self.states == 2
                && group.len() <= self.effort.nullity
                && cells.len() <= 32_000
            {
                self.transform(&group, &cells)
            } else if sums.is_some_and(few) {
                self.count_through(&group, &cells)
            } else {
                self.proved = false;
                self.local_search(&group, &cells)
            };
            if done.is_err() {
                self.proved = false;
                return done;
            }
        }
        Ok(())
    }

    fn add(&mut self, generator: &Generator, times: u8) {
        let states = u16::from(self.states);
        for (press, other) in self.presses.iter_mut().zip(&generator.presses) {
            *press = ((u16::from(*press) + u16::from(times) * u16::from(*other)) % states) as u8;
        }
    }

    /// Two states: all sums at once.
    fn transform(&mut self, group: &[&Generator], cells: &[usize]) -> Result<(), Stop> {
        let signed: Vec<(u64, i16)> = cells
            .iter()
            .map(|cell| {
                let bits = group
                    .iter()
                    .enumerate()
                    .fold(0, |bits, (index, generator)| {
                        bits | u64::from(generator.presses[*cell]) << index
                    });
                (bits, if self.presses[*cell] == 0 { 1 } else { -1 })
            })
            .collect();
        self.explored += 1 << group.len();
        let (best, stopped) = match heaviest(&signed, group.len(), self.budget) {
            Ok((best, _)) => (best, None),
            Err((stop, best, _)) => (best, Some(stop)),
        };
        for (index, generator) in group.iter().enumerate() {
            if best >> index & 1 == 1 {
                self.add(generator, 1);
            }
        }
        self.report("choosing quiet patterns");
        stopped.map_or(Ok(()), Err)
    }

    /// What added to `times` gives no press at all.
    fn minus(&self, times: u8) -> u8 {
        (self.states - times % self.states) % self.states
    }

    fn report(&self, phase: &'static str) {
        let cost = self.presses.iter().map(|times| i64::from(*times)).sum();
        self.progress.report(phase, self.explored, Some(cost), None);
    }

    fn cost_of(&self, cells: &[usize]) -> i64 {
        cells
            .iter()
            .map(|cell| i64::from(self.presses[*cell]))
            .sum()
    }

    /// Any number of states: one sum after the other, one pattern added at a time.
    fn count_through(&mut self, group: &[&Generator], cells: &[usize]) -> Result<(), Stop> {
        let mut digits = vec![0_u8; group.len()];
        let (mut best, mut best_digits) = (self.cost_of(cells), digits.clone());
        let mut stopped = None;
        let parts: Vec<Vec<(usize, u8)>> = group
            .iter()
            .map(|generator| {
                let parts = cells.iter().map(|cell| (*cell, generator.presses[*cell]));
                parts.filter(|(_, times)| *times > 0).collect()
            })
            .collect();
        let mut cost = best;
        'all: loop {
            self.explored += 1;
            if self.explored.is_multiple_of(1024)
                && let Err(stop) = self.budget.check()
            {
                stopped = Some(stop);
                break;
            }
            // The next number in mixed radix. Multiples of a generator need not come round to
            // nothing at its order (they may come to another generator), so it is taken back.
            for (index, generator) in group.iter().enumerate() {
                let turns = digits[index] + 1 >= generator.order;
                let times = if turns { self.minus(digits[index]) } else { 1 };
                for (cell, part) in &parts[index] {
                    let press = &mut self.presses[*cell];
                    cost -= i64::from(*press);
                    let sum = u16::from(*press) + u16::from(times) * u16::from(*part);
                    *press = (sum % u16::from(self.states)) as u8;
                    cost += i64::from(*press);
                }
                if !turns {
                    digits[index] += 1;
                    if cost < best {
                        best = cost;
                        best_digits.clone_from(&digits);
                    }
                    continue 'all;
                }
                digits[index] = 0;
            }
            break;
        }
        for (index, generator) in group.iter().enumerate() {
            self.add(generator, best_digits[index]);
            self.add(generator, self.minus(digits[index]));
        }
        self.report("choosing quiet patterns");
        stopped.map_or(Ok(()), Err)
    }

    /// Adds a pattern wherever that makes the plan shorter, from many random starts.
    fn local_search(&mut self, group: &[&Generator], cells: &[usize]) -> Result<(), Stop> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut best = self.presses.clone();
        let mut best_cost = self.cost_of(cells);
        let most = self.effort.rounds;
        let rounds = (most * 1000 / (1 + group.len() * cells.len() / 1000)).clamp(2, most);
        let mut stopped = Ok(());
        for round in 0..rounds {
            if round > 0 {
                for generator in group {
                    if random.u8(0..8) == 0 {
                        self.add(generator, random.u8(0..generator.order));
                    }
                }
            }
            loop {
                let before = self.cost_of(cells);
                for generator in group {
                    stopped = self.budget.check();
                    if stopped.is_err() {
                        break;
                    }
                    self.improve(generator, cells);
                    self.explored += 1;
                }
                if stopped.is_err() || self.cost_of(cells) >= before {
                    break;
                }
            }
            let cost = self.cost_of(cells);
            if cost < best_cost {
                best_cost = cost;
                best.clone_from(&self.presses);
            } else {
                self.presses.clone_from(&best);
            }
            self.report("local search");
            stopped?;
        }
        Ok(())
    }

    fn improve(&mut self, generator: &Generator, cells: &[usize]) {
        let mut best = (self.cost_of(cells), 0);
        for times in 1..generator.order {
            self.add(generator, 1);
            let cost = self.cost_of(cells);
            if cost < best.0 {
                best = (cost, times);
            }
        }
        self.add(generator, self.minus(generator.order - 1));
        if best.1 > 0 {
            self.add(generator, best.1);
        }
    }
}

fn touched(group: &[&Generator]) -> Vec<usize> {
    let length = group.first().map_or(0, |generator| generator.presses.len());
    let any = |cell: &usize| group.iter().any(|generator| generator.presses[*cell] != 0);
    (0..length).filter(any).collect()
}

/// Generators that share cells, directly or through others, by number.
fn groups(generators: &[Generator], cells: usize) -> Vec<Vec<usize>> {
    let mut owner = vec![usize::MAX; cells];
    let mut parent: Vec<usize> = (0..generators.len()).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for (number, generator) in generators.iter().enumerate() {
        let held = generator
            .presses
            .iter()
            .enumerate()
            .filter(|(_, times)| **times != 0);
        for (cell, _) in held {
            if owner[cell] == usize::MAX {
                owner[cell] = number;
            } else {
                let (a, b) = (root(&mut parent, owner[cell]), root(&mut parent, number));
                parent[a] = b;
            }
        }
    }
    let mut groups = std::collections::BTreeMap::<usize, Vec<usize>>::new();
    for number in 0..generators.len() {
        let root = root(&mut parent, number);
        groups.entry(root).or_default().push(number);
    }
    groups.into_values().collect()
}
