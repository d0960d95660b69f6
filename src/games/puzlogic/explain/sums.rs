//! Arguments about sums: the combinations left for the cells of a line.

use std::collections::{BTreeMap, BTreeSet};

use super::sight::{Set, Sight, Technique, numbers};
use super::singles::Placement;
use super::words;
use crate::game::listed;
use crate::puzzle::Line;

/// Search steps per group; a user would not follow more.
const MOST: usize = 20_000;
/// Largest number of combinations listed.
const NAMED: usize = 3;
/// Most cells in an argument about all pieces together.
const LEFT_OVER: usize = 4;

/// Some free cells and their required sum.
pub(super) struct Group {
    cells: Vec<usize>,
    target: i64,
    /// `‘row 2 sum 12’ still needs 9 from 2 cells`, or similar.
    said: String,
}

/// Summary of the combinations of a group.
struct Combinations {
    /// Numbers of each cell.
    kept: Vec<Set>,
    always: Set,
    /// The first ones, each ascending.
    named: BTreeSet<Vec<u8>>,
}

impl Combinations {
    /// No combination so far; `always` are the numbers in all of them.
    fn of(cells: &[usize], always: Set) -> Self {
        Self {
            kept: vec![0; cells.len()],
            always,
            named: BTreeSet::new(),
        }
    }
}

/// All groups, smallest first.
pub(super) fn groups(sight: &Sight<'_>) -> Vec<Group> {
    let totals = sight.problem.totals.iter().enumerate();
    let mut groups: Vec<Group> = totals
        .map(|(index, total)| {
            let (cells, target) = (sight.free_of(&total.cells), sight.needed(index));
            let said = format!(
                "‘{}’ still needs {target} from {}",
                total.name,
                crate::game::words::count(cells.len(), "cells")
            );
            Group {
                cells,
                target,
                said,
            }
        })
        .collect();
    groups.extend(
        [true, false]
            .into_iter()
            .filter_map(|rows| left_over(sight, rows)),
    );
    groups.retain(|group| !group.cells.is_empty());
    groups.sort_by_key(|group| group.cells.len());
    groups
}

/// The cells that no sum of the rows (or columns) covers, with what the sums leave for them.
fn left_over(sight: &Sight<'_>, rows: bool) -> Option<Group> {
    let mut taken: BTreeMap<Line, i64> = BTreeMap::new();
    for (index, total) in sight.problem.totals.iter().enumerate() {
        if total.line.is_row() == rows && !sight.free_of(&total.cells).is_empty() {
            taken.insert(total.line, sight.needed(index));
        }
    }
    let covered = |cell: usize| {
        let place = sight.place(cell);
        taken.keys().any(|line| line.contains(place))
    };
    let cells: Vec<usize> = sight.free().filter(|cell| !covered(*cell)).collect();
    if cells.is_empty() || cells.len() > LEFT_OVER || taken.is_empty() {
        return None;
    }
    let pieces = sight.left.iter().enumerate();
    let all: usize = pieces.map(|(number, left)| number * left).sum();
    let all = i64::try_from(all).ok()?;
    let sums: i64 = taken.values().sum();
    let names: Vec<String> = taken.keys().map(Line::to_string).collect();
    let said = format!(
        "The remaining pieces add up to {all}, and {} still {} {sums} of that, so {} must make up {}",
        listed(&names, "and"),
        if names.len() == 1 { "needs" } else { "need" },
        words::places(sight, &cells),
        all - sums
    );
    Some(Group {
        cells,
        target: all - sums,
        said,
    })
}

/// Adds the first elimination by a sum.
pub(super) fn eliminate(sight: &mut Sight<'_>) -> bool {
    for group in groups(sight) {
        let Some(found) = combinations(sight, &group.cells, group.target) else {
            continue;
        };
        let removed: Vec<(usize, Set)> = group
            .cells
            .iter()
            .zip(&found.kept)
            .map(|(cell, kept)| (*cell, sight.open[*cell] & !kept))
            .filter(|(_, removed)| *removed != 0)
            .collect();
        if !removed.is_empty() {
            let text = format!(
                "{}{}: {}.",
                group.said,
                that_is(&found),
                cannot(sight, &removed)
            );
            return sight.argue(&removed, Technique::Sum, text, &group.cells);
        }
        if keep_last(sight, &group, &found) {
            return true;
        }
    }
    false
}

/// Excludes a number elsewhere that a sum needs, if one piece is left.
fn keep_last(sight: &mut Sight<'_>, group: &Group, found: &Combinations) -> bool {
    for number in numbers(found.always) {
        if sight.left[usize::from(number)] != 1 {
            continue;
        }
        let removed: Vec<(usize, Set)> = sight
            .free()
            .filter(|cell| !group.cells.contains(cell) && sight.may_be(*cell, number))
            .map(|cell| (cell, 1 << number))
            .collect();
        if removed.is_empty() {
            continue;
        }
        let text = format!(
            "{}{}, so it takes the only {number} that is left, and no other cell does.",
            group.said,
            that_is(found)
        );
        return sight.argue(&removed, Technique::Sum, text, &group.cells);
    }
    false
}

/// Places a number that a sum needs and only one of its cells can take.
pub(super) fn needed_once(sight: &Sight<'_>) -> Option<Placement> {
    for group in groups(sight) {
        let Some(found) = combinations(sight, &group.cells, group.target) else {
            continue;
        };
        for number in numbers(found.always) {
            let mut room = group.cells.iter().zip(&found.kept);
            let mut room = room.by_ref().filter(|(_, kept)| **kept >> number & 1 == 1);
            let (Some((cell, _)), None) = (room.next(), room.next()) else {
                continue;
            };
            let text = format!(
                "{}{}: it needs the {number}, which can only go to {}.",
                group.said,
                that_is(&found),
                sight.place(*cell)
            );
            let others = group.cells.iter().copied();
            return Some(Placement {
                cell: *cell,
                number,
                technique: Technique::Sum,
                text,
                cells: others.filter(|other| other != cell).collect(),
                needs: sight.needs(&group.cells),
            });
        }
    }
    None
}

/// `, which is 1 + 5 or 2 + 4`, if there are few combinations.
fn that_is(found: &Combinations) -> String {
    let named: Vec<Vec<u8>> = found.named.iter().cloned().collect();
    if (1..=NAMED).contains(&named.len()) && named[0].len() > 1 {
        format!(", which is {}", words::sums(&named))
    } else {
        String::new()
    }
}

/// `row 1, column 2 cannot be 3 or 4`.
pub(super) fn cannot(sight: &Sight<'_>, removed: &[(usize, Set)]) -> String {
    let mut by_set: Vec<(Set, Vec<usize>)> = Vec::new();
    for (cell, set) in removed {
        match by_set.iter_mut().find(|(other, _)| other == set) {
            Some((_, cells)) => cells.push(*cell),
            None => by_set.push((*set, vec![*cell])),
        }
    }
    let parts: Vec<String> = by_set
        .iter()
        .map(|(set, cells)| {
            let places = words::places(sight, cells);
            format!("{places} cannot be {}", words::or(*set))
        })
        .collect();
    parts.join("; ")
}

/// Returns whether free cells can still reach a target; `true` beyond the step limit.
pub(super) fn possible(sight: &Sight<'_>, cells: &[usize], target: i64) -> bool {
    combinations(sight, cells, target).is_none_or(|found| found.kept.iter().all(|kept| *kept != 0))
}

/// Enumerates the numbers for these free cells with sum `target`, without using a piece twice or repeating a number
/// in a line; `None` beyond the step limit.
fn combinations(sight: &Sight<'_>, cells: &[usize], target: i64) -> Option<Combinations> {
    // Least and most of the cells from each one on.
    let mut reach = vec![(0, 0)];
    for cell in cells.iter().rev() {
        let (low, high) = reach.last().copied().unwrap_or_default();
        let open = sight.open[*cell];
        if open == 0 {
            return Some(Combinations::of(cells, 0));
        }
        let (least, most) = (open.trailing_zeros(), 127 - open.leading_zeros());
        reach.push((low + i64::from(least), high + i64::from(most)));
    }
    reach.reverse();
    let mut walk = Walk {
        sight,
        cells,
        reach,
        chosen: Vec::with_capacity(cells.len()),
        steps: 0,
        found: Combinations::of(cells, Set::MAX),
    };
    if !walk.go(target) {
        return None;
    }
    if walk.found.kept.first() == Some(&0) {
        walk.found.always = 0;
    }
    Some(walk.found)
}

struct Walk<'a> {
    sight: &'a Sight<'a>,
    cells: &'a [usize],
    reach: Vec<(i64, i64)>,
    chosen: Vec<u8>,
    steps: usize,
    found: Combinations,
}

impl Walk<'_> {
    /// Returns `false` beyond the step limit.
    fn go(&mut self, target: i64) -> bool {
        let at = self.chosen.len();
        let (low, high) = self.reach[at];
        if target < low || target > high {
            return true;
        }
        self.steps += 1;
        if self.steps > MOST {
            return false;
        }
        let Some(cell) = self.cells.get(at).copied() else {
            self.note();
            return true;
        };
        for number in numbers(self.sight.open[cell]) {
            let mut used = 0;
            let mut clash = false;
            for (other, chosen) in self.cells.iter().zip(&self.chosen) {
                if *chosen == number {
                    used += 1;
                    clash |= self.sight.in_line(*other, cell);
                }
            }
            if clash || used >= self.sight.left[usize::from(number)] {
                continue;
            }
            self.chosen.push(number);
            let whole = self.go(target - i64::from(number));
            self.chosen.pop();
            if !whole {
                return false;
            }
        }
        true
    }

    fn note(&mut self) {
        let mut set: Set = 0;
        for (kept, number) in self.found.kept.iter_mut().zip(&self.chosen) {
            *kept |= 1 << number;
            set |= 1 << number;
        }
        self.found.always &= set;
        if self.found.named.len() <= NAMED {
            let mut sorted = self.chosen.clone();
            sorted.sort_unstable();
            self.found.named.insert(sorted);
        }
    }
}
