use fastrand::Rng;

use super::*;
use crate::game::typed::Puzzle as _;
use crate::game::{Game, LevelRef, Move, Outcome, Position, SolveRequest, Solver};
use crate::search::Stop;
use crate::{PUZLOGIC, Puzlogic};
use testkit_game::{STOP_PROMISE, answer, time_to_stop};

fn level(text: &str) -> LevelRef {
    PUZLOGIC.parse_text(text).expect("is a level")
}

fn run(solver: &dyn Solver, level: &LevelRef, count: usize) -> Outcome {
    let request = SolveRequest {
        count,
        ..SolveRequest::new(level.as_ref())
    };
    answer(solver, &request).outcome
}

/// A random board with this size, numbers up to `largest`, and this share of empty cells.
fn random_board(rng: &mut Rng, rows: usize, cols: usize, largest: u8, empty: f32) -> String {
    let mut numbers = vec![vec![None; cols]; rows];
    for row in 0..rows {
        for col in 0..cols {
            let used = |n: u8, numbers: &Vec<Vec<Option<u8>>>| {
                numbers[row].contains(&Some(n)) || numbers.iter().any(|r| r[col] == Some(n))
            };
            let free: Vec<u8> = (0..=largest).filter(|n| !used(*n, &numbers)).collect();
            if rng.f32() < 0.85 && !free.is_empty() {
                numbers[row][col] = Some(free[rng.usize(..free.len())]);
            }
        }
    }
    let mut pieces = Vec::new();
    let mut text = "puzlogic\n\n".to_owned();
    let mut placed = vec![vec![0; cols]; rows];
    for (row, line) in numbers.iter().enumerate() {
        for (col, number) in line.iter().enumerate() {
            text += &match number {
                None => ". ".to_owned(),
                Some(number) if rng.f32() < empty => {
                    placed[row][col] = u32::from(*number);
                    pieces.push(number.to_string());
                    "_ ".to_owned()
                }
                Some(number) => format!("{number} "),
            };
        }
        text += "\n";
    }
    if !pieces.is_empty() {
        text += &format!("pieces {}\n", pieces.join(" "));
    }
    let all = |row: usize, col: usize| numbers[row][col].map_or(0, u32::from);
    for row in 0..rows {
        let sum: u32 = (0..cols).map(|col| all(row, col)).sum();
        if rng.f32() < 0.4 {
            // Occasionally a wrong sum.
            let off = u32::from(rng.f32() < 0.15);
            text += &format!("row {} sum {}\n", row + 1, sum + off);
        }
    }
    for col in 0..cols {
        let sum: u32 = placed.iter().map(|row| row[col]).sum();
        if rng.f32() < 0.4 {
            text += &format!("column {} placed {sum}\n", col + 1);
        }
    }
    text
}

/// Number of solutions up to `max`; asserts that both solvers agree.
fn count_both(text: &str, max: usize) -> u64 {
    let level = level(text);
    let count = |outcome: Outcome| match outcome {
        Outcome::Solved(solution) => solution.solutions.expect("was counted"),
        Outcome::Unsolvable(_) => 0,
        other => panic!("{other:?}\n{text}"),
    };
    let reference = count(run(&brute_force::BruteForce, &level, max));
    let propagated = count(run(&propagate::Propagate, &level, max));
    assert_eq!(propagated, reference, "{text}");
    reference
}

#[test]
fn both_count_the_same_solutions() {
    let small = |rng: &mut Rng| {
        let (rows, cols, largest) = (rng.usize(1..4), rng.usize(1..5), rng.u8(3..8));
        random_board(rng, rows, cols, largest, 0.75)
    };
    let large = |rng: &mut Rng| {
        let (rows, cols, largest) = (rng.usize(4..7), rng.usize(4..7), rng.u8(6..9));
        random_board(rng, rows, cols, largest, 0.45)
    };
    type Draw = fn(&mut Rng) -> String;
    for (seed, boards, draw, max, least) in [
        (3, 1500, small as Draw, 50, [50, 100, 100]),
        (4, 150, large as Draw, 200, [10, 10, 10]),
    ] {
        let mut rng = Rng::with_seed(seed);
        // With no, one and more solutions.
        let mut counts = [0; 3];
        for _ in 0..boards {
            counts[count_both(&draw(&mut rng), max).min(2) as usize] += 1;
        }
        let mut pairs = counts.iter().zip(least);
        assert!(pairs.all(|(count, least)| *count > least), "{counts:?}");
    }
}

#[test]
fn a_long_search_stops_soon() {
    // Latin squares of order 12 are too many to be counted.
    let row = "_ ".repeat(12) + "\n";
    let pieces: Vec<String> = (0..144).map(|i| (i % 12 + 1).to_string()).collect();
    let (rows, pieces) = (row.repeat(12), pieces.join(" "));
    let level = level(&format!("puzlogic\n\n{rows}pieces {pieces}\n"));
    let own = Puzlogic::downcast(level.as_ref()).expect("is of this game");
    let problem = Csp::new(own);
    let delay = time_to_stop(|budget| {
        let found = propagate::search(&problem, usize::MAX, u64::MAX, budget);
        assert_eq!(found.ended, Err(Stop::Cancelled));
    });
    assert!(delay <= STOP_PROMISE, "{delay:?}");
}

#[test]
fn a_contradiction_names_what_cannot_hold_together() {
    for (text, parts) in [
        ("_ _\npieces 1\n", vec!["1 piece for 2 empty cells"]),
        (
            "_\npieces 3\nrow 1 sum 4\n",
            vec!["the sum 4 of row 1 cannot"],
        ),
        ("3 3\n_ .\npieces 1\n", vec!["3 appears twice in row 1"]),
        ("1 2\nrow 1 sum 4\n", vec!["the numbers of row 1"]),
        (
            "_ _ _\n_ _ _\npieces 1 2 3 1 2 3\nrow 1 sum 6\ncolumn 2 sum 6\n",
            vec!["the sum 6 of column 2", "different numbers in column 2"],
        ),
    ] {
        let level = level(&format!("puzlogic\n\n{text}"));
        match run(&propagate::Propagate, &level, 1) {
            Outcome::Unsolvable(proof) => {
                for part in parts {
                    assert!(proof.reason.contains(part), "{text}: {}", proof.reason);
                }
                assert!(!proof.reason.contains("sum 6 of row 1"), "{}", proof.reason);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn large_boards_are_solved() {
    // A Latin square of order 25, with every third number a piece.
    let mut text = "puzlogic\n\n".to_owned();
    let mut pieces = Vec::new();
    for row in 0..25 {
        for col in 0..25 {
            let number = (row * 7 + col) % 25 + 75;
            if (row * 25 + col) % 3 == 0 {
                pieces.push(number.to_string());
                text += "_ ";
            } else {
                text += &format!("{number} ");
            }
        }
        text += "\n";
    }
    text += &format!("pieces {}\n", pieces.join(" "));
    let level = level(&text);
    assert!(run(&propagate::Propagate, &level, 1).solution().is_some());
}

#[test]
fn margin_sums_report_whether_they_hold() {
    let level =
        level("puzlogic\n\n_ 2\n_ .\npieces 1 4\nrow 1 sum 6\ncolumn 1 placed 5\nrow 2 sum 4\n");
    let notes = |position: &dyn Position| -> Vec<(bool, String, Option<bool>)> {
        let notes = position.notes("board").into_iter();
        notes
            .map(|n| (n.column, n.text.into_owned(), n.holds))
            .collect()
    };
    let mut position = level.start();
    let texts: Vec<_> = level.notes().into_iter().map(|n| n.text).collect();
    assert_eq!(texts, ["6", "(5)", "4"]);
    let first = notes(position.as_ref());
    assert!(first.iter().all(|(_, _, holds)| holds.is_none()));
    position.apply(&Move::new("1 1 1")).expect("is legal");
    let wrong = (false, "6".to_owned(), Some(false));
    assert_eq!(notes(position.as_ref())[0], wrong);
    position.apply(&Move::new("2 1 4")).expect("is legal");
    let right = (true, "(5)".to_owned(), Some(true));
    assert_eq!(notes(position.as_ref())[1], right);
    assert!(!position.is_solved());
    assert!(position.notes("pieces").is_empty());
}
