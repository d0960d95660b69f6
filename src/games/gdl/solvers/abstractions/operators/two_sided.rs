//! Bidirectional search, for games whose states determine the number of steps that were made, as where each move
//! removes a piece.
//!
//! Goal states are enumerated and sorted by their number of steps. From those of one number, states are worked out
//! backwards to a limit; then layers from the first state are searched until one meets them. At first only some
//! states of each layer are expanded: half the most similar to the backward states farthest from the goal, half
//! arbitrary ones. The last search expands all, so the absence of a plan is proved.

use std::ops::Range;

use super::goals::goals;
use super::invariants::Invariants;
use super::{Operator, Operators, timed};
use crate::analysis::SearchNet;
use crate::net::machine::is_on;
use crate::solvers::search::replay;
use crate::solvers::search::table::{NONE, Table, hash};
use planwright_game::search::{Budget, Stop};

/// Number of states from which on no further layer is worked out backwards.
const MAX_BACKWARDS: usize = 1_000_000;
/// Most states of a layer that are expanded, in one search after the other.
const WIDTHS: [usize; 4] = [100, 3_000, 100_000, usize::MAX];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OperatorPlan {
    Moves(Vec<u32>),
    None,
    /// The game is not of this kind, or a plan found does not hold.
    Unknown,
}

/// Finds a shortest plan or proves that there is none, if the game is of this kind.
pub(crate) fn search(view: &SearchNet, budget: &Budget) -> Result<OperatorPlan, Stop> {
    let timed = timed::without_counters(view, budget)?;
    let own = timed.as_ref().unwrap_or(view);
    let Some(operators) = Operators::new(&own.net, budget) else {
        return Ok(OperatorPlan::Unknown);
    };
    let found = match operators.bits.div_ceil(64) {
        0 | 1 => with_words::<1>(&operators, own, budget),
        2 => with_words::<2>(&operators, own, budget),
        _ => with_words::<4>(&operators, own, budget),
    };
    Ok(match found? {
        OperatorPlan::Moves(moves) => {
            replay::until_won(view, moves).map_or(OperatorPlan::Unknown, OperatorPlan::Moves)
        }
        found => found,
    })
}

fn with_words<const W: usize>(
    operators: &Operators,
    view: &SearchNet,
    budget: &Budget,
) -> Result<OperatorPlan, Stop> {
    let Some(list) = operators.list::<W>() else {
        return Ok(OperatorPlan::Unknown);
    };
    let start = operators.pack(|bit| view.net.start[bit]);
    let Some(invariants) = Invariants::new(&list, &start) else {
        return Ok(OperatorPlan::Unknown);
    };
    let Some(ends) = goals(operators, &invariants, view, budget) else {
        return Ok(OperatorPlan::Unknown);
    };
    let mut ends: Vec<_> = ends
        .into_iter()
        .filter_map(|end| Some((invariants.steps(&end)?, end)))
        .filter(|(steps, _)| (view.lengths.min..=view.max_length()).contains(steps))
        .collect();
    ends.sort_unstable();
    for ends in ends.chunk_by(|one, other| one.0 == other.0) {
        let backwards = Backwards::explore(ends, &list, budget)?;
        let most = ends[0].0.saturating_sub(backwards.layers);
        if let Some(moves) = forwards(&start, &list, &backwards, most, budget)? {
            return Ok(OperatorPlan::Moves(moves));
        }
    }
    Ok(OperatorPlan::None)
}

/// States from which a goal is reached.
struct Backwards {
    table: Table,
    /// Those that are farthest from a goal.
    last: Range<usize>,
    /// All states at most this many steps from a goal are in the table.
    layers: usize,
}

impl Backwards {
    fn explore<const W: usize>(
        ends: &[(usize, [u64; W])],
        list: &[Operator<W>],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let back: Vec<Operator<W>> = list.iter().map(Operator::inverse).collect();
        let mut table = Table::new(W, budget);
        for (_, end) in ends {
            table.add(end, NONE, NONE)?;
        }
        let mut ticker = budget.ticker(4096);
        let (mut from, mut layers) = (0, 0);
        let mut last = 0..table.len();
        while table.len() < MAX_BACKWARDS && from < table.len() {
            let to = table.len();
            for number in from..to {
                ticker.tick()?;
                let state = words::<W>(table.state(number as u32));
                for operator in &back {
                    if operator.is_legal(&state) {
                        table.add(&operator.apply(&state), number as u32, operator.mv)?;
                    }
                }
            }
            if to < table.len() {
                last = to..table.len();
            }
            from = to;
            layers += 1;
        }
        if from == table.len() {
            layers = usize::MAX;
        }
        Ok(Self {
            table,
            last,
            layers,
        })
    }

    /// Moves from a state of the table to the goal.
    fn rest(&self, number: u32) -> Vec<u32> {
        let mut moves = self.table.path(number);
        moves.reverse();
        moves
    }
}

/// Similarity of states to given ones, bit by bit (naive Bayes). A small cost means similar.
struct Similarity {
    /// For each bit, the cost of its being on less that of its being off.
    costs: Vec<i32>,
}

impl Similarity {
    fn new(table: &Table, states: Range<usize>) -> Self {
        let all = states.len();
        let mut on: Vec<u32> = Vec::new();
        for number in states {
            let state = table.state(number as u32);
            on.resize(64 * state.len(), 0);
            for (bit, on) in on.iter_mut().enumerate() {
                *on += u32::from(is_on(state, bit));
            }
        }
        // Add-one smoothing.
        let cost =
            |on: u32| 1000.0 * ((all as f64 - f64::from(on) + 1.0) / (f64::from(on) + 1.0)).ln();
        Self {
            costs: on.into_iter().map(|on| cost(on) as i32).collect(),
        }
    }

    fn cost(&self, state: &[u64]) -> i32 {
        let mut cost = 0;
        for (word, costs) in state.iter().zip(self.costs.chunks(64)) {
            let mut bits = *word;
            while bits != 0 {
                cost += costs[bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
        cost
    }
}

fn words<const W: usize>(state: &[u64]) -> [u64; W] {
    std::array::from_fn(|at| state[at])
}

/// Finds at most `most` moves to a state that is known to reach a goal, and goes on to it; `None` if there are none.
/// Searches layers with each of the beam widths in turn.
fn forwards<const W: usize>(
    start: &[u64; W],
    list: &[Operator<W>],
    backwards: &Backwards,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    if let Some(number) = backwards.table.find(start) {
        return Ok(Some(backwards.rest(number)));
    }
    let similarity = Similarity::new(&backwards.table, backwards.last.clone());
    let mut ticker = budget.ticker(4096);
    for width in WIDTHS {
        let mut table = Table::new(W, budget);
        let mut layer: Vec<u32> = table.add(start, NONE, NONE)?.into_iter().collect();
        let mut complete = true;
        for _ in 0..most {
            if layer.is_empty() {
                break;
            }
            if layer.len() > width {
                complete = false;
                let key = |number: &u32| similarity.cost(table.state(*number));
                layer.select_nth_unstable_by_key(width / 2, key);
                layer[width / 2..].select_nth_unstable_by_key(width - width / 2, |number| {
                    hash(table.state(*number))
                });
                layer.truncate(width);
            }
            let mut next = Vec::new();
            for number in layer {
                ticker.tick()?;
                let state = words::<W>(table.state(number));
                for operator in list.iter().filter(|operator| operator.is_legal(&state)) {
                    let reached = operator.apply(&state);
                    if let Some(meeting) = backwards.table.find(&reached) {
                        let mut moves = table.path(number);
                        moves.push(operator.mv);
                        moves.extend(backwards.rest(meeting));
                        return Ok(Some(moves));
                    }
                    next.extend(table.add(&reached, number, operator.mv)?);
                }
            }
            layer = next;
        }
        if complete {
            break;
        }
    }
    Ok(None)
}
