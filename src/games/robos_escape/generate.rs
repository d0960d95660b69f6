//! Generator of random boards whose best program is not too short and repeats commands.
//!
//! A random program is run in a random room; coins are put where it grabs, and the exit on a cell
//! that it reaches late, so a short enough program exists. Annealing quickly finds a shorter
//! equivalent on most unsuitable boards; otherwise `lazy` proves that there is none.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::board::{CallRules, MAX_SIDE, RobosBoard, Terrain};
use super::machine::{run_observed, score, score_of};
use super::program::{DIGITS, RoboCommand, RoboProgram};
use super::solvers::lazy::{Ledger, SearchTask, anneal_once, best_program};
use crate::RobosEscape;
use crate::game::programs::random::{Needs, first_match};
use crate::game::typed::TypedGenerator;
use crate::game::{Cell, Difficulty, Field, GenerateError, Grid, OptionSet, Size};
use crate::search::Budget;

pub(super) struct RobosGenerator;

const MAX_BOARDS: usize = 3_000;
/// Maximum number of programs tried in one room.
const MAX_PROGRAMS: usize = 60;
/// Maximum number of commands that a program runs to its exit.
const MAX_STEPS: usize = 600;
/// Number of programs tried in each annealing round before the proof.
const ANNEALING_TRIES: [u32; 3] = [5_000, 30_000, 100_000];
/// Maximum requested cost; it must be feasible to prove the best program.
const MAX_COST: i64 = 12;

impl TypedGenerator for RobosGenerator {
    type Game = RobosEscape;

    const OPTIONS: &'static [Field] = &[
        Field::new("rows", "Rows", "8", "walls around included").integer(3, MAX_SIDE as i64),
        Field::new("columns", "Columns", "8", "walls around included").integer(3, MAX_SIDE as i64),
        Field::new("coins", "Coins", "2", "").integer(0, 8),
        Field::new("walls", "Walls (%)", "15", "").integer(0, 60),
        Field::new("pits", "Pits (%)", "5", "").integer(0, 60),
        Field::new("blocks", "Blocks (%)", "5", "").integer(0, 60),
        Field::new(
            "least",
            "Best program, from",
            "5",
            "smallest number of commands",
        )
        .integer(1, MAX_COST),
        Field::new(
            "most",
            "Best program, to",
            "8",
            "largest number of commands",
        )
        .integer(1, MAX_COST),
        Field::new(
            "needs",
            "Needs",
            "loop",
            "what the best program must have: a loop, a procedure (it calls a label), or any",
        )
        .one_of(Needs::WORDS),
        Field::new("calls", "Calls", "strict", "strict or published")
            .one_of(&["strict", "published"]),
    ];

    const DIFFICULTIES: &'static [Difficulty] = &[
        Difficulty::new("easy", &[("least", "2"), ("most", "4"), ("needs", "any")]),
        Difficulty::new("medium", &[("least", "5"), ("most", "7"), ("needs", "any")]),
        Difficulty::new("hard", &[("least", "7"), ("most", "8"), ("needs", "loop")]),
    ];

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<(RobosBoard, String), GenerateError> {
        let spec = LevelSpec::parse(options)?;
        let mut rng = Rng::with_seed(seed);
        let attempt = || {
            let Some((board, program)) = random_board(&spec, &mut rng) else {
                return Ok(None);
            };
            let fits = fits(&board, &spec, program, budget)?;
            Ok(fits.then(|| (board, String::new())))
        };
        let failure = "no board had a best program of the requested kind; widen the range of commands, or change the \
            size, coins or walls";
        first_match(MAX_BOARDS, budget, attempt, failure)
    }

    fn options_like(&self, board: &RobosBoard) -> Vec<(&'static str, String)> {
        let size = board.size();
        let coins = board.cells_with(Terrain::Coin).count().min(8);
        vec![
            ("rows", size.rows.clamp(3, MAX_SIDE).to_string()),
            ("columns", size.cols.clamp(3, MAX_SIDE).to_string()),
            ("coins", coins.to_string()),
        ]
    }
}

/// Requested properties of the board and of its best program.
struct LevelSpec {
    size: Size,
    coins: usize,
    /// Percentages of walls, pits and blocks.
    densities: [(Terrain, usize); 3],
    /// Number of commands of the best program.
    cost: RangeInclusive<usize>,
    needs: Needs,
    calls: CallRules,
}

impl LevelSpec {
    fn parse(options: &OptionSet<'_>) -> Result<Self, GenerateError> {
        let spec = Self {
            size: Size::new(options.number("rows")?, options.number("columns")?),
            coins: options.number("coins")?,
            densities: [
                (Terrain::Wall, options.number("walls")?),
                (Terrain::Pit, options.number("pits")?),
                (Terrain::Block, options.number("blocks")?),
            ],
            cost: options.number("least")?..=options.number("most")?,
            needs: options.one_of("needs", &Needs::NAMED)?,
            calls: options.parsed("calls", str::parse)?,
        };
        if spec.cost.is_empty() {
            let reason = format!("it is more than ‘most’, {}", spec.cost.end());
            return Err(options.invalid("least", reason));
        }
        Ok(spec)
    }
}

/// Returns whether the best program matches the request and is proved to be the best of any cost.
fn fits(
    board: &RobosBoard,
    spec: &LevelSpec,
    known: RoboProgram,
    budget: &Budget,
) -> Result<bool, GenerateError> {
    let Some(points) = score_of(board, &known) else {
        return Ok(false);
    };
    // All coins are taken, so only a cheaper program than requested scores more.
    let limit = score(*spec.cost.start(), spec.coins) + 1;
    let mut known = (points, known);
    for (seed, tries) in (0..).zip(ANNEALING_TRIES) {
        let better = anneal_once(board, seed, tries, limit, budget);
        let better = better.map_err(|_| GenerateError::Stopped)?;
        if let Some(better) = better.filter(|(points, _)| *points > known.0) {
            known = better;
        }
        if known.0 >= limit {
            return Ok(false);
        }
    }
    let task = SearchTask {
        board,
        budget,
        threads: 1,
        max_cost: *spec.cost.end(),
        known: Some(known),
        on_improved: &|_, _| {},
        on_done: &|_, _, _, _| {},
    };
    let best = best_program(&task, &mut Ledger::default());
    if best.stop.is_some() {
        return Err(GenerateError::Stopped);
    }
    let Some((points, program)) = best.program else {
        return Ok(false);
    };
    let cost = program.cost();
    Ok(best.bound == points && spec.cost.contains(&cost) && uses(&program, spec.needs))
}

/// Returns whether a program contains what is needed.
fn uses(program: &RoboProgram, needs: Needs) -> bool {
    let any = |matches: fn(&RoboCommand) -> bool| program.commands.iter().any(matches);
    match needs {
        Needs::Any => true,
        Needs::Procedure => any(|command| matches!(command, RoboCommand::Call(_))),
        // A return outside of calls restarts the program, and a label pays only if its commands run repeatedly.
        Needs::Loop => any(|command| matches!(command, RoboCommand::Call(_) | RoboCommand::Return)),
    }
}

/// Random board with a program that takes all its coins; `None` if the room has none.
fn random_board(spec: &LevelSpec, rng: &mut Rng) -> Option<(RobosBoard, RoboProgram)> {
    let room = random_room(spec, rng)?;
    (0..MAX_PROGRAMS).find_map(|_| {
        let program = random_program(spec, rng)?;
        let board = place_goals(&room, &program, spec.coins, rng)?;
        let all = score(program.cost(), spec.coins);
        (score_of(&board, &program) == Some(all)).then_some((board, program))
    })
}

/// Walled room with random squares and a start; `None` without floor.
fn random_room(spec: &LevelSpec, rng: &mut Rng) -> Option<RobosBoard> {
    let mut squares = Grid::filled(spec.size, Terrain::Wall);
    let inside = (1..spec.size.rows - 1)
        .flat_map(|row| (1..spec.size.cols - 1).map(move |col| Cell::new(row, col)));
    let mut floor = Vec::new();
    for cell in inside {
        // Of the percentages, one after the other, that into which the draw falls.
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
    let calls = spec.calls;
    Some(RobosBoard { squares, calls })
}

/// Random program of a requested cost; `None` if the cost is too low for its calls and labels.
fn random_program(spec: &LevelSpec, rng: &mut Rng) -> Option<RoboProgram> {
    let cost = rng.usize(spec.cost.clone());
    let least = usize::from(spec.needs == Needs::Procedure);
    // Two labels at most, or three from twelve commands on.
    let labels = rng.usize(least..=2.max(cost / 4).min(3));
    let returns = spec.needs != Needs::Any || rng.u8(..4) > 0;
    let length = cost.checked_sub(usize::from(returns))?;
    let mut calls = Vec::new();
    for digit in DIGITS.into_iter().take(labels) {
        let unlabelled = spec.calls == CallRules::Published && rng.bool();
        let times = if unlabelled { 1 } else { rng.usize(1..=2) };
        calls.push((digit, times, !unlabelled));
    }
    let commands = calls.iter();
    let reserved = commands.map(|(_, times, label)| times + usize::from(*label));
    let free = 0..length.checked_sub(reserved.sum())?;
    let mut commands: Vec<RoboCommand> = free.map(|_| random_command(rng)).collect();
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
    // Candidate exits, each with the number of grabbed cells before it, at least `coins`.
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
    let calls = room.calls;
    Some(RobosBoard { squares, calls })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::generate;
    use crate::tests::board_of;
    use testkit_game::keyed;

    #[test]
    fn boards_have_the_wanted_best_programs() {
        for (least, most, needs, calls) in [
            ("5", "8", "loop", "strict"),
            ("4", "8", "procedure", "published"),
            ("7", "9", "procedure", "strict"),
            ("1", "4", "any", "strict"),
        ] {
            let options = [
                ("least", least),
                ("most", most),
                ("needs", needs),
                ("calls", calls),
            ];
            for seed in 0..3 {
                let level = generate(&RobosGenerator, &keyed(&options), seed, &Budget::default())
                    .unwrap_or_else(|error| panic!("{least} to {most}, {needs}: {error}"));
                let board = board_of(&level);
                assert_eq!(board.calls.to_string(), calls);
                assert!(board.start().is_some());
                assert_eq!(board.cells_with(Terrain::Coin).count(), 2);
            }
        }
    }
}
