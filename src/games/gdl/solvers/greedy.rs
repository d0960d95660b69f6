//! Greedy best-first search, which finds long plans without exploring all shorter ones.
//!
//! States are ordered by the distance that pattern databases and tokens estimate, or else by the number of unmet goal
//! conditions; among equals the newest comes first. With a weight it is weighted A* (Pohl 1970): the steps made plus
//! the weighted estimate. Smaller weights give shorter plans and take longer. Where the view has relaxed rules, half
//! of each batch is chosen at random by type.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Stop, Why};

use super::astar::Estimate;
use super::expand::{Expander, LANES};
use super::table::{NONE, Table};
use super::watch::Watch;
use crate::analysis::View;

/// States expanded at once: few, so that the search goes deep.
const BATCH: usize = 16;
/// The same with relaxed rules, which are evaluated for many states at once.
const CLOSE_BATCH: usize = 32;
/// The same with a weight.
const WEIGHTED_BATCH: usize = 64;

/// Factor of the estimated distance, in halves.
#[derive(Clone, Copy)]
pub(super) struct Weight(pub usize);

/// Finds a plan, unless all states it gets to are exhausted before. `None` proves nothing, as states may have been
/// reached too late for the step limit.
pub(super) fn search(
    view: &View,
    estimate: &Estimate,
    anywhere: bool,
    weight: Option<Weight>,
    budget: &Budget,
    watch: &Watch<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let words = view.code.words();
    let longest = view.longest();
    let closely = view.relaxed.is_some();
    let mut piles = Piles::default();
    let batch = weight.map_or(BATCH, |_| WEIGHTED_BATCH);
    let mut table = Table::new(words, budget);
    let mut depths: Vec<u32> = vec![0];
    let mut expander = Expander::new(view, budget);
    table.add(&view.start, NONE, 0)?;
    watch.begin(0u32);
    let mut buckets: Vec<Vec<u32>> = Vec::new();
    let mut fresh: Vec<u32> = vec![0];
    let mut rounds = 0u32;
    loop {
        for chunk in fresh.chunks(LANES) {
            budget.check()?;
            let states = table.states(chunk);
            let seen = expander.look_closely(&states);
            let missing = expander.missing(chunk.len());
            let rated = chunk.iter().zip(seen).zip(missing);
            for (((number, seen), missing), state) in rated.zip(states.chunks(words)) {
                let depth = depths[*number as usize] as usize;
                let last = view.limit.is_some_and(|limit| depth >= limit);
                if seen.won && (seen.over || last || anywhere) {
                    watch.look(*number);
                    return Ok(Some(table.path(*number)));
                }
                if seen.over {
                    watch.look(*number);
                } else if !seen.hope {
                    watch.leave_out(*number, Why::Hopeless);
                } else if depth >= longest {
                    watch.leave_out(*number, Why::TooFar);
                } else {
                    let bucket = if estimate.is_empty() {
                        missing as usize
                    } else {
                        let Some(told) = estimate.tell(state) else {
                            watch.leave_out(*number, Why::Hopeless);
                            continue;
                        };
                        if depth + told.least as usize > longest {
                            watch.leave_out(*number, Why::TooFar);
                            continue;
                        }
                        match weight {
                            // Steps made count a little, so that plans do not wander.
                            None => told.sum as usize * 2 + depth / 4,
                            Some(Weight(halves)) => 2 * depth + halves * told.about as usize,
                        }
                    };
                    if closely {
                        piles.add((missing, bucket as u32), *number);
                    }
                    if buckets.len() <= bucket {
                        buckets.resize(bucket + 1, Vec::new());
                    }
                    buckets[bucket].push(*number);
                }
            }
        }
        fresh.clear();
        rounds += 1;
        if rounds.is_multiple_of(256) {
            watch.report("best first", table.len() as u64, None);
        }
        let Some(bucket) = buckets.iter_mut().find(|bucket| !bucket.is_empty()) else {
            return Ok(None);
        };
        let from = bucket.len() - batch.min(bucket.len());
        let chosen: Vec<u32> = match closely {
            true => piles.choose(&mut buckets),
            false => bucket.drain(from..).collect(),
        };
        let states = table.states(&chosen);
        expander.look(&states);
        let mut made = |parent: u32, mv: u32, next: &[u64]| -> Result<(), Stop> {
            if let Some(number) = table.add(next, parent, mv)? {
                depths.push(depths[parent as usize] + 1);
                fresh.push(number);
                watch.wait(number, parent, mv);
            } else if weight.is_some()
                && let Some(number) = table.find(next)
                && depths[parent as usize] + 1 < depths[number as usize]
            {
                depths[number as usize] = depths[parent as usize] + 1;
                table.lead(number, parent, mv);
                fresh.push(number);
                watch.wait(number, parent, mv);
            }
            Ok(())
        };
        for (lane, number) in chosen.iter().enumerate() {
            watch.look(*number);
            expander.push_all(*number, &states, lane, &mut made)?;
        }
        expander.flush(&mut made)?;
    }
}

/// States by type, of which each has its turn whatever its rank (F. Xie, M. Müller, R. Holte and T. Imai, “Type-Based
/// Exploration with Multiple Search Queues for Satisficing Planning”, 2014).
struct Piles {
    numbers: FxHashMap<(u32, u32), usize>,
    piles: Vec<Vec<u32>>,
    done: FxHashSet<u32>,
    random: fastrand::Rng,
}

impl Default for Piles {
    fn default() -> Self {
        Self {
            numbers: FxHashMap::default(),
            piles: Vec::new(),
            done: FxHashSet::default(),
            random: fastrand::Rng::with_seed(1),
        }
    }
}

impl Piles {
    fn add(&mut self, kind: (u32, u32), number: u32) {
        let fresh = self.piles.len();
        let pile = *self.numbers.entry(kind).or_insert(fresh);
        if pile == fresh {
            self.piles.push(Vec::new());
        }
        self.piles[pile].push(number);
    }

    /// Half a batch of random types, filled up with the best states.
    fn choose(&mut self, buckets: &mut [Vec<u32>]) -> Vec<u32> {
        let mut chosen = Vec::new();
        for _ in 0..CLOSE_BATCH / 2 {
            chosen.extend(self.take());
        }
        for bucket in buckets {
            while chosen.len() < CLOSE_BATCH
                && let Some(number) = bucket.pop()
            {
                if self.done.insert(number) {
                    chosen.push(number);
                }
            }
        }
        chosen
    }

    /// Random state of a random type.
    fn take(&mut self) -> Option<u32> {
        for _ in 0..20 {
            let pile = self.random.usize(..self.piles.len());
            let pile = &mut self.piles[pile];
            if pile.is_empty() {
                continue;
            }
            let at = self.random.usize(..pile.len());
            let number = pile.swap_remove(at);
            if self.done.insert(number) {
                return Some(number);
            }
        }
        None
    }
}
