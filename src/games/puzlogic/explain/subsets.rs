//! Naked subsets: cells of a line with as many numbers among them as there are cells.

use super::sight::{Set, Sight, Technique, numbers, set_of};
use super::sums::cannot;
use super::words;

const MOST: usize = 4;

/// Adds the first elimination by a naked subset, smallest first.
pub(super) fn eliminate(sight: &mut Sight<'_>) -> bool {
    for size in 2..=MOST {
        for line in 0..sight.problem.lines.len() {
            let free = sight.free_of(&sight.problem.lines[line].cells);
            let few = free.iter().copied();
            let few: Vec<usize> = few
                .filter(|cell| (1..=size).contains(&(sight.open[*cell].count_ones() as usize)))
                .collect();
            if few.len() < size {
                continue;
            }
            let mut chosen = Vec::new();
            if let Some(cells) = subset(sight, &few, size, 0, &mut chosen)
                && use_up(sight, line, &free, &cells)
            {
                return true;
            }
        }
    }
    false
}

/// Finds `size` of these cells with as many numbers among them, some of which another cell has, too.
fn subset(
    sight: &Sight<'_>,
    few: &[usize],
    size: usize,
    set: Set,
    chosen: &mut Vec<usize>,
) -> Option<Vec<usize>> {
    if chosen.len() == size {
        return removed(sight, chosen, set).next().map(|_| chosen.clone());
    }
    for (index, cell) in few.iter().enumerate() {
        let set = set | sight.open[*cell];
        if set.count_ones() as usize > size {
            continue;
        }
        chosen.push(*cell);
        if let Some(found) = subset(sight, &few[index + 1..], size, set, chosen) {
            return Some(found);
        }
        chosen.pop();
    }
    None
}

/// Exclusions of a subset: its numbers elsewhere in the lines that all its cells share, and anywhere else those with
/// one piece left.
fn removed<'a>(
    sight: &'a Sight<'_>,
    cells: &'a [usize],
    set: Set,
) -> impl Iterator<Item = (usize, Set)> + 'a {
    let last = numbers(set).filter(|number| sight.left[usize::from(*number)] == 1);
    let last = set_of(last);
    let others = sight.free().filter(|other| !cells.contains(other));
    others.filter_map(move |other| {
        let all = cells.iter().all(|cell| sight.in_line(*cell, other));
        let gone = sight.open[other] & if all { set } else { last };
        (gone != 0).then_some((other, gone))
    })
}

fn use_up(sight: &mut Sight<'_>, line: usize, free: &[usize], cells: &[usize]) -> bool {
    let set = cells.iter().fold(0, |set, cell| set | sight.open[*cell]);
    let gone: Vec<(usize, Set)> = removed(sight, cells, set).collect();
    let elsewhere = gone.iter().any(|(cell, _)| !free.contains(cell));
    let text = format!(
        "In {}, {} take {} between them{}, so {}.",
        sight.problem.lines[line].line,
        words::places(sight, cells),
        words::and(set),
        if elsewhere {
            ", the last pieces with them"
        } else {
            ""
        },
        cannot(sight, &gone)
    );
    sight.argue(&gone, Technique::Subset, text, cells)
}
