//! Playing a program in a live game: filling its slots and the expected screen after the run.

use crate::game::programs::slots;
use crate::game::{Cell, ExpectedBoard, Grid, Intent, Launch, Move};
use crate::live_repeats;
use crate::program::{BotProgram, ProgramLine, read};
use crate::puzzle::{BotPose, BotPuzzle};
use crate::world::BotWorld;

/// Id of the board with the robot's heading in its cell.
pub(super) const ROBOT: &str = "robot";
/// Id of the board with the state of the lights.
pub(super) const LIGHTS: &str = "lights";

/// Moves from one program to the encoded one, each changing one slot.
pub(super) fn path(puzzle: &BotPuzzle, from: &BotProgram, to: &[u8]) -> Option<Vec<Move>> {
    let target = read(std::str::from_utf8(to).ok()?, &puzzle.slots).ok()?;
    if puzzle.slots.repeats().is_some() {
        let path = live_repeats::path(from.body(0), target.body(0))?;
        let line = |body| ProgramLine { procedure: 0, body };
        return Some(path.into_iter().map(line).map(Move::from).collect());
    }
    let procedures = 0..puzzle.slots.as_slice().len();
    let lines = procedures.flat_map(|procedure| {
        let path = slots::edit_states(from.body(procedure), target.body(procedure));
        path.map(move |body| ProgramLine { procedure, body })
    });
    Some(lines.map(Move::from).collect())
}

/// Input that starts the program, and the boards expected before and `after` the run.
pub(super) fn finish(puzzle: &BotPuzzle, after: &BotWorld) -> Launch {
    Launch {
        intents: vec![Intent::Control("run".into())],
        before: expected_boards(puzzle, puzzle.robot, &[]),
        after: expected_boards(puzzle, after.state.robot, &after.lit().collect::<Vec<_>>()),
    }
}

fn expected_boards(puzzle: &BotPuzzle, robot: BotPose, lit: &[Cell]) -> Vec<ExpectedBoard> {
    let mut lights = Grid::filled(puzzle.size(), String::new());
    for cell in puzzle.lights() {
        let value = if lit.contains(&cell) { "on" } else { "off" };
        lights.set(cell, value.to_owned());
    }
    let mut robots = Grid::filled(puzzle.size(), String::new());
    robots.set(robot.cell, robot.facing.letter().to_string());
    let board = |id, cells| ExpectedBoard { id, cells };
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
        let path = from.path_to(&to.encode()).expect("is known");
        let path: Vec<&str> = path.iter().map(Move::as_str).collect();
        let expected = ["main: FF", "main: F", "main: FX", "main: FX1", "f1: L"];
        assert_eq!(path, expected);
        let mut position = from.boxed_clone();
        for mv in path {
            let intents = position.intents(&Move::new(mv));
            assert_eq!(intents.len(), 1, "{mv}: {intents:?}");
            position.apply(&Move::new(mv)).expect("is legal");
        }
        assert_eq!(position.encode(), to.encode());
        assert_eq!(to.path_to(&to.encode()), Some(Vec::new()));
    }

    #[test]
    fn lights_and_robot_are_known_before_and_after_the_run() {
        let finish = after(&["main: FFX"]).launch().expect("has to be started");
        let cells = |boards: Vec<ExpectedBoard>| -> Vec<_> {
            let cells = |board: ExpectedBoard| (board.id, board.cells.as_slice().join(","));
            boards.into_iter().map(cells).collect()
        };
        let expected =
            |lights: &str, robot: &str| [(LIGHTS, lights.to_owned()), (ROBOT, robot.to_owned())];
        assert_eq!(cells(finish.before), expected(",,off", "E,,"));
        assert_eq!(cells(finish.after), expected(",,on", ",,E"));
    }
}
