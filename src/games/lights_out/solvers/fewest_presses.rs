//! `fewest-presses`: the lightest of all solutions.
//!
//! All solutions are one of them plus sums of quiet patterns. Quiet patterns that share no cell,
//! not even through others, are chosen independently (the two colours of a checkerboard, for the
//! pattern x). Within such a group two states take a Walsh–Hadamard transform over all sums
//! (`transform`), more states are counted through in the order of a Gray code. Where there are too many sums
//! for that, local search gives a plan without proof.

use crate::LightsOut;
use crate::algebra::{Coset, Generator};
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Answer, Outcome, Solution, SolverInfo};
use crate::puzzle::{Goal, HOLE, Lights, Puzzle};
use crate::search::{Budget, Progress, Stop};

use super::request;
use super::transform::heaviest;

/// Finds a shortest plan.
pub(crate) struct FewestPresses;

/// Two states: groups of at most so many quiet patterns are done exactly.
const MAX_NULLITY: usize = 36;
/// More states: groups with at most so many sums are done exactly.
const MAX_SUMS: u64 = 1 << 24;
/// Rounds of local search in groups that are too large.
const ROUNDS: usize = 200;

impl TypedSolver for FewestPresses {
    type Game = LightsOut;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "fewest-presses",
        title: "Fewest presses",
        good_for: "For as few presses as possible.",
        method: "Elimination, then the lightest sum of quiet patterns: independent groups apart, \
                 Walsh–Hadamard transform for two states, Gray code for more, local search beyond.",
        guarantee: "A shortest plan where the quiet patterns are few (nullity up to 36 for two \
                    states); beyond that a short one with a lower bound. Proves that there is none.",
        cost_unit: "presses",
        counts: false,
        ..SolverInfo::EXACT
    };

    fn run(&self, task: &Task<'_, LightsOut>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let (puzzle, lights) = request::puzzle(task);
        let bound = simple_bound(&puzzle, &lights);
        let (coset, presses) = match request::solutions(&puzzle, &lights, Some(bound), budget) {
            Ok(solutions) => solutions,
            Err(outcome) => return Ok(*outcome),
        };
        let mut search = Search {
            states: puzzle.states,
            presses,
            proved: true,
            budget,
            progress,
            explored: 0,
        };
        let stopped = search.run(&coset).err();
        let (plan, cost) = request::plan(&puzzle, &search.presses);
        let mut solution = Solution::best(plan, cost);
        if !search.proved || stopped.is_some() {
            solution.optimal = false;
            solution.lower_bound = Some(bound.min(cost));
        }
        let bound = solution.lower_bound;
        progress.report("done", search.explored, Some(cost), bound);
        Ok(match stopped {
            Some(stop) => stop.outcome(Some(solution), bound),
            None if task.optimal && !solution.optimal => Outcome::given_up(Some(solution), bound),
            None => Outcome::Solved(solution),
        })
    }
}

/// Each press changes at most so many lights: a bound for every plan.
fn simple_bound(puzzle: &Puzzle, lights: &Lights) -> i64 {
    let size = puzzle.size();
    let mut reach = 1;
    // The same for all cells but near borders, so a look at the largest list is enough.
    for index in (0..size.area()).step_by(1 + size.area() / 10_000) {
        let mut count = 0;
        puzzle.wiring.switched(size, index, |_| count += 1);
        reach = reach.max(count);
    }
    if let crate::wiring::Wiring::Graph(lists) = &puzzle.wiring {
        reach = reach.max(lists.iter().map(Vec::len).max().unwrap_or(1) as i64);
    }
    let cells = || {
        lights
            .as_slice()
            .iter()
            .enumerate()
            .filter(|(_, light)| **light != HOLE)
    };
    let states = i64::from(puzzle.states);
    let missing = |common: u8| -> i64 {
        let each = |(index, light): (usize, &u8)| {
            (i64::from(puzzle.wanted(index, common)) - i64::from(*light)).rem_euclid(states)
        };
        cells().map(each).sum()
    };
    let missing = match puzzle.goal {
        Goal::Same => (0..puzzle.states).map(missing).min().unwrap_or(0),
        _ => missing(0),
    };
    (missing + reach - 1) / reach
}

struct Search<'a> {
    states: u8,
    /// The best solution so far.
    presses: Vec<u8>,
    proved: bool,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    explored: u64,
}

impl Search<'_> {
    fn run(&mut self, coset: &Coset) -> Result<(), Stop> {
        let count = coset.generators();
        let bytes = count as u64 * self.presses.len() as u64;
        self.budget.check_memory(bytes)?;
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
            if self.states == 2 && group.len() <= MAX_NULLITY && cells.len() <= 32_000 {
                self.transform(&group, &cells)?;
            } else if sums.is_some_and(|sums| sums <= MAX_SUMS) {
                self.count_through(&group, &cells)?;
            } else {
                self.proved = false;
                self.local_search(&group, &cells)?;
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
        let rounds = (ROUNDS * 1000 / (1 + group.len() * cells.len() / 1000)).clamp(2, ROUNDS);
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
