//! How places and sums look.

use crate::game::{CellLook, LineNote, Marks, Tone};

use super::puzzle::{Line, Square, Sum};

pub(super) fn square_look(square: Option<Square>) -> CellLook {
    match square {
        None | Some(Square::None) => CellLook::new(".", Tone::Hole, "no cell").glyph(""),
        Some(Square::Empty) => CellLook::new("_", Tone::Empty, "empty").glyph(""),
        Some(Square::Given(number)) => number_look(number, Tone::Level(90)).marked(Marks {
            given: true,
            ..Marks::default()
        }),
    }
}

pub(super) fn piece_look(number: u8) -> CellLook {
    number_look(number, Tone::Palette(3))
}

fn number_look(number: u8, tone: Tone) -> CellLook {
    CellLook::new(number.to_string(), tone, number.to_string())
}

/// A sum beside its line; in brackets where only placed pieces count.
pub(super) fn note(sum: &Sum, holds: Option<bool>) -> LineNote {
    let (column, index) = match sum.line {
        Line::Row(index) => (false, index),
        Line::Column(index) => (true, index),
    };
    let text = if sum.placed_only {
        format!("({})", sum.target)
    } else {
        sum.target.to_string()
    };
    LineNote {
        column,
        index,
        text: text.into(),
        holds,
    }
}
