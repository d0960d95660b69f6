//! Propagator: sums of cells, which mostly share a line and so have distinct numbers.

use super::open_cells::OpenCells;
use super::trail::{Antecedent, BitSet, NONE, Pair};
use super::{Conflict, Constraints, Csp, Engine, bits};
use crate::puzzle::{GridLine, MAX_SIDE};

pub(super) struct SumPropagator {
    pub(super) cells: Vec<u32>,
    left: i64,
    /// `true` if the cells may not repeat a number.
    distinct: bool,
    /// Numbers that any of the cells may have.
    numbers: BitSet,
    pub(super) dirty: bool,
}

/// The enabled totals; sets `infeasible` if one cannot hold at all.
pub(super) fn totals(
    problem: &Csp,
    active: &Constraints,
    domains: &[BitSet],
    infeasible: &mut bool,
) -> Vec<SumPropagator> {
    let mut totals = Vec::new();
    let mut add = |cells: Vec<usize>, left: i64, distinct: bool| {
        if left < 0 || cells.is_empty() && left != 0 {
            *infeasible = true;
        }
        if !cells.is_empty() {
            totals.push(SumPropagator {
                left,
                distinct,
                numbers: cells.iter().fold(0, |all, cell| all | domains[*cell]),
                cells: cells.into_iter().map(|cell| cell as u32).collect(),
                dirty: true,
            });
        }
    };
    let distinct = |line: GridLine| {
        let lines = problem.lines.iter().zip(&active.lines);
        let mut own = lines.filter(|(other, _)| other.line == line);
        own.all(|(_, on)| *on)
    };
    let enabled: Vec<_> = active.totals_of(problem).collect();
    for total in &enabled {
        add(total.cells.clone(), total.left, distinct(total.line));
    }
    if !active.pieces {
        return totals;
    }
    // All rows, or all columns, sum to the total of the pieces, so the lines without a total have one together.
    for rows in [true, false] {
        let pieces = problem.numbers.iter();
        let mut left: i64 = pieces.map(|(n, count)| i64::from(*n) * *count as i64).sum();
        let mut open: Vec<(GridLine, &[usize])> = Vec::new();
        let lines = problem.lines.iter();
        for line in lines.filter(|line| line.line.is_row() == rows) {
            match enabled.iter().find(|total| total.line == line.line) {
                Some(total) => left -= total.left,
                None if line.cells.is_empty() => {}
                None => open.push((line.line, &line.cells)),
            }
        }
        let cells = open.iter().flat_map(|(_, cells)| cells.iter().copied());
        let cells: Vec<usize> = cells.collect();
        if cells.len() <= MAX_SIDE {
            let distinct_line = open.len() == 1 && distinct(open[0].0);
            add(cells, left, distinct_line);
        }
    }
    totals
}

impl Engine<'_> {
    /// The open cells of a total, now or when the trail had `at` facts, assuming `assumed`.
    #[inline]
    fn open_cells(&self, total: usize, assumed: Option<Pair>, at: Option<u32>) -> OpenCells<'_> {
        let sum = &self.totals[total];
        let mut open = OpenCells {
            len: 0,
            cells: [0; MAX_SIDE],
            domains: [0; MAX_SIDE],
            bounds: [(0, 0); MAX_SIDE + 1],
            left: sum.left,
            numbers: sum.numbers,
            distinct: sum.distinct,
            values: &self.values,
            index: &self.index,
        };
        let mut used: BitSet = 0;
        for cell in &sum.cells {
            let index = *cell as usize;
            let fixed = assumed
                .filter(|(other, _)| *other == index)
                .map(|(_, number)| number);
            let chosen = match at {
                _ if fixed.is_some() => fixed,
                None => (self.trail.chosen[index] != NONE)
                    .then(|| usize::from(self.trail.chosen[index])),
                Some(at) => self.trail.chosen_at(index, at),
            };
            if let Some(number) = chosen {
                open.left -= self.values[number];
                used |= 1 << number;
            } else {
                open.cells[open.len] = *cell;
                open.domains[open.len] = match at {
                    None => self.trail.domains[index],
                    Some(at) => self.trail.domain_at(index, at),
                };
                open.len += 1;
            }
        }
        if sum.distinct {
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
        let mut open = self.open_cells(total, None, None);
        let len = open.len;
        let mut out = [0; MAX_SIDE];
        let fails = if len == 0 {
            open.left != 0
        } else if open.sort_if_few() {
            let domains = open.domains;
            open.compute_bounds(&domains[..len]);
            let mut allowed = [0; MAX_SIDE];
            let any = open.combine(0, 0, open.left, &mut allowed);
            for index in 0..len {
                out[index] = open.domains[index] & !allowed[index];
            }
            !any
        } else {
            open.exclude_by_bounds(&mut out)
        };
        let cells = open.cells;
        if fails {
            self.facts.clear();
            self.explain_total(total, None, self.trail.len());
            return Err(Conflict);
        }
        for (cell, excluded) in cells.iter().zip(out).take(len) {
            for number in bits(excluded) {
                let lit = self.trail.lit(*cell as usize, number) | 1;
                self.conclude(lit, Antecedent::Total(total as u32))?;
            }
        }
        Ok(())
    }

    /// Adds the facts by which a total cannot hold, assuming `assumed`.
    pub(super) fn explain_total(&mut self, total: usize, assumed: Option<Pair>, at: u32) {
        for cell in &self.totals[total].cells {
            let cell = *cell as usize;
            if assumed.is_none_or(|(other, _)| other != cell)
                && let Some(number) = self.trail.chosen_at(cell, at)
            {
                self.facts.push(self.trail.lit(cell, number));
            }
        }
        let mut open = self.open_cells(total, assumed, Some(at));
        let len = open.len;
        let usable = match open.distinct {
            true => open.numbers,
            false => BitSet::MAX,
        };
        let root = |cell: &u32| self.trail.roots[*cell as usize] & usable;
        let mut out = [0; MAX_SIDE];
        if let Some(empty) = open.domains().iter().position(|domain| *domain == 0) {
            out[empty] = root(&open.cells[empty]);
        } else if len > 0 {
            open.sort_if_few();
            let mut roots = [0; MAX_SIDE];
            for (slot, cell) in roots.iter_mut().zip(&open.cells[..len]) {
                *slot = root(cell);
            }
            if !open.explain_bounds(&roots[..len], &mut out) {
                open.compute_bounds(&roots[..len]);
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
