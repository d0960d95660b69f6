//! Trial and error: follows what a number forces until a contradiction.

use std::collections::BTreeSet;

use super::candidates::{Candidates, Elimination, Technique};
use super::singles::{self, cells_for};
use super::sums::{exclusion_text, is_reachable};

/// Longest chain of forced numbers.
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
    let mut tries = 0;
    'all: for cell in cells {
        for number in super::candidates::numbers(state.domains[cell]) {
            tries += 1;
            let longest = best
                .as_ref()
                .map_or(MAX_CHAIN, |(_, _, chain)| chain.steps.len());
            if let Some(chain) = chain_from(state, cell, number, longest) {
                let short = chain.steps.len() <= SHORT_CHAIN;
                best = Some((cell, number, chain));
                if short {
                    break 'all;
                }
            }
            if tries >= MAX_TRIES && best.is_some() {
                break 'all;
            }
        }
    }
    let Some((cell, number, chain)) = best else {
        return false;
    };
    let removed = [(cell, 1 << number)];
    let forced: Vec<String> = chain
        .steps
        .iter()
        .map(|(cell, number)| format!("{number} at {}", state.cell_at(*cell)))
        .collect();
    let forced = match forced.as_slice() {
        [] => String::new(),
        some => format!("would force {}, and then ", some.join(", then ")),
    };
    let text = format!(
        "By trial: {number} at {} {forced}{}; so {}.",
        state.cell_at(cell),
        chain.end,
        exclusion_text(state, &removed)
    )
    .replace("  ", " ");
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

struct ForcingChain {
    steps: Vec<(usize, u8)>,
    /// The contradiction in words.
    end: String,
    /// Earlier eliminations it depends on.
    needs: BTreeSet<usize>,
}

/// The chain from a number to a contradiction, if shorter than `longest`.
fn chain_from(
    state: &Candidates<'_>,
    cell: usize,
    number: u8,
    longest: usize,
) -> Option<ForcingChain> {
    let mut trial = state.clone();
    trial.assign(cell, number);
    let (mut steps, mut needs) = (Vec::new(), BTreeSet::new());
    loop {
        let has_steps = !steps.is_empty();
        if let Some(end) = contradiction(&trial, has_steps, &mut needs) {
            return Some(ForcingChain { steps, end, needs });
        }
        if steps.len() + 1 >= longest {
            return None;
        }
        let (cell, number) = forced(&trial, &mut needs)?;
        trial.assign(cell, number);
        steps.push((cell, number));
    }
}

/// A number forced by a single of any kind.
fn forced(state: &Candidates<'_>, needs: &mut BTreeSet<usize>) -> Option<(usize, u8)> {
    let naked = state.free().find_map(|cell| {
        let number = super::candidates::single(state.domains[cell])?;
        Some((cell, number))
    });
    if let Some((cell, _)) = naked {
        needs.extend(state.needs(&[cell]));
        return naked;
    }
    let found = singles::first_forced(state)?;
    needs.extend(found.needs);
    Some((found.cell, found.number))
}

/// A contradiction in words: `would leave nothing for row 1, column 2`.
fn contradiction(
    state: &Candidates<'_>,
    has_steps: bool,
    needs: &mut BTreeSet<usize>,
) -> Option<String> {
    let (leaves, leave, makes) = if has_steps {
        (
            "nothing is left for",
            "no room is left for a piece with",
            "cannot be met",
        )
    } else {
        (
            "would leave nothing for",
            "would leave no room for a piece with",
            "could not be met",
        )
    };
    if let Some(cell) = state.free().find(|cell| state.domains[*cell] == 0) {
        needs.extend(state.needs(&[cell]));
        return Some(format!("{leaves} {}", state.cell_at(cell)));
    }
    for (number, _) in &state.problem.numbers {
        let left = state.left[usize::from(*number)];
        let short = |rows| singles::lines_for(state, *number, rows).len() < left;
        if left > 0 && (cells_for(state, *number).len() < left || short(true) || short(false)) {
            let free: Vec<usize> = state.free().collect();
            needs.extend(state.needs_of(&free, *number));
            return Some(format!("{leave} {number}"));
        }
    }
    for (index, total) in state.problem.totals.iter().enumerate() {
        let free = state.free_among(&total.cells);
        let needed = state.remaining(index);
        let fails = if free.is_empty() {
            needed != 0
        } else {
            !is_reachable(state, &free, needed)
        };
        if fails {
            needs.extend(state.needs(&free));
            let name = &total.name;
            return Some(if has_steps {
                format!("‘{name}’ {makes}")
            } else {
                format!("would mean that ‘{name}’ {makes}")
            });
        }
    }
    None
}
