//! Naked subsets: cells of a line with as many numbers among them as there are cells.

use super::candidates::{Candidates, Exclusion, NumberSet, Technique, numbers, set_of};
use super::sums::exclusion_text;
use super::words;

/// Most cells of a subset; a person would not find larger ones.
const MAX_SUBSET: usize = 4;

/// Adds the first elimination by a naked subset, smallest first.
pub(super) fn eliminate(state: &mut Candidates<'_>) -> bool {
    for size in 2..=MAX_SUBSET {
        for line in 0..state.problem.lines.len() {
            let free = state.free_among(&state.problem.lines[line].cells);
            let count = |cell: &usize| state.domains[*cell].count_ones() as usize;
            let small = free.iter().copied();
            let small: Vec<usize> = small.filter(|c| (1..=size).contains(&count(c))).collect();
            if small.len() < size || state.budget.check().is_err() {
                continue;
            }
            let mut chosen = Vec::new();
            if let Some(cells) = subset(state, &small, size, 0, &mut chosen)
                && apply_subset(state, line, &free, &cells)
            {
                return true;
            }
        }
    }
    false
}

/// Completes `chosen`, whose numbers are `set`, by cells of `small` to `size` cells with as many numbers among them,
/// some of which another cell has, too.
fn subset(
    state: &Candidates<'_>,
    small: &[usize],
    size: usize,
    set: NumberSet,
    chosen: &mut Vec<usize>,
) -> Option<Vec<usize>> {
    if chosen.len() == size {
        let useful = exclusions(state, chosen, set).next().is_some();
        return useful.then(|| chosen.clone());
    }
    for (index, cell) in small.iter().enumerate() {
        let set = set | state.domains[*cell];
        if set.count_ones() as usize > size {
            continue;
        }
        chosen.push(*cell);
        if let Some(found) = subset(state, &small[index + 1..], size, set, chosen) {
            return Some(found);
        }
        chosen.pop();
    }
    None
}

/// The subset's numbers in all lines that its cells share, and everywhere those with one piece left.
fn exclusions<'a>(
    state: &'a Candidates<'_>,
    cells: &'a [usize],
    set: NumberSet,
) -> impl Iterator<Item = Exclusion> + 'a {
    let last = set_of(numbers(set).filter(|number| state.left[usize::from(*number)] == 1));
    let others = state.free().filter(|other| !cells.contains(other));
    others.filter_map(move |other| {
        let shared = cells.iter().all(|cell| state.share_line(*cell, other));
        let excluded = state.domains[other] & if shared { set } else { last };
        (excluded != 0).then_some((other, excluded))
    })
}

/// Excludes a subset's numbers; `free` are the free cells of its line.
fn apply_subset(state: &mut Candidates<'_>, line: usize, free: &[usize], cells: &[usize]) -> bool {
    let set = cells.iter().fold(0, |set, cell| set | state.domains[*cell]);
    let excluded: Vec<Exclusion> = exclusions(state, cells, set).collect();
    let elsewhere = excluded.iter().any(|(cell, _)| !free.contains(cell));
    let elsewhere = elsewhere.then_some(", the last pieces with them");
    let text = format!(
        "In {}, {} take {} between them{}, so {}.",
        state.problem.lines[line].line,
        words::cell_list(state, cells),
        words::and(set),
        elsewhere.unwrap_or_default(),
        exclusion_text(state, &excluded)
    );
    state.eliminate(&excluded, Technique::Subset, text, cells)
}
