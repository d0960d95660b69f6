//! All states in which a game ends with the value wanted, one by one.

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use crate::analysis::{View, WON};
use crate::search::Budget;

use super::super::sat::{Watch, encode::Unrolled};
use super::Operators;

/// Most states.
const MOST: usize = 2_000;

/// The states; nothing if there are too many.
pub(super) fn goals<const W: usize>(
    operators: &Operators,
    view: &View,
    anywhere: bool,
    budget: &Budget,
) -> Option<Vec<[u64; W]>> {
    let net = &view.net;
    let watch = Watch::until(None, budget);
    let mut formula = Unrolled::new(view, anywhere, watch, budget.memory());
    let own: Vec<SatLit> = (0..operators.bits).map(|_| formula.fresh()).collect();
    let mut values = formula.nothing();
    for (value, place) in values[1..].iter_mut().zip(&operators.places) {
        let lit = own[place.bit];
        *value = if place.is_negated { !lit } else { lit };
    }
    for (one, never) in operators.never.iter().enumerate() {
        for other in (0..one).filter(|other| never[*other]) {
            formula.clause(&[!values[one + 1], !values[other + 1]]);
        }
    }
    let ends = !anywhere && view.limit.is_none();
    let asked: Vec<_> = [net.extra[WON]]
        .into_iter()
        .chain(ends.then_some(net.terminal))
        .collect();
    formula
        .work_out(&mut values, &net.cone(asked.iter().copied()))
        .ok()?;
    for lit in asked {
        let plain = values[(lit >> 1) as usize];
        formula.clause(&[if lit & 1 == 0 { plain } else { !plain }]);
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
