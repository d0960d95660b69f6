//! Enumerates with a SAT solver the states of operators in which the game is won: where the
//! [two-sided search](super::two_sided) begins backwards.

use std::collections::BTreeMap;

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use super::invariants::Invariants;
use super::{BitPosition, Operators};
use crate::analysis::SearchNet;
use crate::net::machine::is_on;
use crate::solvers::sat::{EngineStop, encode::Unrolled};
use planwright_game::search::Budget;

const MAX_GOALS: usize = 2_000;
/// Largest sum of the absolute values of the measure that is encoded, as each partial sum takes a literal.
const MAX_MEASURE: i64 = 1_000;

/// The goal states, as far as mutexes and invariants do not exclude them. `None` if there are more than [`MAX_GOALS`],
/// the budget ends, or the SAT solver gives up; an empty list proves that there is no plan.
pub(super) fn goals<const W: usize>(
    operators: &Operators,
    invariants: &Invariants<W>,
    view: &SearchNet,
    budget: &Budget,
) -> Option<Vec<[u64; W]>> {
    // No limit but the budget's.
    let watch = EngineStop::within(None, budget);
    let mut formula = Unrolled::new(view, watch, budget);
    let bits: Vec<SatLit> = (0..operators.bits).map(|_| formula.fresh()).collect();
    let fact = |position: &BitPosition| match position.is_negated {
        true => !bits[position.bit],
        false => bits[position.bit],
    };
    let facts: Vec<SatLit> = operators.positions.iter().map(fact).collect();
    for (first, mutex) in operators.mutexes.iter().enumerate() {
        for second in (0..first).filter(|second| mutex[*second]) {
            formula.clause(&[!facts[first], !facts[second]]);
        }
    }
    for lit in view.end_lits() {
        let holds = formula.value(&facts, lit).ok()?;
        formula.clause(&[holds]);
    }
    if let Some(measure) = invariants.measure() {
        limit_measure(&mut formula, &bits, invariants, &measure, view);
    }
    let mut goals = Vec::new();
    loop {
        budget.check().ok()?;
        let answer = formula.solve(&[]);
        if answer == lbool::FALSE {
            return Some(goals);
        }
        if answer != lbool::TRUE || goals.len() >= MAX_GOALS {
            return None;
        }
        let mut state = [0; W];
        let mut clause = Vec::new();
        for (bit, lit) in bits.iter().enumerate() {
            let holds = formula.engine.value_lit(*lit) == lbool::TRUE;
            state[bit / 64] |= u64::from(holds) << (bit % 64);
            clause.push(if holds { !*lit } else { *lit });
        }
        goals.push(state);
        formula.clause(&clause);
    }
}

/// Excludes states that no plan of a length within the view's window can reach, by the [measure](Invariants::measure):
/// a linear function of the state that every step increases by one. A relaxation: states may remain that no plan
/// reaches, and nothing is excluded if the measure has large values or plans may have any length.
fn limit_measure<const W: usize>(
    formula: &mut Unrolled<'_>,
    bits: &[SatLit],
    invariants: &Invariants<W>,
    measure: &[i64],
    view: &SearchNet,
) {
    let most: i64 = measure.iter().map(|value| value.saturating_abs()).sum();
    let [first, last] = [view.lengths.min, view.max_length()].map(i64::try_from);
    let (Ok(first), Ok(last), true) = (first, last, most <= MAX_MEASURE) else {
        return;
    };
    let initial = measure.iter().enumerate();
    let initial = initial.filter(|(bit, _)| is_on(&invariants.start, *bit));
    let initial: i64 = initial.map(|(_, value)| value).sum();
    // Possible partial sums, bit by bit, each with a literal that is implied where the sum occurs.
    let yes = formula.and(Vec::new());
    let mut sums = BTreeMap::from([(-initial, yes)]);
    for (bit, value) in bits.iter().zip(measure).filter(|(_, value)| **value != 0) {
        let mut next = BTreeMap::new();
        for (sum, holds) in sums {
            for (sum, bit) in [(sum, *bit), (sum + value, !*bit)] {
                let next_sum = *next.entry(sum).or_insert_with(|| formula.fresh());
                formula.clause(&[!holds, bit, next_sum]);
            }
        }
        sums = next;
    }
    for (_, holds) in sums
        .into_iter()
        .filter(|(sum, _)| !(first..=last).contains(sum))
    {
        formula.clause(&[!holds]);
    }
}
