//! Elimination along the board: light chasing for any pattern, modulus, and shape.
//!
//! The equations are gone through in the order of the board. An equation determines the last of
//! its presses that no other has determined; presses that come up undetermined beside it become
//! *parameters*. Every press at hand is known as an affine function of the parameters. An
//! equation that determines no press is a condition on the parameters; it eliminates one of them at
//! once, so that there are never more parameters than the front between the part of the board
//! that was swept and the rest is long: about one side for the usual pattern, whatever the other
//! side. For n×n boards that makes O(n³) steps, on bit-packed words for two states.
//!
//! Modulo p^e a condition may have no coefficient with an inverse. With p^t the largest power in
//! all its coefficients, p^t·(u·s + …) = c gives s = u⁻¹(c/p^t − …) + p^(e−t)·y, and the new
//! parameter y, of which only y mod p^t matters, takes the place of s.

use crate::search::{Budget, Stop};

use super::ring::Ring;
use super::vector::Vector;

/// The equations, in the order of the sweep.
pub(super) trait Equations {
    fn unknowns(&self) -> usize;
    fn len(&self) -> usize;
    /// The unknowns of an equation with their coefficients, each unknown once, the one that comes
    /// last in the order of the sweep at the end.
    fn terms(&self, equation: usize, terms: &mut Vec<(u32, i64)>);
    /// What the terms have to add up to.
    fn wanted(&self, equation: usize) -> i64;
    /// The last equation that an unknown is in; `None` if it is in none.
    fn last_equation(&self, unknown: usize) -> Option<usize>;
    /// Whether an unknown that is in no equation can be chosen at all.
    fn can_be_chosen(&self, unknown: usize) -> bool;
}

/// An affine function of the parameters.
#[derive(Clone, Default)]
struct Affine<V> {
    vector: V,
    constant: u8,
}

impl<V: Vector> Affine<V> {
    fn add(&mut self, ring: Ring, other: &Self, times: u8) {
        self.vector.add(ring, &other.vector, times);
        self.constant = ring.plus(self.constant, ring.times(other.constant, times));
    }
}

/// What happened to the parameters, to be gone through backwards.
enum Event<V> {
    /// An unknown became the parameter in a slot.
    Parameter { unknown: u32, slot: u32 },
    /// The parameter in a slot is this function of the others, plus `step` times a new parameter in
    /// the same slot (`step` is 0 where there is none).
    Eliminated { slot: u32, is: Affine<V>, step: u8 },
}

const NONE: u32 = u32::MAX;

/// A system after elimination.
pub(super) struct Swept<V> {
    ring: Ring,
    events: Vec<Event<V>>,
    /// The unknown that each equation determines, or [`NONE`].
    pivots: Vec<u32>,
    /// Slots of the parameters that are left, with the number of values that matter.
    pub free: Vec<(u32, u8)>,
    slots: usize,
}

/// The system has no solution; number of the equation at which that showed.
pub(super) struct Contradiction;

/// How often the budget is looked at: every so many equations.
const EVERY: usize = 64;

struct Sweep<'a, V, E> {
    ring: Ring,
    equations: &'a E,
    /// Each unknown as a function of the parameters, while it is needed.
    known: Vec<Option<Box<Affine<V>>>>,
    seen: Vec<bool>,
    live: Vec<u32>,
    /// Values that matter of the parameter in each slot; 0 for an empty slot.
    ranges: Vec<u8>,
    empty: Vec<u32>,
    events: Vec<Event<V>>,
    kept_bytes: u64,
}

pub(super) fn sweep<V: Vector, E: Equations>(
    equations: &E,
    ring: Ring,
    budget: &Budget,
) -> Result<Result<Swept<V>, Contradiction>, Stop> {
    let unknowns = equations.unknowns();
    let mut sweep = Sweep {
        ring,
        equations,
        known: (0..unknowns).map(|_| None).collect(),
        seen: vec![false; unknowns],
        live: Vec::new(),
        ranges: Vec::new(),
        empty: Vec::new(),
        events: Vec::new(),
        kept_bytes: 0,
    };
    let mut pivots = Vec::with_capacity(equations.len());
    let mut terms = Vec::new();
    for equation in 0..equations.len() {
        if equation % EVERY == 0 {
            budget.check()?;
            budget.check_memory(sweep.kept_bytes)?;
        }
        terms.clear();
        equations.terms(equation, &mut terms);
        terms.retain_mut(|(_, times)| {
            *times = i64::from(ring.reduce(*times));
            *times != 0
        });
        match sweep.equation(equation, &terms, budget)? {
            Ok(pivot) => pivots.push(pivot),
            Err(contradiction) => return Ok(Err(contradiction)),
        }
    }
    // What no equation speaks of is free.
    for unknown in 0..unknowns {
        if !sweep.seen[unknown] && equations.can_be_chosen(unknown) {
            sweep.parameter(unknown as u32, None);
        }
    }
    let free = (0..).zip(&sweep.ranges).filter(|(_, range)| **range > 0);
    Ok(Ok(Swept {
        ring,
        free: free.map(|(slot, range)| (slot, *range)).collect(),
        slots: sweep.ranges.len(),
        events: sweep.events,
        pivots,
    }))
}

impl<V: Vector, E: Equations> Sweep<'_, V, E> {
    /// Works one equation in; the unknown that it determines.
    fn equation(
        &mut self,
        equation: usize,
        terms: &[(u32, i64)],
        budget: &Budget,
    ) -> Result<Result<u32, Contradiction>, Stop> {
        let ring = self.ring;
        let pivot = terms
            .iter()
            .rev()
            .find(|(unknown, times)| !self.seen[*unknown as usize] && ring.is_unit(*times as u8));
        let pivot = pivot.copied();
        for &(unknown, _) in terms {
            if !self.seen[unknown as usize] && pivot.is_none_or(|(pivot, _)| pivot != unknown) {
                self.parameter(unknown, Some(equation));
            }
        }
        let mut rest = Affine {
            vector: V::default(),
            constant: ring.reduce(self.equations.wanted(equation)),
        };
        for &(unknown, times) in terms {
            if pivot.is_some_and(|(pivot, _)| pivot == unknown) {
                continue;
            }
            if let Some(known) = &self.known[unknown as usize] {
                rest.add(ring, known, ring.minus(times as u8));
            }
        }
        let determined = match pivot {
            Some((unknown, times)) => {
                let inverse = ring.inverse(times as u8);
                if inverse != 1 {
                    rest.vector.scale(ring, inverse);
                    rest.constant = ring.times(rest.constant, inverse);
                }
                self.seen[unknown as usize] = true;
                self.keep(unknown, rest, equation);
                unknown
            }
            None => match self.condition(rest, budget)? {
                Ok(()) => NONE,
                Err(contradiction) => return Ok(Err(contradiction)),
            },
        };
        for &(unknown, _) in terms {
            if self.equations.last_equation(unknown as usize) == Some(equation) {
                self.known[unknown as usize] = None;
            }
        }
        // Those that are done with are taken off the list now and then.
        if self.live.len() > 64 && self.live.len() > 2 * self.live_bound() {
            let known = &self.known;
            self.live
                .retain(|unknown| known[*unknown as usize].is_some());
        }
        Ok(Ok(determined))
    }

    /// About how many unknowns are at hand.
    fn live_bound(&self) -> usize {
        4 * self.ranges.len() + 64
    }

    fn keep(&mut self, unknown: u32, value: Affine<V>, equation: usize) {
        let last = self.equations.last_equation(unknown as usize);
        if last.is_some_and(|last| last > equation) {
            self.known[unknown as usize] = Some(Box::new(value));
            self.live.push(unknown);
        }
    }

    fn parameter(&mut self, unknown: u32, equation: Option<usize>) {
        let slot = self.empty.pop().unwrap_or(self.ranges.len() as u32);
        if slot as usize == self.ranges.len() {
            self.ranges.push(0);
        }
        self.ranges[slot as usize] = self.ring.q;
        self.seen[unknown as usize] = true;
        self.events.push(Event::Parameter { unknown, slot });
        let mut value = Affine::<V>::default();
        value.vector.set(slot as usize, 1);
        if equation.is_some() {
            // Needed in this very equation, so kept even if it is the last.
            self.known[unknown as usize] = Some(Box::new(value));
            self.live.push(unknown);
        }
    }

    /// `rest` has to be 0: eliminates a parameter.
    fn condition(
        &mut self,
        mut rest: Affine<V>,
        budget: &Budget,
    ) -> Result<Result<(), Contradiction>, Stop> {
        let ring = self.ring;
        let Some((slot, content)) = rest.vector.pivot(ring) else {
            return Ok(if rest.constant == 0 {
                Ok(())
            } else {
                Err(Contradiction)
            });
        };
        if !rest.constant.is_multiple_of(content) {
            return Ok(Err(Contradiction));
        }
        rest.vector.divide(content);
        rest.constant /= content;
        let factor = ring.minus(ring.inverse(rest.vector.get(slot)));
        rest.vector.set(slot, 0);
        rest.vector.scale(ring, factor);
        rest.constant = ring.times(rest.constant, factor);
        // Of the old parameter only its value modulo its range mattered, and the condition settles
        // it modulo q/content: what is left for the new one is their quotient.
        let range = (u16::from(self.ranges[slot]) * u16::from(content) / u16::from(ring.q)) as u8;
        let step = if range <= 1 { 0 } else { ring.q / content };
        for (count, unknown) in self.live.iter().enumerate() {
            if count % 4096 == 4095 {
                budget.check()?;
            }
            let Some(known) = &mut self.known[*unknown as usize] else {
                continue;
            };
            let times = known.vector.get(slot);
            if times != 0 {
                known.vector.set(slot, 0);
                known.add(ring, &rest, times);
                if step != 0 {
                    known.vector.set(slot, ring.times(times, step));
                }
            }
        }
        self.ranges[slot] = if step == 0 { 0 } else { range };
        if step == 0 {
            self.empty.push(slot as u32);
        }
        self.kept_bytes += rest.vector.bytes() as u64 + 32;
        self.events.push(Event::Eliminated {
            slot: slot as u32,
            is: rest,
            step,
        });
        Ok(Ok(()))
    }
}

impl<V: Vector> Swept<V> {
    /// The solution with these values of the free parameters (in the order of `free`).
    pub(super) fn solution<E: Equations>(
        &self,
        equations: &E,
        free: impl Fn(usize) -> u8,
        wanted: impl Fn(usize) -> i64,
        homogeneous: bool,
        budget: &Budget,
    ) -> Result<Vec<u8>, Stop> {
        let ring = self.ring;
        let mut slots = vec![0; self.slots];
        for (index, (slot, _)) in self.free.iter().enumerate() {
            slots[*slot as usize] = free(index);
        }
        let mut values = vec![0; equations.unknowns()];
        for (count, event) in self.events.iter().rev().enumerate() {
            if count % 4096 == 4095 {
                budget.check()?;
            }
            match event {
                Event::Parameter { unknown, slot } => {
                    values[*unknown as usize] = std::mem::take(&mut slots[*slot as usize]);
                }
                Event::Eliminated { slot, is, step } => {
                    let new = slots[*slot as usize];
                    let constant = if homogeneous { 0 } else { is.constant };
                    slots[*slot as usize] = ring.plus(
                        ring.plus(is.vector.dot(ring, &slots), constant),
                        ring.times(*step, new),
                    );
                }
            }
        }
        let mut terms = Vec::new();
        for (equation, &pivot) in self.pivots.iter().enumerate() {
            if equation % 4096 == 0 {
                budget.check()?;
            }
            if pivot == NONE {
                continue;
            }
            terms.clear();
            equations.terms(equation, &mut terms);
            let (mut sum, mut factor) = (wanted(equation), 1);
            for &(unknown, times) in &terms {
                if unknown == pivot {
                    factor = ring.reduce(times);
                } else {
                    sum -= times * i64::from(values[unknown as usize]);
                }
            }
            values[pivot as usize] = ring.times(ring.reduce(sum), ring.inverse(factor));
        }
        Ok(values)
    }
}
