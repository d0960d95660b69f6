//! Constraint propagation over sets of numbers, with lazy clause generation (Ohrimenko, Stuckey, Codish 2009).
//!
//! Every pair of a cell and a number is a Boolean variable ([`trail`]). Clauses, elimination in lines, and used-up
//! numbers are propagated at once; then, cheapest first, piece counts ([`counts`]), sums ([`sums`]) and Hall sets of
//! lines ([`lines`]). Each propagator can explain a conclusion afterwards by the facts it followed from, so that
//! conflicts become clauses ([`learn`], [`clauses`]) that prevent their repetition.

mod activity;
mod clauses;
mod counts;
mod learn;
mod lines;
mod matching;
mod open_cells;
mod sums;
mod trail;

use super::problem::{AllDifferent, Csp, Total};
use crate::search::{Stop, Ticker};

use activity::ActivityHeap;
use clauses::Clauses;
use trail::{Antecedent, BitSet, Lit, Trail};

/// Enabled constraints; for finding out which contradict each other.
#[derive(Clone)]
pub(super) struct Constraints {
    lines: Vec<bool>,
    totals: Vec<bool>,
    pub(super) pieces: bool,
}

impl Constraints {
    pub(super) fn all(problem: &Csp) -> Self {
        Self {
            lines: vec![true; problem.lines.len()],
            totals: vec![true; problem.totals.len()],
            pieces: true,
        }
    }

    pub(super) fn switches(&mut self) -> impl Iterator<Item = &mut bool> {
        let both = self.lines.iter_mut().chain(&mut self.totals);
        both.chain(std::iter::once(&mut self.pieces))
    }

    pub(super) fn lines_of<'a>(&self, problem: &'a Csp) -> impl Iterator<Item = &'a AllDifferent> {
        let lines = problem.lines.iter().zip(&self.lines);
        lines.filter(|(_, on)| **on).map(|(line, _)| line)
    }

    pub(super) fn totals_of<'a>(&self, problem: &'a Csp) -> impl Iterator<Item = &'a Total> {
        let totals = problem.totals.iter().zip(&self.totals);
        totals.filter(|(_, on)| **on).map(|(total, _)| total)
    }
}

/// A conflict: facts that cannot hold together, in [`Engine::facts`].
struct Conflict;

/// Conflicts before the first restart; later restarts follow the Luby sequence.
const RESTART_CONFLICTS: u64 = 100;

pub(super) struct Engine<'a> {
    problem: &'a Csp,
    trail: Trail,
    lines: Vec<lines::LinePropagator>,
    totals: Vec<sums::SumPropagator>,
    counts: counts::PieceCounts,
    /// Numbers by index, and the index of each number.
    values: Vec<i64>,
    index: [u8; 256],
    clauses: Clauses,
    order: ActivityHeap,
    /// Lines and totals of each cell.
    lines_of: Vec<Vec<u32>>,
    totals_of: Vec<Vec<u32>>,
    /// Constraints to be propagated again.
    dirty_lines: Vec<u32>,
    dirty_totals: Vec<u32>,
    dirty_numbers: BitSet,
    facts: Vec<Lit>,
    analysis: learn::ConflictAnalysis,
    /// `true` if the problem is known to have no solution.
    infeasible: bool,
    conflicts: u64,
    pub(super) solutions: Vec<Vec<usize>>,
    limit: usize,
    /// Remaining search steps; after the last, the search ends with [`Stop::Deadline`].
    pub(super) steps_left: u64,
}

/// The positions of the bits that are 1, ascending.
pub(crate) fn bits(mut set: BitSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

impl<'a> Engine<'a> {
    pub(super) fn new(problem: &'a Csp, active: &Constraints, limit: usize) -> Self {
        let (cells, width) = (problem.cells.len(), problem.numbers.len());
        let all: BitSet = (0..width).map(|bit| 1 << bit).sum();
        let mut domains = vec![all; cells];
        let mut lines_of = vec![Vec::new(); cells];
        let mut lines = Vec::new();
        for line in active.lines_of(problem) {
            let taken = problem.numbers.iter().enumerate();
            let taken = taken.filter(|(_, (number, _))| line.taken.contains(number));
            let taken: BitSet = taken.map(|(bit, _)| 1 << bit).sum();
            let propagates = line.cells.len() > 1;
            for cell in &line.cells {
                domains[*cell] &= !taken;
                if propagates {
                    lines_of[*cell].push(lines.len() as u32);
                }
            }
            if propagates {
                lines.push(lines::LinePropagator::new(&line.cells));
            }
        }
        let clash = problem.clash.is_some() && active.lines.iter().all(|on| *on);
        let count_mismatch = active.pieces && problem.pieces() != cells;
        let mut infeasible = clash || count_mismatch || domains.contains(&0);
        let totals = sums::totals(problem, active, &domains, &mut infeasible);
        let mut totals_of = vec![Vec::new(); cells];
        for (index, total) in totals.iter().enumerate() {
            for cell in &total.cells {
                totals_of[*cell as usize].push(index as u32);
            }
        }
        let counts = counts::PieceCounts::new(problem, active, &domains);
        let mut index = [trail::NONE; 256];
        for (at, (number, _)) in problem.numbers.iter().enumerate() {
            index[usize::from(*number)] = at as u8;
        }
        let values = problem.numbers.iter().map(|(number, _)| i64::from(*number));
        Self {
            problem,
            dirty_lines: (0..lines.len() as u32).collect(),
            dirty_totals: (0..totals.len() as u32).collect(),
            dirty_numbers: all,
            trail: Trail::new(domains, width),
            lines,
            totals,
            counts,
            values: values.collect(),
            index,
            clauses: Clauses::default(),
            order: ActivityHeap::default(),
            lines_of,
            totals_of,
            facts: Vec::new(),
            analysis: learn::ConflictAnalysis::default(),
            infeasible,
            conflicts: 0,
            solutions: Vec::new(),
            limit,
            steps_left: u64::MAX,
        }
    }

    /// Searches for the requested number of solutions; without an error all solutions up to that number are found.
    pub(super) fn run(&mut self, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        if self.infeasible {
            return Ok(());
        }
        for cell in 0..self.problem.cells.len() {
            if self.trail.domains[cell].is_power_of_two() {
                let number = self.trail.domains[cell].trailing_zeros() as usize;
                self.assign(self.trail.lit(cell, number), Antecedent::Decision);
            }
        }
        let mut until_restart = RESTART_CONFLICTS;
        let mut restarts = 0;
        loop {
            if self.propagate().is_err() {
                ticker.tick()?;
                self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::Deadline)?;
                self.conflicts += 1;
                if !self.learn() {
                    return Ok(());
                }
                until_restart = until_restart.saturating_sub(1);
                continue;
            }
            if until_restart == 0 {
                restarts += 1;
                until_restart = RESTART_CONFLICTS * luby(restarts);
                self.backtrack(0);
                // Exclusions of level 0 are permanent.
                self.trail.roots.copy_from_slice(&self.trail.domains);
                self.clauses.reduce_if_full();
                continue;
            }
            ticker.tick()?;
            match self.decide() {
                Some(lit) => {
                    self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::Deadline)?;
                    self.trail.open_level();
                    self.assign(lit, Antecedent::Decision);
                }
                None => {
                    let chosen = self.trail.chosen.iter().map(|number| usize::from(*number));
                    self.solutions.push(chosen.collect());
                    if self.solutions.len() >= self.limit || !self.exclude_solution() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The next choice; `None` if every cell has its number.
    fn decide(&mut self) -> Option<Lit> {
        if self.clauses.is_empty() {
            return self.smallest_domain();
        }
        let trail = &self.trail;
        let variable = self.order.pop_open(|variable| trail.is_open(variable))?;
        let (cell, number) = trail.pair(variable);
        // A positive literal says more than a negative one.
        Some(self.trail.lit(cell, number))
    }

    /// The lowest number of the cell with the fewest left.
    fn smallest_domain(&self) -> Option<Lit> {
        let cells = 0..self.trail.domains.len();
        let open = cells.filter(|cell| self.trail.chosen[*cell] == trail::NONE);
        let cell = open.min_by_key(|cell| self.trail.domains[*cell].count_ones())?;
        let number = self.trail.domains[cell].trailing_zeros() as usize;
        Some(self.trail.lit(cell, number))
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            self.propagate_literals()?;
            if self.dirty_numbers != 0 {
                let number = self.dirty_numbers.trailing_zeros() as usize;
                self.dirty_numbers &= self.dirty_numbers - 1;
                self.check_count(number)?;
            } else if let Some(total) = self.dirty_totals.pop() {
                self.totals[total as usize].dirty = false;
                self.check_total(total as usize)?;
            } else if let Some(line) = self.dirty_lines.pop() {
                self.lines[line as usize].dirty = false;
                self.check_line(line as usize)?;
            } else {
                return Ok(());
            }
        }
    }

    fn propagate_literals(&mut self) -> Result<(), Conflict> {
        while let Some(lit) = self.trail.next_fact() {
            self.propagate_clauses(lit)?;
            let (cell, number) = self.trail.pair(lit >> 1);
            if lit & 1 == 0 {
                for index in 0..self.lines_of[cell].len() {
                    let line = self.lines_of[cell][index] as usize;
                    for index in 0..self.lines[line].cells.len() {
                        let other = self.lines[line].cells[index] as usize;
                        if other != cell && self.trail.domains[other] >> number & 1 == 1 {
                            let other = self.trail.lit(other, number) | 1;
                            self.conclude(other, Antecedent::Fact(lit))?;
                        }
                    }
                }
                self.exhaust(number)?;
            } else {
                let domain = self.trail.domains[cell];
                if domain == 0 {
                    self.facts.clear();
                    self.explain(lit ^ 1, Antecedent::Cell, self.trail.len());
                    self.facts.push(lit);
                    return Err(Conflict);
                }
                if domain.is_power_of_two() {
                    let last = domain.trailing_zeros() as usize;
                    self.conclude(self.trail.lit(cell, last), Antecedent::Cell)?;
                }
            }
            self.mark_dirty(cell, number);
        }
        Ok(())
    }

    fn mark_dirty(&mut self, cell: usize, number: usize) {
        self.dirty_numbers |= 1 << number;
        for total in &self.totals_of[cell] {
            let dirty = &mut self.totals[*total as usize].dirty;
            if !std::mem::replace(dirty, true) {
                self.dirty_totals.push(*total);
            }
        }
        for line in &self.lines_of[cell] {
            let dirty = &mut self.lines[*line as usize].dirty;
            if !std::mem::replace(dirty, true) {
                self.dirty_lines.push(*line);
            }
        }
    }

    /// Adds a literal as a fact unless it is one; a conflict if its opposite is.
    fn conclude(&mut self, lit: Lit, reason: Antecedent) -> Result<(), Conflict> {
        if self.trail.holds(lit) {
            return Ok(());
        }
        if self.trail.holds(lit ^ 1) {
            self.facts.clear();
            self.explain(lit, reason, self.trail.len());
            self.facts.push(lit ^ 1);
            return Err(Conflict);
        }
        self.assign(lit, reason);
        Ok(())
    }

    fn assign(&mut self, lit: Lit, reason: Antecedent) {
        self.trail.assign(lit, reason);
        let (cell, number) = self.trail.pair(lit >> 1);
        self.counts.add(cell, number, lit & 1 == 0);
        if lit & 1 == 0 {
            // At once, so that no cell ever has two numbers.
            for other in bits(self.trail.domains[cell] & !(1 << number)) {
                let other_lit = self.trail.lit(cell, other) | 1;
                self.trail.assign(other_lit, Antecedent::Fact(lit));
                self.counts.add(cell, other, false);
            }
        }
    }

    fn backtrack(&mut self, level: usize) {
        while let Some(lit) = self.trail.pop(level) {
            let (cell, number) = self.trail.pair(lit >> 1);
            self.counts.remove(cell, number, lit & 1 == 0);
            self.order.insert(lit >> 1);
        }
        for total in self.dirty_totals.drain(..) {
            self.totals[total as usize].dirty = false;
        }
        for line in self.dirty_lines.drain(..) {
            self.lines[line as usize].dirty = false;
        }
        self.dirty_numbers = 0;
    }
}

/// The Luby sequence 1 1 2 1 1 2 4 …, from index 1.
fn luby(mut index: u64) -> u64 {
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}
