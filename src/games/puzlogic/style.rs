//! Styles of cells and sums.

use planwright_art as art;

use crate::game::{Art, CellStyle, LineNote, Marks, Tone};

use super::puzzle::{CellKind, GridLine, LineSum};

const SLOT: Art = Art::background(Tone::Empty).fixed(art::SLOT);

/// A cell without a number.
pub(super) fn slot_style(name: &'static str) -> CellStyle {
    CellStyle::new("_", Tone::Empty, name).glyph("").drawn(SLOT)
}

pub(super) fn cell_style(square: Option<CellKind>) -> CellStyle {
    match square {
        None | Some(CellKind::None) => CellStyle::new(".", Tone::Hole, "no cell").glyph(""),
        Some(CellKind::Empty) => slot_style("empty"),
        Some(CellKind::Given(number)) => number_style(number, Tone::Wall)
            .drawn(Art::background(Tone::Empty).fixed(art::TILE).with_glyph())
            .marked(Marks {
                given: true,
                ..Marks::default()
            }),
    }
}

pub(super) fn piece_style(number: u8) -> CellStyle {
    let art = Art::background(Tone::Empty).piece(art::TILE).with_glyph();
    number_style(number, Tone::Palette(3)).drawn(art)
}

fn number_style(number: u8, tone: Tone) -> CellStyle {
    CellStyle::new(number.to_string(), tone, number.to_string())
}

/// A sum at its line; in brackets if only placed pieces count.
pub(super) fn sum_note(sum: &LineSum, holds: Option<bool>) -> LineNote {
    let (column, index) = match sum.line {
        GridLine::Row(index) => (false, index),
        GridLine::Column(index) => (true, index),
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
