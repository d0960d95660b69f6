//! The lazy solver against plain enumeration.

use fastrand::Rng;

use crate::game::{Game, LevelRef, Move, Outcome, SolveRequest, Solver};
use crate::search::Budget;
use crate::tests::{PROGRAMS, board_of, shipped};
use crate::{Program, ROBOS_ESCAPE, score_of};
use testkit_game::answer;

use super::brute_force::{BruteForce, best_up_to};
use super::lazy::begun::best_up_to as begun_up_to;
use super::lazy::{Best, Lazy, Ledger, Task, best_program};
use super::problem::Problem;

fn by_chance(chance: &mut Rng) -> LevelRef {
    let (rows, cols) = (chance.usize(2..6), chance.usize(2..6));
    let walls = chance.bool();
    let square = |chance: &mut Rng| match chance.u8(0..20) {
        0..12 => ' ',
        12..14 if walls => 'X',
        12..14 => ' ',
        14 => '-',
        15..17 => 'O',
        _ => 'C',
    };
    let mut squares: Vec<char> = (0..rows * cols).map(|_| square(chance)).collect();
    let start = chance.usize(..squares.len());
    squares[start] = 'S';
    let exit = (start + chance.usize(1..squares.len())) % squares.len();
    squares[exit] = 'E';
    let calls = if chance.bool() { "published" } else { "strict" };
    let rows = squares.chunks(cols);
    let board: Vec<String> = rows.map(|row| row.iter().collect()).collect();
    let text = format!("robos-escape\ncalls {calls}\n\n{}\n", board.join("\n"));
    ROBOS_ESCAPE.parse_text(&text).expect("is a level")
}

fn lazily(level: &LevelRef, most_cost: usize, threads: usize) -> Best {
    let task = Task {
        board: board_of(level),
        budget: &Budget::default(),
        threads,
        most_cost,
        known: None,
        improved: &|_, _| {},
        done: &|_, _, _, _| {},
    };
    best_program(&task, &mut Ledger::default())
}

fn problem(request: &SolveRequest<'_>) -> Problem {
    Problem::posed(request, "lazy").expect("is a level")
}

/// On random boards the best programs of at most `most` commands have the same points.
fn agree(seed: u64, boards: usize, most: usize) {
    let mut chance = Rng::with_seed(seed);
    let mut solved = 0;
    for round in 0..boards {
        let level = by_chance(&mut chance);
        let request = SolveRequest::new(level.as_ref());
        let problem = problem(&request);
        if problem.hopeless.is_some() {
            continue;
        }
        let expected = best_up_to(&problem, most).map(|(points, _)| points);
        let best = lazily(&level, most, 1 + round % 2);
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
    agree(1, 500, 5);
    agree(2, 40, 6);
}

#[test]
#[ignore = "takes minutes"]
fn the_best_longer_programs_are_those_of_plain_enumeration() {
    agree(3, 2000, 6);
    agree(4, 100, 7);
    agree(5, 10, 8);
}

fn begun_by_chance(chance: &mut Rng, strict: bool) -> String {
    let mut text = String::new();
    let mut labels = Vec::new();
    for _ in 0..chance.usize(1..6) {
        match chance.u8(0..14) {
            0..4 => text.push('F'),
            4 => text.push('L'),
            5 => text.push('R'),
            6 => text.push('G'),
            7 => text.push('X'),
            8 => text.push('.'),
            9..12 => text.push_str(["1", "2"][chance.usize(0..2)]),
            _ => {
                let digit = chance.u8(1..=2);
                if !strict || !labels.contains(&digit) {
                    text.push_str(&format!("'{digit}"));
                    labels.push(digit);
                }
            }
        }
    }
    if chance.u8(0..8) == 0 {
        text.push('\'');
    }
    text
}

/// On random boards with started programs, `lazy` completes them as plain enumeration does.
fn goes_on_as_enumeration(seed: u64, boards: usize, more: usize) {
    let mut chance = Rng::with_seed(seed);
    let mut solved = 0;
    for _ in 0..boards {
        let level = by_chance(&mut chance);
        let strict = !level.to_text().contains("published");
        let text = begun_by_chance(&mut chance, strict);
        let done = Vec::from_iter((!text.is_empty()).then(|| Move::new(&text)));
        let request = SolveRequest {
            done: &done,
            ..SolveRequest::new(level.as_ref())
        };
        let problem = problem(&request);
        if problem.hopeless.is_some() {
            continue;
        }
        let most = problem.written.cost() + usize::from(problem.written.half_label) + more;
        let expected = best_up_to(&problem, most).map(|(points, _)| points);
        let got = begun_up_to(&problem, most);
        assert_eq!(got, expected, "{text}\n{}", level.to_text());
        solved += usize::from(got.is_some());
    }
    assert!(solved > boards / 5, "{solved}");
}

#[test]
fn begun_programs_are_gone_on_with_as_by_enumeration() {
    goes_on_as_enumeration(21, 400, 3);
    goes_on_as_enumeration(22, 60, 4);
}

#[test]
#[ignore = "takes minutes"]
fn begun_programs_are_gone_on_with_farther_as_by_enumeration() {
    goes_on_as_enumeration(23, 3000, 4);
    goes_on_as_enumeration(24, 100, 5);
}

#[test]
fn begun_programs_are_finished_or_refused() {
    let level = crate::tests::level("\nS  C\n   E\n");
    let points = |solver: &dyn Solver, begun: &str| {
        let done = [Move::new(begun)];
        let request = SolveRequest {
            done: &done,
            optimal: true,
            ..SolveRequest::new(level.as_ref())
        };
        match answer(solver, &request).outcome {
            Outcome::Solved(best) => {
                assert!(best.optimal, "{begun}");
                Some(best.cost)
            }
            Outcome::Unsolvable(_) => None,
            other => panic!("{begun}: {other:?}"),
        }
    };
    for begun in ["F", "R", "L", "1", "'", "LFFFGRF"] {
        let expected = points(&BruteForce, begun);
        assert!(expected.is_some());
        assert_eq!(points(&Lazy, begun), expected, "{begun}");
    }
    // It escapes without the coin, and nothing that is appended runs.
    assert_eq!(points(&Lazy, "LFFFRF"), Some(34));
    for dead_end in ["L.", "1'11"] {
        assert_eq!(points(&Lazy, dead_end), None, "{dead_end}");
    }
}

/// Proves the best points of shipped levels.
fn proves(calls: &str, known: &[(&str, i64)]) {
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
    proves("strict", &[("03-many-exits", 43), ("09-spiral", 41)]);
    proves("published", &[("03-many-exits", 43), ("09-spiral", 43)]);
}

#[test]
#[ignore = "takes minutes"]
fn longer_best_programs_of_shipped_levels_are_proved() {
    let strict = [
        ("01-four-corners", 68),
        ("02-side-pockets", 97),
        ("04-pillars", 69),
        ("05-boxed-in", 70),
        ("10-two-rooms", 59),
    ];
    proves("strict", &strict);
    let published = [
        ("01-four-corners", 70),
        ("02-side-pockets", 99),
        ("04-pillars", 70),
        ("05-boxed-in", 72),
        ("10-two-rooms", 60),
    ];
    proves("published", &published);
}

/// Programs of the table in the documentation, with their points.
#[test]
fn known_programs_have_their_points() {
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
    for (calls, programs) in [("strict", &PROGRAMS), ("published", &published)] {
        for (name, program, points) in programs {
            let program = Program::parse(program).expect("is one");
            let got = score_of(board_of(&shipped(name, calls)), &program);
            assert_eq!(got, Some(*points), "{name}");
        }
    }
}
