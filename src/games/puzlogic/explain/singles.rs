//! Arguments that place a number.

use std::collections::BTreeSet;

use super::sight::{Sight, Technique, set_of, single};
use super::words;
use crate::game::listed;

#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub(super) cell: usize,
    pub(super) number: u8,
    pub(super) technique: Technique,
    pub(super) text: String,
    /// The cells the argument is about, without the one that is filled.
    pub(super) cells: Vec<usize>,
    pub(super) needs: BTreeSet<usize>,
}

/// The easiest placement: by technique, then by the number of eliminations it depends on.
pub(super) fn easiest(sight: &Sight<'_>) -> Option<Placement> {
    let mut best: Option<(Technique, usize, Placement)> = None;
    let mut weigh = |found: Option<Placement>| {
        let Some(found) = found else { return };
        let all = sight.all_needed(&found.needs);
        let hardest = all.iter().map(|index| sight.eliminations[*index].technique);
        let hardest = hardest.max().unwrap_or(found.technique);
        let rank = (hardest.max(found.technique), all.len());
        if best
            .as_ref()
            .is_none_or(|(technique, needs, _)| rank < (*technique, *needs))
        {
            best = Some((rank.0, rank.1, found));
        }
    };
    for cell in sight.free() {
        weigh(naked(sight, cell));
    }
    for total in 0..sight.problem.totals.len() {
        weigh(last_of(sight, total));
    }
    for (number, _) in &sight.problem.numbers {
        weigh(hidden(sight, *number));
        weigh(line_count(sight, *number));
    }
    best.map(|(_, _, placement)| placement)
}

/// The first number that a sum or a piece count forces.
pub(super) fn quick(sight: &Sight<'_>) -> Option<Placement> {
    let mut totals = 0..sight.problem.totals.len();
    totals.find_map(|total| last_of(sight, total)).or_else(|| {
        let mut numbers = sight.problem.numbers.iter();
        numbers
            .find_map(|(number, _)| hidden(sight, *number).or_else(|| line_count(sight, *number)))
    })
}

/// A cell with one number left.
fn naked(sight: &Sight<'_>, cell: usize) -> Option<Placement> {
    let number = single(sight.open[cell])?;
    let pieces = sight.problem.numbers.iter().map(|(number, _)| *number);
    let others = pieces.filter(|other| *other != number && sight.left[usize::from(*other)] > 0);
    let others = set_of(others);
    let mut rest = others;
    let mut reasons: Vec<String> = Vec::new();
    for line in &sight.lines_of[cell] {
        let there = super::sight::numbers(rest).filter(|other| sight.stands_in(*line, *other));
        let there = set_of(there);
        if there != 0 {
            let line = sight.problem.lines[*line].line;
            let stand = single(there).map_or("stand", |_| "stands");
            reasons.push(format!("{} {stand} in {line}", words::and(there)));
        }
        rest &= !there;
    }
    if rest != 0 {
        reasons.push(format!(
            "{} {} ruled out",
            words::and(rest),
            words::is_are(rest)
        ));
    }
    let place = sight.place(cell);
    let text = if others == 0 {
        format!("Only pieces with {number} are left.")
    } else {
        let reasons = listed(&reasons, "and");
        format!("Of the remaining pieces, {reasons}: only {number} can go to {place}.")
    };
    let seen = sight.lines_of[cell].iter().flat_map(|line| {
        let cells = sight.problem.lines[*line].cells.iter().copied();
        cells.filter(|other| *other != cell)
    });
    Some(Placement {
        cell,
        number,
        technique: Technique::NakedSingle,
        text,
        cells: seen.filter(|other| sight.put[*other].is_some()).collect(),
        needs: sight.needs(&[cell]),
    })
}

fn last_of(sight: &Sight<'_>, total: usize) -> Option<Placement> {
    let cells = &sight.problem.totals[total].cells;
    let [cell] = sight.free_of(cells)[..] else {
        return None;
    };
    let number = u8::try_from(sight.needed(total)).ok()?;
    // An impossible number is reported as a contradiction instead.
    if !sight.may_be(cell, number) {
        return None;
    }
    let (name, place) = (&sight.problem.totals[total].name, sight.place(cell));
    Some(Placement {
        cell,
        number,
        technique: Technique::LastOfSum,
        text: format!("{place} is the last cell of ‘{name}’, which still needs {number}.")
            .replacen("row", "Row", 1),
        cells: cells
            .iter()
            .copied()
            .filter(|other| *other != cell)
            .collect(),
        needs: BTreeSet::new(),
    })
}

/// Cells that can take a number.
pub(super) fn room(sight: &Sight<'_>, number: u8) -> Vec<usize> {
    let free = sight.free();
    free.filter(|cell| sight.may_be(*cell, number)).collect()
}

/// A number with exactly as many cells as pieces left.
fn hidden(sight: &Sight<'_>, number: u8) -> Option<Placement> {
    let left = sight.left[usize::from(number)];
    if left == 0 {
        return None;
    }
    let room = room(sight, number);
    if room.len() != left {
        return None;
    }
    let cell = *room.first()?;
    let place = sight.place(cell);
    let text = if left == 1 {
        let mut pieces = sight.problem.numbers.iter();
        let several = pieces.any(|(n, count)| *n == number && *count > 1);
        let piece = if several { "last piece" } else { "piece" };
        format!("The {piece} with {number} fits only at {place}.")
    } else {
        let all = words::places(sight, &room);
        format!("The {left} pieces with {number} fit only at {all}.")
    };
    let free: Vec<usize> = sight.free().collect();
    Some(Placement {
        cell,
        number,
        technique: Technique::HiddenSingle,
        text,
        cells: room[1..].to_vec(),
        needs: sight.needs_of(&free, number),
    })
}

/// A number with exactly as many rows (or columns) that have a cell for it as pieces: each takes one, and one of
/// them has a single cell.
fn line_count(sight: &Sight<'_>, number: u8) -> Option<Placement> {
    let left = sight.left[usize::from(number)];
    if left < 2 {
        return None;
    }
    for rows in [true, false] {
        let lines: Vec<(usize, Vec<usize>)> = lines_with_room(sight, number, rows);
        if lines.len() != left {
            continue;
        }
        let Some((line, cells)) = lines.iter().find(|(_, cells)| cells.len() == 1) else {
            continue;
        };
        let cell = cells[0];
        let names: Vec<String> = lines
            .iter()
            .map(|(line, _)| sight.problem.lines[*line].line.to_string())
            .collect();
        let free: Vec<usize> = sight.free().collect();
        let text = format!(
            "{left} pieces with {number} are left, and only {} have room for one, so each takes one. In {} it fits only at {}.",
            listed(&names, "and"),
            sight.problem.lines[*line].line,
            sight.place(cell),
        );
        let others = lines.iter().flat_map(|(_, cells)| cells.iter().copied());
        return Some(Placement {
            cell,
            number,
            technique: Technique::LineCount,
            text,
            cells: others.filter(|other| *other != cell).collect(),
            needs: sight.needs_of(&free, number),
        });
    }
    None
}

/// Rows (or columns) with cells for a number.
pub(super) fn lines_with_room(
    sight: &Sight<'_>,
    number: u8,
    rows: bool,
) -> Vec<(usize, Vec<usize>)> {
    let lines = sight.problem.lines.iter().enumerate();
    lines
        .filter(|(_, line)| line.line.is_row() == rows)
        .filter_map(|(index, line)| {
            let cells = line.cells.iter().copied();
            let cells: Vec<usize> = cells
                .filter(|cell| sight.put[*cell].is_none() && sight.may_be(*cell, number))
                .collect();
            (!cells.is_empty()).then_some((index, cells))
        })
        .collect()
}
