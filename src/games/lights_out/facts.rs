//! Facts about a level for the inspector.

use std::borrow::Cow;

use super::algebra::{self, Solvability};
use super::puzzle::{HOLE, Puzzle};
use crate::game::words;
use crate::search::Budget;

/// Largest board, in cells, whose solutions are counted.
const MAX_COUNTED: usize = 10_000;

/// Largest number of solutions written out.
const MAX_NAMED: usize = 9999;

pub(super) fn level_facts(puzzle: &Puzzle) -> Vec<(Cow<'static, str>, String)> {
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
        ("Lit".into(), words::number(lit)),
    ];
    let number = match answer(puzzle) {
        None => return facts,
        Some(Solvability::Unsolvable(_)) => "none".to_owned(),
        Some(Solvability::Solvable(coset)) => {
            let powers = coset.count().into_iter();
            let number = powers.map(|(base, exponent)| {
                let exponent = u32::try_from(exponent).ok()?;
                usize::from(base).checked_pow(exponent)
            });
            let number = number.reduce(|all, one| all?.checked_mul(one?));
            match number.unwrap_or(Some(1)) {
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
    vec![
        ("Nullity".into(), words::number(coset.generators())),
        ("Solutions".into(), number),
    ]
}

/// All solutions, or a proof that there are none; `None` for large boards.
fn answer(puzzle: &Puzzle) -> Option<Solvability> {
    let small = puzzle.size().area() <= MAX_COUNTED;
    let solve = || algebra::solve(puzzle, &puzzle.lights, &Budget::default()).ok();
    small.then(solve).flatten()
}
