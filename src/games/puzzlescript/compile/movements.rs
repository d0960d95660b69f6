//! Movements of layers, as numbers in masks.

use super::mask::Mask;
use super::rule_text::Marker;

/// Kinds of movement: up, down, left, right, action.
pub const MOVEMENTS: usize = 5;

/// Number of a movement of a layer, in masks of movements.
pub const fn movement(layer: usize, kind: usize) -> usize {
    MOVEMENTS * layer + kind
}

/// All movements of a layer.
pub fn all_of(layer: usize) -> Mask {
    Mask::new((0..MOVEMENTS).map(|kind| movement(layer, kind)))
}

/// Movements of a layer that a mark means.
pub fn movements(layer: usize, mark: Marker) -> Mask {
    let kinds: &[usize] = match mark {
        Marker::Up => &[0],
        Marker::Down => &[1],
        Marker::Left => &[2],
        Marker::Right => &[3],
        Marker::Action => &[4],
        // Left of the arrow the language's own engine requires two movements at once, which no object has.
        Marker::RandomDir => &[0, 2],
        _ => &[],
    };
    Mask::new(kinds.iter().map(|kind| movement(layer, *kind)))
}
