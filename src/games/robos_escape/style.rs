use planwright_art::ROBOT;

use crate::game::cells::ValueSpec;
use crate::game::{Cell, CellStyle, Marks};

use super::board::Terrain;
use super::machine::RoboRun;

/// Appearance of a square; outside the board is wall.
pub(super) fn terrain_style(square: Option<Terrain>) -> CellStyle {
    square.unwrap_or(Terrain::Wall).value().style()
}

/// Appearance of a cell during a run; `marks` apply to the robot.
pub(super) fn run_style(run: &RoboRun, cell: Cell, with_robot: bool, marks: Marks) -> CellStyle {
    let square = run.squares.get(cell).copied();
    let under = terrain_style(square);
    if !with_robot || cell != run.robot {
        return under;
    }
    let heading = run.heading;
    let suffix = match square.map(Terrain::value) {
        Some(ValueSpec { name, .. }) if square != Some(Terrain::Floor) => {
            format!(", on the {name}")
        }
        _ => String::new(),
    };
    CellStyle {
        value: heading.arrow().into(),
        name: format!("robot facing {}{suffix}", heading.name()).into(),
        art: under.art.map(|art| art.piece(ROBOT)),
        ..under
    }
    .with_actor(heading)
    .marked(marks)
}
