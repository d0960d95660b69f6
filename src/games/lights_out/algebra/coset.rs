//! All solutions of a board: one of them plus sums of quiet patterns; or lights that prove that there are none.

use crate::puzzle::{Lights, Puzzle};
use crate::search::{Budget, Stop};

use super::ring::Ring;
use super::sweep::{Swept, sweep};
use super::system::System;
use super::vector::{BitVector, ByteVector};

/// Limit of single invariants, and of random sums of them, tried for one that contradicts the goal.
const MAX_TRIES: usize = 48;

/// A quiet pattern: presses that change nothing (with [`crate::Goal::Same`]: nothing but the common state).
pub(crate) struct QuietPattern {
    /// Presses of each cell, by raster index.
    pub presses: Vec<u8>,
    /// Number of multiples to choose from, 0 to `order` - 1 times: with these, every sum of generators occurs once. The
    /// pattern `order` times need not be empty; it can equal another generator.
    pub order: u8,
}

enum SweptPart {
    Two(Swept<BitVector>),
    More(Swept<ByteVector>),
}

/// All solutions: one of them plus any sum of quiet patterns.
pub(crate) struct Coset {
    system: System,
    states: u8,
    /// The system eliminated modulo each prime power whose product is `states`.
    parts: Vec<(Ring, SweptPart)>,
}

pub(crate) enum Solvability {
    Solvable(Box<Coset>),
    /// There are none. Raster indices of lights whose weighted sum no press changes but the goal needs changed;
    /// empty if none was found.
    Unsolvable(Vec<usize>),
}

/// Solves a puzzle from the given lights.
pub(crate) fn solve(
    puzzle: &Puzzle,
    lights: &Lights,
    budget: &Budget,
) -> Result<Solvability, Stop> {
    let system = System::new(puzzle, lights, budget)?;
    let mut parts = Vec::new();
    for ring in Ring::parts(puzzle.states) {
        match SweptPart::eliminate(&system, ring, budget)? {
            Some(part) => parts.push((ring, part)),
            None => {
                let lights = obstruction(puzzle, &system, ring, budget)?;
                return Ok(Solvability::Unsolvable(lights));
            }
        }
    }
    Ok(Solvability::Solvable(Box::new(Coset {
        system,
        states: puzzle.states,
        parts,
    })))
}

/// Finds lights whose weighted sum is invariant under presses and differs from the goal's. For [`crate::Goal::Same`]
/// the weights must sum to 0, so that the sum does not depend on the common state.
fn obstruction(
    puzzle: &Puzzle,
    system: &System,
    ring: Ring,
    budget: &Budget,
) -> Result<Vec<usize>, Stop> {
    let invariants = System::invariants(puzzle, budget)?;
    // Its right-hand sides are 0, so there is always a solution, and `None` does not occur.
    let Some(part) = SweptPart::eliminate(&invariants, ring, budget)? else {
        return Ok(Vec::new());
    };
    let factors = |weights: &[u8]| part.values(&invariants, |i| weights[i], true, budget);
    let count = part.free().len();
    let mut random = fastrand::Rng::with_seed(1);
    let mut sums: Vec<InvariantSum> = Vec::new();
    for attempt in 0..count.min(MAX_TRIES) + MAX_TRIES {
        budget.check()?;
        // Each invariant alone, then random sums of all.
        let weight = |index: usize| match attempt {
            one if one < count.min(MAX_TRIES) => u8::from(index == one),
            _ => random.u8(0..ring.q),
        };
        let weights: Vec<u8> = (0..count).map(weight).collect();
        let values = factors(&weights)?;
        let factor_sum: i64 = values.iter().map(|factor| i64::from(*factor)).sum();
        let products = values.iter().zip(&system.target);
        let deviation: i64 = products.map(|(f, target)| i64::from(*f) * target).sum();
        sums.push(InvariantSum {
            weights,
            // Only a common goal state needs factors that sum to 0.
            factor_sum: if system.common { factor_sum } else { 0 },
            deviation,
        });
        if let Some(weights) = obstruction_weights(&sums, ring) {
            let values = factors(&weights)?;
            let lights = invariants.order.iter().zip(&values);
            let lights = lights.filter(|(_, factor)| **factor != 0);
            return Ok(lights.map(|(index, _)| *index as usize).collect());
        }
    }
    Ok(Vec::new())
}

/// Weighted sum of invariants: a linear form in the lights that no press changes.
struct InvariantSum {
    /// Weight of each invariant.
    weights: Vec<u8>,
    /// Sum of the factors of all lights.
    factor_sum: i64,
    /// Change of the form's value that the goal needs, while no press changes it.
    deviation: i64,
}

/// Weights of a multiple of the last sum, or of it plus a multiple of an earlier one, with factors that sum to 0 and a
/// deviation that does not; `None` if there is no such multiple.
fn obstruction_weights(sums: &[InvariantSum], ring: Ring) -> Option<Vec<u8>> {
    let (last, earlier) = sums.split_last()?;
    let fits = |total: i64, deviation: i64| ring.reduce(total) == 0 && ring.reduce(deviation) != 0;
    for m in 1..i64::from(ring.q) {
        if fits(m * last.factor_sum, m * last.deviation) {
            let weight = |w: &u8| ring.reduce(m * i64::from(*w));
            return Some(last.weights.iter().map(weight).collect());
        }
        for other in earlier {
            for n in 1..i64::from(ring.q) {
                if fits(
                    m * last.factor_sum + n * other.factor_sum,
                    m * last.deviation + n * other.deviation,
                ) {
                    let pairs = last.weights.iter().zip(&other.weights);
                    let sum = |(a, b): (&u8, &u8)| m * i64::from(*a) + n * i64::from(*b);
                    return Some(pairs.map(sum).map(|sum| ring.reduce(sum)).collect());
                }
            }
        }
    }
    None
}

impl SweptPart {
    /// Eliminates modulo a prime power; `None` if there is no solution.
    fn eliminate(system: &System, ring: Ring, budget: &Budget) -> Result<Option<Self>, Stop> {
        Ok(match ring.q {
            2 => sweep(system, ring, budget)?.map(Self::Two),
            _ => sweep(system, ring, budget)?.map(Self::More),
        })
    }

    /// Slots of the free parameters, each with its number of distinct values.
    fn free(&self) -> &[(u32, u8)] {
        match self {
            Self::Two(swept) => &swept.free,
            Self::More(swept) => &swept.free,
        }
    }

    /// Values of the unknowns for these values of the free ones; if `homogeneous`, with right-hand sides of 0, as for
    /// quiet patterns.
    fn values(
        &self,
        system: &System,
        free: impl Fn(usize) -> u8,
        homogeneous: bool,
        budget: &Budget,
    ) -> Result<Vec<u8>, Stop> {
        match self {
            Self::Two(swept) => swept.solution(system, free, homogeneous, budget),
            Self::More(swept) => swept.solution(system, free, homogeneous, budget),
        }
    }
}

impl Coset {
    /// Chinese remainder theorem: the number modulo `states` that is `value` modulo `ring.q` and 0 modulo the rest.
    fn lift(&self, ring: Ring, value: u8) -> u8 {
        let rest = self.states / ring.q;
        let factor = ring.inverse(ring.reduce(i64::from(rest)));
        (u32::from(rest) * u32::from(ring.times(factor, value)) % u32::from(self.states)) as u8
    }

    /// Adds the values modulo one part, lifted to `states`, to the presses `into`, both in sweep order.
    fn add_lifted(&self, part: usize, values: &[u8], into: &mut [u8]) {
        let ring = self.parts[part].0;
        for (sum, value) in into.iter_mut().zip(values) {
            let value = u16::from(self.lift(ring, *value));
            *sum = ((u16::from(*sum) + value) % u16::from(self.states)) as u8;
        }
    }

    /// One solution: presses per cell by raster index.
    pub(crate) fn solution(&self, budget: &Budget) -> Result<Vec<u8>, Stop> {
        let mut sum = vec![0; self.system.cells()];
        for (index, (_, part)) in self.parts.iter().enumerate() {
            let values = part.values(&self.system, |_| 0, false, budget)?;
            self.add_lifted(index, &values, &mut sum);
        }
        Ok(self.system.raster(&sum))
    }

    /// Number of generators; for two states the nullity.
    pub(crate) fn generators(&self) -> usize {
        self.parts.iter().map(|(_, part)| part.free().len()).sum()
    }

    /// Number of solutions as powers: (base, exponent), ascending by base.
    pub(crate) fn count(&self) -> Vec<(u8, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        for (ring, part) in &self.parts {
            for (_, range) in part.free() {
                *counts.entry(ring.p).or_insert(0) += range.ilog(ring.p) as usize;
            }
        }
        counts.into_iter().collect()
    }

    /// Returns a generator of the quiet patterns, `number` below [`Coset::generators`].
    pub(crate) fn generator(&self, number: usize, budget: &Budget) -> Result<QuietPattern, Stop> {
        let mut presses = vec![0; self.system.cells()];
        let (mut before, mut order) = (0, 1);
        for (index, (_, part)) in self.parts.iter().enumerate() {
            let free = part.free();
            if let Some((_, range)) = number.checked_sub(before).and_then(|at| free.get(at)) {
                // This free unknown is 1, all others are 0.
                let one = |at: usize| u8::from(at + before == number);
                let values = part.values(&self.system, one, true, budget)?;
                self.add_lifted(index, &values, &mut presses);
                order = *range;
            }
            before += free.len();
        }
        Ok(QuietPattern {
            presses: self.system.raster(&presses),
            order,
        })
    }
}
