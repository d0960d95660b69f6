//! Random programs, and boards on which they take all coins and escape.

use crate::game::programs::random::Needs;
use fastrand::Rng;

use super::spec::LevelSpec;
use crate::board::{CallRules, RobosBoard, Terrain};
use crate::game::{Cell, Grid};
use crate::machine::{run_observed, score, score_of};
use crate::program::{DIGITS, RoboCommand, RoboProgram};

const MAX_PROGRAMS: usize = 60;
/// Maximum number of executed commands.
const MAX_STEPS: usize = 600;

/// Random board with a program that takes all its coins; `None` if the room has none.
pub(super) fn random_board(spec: &LevelSpec, rng: &mut Rng) -> Option<(RobosBoard, RoboProgram)> {
    let room = random_room(spec, rng)?;
    (0..MAX_PROGRAMS).find_map(|_| {
        let program = random_program(spec, rng)?;
        let board = place_goals(&room, &program, spec.coins, rng)?;
        let all = score(program.cost(), spec.coins);
        (score_of(&board, &program) == Some(all)).then_some((board, program))
    })
}

fn random_room(spec: &LevelSpec, rng: &mut Rng) -> Option<RobosBoard> {
    let mut squares = Grid::filled(spec.size, Terrain::Wall);
    let inside = (1..spec.size.rows - 1)
        .flat_map(|row| (1..spec.size.cols - 1).map(move |col| Cell::new(row, col)));
    let mut floor = Vec::new();
    for cell in inside {
        let mut draw = rng.usize(0..100);
        let square = spec.densities.iter().find(|(_, percent)| {
            let chosen = draw < *percent;
            draw = draw.saturating_sub(*percent);
            chosen
        });
        let square = square.map_or(Terrain::Floor, |(square, _)| *square);
        squares.set(cell, square);
        if square == Terrain::Floor {
            floor.push(cell);
        }
    }
    squares.set(*rng.choice(&floor)?, Terrain::Start);
    Some(RobosBoard {
        squares,
        calls: spec.calls,
    })
}

/// Random program of a requested cost; `None` if the cost is too low for its calls and labels.
fn random_program(spec: &LevelSpec, rng: &mut Rng) -> Option<RoboProgram> {
    let cost = rng.usize(spec.cost.clone());
    let least = usize::from(spec.needs == Needs::Procedure);
    let labels = rng.usize(least..=2.max(cost / 4).min(3));
    let returns = spec.needs != Needs::Any || rng.u8(..4) > 0;
    let length = cost.checked_sub(usize::from(returns))?;
    let mut calls = Vec::new();
    for digit in DIGITS.into_iter().take(labels) {
        let unlabelled = spec.calls == CallRules::Published && rng.bool();
        let times = if unlabelled { 1 } else { rng.usize(1..=2) };
        calls.push((digit, times, !unlabelled));
    }
    let reserved: usize = calls
        .iter()
        .map(|(_, times, label)| times + usize::from(*label))
        .sum();
    let mut commands: Vec<RoboCommand> = (0..length.checked_sub(reserved)?)
        .map(|_| random_command(rng))
        .collect();
    for (digit, times, label) in calls {
        let mut at = rng.usize(..=commands.len());
        if label {
            commands.insert(at, RoboCommand::Label(digit));
        }
        for _ in 0..times {
            at = rng.usize(..=at);
            commands.insert(at, RoboCommand::Call(digit));
        }
    }
    commands.extend(returns.then_some(RoboCommand::Return));
    Some(RoboProgram::new(commands))
}

fn random_command(rng: &mut Rng) -> RoboCommand {
    match rng.u8(..12) {
        0..5 => RoboCommand::Forward,
        5..7 => RoboCommand::Left,
        7..9 => RoboCommand::Right,
        9..11 => RoboCommand::Grab,
        _ => RoboCommand::Shoot,
    }
}

/// Adds coins on cells where the program grabs, and the exit on a cell that it first visits later.
fn place_goals(
    room: &RobosBoard,
    program: &RoboProgram,
    coins: usize,
    rng: &mut Rng,
) -> Option<RobosBoard> {
    let start = room.start()?;
    let mut visited = vec![start];
    let mut grabbed: Vec<Cell> = Vec::new();
    // Candidate exits, each with the number of grabbed cells before it.
    let mut exits: Vec<(Cell, usize)> = Vec::new();
    run_observed(room, program, |run, command| {
        if !visited.contains(&run.robot) {
            visited.push(run.robot);
            if grabbed.len() >= coins {
                exits.push((run.robot, grabbed.len()));
            }
        }
        if command == RoboCommand::Grab && run.robot != start && !grabbed.contains(&run.robot) {
            grabbed.push(run.robot);
        }
        run.steps < MAX_STEPS
    });
    let (exit, before) = *rng.choice(&exits)?;
    grabbed.truncate(before);
    rng.shuffle(&mut grabbed);
    let mut squares = room.squares.clone();
    for coin in &grabbed[..coins] {
        squares.set(*coin, Terrain::Coin);
    }
    squares.set(exit, Terrain::Exit);
    Some(RobosBoard {
        squares,
        calls: room.calls,
    })
}
