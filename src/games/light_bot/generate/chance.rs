//! Random programs, and boards on which they win.

use crate::game::programs::chance::Needs;
use fastrand::Rng;

use super::wanted::Wanted;
use crate::game::{Cell, Grid, Heading, Size};
use crate::program::{Command, Line, Program};
use crate::puzzle::{Puzzle, Robot, Tile};
use crate::run::{Stack, after};

/// Maximum number of executed commands.
const STEPS: usize = 200;

/// Random board with a program of a requested length that wins.
pub(super) fn puzzle(wanted: &Wanted, chance: &mut Rng) -> Option<Puzzle> {
    let program = program(wanted, chance)?;
    let tiles = landscape(wanted, chance);
    let cells: Vec<Cell> = tiles
        .iter()
        .filter(|(_, tile)| tile.is_some())
        .map(|(cell, _)| cell)
        .collect();
    let robot = Robot {
        cell: *chance.choice(&cells)?,
        facing: Heading::ALL[chance.usize(..4)],
    };
    let mut puzzle = Puzzle {
        tiles,
        robot,
        slots: wanted.slots.clone(),
    };
    let mut switched = switched(&puzzle, &program);
    switched.retain(|lit| wanted.lights.contains(&lit.len()));
    for cell in chance.choice(&switched)? {
        if let Some(Some(tile)) = puzzle.tiles.get(*cell).copied() {
            puzzle.tiles.set(
                *cell,
                Some(Tile {
                    light: true,
                    ..tile
                }),
            );
        }
    }
    Some(puzzle)
}

/// Random heights: level ground with rectangles raised or lowered by one, which form stairs where they overlap.
fn landscape(wanted: &Wanted, chance: &mut Rng) -> Grid<Option<Tile>> {
    let Size { rows, cols } = wanted.size;
    let mut heights = Grid::filled(wanted.size, 0_u8);
    if wanted.height > 0 {
        for _ in 0..chance.usize(1..=3 + usize::from(wanted.height)) {
            let (top, left) = (chance.usize(..rows), chance.usize(..cols));
            let (bottom, right) = (chance.usize(top..rows), chance.usize(left..cols));
            let up = chance.u8(..4) > 0;
            for row in top..=bottom {
                for col in left..=right {
                    let cell = Cell::new(row, col);
                    let height = heights.get(cell).copied().unwrap_or(0);
                    let height = if up {
                        height + 1
                    } else {
                        height.saturating_sub(1)
                    };
                    heights.set(cell, height.min(wanted.height));
                }
            }
        }
    }
    heights.map(|height| {
        let tile = Tile {
            height: *height,
            light: false,
        };
        (chance.usize(..100) >= wanted.holes).then_some(tile)
    })
}

fn program(wanted: &Wanted, chance: &mut Rng) -> Option<Program> {
    let length = chance.usize(wanted.length.clone());
    let rooms = wanted.slots.as_slice();
    let mut procedures: Vec<usize> = (1..rooms.len()).filter(|index| rooms[*index] > 0).collect();
    chance.shuffle(&mut procedures);
    let kinds: &[Needs] = match wanted.needs {
        Needs::Any => &[Needs::Any, Needs::Procedure, Needs::Loop],
        Needs::Procedure => &[Needs::Procedure, Needs::Procedure, Needs::Loop],
        Needs::Loop => &[Needs::Loop],
    };
    let kind = *chance.choice(kinds)?;
    let used = match kind {
        Needs::Any => 0,
        _ => chance.usize(1..=2).min(procedures.len()),
    };
    procedures.truncate(used);
    let mut program = Program::empty(&wanted.slots);
    // One command per body, the others at random; a loop gets most of them in the procedures.
    let mut bodies = vec![0_usize];
    bodies.extend(&procedures);
    let mut lengths = vec![1_usize; bodies.len()];
    for _ in 0..length.checked_sub(lengths.len())? {
        let at = if kind == Needs::Loop && chance.u8(..4) > 0 {
            chance.usize(lengths.len().min(2) - 1..lengths.len())
        } else {
            chance.usize(..lengths.len())
        };
        lengths[at] += 1;
    }
    for (at, (body, length)) in bodies.iter().zip(&lengths).enumerate() {
        if *length > rooms[*body] {
            return None;
        }
        let call = |index: usize| bodies.get(index).map(|body| Command::Call(*body as u8));
        let mut commands: Vec<Command> = (0..*length).map(|_| command(chance)).collect();
        // The first procedure is the loop or what main calls; the second is a helper.
        let calls = match (at, kind) {
            (0, Needs::Loop) | (1, Needs::Procedure) => 1,
            (0, Needs::Procedure) | (1, Needs::Loop) => 2,
            _ => 0,
        };
        if let Some(call) = call(at + 1) {
            for _ in 0..calls {
                commands[chance.usize(..*length)] = call;
            }
        }
        let last = commands.len() - 1;
        if at < 2 && kind == Needs::Loop {
            commands[last] = call(1)?;
        }
        program.set(Line {
            procedure: *body,
            body: commands,
        });
    }
    Some(program)
}

fn command(chance: &mut Rng) -> Command {
    match chance.u8(..10) {
        0..3 => Command::Forward,
        3..5 => Command::Jump,
        5 => Command::Left,
        6 => Command::Right,
        _ => Command::Light,
    }
}

/// Sets of tiles that are lit at each switch of a run, if every tile were a light. The program wins at that moment if
/// exactly these tiles are lights.
fn switched(puzzle: &Puzzle, program: &Program) -> Vec<Vec<Cell>> {
    let mut robot = puzzle.robot;
    let mut lit: Vec<Cell> = Vec::new();
    let mut moments: Vec<Vec<Cell>> = Vec::new();
    let mut stack = Stack::default();
    for _ in 0..STEPS {
        let Some(at) = stack.next() else {
            break;
        };
        let Some(&command) = program.body(at.procedure).get(at.index) else {
            stack.leave();
            continue;
        };
        stack.advance();
        match command {
            Command::Light => {
                match lit.iter().position(|cell| *cell == robot.cell) {
                    Some(at) => drop(lit.remove(at)),
                    None => lit.push(robot.cell),
                }
                moments.push(lit.clone());
            }
            Command::Call(callee) => drop(stack.call(callee)),
            command => robot = after(puzzle, robot, command),
        }
    }
    moments
}
