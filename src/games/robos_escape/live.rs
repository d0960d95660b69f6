//! Playing a program in a live game: filling its slots, the expected screen before and after the run, and reading the
//! slots.

use crate::game::programs::slots::{self, PROGRAM};

use crate::board::{BOARD, Board, Square};
use crate::game::{Cell, Finish, Grid, Intent, Move, Reading, ShownBoard, Size};
use crate::machine::Run;
use crate::program::Program;

/// Id of the board whose last cell is the robot's position; it is no larger than that.
const ROBOT: &str = "robot";
/// Value of that cell.
const HERE: &str = "@";

/// Boards read in addition to those of a position.
pub(super) const BOARDS: &[&str] = &[PROGRAM, ROBOT];

/// Moves from one program to the encoded one, each changing one slot. A label that moves is removed first, so that it
/// never appears twice.
pub(super) fn way(from: &Program, to: &[u8]) -> Option<Vec<Move>> {
    let wanted = Program::parse(std::str::from_utf8(to).ok()?).ok()?;
    let way = slots::way(&from.commands, &wanted.commands);
    let moves = way.map(|commands| Program::new(commands).writing());
    Some(moves.collect())
}

/// Input that starts the program, and the boards expected before and after the run.
pub(super) fn finish(board: &Board, program: &Program, run: &Run) -> Finish {
    let start = board.start().unwrap_or_default();
    let values = |squares: &Grid<Square>| {
        let mut values = squares.map(|square| square.value().token.to_owned());
        // The start remains visible.
        values.set(start, Square::Start.value().token.to_owned());
        values
    };
    let robot = |cell: Cell| {
        let mut place = Grid::filled(Size::new(cell.row + 1, cell.col + 1), String::new());
        place.set(cell, HERE.to_owned());
        place
    };
    let written = || {
        let mut slots = Grid::filled(Size::new(1, program.cost().max(1)), String::new());
        for (at, command) in program.commands.iter().enumerate() {
            slots.set(Cell::new(0, at), command.to_string());
        }
        slots
    };
    let shown = |id, cells| ShownBoard { id, cells };
    Finish {
        start: vec![Intent::Control("run".into())],
        before: vec![
            shown(BOARD, values(&board.squares)),
            shown(ROBOT, robot(start)),
            shown(PROGRAM, written()),
        ],
        shown: vec![
            shown(BOARD, values(&run.squares)),
            shown(ROBOT, robot(run.robot)),
        ],
    }
}

/// Moves that write the program in the slots; `None` if a slot shows no command or an empty slot precedes a filled
/// one.
pub(super) fn moves(reading: &Reading) -> Option<Vec<Move>> {
    let slots = reading.board(PROGRAM)?.cells.as_slice();
    let values = slots::filled(slots.iter().map(|read| read.value.as_str()), &[""])?;
    let text = values.concat();
    Program::parse(&text).ok()?;
    let moves = (!text.is_empty()).then(|| Move::new(text));
    Some(moves.into_iter().collect())
}
