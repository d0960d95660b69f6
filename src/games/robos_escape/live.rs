//! Playing a program in a live game: filling and reading its slots, and the expected screens.

use crate::board::{BOARD, RobosBoard, Terrain};
use crate::game::programs::slots::{self, PROGRAM};
use crate::game::{Cell, ExpectedBoard, Grid, Intent, Launch, Move, Reading, Size};
use crate::machine::RoboRun;
use crate::program::RoboProgram;

/// Id of the board whose last cell is the robot's position; it is no larger than that.
const ROBOT: &str = "robot";
const ROBOT_MARK: &str = "@";
/// Boards read in addition to those of a position.
pub(super) const BOARDS: &[&str] = &[PROGRAM, ROBOT];

/// Moves to the encoded program, each changing one slot. A label that moves is removed first, so it is never twice.
pub(super) fn moves_between(from: &RoboProgram, to: &[u8]) -> Option<Vec<Move>> {
    let target = RoboProgram::parse(std::str::from_utf8(to).ok()?).ok()?;
    let steps = slots::edit_states(&from.commands, &target.commands);
    let moves = steps.map(|commands| RoboProgram::new(commands).to_move());
    Some(moves.collect())
}

/// Input that starts the program, and the boards expected before and after the run.
pub(super) fn finish(board: &RobosBoard, program: &RoboProgram, run: &RoboRun) -> Launch {
    let start = board.start().unwrap_or_default();
    let values = |squares: &Grid<Terrain>| {
        let mut values = squares.map(|square| square.value().token.to_owned());
        // The start remains visible.
        values.set(start, Terrain::Start.value().token.to_owned());
        values
    };
    let robot = |cell: Cell| {
        let mut grid = Grid::filled(Size::new(cell.row + 1, cell.col + 1), String::new());
        grid.set(cell, ROBOT_MARK.to_owned());
        grid
    };
    let mut slots = Grid::filled(Size::new(1, program.cost().max(1)), String::new());
    for (at, command) in program.commands.iter().enumerate() {
        slots.set(Cell::new(0, at), command.to_string());
    }
    let expected = |id, cells| ExpectedBoard { id, cells };
    Launch {
        intents: vec![Intent::Control("run".into())],
        before: vec![
            expected(BOARD, values(&board.squares)),
            expected(ROBOT, robot(start)),
            expected(PROGRAM, slots),
        ],
        after: vec![
            expected(BOARD, values(&run.squares)),
            expected(ROBOT, robot(run.robot)),
        ],
    }
}

/// Moves that write the program in the slots; `None` if it has gaps or other values.
pub(super) fn moves(reading: &Reading) -> Option<Vec<Move>> {
    let slots = reading.board(PROGRAM)?.cells.as_slice();
    let values = slots::filled(slots.iter().map(|read| read.value.as_str()), &[""])?;
    let text = values.concat();
    RoboProgram::parse(&text).ok()?;
    let moves = (!text.is_empty()).then(|| Move::new(text));
    Some(moves.into_iter().collect())
}
