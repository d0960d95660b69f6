//! The lazy solver against plain enumeration.

use fastrand::Rng;

use crate::game::typed::SolveTask;
use crate::game::{Game, LevelRef, Move, Outcome, SolveRequest, Solver};
use crate::program::duplicate_label;
use crate::search::Budget;
use crate::tests::{board_of, random_commands, shipped};
use crate::{ROBOS_ESCAPE, RoboCommand, RoboProgram, score_of};
use testkit_game::answer;

use super::brute_force::{BruteForce, best_up_to};
use super::lazy::partial::best_up_to as completed_up_to;
use super::lazy::{BestProgram, Lazy, Ledger, SearchTask, best_program};
use super::problem::ProgramProblem;

fn random_level(rng: &mut Rng) -> LevelRef {
    let (rows, cols) = (rng.usize(2..6), rng.usize(2..6));
    let walls = rng.bool();
    let square = |rng: &mut Rng| match rng.u8(0..20) {
        0..12 => ' ',
        12..14 if walls => 'X',
        12..14 => ' ',
        14 => '-',
        15..17 => 'O',
        _ => 'C',
    };
    let mut squares: Vec<char> = (0..rows * cols).map(|_| square(rng)).collect();
    let start = rng.usize(..squares.len());
    squares[start] = 'S';
    let exit = (start + rng.usize(1..squares.len())) % squares.len();
    squares[exit] = 'E';
    let calls = if rng.bool() { "published" } else { "strict" };
    let rows = squares.chunks(cols);
    let board: Vec<String> = rows.map(|row| row.iter().collect()).collect();
    let text = format!("robos-escape\ncalls {calls}\n\n{}\n", board.join("\n"));
    ROBOS_ESCAPE.parse_text(&text).expect("is a level")
}

fn solve_lazily(level: &LevelRef, max_cost: usize, threads: usize) -> BestProgram {
    let task = SearchTask {
        board: board_of(level),
        budget: &Budget::default(),
        threads,
        max_cost,
        known: None,
        on_improved: &|_, _| {},
        on_done: &|_, _, _, _| {},
    };
    best_program(&task, &mut Ledger::default())
}

fn problem(request: &SolveRequest<'_>) -> ProgramProblem {
    let task = SolveTask::new(request, "lazy").expect("is a level");
    ProgramProblem::new(&task)
}

/// On random boards the best programs of at most `max_cost` commands have the same points.
fn assert_agrees(seed: u64, boards: usize, max_cost: usize) {
    let mut rng = Rng::with_seed(seed);
    let mut solved = 0;
    for round in 0..boards {
        let level = random_level(&mut rng);
        let request = SolveRequest::new(level.as_ref());
        let problem = problem(&request);
        if problem.unsolvable.is_some() {
            continue;
        }
        let expected = best_up_to(&problem, max_cost).map(|(points, _)| points);
        let best = solve_lazily(&level, max_cost, 1 + round % 2);
        let got = best.program.as_ref().map(|(points, _)| *points);
        assert_eq!(got, expected, "{:?}\n{}", best.program, level.to_text());
        if let Some((points, program)) = best.program {
            solved += 1;
            assert_eq!(score_of(&problem.board, &program), Some(points));
            assert!(best.bound >= points);
        }
    }
    assert!(solved > boards / 2);
}

#[test]
fn the_best_short_programs_are_those_of_plain_enumeration() {
    assert_agrees(1, 500, 5);
    assert_agrees(2, 40, 6);
}

/// Random beginning of a program, sometimes with an incomplete label at its end.
fn random_start(rng: &mut Rng, strict: bool) -> String {
    let mut program = RoboProgram::new(random_commands(1..6, rng));
    while let Some(digit) = duplicate_label(&program.commands).filter(|_| strict) {
        let label = RoboCommand::Label(digit);
        let commands = &mut program.commands;
        let last = commands.iter().rposition(|command| *command == label);
        commands.remove(last.expect("is there"));
    }
    program.half_label = rng.u8(0..8) == 0;
    program.to_string()
}

/// On random boards with started programs, `lazy` completes them as plain enumeration does.
fn completes_like_enumeration(seed: u64, boards: usize, more: usize) {
    let mut rng = Rng::with_seed(seed);
    let mut solved = 0;
    for _ in 0..boards {
        let level = random_level(&mut rng);
        let text = random_start(&mut rng, !level.to_text().contains("published"));
        let done = Vec::from_iter((!text.is_empty()).then(|| Move::new(&text)));
        let request = SolveRequest {
            done: &done,
            ..SolveRequest::new(level.as_ref())
        };
        let problem = problem(&request);
        if problem.unsolvable.is_some() {
            continue;
        }
        let max_cost = problem.written.cost() + usize::from(problem.written.half_label) + more;
        let expected = best_up_to(&problem, max_cost).map(|(points, _)| points);
        let got = completed_up_to(&problem, max_cost);
        assert_eq!(got, expected, "{text}\n{}", level.to_text());
        solved += usize::from(got.is_some());
    }
    assert!(solved > boards / 5, "{solved}");
}

#[test]
fn started_programs_are_completed_like_enumeration() {
    completes_like_enumeration(21, 400, 3);
    completes_like_enumeration(22, 60, 4);
}

#[test]
fn started_programs_are_finished_or_rejected() {
    let level = crate::tests::level("\nS  C\n   E\n");
    let points = |solver: &dyn Solver, start: &str| {
        let done = [Move::new(start)];
        let request = SolveRequest {
            done: &done,
            optimal: true,
            ..SolveRequest::new(level.as_ref())
        };
        match answer(solver, &request).outcome {
            Outcome::Solved(best) => {
                assert!(best.optimal, "{start}");
                Some(best.cost)
            }
            Outcome::Unsolvable(_) => None,
            other => panic!("{start}: {other:?}"),
        }
    };
    for start in ["F", "R", "L", "1", "'", "LFFFGRF"] {
        let expected = points(&BruteForce, start);
        assert!(expected.is_some());
        assert_eq!(points(&Lazy, start), expected, "{start}");
    }
    // It escapes without the coin, and nothing that is appended runs.
    assert_eq!(points(&Lazy, "LFFFRF"), Some(34));
    for dead_end in ["L.", "1'11"] {
        assert_eq!(points(&Lazy, dead_end), None, "{dead_end}");
    }
}

fn assert_proved(calls: &str, known: &[(&str, i64)]) {
    for (name, points) in known {
        let level = shipped(name, calls);
        let request = SolveRequest {
            optimal: true,
            ..SolveRequest::new(level.as_ref())
        };
        let outcome = answer(&Lazy, &request).outcome;
        let solution = outcome.solution().expect("has a program");
        assert!(solution.optimal, "{name}");
        assert_eq!(solution.cost, *points, "{name}");
    }
}

#[test]
fn best_programs_of_shipped_levels_are_proved() {
    assert_proved("published", &[("03-many-exits", 43), ("09-spiral", 43)]);
}

#[test]
#[ignore = "takes minutes"]
fn longer_programs_are_the_best_too() {
    assert_agrees(3, 2000, 6);
    assert_agrees(4, 100, 7);
    assert_agrees(5, 10, 8);
    completes_like_enumeration(23, 3000, 4);
    completes_like_enumeration(24, 100, 5);
    let strict = [
        ("01-four-corners", 68),
        ("02-side-pockets", 97),
        ("04-pillars", 69),
        ("05-boxed-in", 70),
        ("10-two-rooms", 59),
    ];
    assert_proved("strict", &strict);
    let published = [
        ("01-four-corners", 70),
        ("02-side-pockets", 99),
        ("04-pillars", 70),
        ("05-boxed-in", 72),
        ("10-two-rooms", 60),
    ];
    assert_proved("published", &published);
}

#[test]
fn published_programs_have_their_points() {
    let published = [
        ("01-four-corners", "R1F1FFFGR.", 70),
        ("01-four-corners", "R5F5FFFRG.", 70),
        ("02-side-pockets", "FXL55FRFFG.", 99),
        ("04-pillars", "R1GFFF4LF.", 70),
        ("05-boxed-in", "XLG52FF.", 72),
        ("06-pits", "L33R3GXR3FF.", 48),
        ("07-checkerboard", "L3X'32L2F'2FRGFG.", 55),
        ("08-cells", "L2LL211FGLFXRXF.", 64),
        ("09-spiral", "R11FGF.", 43),
        ("09-spiral", "R55FGF.", 43),
        ("10-two-rooms", "L44F1LFGF.", 60),
        ("11-four-wings", "R1X23R1R5RGFFLF.", 74),
        ("12-pits-and-blocks", "L1LLX44FL5R11LFGRF.", 51),
    ];
    // The strict ones are run in the practice window.
    for (name, program, points) in published {
        let program = RoboProgram::parse(program).expect("is one");
        let got = score_of(board_of(&shipped(name, "published")), &program);
        assert_eq!(got, Some(points), "{name}");
    }
}
