//! A light word of a coset by descent through neighbourhoods.
//!
//! Random positions that determine a word (an information set) give a basis in which each row alone has one of them.
//! Blocks of rows span a neighbourhood, whose lightest word the Walsh–Hadamard transform finds at once. Descent
//! alternates between the current word and the word that is cheap everywhere on the set, as in information-set
//! decoding (Prange 1962; Lee and Brickell 1988).

use fastrand::Rng;

use crate::search::{Budget, Stop};

use super::code::{Code, Word, add, cleared};
use super::transform::add_lightest;

/// Basis rows that span a neighbourhood.
const ROWS: usize = 14;
/// Information sets without improvement before a restart near the best word.
const PATIENCE: u32 = 40;
/// Limit of the information sets tried.
const MOST: u64 = 1 << 14;

/// Makes a word lighter in roughly `nanoseconds`. `better` receives each new least weight.
pub(super) fn descend(
    code: &Code,
    dear: &mut Word,
    nanoseconds: u64,
    budget: &Budget,
    better: &mut dyn FnMut(i64),
) -> Result<(), Stop> {
    let mut random = Rng::with_seed(1);
    let mut order: Vec<usize> = (0..code.weighty).collect();
    let mut here = dear.clone();
    let (mut here_weight, mut least) = (code.weight(&here), code.weight(dear));
    let mut since = 0;
    for round in 0..(nanoseconds / one_set(code)).min(MOST) {
        budget.check()?;
        random.shuffle(&mut order);
        let basis = code.systematic(&order);
        since += 1;
        if since > PATIENCE {
            // A few random rows lead away from the best word but stay near it.
            here.clone_from(dear);
            for _ in 0..=basis.len() / 8 {
                if let Some((_, row)) = basis.get(random.usize(..basis.len().max(1))) {
                    add(&mut here, row);
                }
            }
            (here_weight, since) = (code.weight(&here), 0);
        }
        let mut word = match round % 2 {
            0 => here.clone(),
            _ => cleared(&here, &basis),
        };
        for rows in basis.chunks(ROWS) {
            let rows = rows.iter().map(|(_, row)| row);
            add_lightest(code, &mut word, rows, budget)?;
        }
        let weight = code.weight(&word);
        if weight <= here_weight {
            since = if weight < here_weight { 0 } else { since };
            (here, here_weight) = (word, weight);
        }
        if here_weight < least {
            least = here_weight;
            dear.clone_from(&here);
            better(least);
        }
    }
    Ok(())
}

/// Cost of one information set, roughly in nanoseconds.
fn one_set(code: &Code) -> u64 {
    let (rows, positions) = (code.rows.len() as u64, code.positions.len() as u64);
    let elimination = rows * rows * positions / 64;
    let transforms = rows.div_ceil(ROWS as u64) << (ROWS + 2);
    1 + elimination + transforms + 2 * rows * positions
}
