//! Arguments that place a number.

use std::collections::BTreeSet;

use super::candidates::{Candidates, Technique, set_of, single};
use super::words;
use crate::game::join_words;

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
pub(super) fn easiest(state: &Candidates<'_>) -> Option<Placement> {
    let mut best: Option<(Technique, usize, Placement)> = None;
    let mut consider = |found: Option<Placement>| {
        let Some(found) = found else { return };
        let all = state.all_needs(&found.needs);
        let hardest = all.iter().map(|index| state.eliminations[*index].technique);
        let hardest = hardest.max().unwrap_or(found.technique);
        let rank = (hardest.max(found.technique), all.len());
        if best
            .as_ref()
            .is_none_or(|(technique, needs, _)| rank < (*technique, *needs))
        {
            best = Some((rank.0, rank.1, found));
        }
    };
    for cell in state.free() {
        consider(naked_single(state, cell));
    }
    for total in 0..state.problem.totals.len() {
        consider(last_of_sum(state, total));
    }
    for (number, _) in &state.problem.numbers {
        consider(hidden_single(state, *number));
        consider(line_count(state, *number));
    }
    best.map(|(_, _, placement)| placement)
}

/// The first number that a sum or a piece count forces.
pub(super) fn first_forced(state: &Candidates<'_>) -> Option<Placement> {
    let mut totals = 0..state.problem.totals.len();
    totals
        .find_map(|total| last_of_sum(state, total))
        .or_else(|| {
            let mut numbers = state.problem.numbers.iter();
            numbers.find_map(|(number, _)| {
                hidden_single(state, *number).or_else(|| line_count(state, *number))
            })
        })
}

/// A cell with one number left.
fn naked_single(state: &Candidates<'_>, cell: usize) -> Option<Placement> {
    let number = single(state.domains[cell])?;
    let pieces = state.problem.numbers.iter().map(|(number, _)| *number);
    let others = pieces.filter(|other| *other != number && state.left[usize::from(*other)] > 0);
    let others = set_of(others);
    let mut rest = others;
    let mut reasons: Vec<String> = Vec::new();
    for line in &state.lines_of[cell] {
        let present =
            super::candidates::numbers(rest).filter(|other| state.line_has(*line, *other));
        let present = set_of(present);
        if present != 0 {
            let line = state.problem.lines[*line].line;
            let verb = single(present).map_or("stand", |_| "stands");
            reasons.push(format!("{} {verb} in {line}", words::and(present)));
        }
        rest &= !present;
    }
    if rest != 0 {
        reasons.push(format!(
            "{} {} ruled out",
            words::and(rest),
            words::is_are(rest)
        ));
    }
    let target = state.cell_at(cell);
    let text = if others == 0 {
        format!("Only pieces with {number} are left.")
    } else {
        let reasons = join_words(&reasons, "and");
        format!("Of the remaining pieces, {reasons}: only {number} can go to {target}.")
    };
    let peers = state.lines_of[cell].iter().flat_map(|line| {
        let cells = state.problem.lines[*line].cells.iter().copied();
        cells.filter(|other| *other != cell)
    });
    Some(Placement {
        cell,
        number,
        technique: Technique::NakedSingle,
        text,
        cells: peers
            .filter(|other| state.placed[*other].is_some())
            .collect(),
        needs: state.needs(&[cell]),
    })
}

fn last_of_sum(state: &Candidates<'_>, total: usize) -> Option<Placement> {
    let cells = &state.problem.totals[total].cells;
    let [cell] = state.free_among(cells)[..] else {
        return None;
    };
    let number = u8::try_from(state.remaining(total)).ok()?;
    // An impossible number is reported as a contradiction instead.
    if !state.allows(cell, number) {
        return None;
    }
    let (name, target) = (&state.problem.totals[total].name, state.cell_at(cell));
    Some(Placement {
        cell,
        number,
        technique: Technique::LastOfSum,
        text: format!("{target} is the last cell of ‘{name}’, which still needs {number}.")
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
pub(super) fn cells_for(state: &Candidates<'_>, number: u8) -> Vec<usize> {
    let free = state.free();
    free.filter(|cell| state.allows(*cell, number)).collect()
}

/// A number with exactly as many cells as pieces left.
fn hidden_single(state: &Candidates<'_>, number: u8) -> Option<Placement> {
    let left = state.left[usize::from(number)];
    if left == 0 {
        return None;
    }
    let cells = cells_for(state, number);
    if cells.len() != left {
        return None;
    }
    let cell = *cells.first()?;
    let target = state.cell_at(cell);
    let text = if left == 1 {
        let mut pieces = state.problem.numbers.iter();
        let several = pieces.any(|(n, count)| *n == number && *count > 1);
        let piece = if several { "last piece" } else { "piece" };
        format!("The {piece} with {number} fits only at {target}.")
    } else {
        let all = words::cell_list(state, &cells);
        format!("The {left} pieces with {number} fit only at {all}.")
    };
    let free: Vec<usize> = state.free().collect();
    Some(Placement {
        cell,
        number,
        technique: Technique::HiddenSingle,
        text,
        cells: cells[1..].to_vec(),
        needs: state.needs_of(&free, number),
    })
}

/// A number with exactly as many rows (or columns) that have a cell for it as pieces: each takes one, and one of
/// them has a single cell.
fn line_count(state: &Candidates<'_>, number: u8) -> Option<Placement> {
    let left = state.left[usize::from(number)];
    if left < 2 {
        return None;
    }
    for rows in [true, false] {
        let lines: Vec<(usize, Vec<usize>)> = lines_for(state, number, rows);
        if lines.len() != left {
            continue;
        }
        let Some((line, cells)) = lines.iter().find(|(_, cells)| cells.len() == 1) else {
            continue;
        };
        let cell = cells[0];
        let names: Vec<String> = lines
            .iter()
            .map(|(line, _)| state.problem.lines[*line].line.to_string())
            .collect();
        let free: Vec<usize> = state.free().collect();
        let text = format!(
            "{left} pieces with {number} are left, and only {} have room for one, so each takes one. In {} it fits only at {}.",
            join_words(&names, "and"),
            state.problem.lines[*line].line,
            state.cell_at(cell),
        );
        let others = lines.iter().flat_map(|(_, cells)| cells.iter().copied());
        return Some(Placement {
            cell,
            number,
            technique: Technique::LineCount,
            text,
            cells: others.filter(|other| *other != cell).collect(),
            needs: state.needs_of(&free, number),
        });
    }
    None
}

/// Rows (or columns) with cells for a number.
pub(super) fn lines_for(
    state: &Candidates<'_>,
    number: u8,
    rows: bool,
) -> Vec<(usize, Vec<usize>)> {
    let lines = state.problem.lines.iter().enumerate();
    lines
        .filter(|(_, line)| line.line.is_row() == rows)
        .filter_map(|(index, line)| {
            let cells = line.cells.iter().copied();
            let cells: Vec<usize> = cells
                .filter(|cell| state.placed[*cell].is_none() && state.allows(*cell, number))
                .collect();
            (!cells.is_empty()).then_some((index, cells))
        })
        .collect()
}
