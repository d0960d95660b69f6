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

use super::Arrangement;
use crate::Square;

const MOST: usize = 100;

/// Board on which a player moves boxes by single steps.
pub trait Steps {
    /// Areas that the player cannot reach: mask of their squares, and the boxes next to them.
    fn cut_off(&self, state: &[Square]) -> Vec<(Vec<bool>, Vec<Square>)>;

    /// Returns whether boxes on two squares touch each other.
    fn touch(&self, one: Square, other: Square) -> bool;

    /// Single steps of all boxes: source, destination and resulting state.
    fn single(&self, state: &[Square]) -> Vec<(Square, Square, Arrangement)>;

    /// Canonical state of boxes with the player on a square or anywhere reachable from it.
    fn arrangement(&self, somebody: Square, pieces: Vec<Square>) -> Arrangement;

    fn are_at_ends(&self, pieces: &[Square]) -> bool;

    /// Returns whether the last step, to `to`, froze boxes that are not all on goals.
    fn is_stuck(&self, state: &[Square], to: Square) -> bool;
}

/// Verdicts by barrier.
#[derive(Default)]
pub struct Shut(RefCell<HashMap<Arrangement, bool>>);

impl Shut {
    /// Returns whether some corral can never be resolved. `false` may also mean that this is not known.
    pub fn is_shut(&self, store: &impl Steps, state: &[Square]) -> bool {
        store
            .cut_off(state)
            .into_iter()
            .any(|(mut part, mut around)| {
                let mut others = state[1..].to_vec();
                others.retain(|square| !around.contains(square));
                let mut at = 0;
                while let Some(&square) = around.get(at) {
                    around.extend(others.extract_if(.., |other| store.touch(square, *other)));
                    at += 1;
                }
                around
                    .iter()
                    .for_each(|square| part[usize::from(*square)] = true);
                let around = store.arrangement(state[0], around);
                if let Some(shut) = self.0.borrow().get(&around) {
                    return *shut;
                }
                let shut = !can_leave(store, &around, &part);
                self.0.borrow_mut().insert(around, shut);
                shut
            })
    }
}

/// Returns whether the boxes can all leave the corral or all end on goals, or the limit was exceeded.
fn can_leave(store: &impl Steps, state: &Arrangement, part: &[bool]) -> bool {
    let mut known = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        if store.are_at_ends(&state[1..]) || known.len() > MOST {
            return true;
        }
        let single = store.single(&state);
        // A box that can leave is dropped for good: fewer boxes only add possibilities.
        if let Some((from, _, moved)) = single.iter().find(|(_, to, _)| !part[usize::from(*to)]) {
            let left = state[1..].iter().copied().filter(|square| square != from);
            open.push(store.arrangement(moved[0], left.collect()));
            continue;
        }
        for (_, to, moved) in single {
            if !store.is_stuck(&moved, to) && known.insert(moved.clone()) {
                open.push(moved);
            }
        }
    }
    false
}
