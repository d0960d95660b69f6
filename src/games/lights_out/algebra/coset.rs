//! All ways to press a board to its goal.

use crate::puzzle::{Goal, Lights, Puzzle};
use crate::search::{Budget, Stop};
use crate::wiring::Wiring;

use super::ring::Ring;
use super::sweep::{Equations, Swept, sweep};
use super::vector::{Bits, Bytes};

/// No equation, no unknown.
const NONE: u32 = u32::MAX;
/// How many sums that no press changes are tried for one that is off.
const TRIES: usize = 48;

/// The equations of a board: one for each light, with the presses as unknowns.
struct System {
    rows: usize,
    cols: usize,
    /// The press of which light: cells in the order of the sweep, as raster indices.
    order: Vec<u32>,
    /// The place of a cell in `order`.
    rank: Vec<u32>,
    /// From a light to the presses that switch it.
    incoming: Wiring,
    /// What the presses have to add to each light, by place in `order`.
    wanted: Vec<i64>,
    /// The last equation of each press, by place in `order`.
    last: Vec<u32>,
    /// One more unknown, the state that all lights come to.
    common: bool,
    /// Unknowns that cannot be chosen though no equation speaks of them, by place in `order`.
    fixed: Vec<bool>,
}

impl System {
    /// The system of a puzzle, from these lights on.
    fn of(puzzle: &Puzzle, lights: &Lights, budget: &Budget) -> Result<Self, Stop> {
        let incoming = puzzle.wiring.transposed();
        let light = |index: usize| lights.as_slice()[index];
        let common = puzzle.goal == Goal::Same;
        let wirings = (&incoming, &puzzle.wiring);
        let mut system = Self::new(puzzle, wirings, common, budget, |index| {
            i64::from(puzzle.wanted(index, 0)) - i64::from(light(index))
        })?;
        if let Wiring::Graph(lists) = &puzzle.wiring {
            let order = system.order.iter();
            system.fixed = order
                .map(|index| lists[*index as usize].is_empty())
                .collect();
        }
        Ok(system)
    }

    /// The system of the sums that no press changes: unknowns are the factors of the lights.
    fn invariants(puzzle: &Puzzle, budget: &Budget) -> Result<Self, Stop> {
        let incoming = puzzle.wiring.transposed();
        Self::new(puzzle, (&puzzle.wiring, &incoming), false, budget, |_| 0)
    }

    fn new(
        puzzle: &Puzzle,
        (incoming, outgoing): (&Wiring, &Wiring),
        common: bool,
        budget: &Budget,
        wanted: impl Fn(usize) -> i64,
    ) -> Result<Self, Stop> {
        let size = puzzle.size();
        // Along the longer side, so that the front is as short as the other one.
        let by_columns = size.cols > size.rows && matches!(incoming, Wiring::Pattern { .. });
        let (outer, inner) = if by_columns {
            (size.cols, size.rows)
        } else {
            (size.rows, size.cols)
        };
        let mut order = Vec::new();
        let mut rank = vec![NONE; size.area()];
        for a in 0..outer {
            budget.check()?;
            for b in 0..inner {
                let index = if by_columns {
                    b * size.cols + a
                } else {
                    a * size.cols + b
                };
                if puzzle.is_cell(index) {
                    rank[index] = order.len() as u32;
                    order.push(index as u32);
                }
            }
        }
        let mut last = vec![NONE; order.len()];
        for (place, index) in order.iter().enumerate() {
            if place % 4096 == 0 {
                budget.check()?;
            }
            outgoing.switched(size, *index as usize, |light| {
                let light = rank[light];
                if light != NONE && (last[place] == NONE || last[place] < light) {
                    last[place] = light;
                }
            });
        }
        let has_cells = !order.is_empty();
        Ok(Self {
            rows: size.rows,
            cols: size.cols,
            wanted: order.iter().map(|index| wanted(*index as usize)).collect(),
            order,
            rank,
            incoming: incoming.clone(),
            last,
            // Without lights there is no state for them to come to.
            common: common && has_cells,
            fixed: Vec::new(),
        })
    }

    fn cells(&self) -> usize {
        self.order.len()
    }

    /// Values by place in the order of the sweep as values by raster index, 0 in holes.
    fn raster(&self, values: &[u8]) -> Vec<u8> {
        let mut raster = vec![0; self.rows * self.cols];
        for (index, value) in self.order.iter().zip(values) {
            raster[*index as usize] = *value;
        }
        raster
    }
}

impl Equations for System {
    fn unknowns(&self) -> usize {
        self.cells() + usize::from(self.common)
    }

    fn len(&self) -> usize {
        self.cells()
    }

    fn terms(&self, equation: usize, terms: &mut Vec<(u32, i64)>) {
        let size = crate::game::Size::new(self.rows, self.cols);
        if self.common {
            // Presses minus the common state is what is missing now.
            terms.push((self.cells() as u32, -1));
        }
        self.incoming
            .switched(size, self.order[equation] as usize, |press| {
                let press = self.rank[press];
                if press != NONE {
                    match terms.iter_mut().find(|(other, _)| *other == press) {
                        Some((_, times)) => *times += 1,
                        None => terms.push((press, 1)),
                    }
                }
            });
        let from = usize::from(self.common);
        terms[from..].sort_unstable();
    }

    fn wanted(&self, equation: usize) -> i64 {
        self.wanted[equation]
    }

    fn last_equation(&self, unknown: usize) -> Option<usize> {
        match self.last.get(unknown) {
            Some(&NONE) => None,
            Some(&last) => Some(last as usize),
            None => self.cells().checked_sub(1),
        }
    }

    fn can_be_chosen(&self, unknown: usize) -> bool {
        !self.fixed.get(unknown).copied().unwrap_or(false)
    }
}

/// A quiet pattern: presses that change nothing (with [`Goal::Same`]: nothing but the common
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
///
/// # Errors
/// The reason to stop early.
pub(crate) fn solve(puzzle: &Puzzle, lights: &Lights, budget: &Budget) -> Result<Answer, Stop> {
    let system = System::of(puzzle, lights, budget)?;
    let mut parts = Vec::new();
    for ring in Ring::parts(puzzle.states) {
        let part = if ring.q == 2 {
            sweep(&system, ring, budget)?.map(Part::Two)
        } else {
            sweep(&system, ring, budget)?.map(Part::More)
        };
        match part {
            Ok(part) => parts.push((ring, part)),
            Err(_) => return Ok(Answer::Unsolvable(off_sum(puzzle, &system, ring, budget)?)),
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
    let part = if ring.q == 2 {
        sweep(&invariants, ring, budget)?.map(Part::Two)
    } else {
        sweep(&invariants, ring, budget)?.map(Part::More)
    };
    let Ok(part) = part else {
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
    ///
    /// # Errors
    /// The reason to stop early.
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
    ///
    /// # Errors
    /// The reason to stop early.
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
