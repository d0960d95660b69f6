//! Completes a partly written program: finds the best one whose text begins with it.

use std::time::Duration;

use super::rest::Rest;
use super::walk::walk_from;
use super::{Found, anneal, outcome, threads};
use crate::board::{Board, Calls, Square};
use crate::game::{Outcome, Plan, SolveRequest, Unsolvable};
use crate::machine::{End, run, score, score_of};
use crate::program::{Command, DIGITS, MAX_COMMANDS, Program};
use crate::search::{Budget, Stop};

/// Time for enumeration and for annealing. Afterwards enumeration continues without limit if the best program is
/// requested.
const TURNS: (Duration, Duration) = (Duration::from_millis(1200), Duration::from_millis(1300));

/// Progress of the enumeration by cost.
struct InOrder {
    /// Minimum cost of programs not enumerated yet.
    cost: usize,
    nodes: u64,
    /// True if any run reached the end of the written commands.
    is_open: bool,
}

pub(super) fn go_on(
    found: &Found<'_>,
    request: &SolveRequest<'_>,
    budget: &Budget,
) -> Outcome<Plan> {
    let problem = found.problem;
    let board = problem.board.as_ref();
    if let Some(points) = score_of(board, &problem.written) {
        found.add(points, problem.written.clone());
    }
    for program in variants(&problem.written, board) {
        if let Some(program) = walked(board, program)
            && let Some(points) = score_of(board, &program)
        {
            found.add(points, program);
        }
    }
    let mut search = InOrder {
        cost: problem.written.cost() + usize::from(problem.written.half_label),
        nodes: 0,
        is_open: false,
    };
    let mut ended = in_order(found, &mut search, &budget.at_most(TURNS.0));
    if ended.is_err() && budget.check().is_ok() {
        let bound = score(search.cost, problem.coins);
        anneal(found, &budget.at_most(TURNS.1), 0, threads(), bound);
        if request.optimal {
            ended = in_order(found, &mut search, budget);
        }
    }
    let open = score(search.cost, problem.coins);
    let best = found.points();
    let bound = match best {
        // The enumeration covered everything that could be better.
        Some(best) if ended.is_ok() => best,
        Some(best) => best.max(open),
        None => open,
    };
    found
        .progress
        .report("done", search.nodes, best, Some(bound));
    if ended.is_ok() && best.is_none() {
        let reason = "no program with this start reaches an exit";
        return Outcome::Unsolvable(Unsolvable::because(reason));
    }
    let stop = ended
        .err()
        .map(|_| budget.check().err().unwrap_or(Stop::Deadline));
    outcome(found, bound, stop, request)
}

/// The written program, with every possible digit if it ends in an incomplete label.
fn variants(written: &Program, board: &Board) -> Vec<Program> {
    if !written.half_label {
        return vec![written.clone()];
    }
    let labels = written.labels();
    let free =
        |digit: &u8| board.calls == Calls::Published || labels[usize::from(*digit)].is_none();
    let digits = DIGITS.into_iter().filter(free);
    digits
        .map(|digit| {
            let mut commands = written.commands.clone();
            commands.push(Command::Label(digit));
            Program::new(commands)
        })
        .collect()
}

fn in_order(found: &Found<'_>, search: &mut InOrder, budget: &Budget) -> Result<(), Stop> {
    let board = found.problem.board.as_ref();
    let variants = variants(&found.problem.written, board);
    let mut ticker = budget.ticker(64);
    let before = search.nodes;
    while search.cost <= MAX_COMMANDS {
        let best = found.points();
        let open = score(search.cost, found.problem.coins);
        if best.is_some_and(|best| open <= best) {
            return Ok(());
        }
        let phase = format!("programs of cost {} with this start", search.cost);
        found.progress.report(phase, search.nodes, best, Some(open));
        let mut is_open = false;
        for written in &variants {
            let add = |points, program| found.add(points, program);
            let mut rest = Rest::new(board, &written.commands, found.points(), &mut ticker, &add);
            let ended = rest.all_of(search.cost);
            is_open |= rest.is_open();
            search.nodes = before + ticker.total();
            ended?;
        }
        search.is_open |= is_open;
        search.cost += 1;
        // No run reaches appended commands, and all missing labels have been tried.
        if !search.is_open && search.cost > found.problem.written.cost() + DIGITS.len() + 1 {
            break;
        }
    }
    Ok(())
}

/// Completes a program by a walk to the exit and the necessary labels.
fn walked(board: &Board, mut program: Program) -> Option<Program> {
    // Labels whose call runs come first, where the walk begins.
    for _ in 0..=DIGITS.len() {
        let ended = run(board, &program);
        match ended.end {
            End::NoLabel(digit) => program.commands.push(Command::Label(digit)),
            End::RanOff => {
                let mut squares = ended.squares;
                if let Some(start) = board.start() {
                    squares.set(start, Square::Floor);
                }
                let board = Board {
                    squares,
                    calls: board.calls,
                };
                program
                    .commands
                    .extend(walk_from(&board, ended.robot, ended.heading)?);
                break;
            }
            _ => break,
        }
    }
    while let Some(digit) = program
        .dangling_call()
        .filter(|_| board.calls == Calls::Strict)
    {
        program.commands.push(Command::Label(digit));
    }
    Some(program)
}

/// Points of the best program of at most `most` commands that continues the problem's.
#[cfg(test)]
pub(crate) fn best_up_to(problem: &crate::solvers::problem::Problem, most: usize) -> Option<i64> {
    let budget = Budget::default();
    let mut ticker = budget.ticker(1 << 20);
    let best = std::sync::Mutex::new(None);
    let board = problem.board.as_ref();
    for written in variants(&problem.written, board) {
        for cost in written.cost()..=most {
            let known: Option<i64> = *best.lock().ok()?;
            let add = |points: i64, program: Program| {
                assert!(
                    program
                        .to_string()
                        .starts_with(&problem.written.to_string())
                );
                assert_eq!(score_of(board, &program), Some(points));
                if let Ok(mut best) = best.lock() {
                    *best = (*best).max(Some(points));
                }
            };
            let mut rest = Rest::new(board, &written.commands, known, &mut ticker, &add);
            rest.all_of(cost).ok()?;
        }
    }
    best.into_inner().ok()?
}
