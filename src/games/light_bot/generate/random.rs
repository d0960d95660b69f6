//! Random programs, and boards on which they win.

use crate::game::programs::random::Needs;
use fastrand::Rng;

use super::BoardRequest;
use crate::game::{Cell, Grid, Heading, Size};
use crate::program::{BotCommand, BotProgram, ProgramLine};
use crate::puzzle::{BotPose, BotPuzzle, BotTile};
use crate::run::Stack;

/// Maximum number of executed commands; good levels need fewer.
const MAX_STEPS: usize = 200;

/// Random board with a program of a requested length that wins; `None` if this try has failed.
pub(super) fn puzzle(request: &BoardRequest, rng: &mut Rng) -> Option<BotPuzzle> {
    let program = program(request, rng)?;
    let tiles = landscape(request, rng);
    let cells = tiles.iter().filter(|(_, tile)| tile.is_some());
    let cells: Vec<Cell> = cells.map(|(cell, _)| cell).collect();
    let robot = BotPose {
        cell: *rng.choice(&cells)?,
        facing: Heading::ALL[rng.usize(..4)],
    };
    let mut puzzle = BotPuzzle {
        tiles,
        robot,
        slots: request.slots.clone(),
    };
    let mut light_sets = winning_light_sets(&puzzle, &program);
    light_sets.retain(|lit| request.lights.contains(&lit.len()));
    for cell in rng.choice(&light_sets)? {
        if let Some(BotTile { height, .. }) = puzzle.tile(*cell) {
            let light = true;
            puzzle.tiles.set(*cell, Some(BotTile { height, light }));
        }
    }
    Some(puzzle)
}

/// Random heights: level ground with rectangles raised or lowered by one, which form stairs where they overlap.
fn landscape(request: &BoardRequest, rng: &mut Rng) -> Grid<Option<BotTile>> {
    let Size { rows, cols } = request.size;
    let mut heights = Grid::filled(request.size, 0_u8);
    if request.height > 0 {
        for _ in 0..rng.usize(1..=3 + usize::from(request.height)) {
            let (top, left) = (rng.usize(..rows), rng.usize(..cols));
            let (bottom, right) = (rng.usize(top..rows), rng.usize(left..cols));
            let up = rng.u8(..4) > 0;
            for row in top..=bottom {
                for col in left..=right {
                    let cell = Cell::new(row, col);
                    let height = heights.get(cell).copied().unwrap_or(0);
                    let height = height.saturating_add_signed(if up { 1 } else { -1 });
                    heights.set(cell, height.min(request.height));
                }
            }
        }
    }
    heights.map(|&height| {
        let light = false;
        (rng.usize(..100) >= request.holes).then_some(BotTile { height, light })
    })
}

/// Random program of a requested length and kind; `None` if the draw does not fit the slots.
fn program(request: &BoardRequest, rng: &mut Rng) -> Option<BotProgram> {
    let length = rng.usize(request.length.clone());
    let sizes = request.slots.as_slice();
    let mut procedures: Vec<usize> = (1..sizes.len()).filter(|index| sizes[*index] > 0).collect();
    rng.shuffle(&mut procedures);
    // What is drawn; `Any` means no procedure here. A loop is a called procedure too, so it also serves that request.
    let kinds: &[Needs] = match request.needs {
        Needs::Any => &[Needs::Any, Needs::Procedure, Needs::Loop],
        Needs::Procedure => &[Needs::Procedure, Needs::Procedure, Needs::Loop],
        Needs::Loop => &[Needs::Loop],
    };
    let kind = *rng.choice(kinds)?;
    procedures.truncate(match kind {
        Needs::Any => 0,
        _ => rng.usize(1..=2),
    });
    let mut program = BotProgram::empty(&request.slots);
    // Main, then the procedures that are used, by their numbers. Every body gets one command. Of the others, three in
    // four go to the procedures if they make a loop; the rest go anywhere.
    let mut bodies = vec![0_usize];
    bodies.extend(&procedures);
    let mut lengths = vec![1_usize; bodies.len()];
    for _ in 0..length.checked_sub(lengths.len())? {
        let in_loop = kind == Needs::Loop && rng.u8(..4) > 0;
        let first = if in_loop { lengths.len().min(2) - 1 } else { 0 };
        let index = rng.usize(first..lengths.len());
        lengths[index] += 1;
    }
    for (index, (body, length)) in bodies.iter().zip(&lengths).enumerate() {
        if *length > sizes[*body] {
            return None;
        }
        let call = |index: usize| bodies.get(index).map(|body| BotCommand::Call(*body as u8));
        let mut commands: Vec<BotCommand> = (0..*length).map(|_| command(rng)).collect();
        // Calls of the next body, which replace random commands: main calls the first procedure, which is the loop, if
        // any, and that calls the second, a helper.
        let calls = match (index, kind) {
            (0, Needs::Loop) | (1, Needs::Procedure) => 1,
            (0, Needs::Procedure) | (1, Needs::Loop) => 2,
            _ => 0,
        };
        if let Some(call) = call(index + 1) {
            for _ in 0..calls {
                commands[rng.usize(..*length)] = call;
            }
        }
        // Main and the loop end with a call of the loop.
        if index < 2 && kind == Needs::Loop {
            commands[*length - 1] = call(1)?;
        }
        program.set(ProgramLine {
            procedure: *body,
            body: commands,
        });
    }
    Some(program)
}

fn command(rng: &mut Rng) -> BotCommand {
    match rng.u8(..10) {
        0..3 => BotCommand::Forward,
        3..5 => BotCommand::Jump,
        5 => BotCommand::Left,
        6 => BotCommand::Right,
        _ => BotCommand::Light,
    }
}

/// Sets of tiles that are lit at each switch of a run, if every tile were a light. The program wins at that moment, or
/// before, if exactly these tiles are lights.
fn winning_light_sets(puzzle: &BotPuzzle, program: &BotProgram) -> Vec<Vec<Cell>> {
    let mut robot = puzzle.robot;
    let (mut lit, mut moments) = (Vec::new(), Vec::new());
    let mut stack = Stack::default();
    for _ in 0..MAX_STEPS {
        let Some(slot) = stack.next() else { break };
        let Some(&command) = program.body(slot.procedure).get(slot.index) else {
            stack.leave();
            continue;
        };
        stack.advance();
        match command {
            BotCommand::Light => {
                match lit.iter().position(|cell| *cell == robot.cell) {
                    Some(index) => drop(lit.remove(index)),
                    None => lit.push(robot.cell),
                }
                moments.push(lit.clone());
            }
            BotCommand::Call(callee) => drop(stack.call(callee)),
            command => robot = puzzle.after(robot, command),
        }
    }
    moments
}
