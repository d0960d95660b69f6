//! Lengths at which a plan can end, by relaxed reachability: the network is evaluated with three values, step by step,
//! with all possibly legal moves at once. Counters stay exact, so a value reached only at some times bounds the length.

use rustc_hash::FxHashMap;

use super::gates::{SOLVABLE, WON};
use crate::net::Net;
use crate::net::constant::{NO, ValueSet, YES, evaluate, start_values, value_of};
use crate::search::{Budget, Stop};

/// Most gates and inputs evaluated, for both kinds of values; beyond it there is no upper bound.
const MAX_GATE_EVALUATIONS: usize = 150_000_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlanLengths {
    /// No plan is shorter.
    pub min: usize,
    /// No plan is longer, if there is such a bound.
    pub max: Option<usize>,
}

impl PlanLengths {
    /// Lengths if there is no plan.
    pub const EMPTY: Self = Self {
        min: usize::MAX,
        max: Some(0),
    };
}

/// Lengths at which a plan can end, in any state if `anywhere`; the game is over at the step `limit` at the latest.
pub(crate) fn plan_lengths(
    net: &Net,
    limit: Option<usize>,
    anywhere: bool,
    budget: &Budget,
) -> Result<PlanLengths, Stop> {
    let mut bits = start_values(net);
    let mut values = Vec::new();
    let mut visited: FxHashMap<Vec<ValueSet>, usize> = FxHashMap::default();
    let (mut min, mut max): (Option<usize>, Option<usize>) = (None, None);
    // Last time at which the value may hold, whether the game can end then or not.
    let mut last_win: Option<usize> = None;
    let mut work = 0;
    for time in 0.. {
        work += 2 * net.gates.nodes.len() + net.gates.inputs.len();
        if work > MAX_GATE_EVALUATIONS {
            let min = min.unwrap_or(time);
            return Ok(PlanLengths { min, max: None });
        }
        budget.check()?;
        evaluate(net, &bits, &mut values, budget)?;
        let may_hold = |lit| value_of(&values, lit) & YES != 0;
        let over = value_of(&values, net.terminal);
        let end = limit == Some(time);
        if may_hold(net.extra[WON]) {
            last_win = Some(time);
            if anywhere || end || over & YES != 0 {
                min = min.or(Some(time));
                max = Some(time);
            }
        }
        let continues = !end
            && over & NO != 0
            && may_hold(net.extra[SOLVABLE])
            && net.legal.iter().any(|legal| may_hold(*legal));
        if !continues {
            break;
        }
        let next: Vec<ValueSet> = net.next.iter().map(|lit| value_of(&values, *lit)).collect();
        if let Some(before) = visited.insert(std::mem::replace(&mut bits, next), time) {
            // From here on everything repeats, up to the limit.
            let ends = max.is_some_and(|max| max >= before);
            let at_limit = limit.filter(|_| last_win.is_some_and(|win| win >= before));
            if ends || at_limit.is_some() {
                let min = min.or(at_limit).unwrap_or(0);
                return Ok(PlanLengths { min, max: None });
            }
            // What repeats has no end, so `max` is the last one.
            break;
        }
    }
    Ok(min.map_or(PlanLengths::EMPTY, |min| PlanLengths { min, max }))
}
