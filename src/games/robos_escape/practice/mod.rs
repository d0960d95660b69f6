//! Practice window that imitates the game's screen.
//!
//! Commands are dragged into the slots, or clicked, which appends them. Clicking a command in a
//! slot or dragging it away removes it. Run starts the robot; if it stops inside, Reset brings it
//! back. Enter runs, Escape resets, Backspace removes the last command.

mod art;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use planwright_stage::drawing::{Area, Colour, StageSheet};
use planwright_stage::program::{ProgramBoard, ProgramColours, ProgramLayout, RobotGame};
use planwright_stage::shipped;

use crate::game::{CommandTile, Execution, Game, Size, words};
use crate::machine::{STEP_LIMIT, score};
use crate::program::RoboProgram;
use crate::{ROBOS_ESCAPE, RobosEscape};

/// Area of the board, filled from the upper left corner.
const BOARD: Area = Area::new(16, 54, 624, 536);
/// Largest board that fits into it.
const MAX_SIZE: Size = Size::new(12, 14);

const INK: Colour = [20, 22, 30];
const PALE: Colour = [244, 244, 240];
const LIGHT: Colour = [240, 244, 244];

/// Parts of the practice window that are this game's own.
pub(super) struct Robo(Arc<crate::RobosBoard>);

fn cost(board: &ProgramBoard<Robo>) -> usize {
    board.procedures().iter().map(|it| it.commands.len()).sum()
}

fn coins(board: &ProgramBoard<Robo>) -> usize {
    let tallies = board.run.execution().counters();
    tallies.iter().map(|coins| coins.count).sum()
}

/// Points of the program with the coins taken so far, should it escape.
fn points(board: &ProgramBoard<Robo>) -> i64 {
    score(cost(board), coins(board))
}

impl RobotGame for Robo {
    type Game = RobosEscape;
    const GAME: &'static dyn Game = &ROBOS_ESCAPE;
    const LEVELS: &'static str = shipped![
        "01-four-corners",
        "02-side-pockets",
        "03-many-exits",
        "04-pillars",
        "05-boxed-in",
        "06-pits",
        "07-checkerboard",
        "08-cells",
        "09-spiral",
        "10-two-rooms",
        "11-four-wings",
        "12-pits-and-blocks",
    ];
    const LAYOUT: ProgramLayout = ProgramLayout {
        board: BOARD,
        buttons: 634,
        palette: (Area::square(18, 614, 40), 46, 8),
        help: (607, None),
        slots: &[(62, 90)],
        heading: 18,
    };
    const COLOURS: ProgramColours = ProgramColours {
        background: [58, 92, 104],
        board: [96, 140, 150],
        panel: [76, 112, 124],
        selected: [76, 112, 124],
        empty: [10, 26, 36],
        rim: [8, 16, 24],
        tile: INK,
        light: LIGHT,
        faint: [176, 204, 210],
        idle: [78, 100, 110],
        veil: 0.7,
        writing: [96, 112, 160],
    };
    const SIGN_SIZE: u32 = 20;
    const PACES: &'static [(u64, u64)] =
        &[(16, 170), (50, 100), (150, 50), (400, 25), (u64::MAX, 4)];
    const END: [&'static str; 2] = ["Robo has escaped every level", "Robo is free."];

    fn new(board: &Arc<crate::RobosBoard>, _: &dyn Execution) -> Result<Self, String> {
        if board.start().is_none() {
            return Err("it needs exactly one start".to_owned());
        }
        let size = board.size();
        if size.rows > MAX_SIZE.rows || size.cols > MAX_SIZE.cols {
            let reason = format!("it has {size} cells; the screen has room for {MAX_SIZE}");
            return Err(reason);
        }
        Ok(Self(Arc::clone(board)))
    }

    fn steps(_: u64, all: u64) -> u64 {
        all
    }

    fn refusal(&self, commands: &[CommandTile]) -> Option<String> {
        let text: String = commands.iter().map(|tile| &*tile.text).collect();
        RoboProgram::parse(&text).ok()?.flaw(self.0.calls)
    }

    fn heading(board: &ProgramBoard<Self>, _: usize) -> String {
        let commands = words::count(cost(board), "commands");
        let coins = words::count(coins(board), "coins");
        let points = words::cost(points(board), "points");
        format!("{commands}, {coins}: {points}")
    }

    fn end_text(board: &ProgramBoard<Self>, won: bool) -> String {
        if won {
            return format!("escaped with {}!", words::cost(points(board), "points"));
        }
        let limit = board.run.execution().steps() >= STEP_LIMIT as u64;
        let why = board.run.refusal().unwrap_or(match limit {
            true => "it loops for ever",
            false => "the program has ended",
        });
        format!("Robo is still here: {why}. Reset!")
    }

    /// Calls have bright colours, their labels dark ones.
    fn colours(command: &str) -> (Colour, Colour) {
        match command {
            "F" => ([110, 200, 80], INK),
            "L" => ([190, 120, 230], INK),
            "R" => ([80, 170, 240], INK),
            "G" => ([250, 220, 60], INK),
            "X" => ([240, 90, 50], INK),
            "." => ([136, 136, 150], INK),
            "1" => ([236, 236, 236], INK),
            "2" => ([250, 130, 180], INK),
            "3" => ([255, 160, 110], INK),
            "4" => ([90, 240, 210], INK),
            "5" => ([120, 100, 250], INK),
            "'1" => ([72, 72, 72], PALE),
            "'2" => ([150, 20, 90], PALE),
            "'3" => ([140, 90, 10], PALE),
            "'4" => ([0, 130, 100], PALE),
            _ => ([30, 40, 160], PALE),
        }
    }

    fn sign(command: &str) -> String {
        match command.strip_prefix('\'') {
            Some(digit) => format!("{digit}:"),
            None => command.to_owned(),
        }
    }

    fn draw(board: &ProgramBoard<Self>, sheet: &mut StageSheet<'_>) {
        art::draw(board.robot.0.start().unwrap_or_default(), &board.run, sheet);
    }
}
