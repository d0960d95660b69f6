//! Practice window that imitates the game's screen.
//!
//! Commands are dragged into the slots of main and the procedures, or clicked, which appends them to the selected
//! procedure. Clicking a command in a slot or dragging it away removes it. Run starts the robot; if it stops with a
//! light still dark, Reset brings it back. Enter runs, Escape resets, Backspace removes the last command.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use planwright_stage::drawing::{Area, Colour, Pen, StageSheet, ellipse};
use planwright_stage::program::{
    BlockView, ProgramBoard, ProgramColours, ProgramLayout, RobotGame, RobotPose,
};
use planwright_stage::shipped;

use crate::game::{CellStyle, Execution, Game, Tone};
use crate::{BotPuzzle, LIGHT_BOT, LightBot};

const BOARD: Area = Area::new(16, 56, 624, 552);
/// Colour of signs and of the lines around commands.
const INK: Colour = [20, 26, 34];
const PLAIN_TILE: Colour = [206, 212, 222];
const LIGHT_OFF: Colour = [58, 134, 232];
const LIGHT_ON: Colour = [255, 212, 48];

/// Parts of the practice window that are this game's own.
pub(super) struct Tiles(BlockView);

/// Colour of a tile, by its tone as `style` sets it.
fn tile_colour(look: &CellStyle) -> Colour {
    match look.tone {
        Tone::Palette(5) => LIGHT_OFF,
        Tone::Palette(_) => LIGHT_ON,
        _ => PLAIN_TILE,
    }
}

impl RobotGame for Tiles {
    type Game = LightBot;
    const GAME: &'static dyn Game = &LIGHT_BOT;
    const LEVELS: &'static str = shipped![
        "01-first-light",
        "02-round-the-wall",
        "03-over-the-ridge",
        "04-the-far-end",
        "05-spiral-stairs",
        "06-three-corners",
        "07-two-by-seven",
        "08-lattice",
        "09-ring-road",
        "10-two-summits",
        "11-carpet",
        "12-figure-of-eight",
    ];
    const LAYOUT: ProgramLayout = ProgramLayout {
        board: BOARD,
        buttons: 636,
        palette: (Area::square(18, 640, 41), 47, 10),
        help: (627, Some(702)),
        slots: &[
            (40, 18),
            (190, 12),
            (294, 12),
            (398, 12),
            (502, 12),
            (606, 12),
        ],
        heading: 7,
    };
    const COLOURS: ProgramColours = ProgramColours {
        background: [30, 92, 100],
        board: [34, 104, 112],
        panel: [40, 110, 120],
        selected: [64, 144, 152],
        empty: [10, 30, 34],
        rim: [8, 20, 24],
        tile: INK,
        light: [238, 244, 240],
        faint: [150, 196, 196],
        idle: [64, 92, 98],
        veil: 0.0,
        writing: [96, 112, 150],
    };
    const SIGN_SIZE: u32 = 19;
    const PACES: &'static [(u64, u64)] = &[(16, 170), (50, 100), (150, 50), (u64::MAX, 25)];
    const END: [&'static str; 2] = ["All levels done", "Every light is lit."];

    fn new(puzzle: &Arc<BotPuzzle>, start: &dyn Execution) -> Result<Self, String> {
        if puzzle.lights().next().is_none() {
            return Err("it has no light, so there is nothing to do".to_owned());
        }
        if puzzle.slots.repeats().is_some() {
            let reason = "its programs have repeats, and this window has no slots for them";
            return Err(reason.to_owned());
        }
        if puzzle.tile(puzzle.robot.cell).is_none() {
            return Err("the robot is not on a tile".to_owned());
        }
        BlockView::fit(start, ROBOT_HEIGHT, BOARD).map(Self)
    }

    fn heading(board: &ProgramBoard<Self>, procedure: usize) -> String {
        let procedure = board.procedures().get(procedure);
        procedure.map_or_else(String::new, |it| it.name.to_string())
    }

    fn end_text(board: &ProgramBoard<Self>, won: bool) -> String {
        if won {
            return "all lights are lit!".to_owned();
        }
        let counters = board.run.execution().counters();
        let dark = counters.iter().map(|lights| lights.total - lights.count);
        let lights = match dark.sum::<usize>() {
            1 => "one light is".to_owned(),
            n => format!("{n} lights are"),
        };
        format!("The robot has stopped and {lights} still dark. Reset!")
    }

    fn colours(command: &str) -> (Colour, Colour) {
        let fill = match command {
            "F" => [120, 200, 90],
            "J" => [240, 150, 60],
            "L" => [190, 120, 220],
            "R" => [80, 170, 230],
            "X" => [250, 220, 70],
            "1" => [235, 235, 235],
            "2" => [250, 90, 140],
            "3" => [150, 104, 56],
            "4" => [60, 230, 170],
            _ => [90, 96, 190],
        };
        (fill, INK)
    }

    fn sign(command: &str) -> String {
        format!("f{command}")
    }

    fn draw(board: &ProgramBoard<Self>, sheet: &mut StageSheet<'_>) {
        let Self(blocks) = &board.robot;
        blocks.draw(&mut sheet.pen, &board.run, tile_colour, draw_robot);
    }
}

const BODY: Colour = [228, 87, 61];
const DARK: Colour = [122, 30, 22];
const ARROW: Colour = [60, 240, 170];

type Point = (f32, f32);

/// Round parts from the feet up: centre, half axes and colour.
const PARTS: [(Point, Point, Colour); 6] = [
    ((0.0, -3.0), (17.0, 9.5), DARK),
    ((0.0, -6.0), (14.5, 7.5), BODY),
    ((0.0, -16.0), (14.5, 13.0), DARK),
    ((0.0, -16.0), (12.5, 11.0), BODY),
    ((0.0, -35.0), (19.5, 17.0), DARK),
    ((0.0, -35.0), (17.5, 15.0), BODY),
];
/// Top of the head, which carries the arrow.
const HEAD: Point = (0.0, -38.0);
/// Height of the highest point, in the units of [`PARTS`].
const ROBOT_HEIGHT: f32 = 52.0;
/// Along and across the facing direction, in tile steps.
const ARROW_POINTS: [Point; 4] = [(0.32, 0.0), (-0.16, 0.24), (-0.06, 0.0), (-0.16, -0.24)];

fn draw_robot(pen: &mut Pen<'_>, pose: &RobotPose) {
    for (middle, half, colour) in PARTS {
        let corners = ellipse(middle, half).map(|corner| pose.point(corner));
        pen.polygon(&corners, colour, 1.0);
    }
    let RobotPose { ahead, aside, .. } = pose;
    let arrow = ARROW_POINTS.map(|(along, across)| {
        pose.point((
            HEAD.0 + ahead.0 * along + aside.0 * across,
            HEAD.1 + ahead.1 * along + aside.1 * across,
        ))
    });
    pen.polygon(&arrow, ARROW, 1.0);
}
