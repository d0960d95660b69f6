//! A program in a live game: how its slots are filled one by one, and what the screen shows when it
//! has run.

use crate::game::{Cell, Finish, Grid, Intent, Move, ShownBoard};
use crate::position::PROGRAM;
use crate::program::{Command, Program, parse_line};
use crate::puzzle::{Puzzle, Robot};
use crate::reading::{LIGHTS, OFF, ON, ROBOT};
use crate::run::Run;

/// One slot's change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    /// Takes the command out of this slot; those behind it move up.
    Remove(usize),
    /// Puts a command there, before the one that is in the slot.
    Insert(usize, Command),
}

/// The changes, one by one, that make one list of commands of another: as few as can be, all
/// removals first, so that there is always room.
fn edits(from: &[Command], to: &[Command]) -> Vec<Edit> {
    // Length of the longest common part of what is left, from each pair of places on.
    let mut common = vec![vec![0_usize; to.len() + 1]; from.len() + 1];
    for i in (0..from.len()).rev() {
        for j in (0..to.len()).rev() {
            common[i][j] = if from[i] == to[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut removed, mut inserted) = (Vec::new(), Vec::new());
    while i < from.len() || j < to.len() {
        if i < from.len() && j < to.len() && from[i] == to[j] {
            (i, j) = (i + 1, j + 1);
        } else if j < to.len() && (i == from.len() || common[i][j + 1] >= common[i + 1][j]) {
            inserted.push(Edit::Insert(j, to[j]));
            j += 1;
        } else {
            removed.push(Edit::Remove(i));
            i += 1;
        }
    }
    // From the last on, no removal moves what another one takes out.
    removed.reverse();
    removed.into_iter().chain(inserted).collect()
}

fn edited(body: &mut Vec<Command>, edit: Edit) {
    match edit {
        Edit::Remove(at) => drop(body.remove(at)),
        Edit::Insert(at, command) => body.insert(at, command),
    }
}

/// What to do on the screen to give a procedure other commands.
pub(super) fn intents(procedure: usize, from: &[Command], to: &[Command]) -> Vec<Intent> {
    let act = |edit: Edit| {
        let (at, action) = match edit {
            Edit::Remove(at) => (at, "remove"),
            Edit::Insert(at, command) => (at, command.name()),
        };
        Intent::Act {
            board: PROGRAM,
            cell: Cell::new(procedure, at),
            action,
        }
    };
    edits(from, to).into_iter().map(act).collect()
}

/// The moves from one program to that with the given text, each of which changes one slot.
pub(super) fn way(puzzle: &Puzzle, from: &Program, to: &[u8]) -> Option<Vec<Move>> {
    let mut wanted = Program::empty(&puzzle.slots);
    for line in std::str::from_utf8(to).ok()?.lines() {
        let (procedure, body) = parse_line(line, &puzzle.slots).ok()?;
        wanted.set(procedure, body);
    }
    let mut program = from.clone();
    let mut moves = Vec::new();
    for procedure in 0..puzzle.slots.as_slice().len() {
        let mut body = program.body(procedure).to_vec();
        for edit in edits(&body.clone(), wanted.body(procedure)) {
            edited(&mut body, edit);
            program.set(procedure, body.clone());
            moves.push(Move::new(program.line(procedure)));
        }
    }
    Some(moves)
}

/// How the program is started, and what is seen at the end.
pub(super) fn finish(puzzle: &Puzzle, run: &Run) -> Finish {
    Finish {
        start: vec![Intent::Control("run")],
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

    fn commands(text: &str) -> Vec<Command> {
        let letters = text.chars();
        letters.filter_map(Command::from_letter).collect()
    }

    #[test]
    fn edits_lead_from_any_list_to_any_other_with_room_at_each_step() {
        let mut chance = fastrand::Rng::with_seed(2);
        for _ in 0..2000 {
            let mut random = || -> Vec<Command> {
                let length = chance.usize(0..9);
                let letters: String = (0..length)
                    .map(|_| chance.choice("FJX".chars()).unwrap_or('F'))
                    .collect();
                commands(&letters)
            };
            let (from, to) = (random(), random());
            let mut body = from.clone();
            for edit in edits(&from, &to) {
                edited(&mut body, edit);
                assert!(body.len() <= from.len().max(to.len()));
            }
            assert_eq!(body, to);
        }
    }

    #[test]
    fn a_command_too_many_takes_one_removal() {
        let (from, to) = (commands("FFJ"), commands("FJ1"));
        let told = edits(&from, &to);
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!(edits(&to, &to), []);
        assert_eq!(
            edits(&commands("FJ"), &commands("FJX")),
            [Edit::Insert(2, Command::Light)]
        );
    }
}
