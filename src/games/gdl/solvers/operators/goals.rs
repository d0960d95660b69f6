//! All states in which a game ends with the value wanted, one by one.

use batsat::{Lit as SatLit, SolverInterface as _, lbool};

use crate::analysis::{View, WON};
use crate::search::Budget;

use super::super::sat::{Watch, encode::Unrolled};
use super::{Operators, Place};

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
    let ends = !anywhere && view.limit.is_none();
    for lit in [net.extra[WON]]
        .into_iter()
        .chain(ends.then_some(net.terminal))
    {
        let holds = formula.value(&facts, lit).ok()?;
        formula.clause(&[holds]);
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
