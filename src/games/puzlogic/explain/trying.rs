//! Trial and error: follows what a number forces until a contradiction.

use std::collections::BTreeSet;

use super::sight::{Elimination, Sight, Technique};
use super::singles::{self, room};
use super::sums::{cannot, possible};

/// Longest chain of forced numbers.
const LONGEST: usize = 12;
/// Numbers tried before the shortest chain so far is taken.
const TRIES: usize = 400;
/// A chain of at most this length is taken at once.
const SHORT: usize = 2;

/// Excludes the number with the shortest chain to a contradiction.
pub(super) fn eliminate(sight: &mut Sight<'_>) -> bool {
    let mut cells: Vec<usize> = sight.free().collect();
    cells.sort_by_key(|cell| sight.open[*cell].count_ones());
    let mut best: Option<(usize, u8, Chain)> = None;
    let mut tries = 0;
    'all: for cell in cells {
        for number in super::sight::numbers(sight.open[cell]) {
            tries += 1;
            let longest = best
                .as_ref()
                .map_or(LONGEST, |(_, _, chain)| chain.steps.len());
            if let Some(chain) = follow(sight, cell, number, longest) {
                let short = chain.steps.len() <= SHORT;
                best = Some((cell, number, chain));
                if short {
                    break 'all;
                }
            }
            if tries >= TRIES && best.is_some() {
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
        .map(|(cell, number)| format!("{number} at {}", sight.place(*cell)))
        .collect();
    let forced = match forced.as_slice() {
        [] => String::new(),
        some => format!("would force {}, and then ", some.join(", then ")),
    };
    let text = format!(
        "By trial: {number} at {} {forced}{}; so {}.",
        sight.place(cell),
        chain.end,
        cannot(sight, &removed)
    )
    .replace("  ", " ");
    let mut seen: Vec<usize> = chain.steps.iter().map(|(cell, _)| *cell).collect();
    seen.push(cell);
    let why = Elimination {
        technique: Technique::TryOut,
        text,
        cells: seen,
        needs: chain.needs,
    };
    sight.rule_out(&removed, why)
}

struct Chain {
    steps: Vec<(usize, u8)>,
    /// The contradiction in words.
    end: String,
    /// Earlier eliminations it depends on.
    needs: BTreeSet<usize>,
}

/// The chain from a number to a contradiction, if shorter than `longest`.
fn follow(sight: &Sight<'_>, cell: usize, number: u8, longest: usize) -> Option<Chain> {
    let mut tried = sight.clone();
    tried.put(cell, number);
    let (mut steps, mut needs) = (Vec::new(), BTreeSet::new());
    loop {
        let then = !steps.is_empty();
        if let Some(end) = contradiction(&tried, then, &mut needs) {
            return Some(Chain { steps, end, needs });
        }
        if steps.len() + 1 >= longest {
            return None;
        }
        let (cell, number) = forced(&tried, &mut needs)?;
        tried.put(cell, number);
        steps.push((cell, number));
    }
}

/// A number forced by a single of any kind.
fn forced(sight: &Sight<'_>, needs: &mut BTreeSet<usize>) -> Option<(usize, u8)> {
    let naked = sight.free().find_map(|cell| {
        let number = super::sight::single(sight.open[cell])?;
        Some((cell, number))
    });
    if let Some((cell, _)) = naked {
        needs.extend(sight.needs(&[cell]));
        return naked;
    }
    let found = singles::quick(sight)?;
    needs.extend(found.needs);
    Some((found.cell, found.number))
}

/// A contradiction in words: `would leave nothing for row 1, column 2`.
fn contradiction(sight: &Sight<'_>, then: bool, needs: &mut BTreeSet<usize>) -> Option<String> {
    let (leaves, leave, makes) = if then {
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
    if let Some(cell) = sight.free().find(|cell| sight.open[*cell] == 0) {
        needs.extend(sight.needs(&[cell]));
        return Some(format!("{leaves} {}", sight.place(cell)));
    }
    for (number, _) in &sight.problem.numbers {
        let left = sight.left[usize::from(*number)];
        let short = |rows| singles::lines_with_room(sight, *number, rows).len() < left;
        if left > 0 && (room(sight, *number).len() < left || short(true) || short(false)) {
            let free: Vec<usize> = sight.free().collect();
            needs.extend(sight.needs_of(&free, *number));
            return Some(format!("{leave} {number}"));
        }
    }
    for (index, total) in sight.problem.totals.iter().enumerate() {
        let free = sight.free_of(&total.cells);
        let needed = sight.needed(index);
        let fails = if free.is_empty() {
            needed != 0
        } else {
            !possible(sight, &free, needed)
        };
        if fails {
            needs.extend(sight.needs(&free));
            let name = &total.name;
            return Some(if then {
                format!("‘{name}’ {makes}")
            } else {
                format!("would mean that ‘{name}’ {makes}")
            });
        }
    }
    None
}
