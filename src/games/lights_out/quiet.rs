//! Quiet patterns: presses that change nothing. Solutions of a board differ by sums of them.

use std::sync::Arc;

use crate::game::{Cell, Insight, Patterns};
use crate::search::{Budget, Stop};

use super::algebra::{Answer, solve};
use super::puzzle::{Goal, Puzzle};

pub(super) static QUIET: &[Insight] = &[Insight {
    id: "quiet",
    name: "quiet pattern",
    names: "quiet patterns",
    help: "Presses that together change nothing. The nullity counts the independent ones; solutions of a board differ by sums of them.",
}];

/// Cells of all patterns after which no more are computed.
const MOST_CELLS: usize = 4_000_000;

/// The first `most` patterns of a basis.
pub(super) fn patterns(puzzle: &Puzzle, most: usize, budget: &Budget) -> Result<Patterns, Stop> {
    // With the lights as their own goal, all solutions are quiet patterns.
    let still = Puzzle {
        goal: Goal::Lights(Arc::new(puzzle.lights.clone())),
        ..puzzle.clone()
    };
    let Answer::Solvable(coset) = solve(&still, &still.lights, budget)? else {
        return Ok(Patterns::default());
    };
    let total = coset.generators();
    let mut first: Vec<Vec<(Cell, u32)>> = Vec::new();
    for number in 0..total.min(most) {
        if first.iter().map(Vec::len).sum::<usize>() > MOST_CELLS {
            break;
        }
        let generator = coset.generator(number, budget)?;
        let pressed = generator
            .presses
            .iter()
            .enumerate()
            .filter(|(_, p)| **p > 0);
        let cells = pressed.map(|(index, times)| (puzzle.size().cell(index), u32::from(*times)));
        first.push(cells.collect());
    }
    Ok(Patterns { total, first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::game::typed::Typed as _;
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
            let puzzle = LightsOut::of(level.as_ref()).expect("is one");
            let found = patterns(puzzle, 100, &Budget::default()).expect("has time");
            assert!(nullity.is_none_or(|n| found.total == n), "{text}");
            assert_eq!(found.first.len(), found.total);
            for cells in &found.first {
                assert!(!cells.is_empty());
                let mut position = level.start();
                for (cell, times) in cells {
                    position
                        .apply(&press_move(*cell, *times))
                        .expect("is legal");
                }
                assert_eq!(position.encode(), level.start().encode());
            }
        }
    }

    #[test]
    fn only_as_many_as_wanted_are_worked_out() {
        let level = LIGHTS_OUT.parse_text("lights-out\n\n....\n....\n....\n....\n");
        let level = level.expect("is a level");
        let found = level
            .insight("quiet", 3, &Budget::default())
            .expect("has time");
        assert_eq!((found.total, found.first.len()), (4, 3));
        assert_eq!(level.insights()[0].id, "quiet");
    }
}
