//! Depth-first search that visits no state twice, as in several published reference methods.
//!
//! One state is changed by moves and changed back; a set holds the keys of all visited states, so that a state reached
//! again is not expanded. Without a depth limit the search is therefore complete. With one it is not even complete up
//! to that depth, as a state first reached near the limit is not expanded again when reached by a shorter path:
//! [`DepthFirstResult::hit_limit`] reports that the limit mattered.

use std::hash::{BuildHasher as _, Hash};

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Budget, Progress, Stop, discard};

/// Number of parts of the set of visited states: growing one large table would delay checks of the budget.
const SHARDS: usize = 256;
/// Moves tried between two checks of the budget.
const MOVES_PER_CHECK: u32 = 64;
/// States visited between two reports.
const STATES_PER_REPORT: u64 = 1 << 16;

/// State that is changed by moves and changed back.
pub trait Descent {
    type Move: Copy;
    /// Identifies a state.
    type Key: Eq + Hash + Send + 'static;

    fn is_goal(&self) -> bool;

    /// Appends the moves to try from this state, in the order in which they are tried.
    ///
    /// # Errors
    /// If the budget is spent.
    fn moves(&self, next: &mut Vec<Self::Move>, budget: &Budget) -> Result<(), Stop>;

    fn make(&mut self, mv: Self::Move);

    /// Undoes the last move made.
    fn take_back(&mut self, mv: Self::Move);

    fn key(&self) -> Self::Key;

    /// Size of a key on the heap in bytes, for the memory limit.
    fn key_bytes(&self) -> usize;

    /// Returns whether the move made last rules out every goal.
    fn is_dead_end(&self, _last: Self::Move) -> bool {
        false
    }
}

pub struct DepthFirstResult<M> {
    /// Moves to a goal, or `None` if no visited state is one; the reason if the search was stopped.
    pub path: Result<Option<Vec<M>>, Stop>,
    /// Number of states visited.
    pub explored: u64,
    /// True if paths were cut off at the depth limit.
    pub hit_limit: bool,
}

/// Searches from a state for a path of at most `max_depth` moves.
pub fn depth_first<D: Descent>(
    state: &mut D,
    max_depth: usize,
    budget: &Budget,
    progress: &Progress<'_>,
) -> DepthFirstResult<D::Move> {
    let mut shards: Vec<FxHashSet<D::Key>> = Vec::new();
    shards.resize_with(SHARDS, FxHashSet::default);
    let mut visited = Visited { shards, number: 0 };
    let mut hit_limit = false;
    let limits = (max_depth, budget);
    let path = descend(state, limits, &mut visited, &mut hit_limit, progress);
    let explored = visited.number;
    discard(visited);
    DepthFirstResult {
        path,
        explored,
        hit_limit,
    }
}

/// Keys of all visited states.
struct Visited<K> {
    /// Parts of the set, by hash.
    shards: Vec<FxHashSet<K>>,
    /// Number of all keys.
    number: u64,
}

impl<K: Eq + Hash> Visited<K> {
    /// Returns whether the key is new.
    fn insert(&mut self, key: K) -> bool {
        // The tables use other bits of the same hash.
        let shard = (FxBuildHasher.hash_one(&key) >> 24) as usize % SHARDS;
        let is_new = self.shards[shard].insert(key);
        self.number += u64::from(is_new);
        is_new
    }
}

/// The search itself. Returns a path to a goal, if one was found; sets `hit_limit` where `max_depth` cut a path off.
fn descend<D: Descent>(
    state: &mut D,
    (max_depth, budget): (usize, &Budget),
    visited: &mut Visited<D::Key>,
    hit_limit: &mut bool,
    progress: &Progress<'_>,
) -> Result<Option<Vec<D::Move>>, Stop> {
    let mut path = Vec::new();
    // Untried moves of the states on the path, the next one last, and the start of each state's moves.
    let mut moves = Vec::new();
    let mut starts = Vec::new();
    // A slot in the table, plus half of another that is empty or about to be copied from.
    let bytes_each = (state.key_bytes() + 2 * size_of::<D::Key>()) as u64;
    let mut ticker = budget.ticker(MOVES_PER_CHECK);
    visited.insert(state.key());
    loop {
        if state.is_goal() {
            return Ok(Some(path));
        }
        starts.push(moves.len());
        if path.len() < max_depth {
            state.moves(&mut moves, budget)?;
            moves[starts[path.len()]..].reverse();
        } else {
            *hit_limit = true;
        }
        loop {
            ticker.tick()?;
            // Never empty: below, the start's moves are popped last, and then the search ends.
            let Some(start) = starts.last() else {
                return Ok(None);
            };
            if moves.len() == *start {
                starts.pop();
                match path.pop() {
                    Some(last) => state.take_back(last),
                    None => return Ok(None),
                }
                continue;
            }
            let Some(next) = moves.pop() else {
                return Ok(None);
            };
            state.make(next);
            if !state.is_dead_end(next) && visited.insert(state.key()) {
                path.push(next);
                break;
            }
            state.take_back(next);
        }
        let bytes = size_of_val(moves.as_slice()) + size_of_val(path.as_slice());
        budget.check_memory(visited.number * bytes_each + bytes as u64)?;
        if visited.number.is_multiple_of(STATES_PER_REPORT) {
            let phase = format!("depth {}", path.len());
            progress.report(phase, visited.number, None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::NoProgress;

    /// A number from -3 to 3 that is to become the second one.
    struct Number(i32, i32);

    impl Descent for Number {
        type Move = i32;
        type Key = i32;

        fn is_goal(&self) -> bool {
            self.0 == self.1
        }

        fn moves(&self, next: &mut Vec<i32>, _budget: &Budget) -> Result<(), Stop> {
            let inside = |step: &i32| (self.0 + step).abs() <= 3;
            next.extend([1, -1, 2].into_iter().filter(inside));
            Ok(())
        }

        fn make(&mut self, step: i32) {
            self.0 += step;
        }

        fn take_back(&mut self, step: i32) {
            self.0 -= step;
        }

        fn key(&self) -> i32 {
            self.0
        }

        fn key_bytes(&self) -> usize {
            0
        }
    }

    #[test]
    fn a_path_leads_to_the_goal_or_every_state_was_visited() {
        let search = |goal, depth| {
            let progress = Progress::new(&NoProgress);
            let mut number = Number(0, goal);
            let found = depth_first(&mut number, depth, &Budget::default(), &progress);
            (
                found.path.expect("in time"),
                found.explored,
                found.hit_limit,
            )
        };
        let (path, _, hit_limit) = search(-3, 99);
        assert_eq!(path.expect("exists").iter().sum::<i32>(), -3);
        assert!(!hit_limit);
        assert_eq!(search(9, 99), (None, 7, false));
        let (path, explored, hit_limit) = search(9, 2);
        assert!(path.is_none() && explored < 7 && hit_limit);
    }
}
