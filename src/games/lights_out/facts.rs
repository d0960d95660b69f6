//! What the inspector says of a level.

use std::borrow::Cow;

use super::algebra::{self, Answer};
use super::puzzle::{HOLE, Puzzle};
use crate::game::words;
use crate::search::Budget;

/// Largest boards, in cells, of which the inspector says how many solutions there are.
const MAX_COUNTED: usize = 10_000;

/// The facts, as (name, value).
pub(super) fn of(puzzle: &Puzzle) -> Vec<(Cow<'static, str>, String)> {
    let cells = || {
        puzzle
            .lights
            .as_slice()
            .iter()
            .filter(|light| **light != HOLE)
    };
    let lit = cells().filter(|light| **light != 0).count();
    let mut facts = vec![
        ("Cells".into(), words::number(cells().count())),
        ("Not off".into(), words::number(lit)),
    ];
    if puzzle.size().area() <= MAX_COUNTED
        && let Ok(answer) = algebra::solve(puzzle, &puzzle.lights, &Budget::default())
    {
        match answer {
            Answer::Unsolvable(_) => facts.push(("Solutions".into(), "none".to_owned())),
            Answer::Solvable(coset) => {
                facts.push(("Nullity".into(), words::number(coset.generators())));
                let powers = coset.count();
                let powers: Vec<_> = powers
                    .iter()
                    .filter(|(_, exponent)| *exponent > 0)
                    .map(|(base, exponent)| match exponent {
                        1 => base.to_string(),
                        _ => format!("{base}^{exponent}"),
                    })
                    .collect();
                let number = if powers.is_empty() {
                    "1".to_owned()
                } else {
                    powers.join(" × ")
                };
                facts.push(("Solutions".into(), number));
            }
        }
    }
    facts
}
