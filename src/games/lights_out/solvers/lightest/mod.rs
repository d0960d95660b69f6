//! The lightest member of a coset: the solution with the fewest presses.
//!
//! All solutions are one of them plus sums of quiet patterns. Patterns that share no cell, directly or through others,
//! are chosen independently (such as the two colours of a checkerboard for the pattern x). For two states a group is a
//! binary code; its lightest word is found by a Walsh–Hadamard transform of all sums, and beyond the limits by descent,
//! with a lower bound by a trellis. For more states all sums are enumerated, or searched locally.

mod code;
mod descent;
mod more_states;
mod route;
#[cfg(test)]
mod tests;
mod transform;
mod trellis;
mod two_states;
mod viterbi;

use crate::algebra::{Coset, QuietPattern};
use crate::game::Size;
use crate::search::{Budget, Progress, Stop, UnionFind};

pub(super) struct LightestLimits {
    /// Two states: largest number of patterns in a group (nullity) for the transform of all sums.
    nullity: usize,
    /// Two states: the largest table of a trellis, for bounds, has 2 to this power entries; 0 for no trellis.
    bound_width: usize,
    /// Two states: rows times positions compiled for all routes together, in bits.
    route_bits: usize,
    /// Two states: steps of each descent and trellis, roughly in nanoseconds.
    steps: u64,
    /// More states: most sums of a group for enumeration.
    sums: u64,
    /// More states: most sums times cells for enumeration.
    work: u64,
    /// Most generators times cells of the board; beyond, nothing is tried.
    cells: u64,
    /// More states: rounds of local search.
    rounds: usize,
}

impl LightestLimits {
    /// Limits of a search for the best.
    pub(super) const FULL: Self = Self {
        nullity: 36,
        bound_width: 24,
        route_bits: 1 << 26,
        steps: 1 << 33,
        sums: 1 << 24,
        work: u64::MAX,
        cells: u64::MAX,
        rounds: 200,
    };

    /// Limits of a search too short to be noticed.
    pub(super) const INSTANT: Self = Self {
        nullity: 20,
        bound_width: 0,
        route_bits: 1 << 20,
        steps: 1 << 23,
        sums: 1 << 21,
        work: 1 << 27,
        cells: 1 << 20,
        rounds: 4,
    };
}

pub(super) struct Lightest<'a> {
    pub size: Size,
    pub states: u8,
    /// Presses of each cell in the lightest solution found.
    pub presses: Vec<u8>,
    /// Lower bound of all solutions; valid after [`Lightest::run`].
    pub bound: i64,
    pub limits: &'a LightestLimits,
    pub budget: &'a Budget,
    pub progress: &'a Progress<'a>,
    pub explored: u64,
}

impl<'a> Lightest<'a> {
    pub(super) fn new(
        (size, states): (Size, u8),
        presses: Vec<u8>,
        limits: &'a LightestLimits,
        budget: &'a Budget,
        progress: &'a Progress<'a>,
    ) -> Self {
        Self {
            size,
            states,
            presses,
            bound: 0,
            limits,
            budget,
            progress,
            explored: 0,
        }
    }

    pub(super) fn run(&mut self, coset: &Coset) -> Result<(), Stop> {
        let count = coset.generators();
        let bytes = count as u64 * self.presses.len() as u64;
        if bytes > self.limits.cells {
            return Ok(());
        }
        self.budget.check_memory(bytes)?;
        let generators = (0..count).map(|number| coset.generator(number, self.budget));
        let generators = generators.collect::<Result<Vec<_>, Stop>>()?;
        let groups = groups(&generators, self.presses.len());
        // Cells that no pattern presses are pressed equally often in all solutions.
        let all: Vec<&QuietPattern> = generators.iter().collect();
        let fixed = self.cost() - self.cost_of(&touched(&all));
        self.bound = fixed;
        for group in groups {
            let group: Vec<&QuietPattern> = group.iter().map(|index| &generators[*index]).collect();
            let cells = touched(&group);
            self.bound += match self.states == 2 {
                true => self.two_states(&group, &cells)?,
                false => self.more_states(&group, &cells)?,
            };
        }
        Ok(())
    }

    /// Makes the presses of a group's cells as few as the search finds, in place. Returns a lower bound of their sum.
    fn more_states(&mut self, group: &[&QuietPattern], cells: &[usize]) -> Result<i64, Stop> {
        let mut orders = group.iter().map(|generator| u64::from(generator.order));
        let sums = orders.try_fold(1, u64::checked_mul);
        let few = |sums: u64| {
            let work = sums.saturating_mul(cells.len() as u64);
            sums <= self.limits.sums && work <= self.limits.work
        };
        if sums.is_some_and(few) {
            self.enumerate_sums(group, cells)?;
            Ok(self.cost_of(cells))
        } else {
            self.local_search(group, cells)?;
            // Local search proves no bound; 0 always holds.
            Ok(0)
        }
    }

    /// Adds a pattern to the plan this many times; the plan still solves the board.
    fn add(&mut self, generator: &QuietPattern, times: u8) {
        let states = u16::from(self.states);
        for (press, other) in self.presses.iter_mut().zip(&generator.presses) {
            *press = ((u16::from(*press) + u16::from(times) * u16::from(*other)) % states) as u8;
        }
    }

    /// Number of additions that undoes `times` additions of presses.
    fn negate(&self, times: u8) -> u8 {
        (self.states - times % self.states) % self.states
    }

    fn report(&self, phase: &'static str) {
        let (cost, bound) = (Some(self.cost()), Some(self.bound));
        self.progress.report(phase, self.explored, cost, bound);
    }

    fn cost(&self) -> i64 {
        self.presses.iter().map(|times| i64::from(*times)).sum()
    }

    fn cost_of(&self, cells: &[usize]) -> i64 {
        let presses = cells.iter().map(|cell| self.presses[*cell]);
        presses.map(i64::from).sum()
    }
}

/// Cells that any pattern of a group presses.
fn touched(group: &[&QuietPattern]) -> Vec<usize> {
    let length = group.first().map_or(0, |generator| generator.presses.len());
    let any = |cell: &usize| group.iter().any(|generator| generator.presses[*cell] != 0);
    (0..length).filter(any).collect()
}

/// Groups of generators that share cells, directly or through others; each group as numbers of its generators.
fn groups(generators: &[QuietPattern], cells: usize) -> Vec<Vec<usize>> {
    let mut owner = vec![None; cells];
    let mut groups = UnionFind::new(generators.len());
    for (number, generator) in generators.iter().enumerate() {
        let presses = generator.presses.iter().zip(&mut owner);
        for (_, owner) in presses.filter(|(times, _)| **times != 0) {
            groups.join(&[*owner.get_or_insert(number), number]);
        }
    }
    groups.into_groups()
}
