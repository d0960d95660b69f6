//! Completes a partly written program: finds the best one whose text begins with it. A walk to the
//! exit gives a first program; then enumeration by cost and annealing take turns.

use std::time::Duration;

use super::completion::Completion;
use super::{FoundPrograms, anneal, outcome, threads};
use crate::board::{CallRules, RobosBoard, Terrain};
use crate::game::{Outcome, Plan, Unsolvable};
use crate::machine::{RoboEnd, run, score, score_of};
use crate::program::{DIGITS, MAX_COMMANDS, RoboCommand, RoboProgram, dangling_call, labels};
use crate::search::{Budget, Stop};
use crate::solvers::problem::walk_from;

/// Time for enumeration before annealing.
const ENUMERATION_TIME: Duration = Duration::from_millis(1200);
/// Time for annealing; then enumeration continues if the best program is requested.
const ANNEALING_TIME: Duration = Duration::from_millis(1300);

/// State of the enumeration by cost, from one turn to the next.
struct CostProgress {
    /// Minimum cost of programs not enumerated yet.
    cost: usize,
    nodes: u64,
    /// True if any run reached the end of the written commands.
    is_open: bool,
}

/// Best completion of the problem's program, with the proof as far as it got.
pub(super) fn complete(found: &FoundPrograms<'_>, budget: &Budget) -> Outcome<Plan> {
    let problem = found.problem;
    let board = problem.board.as_ref();
    if let Some(points) = score_of(board, &problem.written) {
        found.add(points, problem.written.clone());
    }
    for program in variants(&problem.written, board) {
        if let Some(program) = complete_by_walk(board, program)
            && let Some(points) = score_of(board, &program)
        {
            found.add(points, program);
        }
    }
    let mut progress = CostProgress {
        cost: problem.written.cost() + usize::from(problem.written.half_label),
        nodes: 0,
        is_open: false,
    };
    let mut ended = enumerate(found, &mut progress, &budget.at_most(ENUMERATION_TIME));
    if ended.is_err() && budget.check().is_ok() {
        let bound = score(progress.cost, problem.coins);
        anneal(found, &budget.at_most(ANNEALING_TIME), 0, threads(), bound);
        if found.request.optimal {
            ended = enumerate(found, &mut progress, budget);
        }
    }
    let open_bound = score(progress.cost, problem.coins);
    let best = found.points();
    let bound = match best {
        // The enumeration covered everything that could be better.
        Some(best) if ended.is_ok() => best,
        Some(best) => best.max(open_bound),
        None => open_bound,
    };
    let nodes = progress.nodes;
    found.progress.report("done", nodes, best, Some(bound));
    if ended.is_ok() && best.is_none() {
        let reason = "no program with this start reaches an exit";
        return Outcome::Unsolvable(Unsolvable::because(reason));
    }
    // If the budget is not at its end, the time for enumeration was.
    let why = |_| budget.check().err().unwrap_or(Stop::Deadline);
    outcome(found, bound, ended.err().map(why))
}

/// The written program, with every possible digit if it ends in an incomplete label.
fn variants(written: &RoboProgram, board: &RobosBoard) -> Vec<RoboProgram> {
    if !written.half_label {
        return vec![written.clone()];
    }
    let labels = labels(&written.commands);
    let free =
        |digit: &u8| board.calls == CallRules::Published || labels[usize::from(*digit)].is_none();
    let with_label = |digit: u8| {
        let mut commands = written.commands.clone();
        commands.push(RoboCommand::Label(digit));
        RoboProgram::new(commands)
    };
    DIGITS.into_iter().filter(free).map(with_label).collect()
}

/// Enumerates programs by cost from `progress.cost` on, until none of higher cost can be better.
fn enumerate(
    found: &FoundPrograms<'_>,
    progress: &mut CostProgress,
    budget: &Budget,
) -> Result<(), Stop> {
    let board = found.problem.board.as_ref();
    let variants = variants(&found.problem.written, board);
    let mut ticker = budget.ticker(64);
    let before = progress.nodes;
    while progress.cost <= MAX_COMMANDS {
        let best = found.points();
        let open_bound = score(progress.cost, found.problem.coins);
        if best.is_some_and(|best| open_bound <= best) {
            return Ok(());
        }
        let phase = format!("programs of cost {} with this start", progress.cost);
        let (nodes, bound) = (progress.nodes, Some(open_bound));
        found.progress.report(phase, nodes, best, bound);
        let mut is_open = false;
        for written in &variants {
            let add = |points, program| found.add(points, program);
            let mut rest =
                Completion::new(board, &written.commands, found.points(), &mut ticker, &add);
            let ended = rest.enumerate(progress.cost);
            is_open |= rest.reached_end;
            progress.nodes = before + ticker.total();
            ended?;
        }
        progress.is_open |= is_open;
        progress.cost += 1;
        // No run reaches appended commands, and all missing labels have been tried.
        if !progress.is_open && progress.cost > found.problem.written.cost() + DIGITS.len() + 1 {
            break;
        }
    }
    Ok(())
}

/// Completes a program by a walk to the exit and the necessary labels; `None` if there is no walk.
fn complete_by_walk(board: &RobosBoard, mut program: RoboProgram) -> Option<RoboProgram> {
    // Labels of calls that run are appended first; then the program runs off its end, where the walk begins.
    for _ in 0..=DIGITS.len() {
        let ended = run(board, &program);
        match ended.end {
            RoboEnd::NoLabel(digit) => program.commands.push(RoboCommand::Label(digit)),
            RoboEnd::RanOff => {
                let mut squares = ended.squares;
                if let Some(start) = board.start() {
                    squares.set(start, Terrain::Floor);
                }
                let calls = board.calls;
                let rest = RobosBoard { squares, calls };
                let walk = walk_from(&rest, ended.robot, ended.heading)?;
                program.commands.extend(walk);
                break;
            }
            // It escapes already, or no walk would be reached; the caller scores it.
            _ => break,
        }
    }
    let strict = board.calls == CallRules::Strict;
    while let Some(digit) = dangling_call(&program.commands).filter(|_| strict) {
        program.commands.push(RoboCommand::Label(digit));
    }
    Some(program)
}

/// Points of the best program of at most `max_cost` commands that continues the problem's.
#[cfg(test)]
pub(crate) fn best_up_to(problem: &super::ProgramProblem, max_cost: usize) -> Option<i64> {
    let budget = Budget::default();
    let mut ticker = budget.ticker(1 << 20);
    let best = std::sync::Mutex::new(None);
    let board = problem.board.as_ref();
    for written in variants(&problem.written, board) {
        for cost in written.cost()..=max_cost {
            let known: Option<i64> = *best.lock().ok()?;
            let add = |points: i64, program: RoboProgram| {
                let text = program.to_string();
                assert!(text.starts_with(&problem.written.to_string()));
                assert_eq!(score_of(board, &program), Some(points));
                if let Ok(mut best) = best.lock() {
                    *best = (*best).max(Some(points));
                }
            };
            let mut rest = Completion::new(board, &written.commands, known, &mut ticker, &add);
            rest.enumerate(cost).ok()?;
        }
    }
    best.into_inner().ok()?
}
