//! More than two states: enumeration of groups with few sums, local search for others.
//!
//! A *group* is a set of generators of quiet patterns that share cells, `cells` are the cells that any of them presses.
//! Both methods change `self.presses` by sums of the group and leave there the lightest solution found, also if
//! stopped.

use crate::algebra::QuietPattern;
use crate::search::Stop;

use super::Lightest;

impl Lightest<'_> {
    /// Finds the lightest of all sums of a group, counting up in mixed radix: digit `i` says how often generator `i` is
    /// added, from 0 to its order - 1.
    pub(super) fn enumerate_sums(
        &mut self,
        group: &[&QuietPattern],
        cells: &[usize],
    ) -> Result<(), Stop> {
        let mut digits = vec![0_u8; group.len()];
        let (mut best, mut best_digits) = (self.cost_of(cells), digits.clone());
        let mut stopped = Ok(());
        let parts = |generator: &&QuietPattern| {
            let parts = cells.iter().map(|cell| (*cell, generator.presses[*cell]));
            parts.filter(|(_, times)| *times > 0).collect()
        };
        let parts: Vec<Vec<(usize, u8)>> = group.iter().map(parts).collect();
        let mut cost = best;
        'all: loop {
            self.explored += 1;
            if self.explored.is_multiple_of(1024) {
                stopped = self.budget.check();
                if stopped.is_err() {
                    break;
                }
            }
            // Next number in mixed radix. A digit that wraps is subtracted, as adding the generator once more need not
            // restore the presses: a generator times its order can equal another generator.
            for (index, generator) in group.iter().enumerate() {
                let wraps = digits[index] + 1 >= generator.order;
                let times = if wraps { self.negate(digits[index]) } else { 1 };
                for (cell, part) in &parts[index] {
                    let press = &mut self.presses[*cell];
                    cost -= i64::from(*press);
                    let sum = u16::from(*press) + u16::from(times) * u16::from(*part);
                    *press = (sum % u16::from(self.states)) as u8;
                    cost += i64::from(*press);
                }
                if !wraps {
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
        // The presses are those of `digits`; exchanges them for those of the best sum.
        for (index, generator) in group.iter().enumerate() {
            self.add(generator, best_digits[index]);
            self.add(generator, self.negate(digits[index]));
        }
        self.report("choosing quiet patterns");
        stopped
    }

    /// Iterated local search: each round descends, adding to the plan the best multiple of one generator at a time
    /// while that shortens it. Every round but the first begins at the best plan with one generator in eight added at
    /// random. Repeatable, as the seed is fixed.
    pub(super) fn local_search(
        &mut self,
        group: &[&QuietPattern],
        cells: &[usize],
    ) -> Result<(), Stop> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut best = self.presses.clone();
        let mut best_cost = self.cost_of(cells);
        // All rounds up to a million generators times cells; beyond, fewer in proportion, so that the time stays equal.
        let limit = self.limits.rounds;
        let rounds = (limit * 1000 / (1 + group.len() * cells.len() / 1000)).clamp(2, limit);
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

    /// Adds the multiple of a generator (maybe none) that makes the plan lightest.
    fn improve(&mut self, generator: &QuietPattern, cells: &[usize]) {
        // Cost, and the multiple that has it.
        let mut best = (self.cost_of(cells), 0);
        for times in 1..generator.order {
            self.add(generator, 1);
            let cost = self.cost_of(cells);
            if cost < best.0 {
                best = (cost, times);
            }
        }
        self.add(generator, self.negate(generator.order - 1));
        if best.1 > 0 {
            self.add(generator, best.1);
        }
    }
}
