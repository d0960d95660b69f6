//! How squares look, and the robot among them.

use planwright_art::ROBOT;

use crate::game::cells::Value;
use crate::game::{Cell, CellLook, Marks};

use super::board::Square;
use super::machine::Run;

/// How a square looks; outside of the board is wall.
pub(super) fn square_look(square: Option<Square>) -> CellLook {
    square.unwrap_or(Square::Wall).value().look()
}

/// How a cell looks in a run; `marks` are the robot's.
pub(super) fn run_look(run: &Run, cell: Cell, robot: bool, marks: Marks) -> CellLook {
    let square = run.squares.get(cell).copied();
    let under = square_look(square);
    if !robot || cell != run.robot {
        return under;
    }
    let heading = run.heading;
    let place = match square.map(Square::value) {
        Some(Value { name, .. }) if square != Some(Square::Floor) => format!(", on the {name}"),
        _ => String::new(),
    };
    CellLook {
        value: heading.arrow().into(),
        name: format!("robot facing {}{place}", heading.name()).into(),
        art: under.art.map(|art| art.piece(ROBOT)),
        ..under
    }
    .with_actor(heading)
    .marked(marks)
}
