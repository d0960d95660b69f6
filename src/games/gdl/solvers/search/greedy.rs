//! Greedy best-first search, which finds long plans without exploring all shorter ones.
//!
//! States are ordered by the distance that pattern databases and tokens estimate, or else by the number of unmet goal
//! conditions; among equals the newest comes first. With a weight it is weighted A* (Pohl 1970): the steps made plus
//! the weighted estimate. Smaller weights give shorter plans and take longer. Where the view has relaxed rules, half
//! of each batch is chosen at random by type.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::SearchNet;
use crate::solvers::search::astar::Estimate;
use crate::solvers::search::expand::{Expander, LANES};
use crate::solvers::search::table::{NONE, Table};
use crate::solvers::search::watch::SearchWatch;
use planwright_game::search::{Budget, PruneReason, Stop};

/// States expanded at once: few, so that the search goes deep.
const BATCH: usize = 16;
/// The same with relaxed rules, which are evaluated for many states at once.
const RELAXED_BATCH: usize = 32;
/// The same with a weight.
const WEIGHTED_BATCH: usize = 64;

/// Factor of the estimated distance, in halves.
#[derive(Clone, Copy)]
pub(crate) struct HalfWeight(pub usize);

/// Finds a plan, unless all states it gets to are exhausted before. `None` proves nothing, as states may have been
/// reached too late for the step limit.
pub(crate) fn search(
    view: &SearchNet,
    estimate: &Estimate,
    anywhere: bool,
    weight: Option<HalfWeight>,
    budget: &Budget,
    watch: &SearchWatch<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let words = view.code.words();
    let longest = view.max_length();
    let relaxed = view.relaxed.is_some();
    let mut types = TypeQueues::default();
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
            let statuses = expander.evaluate_relaxed(&states);
            let missing = expander.missing(chunk.len());
            let rated = chunk.iter().zip(statuses).zip(missing);
            for (((number, status), missing), state) in rated.zip(states.chunks(words)) {
                let depth = depths[*number as usize] as usize;
                let last = view.limit.is_some_and(|limit| depth >= limit);
                if status.won && (status.over || last || anywhere) {
                    watch.expand(*number);
                    return Ok(Some(table.path(*number)));
                }
                if status.over {
                    watch.expand(*number);
                } else if !status.hope {
                    watch.prune(*number, PruneReason::DeadEnd);
                } else if depth >= longest {
                    watch.prune(*number, PruneReason::TooLong);
                } else {
                    let bucket = if estimate.is_empty() {
                        missing as usize
                    } else {
                        let Some(distance) = estimate.distance(state) else {
                            watch.prune(*number, PruneReason::DeadEnd);
                            continue;
                        };
                        if depth + distance.bound as usize > longest {
                            watch.prune(*number, PruneReason::TooLong);
                            continue;
                        }
                        match weight {
                            // Steps made count a little, so that plans do not wander.
                            None => distance.sum as usize * 2 + depth / 4,
                            Some(HalfWeight(halves)) => {
                                2 * depth + halves * distance.approx as usize
                            }
                        }
                    };
                    if relaxed {
                        types.add((missing, bucket as u32), *number);
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
        let chosen: Vec<u32> = match relaxed {
            true => types.choose(&mut buckets),
            false => bucket.drain(from..).collect(),
        };
        let states = table.states(&chosen);
        expander.evaluate(&states);
        let mut emit = |parent: u32, mv: u32, next: &[u64]| -> Result<(), Stop> {
            if let Some(number) = table.add(next, parent, mv)? {
                depths.push(depths[parent as usize] + 1);
                fresh.push(number);
                watch.generate(number, parent, mv);
            } else if weight.is_some()
                && let Some(number) = table.find(next)
                && depths[parent as usize] + 1 < depths[number as usize]
            {
                depths[number as usize] = depths[parent as usize] + 1;
                table.set_origin(number, parent, mv);
                fresh.push(number);
                watch.generate(number, parent, mv);
            }
            Ok(())
        };
        for (lane, number) in chosen.iter().enumerate() {
            watch.expand(*number);
            expander.push_all(*number, &states, lane, &mut emit)?;
        }
        expander.flush(&mut emit)?;
    }
}

/// States by type, of which each has its turn whatever its rank (F. Xie, M. Müller, R. Holte and T. Imai, “Type-Based
/// Exploration with Multiple Search Queues for Satisficing Planning”, 2014).
struct TypeQueues {
    numbers: FxHashMap<(u32, u32), usize>,
    queues: Vec<Vec<u32>>,
    done: FxHashSet<u32>,
    random: fastrand::Rng,
}

impl Default for TypeQueues {
    fn default() -> Self {
        Self {
            numbers: FxHashMap::default(),
            queues: Vec::new(),
            done: FxHashSet::default(),
            random: fastrand::Rng::with_seed(1),
        }
    }
}

impl TypeQueues {
    fn add(&mut self, type_key: (u32, u32), number: u32) {
        let fresh = self.queues.len();
        let queue = *self.numbers.entry(type_key).or_insert(fresh);
        if queue == fresh {
            self.queues.push(Vec::new());
        }
        self.queues[queue].push(number);
    }

    /// Half a batch of random types, filled up with the best states.
    fn choose(&mut self, buckets: &mut [Vec<u32>]) -> Vec<u32> {
        let mut chosen = Vec::new();
        for _ in 0..RELAXED_BATCH / 2 {
            chosen.extend(self.pop_random());
        }
        for bucket in buckets {
            while chosen.len() < RELAXED_BATCH
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
    fn pop_random(&mut self) -> Option<u32> {
        for _ in 0..20 {
            let index = self.random.usize(..self.queues.len());
            let queue = &mut self.queues[index];
            if queue.is_empty() {
                continue;
            }
            let at = self.random.usize(..queue.len());
            let number = queue.swap_remove(at);
            if self.done.insert(number) {
                return Some(number);
            }
        }
        None
    }
}
