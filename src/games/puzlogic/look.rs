//! Styles of cells and sums.

use planwright_art as art;

use crate::game::{Art, CellLook, LineNote, Marks, Tone};

use super::puzzle::{Line, Square, Sum};

const SLOT: Art = Art::ground(Tone::Empty).fixed(art::SLOT);

/// A cell without a number.
pub(super) fn slot_look(name: &'static str) -> CellLook {
    CellLook::new("_", Tone::Empty, name).glyph("").drawn(SLOT)
}

pub(super) fn square_look(square: Option<Square>) -> CellLook {
    match square {
        None | Some(Square::None) => CellLook::new(".", Tone::Hole, "no cell").glyph(""),
        Some(Square::Empty) => slot_look("empty"),
        Some(Square::Given(number)) => number_look(number, Tone::Wall)
            .drawn(Art::ground(Tone::Empty).fixed(art::TILE).with_glyph())
            .marked(Marks {
                given: true,
                ..Marks::default()
            }),
    }
}

pub(super) fn piece_look(number: u8) -> CellLook {
    let art = Art::ground(Tone::Empty).piece(art::TILE).with_glyph();
    number_look(number, Tone::Palette(3)).drawn(art)
}

fn number_look(number: u8, tone: Tone) -> CellLook {
    CellLook::new(number.to_string(), tone, number.to_string())
}

/// A sum at its line; in brackets if only placed pieces count.
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
