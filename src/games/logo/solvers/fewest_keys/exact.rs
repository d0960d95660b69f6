//! Dynamic programming over boards and the cell stamped next, from the target backwards, layer by
//! layer: exact where a layer fits its width, a beam search with an honest bound where not.

use crate::search::{Budget, Stop, Ticker};

use super::super::problem::{EITHER, Problem, Vertex};
use super::bound::Prices;
use super::cost::CostModel;

/// Most cells that [`Layers`] takes: one bit each.
pub(super) const MOST_CELLS: usize = 128;

/// A layer in the making is cut down when it has this many times its width.
const SLACK: usize = 3;

/// Bytes needed per state of the width: a layer, the next one in the making and in order, and one
/// link a layer for finding the way back.
pub(super) fn bytes_per_state(cells: usize) -> u64 {
    ((2 + SLACK) * size_of::<State>() + cells * size_of::<Link>()) as u64
}

/// All that is the same for every layer.
pub(super) struct Layers<'a> {
    problem: &'a Problem,
    cost: &'a CostModel,
    prices: &'a Prices,
    /// Neighbours of each vertex as bits.
    beside: Vec<u128>,
    /// For each vertex and each set of its neighbours (by direction) that are gone, the
    /// orientations under which it can be taken back then; empty where not all are known.
    can: Vec<[u64; 16]>,
}

/// A board, given by the cells still on it, and the cell taken back last.
#[derive(Clone, Copy)]
struct State {
    left: u128,
    /// Orientations that this board fits.
    fits: u64,
    /// Steps from `cell` to the end of the plan.
    tail: u32,
    /// The least a whole plan through here can cost, in steps.
    least: u32,
    /// Index in the layer before.
    parent: u32,
    cell: u8,
}

/// How a state of an earlier layer came about.
struct Link {
    parent: u32,
    cell: u8,
}

/// What a pass has found.
pub(super) struct Pass {
    /// An order with fewer steps than asked to beat, if found.
    pub order: Option<Vec<Vertex>>,
    /// No order has fewer steps than this, or than the smaller of it and what was to be beaten.
    pub bound: i64,
    /// Whether every layer fitted.
    pub complete: bool,
    /// States looked at.
    pub explored: u64,
}

impl<'a> Layers<'a> {
    /// `orders` has one order for each orientation if all are known and there are at most 64.
    pub fn new(
        problem: &'a Problem,
        cost: &'a CostModel,
        prices: &'a Prices,
        orders: Option<&[Vec<Vertex>]>,
    ) -> Self {
        let bits = |v: Vertex| problem.beside(v).fold(0, |bits, other| bits | 1 << other);
        let mut can = Vec::new();
        if let Some(orders) = orders {
            can = vec![[0_u64; 16]; problem.len()];
            for (number, order) in orders.iter().enumerate() {
                let mut rank = vec![0; problem.len()];
                for (place, vertex) in order.iter().enumerate() {
                    rank[*vertex as usize] = place;
                }
                for (vertex, can) in can.iter_mut().enumerate() {
                    let later = problem.next[vertex]
                        .iter()
                        .enumerate()
                        .filter(|(_, other)| {
                            rank.get(**other as usize)
                                .is_some_and(|place| *place > rank[vertex])
                        });
                    let gone = later.fold(0, |bits, (d, _)| bits | 1 << d);
                    can[gone] |= 1 << number;
                }
            }
        }
        Self {
            problem,
            cost,
            prices,
            beside: (0..problem.len() as Vertex).map(bits).collect(),
            can,
        }
    }

    /// The orientations under which a vertex can be taken back, 0 if it cannot.
    fn fits(&self, vertex: usize, left: u128, fits: u64) -> u64 {
        if self.can.is_empty() {
            let gone = (self.beside[vertex] & !left).count_ones() as u8;
            let later = self.problem.later[vertex];
            let shows_1 = gone == later || later == EITHER && (gone == 0 || gone == 4);
            return u64::from(shows_1);
        }
        let gone = self.problem.next[vertex]
            .iter()
            .enumerate()
            .filter(|(_, other)| (**other as usize) < MOST_CELLS && left >> **other & 1 == 0)
            .fold(0, |bits, (d, _)| bits | 1 << d);
        self.can[vertex][gone] & fits
    }

    /// Whether taking a vertex back left a neighbour that can never be.
    fn is_dead(&self, vertex: usize, left: u128) -> bool {
        let mut beside = self.beside[vertex] & left;
        while beside != 0 {
            let other = beside.trailing_zeros() as usize;
            beside &= beside - 1;
            let gone = (self.beside[other] & !left).count_ones() as u8;
            if gone > self.problem.later[other] {
                return true;
            }
        }
        false
    }

    /// Looks for an order with fewer steps than `beat`, keeping at most `width` states a layer.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn pass(
        &self,
        beat: u32,
        width: usize,
        ticker: &mut Ticker<'_>,
        budget: &Budget,
    ) -> Result<Pass, Stop> {
        let n = self.problem.len();
        let mut dropped = u32::MAX;
        let mut explored = 0;
        let mut links: Vec<Vec<Link>> = Vec::with_capacity(n);
        let all = if n == MOST_CELLS {
            u128::MAX
        } else {
            (1 << n) - 1
        };
        let root = State {
            left: all,
            fits: u64::MAX,
            tail: 0,
            least: 0,
            parent: 0,
            cell: u8::MAX,
        };
        let mut layer = vec![root];
        for _ in 0..n {
            let mut next = Vec::new();
            let mut from = 0;
            while from < layer.len() {
                let left = layer[from].left;
                let group = layer[from..].iter().take_while(|s| s.left == left).count();
                self.expand(&layer[from..from + group], from as u32, beat, &mut next);
                from += group;
                explored += group as u64;
                if next.len() > SLACK * width {
                    dropped = dropped.min(cut(&mut next, width, beat, budget)?);
                }
                ticker.tick()?;
            }
            if next.len() > width {
                dropped = dropped.min(cut(&mut next, width, beat, budget)?);
            }
            layer = grouped(next, budget)?;
            let link = |state: &State| Link {
                parent: state.parent,
                cell: state.cell,
            };
            links.push(layer.iter().map(link).collect());
        }
        let best = layer
            .iter()
            .enumerate()
            .min_by_key(|(_, state)| state.least);
        let order = best.map(|(index, _)| {
            let mut order = Vec::with_capacity(n);
            let mut index = index;
            for layer in links.iter().rev() {
                let Link { parent, cell } = layer[index];
                order.push(Vertex::from(cell));
                index = parent as usize;
            }
            order
        });
        let found = best.map_or(u32::MAX, |(_, state)| state.least);
        Ok(Pass {
            order,
            bound: found.min(dropped).into(),
            complete: dropped == u32::MAX,
            explored,
        })
    }

    /// All ways on from the states of one board.
    fn expand(&self, states: &[State], offset: u32, beat: u32, next: &mut Vec<State>) {
        let Some(&State { left, fits, .. }) = states.first() else {
            return;
        };
        // A state is of no use if another one of the same board is as good even with a detour
        // through this one's cell.
        let useful: Vec<(u32, State)> = (offset..)
            .zip(states.iter())
            .filter(|(_, one)| {
                !states.iter().any(|other| {
                    other.cell != one.cell
                        && other.tail + self.cost.between(other.cell.into(), one.cell.into())
                            <= one.tail
                })
            })
            .map(|(index, state)| (index, *state))
            .collect();
        // The prices of all cells but those still to be entered and left are paid for in `tail`.
        let mut open = left;
        let mut rest = self.prices.start;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            rest += self.prices.out[cell] + self.prices.into[cell];
        }
        let mut open = left;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let fits = self.fits(cell, left, fits);
            let after = left & !(1 << cell);
            if fits == 0 || self.is_dead(cell, after) {
                continue;
            }
            let ways = useful.iter().map(|(index, state)| {
                let step = if state.cell == u8::MAX {
                    0
                } else {
                    self.cost.between(cell as Vertex, state.cell.into())
                };
                (state.tail + step, *index)
            });
            let Some((tail, parent)) = ways.min() else {
                continue;
            };
            // Still to come: the way into this cell and everything before it.
            let before = if after == 0 {
                i64::from(self.cost.to_first(cell as Vertex))
            } else {
                (rest - self.prices.out[cell]).max(i64::from(after.count_ones()))
            };
            let least = i64::from(tail) + before;
            if least < i64::from(beat) {
                next.push(State {
                    left: after,
                    fits,
                    tail,
                    least: u32::try_from(least).unwrap_or(0),
                    parent,
                    cell: cell as u8,
                });
            }
        }
    }
}

/// Keeps the `width` most promising states and returns the least of those given up.
fn cut(states: &mut Vec<State>, width: usize, beat: u32, budget: &Budget) -> Result<u32, Stop> {
    // All are below `beat`, so counting takes the place of sorting.
    let mut number = vec![0_usize; beat as usize];
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        for state in chunk {
            number[state.least as usize] += 1;
        }
    }
    let (mut room, mut limit) = (width, 0);
    while limit < number.len() && number[limit] <= room {
        room -= number[limit];
        limit += 1;
    }
    let limit = limit as u32;
    let mut kept = 0;
    for index in 0..states.len() {
        if index % CHUNK == 0 {
            budget.check()?;
        }
        let state = states[index];
        if state.least == limit && room > 0 {
            room -= 1;
        } else if state.least >= limit {
            continue;
        }
        states[kept] = state;
        kept += 1;
    }
    states.truncate(kept);
    Ok(limit)
}

/// States handled between two looks at the budget.
const CHUNK: usize = 1 << 16;

/// The states in an order in which those of one board are side by side.
fn grouped(states: Vec<State>, budget: &Budget) -> Result<Vec<State>, Stop> {
    // Spread over many small buckets first: one large sort would not hear a call to stop.
    let bits = (states.len() / 256).max(1).ilog2();
    let bucket = |state: &State| {
        let folded = (state.left >> 64) as u64 ^ state.left as u64;
        let hash = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash.checked_shr(64 - bits).unwrap_or(0) as usize
    };
    let mut ends = vec![0_usize; 1 << bits];
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        for state in chunk {
            ends[bucket(state)] += 1;
        }
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut sorted = Vec::with_capacity(states.len());
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        sorted.extend_from_slice(chunk);
    }
    for chunk in states.chunks(CHUNK) {
        budget.check()?;
        for state in chunk {
            let place = &mut ends[bucket(state)];
            *place -= 1;
            sorted[*place] = *state;
        }
    }
    // What were ends are starts now.
    for (index, start) in ends.iter().enumerate() {
        if index % 256 == 0 {
            budget.check()?;
        }
        let end = ends.get(index + 1).copied().unwrap_or(sorted.len());
        sorted[*start..end].sort_unstable_by_key(|state| state.left);
    }
    Ok(sorted)
}
