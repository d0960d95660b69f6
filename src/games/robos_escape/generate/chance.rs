//! Random programs, and boards on which they take all coins and escape.

use crate::game::programs::chance::Needs;
use fastrand::Rng;

use super::wanted::Wanted;
use crate::board::{Board, Calls, Square};
use crate::game::{Cell, Grid};
use crate::machine::{run_watched, score, score_of};
use crate::program::{Command, DIGITS, Program};

const PROGRAMS: usize = 60;
/// Maximum number of executed commands.
const STEPS: usize = 600;

/// Random board with a program that takes all its coins; `None` if the room has none.
pub(super) fn board(wanted: &Wanted, chance: &mut Rng) -> Option<(Board, Program)> {
    let room = room(wanted, chance)?;
    (0..PROGRAMS).find_map(|_| {
        let program = program(wanted, chance)?;
        let board = filled(&room, &program, wanted.coins, chance)?;
        let all = score(program.cost(), wanted.coins);
        (score_of(&board, &program) == Some(all)).then_some((board, program))
    })
}

fn room(wanted: &Wanted, chance: &mut Rng) -> Option<Board> {
    let mut squares = Grid::filled(wanted.size, Square::Wall);
    let inside = (1..wanted.size.rows - 1)
        .flat_map(|row| (1..wanted.size.cols - 1).map(move |col| Cell::new(row, col)));
    let mut floor = Vec::new();
    for cell in inside {
        let mut share = chance.usize(0..100);
        let square = wanted.shares.iter().find(|(_, percent)| {
            let here = share < *percent;
            share = share.saturating_sub(*percent);
            here
        });
        let square = square.map_or(Square::Floor, |(square, _)| *square);
        squares.set(cell, square);
        if square == Square::Floor {
            floor.push(cell);
        }
    }
    squares.set(*chance.choice(&floor)?, Square::Start);
    Some(Board {
        squares,
        calls: wanted.calls,
    })
}

/// Random program of a requested cost; `None` if the cost is too low for its calls and labels.
fn program(wanted: &Wanted, chance: &mut Rng) -> Option<Program> {
    let cost = chance.usize(wanted.cost.clone());
    let least = usize::from(wanted.needs == Needs::Procedure);
    let labels = chance.usize(least..=2.max(cost / 4).min(3));
    let returns = wanted.needs != Needs::Any || chance.u8(..4) > 0;
    let own = cost.checked_sub(usize::from(returns))?;
    let mut calls = Vec::new();
    for digit in DIGITS.into_iter().take(labels) {
        let lonely = wanted.calls == Calls::Published && chance.bool();
        let times = if lonely { 1 } else { chance.usize(1..=2) };
        calls.push((digit, times, !lonely));
    }
    let taken: usize = calls
        .iter()
        .map(|(_, times, label)| times + usize::from(*label))
        .sum();
    let mut commands: Vec<Command> = (0..own.checked_sub(taken)?)
        .map(|_| command(chance))
        .collect();
    for (digit, times, label) in calls {
        let mut at = chance.usize(..=commands.len());
        if label {
            commands.insert(at, Command::Label(digit));
        }
        for _ in 0..times {
            at = chance.usize(..=at);
            commands.insert(at, Command::Call(digit));
        }
    }
    commands.extend(returns.then_some(Command::Return));
    Some(Program::new(commands))
}

fn command(chance: &mut Rng) -> Command {
    match chance.u8(..12) {
        0..5 => Command::Forward,
        5..7 => Command::Left,
        7..9 => Command::Right,
        9..11 => Command::Grab,
        _ => Command::Shoot,
    }
}

/// Adds coins on cells where the program grabs, and the exit on a cell that it first visits later.
fn filled(room: &Board, program: &Program, coins: usize, chance: &mut Rng) -> Option<Board> {
    let start = room.start()?;
    let mut visited = vec![start];
    let mut taken: Vec<Cell> = Vec::new();
    // Candidate exits, each with the number of grabbed cells before it.
    let mut ends: Vec<(Cell, usize)> = Vec::new();
    run_watched(room, program, |run, command| {
        if !visited.contains(&run.robot) {
            visited.push(run.robot);
            if taken.len() >= coins {
                ends.push((run.robot, taken.len()));
            }
        }
        if command == Command::Grab && run.robot != start && !taken.contains(&run.robot) {
            taken.push(run.robot);
        }
        run.steps < STEPS
    });
    let (exit, before) = *chance.choice(&ends)?;
    taken.truncate(before);
    chance.shuffle(&mut taken);
    let mut squares = room.squares.clone();
    for coin in &taken[..coins] {
        squares.set(*coin, Square::Coin);
    }
    squares.set(exit, Square::Exit);
    Some(Board {
        squares,
        calls: room.calls,
    })
}
