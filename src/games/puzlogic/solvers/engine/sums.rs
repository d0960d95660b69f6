//! Sums of cells, which mostly are of one line and so have different numbers.
//!
//! Where few combinations are left they are gone through. Otherwise the smallest and the largest
//! sum of different numbers that the cells can come to tell which numbers are out.

use super::trail::{NONE, Reason, Set};
use super::{Active, Conflict, Engine, Problem, bits};

/// So many combinations of all cells but one are gone through.
const MOST_COMBINED: u64 = 512;

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
pub(super) fn totals(problem: &Problem, active: &Active, domains: &[Set], hopeless: &mut bool) -> Vec<Total> {
    let mut totals = Vec::new();
    for (total, _) in problem.totals.iter().zip(&active.totals).filter(|(_, on)| **on) {
        if total.left < 0 || total.cells.is_empty() && total.left != 0 {
            *hopeless = true;
        }
        let lines = problem.lines.iter().zip(&active.lines);
        let distinct = lines.filter(|(line, _)| line.line == total.line).all(|(_, on)| *on);
        if !total.cells.is_empty() {
            totals.push(Total {
                cells: total.cells.iter().map(|cell| *cell as u32).collect(),
                left: total.left,
                distinct,
                numbers: total.cells.iter().fold(0, |all, cell| all | domains[*cell]),
                dirty: true,
            });
        }
    }
    totals
}

/// Open cells of a total and what is left for them.
struct Open<'a> {
    cells: Vec<usize>,
    domains: Vec<Set>,
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
        let others = from.iter().enumerate().filter(|(index, _)| *index != without);
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

    /// Sorts the cells by how many numbers they have; whether all combinations may be tried.
    fn few(&mut self) -> bool {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        order.sort_by_key(|index| self.domains[*index].count_ones());
        self.cells = order.iter().map(|index| self.cells[*index]).collect();
        self.domains = order.iter().map(|index| self.domains[*index]).collect();
        let but_one = &self.domains[..self.domains.len().saturating_sub(1)];
        let sizes = but_one.iter().map(|domain| u64::from(domain.count_ones()));
        let product = sizes.into_iter().try_fold(1_u64, u64::checked_mul);
        product.is_some_and(|product| product <= MOST_COMBINED)
    }

    /// Adds to `kept` all numbers of combinations that come to `left`; whether there is one.
    fn combine(&self, at: usize, used: Set, left: i64, kept: &mut [Set]) -> bool {
        let domain = self.domains[at] & !used;
        if at + 1 == self.domains.len() {
            let number = self.number(left).filter(|number| domain >> number & 1 == 1);
            if let Some(number) = number {
                kept[at] |= 1 << number;
            }
            return number.is_some();
        }
        let mut any = false;
        for number in bits(domain) {
            let rest = left - self.values[number];
            if rest < 0 {
                break;
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
    fn blocked(&self, roots: &[Set], bounds: &[(i64, i64)], at: usize, used: Set, left: i64, out: &mut [Set]) {
        let root = roots[at] & !used;
        if at + 1 == roots.len() {
            if let Some(number) = self.number(left).filter(|number| root >> number & 1 == 1) {
                out[at] |= 1 << number;
            }
            return;
        }
        let (least, most) = bounds[at + 1];
        for number in bits(root & !out[at]) {
            let rest = left - self.values[number];
            if rest < least || rest > most {
                continue;
            }
            let used = if self.distinct { used | 1 << number } else { 0 };
            if self.domains[at] >> number & 1 == 1 {
                self.blocked(roots, bounds, at + 1, used, rest, out);
                continue;
            }
            if at + 2 == roots.len() {
                // The last cell may speak for it.
                let last = self.number(rest).filter(|last| roots[at + 1] & !used & 1 << last != 0);
                if last.is_none_or(|last| out[at + 1] >> last & 1 == 1) {
                    continue;
                }
            }
            out[at] |= 1 << number;
        }
    }
}

impl Engine<'_> {
    fn open(&self, total: usize, with: Option<(usize, usize)>, at: Option<u32>) -> (Open<'_>, Vec<u32>) {
        let Total { cells, left, distinct, numbers, .. } = &self.totals[total];
        let mut open = Open {
            cells: Vec::with_capacity(cells.len()),
            domains: Vec::with_capacity(cells.len()),
            left: *left,
            numbers: *numbers,
            distinct: *distinct,
            values: &self.values,
            index: &self.index,
        };
        let mut facts = Vec::new();
        let mut used: Set = 0;
        for cell in cells.iter().map(|cell| *cell as usize) {
            let chosen = match at {
                None => (self.trail.chosen[cell] != NONE).then(|| usize::from(self.trail.chosen[cell])),
                Some(at) => self.trail.chosen_then(cell, at),
            };
            let fixed = with.filter(|(other, _)| *other == cell);
            if let Some((_, number)) = fixed {
                open.left -= self.values[number];
                used |= 1 << number;
            } else if let Some(number) = chosen {
                open.left -= self.values[number];
                used |= 1 << number;
                facts.push(self.trail.lit(cell, number));
            } else {
                open.cells.push(cell);
                open.domains.push(at.map_or(self.trail.domains[cell], |at| self.trail.domain_then(cell, at)));
            }
        }
        if *distinct {
            open.numbers &= !used;
            if at.is_some() {
                open.domains.iter_mut().for_each(|domain| *domain &= !used);
            }
        }
        (open, facts)
    }

    pub(super) fn check_total(&mut self, total: usize) -> Result<(), Conflict> {
        let (mut open, _) = self.open(total, None, None);
        let mut out: Vec<(usize, Set)> = Vec::new();
        let mut fails = false;
        if open.cells.is_empty() {
            fails = open.left != 0;
        } else if open.few() {
            let mut kept = vec![0; open.cells.len()];
            fails = open.left < 0 || !open.combine(0, 0, open.left, &mut kept);
            for (index, kept) in kept.into_iter().enumerate() {
                out.push((open.cells[index], open.domains[index] & !kept));
            }
        } else {
            let lows: Vec<usize> = open.domains.iter().map(|domain| lowest(*domain)).collect();
            let highs: Vec<usize> = open.domains.iter().map(|domain| highest(*domain)).collect();
            let (least, most) = (open.least(&lows, usize::MAX), open.most(&highs, usize::MAX));
            fails = least > open.left || most < open.left;
            for (index, cell) in open.cells.iter().enumerate().filter(|_| !fails) {
                let (low, high) = (open.values[lows[index]], open.values[highs[index]]);
                let mut gone: Set = 0;
                if high - low > open.left - least {
                    let room = open.left - open.least(&lows, index);
                    let large = bits(open.domains[index]).filter(|n| open.values[*n] > room);
                    gone |= large.map(|n| 1 << n).sum::<Set>();
                }
                if high - low > most - open.left {
                    let room = open.left - open.most(&highs, index);
                    let small = bits(open.domains[index]).filter(|n| open.values[*n] < room);
                    gone |= small.fold(0, |set, n| set | 1 << n);
                }
                out.push((*cell, gone));
            }
        }
        if fails {
            self.facts.clear();
            self.no_total_then(total, None, self.trail.len());
            return Err(Conflict);
        }
        for (cell, gone) in out {
            for number in bits(gone) {
                self.conclude(self.trail.lit(cell, number) | 1, Reason::Total(total as u32))?;
            }
        }
        Ok(())
    }

    /// Facts by which a total does not come out, were `with` true.
    pub(super) fn no_total_then(&mut self, total: usize, with: Option<(usize, usize)>, at: u32) {
        let (mut open, facts) = self.open(total, with, Some(at));
        let used = !open.numbers;
        let roots = |open: &Open<'_>| -> Vec<Set> {
            let root = |cell: &usize| self.trail.roots[*cell] & if open.distinct { !used } else { Set::MAX };
            open.cells.iter().map(root).collect()
        };
        let mut out: Vec<Set> = vec![0; open.cells.len()];
        if !open.cells.is_empty() && open.domains.iter().all(|domain| *domain != 0) {
            let mut lows: Vec<usize> = open.domains.iter().map(|domain| lowest(*domain)).collect();
            let mut highs: Vec<usize> = open.domains.iter().map(|domain| highest(*domain)).collect();
            if open.least(&lows, usize::MAX) > open.left {
                let roots = roots(&open);
                for index in 0..lows.len() {
                    let mut lower = roots[index] & !(Set::MAX << lows[index]);
                    while lower != 0 {
                        let before = std::mem::replace(&mut lows[index], lowest(lower));
                        if open.least(&lows, usize::MAX) > open.left {
                            break;
                        }
                        lows[index] = before;
                        lower &= lower - 1;
                    }
                    out[index] = roots[index] & !(Set::MAX << lows[index]);
                }
            } else if open.most(&highs, usize::MAX) < open.left {
                let roots = roots(&open);
                for index in 0..highs.len() {
                    let mut higher = roots[index] & !(Set::MAX >> (127 - highs[index]));
                    while higher != 0 {
                        let before = std::mem::replace(&mut highs[index], highest(higher));
                        if open.most(&highs, usize::MAX) < open.left {
                            break;
                        }
                        highs[index] = before;
                        higher &= !(1 << highest(higher));
                    }
                    out[index] = roots[index] & !(Set::MAX >> (127 - highs[index]));
                }
            } else {
                open.few();
                let roots = roots(&open);
                let mut bounds = vec![(0, 0); roots.len() + 1];
                for (index, root) in roots.iter().enumerate().rev() {
                    let (least, most) = bounds[index + 1];
                    bounds[index] = (least + open.values[lowest(*root)], most + open.values[highest(*root)]);
                }
                open.blocked(&roots, &bounds, 0, 0, open.left, &mut out);
            }
        } else if let Some(empty) = open.domains.iter().position(|domain| *domain == 0) {
            out[empty] = roots(&open)[empty];
        }
        let cells = open.cells;
        self.facts.extend(facts);
        for (cell, out) in cells.into_iter().zip(out) {
            for number in bits(out) {
                self.facts.push(self.trail.lit(cell, number) | 1);
            }
        }
    }
}
