//! Movements of layers, as numbers in masks.

use super::mask::Mask;
use super::rule_text::Mark;

/// Kinds of movement: up, down, left, right, action.
pub const MOVEMENTS: usize = 5;

/// Number of a movement of a layer, in masks of movements.
pub const fn movement(layer: usize, kind: usize) -> usize {
    MOVEMENTS * layer + kind
}

/// All movements of a layer.
pub fn all_of(layer: usize) -> Mask {
    Mask::of((0..MOVEMENTS).map(|kind| movement(layer, kind)))
}

/// Movements of a layer that a mark means.
pub fn movements(layer: usize, mark: Mark) -> Mask {
    let kinds: &[usize] = match mark {
        Mark::Up => &[0],
        Mark::Down => &[1],
        Mark::Left => &[2],
        Mark::Right => &[3],
        Mark::Action => &[4],
        // Left of the arrow the language's own engine requires two movements at once, which no object has.
        Mark::RandomDir => &[0, 2],
        _ => &[],
    };
    Mask::of(kinds.iter().map(|kind| movement(layer, *kind)))
}
