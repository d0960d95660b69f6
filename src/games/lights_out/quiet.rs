//! Quiet patterns: presses that change nothing. Solutions of a board differ by sums of them.

use std::sync::Arc;

use crate::game::{Cell, Insight, PatternList};
use crate::search::{Budget, Stop};

use super::algebra::{Solvability, solve};
use super::puzzle::{Goal, Puzzle};

pub(super) static QUIET: &[Insight] = &[Insight {
    id: "quiet",
    name: "quiet pattern",
    names: "quiet patterns",
    help: "Presses that together change nothing. The nullity counts the independent ones; solutions of a board differ by sums of them.",
}];

/// Cells of all patterns after which no more are computed.
const MAX_CELLS: usize = 4_000_000;

/// The first `limit` patterns of a basis.
pub(super) fn patterns(
    puzzle: &Puzzle,
    limit: usize,
    budget: &Budget,
) -> Result<PatternList, Stop> {
    // With the lights as their own goal, all solutions are quiet patterns.
    let unchanged = Puzzle {
        goal: Goal::Lights(Arc::new(puzzle.lights.clone())),
        ..puzzle.clone()
    };
    let Solvability::Solvable(coset) = solve(&unchanged, &unchanged.lights, budget)? else {
        return Ok(PatternList::default());
    };
    let total = coset.generators();
    let mut first: Vec<Vec<(Cell, u32)>> = Vec::new();
    for number in 0..total.min(limit) {
        if first.iter().map(Vec::len).sum::<usize>() > MAX_CELLS {
            break;
        }
        let generator = coset.generator(number, budget)?;
        let presses = generator.presses.iter().enumerate();
        let pressed = presses.filter(|(_, times)| **times > 0);
        let cells = pressed.map(|(index, times)| (puzzle.size().cell(index), u32::from(*times)));
        first.push(cells.collect());
    }
    Ok(PatternList { total, first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::game::typed::Puzzle as _;
    use crate::position::press_move;
    use crate::{LIGHTS_OUT, LightsOut};

    #[test]
    fn pressing_one_changes_nothing() {
        for (text, nullity) in [
            ("lights-out\n\n#....\n.....\n.....\n.....\n.....\n", Some(2)),
            ("lights-out\n\n....\n....\n....\n....\n", Some(4)),
            ("lights-out\ngoal same\n\n#...\n....\n....\n....\n", Some(4)),
            ("lights-out\n\n...\n...\n...\n", Some(0)),
            ("lights-out\nwrap torus\n\n#..\n...\n...\n", Some(4)),
            ("lights-out\nstates 4\n\n1...\n..2.\n....\n....\n", None),
            ("lights-out\nstates 6\n\n....\n.5..\n....\n....\n", None),
        ] {
            let level = LIGHTS_OUT.parse_text(text).expect("is a level");
            let puzzle = LightsOut::downcast(level.as_ref()).expect("is one");
            let found = patterns(puzzle, 100, &Budget::default()).expect("has time");
            assert!(nullity.is_none_or(|n| found.total == n), "{text}");
            assert_eq!(found.first.len(), found.total);
            for cells in &found.first {
                assert!(!cells.is_empty());
                let mut position = level.start();
                for (cell, times) in cells {
                    let press = press_move(*cell, *times);
                    position.apply(&press).expect("is legal");
                }
                assert_eq!(position.encode(), level.start().encode());
            }
        }
    }

    #[test]
    fn at_most_the_limit_is_computed() {
        let level = LIGHTS_OUT.parse_text("lights-out\n\n....\n....\n....\n....\n");
        let level = level.expect("is a level");
        let found = level.insight("quiet", 3, &Budget::default());
        let found = found.expect("has time");
        assert_eq!((found.total, found.first.len()), (4, 3));
        assert_eq!(level.insights()[0].id, "quiet");
    }
}
