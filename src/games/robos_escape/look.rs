//! How squares look, and the robot among them.

use crate::game::{Cell, CellLook, Marks, Tone};

use super::board::Square;
use super::machine::Run;

/// How a square looks; outside of the board is wall.
pub(super) fn square_look(square: Option<Square>) -> CellLook {
    let square = square.unwrap_or(Square::Wall);
    let (tone, glyph) = match square {
        Square::Floor => (Tone::Empty, ""),
        Square::Wall => (Tone::Wall, "X"),
        Square::Pit => (Tone::Hole, "–"),
        Square::Block => (Tone::Palette(4), "O"),
        Square::Coin => (Tone::Palette(2), "C"),
        Square::Start => (Tone::Palette(3), "S"),
        Square::Exit => (Tone::Palette(1), "E"),
    };
    CellLook::new(square.token(), tone, square.name()).glyph(glyph)
}

/// How a cell looks in a run; `marks` are the robot's.
pub(super) fn run_look(run: &Run, cell: Cell, robot: bool, marks: Marks) -> CellLook {
    if !robot || cell != run.robot {
        return square_look(run.squares.get(cell).copied());
    }
    let heading = run.heading;
    let under = square_look(run.squares.get(cell).copied());
    let place = match run.squares.get(cell) {
        Some(Square::Floor) | None => String::new(),
        Some(square) => format!(", on the {}", square.name()),
    };
    CellLook {
        value: heading.arrow().into(),
        name: format!("robot facing {}{place}", heading.name()).into(),
        ..under
    }
    .with_actor(heading)
    .marked(marks)
}
