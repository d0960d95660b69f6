//! Corral deadlocks.
//!
//! A *corral* is an area that the player cannot reach; its *barrier* are the boxes next to it, with all boxes that
//! touch those, directly or through each other. If these can neither all leave the corral nor all end on goals even
//! with every other box removed, the position is dead (Junghanns and Schaeffer, “Sokoban: Enhancing general
//! single-agent search methods using domain knowledge”, 2001). Removing boxes only adds possibilities, so pruning is
//! safe. A depth-first search over the barrier's boxes decides this; results are cached by barrier. A search that
//! exceeds its limit counts as resolvable, which is safe.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::{Arrangement, Square};

/// Limit of states per barrier: most deadlocks show within a few dozen, and the search runs for each new barrier.
const MAX_SEARCH_STATES: usize = 100;

/// Board on which a player moves boxes by single steps.
pub trait Warehouse {
    /// Areas that the player cannot reach: mask of their squares, and the boxes next to them.
    fn corrals(&self, state: &[Square]) -> Vec<(Vec<bool>, Vec<Square>)>;

    /// Returns whether boxes on two squares touch each other.
    fn are_adjacent(&self, one: Square, other: Square) -> bool;

    /// Single steps of all boxes: source, destination and resulting state.
    fn box_steps(&self, state: &[Square]) -> Vec<(Square, Square, Arrangement)>;

    /// Canonical state of boxes with the player on a square or anywhere reachable from it.
    fn canonical(&self, player: Square, boxes: Vec<Square>) -> Arrangement;

    fn are_on_goals(&self, boxes: &[Square]) -> bool;

    /// Returns whether the last step, to `to`, froze boxes that are not all on goals.
    fn freezes(&self, state: &[Square], to: Square) -> bool;
}

/// Verdicts by barrier.
#[derive(Default)]
pub struct CorralCache(RefCell<HashMap<Arrangement, bool>>);

impl CorralCache {
    /// Returns whether some corral can never be resolved. `false` may also mean that this is not known.
    pub fn is_deadlock(&self, warehouse: &impl Warehouse, state: &[Square]) -> bool {
        let mut corrals = warehouse.corrals(state).into_iter();
        corrals.any(|(mut corral, mut barrier)| {
            let mut others = state[1..].to_vec();
            others.retain(|square| !barrier.contains(square));
            let mut next = 0;
            while let Some(&square) = barrier.get(next) {
                let touches = |other: &mut Square| warehouse.are_adjacent(square, *other);
                barrier.extend(others.extract_if(.., touches));
                next += 1;
            }
            for square in &barrier {
                corral[usize::from(*square)] = true;
            }
            let key = warehouse.canonical(state[0], barrier);
            if let Some(dead) = self.0.borrow().get(&key) {
                return *dead;
            }
            let dead = !is_resolvable(warehouse, &key, &corral);
            self.0.borrow_mut().insert(key, dead);
            dead
        })
    }
}

/// Returns whether the boxes of `state` can all leave the corral, a mask of squares, or all end on
/// goals, or the limit was exceeded.
fn is_resolvable(warehouse: &impl Warehouse, state: &Arrangement, corral: &[bool]) -> bool {
    let mut visited = HashSet::from([state.clone()]);
    let mut stack = vec![state.clone()];
    while let Some(state) = stack.pop() {
        if warehouse.are_on_goals(&state[1..]) || visited.len() > MAX_SEARCH_STATES {
            return true;
        }
        let steps = warehouse.box_steps(&state);
        // A box that can leave is dropped for good: fewer boxes only add possibilities.
        if let Some((from, _, moved)) = steps.iter().find(|(_, to, _)| !corral[usize::from(*to)]) {
            let rest = state[1..].iter().copied().filter(|square| square != from);
            stack.push(warehouse.canonical(moved[0], rest.collect()));
            continue;
        }
        for (_, to, moved) in steps {
            if !warehouse.freezes(&moved, to) && visited.insert(moved.clone()) {
                stack.push(moved);
            }
        }
    }
    false
}
