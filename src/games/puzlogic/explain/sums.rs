//! Arguments about sums: the combinations left for the cells of a line.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Candidates, Exclusion, NumberSet, Technique, numbers};
use super::singles::ArguedPlacement;
use super::words;
use crate::game::{self, join_words};
use crate::puzzle::GridLine;

/// Search steps per group; a user would not follow more.
const MAX_STEPS: usize = 20_000;
/// Maximum number of listed combinations.
const MAX_LISTED: usize = 3;
/// Most cells in an argument about all pieces together.
const MAX_REST_CELLS: usize = 4;

/// Free cells whose sum is known.
struct SumGroup {
    /// Indices into `Csp::cells`.
    cells: Vec<usize>,
    /// Sum of the numbers still to be placed on them.
    target: i64,
    /// `The sum 12 of row 2 still needs 9 from 2 cells`, or similar.
    premise: String,
}

struct Combinations {
    /// For each cell its numbers in any combination.
    allowed: Vec<NumberSet>,
    /// Numbers that each combination has in some cell.
    always: NumberSet,
    /// The first ones, each ascending: up to one more than are listed.
    examples: BTreeSet<Vec<u8>>,
}

impl Combinations {
    /// No combination so far; `always` are the numbers in all of them.
    fn new(cells: &[usize], always: NumberSet) -> Self {
        Self {
            allowed: vec![0; cells.len()],
            always,
            examples: BTreeSet::new(),
        }
    }

    /// The group's premise, with `, which is 1 + 5 or 2 + 4` if there are few combinations.
    fn premise(&self, group: &SumGroup) -> String {
        let examples: Vec<Vec<u8>> = self.examples.iter().cloned().collect();
        match (1..=MAX_LISTED).contains(&examples.len()) && examples[0].len() > 1 {
            true => format!("{}, which is {}", group.premise, words::sums(&examples)),
            false => group.premise.clone(),
        }
    }
}

/// All groups, smallest first.
fn groups(state: &Candidates<'_>) -> Vec<SumGroup> {
    let totals = state.problem.totals.iter().enumerate();
    let groups = totals.map(|(index, total)| {
        let cells = state.free_among(&total.cells);
        let target = state.remaining(index);
        let count = game::words::count(cells.len(), "cells");
        SumGroup {
            premise: format!("The {} still needs {target} from {count}", total.name),
            cells,
            target,
        }
    });
    let mut groups: Vec<SumGroup> = groups.collect();
    let rests = [true, false].map(|rows| rest_group(state, rows));
    groups.extend(rests.into_iter().flatten());
    groups.retain(|group| !group.cells.is_empty());
    groups.sort_by_key(|group| group.cells.len());
    groups
}

/// The cells that no sum of the rows (or columns) covers, with what the sums leave for them; `None` if the sums do not
/// tell.
fn rest_group(state: &Candidates<'_>, rows: bool) -> Option<SumGroup> {
    let mut sums: BTreeMap<GridLine, i64> = BTreeMap::new();
    for (index, total) in state.problem.totals.iter().enumerate() {
        if total.line.is_row() == rows && !state.free_among(&total.cells).is_empty() {
            // Two sums of a line leave the same for its free cells, so either will do.
            sums.insert(total.line, state.remaining(index));
        }
    }
    let covered = |cell: &usize| {
        let target = state.cell_at(*cell);
        sums.keys().any(|line| line.contains(target))
    };
    let cells: Vec<usize> = state.free().filter(|cell| !covered(cell)).collect();
    if cells.is_empty() || cells.len() > MAX_REST_CELLS || sums.is_empty() {
        return None;
    }
    let pieces = state.left.iter().enumerate();
    let all: usize = pieces.map(|(number, left)| number * left).sum();
    let all = i64::try_from(all).ok()?;
    let sum: i64 = sums.values().sum();
    let names: Vec<String> = sums.keys().map(GridLine::to_string).collect();
    let premise = format!(
        "The remaining pieces add up to {all}, and {} still {} {sum} of that, so {} must make up {}",
        join_words(&names, "and"),
        if names.len() == 1 { "needs" } else { "need" },
        words::cell_list(state, &cells),
        all - sum
    );
    Some(SumGroup {
        cells,
        target: all - sum,
        premise,
    })
}

/// Excludes numbers that no combination of a group has, or elsewhere the last piece that all of them need.
pub(super) fn eliminate(state: &mut Candidates<'_>) -> bool {
    for group in groups(state) {
        let Some(found) = combinations(state, &group.cells, group.target) else {
            continue;
        };
        let cells = group.cells.iter().zip(&found.allowed);
        let removed: Vec<Exclusion> = cells
            .map(|(cell, allowed)| (*cell, state.domains[*cell] & !allowed))
            .filter(|(_, removed)| *removed != 0)
            .collect();
        if !removed.is_empty() {
            let excluded = exclusion_text(state, &removed);
            let text = format!("{}: {excluded}.", found.premise(&group));
            return state.eliminate(&removed, Technique::Sum, text, &group.cells);
        }
        if exclude_last_piece(state, &group, &found) {
            return true;
        }
    }
    false
}

/// Excludes a number elsewhere that all combinations need, if one piece is left.
fn exclude_last_piece(state: &mut Candidates<'_>, group: &SumGroup, found: &Combinations) -> bool {
    for number in numbers(found.always) {
        if state.left[usize::from(number)] != 1 {
            continue;
        }
        let others = state.free().filter(|cell| !group.cells.contains(cell));
        let others = others.filter(|cell| state.allows(*cell, number));
        let removed: Vec<Exclusion> = others.map(|cell| (cell, 1 << number)).collect();
        if removed.is_empty() {
            continue;
        }
        let text = format!(
            "{}, so it takes the only {number} that is left, and no other cell does.",
            found.premise(group)
        );
        return state.eliminate(&removed, Technique::Sum, text, &group.cells);
    }
    false
}

/// Places a number that a sum needs and only one of its cells can take; `None` if no sum does.
pub(super) fn forced_by_sum(state: &Candidates<'_>) -> Option<ArguedPlacement> {
    for group in groups(state) {
        let Some(found) = combinations(state, &group.cells, group.target) else {
            continue;
        };
        for number in numbers(found.always) {
            let cells = group.cells.iter().zip(&found.allowed);
            let mut cells = cells.filter(|(_, allowed)| **allowed >> number & 1 == 1);
            let (Some((cell, _)), None) = (cells.next(), cells.next()) else {
                continue;
            };
            let text = format!(
                "{}: it needs the {number}, which can only go to {}.",
                found.premise(&group),
                state.cell_at(*cell)
            );
            let others = group.cells.iter().copied();
            return Some(ArguedPlacement {
                cell: *cell,
                number,
                technique: Technique::Sum,
                text,
                cells: others.filter(|other| other != cell).collect(),
                needs: state.needs(&group.cells),
            });
        }
    }
    None
}

/// `row 1, column 2 cannot be 3 or 4`.
pub(super) fn exclusion_text(state: &Candidates<'_>, removed: &[Exclusion]) -> String {
    let mut by_set: Vec<(NumberSet, Vec<usize>)> = Vec::new();
    for (cell, set) in removed {
        match by_set.iter_mut().find(|(other, _)| other == set) {
            Some((_, cells)) => cells.push(*cell),
            None => by_set.push((*set, vec![*cell])),
        }
    }
    let parts = by_set.iter().map(|(set, cells)| {
        let names = words::cell_list(state, cells);
        format!("{names} cannot be {}", words::or(*set))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Returns whether free cells can still reach a target; `true` beyond the limits.
pub(super) fn is_reachable(state: &Candidates<'_>, cells: &[usize], target: i64) -> bool {
    combinations(state, cells, target).is_none_or(|found| !found.examples.is_empty())
}

/// Enumerates the numbers with sum `target` for these free cells that the rules allow; `None` beyond the limit of steps
/// or of time.
fn combinations(state: &Candidates<'_>, cells: &[usize], target: i64) -> Option<Combinations> {
    state.budget.check().ok()?;
    // Least and largest sums of the cells from each one on.
    let mut bounds = vec![(0, 0)];
    for cell in cells.iter().rev() {
        let (low, high) = bounds.last().copied().unwrap_or_default();
        let open = state.domains[*cell];
        // Nothing fits this cell, so there is no combination.
        if open == 0 {
            return Some(Combinations::new(cells, 0));
        }
        let (least, most) = (open.trailing_zeros(), open.ilog2());
        bounds.push((low + i64::from(least), high + i64::from(most)));
    }
    bounds.reverse();
    let mut search = CombinationSearch {
        state,
        cells,
        bounds,
        chosen: Vec::with_capacity(cells.len()),
        steps: 0,
        found: Combinations::new(cells, NumberSet::MAX),
    };
    if !search.extend(target) {
        return None;
    }
    // Without a combination no number is in all of them.
    if search.found.allowed.first() == Some(&0) {
        search.found.always = 0;
    }
    Some(search.found)
}

struct CombinationSearch<'a> {
    state: &'a Candidates<'a>,
    cells: &'a [usize],
    /// Least and largest sum of the cells from each one on.
    bounds: Vec<(i64, i64)>,
    /// Numbers of the first cells.
    chosen: Vec<u8>,
    steps: usize,
    found: Combinations,
}

impl CombinationSearch<'_> {
    /// Completes `chosen` in all ways with sum `target` for the other cells; returns `false` beyond the step limit.
    fn extend(&mut self, target: i64) -> bool {
        let at = self.chosen.len();
        let (low, high) = self.bounds[at];
        if target < low || target > high {
            return true;
        }
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let Some(cell) = self.cells.get(at).copied() else {
            self.record();
            return true;
        };
        for number in numbers(self.state.domains[cell]) {
            let mut used = 0;
            let mut clash = false;
            for (other, chosen) in self.cells.iter().zip(&self.chosen) {
                if *chosen == number {
                    used += 1;
                    clash |= self.state.share_line(*other, cell);
                }
            }
            if clash || used >= self.state.left[usize::from(number)] {
                continue;
            }
            self.chosen.push(number);
            let complete = self.extend(target - i64::from(number));
            self.chosen.pop();
            if !complete {
                return false;
            }
        }
        true
    }

    /// Adds the complete combination `chosen` to those found.
    fn record(&mut self) {
        let mut set: NumberSet = 0;
        for (allowed, number) in self.found.allowed.iter_mut().zip(&self.chosen) {
            *allowed |= 1 << number;
            set |= 1 << number;
        }
        self.found.always &= set;
        if self.found.examples.len() <= MAX_LISTED {
            let mut sorted = self.chosen.clone();
            sorted.sort_unstable();
            self.found.examples.insert(sorted);
        }
    }
}
