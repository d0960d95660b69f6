//! Elimination along the board: light chasing for any pattern, modulus and shape.
//!
//! Equations are processed in board order. Each determines the last of its presses that is still undetermined and
//! has an invertible coefficient; its other undetermined presses become *parameters*, and every live press is an
//! affine function of them. An equation that determines no press is a condition, which eliminates one parameter at
//! once. So there are never more parameters than the front between the swept part and the rest is long: about one
//! side for the usual pattern. For n×n boards that makes O(n³) steps, on bit-packed words for two states.
//!
//! Modulo p^e a condition may have no invertible coefficient. With p^t the largest power in all its coefficients,
//! p^t·(u·s + …) = c gives s = u⁻¹(c/p^t − …) + p^(e−t)·y; the new parameter y, of which only y mod p^t matters,
//! replaces s.

use crate::search::{Budget, Stop};

use super::ring::Ring;
use super::vector::Vector;

/// The equations, in sweep order.
pub(super) trait Equations {
    fn unknowns(&self) -> usize;
    fn len(&self) -> usize;
    /// Appends the unknowns of an equation with their coefficients, each once, the last in sweep order at the end.
    fn terms(&self, equation: usize, terms: &mut Vec<(u32, i64)>);
    /// Right-hand side of an equation.
    fn target(&self, equation: usize) -> i64;
    /// The last equation with an unknown; `None` if there is none.
    fn last_equation(&self, unknown: usize) -> Option<usize>;
    /// Returns whether an unknown without equations can be chosen at all: a cell that can be pressed.
    fn can_be_chosen(&self, unknown: usize) -> bool;
}

/// An affine function of the parameters, whose coefficients are by slot.
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

/// A change of the parameters; undone in reverse order by back-substitution.
enum SweepEvent<V> {
    /// The parameter in `slot` is this unknown.
    Parameter { unknown: u32, slot: u32 },
    /// The parameter in `slot` equals `value` plus `step` times a new parameter in that slot (none if `step` is 0).
    Eliminated {
        slot: u32,
        value: Affine<V>,
        step: u8,
    },
}

/// No unknown is determined.
const NONE: u32 = u32::MAX;

/// A completed elimination, which gives every solution by back-substitution.
pub(super) struct Swept<V> {
    ring: Ring,
    events: Vec<SweepEvent<V>>,
    /// Unknown that each equation determines, or [`NONE`].
    pivots: Vec<u32>,
    /// Slots of the remaining parameters, each with its number of distinct values.
    pub free: Vec<(u32, u8)>,
    /// Number of slots, free ones and those whose parameters were eliminated.
    slots: usize,
}

/// Equations of the elimination between two checks of the budget.
const CHECK_INTERVAL: usize = 64;
/// Steps of cheap loops between two checks of the budget.
const STEPS_PER_CHECK: usize = 4096;
/// Estimated bytes of an event besides its vector.
const EVENT_BYTES: u64 = 32;

struct Sweep<'a, V, E> {
    ring: Ring,
    equations: &'a E,
    /// Each live unknown as a function of the parameters.
    known: Vec<Option<Box<Affine<V>>>>,
    /// For each unknown, whether it is determined or a parameter.
    visited: Vec<bool>,
    /// Unknowns in `known`, and some that were there before.
    live: Vec<u32>,
    /// Distinct values of the parameter in each slot; 0 for an empty slot.
    ranges: Vec<u8>,
    /// Empty slots, which the next parameters take.
    empty: Vec<u32>,
    events: Vec<SweepEvent<V>>,
    /// Memory of `events`.
    stored_bytes: u64,
}

/// Eliminates; `None` if there is no solution.
pub(super) fn sweep<V: Vector, E: Equations>(
    equations: &E,
    ring: Ring,
    budget: &Budget,
) -> Result<Option<Swept<V>>, Stop> {
    let unknowns = equations.unknowns();
    let mut sweep = Sweep {
        ring,
        equations,
        known: (0..unknowns).map(|_| None).collect(),
        visited: vec![false; unknowns],
        live: Vec::new(),
        ranges: Vec::new(),
        empty: Vec::new(),
        events: Vec::new(),
        stored_bytes: 0,
    };
    let mut pivots = Vec::with_capacity(equations.len());
    let mut terms = Vec::new();
    for equation in 0..equations.len() {
        if equation % CHECK_INTERVAL == 0 {
            budget.check()?;
            budget.check_memory(sweep.stored_bytes)?;
        }
        terms.clear();
        equations.terms(equation, &mut terms);
        terms.retain_mut(|(_, times)| {
            *times = i64::from(ring.reduce(*times));
            *times != 0
        });
        let Some(pivot) = sweep.equation(equation, &terms, budget)? else {
            return Ok(None);
        };
        pivots.push(pivot);
    }
    // Unknowns without equations, which nothing above has visited, are free.
    for unknown in 0..unknowns {
        if !sweep.visited[unknown] && equations.can_be_chosen(unknown) {
            sweep.parameter(unknown as u32, false);
        }
    }
    let free = (0..).zip(&sweep.ranges).filter(|(_, range)| **range > 0);
    Ok(Some(Swept {
        ring,
        free: free.map(|(slot, range)| (slot, *range)).collect(),
        slots: sweep.ranges.len(),
        events: sweep.events,
        pivots,
    }))
}

impl<V: Vector, E: Equations> Sweep<'_, V, E> {
    /// Processes one equation and returns the unknown it determines, or [`NONE`]; `None` if it contradicts others.
    fn equation(
        &mut self,
        equation: usize,
        terms: &[(u32, i64)],
        budget: &Budget,
    ) -> Result<Option<u32>, Stop> {
        let ring = self.ring;
        let mut backwards = terms.iter().rev().copied();
        let pivot = backwards.find(|(unknown, times)| {
            !self.visited[*unknown as usize] && ring.is_unit(*times as u8)
        });
        for &(unknown, _) in terms {
            if !self.visited[unknown as usize] && pivot.is_none_or(|(pivot, _)| pivot != unknown) {
                self.parameter(unknown, true);
            }
        }
        let mut rest = Affine {
            vector: V::default(),
            constant: ring.reduce(self.equations.target(equation)),
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
                self.visited[unknown as usize] = true;
                self.store(unknown, rest, equation);
                unknown
            }
            None if self.condition(rest, budget)? => NONE,
            None => return Ok(None),
        };
        // Unknowns that no later equation has are live no longer.
        for &(unknown, _) in terms {
            if self.equations.last_equation(unknown as usize) == Some(equation) {
                self.known[unknown as usize] = None;
            }
        }
        // Cleared only now and then, as that takes as long as the list is.
        if self.live.len() > 8 * self.ranges.len() + 128 {
            let (live, known) = (&mut self.live, &self.known);
            live.retain(|unknown| known[*unknown as usize].is_some());
        }
        Ok(Some(determined))
    }

    /// Stores the value of an unknown, if a later equation has it.
    fn store(&mut self, unknown: u32, value: Affine<V>, equation: usize) {
        let last = self.equations.last_equation(unknown as usize);
        if last.is_some_and(|last| last > equation) {
            self.known[unknown as usize] = Some(Box::new(value));
            self.live.push(unknown);
        }
    }

    /// Makes an unknown a parameter. `needed` is false for one without equations, whose value no equation reads.
    fn parameter(&mut self, unknown: u32, needed: bool) {
        let slot = self.empty.pop().unwrap_or(self.ranges.len() as u32);
        if slot as usize == self.ranges.len() {
            self.ranges.push(0);
        }
        self.ranges[slot as usize] = self.ring.q;
        self.visited[unknown as usize] = true;
        self.events.push(SweepEvent::Parameter { unknown, slot });
        if needed {
            let mut value = Affine::<V>::default();
            value.vector.set(slot as usize, 1);
            self.known[unknown as usize] = Some(Box::new(value));
            self.live.push(unknown);
        }
    }

    /// Eliminates a parameter so that `rest` is 0; returns whether that is possible.
    fn condition(&mut self, mut rest: Affine<V>, budget: &Budget) -> Result<bool, Stop> {
        let ring = self.ring;
        let Some((slot, content)) = rest.vector.pivot(ring) else {
            return Ok(rest.constant == 0);
        };
        if !rest.constant.is_multiple_of(content) {
            return Ok(false);
        }
        rest.vector.divide(content);
        rest.constant /= content;
        let factor = ring.minus(ring.inverse(rest.vector.get(slot)));
        rest.vector.set(slot, 0);
        rest.vector.scale(ring, factor);
        rest.constant = ring.times(rest.constant, factor);
        // Only the old parameter's value modulo its range mattered, and the condition determines it modulo
        // q/content: the new one's range is their quotient.
        let range = (u16::from(self.ranges[slot]) * u16::from(content) / u16::from(ring.q)) as u8;
        let step = if range <= 1 { 0 } else { ring.q / content };
        for (count, unknown) in self.live.iter().enumerate() {
            if count % STEPS_PER_CHECK == STEPS_PER_CHECK - 1 {
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
        self.stored_bytes += rest.vector.bytes() as u64 + EVENT_BYTES;
        self.events.push(SweepEvent::Eliminated {
            slot: slot as u32,
            value: rest,
            step,
        });
        Ok(true)
    }
}

impl<V: Vector> Swept<V> {
    /// The solution with these values of the free parameters, in the order of `free`; if `homogeneous`, with
    /// right-hand sides of 0.
    pub(super) fn solution<E: Equations>(
        &self,
        equations: &E,
        free: impl Fn(usize) -> u8,
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
            if count % STEPS_PER_CHECK == STEPS_PER_CHECK - 1 {
                budget.check()?;
            }
            match event {
                SweepEvent::Parameter { unknown, slot } => {
                    values[*unknown as usize] = std::mem::take(&mut slots[*slot as usize]);
                }
                SweepEvent::Eliminated { slot, value, step } => {
                    let new = slots[*slot as usize];
                    let constant = if homogeneous { 0 } else { value.constant };
                    let sum = ring.plus(value.vector.dot(ring, &slots), constant);
                    slots[*slot as usize] = ring.plus(sum, ring.times(*step, new));
                }
            }
        }
        let mut terms = Vec::new();
        for (equation, &pivot) in self.pivots.iter().enumerate() {
            if equation % STEPS_PER_CHECK == 0 {
                budget.check()?;
            }
            if pivot == NONE {
                continue;
            }
            terms.clear();
            equations.terms(equation, &mut terms);
            let target = match homogeneous {
                true => 0,
                false => equations.target(equation),
            };
            let (mut sum, mut factor) = (target, 1);
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
