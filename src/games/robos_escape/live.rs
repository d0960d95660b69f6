//! A program in a live game: how its slots are filled one by one, what the screen shows before and
//! after it has run, and what is read there.

use crate::game::programs::slots::{self, PROGRAM};

use crate::board::{BOARD, Board, Square};
use crate::game::{Cell, Finish, Grid, Intent, Move, Reading, ShownBoard, Size};
use crate::machine::Run;
use crate::program::Program;

/// Id of the board that has the robot's place as its last cell, so that it is no larger.
const ROBOT: &str = "robot";
/// What it has there.
const HERE: &str = "@";

/// Boards that are read beside those of a position.
pub(super) const BOARDS: &[&str] = &[PROGRAM, ROBOT];

/// The moves from one program to that with the given text, each of which changes one slot. A label
/// that changes its place is taken out first, so that it never is there twice.
pub(super) fn way(from: &Program, to: &[u8]) -> Option<Vec<Move>> {
    let wanted = Program::parse(std::str::from_utf8(to).ok()?).ok()?;
    let way = slots::way(&from.commands, &wanted.commands);
    let moves = way.map(|commands| Program::new(commands).writing());
    Some(moves.collect())
}

/// How the program is started, and what is seen before and after that.
pub(super) fn finish(board: &Board, program: &Program, run: &Run) -> Finish {
    let start = board.start().unwrap_or_default();
    let values = |squares: &Grid<Square>| {
        let mut values = squares.map(|square| square.value().token.to_owned());
        // It is still to be seen where it began.
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

/// The moves that write the program which is in the slots; `None` where a slot shows something
/// else than a command, or one is empty before another.
pub(super) fn moves(reading: &Reading) -> Option<Vec<Move>> {
    let slots = reading.board(PROGRAM)?.cells.as_slice();
    let values = slots::filled(slots.iter().map(|read| read.value.as_str()), &[""])?;
    let text = values.concat();
    Program::parse(&text).ok()?;
    let moves = (!text.is_empty()).then(|| Move::new(text));
    Some(moves.into_iter().collect())
}
