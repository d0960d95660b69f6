//! All ways to press a board to its goal.

use crate::puzzle::{Lights, Puzzle};
use crate::search::{Budget, Stop};

use super::ring::Ring;
use super::sweep::{Swept, sweep};
use super::system::System;
use super::vector::{Bits, Bytes};

/// How many sums that no press changes are tried for one that is off.
const TRIES: usize = 48;

/// A quiet pattern: presses that change nothing (with [`crate::Goal::Same`]: nothing but the common
/// state), and how many multiples of it differ.
pub(crate) struct Generator {
    /// Presses of each cell, by raster index.
    pub presses: Vec<u8>,
    /// Number of different multiples.
    pub order: u8,
}

enum Part {
    Two(Swept<Bits>),
    More(Swept<Bytes>),
}

/// All solutions: any one, and sums of quiet patterns added to it.
pub(crate) struct Coset {
    system: System,
    states: u8,
    parts: Vec<(Ring, Part)>,
}

/// What solving comes to.
pub(crate) enum Answer {
    /// There are solutions.
    Solvable(Box<Coset>),
    /// There are none; raster indices of lights whose sum (each times a factor) no press changes
    /// and that is not what the goal wants. Empty if none was found.
    Unsolvable(Vec<usize>),
}

/// Solves a puzzle from these lights on.
pub(crate) fn solve(puzzle: &Puzzle, lights: &Lights, budget: &Budget) -> Result<Answer, Stop> {
    let system = System::of(puzzle, lights, budget)?;
    let mut parts = Vec::new();
    for ring in Ring::parts(puzzle.states) {
        match Part::of(&system, ring, budget)? {
            Some(part) => parts.push((ring, part)),
            None => return Ok(Answer::Unsolvable(off_sum(puzzle, &system, ring, budget)?)),
        }
    }
    Ok(Answer::Solvable(Box::new(Coset {
        system,
        states: puzzle.states,
        parts,
    })))
}

/// Lights whose sum, with factors, no press changes and that is off. Where the goal is only that
/// all lights are alike, the sum must not depend on how: its factors come to 0.
fn off_sum(
    puzzle: &Puzzle,
    system: &System,
    ring: Ring,
    budget: &Budget,
) -> Result<Vec<usize>, Stop> {
    let invariants = System::invariants(puzzle, budget)?;
    let Some(part) = Part::of(&invariants, ring, budget)? else {
        return Ok(Vec::new());
    };
    let factors = |weights: &[u8]| part.values(&invariants, |i| weights[i], true, budget);
    let count = part.free().len();
    let mut random = fastrand::Rng::with_seed(1);
    // Sums tried so far: weights of the generators, what the factors come to, what is off.
    let mut sums: Vec<(Vec<u8>, i64, i64)> = Vec::new();
    for attempt in 0..count.min(TRIES) + TRIES {
        budget.check()?;
        let weights: Vec<u8> = (0..count)
            .map(|index| match attempt {
                one if one < count.min(TRIES) => u8::from(index == one),
                _ => random.u8(0..ring.q),
            })
            .collect();
        let values = factors(&weights)?;
        let total: i64 = if system.common {
            values.iter().map(|factor| i64::from(*factor)).sum()
        } else {
            0
        };
        let products = values.iter().zip(&system.wanted);
        let off: i64 = products.map(|(f, wanted)| i64::from(*f) * wanted).sum();
        sums.push((weights, total, off));
        if let Some(weights) = off_weights(&sums, ring) {
            let values = factors(&weights)?;
            let lights = invariants.order.iter().zip(&values);
            let lights = lights.filter(|(_, factor)| **factor != 0);
            return Ok(lights.map(|(index, _)| *index as usize).collect());
        }
    }
    Ok(Vec::new())
}

/// Weights of a multiple of the last sum, or of that and a multiple of an earlier one, whose
/// factors come to 0 and that is off.
fn off_weights(sums: &[(Vec<u8>, i64, i64)], ring: Ring) -> Option<Vec<u8>> {
    let ((last, total, off), earlier) = sums.split_last()?;
    let fits = |total: i64, off: i64| ring.reduce(total) == 0 && ring.reduce(off) != 0;
    for times in 1..i64::from(ring.q) {
        if fits(times * total, times * off) {
            let weight = |w: &u8| ring.reduce(times * i64::from(*w));
            return Some(last.iter().map(weight).collect());
        }
        for (other, other_total, other_off) in earlier {
            for other_times in 1..i64::from(ring.q) {
                if fits(
                    times * total + other_times * other_total,
                    times * off + other_times * other_off,
                ) {
                    let pairs = last.iter().zip(other);
                    let weight = |(a, b): (&u8, &u8)| {
                        ring.reduce(times * i64::from(*a) + other_times * i64::from(*b))
                    };
                    return Some(pairs.map(weight).collect());
                }
            }
        }
    }
    None
}

impl Part {
    /// A system modulo a prime power, if it has a solution.
    fn of(system: &System, ring: Ring, budget: &Budget) -> Result<Option<Self>, Stop> {
        Ok(match ring.q {
            2 => sweep(system, ring, budget)?.map(Self::Two).ok(),
            _ => sweep(system, ring, budget)?.map(Self::More).ok(),
        })
    }

    fn free(&self) -> &[(u32, u8)] {
        match self {
            Self::Two(swept) => &swept.free,
            Self::More(swept) => &swept.free,
        }
    }

    fn values(
        &self,
        system: &System,
        free: impl Fn(usize) -> u8,
        homogeneous: bool,
        budget: &Budget,
    ) -> Result<Vec<u8>, Stop> {
        let wanted = |equation: usize| {
            if homogeneous {
                0
            } else {
                system.wanted[equation]
            }
        };
        match self {
            Self::Two(swept) => swept.solution(system, free, wanted, homogeneous, budget),
            Self::More(swept) => swept.solution(system, free, wanted, homogeneous, budget),
        }
    }
}

impl Coset {
    /// The number modulo `states` that is `value` modulo `ring.q` and 0 modulo the rest.
    fn lifted(&self, ring: Ring, value: u8) -> u8 {
        let rest = self.states / ring.q;
        let factor = ring.inverse(ring.reduce(i64::from(rest)));
        (u32::from(rest) * u32::from(ring.times(factor, value)) % u32::from(self.states)) as u8
    }

    fn combined(&self, part: usize, values: &[u8], into: &mut [u8]) {
        let ring = self.parts[part].0;
        for (sum, value) in into.iter_mut().zip(values) {
            let lifted = u16::from(self.lifted(ring, *value));
            *sum = ((u16::from(*sum) + lifted) % u16::from(self.states)) as u8;
        }
    }

    /// One solution: presses of each cell by raster index.
    pub(crate) fn solution(&self, budget: &Budget) -> Result<Vec<u8>, Stop> {
        let mut sum = vec![0; self.system.cells()];
        for (index, (_, part)) in self.parts.iter().enumerate() {
            let values = part.values(&self.system, |_| 0, false, budget)?;
            self.combined(index, &values, &mut sum);
        }
        Ok(self.system.raster(&sum))
    }

    /// Number of generators; for two states the nullity.
    pub(crate) fn generators(&self) -> usize {
        self.parts.iter().map(|(_, part)| part.free().len()).sum()
    }

    /// Number of solutions as powers: (base, exponent), bases ascending.
    pub(crate) fn count(&self) -> Vec<(u8, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        for (ring, part) in &self.parts {
            for (_, range) in part.free() {
                let (mut rest, mut exponent) = (*range, 0);
                while rest > 1 {
                    rest /= ring.p;
                    exponent += 1;
                }
                *counts.entry(ring.p).or_insert(0) += exponent;
            }
        }
        counts.into_iter().collect()
    }

    /// A generator of the quiet patterns, by its number below [`Coset::generators`].
    pub(crate) fn generator(&self, number: usize, budget: &Budget) -> Result<Generator, Stop> {
        let mut presses = vec![0; self.system.cells()];
        let (mut before, mut order) = (0, 1);
        for (index, (_, part)) in self.parts.iter().enumerate() {
            let free = part.free();
            if let Some((_, range)) = number.checked_sub(before).and_then(|at| free.get(at)) {
                let one = |at: usize| u8::from(at + before == number);
                let values = part.values(&self.system, one, true, budget)?;
                self.combined(index, &values, &mut presses);
                order = *range;
            }
            before += free.len();
        }
        Ok(Generator {
            presses: self.system.raster(&presses),
            order,
        })
    }
}
