use planwright_art::ROBOT;

use crate::game::cells::Value;
use crate::game::{Cell, CellLook, Marks};

use super::board::Square;
use super::machine::Run;

/// Appearance of a square; outside the board is wall.
pub(super) fn square_look(square: Option<Square>) -> CellLook {
    square.unwrap_or(Square::Wall).value().look()
}

/// Appearance of a cell during a run; `marks` apply to the robot.
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
