//! The solvers against plain enumeration, and on the original levels.

mod partial;
mod repeats;

use fastrand::Rng;

use super::*;
use crate::game::{
    Game, LevelRef, Move, Outcome, Plan, Solution, SolveRequest, VerifiedPlan, replay, solve,
};
use crate::search::{Budget, CancelFlag, NoProgress, ProgressSink, Snapshot, Stop};
use crate::tests::{PROGRAMS, puzzle_of as puzzle, shipped};
use crate::{BotProgram, LIGHT_BOT};
use std::time::Duration;
use testkit_game::{answer, keyed};

use super::task::BotTask;

fn level(text: &str) -> LevelRef {
    LIGHT_BOT.parse_text(text).expect("is a level")
}

/// Request for the best program with this start.
fn request<'a>(level: &'a LevelRef, done: &'a [Move]) -> SolveRequest<'a> {
    SolveRequest {
        done,
        optimal: true,
        ..SolveRequest::new(level.as_ref())
    }
}

fn solution(solver: &dyn Solver, request: &SolveRequest<'_>) -> Solution<VerifiedPlan> {
    let outcome = answer(solver, request).outcome;
    let solution = outcome.solution().cloned();
    solution.unwrap_or_else(|| panic!("{:?}: {outcome:?}", request.done))
}

fn task(request: &SolveRequest<'_>) -> BotTask {
    let input = crate::game::typed::SolveTask::new(request, "lazy");
    BotTask::new(&input.expect("is of this game"))
}

#[test]
fn known_programs_solve_the_original_levels() {
    let mut cost = 0;
    for (level, program) in shipped().iter().zip(PROGRAMS) {
        let name = &level.meta().title;
        let solved = replay(level.as_ref(), &[], Plan::parse(program));
        assert!(solved.is_ok(), "{name}: {solved:?}");
        let bodies = program.lines().filter_map(|line| line.split_once(": "));
        cost += bodies.map(|(_, body)| body.len()).sum::<usize>();
        // No trailing command of main is superfluous.
        let main = program.lines().next().expect("has main");
        let rest = program.lines().skip(1);
        let shorter = [&main[..main.len() - 1]].into_iter().chain(rest);
        let plan = Plan(shorter.map(Move::new).collect());
        assert!(replay(level.as_ref(), &[], plan).is_err(), "{name}");
    }
    assert_eq!(cost, 127);
}

/// Only f1 has enough slots; f2 is useless.
#[test]
fn an_empty_second_procedure_is_tried() {
    let level = level("light-bot\nrobot 1 1 E\nslots 1 3 2\n\n0 0* 0* 0*\n");
    let solution = solution(&brute_force::AllPrograms, &request(&level, &[]));
    assert_eq!(solution.plan.to_string(), "main: 1\nf1: FX1\n");
}

fn random_level(rng: &mut Rng, slots: &str) -> LevelRef {
    let (rows, cols) = (rng.usize(1..=3), rng.usize(1..=4));
    let highest = rng.u8(0..=2);
    let mut token = |_| match rng.u8(0..12) {
        0 => ".".to_owned(),
        1..6 => "0".to_owned(),
        _ => rng.u8(0..=highest).to_string(),
    };
    let mut tokens: Vec<String> = (0..rows * cols).map(&mut token).collect();
    for _ in 0..rng.usize(1..=4) {
        let token = &mut tokens[rng.usize(0..rows * cols)];
        if token != "." && !token.ends_with('*') {
            token.push('*');
        }
    }
    let (row, col) = (rng.usize(1..=rows), rng.usize(1..=cols));
    let facing = ["N", "E", "S", "W"][rng.usize(0..4)];
    let board: Vec<String> = tokens.chunks(cols).map(|row| row.join(" ")).collect();
    let board = board.join("\n");
    let keys = format!("robot {row} {col} {facing}\nslots {slots}");
    level(&format!("light-bot\n{keys}\n\n{board}\n"))
}

fn request_for_all<'a>(level: &'a LevelRef, loops: &str) -> SolveRequest<'a> {
    SolveRequest {
        count: 100_000,
        options: keyed(&[("loops", loops)]),
        ..SolveRequest::new(level.as_ref())
    }
}

/// `lazy` and the continuation search from an empty program find all shortest programs of up to `max` commands, and
/// `lazy` one of them, with and without loops.
fn holds_against_enumeration(seed: u64, boards: usize, slots: &[&str], max: usize) {
    let mut rng = Rng::with_seed(seed);
    let (mut counted, mut hard) = ([0; 3], 0);
    for _ in 0..boards {
        let slots = slots[rng.usize(0..slots.len())];
        let level = random_level(&mut rng, slots);
        for (loops, counted) in ["any", "with", "without"].into_iter().zip(&mut counted) {
            let task = task(&request_for_all(&level, loops));
            if task.puzzle.lights().count() == 0 {
                continue;
            }
            let canonical = |programs: Vec<BotProgram>| -> Vec<_> {
                let mut bodies: Vec<_> = programs.iter().map(kinds::canonical).collect();
                bodies.sort();
                bodies
            };
            let expected = brute_force::shortest(&task, max);
            let cost = expected.first().map(BotProgram::cost);
            let expected = canonical(expected);
            let mut programs = lazy::search(&task, max).all;
            programs.retain(|program| program.cost() <= max);
            let context = format!("{loops} {}", level.to_text());
            assert_eq!(canonical(programs), expected, "{context}");
            let continued = lazy::partial::shortest(&task, max);
            assert_eq!(canonical(continued), expected, "{context}");
            let one = lazy::search(&BotTask { count: 1, ..task }, max).best;
            let one = one.map(|program| program.cost());
            assert_eq!(one.filter(|cost| *cost <= max), cost, "{context}");
            *counted += usize::from(expected.len() > 1);
            hard += usize::from(loops == "any" && cost.is_some_and(|cost| cost >= 3));
        }
    }
    // The boards are neither all easy nor all unsolvable; some have several programs, with and without loops.
    assert!(hard > boards / 10, "{hard}");
    assert!(counted.iter().all(|it| *it > boards / 20), "{counted:?}");
}

#[test]
fn lazy_holds_against_enumeration() {
    holds_against_enumeration(21, 60, &SMALL_SLOTS, 5);
    holds_against_enumeration(3, 60, &SMALL_SLOTS, 5);
}

/// A search that requires commands in each procedure, as the published one did, misses these programs.
#[test]
fn all_shortest_programs_of_the_lattice_leave_the_second_procedure_empty() {
    let level = &shipped()[7];
    let solution = solution(&lazy::Lazy, &request_for_all(level, "any"));
    let all: Vec<String> = solution.plans().map(ToString::to_string).collect();
    assert_eq!(solution.solutions, Some(all.len() as u64));
    assert!(solution.optimal);
    let known = "main: 1\nf1: JXFJJL1\n".to_owned();
    assert!(all.contains(&known), "{all:?}");
    assert!(all.iter().all(|program| !program.contains("f2")), "{all:?}");
}

#[test]
fn programs_are_counted_once_for_all_names() {
    let level = level("light-bot\nrobot 1 1 E\nslots 1 2 3\n\n0 0* 0* 0* 0* 0* 0*\n");
    for solver in ALL.iter().filter(|solver| solver.info().counts) {
        let solution = solution(*solver, &request_for_all(&level, "any"));
        // `FX2` and `XF2`.
        let found = (solution.cost, solution.solutions);
        assert_eq!(found, (4, Some(2)), "{solution:?}");
    }
}

const SMALL_SLOTS: [&str; 9] = [
    "4 3 3", "2 3 3", "1 4 3", "4 2", "2 2 2 2", "1 3 3", "2 4 4", "3 1 4", "1 2 2 2",
];

#[test]
#[ignore = "takes minutes"]
fn all_hold_against_longer_enumeration() {
    let large = [
        "12 8 8", "1 7 7", "2 6 1", "4 3 3", "1 4 4", "5 2 2", "1 3 3", "1 5 3", "1 3 2 2",
    ];
    holds_against_enumeration(22, 100, &large, 6);
    holds_against_enumeration(5, 300, &large[..7], 7);
    partial::continuations_hold_against_enumeration(12, 1500, 5);
}

#[test]
fn lazy_proves_the_far_end() {
    let level = &shipped()[3];
    let solution = solution(&lazy::Lazy, &request(level, &[]));
    assert_eq!((solution.cost, solution.optimal), (9, true));
}

#[test]
fn a_cancelled_search_reports_its_bound() {
    let level = &shipped()[9];
    /// Cancels the search as soon as it has proved a bound.
    struct UntilBound(CancelFlag);

    impl ProgressSink for UntilBound {
        fn snapshot(&self, snapshot: Snapshot) {
            if snapshot.lower_bound.is_some_and(|bound| bound >= 4) {
                self.0.cancel();
            }
        }
    }

    let budget = Budget::default();
    let sink = UntilBound(budget.cancel_flag().clone());
    let request = SolveRequest::new(level.as_ref());
    let report = solve(&lazy::Lazy, &request, &budget, &sink);
    let outcome = report.expect("takes it").outcome;
    assert!(
        matches!(
            outcome,
            Outcome::Stopped {
                stop: Stop::Cancelled,
                best: None,
                lower_bound: Some(4..19)
            }
        ),
        "{outcome:?}"
    );
}
