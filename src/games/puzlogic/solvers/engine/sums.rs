//! Sums of cells, which mostly are of one line and so have different numbers.
//!
//! Where few combinations are left they are gone through. Otherwise the smallest and the largest
//! sum of different numbers that the cells can come to tell which numbers are out.

use super::trail::{NONE, Reason, Set};
use super::{Active, Conflict, Engine, Problem, bits};
use crate::puzzle::{Line, MAX_SIDE};

/// So many combinations of all cells but one are gone through.
const MOST_COMBINED: u64 = 256;

pub(super) struct Total {
    pub(super) cells: Vec<u32>,
    left: i64,
    /// Whether no number may stand twice among the cells.
    distinct: bool,
    /// Numbers that any of the cells may have.
    numbers: Set,
    pub(super) dirty: bool,
}

/// The totals that count; `hopeless` where one cannot hold at all.
pub(super) fn totals(
    problem: &Problem,
    active: &Active,
    domains: &[Set],
    hopeless: &mut bool,
) -> Vec<Total> {
    let mut totals = Vec::new();
    let mut add = |cells: Vec<usize>, left: i64, distinct: bool| {
        if left < 0 || cells.is_empty() && left != 0 {
            *hopeless = true;
        }
        if !cells.is_empty() {
            totals.push(Total {
                left,
                distinct,
                numbers: cells.iter().fold(0, |all, cell| all | domains[*cell]),
                cells: cells.into_iter().map(|cell| cell as u32).collect(),
                dirty: true,
            });
        }
    };
    let distinct = |line: Line| {
        let lines = problem.lines.iter().zip(&active.lines);
        lines
            .filter(|(other, _)| other.line == line)
            .all(|(_, on)| *on)
    };
    let given = problem.totals.iter().zip(&active.totals);
    let given: Vec<&super::super::problem::Total> = given
        .filter(|(_, on)| **on)
        .map(|(total, _)| total)
        .collect();
    for total in &given {
        add(total.cells.clone(), total.left, distinct(total.line));
    }
    if !active.pieces {
        return totals;
    }
    // All rows, or all columns, come to what all pieces do; so lines without a total have one
    // together.
    for rows in [true, false] {
        let mut left: i64 = problem
            .numbers
            .iter()
            .map(|(number, count)| i64::from(*number) * *count as i64)
            .sum();
        let mut open: Vec<(Line, &[usize])> = Vec::new();
        for line in problem
            .lines
            .iter()
            .filter(|line| matches!(line.line, Line::Row(_)) == rows)
        {
            match given.iter().find(|total| total.line == line.line) {
                Some(total) => left -= total.left,
                None if line.cells.is_empty() => {}
                None => open.push((line.line, &line.cells)),
            }
        }
        let cells: Vec<usize> = open
            .iter()
            .flat_map(|(_, cells)| cells.iter().copied())
            .collect();
        if cells.len() <= MAX_SIDE {
            let one = open.len() == 1 && distinct(open[0].0);
            add(cells, left, one);
        }
    }
    totals
}

/// Open cells of a total and what is left for them.
struct Open<'a> {
    len: usize,
    cells: [u32; MAX_SIDE],
    domains: [Set; MAX_SIDE],
    /// What the cells from each one on come to at least and at most, twice a number or not.
    bounds: [(i64, i64); MAX_SIDE + 1],
    left: i64,
    /// Numbers that any of them may have, for bounds.
    numbers: Set,
    distinct: bool,
    values: &'a [i64],
    index: &'a [u8; 256],
}

fn lowest(set: Set) -> usize {
    set.trailing_zeros() as usize
}

fn highest(set: Set) -> usize {
    127 - set.leading_zeros() as usize
}

impl Open<'_> {
    /// The least that cells come to, each with a number from `from` on, `without` left out.
    fn least(&self, from: &[usize], without: usize) -> i64 {
        let others = from
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != without);
        if !self.distinct {
            return others.map(|(_, from)| self.values[*from]).sum();
        }
        // How many begin at each number; greedy from below, with those that wait.
        let mut begins = [0_u8; 128];
        let mut starts: Set = 0;
        let mut to_place = 0;
        for (_, from) in others {
            begins[*from] += 1;
            starts |= 1 << from;
            to_place += 1;
        }
        let mut sum = 0;
        let mut waiting = 0;
        let mut candidates = self.numbers | starts;
        while to_place > 0 {
            if candidates == 0 {
                return i64::MAX / 4;
            }
            if waiting == 0 {
                candidates &= Set::MAX << lowest(candidates & starts);
            }
            let at = lowest(candidates);
            candidates &= candidates - 1;
            if starts >> at & 1 == 1 {
                waiting += begins[at];
                starts &= !(1 << at);
            }
            if self.numbers >> at & 1 == 1 {
                sum += self.values[at];
                waiting -= 1;
                to_place -= 1;
            }
        }
        sum
    }

    /// The most, each with a number up to `to`.
    fn most(&self, to: &[usize], without: usize) -> i64 {
        let others = to.iter().enumerate().filter(|(index, _)| *index != without);
        if !self.distinct {
            return others.map(|(_, to)| self.values[*to]).sum();
        }
        let mut begins = [0_u8; 128];
        let mut starts: Set = 0;
        let mut to_place = 0;
        for (_, to) in others {
            begins[*to] += 1;
            starts |= 1 << to;
            to_place += 1;
        }
        let mut sum = 0;
        let mut waiting = 0;
        let mut candidates = self.numbers | starts;
        while to_place > 0 {
            if candidates == 0 {
                return i64::MIN / 4;
            }
            if waiting == 0 {
                candidates &= Set::MAX >> (127 - highest(candidates & starts));
            }
            let at = highest(candidates);
            candidates &= !(1 << at);
            if starts >> at & 1 == 1 {
                waiting += begins[at];
                starts &= !(1 << at);
            }
            if self.numbers >> at & 1 == 1 {
                sum += self.values[at];
                waiting -= 1;
                to_place -= 1;
            }
        }
        sum
    }

    fn number(&self, value: i64) -> Option<usize> {
        let index = *self.index.get(usize::try_from(value).ok()?)?;
        (index != NONE).then_some(usize::from(index))
    }

    fn domains(&self) -> &[Set] {
        &self.domains[..self.len]
    }

    /// Sorts the cells by how many numbers they have; whether all combinations may be tried.
    fn few(&mut self) -> bool {
        let sizes = self
            .domains()
            .iter()
            .map(|domain| u64::from(domain.count_ones()));
        let mut most = 1;
        let mut product = 1_u64;
        for size in sizes {
            product = product.saturating_mul(most.min(size));
            most = most.max(size);
            if product > MOST_COMBINED {
                return false;
            }
        }
        for index in 1..self.len {
            let (cell, domain) = (self.cells[index], self.domains[index]);
            let mut at = index;
            while at > 0 && self.domains[at - 1].count_ones() > domain.count_ones() {
                self.domains[at] = self.domains[at - 1];
                self.cells[at] = self.cells[at - 1];
                at -= 1;
            }
            self.domains[at] = domain;
            self.cells[at] = cell;
        }
        true
    }

    fn bound(&mut self, domains: &[Set]) {
        self.bounds[domains.len()] = (0, 0);
        for (index, domain) in domains.iter().enumerate().rev() {
            let (least, most) = self.bounds[index + 1];
            let (low, high) = (lowest(*domain), highest(*domain));
            self.bounds[index] = (least + self.values[low], most + self.values[high]);
        }
    }

    /// Adds to `kept` all numbers of combinations that come to `left`; whether there is one.
    fn combine(&self, at: usize, used: Set, left: i64, kept: &mut [Set]) -> bool {
        let domain = self.domains[at] & !used;
        if at + 1 == self.len {
            let number = self.number(left).filter(|number| domain >> number & 1 == 1);
            if let Some(number) = number {
                kept[at] |= 1 << number;
            }
            return number.is_some();
        }
        let (least, most) = self.bounds[at + 1];
        let mut any = false;
        if at + 2 == self.len {
            let last = self.domains[at + 1] & !used;
            for number in bits(domain) {
                let Some(other) = self.number(left - self.values[number]) else {
                    continue;
                };
                if last >> other & 1 == 1 && (other != number || !self.distinct) {
                    kept[at] |= 1 << number;
                    kept[at + 1] |= 1 << other;
                    any = true;
                }
            }
            return any;
        }
        for number in bits(domain) {
            let rest = left - self.values[number];
            if rest > most {
                continue;
            }
            if rest < least {
                break;
            }
            // Nothing new can come of it once the cells behind keep all they have.
            if any
                && kept[at] >> number & 1 == 1
                && kept[at + 1..self.len] == self.domains[at + 1..self.len]
            {
                continue;
            }
            let used = if self.distinct { used | 1 << number } else { 0 };
            if self.combine(at + 1, used, rest, kept) {
                kept[at] |= 1 << number;
                any = true;
            }
        }
        any
    }

    /// Adds to `out` numbers that are out and without which some combination would do.
    fn blocked(&self, roots: &[Set], at: usize, used: Set, left: i64, out: &mut [Set]) {
        let root = roots[at] & !used;
        if at + 1 == roots.len() {
            if let Some(number) = self.number(left).filter(|number| root >> number & 1 == 1) {
                out[at] |= 1 << number;
            }
            return;
        }
        let (least, most) = self.bounds[at + 1];
        for number in bits(root & !out[at]) {
            let rest = left - self.values[number];
            if rest < least || rest > most {
                continue;
            }
            let used = if self.distinct { used | 1 << number } else { 0 };
            if self.domains[at] >> number & 1 == 1 {
                self.blocked(roots, at + 1, used, rest, out);
                continue;
            }
            if at + 2 == roots.len() {
                // The last cell may speak for it.
                let last = self
                    .number(rest)
                    .filter(|last| roots[at + 1] & !used & 1 << last != 0);
                if last.is_none_or(|last| out[at + 1] >> last & 1 == 1) {
                    continue;
                }
            }
            out[at] |= 1 << number;
        }
    }

    /// Puts into `out` the numbers by which the cells come to too much or too little; whether
    /// they do so at best.
    fn beyond_bounds(&self, out: &mut [Set; MAX_SIDE]) -> bool {
        let (mut lows, mut highs) = ([0; MAX_SIDE], [0; MAX_SIDE]);
        for (index, domain) in self.domains().iter().enumerate() {
            (lows[index], highs[index]) = (lowest(*domain), highest(*domain));
        }
        let (lows, highs) = (&lows[..self.len], &highs[..self.len]);
        let (least, most) = (self.least(lows, usize::MAX), self.most(highs, usize::MAX));
        if least > self.left || most < self.left {
            return true;
        }
        for (index, domain) in self.domains().iter().enumerate() {
            let width = self.values[highs[index]] - self.values[lows[index]];
            if width > self.left - least {
                let room = self.left - self.least(lows, index);
                for number in bits(*domain).filter(|n| self.values[*n] > room) {
                    out[index] |= 1 << number;
                }
            }
            if width > most - self.left {
                let room = self.left - self.most(highs, index);
                for number in bits(*domain).filter(|n| self.values[*n] < room) {
                    out[index] |= 1 << number;
                }
            }
        }
        false
    }

    /// Where the cells come to too much or too little: puts into `out` numbers without which
    /// they still would, few of them.
    fn bounds_out(&self, roots: &[Set], out: &mut [Set; MAX_SIDE]) -> bool {
        let mut ends = [0; MAX_SIDE];
        let ends = &mut ends[..roots.len()];
        for (end, domain) in ends.iter_mut().zip(self.domains()) {
            *end = lowest(*domain);
        }
        if self.least(ends, usize::MAX) > self.left {
            for index in 0..roots.len() {
                let mut lower = roots[index] & !(Set::MAX << ends[index]);
                while lower != 0 {
                    let before = std::mem::replace(&mut ends[index], lowest(lower));
                    if self.least(ends, usize::MAX) > self.left {
                        break;
                    }
                    ends[index] = before;
                    lower &= lower - 1;
                }
                out[index] = roots[index] & !(Set::MAX << ends[index]);
            }
            return true;
        }
        for (end, domain) in ends.iter_mut().zip(self.domains()) {
            *end = highest(*domain);
        }
        if self.most(ends, usize::MAX) < self.left {
            for index in 0..roots.len() {
                let mut higher = roots[index] & !(Set::MAX >> (127 - ends[index]));
                while higher != 0 {
                    let before = std::mem::replace(&mut ends[index], highest(higher));
                    if self.most(ends, usize::MAX) < self.left {
                        break;
                    }
                    ends[index] = before;
                    higher &= !(1 << highest(higher));
                }
                out[index] = roots[index] & !(Set::MAX >> (127 - ends[index]));
            }
            return true;
        }
        false
    }
}

impl Engine<'_> {
    /// The open cells of a total, now or when the trail was `at` facts long, were `with` true.
    #[inline]
    fn open(&self, total: usize, with: Option<(usize, usize)>, at: Option<u32>) -> Open<'_> {
        let Total {
            cells,
            left,
            distinct,
            numbers,
            ..
        } = &self.totals[total];
        let mut open = Open {
            len: 0,
            cells: [0; MAX_SIDE],
            domains: [0; MAX_SIDE],
            bounds: [(0, 0); MAX_SIDE + 1],
            left: *left,
            numbers: *numbers,
            distinct: *distinct,
            values: &self.values,
            index: &self.index,
        };
        let mut used: Set = 0;
        for cell in cells {
            let index = *cell as usize;
            let fixed = with
                .filter(|(other, _)| *other == index)
                .map(|(_, number)| number);
            let chosen = match at {
                _ if fixed.is_some() => fixed,
                None => (self.trail.chosen[index] != NONE)
                    .then(|| usize::from(self.trail.chosen[index])),
                Some(at) => self.trail.chosen_then(index, at),
            };
            if let Some(number) = chosen {
                open.left -= self.values[number];
                used |= 1 << number;
            } else {
                open.cells[open.len] = *cell;
                open.domains[open.len] = match at {
                    None => self.trail.domains[index],
                    Some(at) => self.trail.domain_then(index, at),
                };
                open.len += 1;
            }
        }
        if *distinct {
            open.numbers &= !used;
            if at.is_some() {
                open.domains[..open.len]
                    .iter_mut()
                    .for_each(|domain| *domain &= !used);
            }
        }
        open
    }

    pub(super) fn check_total(&mut self, total: usize) -> Result<(), Conflict> {
        let mut open = self.open(total, None, None);
        let len = open.len;
        let mut out = [0; MAX_SIDE];
        let fails = if len == 0 {
            open.left != 0
        } else if open.few() {
            let domains = open.domains;
            open.bound(&domains[..len]);
            let mut kept = [0; MAX_SIDE];
            let any = open.combine(0, 0, open.left, &mut kept);
            for index in 0..len {
                out[index] = open.domains[index] & !kept[index];
            }
            !any
        } else {
            open.beyond_bounds(&mut out)
        };
        let cells = open.cells;
        if fails {
            self.facts.clear();
            self.no_total_then(total, None, self.trail.len());
            return Err(Conflict);
        }
        for (cell, gone) in cells.iter().zip(out).take(len) {
            for number in bits(gone) {
                let lit = self.trail.lit(*cell as usize, number) | 1;
                self.conclude(lit, Reason::Total(total as u32))?;
            }
        }
        Ok(())
    }

    /// Facts by which a total does not come out, were `with` true.
    pub(super) fn no_total_then(&mut self, total: usize, with: Option<(usize, usize)>, at: u32) {
        for cell in &self.totals[total].cells {
            let cell = *cell as usize;
            if with.is_none_or(|(other, _)| other != cell)
                && let Some(number) = self.trail.chosen_then(cell, at)
            {
                self.facts.push(self.trail.lit(cell, number));
            }
        }
        let mut open = self.open(total, with, Some(at));
        let len = open.len;
        let usable = if open.distinct {
            open.numbers
        } else {
            Set::MAX
        };
        let root = |cell: &u32| self.trail.roots[*cell as usize] & usable;
        let mut out = [0; MAX_SIDE];
        if let Some(empty) = open.domains().iter().position(|domain| *domain == 0) {
            out[empty] = root(&open.cells[empty]);
        } else if len > 0 {
            open.few();
            let mut roots = [0; MAX_SIDE];
            for (into, cell) in roots.iter_mut().zip(&open.cells[..len]) {
                *into = root(cell);
            }
            if !open.bounds_out(&roots[..len], &mut out) {
                open.bound(&roots[..len]);
                open.blocked(&roots[..len], 0, 0, open.left, &mut out);
            }
        }
        let cells = open.cells;
        for (cell, out) in cells.iter().zip(out).take(len) {
            for number in bits(out) {
                self.facts.push(self.trail.lit(*cell as usize, number) | 1);
            }
        }
    }
}
