//! Generated boards have shortest programs as requested.

use std::time::Duration;

use super::*;
use crate::LIGHT_BOT;
use crate::game::{Game as _, LevelRef, SolveRequest, generate, solve};
use crate::search::NoProgress;
use crate::tests::puzzle_of;
use testkit_game::{STOP_PROMISE, answer, keyed, time_to_stop};

fn make(options: &[(&str, &str)], seed: u64) -> Result<LevelRef, GenerateError> {
    generate(&ProgramGenerator, &keyed(options), seed, &Budget::default())
}

#[test]
fn shortest_programs_have_the_requested_length() {
    for (length, needs, lights) in [
        ("3-5", "any", "1-3"),
        ("6", "any", "2-12"),
        ("6-7", "procedure", "2-12"),
        ("5-6", "loop", "2-12"),
    ] {
        let target = range(length, &(1..=MAX_LENGTH)).expect("is one");
        let options = [("length", length), ("needs", needs), ("lights", lights)];
        let lights = range(lights, &(1..=MAX_LIGHTS)).expect("is one");
        for seed in 0..3 {
            let level = make(&options, seed).unwrap_or_else(|error| panic!("{needs}: {error}"));
            assert!(lights.contains(&puzzle_of(&level).lights().count()));
            let mut request = SolveRequest::new(level.as_ref());
            request.optimal = true;
            let solvers = if needs == "any" { 2 } else { 1 };
            for solver in &LIGHT_BOT.solvers()[..solvers] {
                let budget = Budget::default().with_time(Duration::from_secs(20));
                let report = solve(*solver, &request, &budget, &NoProgress).expect("takes it");
                let Some(best) = report.outcome.solution().filter(|best| best.optimal) else {
                    // The reference may time out.
                    assert!(solver.info().reference, "{}", level.to_text());
                    continue;
                };
                let cost = best.cost as usize;
                assert!(target.contains(&cost), "{}", level.to_text());
                let text = best.plan.to_string();
                assert!(needs == "any" || text.contains("f1:") || text.contains("f2:"));
            }
        }
    }
}

#[test]
fn a_needed_loop_is_needed() {
    let options = [
        ("length", "4-5"),
        ("needs", "loop"),
        ("rows", "4"),
        ("columns", "4"),
        ("slots", "4 4"),
    ];
    for seed in 0..4 {
        let level = make(&options, seed).expect("is possible");
        let mut request = SolveRequest::new(level.as_ref());
        request.count = 10_000;
        let outcome = answer(LIGHT_BOT.solvers()[1], &request).outcome;
        for plan in outcome.solution().expect("has a program").plans() {
            let text = plan.to_string();
            let own = text.lines().find(|line| line.starts_with("f1"));
            assert!(own.is_some_and(|line| line[3..].contains('1')), "{text}");
        }
    }
}

#[test]
fn wrong_options_are_refused() {
    for (options, words) in [
        (vec![("length", "13")], "from 1 to 12"),
        (vec![("length", "9-7")], "a range"),
        (vec![("needs", "luck")], "any, loop or procedure"),
        (vec![("needs", "loop"), ("slots", "12")], "no slots"),
        (vec![("slots", "0 8")], "main needs at least one slot"),
        (vec![("slots", "9 repeat 9")], "repeats"),
        (
            vec![("rows", "2"), ("columns", "2"), ("lights", "5")],
            "fewer tiles",
        ),
    ] {
        let error = make(&options, 1).expect_err("is wrong").to_string();
        assert!(error.contains(words), "{error}");
    }
    let tiny = [
        ("rows", "1"),
        ("columns", "1"),
        ("lights", "1"),
        ("length", "9"),
    ];
    let none = make(&tiny, 1);
    assert!(matches!(none, Err(GenerateError::NotFound(_))), "{none:?}");
}

#[test]
fn it_stops_when_cancelled() {
    let options = keyed(&[("length", "12")]);
    let late = time_to_stop(|budget| {
        let result = generate(&ProgramGenerator, &options, 5, budget);
        assert!(matches!(result, Err(GenerateError::Stopped)));
    });
    assert!(late <= STOP_PROMISE, "{late:?}");
}
