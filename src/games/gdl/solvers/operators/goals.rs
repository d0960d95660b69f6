//! Enumerates the goal states with a SAT solver.

use std::collections::BTreeMap;

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use crate::analysis::View;
use crate::search::Budget;

use super::super::sat::{Watch, encode::Unrolled};
use super::invariants::Way;
use super::{Operators, Place};
use crate::net::machine::is_on;

const MOST: usize = 2_000;
/// Largest sum of the step measure's absolute values that is encoded.
const MOST_VALUES: i64 = 1_000;

/// The goal states; `None` if there are too many.
pub(super) fn goals<const W: usize>(
    operators: &Operators,
    way: &Way<W>,
    view: &View,
    anywhere: bool,
    budget: &Budget,
) -> Option<Vec<[u64; W]>> {
    let watch = Watch::until(None, budget);
    let mut formula = Unrolled::new(view, anywhere, watch, budget);
    let own: Vec<SatLit> = (0..operators.bits).map(|_| formula.fresh()).collect();
    let fact = |place: &Place| match place.is_negated {
        true => !own[place.bit],
        false => own[place.bit],
    };
    let facts: Vec<SatLit> = operators.places.iter().map(fact).collect();
    for (one, never) in operators.never.iter().enumerate() {
        for other in (0..one).filter(|other| never[*other]) {
            formula.clause(&[!facts[one], !facts[other]]);
        }
    }
    for lit in view.ends(anywhere) {
        let holds = formula.value(&facts, lit).ok()?;
        formula.clause(&[holds]);
    }
    if let Some(measure) = way.measure() {
        measured(&mut formula, &own, way, &measure, view);
    }
    let mut goals = Vec::new();
    loop {
        budget.check().ok()?;
        let more = formula.ask(&[]);
        if more == lbool::FALSE {
            return Some(goals);
        }
        if more != lbool::TRUE || goals.len() >= MOST {
            return None;
        }
        let mut state = [0; W];
        let mut other = Vec::new();
        for (bit, lit) in own.iter().enumerate() {
            let holds = formula.engine.value_lit(*lit) == lbool::TRUE;
            state[bit / 64] |= u64::from(holds) << (bit % 64);
            other.push(if holds { !*lit } else { *lit });
        }
        goals.push(state);
        formula.clause(&other);
    }
}

/// Excludes states that no plan of a length within the view's window can reach, by the measure of steps.
fn measured<const W: usize>(
    formula: &mut Unrolled<'_>,
    own: &[SatLit],
    way: &Way<W>,
    measure: &[i64],
    view: &View,
) {
    let most: i64 = measure.iter().map(|value| value.saturating_abs()).sum();
    let (Ok(first), Ok(last)) = (
        i64::try_from(view.window.first),
        i64::try_from(view.longest()),
    ) else {
        return;
    };
    if most > MOST_VALUES {
        return;
    }
    let begun = measure.iter().enumerate();
    let begun = begun.filter(|(bit, _)| is_on(&way.start, *bit));
    let begun: i64 = begun.map(|(_, value)| value).sum();
    // Possible partial sums, bit by bit.
    let yes = formula.and(Vec::new());
    let mut sums = BTreeMap::from([(-begun, yes)]);
    for (bit, value) in own.iter().zip(measure).filter(|(_, value)| **value != 0) {
        let mut next = BTreeMap::new();
        for (sum, holds) in sums {
            for (sum, bit) in [(sum, *bit), (sum + value, !*bit)] {
                let then = *next.entry(sum).or_insert_with(|| formula.fresh());
                formula.clause(&[!holds, bit, then]);
            }
        }
        sums = next;
    }
    for (_, sum) in sums
        .into_iter()
        .filter(|(sum, _)| *sum < first || *sum > last)
    {
        formula.clause(&[!sum]);
    }
}
