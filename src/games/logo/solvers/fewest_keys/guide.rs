//! Lower bounds of all completions of a state, from prices ([`walks`](super::walks)) for the whole and for its layer.
//!
//! The bound is the length so far, plus the cost of the cheapest rest of a walk under prices, minus the *refund*: the
//! prices of the cells not visited yet, each of which a path pays once. The larger of the two bounds counts. All bounds
//! and prices are in price units; [`Scale`] converts lengths to them.

use crate::search::{Budget, Stop};

use super::lengths::Scale;
use super::set::{PathState, StampSet};
use super::walks::{Prices, Walks};

/// One in this many layers (depths 5, 11, …) has prices of its own, which serve the layers up to the next such one.
const PERIOD: usize = 6;

/// Returns whether this layer (number of cells visited, minus 1) has prices of its own, tuned to sampled states.
pub(super) fn is_tuned(depth: usize) -> bool {
    depth % PERIOD == PERIOD - 1
}

/// Prices with their sums over octets of cells.
struct PriceSums {
    prices: Prices,
    /// For each octet, the sum of the prices of each subset of its cells.
    sums: Vec<[i32; 256]>,
}

impl PriceSums {
    fn new(prices: Prices) -> Self {
        let octets = prices.price.chunks(8).map(|octet| {
            std::array::from_fn(|bits| {
                let all = octet.iter().enumerate();
                let chosen = all.filter(|(bit, _)| bits >> bit & 1 == 1);
                chosen.map(|(_, price)| price).sum()
            })
        });
        let sums = octets.collect();
        Self { prices, sums }
    }

    #[inline]
    fn sum<const WORDS: usize>(&self, set: StampSet<WORDS>) -> i32 {
        let octets = self.sums.iter().enumerate();
        octets.map(|(octet, sums)| sums[set.octet(octet)]).sum()
    }

    /// Lower bound of the rest of a path after visit number `depth` (from 0) at `v`. `refund` is that of the state
    /// before the visit, shared by all its successors: it still contains the price of `v`, which is therefore added
    /// back.
    #[inline]
    fn bound(&self, depth: usize, v: usize, refund: i32) -> i32 {
        self.prices.rest(depth, v) + self.prices.price[v] - refund
    }
}

/// Bounds for all states of a task.
pub(super) struct Guide {
    pub scale: Scale,
    /// Prices for states of all layers.
    general: PriceSums,
    /// Prices tuned to every [`PERIOD`]th layer, if any; used for the layers up to the next one.
    tuned: Vec<Option<PriceSums>>,
}

/// Sums of the prices of unvisited cells: general, and tuned to the layer (0 if it has no such prices).
pub(super) struct Refunds {
    general: i32,
    tuned: i32,
}

impl Guide {
    pub fn new(prices: &Prices, scale: Scale) -> Self {
        Self {
            scale,
            general: PriceSums::new(prices.clone()),
            tuned: (0..prices.price.len() / PERIOD).map(|_| None).collect(),
        }
    }

    /// Upper bound of the memory for a guide's tables and those of its walks, in bytes: for each set of prices two
    /// bytes per position and cell, and per cell a price, a base and its share of the sums by octet (4 + 4 + 256 × 4 /
    /// 8). The sets are the tuned ones, and four more: the general one and, of [`Walks`], prices, steps and next
    /// visits.
    pub fn bytes(cells: usize) -> usize {
        (cells / PERIOD + 4) * cells * (2 * cells + 136)
    }

    /// Prices tuned to a layer, or to one up to [`PERIOD`] - 1 layers before; `None` if there are none.
    fn tuned(&self, depth: usize) -> Option<&PriceSums> {
        let index = ((depth + 1) / PERIOD).checked_sub(1)?;
        self.tuned.get(index)?.as_ref()
    }

    /// Refunds for all states of layer `depth` whose parent had these cells left.
    #[inline]
    pub fn refunds<const WORDS: usize>(&self, depth: usize, left: StampSet<WORDS>) -> Refunds {
        Refunds {
            general: self.general.sum(left),
            tuned: self.tuned(depth).map_or(0, |tuned| tuned.sum(left)),
        }
    }

    /// Lower bound of a path that reaches `v` as visit number `depth` with this length.
    #[inline]
    pub fn bound(&self, depth: usize, v: usize, length: i32, refunds: &Refunds) -> i32 {
        let general = self.general.bound(depth, v, refunds.general);
        let tuned = self.tuned(depth);
        let tuned = tuned.map(|tuned| tuned.bound(depth, v, refunds.tuned));
        tuned.map_or(general, |tuned| tuned.max(general)) + self.scale.to_price(length)
    }

    /// Tunes prices to the layers that these states were sampled from, one list per tuned layer, so that as many as
    /// possible get a bound above the length `target`. Ends after `rounds` per layer.
    pub fn tune<const WORDS: usize>(
        &mut self,
        walks: &mut Walks,
        samples: &[Vec<PathState<WORDS>>],
        target: i32,
        rounds: usize,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let limit = (self.scale.to_price(target), self.scale);
        for (index, (states, slot)) in samples.iter().zip(&mut self.tuned).enumerate() {
            if states.is_empty() {
                continue;
            }
            // The tuned layer, by the inverse of `tuned`.
            let depth = (index + 1) * PERIOD - 1;
            let start = &slot.as_ref().unwrap_or(&self.general).prices;
            let tuned = walks.tune(start, depth, states, limit, rounds, budget)?;
            *slot = Some(PriceSums::new(tuned.clone()));
        }
        Ok(())
    }
}
