//! Packing searches with different settings, on several threads, until one of them finds a plan.
//!
//! The time that a search takes varies much more with its settings than with the level. So settings are chosen at
//! random, by the number of the search, or those of the search that came furthest are changed a little and get more
//! states. The limits of states grow like the ruler sequence. The first search runs alone: most levels are solved by it,
//! and always by the same plan. Before some searches weighted A* runs for a while, forwards and backwards.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::game::search::{BestFirst, NoProgress, Progress, SearchResult};

use super::deadlocks::Deadlocks;
use super::packing::{Feature, MAX_CORRAL_STATES, PackingSearch, PackingStyle};
use super::run::PackingRun;
use super::space::{BoxSpace, Push};
use super::warehouse::{State, Warehouse};

/// Limit of packing searches. Together they expand a few million states, which takes minutes.
const MAX_SEARCHES: u64 = 512;
/// Limit of states of a plain packing search.
const PLAIN_STATES: u64 = 2_000;
/// The largest limit of states is [`PLAIN_STATES`] doubled this many times.
const MAX_DOUBLINGS: u32 = 5;
/// The first search that may vary the settings of another one.
const FIRST_VARIED: u64 = 6;
/// Variations, one search in four, get this many times the states.
const VARIED_STATES: u64 = 4;
/// Weighted A* before each search whose number is a power of two expands at most this times the number, divided by the
/// square of the number of boxes, and as much backwards: it is good where few boxes make long detours.
const GREEDY_STATES: u64 = 400_000;

/// Searches that run at the same time.
pub(super) struct Portfolio<'a> {
    pub house: &'a Warehouse,
    pub start: &'a State,
    pub run: &'a PackingRun<'a>,
    /// Number of the next search.
    pub next: AtomicU64,
    pub furthest: Mutex<Option<Furthest>>,
}

/// The search that came furthest so far without finding a plan.
pub(super) struct Furthest {
    /// As [`PackingSearch::progress`].
    progress: f64,
    style: PackingStyle,
    /// Pushes to the state where it came furthest.
    pub pushes: Vec<Push>,
}

impl Portfolio<'_> {
    /// Pushes that bring all boxes to goals, if a search finds them within its limits.
    pub fn search(&self) -> Option<Vec<Push>> {
        if let Some(pushes) = self.work(1) {
            return Some(pushes);
        }
        thread::scope(|scope| {
            let workers = (0..self.run.threads).map(|_| scope.spawn(|| self.work(MAX_SEARCHES)));
            let workers: Vec<_> = workers.collect();
            let mut workers = workers.into_iter();
            workers.find_map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    /// Runs one search after the other, up to a number.
    fn work(&self, last: u64) -> Option<Vec<Push>> {
        let mut deadlocks = Deadlocks::new(self.house, MAX_CORRAL_STATES);
        while self.run.check().is_ok() && self.next.load(Ordering::Relaxed) < last {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let (boxes, style) = (&self.start[1..], self.style(number));
            let square = (boxes.len() as u64).pow(2).max(1);
            if number.is_power_of_two()
                && let Some(pushes) = self.search_greedily(GREEDY_STATES * number / square)
            {
                return Some(pushes);
            }
            let search = PackingSearch::new(self.house, boxes, style.clone(), deadlocks, self.run);
            let mut search = search.ok()?;
            let found = search.search(self.start);
            let progress = search.progress();
            let mut furthest = self.furthest.lock().unwrap_or_else(PoisonError::into_inner);
            if furthest.as_ref().is_none_or(|it| progress >= it.progress) {
                *furthest = Some(Furthest {
                    progress,
                    style,
                    pushes: search.furthest_pushes(),
                });
            }
            drop(furthest);
            deadlocks = search.deadlocks;
            if found.is_some() {
                self.run.is_over.store(true, Ordering::Relaxed);
                return found;
            }
        }
        None
    }

    /// Runs weighted A*, then backwards. If it proves that there is no plan, the other searches end.
    fn search_greedily(&self, max_states: u64) -> Option<Vec<Push>> {
        let is_over = &self.run.is_over;
        let mut space = BoxSpace::pushes(self.house);
        space.is_over = Some(is_over);
        let result = self.run_greedily(&space, self.start, max_states);
        // A search that another one ended has a path to no goal.
        if result.stopped.is_none() {
            let is_own = !is_over.swap(true, Ordering::Relaxed);
            return result.path.filter(|_| is_own).map(|(pushes, _)| pushes);
        }
        let (mut space, begins) = BoxSpace::pulls(self.house, self.start);
        space.is_over = Some(is_over);
        let search = |begin| self.run_greedily(&space, begin, max_states).path;
        let (mut pushes, _) = begins.iter().find_map(search)?;
        pushes.reverse();
        let is_own = !is_over.swap(true, Ordering::Relaxed);
        is_own.then_some(pushes)
    }

    fn run_greedily(
        &self,
        space: &BoxSpace<'_>,
        from: &State,
        max_states: u64,
    ) -> SearchResult<Push> {
        let search = BestFirst {
            weight: 8,
            max_states,
            ..BestFirst::default()
        };
        let memory = self.run.budget.memory() / self.run.threads as u64;
        let budget = self.run.budget.clone().with_memory(memory);
        let silent = Progress::new(&NoProgress);
        let result = search.search(space, from[..].into(), &budget, &silent);
        let explored = &self.run.explored;
        explored.fetch_add(result.explored, Ordering::Relaxed);
        result
    }

    /// Settings of a search by its number.
    fn style(&self, number: u64) -> PackingStyle {
        let mut rng = fastrand::Rng::with_seed(number);
        let furthest = self.furthest.lock().unwrap_or_else(PoisonError::into_inner);
        let max_states = PLAIN_STATES << number.trailing_zeros().min(MAX_DOUBLINGS);
        if let Some(furthest) = furthest.as_ref()
            && number >= FIRST_VARIED
            && rng.u8(..4) == 0
        {
            let mut style = PackingStyle {
                seed: number,
                max_states: VARIED_STATES * max_states,
                ..furthest.style.clone()
            };
            (0..rng.u8(1..=3)).for_each(|_| style.vary(&mut rng));
            return style;
        }
        // The first three searches have fixed settings.
        if number < 3 {
            return PackingStyle {
                packs_at_once: number != 1,
                is_careful: number == 1,
                noise: 0.0,
                seed: number,
                muted: match number {
                    0 => Feature::Distance.bit() | Feature::StuckPushes.bit(),
                    1 => Feature::Distance.bit(),
                    _ => Feature::StuckPushes.bit(),
                },
                merged: 0,
                max_states: PLAIN_STATES,
            };
        }
        PackingStyle::random(number, max_states, &mut rng)
    }
}
