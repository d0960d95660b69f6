//! Facts about a level for the inspector.

use std::borrow::Cow;

use super::algebra::{self, Solvability};
use super::puzzle::{HOLE, Puzzle};
use crate::game::words;
use crate::search::Budget;

/// Largest board, in cells, whose solutions are counted.
const MAX_COUNTED: usize = 10_000;
/// Largest number of solutions that is displayed.
const MAX_NAMED: usize = 9999;

pub(super) fn level_facts(puzzle: &Puzzle) -> Vec<(Cow<'static, str>, String)> {
    let lights = puzzle.lights.as_slice().iter();
    let cells = lights.filter(|light| **light != HOLE);
    let lit = cells.clone().filter(|light| **light != 0).count();
    let mut facts = vec![
        ("Cells".into(), words::number(cells.count())),
        ("Lit".into(), words::number(lit)),
    ];
    let number = match answer(puzzle) {
        None => return facts,
        Some(Solvability::Unsolvable(_)) => "none".to_owned(),
        Some(Solvability::Solvable(coset)) => {
            let mut powers = coset.count().into_iter();
            let number = powers.try_fold(1_usize, |number, (base, exponent)| {
                let power = usize::from(base).checked_pow(exponent.try_into().ok()?);
                number.checked_mul(power?)
            });
            match number {
                Some(few) if few <= MAX_NAMED => words::number(few),
                _ => format!("more than {}", words::number(MAX_NAMED)),
            }
        }
    };
    facts.push(("Solutions".into(), number));
    facts
}

/// Algebraic facts, as (name, value).
pub(super) fn details(puzzle: &Puzzle) -> Vec<(Cow<'static, str>, String)> {
    let Some(Solvability::Solvable(coset)) = answer(puzzle) else {
        return Vec::new();
    };
    let powers = coset.count().into_iter();
    let powers = powers.filter_map(|(base, exponent)| match exponent {
        0 => None,
        1 => Some(base.to_string()),
        _ => Some(format!("{base}^{exponent}")),
    });
    let number = powers.reduce(|all, power| all + " × " + &power);
    vec![
        ("Nullity".into(), words::number(coset.generators())),
        ("Solutions".into(), number.unwrap_or("1".to_owned())),
    ]
}

/// All solutions, or a proof that there are none; `None` for large boards.
fn answer(puzzle: &Puzzle) -> Option<Solvability> {
    let small = puzzle.size().area() <= MAX_COUNTED;
    let solve = || algebra::solve(puzzle, &puzzle.lights, &Budget::default()).ok();
    small.then(solve).flatten()
}
