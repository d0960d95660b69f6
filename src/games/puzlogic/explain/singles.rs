//! Arguments that place a number.

use std::collections::BTreeSet;

use super::candidates::{Candidates, Technique, numbers, set_of, single};
use super::words;
use crate::game::join_words;

#[derive(Clone, Debug)]
pub(super) struct ArguedPlacement {
    pub(super) cell: usize,
    pub(super) number: u8,
    pub(super) technique: Technique,
    pub(super) text: String,
    /// The cells the argument is about, without the one that is filled.
    pub(super) cells: Vec<usize>,
    /// Indices of the eliminations that it depends on.
    pub(super) needs: BTreeSet<usize>,
}

/// The easiest placement: by technique, then by the number of eliminations it depends on; `None` if no argument
/// applies.
pub(super) fn easiest(state: &Candidates<'_>) -> Option<ArguedPlacement> {
    let naked = state.free().filter_map(|cell| naked_single(state, cell));
    naked.chain(forced(state)).min_by_key(|found| {
        let all = state.all_needs(&found.needs);
        let techniques = all.iter().map(|index| state.eliminations[*index].technique);
        (techniques.fold(found.technique, Technique::max), all.len())
    })
}

/// Numbers that a sum or a piece count forces.
pub(super) fn forced(state: &Candidates<'_>) -> impl Iterator<Item = ArguedPlacement> {
    let totals = 0..state.problem.totals.len();
    let sums = totals.filter_map(move |total| last_of_sum(state, total));
    let counts = state.problem.numbers.iter().flat_map(move |(number, _)| {
        let hidden = hidden_single(state, *number).into_iter();
        hidden.chain(line_count(state, *number))
    });
    sums.chain(counts)
}

/// Places the only number that a cell can take; `None` if it can take several, or none.
fn naked_single(state: &Candidates<'_>, cell: usize) -> Option<ArguedPlacement> {
    let number = single(state.domains[cell])?;
    let pieces = state.problem.numbers.iter().map(|(number, _)| *number);
    let others = pieces.filter(|other| *other != number && state.left[usize::from(*other)] > 0);
    let others = set_of(others);
    let mut unexplained = others;
    let mut reasons: Vec<String> = Vec::new();
    for line in &state.lines_of[cell] {
        let present = numbers(unexplained).filter(|other| state.line_has(*line, *other));
        let present = set_of(present);
        if present != 0 {
            let line = state.problem.lines[*line].line;
            let verb = single(present).map_or("stand", |_| "stands");
            reasons.push(format!("{} {verb} in {line}", words::and(present)));
        }
        unexplained &= !present;
    }
    if unexplained != 0 {
        let verb = single(unexplained).map_or("are", |_| "is");
        reasons.push(format!("{} {verb} ruled out", words::and(unexplained)));
    }
    let target = state.cell_at(cell);
    let text = if others == 0 {
        format!("Only pieces with {number} are left.")
    } else {
        let reasons = join_words(&reasons, "and");
        format!("Of the remaining pieces, {reasons}: only {number} can go to {target}.")
    };
    let lines = state.lines_of[cell].iter();
    let peers = lines.flat_map(|line| &state.problem.lines[*line].cells);
    let placed = peers.filter(|other| state.placed[**other].is_some());
    Some(ArguedPlacement {
        cell,
        number,
        technique: Technique::NakedSingle,
        text,
        cells: placed.copied().collect(),
        needs: state.needs(&[cell]),
    })
}

/// Fills the last free cell of a sum; `None` if several are free, or no number fits.
fn last_of_sum(state: &Candidates<'_>, total: usize) -> Option<ArguedPlacement> {
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
    let others = cells.iter().copied().filter(|other| *other != cell);
    Some(ArguedPlacement {
        cell,
        number,
        technique: Technique::LastOfSum,
        // The cell, as in `row 1, column 2`, begins the sentence, so its first word gets a capital.
        text: format!("{target} is the last cell of the {name}, which still needs {number}.")
            .replacen("row", "Row", 1),
        cells: others.collect(),
        needs: BTreeSet::new(),
    })
}

/// Free cells that can take a number.
pub(super) fn cells_for(state: &Candidates<'_>, number: u8) -> Vec<usize> {
    let free = state.free();
    free.filter(|cell| state.allows(*cell, number)).collect()
}

/// Places a number with exactly as many cells as pieces left; `None` if it has more cells.
fn hidden_single(state: &Candidates<'_>, number: u8) -> Option<ArguedPlacement> {
    let left = state.left[usize::from(number)];
    let cells = cells_for(state, number);
    if left == 0 || cells.len() != left {
        return None;
    }
    let cell = cells[0];
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
    Some(ArguedPlacement {
        cell,
        number,
        technique: Technique::HiddenSingle,
        text,
        cells: cells[1..].to_vec(),
        needs: state.needs_of(number),
    })
}

/// Places a number with as many rows (or columns) as pieces: each row takes one, and one of them has a single cell.
/// `None` if the argument does not apply.
fn line_count(state: &Candidates<'_>, number: u8) -> Option<ArguedPlacement> {
    let left = state.left[usize::from(number)];
    if left < 2 {
        return None;
    }
    [true, false].into_iter().find_map(|rows| {
        let lines = lines_for(state, number, rows);
        let (line, cells) = lines.iter().find(|(_, cells)| cells.len() == 1)?;
        if lines.len() != left {
            return None;
        }
        let cell = cells[0];
        let name = |line: usize| state.problem.lines[line].line.to_string();
        let names: Vec<String> = lines.iter().map(|(line, _)| name(*line)).collect();
        let text = format!(
            "{left} pieces with {number} are left, and only {} have room for one, so each takes one. In {} it fits only at {}.",
            join_words(&names, "and"),
            name(*line),
            state.cell_at(cell),
        );
        let others = lines.iter().flat_map(|(_, cells)| cells.iter().copied());
        Some(ArguedPlacement {
            cell,
            number,
            technique: Technique::LineCount,
            text,
            cells: others.filter(|other| *other != cell).collect(),
            needs: state.needs_of(number),
        })
    })
}

/// The rows (or columns) in which the number fits, by index into `Csp::lines`, each with the cells that it fits.
pub(super) fn lines_for(state: &Candidates<'_>, number: u8, row: bool) -> Vec<(usize, Vec<usize>)> {
    let lines = state.problem.lines.iter().enumerate();
    lines
        .filter(|(_, line)| line.line.is_row() == row)
        .filter_map(|(index, line)| {
            let cells = line.cells.iter().copied();
            let cells: Vec<usize> = cells.filter(|cell| state.allows(*cell, number)).collect();
            (!cells.is_empty()).then_some((index, cells))
        })
        .collect()
}
