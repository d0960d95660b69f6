//! What is drawn: numbers on a board.

use crate::game::{CellLook, Grid, Tone};

/// A board: 0 is empty, 1 to 4 are the numbers.
pub type Target = Grid<u8>;

/// How a value looks, in target and field alike.
pub(super) fn value_look(value: Option<u8>) -> CellLook {
    match value {
        None => CellLook::new("", Tone::Hole, "no cell"),
        Some(0) => CellLook::new(".", Tone::Empty, "empty").glyph(""),
        Some(value) => {
            let text = ["1", "2", "3", "4"][usize::from(value - 1) % 4];
            CellLook::new(text, Tone::Palette(value - 1), text)
        }
    }
}
