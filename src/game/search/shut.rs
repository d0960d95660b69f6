//! Pieces that are shut in: around a part of a store that nobody comes to, and never to be brought all out of it or to ends.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::Arrangement;
use crate::Square;

/// Arrangements after which pieces count as not shut in.
const MOST: usize = 100;

/// A store in which somebody moves pieces by single steps.
pub trait Steps {
    /// The parts of the store that somebody does not come to: which squares each has, and the pieces beside it.
    fn cut_off(&self, state: &[Square]) -> Vec<(Vec<bool>, Vec<Square>)>;

    /// Whether pieces on two squares touch each other.
    fn touch(&self, one: Square, other: Square) -> bool;

    /// The steps of all pieces: where the piece is, where it goes, and what comes of it.
    fn single(&self, state: &[Square]) -> Vec<(Square, Square, Arrangement)>;

    /// Pieces with somebody who is on a square, or can walk there.
    fn arrangement(&self, somebody: Square, pieces: Vec<Square>) -> Arrangement;

    fn are_at_ends(&self, pieces: &[Square]) -> bool;

    /// Whether pieces can never be moved again, and not all that hold each other are at ends, after one came to a square.
    fn is_stuck(&self, state: &[Square], to: Square) -> bool;
}

/// Pieces, and whether they were found to be shut in.
#[derive(Default)]
pub struct Shut(RefCell<HashMap<Arrangement, bool>>);

impl Shut {
    /// Whether pieces around a part of the store that nobody comes to, with those that touch them, can never all leave it or come
    /// to ends, even if all others were away.
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

/// Whether pieces may all come out of a part of the store, or to ends in it.
fn can_leave(store: &impl Steps, state: &Arrangement, part: &[bool]) -> bool {
    let mut known = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        if store.are_at_ends(&state[1..]) || known.len() > MOST {
            return true;
        }
        let single = store.single(&state);
        // If one comes out, the others are better off at once.
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
