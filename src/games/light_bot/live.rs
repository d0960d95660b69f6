//! Playing a program in a live game: filling its slots and the expected screen after the run.

use crate::game::programs::slots;

use crate::game::{Cell, Finish, Grid, Intent, Move, ShownBoard};
use crate::live_repeats;
use crate::program::{Line, Program};
use crate::puzzle::{Puzzle, Robot};
use crate::run::Run;

/// Id of the board with the robot's heading in its cell.
pub(super) const ROBOT: &str = "robot";
/// Id of the board with the state of the lights.
pub(super) const LIGHTS: &str = "lights";
/// Values of that board.
const OFF: &str = "off";
const ON: &str = "on";

/// Moves from one program to the encoded one, each changing one slot.
pub(super) fn way(puzzle: &Puzzle, from: &Program, to: &[u8]) -> Option<Vec<Move>> {
    let lines = std::str::from_utf8(to).ok()?.lines();
    let wanted = Program::read(lines, &puzzle.slots).ok()?;
    if puzzle.slots.repeats().is_some() {
        let way = live_repeats::way(from.body(0), wanted.body(0))?;
        let line = |body| Line { procedure: 0, body };
        return Some(way.into_iter().map(line).map(Move::from).collect());
    }
    let procedures = 0..puzzle.slots.as_slice().len();
    let lines = procedures.flat_map(|procedure| {
        let way = slots::way(from.body(procedure), wanted.body(procedure));
        way.map(move |body| Line { procedure, body })
    });
    Some(lines.map(Move::from).collect())
}

/// Input that starts the program, and the boards expected before and after the run.
pub(super) fn finish(puzzle: &Puzzle, run: &Run) -> Finish {
    Finish {
        start: vec![Intent::Control("run".into())],
        before: shown(puzzle, puzzle.robot, &[]),
        shown: shown(puzzle, run.robot, &run.lit),
    }
}

fn shown(puzzle: &Puzzle, robot: Robot, lit: &[Cell]) -> Vec<ShownBoard> {
    let mut lights = Grid::filled(puzzle.size(), String::new());
    for cell in puzzle.lights() {
        let lit = lit.contains(&cell);
        lights.set(cell, (if lit { ON } else { OFF }).to_owned());
    }
    let mut robots = Grid::filled(puzzle.size(), String::new());
    robots.set(robot.cell, robot.facing.letter().to_string());
    let board = |id, cells| ShownBoard { id, cells };
    vec![board(LIGHTS, lights), board(ROBOT, robots)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LIGHT_BOT;
    use crate::game::{Game as _, Position, play};

    const LEVEL: &str = "light-bot\nrobot 1 1 E\nslots 3 2\n\n0 0 0*\n";

    fn after(lines: &[&str]) -> Box<dyn Position> {
        let level = LIGHT_BOT.parse_text(LEVEL).expect("is a level");
        let moves: Vec<Move> = lines.iter().map(Move::new).collect();
        play(level.as_ref(), &moves).expect("are legal")
    }

    #[test]
    fn each_move_of_a_way_changes_one_slot() {
        let from = after(&["main: FFF", "f1: LL"]);
        let to = after(&["main: FX1", "f1: L"]);
        let way = from.way_to(&to.encode()).expect("is known");
        let way: Vec<&str> = way.iter().map(Move::as_str).collect();
        let expected = ["main: FF", "main: F", "main: FX", "main: FX1", "f1: L"];
        assert_eq!(way, expected);
        let mut position = from.boxed_clone();
        for mv in way {
            let intents = position.intents(&Move::new(mv));
            assert_eq!(intents.len(), 1, "{mv}: {intents:?}");
            position.apply(&Move::new(mv)).expect("is legal");
        }
        assert_eq!(position.encode(), to.encode());
        assert_eq!(to.way_to(&to.encode()), Some(Vec::new()));
    }

    #[test]
    fn lights_and_robot_are_told_for_before_and_after_the_run() {
        let told = after(&["main: FFX"]).finish().expect("has to be started");
        let cells = |boards: &[ShownBoard], id: &str| {
            let board = boards.iter().find(|board| board.id == id);
            board.expect("is told").cells.as_slice().join(",")
        };
        assert_eq!(cells(&told.before, LIGHTS), ",,off");
        assert_eq!(cells(&told.before, ROBOT), "E,,");
        assert_eq!(cells(&told.shown, LIGHTS), ",,on");
        assert_eq!(cells(&told.shown, ROBOT), ",,E");
    }
}
