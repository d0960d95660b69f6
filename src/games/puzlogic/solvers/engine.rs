//! Constraint propagation over sets of numbers, and search for what it leaves open.
//!
//! Domains are bit sets over the different numbers of the pieces. Propagated are: numbers taken
//! in a line (all-different by elimination, Régin's weaker relative), counts of pieces from below
//! and above (global cardinality), sums by the sets of totals that the cells before and after
//! each one can come to (Trick 2003) and, once few combinations are left, by going through them,
//! and Hall sets of two and three cells. Search takes the cell with the fewest numbers left.

use crate::search::{Stop, Ticker};

use super::problem::{Problem, Total};

/// So many combinations of a total's numbers are gone through.
const MOST_COMBINED: u64 = 2_000;

/// Most different numbers: those from 0 to 99 fit.
type Set = u128;

/// Which of the constraints count; to find out which of them contradict each other.
#[derive(Clone)]
pub(super) struct Active {
    pub(super) lines: Vec<bool>,
    pub(super) totals: Vec<bool>,
    pub(super) pieces: bool,
}

impl Active {
    pub(super) fn all(problem: &Problem) -> Self {
        Self {
            lines: vec![true; problem.lines.len()],
            totals: vec![true; problem.totals.len()],
            pieces: true,
        }
    }
}

#[derive(Clone)]
struct State {
    domains: Vec<Set>,
    settled: Vec<bool>,
    /// Pieces left of each number.
    left: Vec<usize>,
}

/// A search in progress.
pub(super) struct Engine<'a> {
    problem: &'a Problem,
    active: &'a Active,
    /// For each cell its lines.
    lines_of: Vec<Vec<usize>>,
    pub(super) found: Vec<Vec<usize>>,
    wanted: usize,
    /// Steps of search left; [`Stop::Deadline`] after the last.
    pub(super) steps: u64,
}

fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

impl<'a> Engine<'a> {
    pub(super) fn new(problem: &'a Problem, active: &'a Active, wanted: usize) -> Self {
        let mut lines_of = vec![Vec::new(); problem.cells.len()];
        for (index, line) in problem.lines.iter().enumerate() {
            if active.lines[index] {
                for cell in &line.cells {
                    lines_of[*cell].push(index);
                }
            }
        }
        Self {
            problem,
            active,
            lines_of,
            found: Vec::new(),
            wanted,
            steps: u64::MAX,
        }
    }

    /// Looks for as many solutions as wanted; without an error, all there are up to that number.
    pub(super) fn run(&mut self, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        let clash = self.problem.clash.is_some() && self.active.lines.iter().all(|on| *on);
        let wrong_number = self.problem.pieces() != self.problem.cells.len();
        if clash || self.active.pieces && wrong_number {
            return Ok(());
        }
        let numbers = &self.problem.numbers;
        let all: Set = if numbers.len() >= 128 {
            Set::MAX
        } else {
            (1 << numbers.len()) - 1
        };
        let mut state = State {
            domains: vec![all; self.problem.cells.len()],
            settled: vec![false; self.problem.cells.len()],
            left: numbers.iter().map(|(_, count)| *count).collect(),
        };
        for (index, line) in self.problem.lines.iter().enumerate() {
            if !self.active.lines[index] {
                continue;
            }
            let taken = numbers.iter().enumerate();
            let taken = taken.filter(|(_, (number, _))| line.taken.contains(number));
            let taken: Set = taken.map(|(bit, _)| 1 << bit).sum();
            for cell in &line.cells {
                state.domains[*cell] &= !taken;
            }
        }
        self.search(state, ticker)
    }

    fn search(&mut self, mut state: State, ticker: &mut Ticker<'_>) -> Result<(), Stop> {
        ticker.tick()?;
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Deadline)?;
        if !self.propagate(&mut state) {
            return Ok(());
        }
        let open = (0..state.domains.len()).filter(|cell| !state.settled[*cell]);
        let Some(cell) = open.min_by_key(|cell| state.domains[*cell].count_ones()) else {
            let chosen = state.domains.iter().map(|d| d.trailing_zeros() as usize);
            self.found.push(chosen.collect());
            return Ok(());
        };
        for bit in bits(state.domains[cell]) {
            let mut next = state.clone();
            next.domains[cell] = 1 << bit;
            self.search(next, ticker)?;
            if self.found.len() >= self.wanted {
                break;
            }
        }
        Ok(())
    }

    /// Takes away what cannot be; whether anything can still be.
    fn propagate(&self, state: &mut State) -> bool {
        loop {
            let before = (state.domains.clone(), state.settled.clone());
            if !self.settle(state) || !self.count(state) {
                return false;
            }
            if before.0 != state.domains || before.1 != state.settled {
                continue;
            }
            if !self.keep_sets(state) || !self.add_up(state) {
                return false;
            }
            if before.0 == state.domains {
                return true;
            }
        }
    }

    /// Cells with one number left have it, and the cells of their lines have it not.
    fn settle(&self, state: &mut State) -> bool {
        for cell in 0..state.domains.len() {
            let domain = state.domains[cell];
            if domain == 0 {
                return false;
            }
            if state.settled[cell] || !domain.is_power_of_two() {
                continue;
            }
            state.settled[cell] = true;
            if self.active.pieces {
                let left = &mut state.left[domain.trailing_zeros() as usize];
                if *left == 0 {
                    return false;
                }
                *left -= 1;
            }
            for line in &self.lines_of[cell] {
                for other in &self.problem.lines[*line].cells {
                    if *other != cell {
                        state.domains[*other] &= !domain;
                        if state.domains[*other] == 0 {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Numbers of which no piece is left go; those with just as many places as pieces stay there.
    fn count(&self, state: &mut State) -> bool {
        if !self.active.pieces {
            return true;
        }
        for bit in 0..state.left.len() {
            let mask: Set = 1 << bit;
            let open = |state: &State| {
                (0..state.domains.len())
                    .filter(|cell| !state.settled[*cell] && state.domains[*cell] & mask != 0)
                    .collect::<Vec<_>>()
            };
            let places = open(state);
            let left = state.left[bit];
            if places.len() < left {
                return false;
            }
            for cell in places.iter().filter(|_| left == 0) {
                state.domains[*cell] &= !mask;
                if state.domains[*cell] == 0 {
                    return false;
                }
            }
            if left > 0 && places.len() == left {
                for cell in &places {
                    state.domains[*cell] = mask;
                }
            }
        }
        true
    }

    /// Numbers that no total can be made with go.
    fn add_up(&self, state: &mut State) -> bool {
        for (index, total) in self.problem.totals.iter().enumerate() {
            if !self.active.totals[index] {
                continue;
            }
            let Ok(target) = usize::try_from(total.left) else {
                return false;
            };
            if !self.add_up_one(state, &total.cells, target) || !self.combine(state, index, target)
            {
                return false;
            }
        }
        true
    }

    /// Where few combinations are left for a total, those in which a number stands twice are left
    /// out, too: its cells are all of one line.
    fn combine(&self, state: &mut State, total: usize, target: usize) -> bool {
        let Total { cells, line, .. } = &self.problem.totals[total];
        let lines = &self.problem.lines;
        let different = lines.iter().zip(&self.active.lines);
        if different
            .clone()
            .any(|(other, on)| other.line == *line && !on)
        {
            return true;
        }
        let sizes = cells.iter().map(|cell| state.domains[*cell].count_ones());
        let product = sizes.map(u64::from).try_fold(1_u64, u64::checked_mul);
        if product.is_none_or(|product| product > MOST_COMBINED) {
            return true;
        }
        let mut kept: Vec<Set> = vec![0; cells.len()];
        let domains: Vec<Set> = cells.iter().map(|cell| state.domains[*cell]).collect();
        self.combinations(&domains, 0, target, &mut kept);
        for (cell, kept) in cells.iter().zip(kept) {
            if kept == 0 {
                return false;
            }
            state.domains[*cell] = kept;
        }
        true
    }

    /// Adds to `kept` all numbers of combinations that come to `target`; whether there is one.
    fn combinations(&self, domains: &[Set], used: Set, target: usize, kept: &mut [Set]) -> bool {
        let (Some((first, rest)), Some((kept, kept_rest))) =
            (domains.split_first(), kept.split_first_mut())
        else {
            return target == 0;
        };
        let mut any = false;
        for bit in bits(first & !used) {
            let number = usize::from(self.problem.numbers[bit].0);
            if let Some(left) = target.checked_sub(number)
                && self.combinations(rest, used | 1 << bit, left, kept_rest)
            {
                *kept |= 1 << bit;
                any = true;
            }
        }
        any
    }

    /// Cells of a line that have only as many numbers among them as they are keep them to
    /// themselves (Hall sets of two and three cells).
    fn keep_sets(&self, state: &mut State) -> bool {
        for (line, _) in self
            .problem
            .lines
            .iter()
            .zip(&self.active.lines)
            .filter(|(_, on)| **on)
        {
            let open: Vec<usize> = line
                .cells
                .iter()
                .copied()
                .filter(|cell| !state.settled[*cell])
                .collect();
            for (index, first) in open.iter().enumerate() {
                for second in &open[index + 1..] {
                    let pair = state.domains[*first] | state.domains[*second];
                    let mut set = vec![(pair, 2)];
                    if pair.count_ones() == 3 {
                        let third = |cell: &&usize| {
                            *cell != first && *cell != second && state.domains[**cell] & !pair == 0
                        };
                        if open.iter().any(|cell| third(&cell)) {
                            set.push((pair, 3));
                        }
                    }
                    for (numbers, size) in set {
                        if numbers.count_ones() < size {
                            return false;
                        }
                        if numbers.count_ones() > size {
                            continue;
                        }
                        for cell in &open {
                            if state.domains[*cell] & !numbers != 0 {
                                state.domains[*cell] &= !numbers;
                                if state.domains[*cell] == 0 {
                                    return false;
                                }
                            }
                        }
                    }
                }
            }
        }
        true
    }

    fn add_up_one(&self, state: &mut State, cells: &[usize], target: usize) -> bool {
        let number = |bit: usize| usize::from(self.problem.numbers[bit].0);
        let words = target / 64 + 1;
        // What the cells up to each one can come to, and those from it on.
        let zero = || {
            let mut sums = vec![0_u64; words];
            sums[0] = 1;
            sums
        };
        let add = |sums: &[u64], domain: Set| {
            let mut next = vec![0_u64; words];
            for bit in bits(domain) {
                shift_or(&mut next, sums, number(bit));
            }
            next
        };
        let mut after = vec![zero()];
        for cell in cells.iter().rev() {
            let last = after
                .last()
                .map_or_else(zero, |last| add(last, state.domains[*cell]));
            after.push(last);
        }
        let mut before = zero();
        for (index, cell) in cells.iter().enumerate() {
            let rest = &after[cells.len() - index - 1];
            let mut kept: Set = 0;
            for bit in bits(state.domains[*cell]) {
                if let Some(rest_target) = target.checked_sub(number(bit))
                    && meets(&before, rest, rest_target)
                {
                    kept |= 1 << bit;
                }
            }
            if kept == 0 {
                return false;
            }
            before = add(&before, kept);
            state.domains[*cell] = kept;
        }
        !cells.is_empty() || target == 0
    }
}

/// Adds `by` to every number of a set, as far as it has room.
fn shift_or(into: &mut [u64], set: &[u64], by: usize) {
    let (words, rest) = (by / 64, by % 64);
    for (index, word) in set.iter().enumerate() {
        if *word == 0 {
            continue;
        }
        if let Some(low) = into.get_mut(index + words) {
            *low |= word << rest;
        }
        if rest > 0
            && let Some(high) = into.get_mut(index + words + 1)
        {
            *high |= word >> (64 - rest);
        }
    }
}

/// Whether a number of one set and one of the other come to `target`.
fn meets(a: &[u64], b: &[u64], target: usize) -> bool {
    let has = |set: &[u64], number: usize| {
        set.get(number / 64)
            .is_some_and(|word| word >> (number % 64) & 1 == 1)
    };
    let numbers = a
        .iter()
        .enumerate()
        .flat_map(|(index, word)| bits(Set::from(*word)).map(move |bit| 64 * index + bit));
    numbers
        .take_while(|number| *number <= target)
        .any(|number| has(b, target - number))
}
