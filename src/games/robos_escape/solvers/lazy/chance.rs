//! Good programs by chance: simulated annealing over their texts.
//!
//! It proves nothing. What it finds makes the search that does prove things leave out more, and
//! is what there is where programs are too long for that.

use fastrand::Rng;

use crate::board::{Board, Calls};
use crate::machine::{COIN_POINTS, score, score_of};
use crate::program::{Command, DIGITS, Program};
use crate::search::{Budget, Stop};
use crate::solvers::plain::{PlainMachine, PlainRun};

/// Programs tried in the first round; there are twice as many in each further round of its kind,
/// up to eight times as many.
const TRIES: u32 = 250_000;
/// First temperature, in points, from nothing and from the best program, and the last one.
const HOT: f64 = 7.0;
const WARM: f64 = 3.0;
const COLD: f64 = 0.6;
/// Longest text that is tried.
const LONGEST: usize = 40;

/// Anneals until the budget is spent or a program meets the bound; `found` is told of programs better than `best` and gives
/// back the points to beat.
pub(super) fn anneal(
    board: &Board,
    seed: u64,
    rounds: usize,
    budget: &Budget,
    bound: i64,
    found: &dyn Fn(i64, Program) -> i64,
) -> Result<(), Stop> {
    let mut chance = Rng::with_seed(seed);
    let mut machine = PlainMachine::new(board);
    let (mut goal, mut own) = (i64::MIN, i64::MIN);
    let mut best: Option<Vec<Command>> = None;
    for round in 0..rounds {
        if goal >= bound {
            break;
        }
        // Every other round goes on from the best program.
        let again = best.clone().filter(|_| round % 2 == 1);
        let hot = if again.is_some() { WARM } else { HOT };
        let tries = TRIES << (round / 2).min(3);
        let cooling = (COLD / hot).powf(1.0 / f64::from(tries));
        let mut now = again.unwrap_or_else(|| vec![Command::Forward]);
        let mut value = judge(board, &mut machine, &now).0;
        let mut next = Vec::new();
        let mut heat = hot;
        for tried in 0..tries {
            if tried % 256 == 0 {
                budget.check()?;
            }
            heat *= cooling;
            next.clone_from(&now);
            for _ in 0..=chance.u8(..3) / 2 {
                change(&mut next, &mut chance);
            }
            if next == now {
                continue;
            }
            let (worth, points) = judge(board, &mut machine, &next);
            if worth >= value || chance.f64() < ((worth - value) / heat).exp() {
                value = worth;
                std::mem::swap(&mut now, &mut next);
                if points.is_some_and(|points| points > own) {
                    let program = Program::new(now.clone());
                    if let Some(points) = score_of(board, &program) {
                        own = points;
                        best = Some(now.clone());
                        goal = found(points, program);
                    }
                }
            }
        }
    }
    Ok(())
}

/// What a program is worth to go on from, and its points if it escapes.
fn judge(board: &Board, machine: &mut PlainMachine, commands: &[Command]) -> (f64, Option<i64>) {
    let mut labelled = [false; 6];
    for command in commands {
        if let Command::Label(digit) = command
            && std::mem::replace(&mut labelled[usize::from(*digit)], true)
        {
            return (-1e6, None);
        }
    }
    let dangling = |command: &Command| match command {
        Command::Call(digit) => !labelled[usize::from(*digit)],
        _ => false,
    };
    if board.calls == Calls::Strict && commands.iter().any(dangling) {
        return (-1e6, None);
    }
    let mut run = PlainRun::default();
    machine.run(commands, &mut run);
    if run.escaped {
        let points = score(commands.len(), run.coins);
        return (points as f64, Some(points));
    }
    let coins = COIN_POINTS as f64 * run.coins as f64;
    let away = f64::from(run.nearest.min(1000));
    (coins - commands.len() as f64 + 24.0 - 0.8 * away, None)
}

fn change(commands: &mut Vec<Command>, chance: &mut Rng) {
    let length = commands.len();
    let at = chance.usize(..=length);
    match chance.u8(..12) {
        0..=3 if length < LONGEST => commands.insert(at, command(chance)),
        4..=5 if at < length => {
            commands.remove(at);
        }
        6..=8 if at < length => commands[at] = command(chance),
        9 if length > 1 => commands.swap(chance.usize(..length), chance.usize(..length)),
        10 if length > 2 => procedure(commands, chance),
        11 if at < length => {
            // A label and all its calls go, or one command moves.
            let taken = commands.remove(at);
            if let Command::Label(digit) = taken {
                commands.retain(|command| *command != Command::Call(digit));
            } else {
                commands.insert(chance.usize(..=commands.len()), taken);
            }
        }
        _ => {}
    }
}

/// Puts a label before some place and a call of it elsewhere.
fn procedure(commands: &mut Vec<Command>, chance: &mut Rng) {
    let used = |digit: &u8| commands.contains(&Command::Label(*digit));
    let Some(digit) = DIGITS.into_iter().find(|digit| !used(digit)) else {
        return;
    };
    let length = commands.len();
    let label = chance.usize(..length);
    let call = chance.usize(..=label);
    commands.insert(label, Command::Label(digit));
    commands.insert(call, Command::Call(digit));
    if chance.bool() {
        commands.push(Command::Return);
    }
    commands.truncate(LONGEST);
}

fn command(chance: &mut Rng) -> Command {
    match chance.u8(..14) {
        0..=2 => Command::Forward,
        3..=4 => Command::Left,
        5..=6 => Command::Right,
        7 => Command::Grab,
        8 => Command::Shoot,
        9 => Command::Return,
        10 => Command::Label(DIGITS[chance.usize(..DIGITS.len())]),
        _ => Command::Call(DIGITS[chance.usize(..DIGITS.len())]),
    }
}
