//! A light word of a coset by descent through neighbourhoods. Each word is a plan of the level, its weight the number
//! of presses, apart from those that all plans share; see [`super::code`].
//!
//! Random positions that determine a word (an information set) give a basis that has each of them in one row only.
//! Blocks of rows span a neighbourhood, whose lightest word the Walsh–Hadamard transform finds at once. Descent
//! alternates between the current word and the word that is cheap everywhere on the set, as in information-set
//! decoding (Prange 1962; Lee and Brickell 1988).

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::code::{CosetCode, Word, add, clear_pivots};
use super::transform::add_lightest;

/// Basis rows that span a neighbourhood: 2¹⁴ words, whose sums of two bytes fit the first-level cache.
const BLOCK_ROWS: usize = 14;
/// Information sets without improvement before a restart near the best word.
const MAX_FAILURES: u32 = 40;
/// Maximum number of information sets tried, however cheap they are.
const MAX_SETS: u64 = 1 << 14;

/// Makes `best`, the set of positions that have their costlier value, lighter in roughly `nanoseconds`: estimated by
/// [`set_cost`], so that the result does not depend on the machine. `improved` receives each new least weight.
pub(super) fn descend(
    code: &CosetCode,
    best: &mut Word,
    nanoseconds: u64,
    budget: &Budget,
    improved: impl Fn(i64),
) -> Result<(), Stop> {
    let mut random = Rng::with_seed(1);
    // Positions with weight are the first ones; the others only follow them.
    let mut order: Vec<usize> = (0..code.weighted).collect();
    let mut current = best.clone();
    let (mut current_weight, mut least) = (code.weight(&current), code.weight(best));
    let mut failures = 0;
    for round in 0..(nanoseconds / set_cost(code)).min(MAX_SETS) {
        budget.check()?;
        random.shuffle(&mut order);
        let basis = code.systematic(&order);
        failures += 1;
        if failures > MAX_FAILURES {
            // Every eighth row, at random, leads away from the best word but stays near it.
            current.clone_from(best);
            for _ in 0..=basis.len() / 8 {
                if let Some((_, row)) = basis.get(random.usize(..basis.len().max(1))) {
                    add(&mut current, row);
                }
            }
            (current_weight, failures) = (code.weight(&current), 0);
        }
        // Even rounds descend from the current word, odd ones from the word that is cheap on the whole information set.
        let mut word = match round % 2 {
            0 => current.clone(),
            _ => clear_pivots(&current, &basis),
        };
        for rows in basis.chunks(BLOCK_ROWS) {
            add_lightest(code, &mut word, rows.iter().map(|(_, row)| row), budget)?;
        }
        let weight = code.weight(&word);
        // A word of equal weight is taken, to cross plateaus, but counts as a failure.
        if weight <= current_weight {
            failures = if weight < current_weight { 0 } else { failures };
            (current, current_weight) = (word, weight);
        }
        if current_weight < least {
            least = current_weight;
            best.clone_from(&current);
            improved(least);
        }
    }
    Ok(())
}

/// Cost of one information set, roughly in nanoseconds.
fn set_cost(code: &CosetCode) -> u64 {
    let (rows, positions) = (code.rows.len() as u64, code.positions.len() as u64);
    // Rows are added 64 bits at a time.
    let elimination = rows * rows * positions / 64;
    // Four nanoseconds for each of the 2^BLOCK_ROWS sums of a block.
    let transforms = rows.div_ceil(BLOCK_ROWS as u64) << (BLOCK_ROWS + 2);
    // Two nanoseconds for each bit of the rows.
    let bits = 2 * rows * positions;
    1 + elimination + transforms + bits
}
