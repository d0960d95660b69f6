//! Trial and error: follows what a number forces until a contradiction.

use std::collections::BTreeSet;

use super::candidates::{Candidates, Elimination, Technique, numbers, single};
use super::singles::{self, cells_for};
use super::sums::{exclusion_text, is_reachable};

/// Chains have fewer forced placements than this; a person would follow no longer ones.
const MAX_CHAIN: usize = 12;
/// Numbers tried before the shortest chain so far is taken.
const MAX_TRIES: usize = 400;
/// A chain of at most this length is taken at once.
const SHORT_CHAIN: usize = 2;

/// Excludes the number with the shortest chain to a contradiction.
pub(super) fn eliminate(state: &mut Candidates<'_>) -> bool {
    let mut cells: Vec<usize> = state.free().collect();
    cells.sort_by_key(|cell| state.domains[*cell].count_ones());
    let mut best: Option<(usize, u8, ForcingChain)> = None;
    let options = cells.into_iter().flat_map(|cell| {
        let numbers = numbers(state.domains[cell]);
        numbers.map(move |number| (cell, number))
    });
    for (tries, (cell, number)) in (1..).zip(options) {
        if state.budget.check().is_err() {
            break;
        }
        let length = best.as_ref().map(|(_, _, chain)| chain.steps.len());
        if let Some(chain) = chain_from(state, cell, number, length.unwrap_or(MAX_CHAIN)) {
            best = Some((cell, number, chain));
        }
        let is_enough =
            |chain: &ForcingChain| tries >= MAX_TRIES || chain.steps.len() <= SHORT_CHAIN;
        if best.as_ref().is_some_and(|(_, _, chain)| is_enough(chain)) {
            break;
        }
    }
    let Some((cell, number, chain)) = best else {
        return false;
    };
    let removed = [(cell, 1 << number)];
    let steps = chain.steps.iter();
    let forced = steps.map(|(cell, number)| format!("{number} at {}", state.cell_at(*cell)));
    let forced: Vec<String> = forced.collect();
    let forced = match forced.as_slice() {
        [] => String::new(),
        some => format!("would force {}, and then ", some.join(", then ")),
    };
    let text = format!(
        "By trial: {number} at {} {forced}{}; so {}.",
        state.cell_at(cell),
        chain.end,
        exclusion_text(state, &removed)
    );
    let mut involved: Vec<usize> = chain.steps.iter().map(|(cell, _)| *cell).collect();
    involved.push(cell);
    let elimination = Elimination {
        technique: Technique::Trial,
        text,
        cells: involved,
        needs: chain.needs,
    };
    state.apply(&removed, elimination)
}

/// Placements that a number forces, up to a contradiction.
struct ForcingChain {
    /// Cell and number of each, without the first number.
    steps: Vec<(usize, u8)>,
    /// The contradiction, in words.
    end: String,
    /// Indices of the eliminations that it depends on.
    needs: BTreeSet<usize>,
}

/// The chain from a number to a contradiction, if shorter than `max`.
fn chain_from(state: &Candidates<'_>, cell: usize, number: u8, max: usize) -> Option<ForcingChain> {
    let mut trial = state.clone();
    trial.assign(cell, number);
    let (mut steps, mut needs) = (Vec::new(), BTreeSet::new());
    loop {
        if let Some(end) = conflict(&trial, !steps.is_empty(), &mut needs) {
            return Some(ForcingChain { steps, end, needs });
        }
        if steps.len() + 1 >= max {
            return None;
        }
        let (cell, number) = forced(&trial, &mut needs)?;
        trial.assign(cell, number);
        steps.push((cell, number));
    }
}

/// A forced placement, as cell and number; `None` if there is none. Adds the eliminations that it depends on to
/// `needs`.
fn forced(state: &Candidates<'_>, needs: &mut BTreeSet<usize>) -> Option<(usize, u8)> {
    let mut free = state.free();
    let naked = free.find_map(|cell| Some((cell, single(state.domains[cell])?)));
    if let Some((cell, _)) = naked {
        needs.extend(state.needs(&[cell]));
        return naked;
    }
    let found = singles::forced(state).next()?;
    needs.extend(found.needs);
    Some((found.cell, found.number))
}

/// A contradiction in words, such as `would leave nothing for row 1, column 2`, by the eliminations added to `needs`;
/// `None` if there is none. `forced` says that it comes after forced placements.
fn conflict(state: &Candidates<'_>, forced: bool, needs: &mut BTreeSet<usize>) -> Option<String> {
    let word = |later: &'static str, at_once| if forced { later } else { at_once };
    if let Some(cell) = state.free().find(|cell| state.domains[*cell] == 0) {
        needs.extend(state.needs(&[cell]));
        let leaves = word("nothing is left for", "would leave nothing for");
        return Some(format!("{leaves} {}", state.cell_at(cell)));
    }
    for (number, _) in &state.problem.numbers {
        let left = state.left[usize::from(*number)];
        let short = |rows| singles::lines_for(state, *number, rows).len() < left;
        if left > 0 && (cells_for(state, *number).len() < left || short(true) || short(false)) {
            needs.extend(state.needs_of(*number));
            let subject = word("no room is left", "would leave no room");
            return Some(format!("{subject} for a piece with {number}"));
        }
    }
    for (index, total) in state.problem.totals.iter().enumerate() {
        let free = state.free_among(&total.cells);
        if !is_reachable(state, &free, state.remaining(index)) {
            needs.extend(state.needs(&free));
            let name = &total.name;
            return Some(match forced {
                true => format!("the {name} cannot be met"),
                false => format!("would mean that the {name} could not be met"),
            });
        }
    }
    None
}
