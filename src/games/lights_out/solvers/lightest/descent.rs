//! A light word of a coset by descent through neighbourhoods.
//!
//! Random positions that determine a word (an information set) give a basis in which each row alone has one of them.
//! Blocks of rows span a neighbourhood, whose lightest word the Walsh–Hadamard transform finds at once. Descent
//! alternates between the current word and the word that is cheap everywhere on the set, as in information-set
//! decoding (Prange 1962; Lee and Brickell 1988).

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::code::{CosetCode, Word, add, clear_pivots};
use super::transform::add_lightest;

/// Basis rows that span a neighbourhood.
const BLOCK_ROWS: usize = 14;
/// Information sets without improvement before a restart near the best word.
const MAX_FAILURES: u32 = 40;
/// Limit of the information sets tried.
const MAX_SETS: u64 = 1 << 14;

/// Makes a word lighter in roughly `nanoseconds`. `improved` receives each new least weight.
pub(super) fn descend(
    code: &CosetCode,
    costly: &mut Word,
    nanoseconds: u64,
    budget: &Budget,
    improved: impl Fn(i64),
) -> Result<(), Stop> {
    let mut random = Rng::with_seed(1);
    let mut order: Vec<usize> = (0..code.weighted).collect();
    let mut current = costly.clone();
    let (mut current_weight, mut least) = (code.weight(&current), code.weight(costly));
    let mut failures = 0;
    for round in 0..(nanoseconds / set_cost(code)).min(MAX_SETS) {
        budget.check()?;
        random.shuffle(&mut order);
        let basis = code.systematic(&order);
        failures += 1;
        if failures > MAX_FAILURES {
            // A few random rows lead away from the best word but stay near it.
            current.clone_from(costly);
            for _ in 0..=basis.len() / 8 {
                if let Some((_, row)) = basis.get(random.usize(..basis.len().max(1))) {
                    add(&mut current, row);
                }
            }
            (current_weight, failures) = (code.weight(&current), 0);
        }
        let mut word = match round % 2 {
            0 => current.clone(),
            _ => clear_pivots(&current, &basis),
        };
        for rows in basis.chunks(BLOCK_ROWS) {
            let rows = rows.iter().map(|(_, row)| row);
            add_lightest(code, &mut word, rows, budget)?;
        }
        let weight = code.weight(&word);
        if weight <= current_weight {
            failures = if weight < current_weight { 0 } else { failures };
            (current, current_weight) = (word, weight);
        }
        if current_weight < least {
            least = current_weight;
            costly.clone_from(&current);
            improved(least);
        }
    }
    Ok(())
}

/// Cost of one information set, roughly in nanoseconds.
fn set_cost(code: &CosetCode) -> u64 {
    let (rows, positions) = (code.rows.len() as u64, code.positions.len() as u64);
    let elimination = rows * rows * positions / 64;
    let transforms = rows.div_ceil(BLOCK_ROWS as u64) << (BLOCK_ROWS + 2);
    1 + elimination + transforms + 2 * rows * positions
}
