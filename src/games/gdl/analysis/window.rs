//! Lengths at which a plan can end, by relaxed reachability: the network is evaluated with three values, step by
//! step, with every possibly legal move at once. Counters stay exact, so a value that is only reached at some times
//! bounds the length from both sides.

use rustc_hash::FxHashMap;

use crate::search::{Budget, Stop};

use super::gates::{HOPE, WON};
use crate::net::Net;
use crate::net::constant::{Can, NO, YES, look, of};

/// Most gate evaluations.
const MOST_WORK: usize = 150_000_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    /// No plan is shorter.
    pub first: usize,
    /// No plan is longer, if there is such a bound.
    pub last: Option<usize>,
}

impl Window {
    /// There is no plan.
    pub const EMPTY: Self = Self {
        first: usize::MAX,
        last: Some(0),
    };
}

/// Lengths at which a plan can end; `limit` is the step at which the game is over at the latest.
pub(crate) fn window(
    net: &Net,
    limit: Option<usize>,
    anywhere: bool,
    budget: &Budget,
) -> Result<Window, Stop> {
    let mut bits: Vec<Can> = net
        .start
        .iter()
        .map(|on| if *on { YES } else { NO })
        .collect();
    let mut can = Vec::new();
    let mut seen: FxHashMap<Vec<Can>, usize> = FxHashMap::default();
    let (mut first, mut last): (Option<usize>, Option<usize>) = (None, None);
    // Last time at which the value may hold, whether the game can end then or not.
    let mut held: Option<usize> = None;
    let mut work = 0;
    for time in 0.. {
        work += 2 * net.gates.nodes.len() + net.gates.inputs.len();
        if work > MOST_WORK {
            let first = first.unwrap_or(time);
            return Ok(Window { first, last: None });
        }
        budget.check()?;
        look(net, &bits, &mut can, budget)?;
        let may = |lit| of(&can, lit) & YES != 0;
        let over = of(&can, net.terminal);
        let end = limit == Some(time);
        if may(net.extra[WON]) {
            held = Some(time);
        }
        if may(net.extra[WON]) && (anywhere || end || over & YES != 0) {
            first = first.or(Some(time));
            last = Some(time);
        }
        let goes_on = !end
            && over & NO != 0
            && may(net.extra[HOPE])
            && net.legal.iter().any(|legal| may(*legal));
        if !goes_on {
            break;
        }
        let next: Vec<Can> = net.next.iter().map(|lit| of(&can, *lit)).collect();
        if let Some(before) = seen.insert(std::mem::replace(&mut bits, next), time) {
            // From here on everything repeats, up to the limit.
            let ends = last.is_some_and(|last| last >= before);
            let at_limit = limit.filter(|_| held.is_some_and(|held| held >= before));
            if ends || at_limit.is_some() {
                let first = first.or(at_limit).unwrap_or(0);
                return Ok(Window { first, last: None });
            }
            break;
        }
    }
    Ok(match (first, last) {
        (Some(first), last) => Window { first, last },
        (None, _) => Window::EMPTY,
    })
}
