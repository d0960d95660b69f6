//! Costs of plans and the least cost, computed in another way than in the solver.

use std::collections::HashMap;

use super::Options;
use crate::Target;
use crate::game::{Cell, Size};

#[derive(Clone, Debug)]
pub(super) struct Costs {
    pub(super) options: Options,
    size: Size,
    start: Option<Cell>,
    stamp: i64,
    kind: TravelKind,
}

#[derive(Clone, Debug)]
pub(super) enum TravelKind {
    Keys { runs: Vec<i64>, wraps: bool },
    Pointer { down: i64, across: i64 },
}

impl Costs {
    pub(super) fn new(size: Size, start: Option<Cell>, stamp: i64, kind: TravelKind) -> Self {
        let mut options = vec![
            ("cursor", start.map_or("any".to_owned(), Cell::to_move)),
            ("stamp", stamp.to_string()),
        ];
        match &kind {
            TravelKind::Keys { runs, wraps } => {
                let runs: Vec<String> = runs.iter().map(i64::to_string).collect();
                let edges = if *wraps { "wrap" } else { "stop" };
                options.extend([("runs", runs.join(" ")), ("edges", edges.to_owned())]);
            }
            TravelKind::Pointer { down, across } => {
                options.push(("pointer", format!("{down} {across}")));
            }
        }
        let options = options
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Self {
            options: options.collect(),
            size,
            start,
            stamp,
            kind,
        }
    }

    fn travel_cost(&self, from: Cell, to: Cell) -> i64 {
        match &self.kind {
            TravelKind::Keys { runs, wraps } => {
                cheapest(from.row, to.row, self.size.rows, runs, *wraps)
                    + cheapest(from.col, to.col, self.size.cols, runs, *wraps)
            }
            TravelKind::Pointer { down, across } => {
                let down = from.row.abs_diff(to.row) as i64 * down;
                let across = from.col.abs_diff(to.col) as i64 * across;
                let square = down * down + across * across;
                let mut lengths = 0..;
                lengths
                    .find(|length| length * length >= square)
                    .expect("is finite")
            }
        }
    }

    fn first(&self, to: Cell) -> i64 {
        self.start.map_or(0, |start| self.travel_cost(start, to))
    }

    pub(super) fn total(&self, plan: &[Cell]) -> i64 {
        let first = plan.first().map_or(0, |to| self.first(*to));
        let steps = plan.windows(2);
        let travel = steps.map(|pair| self.travel_cost(pair[0], pair[1]));
        first + travel.sum::<i64>() + self.stamp * plan.len() as i64
    }
}

/// Cost along one side, by relaxing all runs from all cells until nothing gets cheaper.
fn cheapest(from: usize, to: usize, len: usize, runs: &[i64], wraps: bool) -> i64 {
    let (last, before) = match *runs {
        [.., before, last] => (last, before),
        _ => (runs[0], 0),
    };
    let run = |cells: usize| match runs.get(cells - 1) {
        Some(cost) => *cost,
        None => last + (last - before) * (cells - runs.len()) as i64,
    };
    let mut cost = vec![i64::MAX / 2; len];
    cost[from] = 0;
    for _ in 0..len {
        for at in 0..len {
            for cells in 1..len {
                let ahead = (at + cells, at + cells < len);
                for (end, is_direct) in [ahead, (at + len - cells, at >= cells)] {
                    if wraps || is_direct {
                        let end = end % len;
                        cost[end] = cost[end].min(cost[at] + run(cells));
                    }
                }
            }
        }
    }
    cost[to]
}

/// The least cost of all orders, by taking stamps back in every order: any cell that shows 1 may have been the last.
pub(super) fn exhaustive(target: &Target, costs: &Costs) -> i64 {
    fn rest(
        board: &mut Target,
        next: Option<Cell>,
        costs: &Costs,
        known: &mut HashMap<(Vec<u8>, Option<Cell>), Option<i64>>,
    ) -> Option<i64> {
        if board.as_slice().iter().all(|value| *value == 0) {
            return Some(next.map_or(0, |next| costs.first(next)));
        }
        let key = (board.as_slice().to_vec(), next);
        if let Some(known) = known.get(&key) {
            return *known;
        }
        let mut best = None;
        let last = board.iter().filter(|(_, value)| **value == 1);
        let last: Vec<Cell> = last.map(|(cell, _)| cell).collect();
        for cell in last {
            let mut before = board.clone();
            before.set(cell, 0);
            for other in cell.neighbours() {
                if let Some(value @ 1..) = board.get(other).copied() {
                    before.set(other, (value + 2) % 4 + 1);
                }
            }
            let cost = next.map_or(0, |next| costs.travel_cost(cell, next));
            if let Some(rest) = rest(&mut before, Some(cell), costs, known) {
                let total = rest + cost + costs.stamp;
                best = Some(best.map_or(total, |best: i64| best.min(total)));
            }
        }
        known.insert(key, best);
        best
    }
    rest(&mut target.clone(), None, costs, &mut HashMap::new()).expect("can be stamped")
}
