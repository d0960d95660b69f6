//! Commands against steps.

use super::*;
use crate::{Point, front};

/// The fewest steps of programs with up to so many commands.
fn fewest(points: &[Point], commands: usize) -> Option<u32> {
    let points = points.iter().filter(|point| point.commands <= commands);
    points.map(|point| point.steps).min()
}

/// The points of the front down to so many commands.
fn walked(puzzle: &Arc<Puzzle>, least: usize) -> Vec<Point> {
    let mut walk = front(puzzle);
    let mut points = Vec::new();
    while walk.walked().commands >= least {
        points.extend(walk.ask(&Budget::default()).expect("has time"));
    }
    points.extend(walk.walked().here.clone());
    points
}

/// A row of lights, with gaps and a step, where it is worth while to go round.
fn row_by_chance(chance: &mut Rng, slots: &str) -> LevelRef {
    let lights = chance.usize(2..=5);
    let gap = chance.usize(1..=lights);
    let mut height = 0;
    let row: Vec<String> = (1..=lights)
        .map(|light| {
            height += usize::from(light == gap && chance.bool());
            let mark = if light == gap && chance.bool() {
                ""
            } else {
                "*"
            };
            format!("{height}{mark}")
        })
        .collect();
    let row = row.join(" ");
    level(&format!(
        "light-bot\nrobot 1 1 E\nslots {slots}\n\n0 {row}\n"
    ))
}

/// The walk and the skeletons come to the same as all programs of up to `most` commands; on so many boards more commands take fewer
/// steps.
fn holds_against_every_program(seed: u64, most: usize, boards: usize, traded: usize) {
    let mut chance = Rng::with_seed(seed);
    let mut seen = 0;
    for board in 0..boards {
        let slots = SMALL_SLOTS[chance.usize(0..SMALL_SLOTS.len())];
        let level = match board % 3 {
            0 => by_chance(&mut chance, slots),
            _ => row_by_chance(&mut chance, slots),
        };
        let request = SolveRequest::new(level.as_ref());
        let task = task(&request);
        if task.puzzle.lights().count() == 0 {
            continue;
        }
        let every = brute_force::every(&task, most).into_iter();
        let every: Vec<Point> = every.filter_map(|it| Point::of(&task, it)).collect();
        let Some(least) = every.iter().map(|point| point.commands).min() else {
            continue;
        };
        let points = walked(&task.puzzle, least);
        let soonest = Proof::new(&task.puzzle).soonest(most, 1, &Budget::default());
        let soonest = soonest.expect("has time").into_iter();
        let soonest: Vec<Point> = soonest.filter_map(|it| Point::of(&task, it)).collect();
        for commands in least..=most {
            let expected = fewest(&every, commands);
            let found = [&points, &soonest].map(|points| fewest(points, commands));
            assert_eq!(found, [expected; 2], "{commands} {}", level.to_text());
        }
        seen += usize::from(fewest(&every, least) > fewest(&every, most));
    }
    assert!(seen >= traded, "{seen}");
}

#[test]
fn the_front_holds_against_enumeration() {
    holds_against_every_program(41, 6, 24, 4);
}

#[test]
#[ignore = "takes minutes"]
fn the_front_holds_against_enumeration_up_to_seven_commands() {
    holds_against_every_program(42, 7, 150, 20);
}

#[test]
fn the_soonest_programs_of_the_first_levels_are_proved() {
    let solver = &fewest_steps::FewestSteps;
    for ((name, level), (steps, commands)) in shipped().iter().zip([(3, 3), (10, 10), (10, 10)]) {
        let request = SolveRequest {
            optimal: true,
            ..SolveRequest::new(level.as_ref())
        };
        let outcome = solved_by(solver, &request);
        let solution = outcome.solution().expect("has one");
        assert_eq!((solution.cost, solution.optimal), (steps, true), "{name}");
        let program = solution.plan.to_plan().to_string();
        let bodies = program.lines().filter_map(|line| line.split_once(": "));
        let written: usize = bodies.map(|(_, body)| body.len()).sum();
        assert_eq!(written, commands, "{name}: {program}");
    }
}

/// What is written stays, even if it takes detours.
#[test]
fn begun_programs_are_finished_soonest() {
    let level = level("light-bot\nrobot 1 1 E\nslots 4 3\n\n0 0* 0* 0* 0*\n");
    for done in [
        vec![],
        vec!["main: 1", "f1: F"],
        vec!["main: R"],
        vec!["main: 1", "f1: FX1"],
        vec!["main: FFFF"],
    ] {
        let done: Vec<Move> = done.into_iter().map(Move::new).collect();
        let request = SolveRequest {
            done: &done,
            optimal: true,
            ..SolveRequest::new(level.as_ref())
        };
        let task = task(&request);
        let every = brute_force::every(&task, 7).into_iter();
        let every = every.filter_map(|program| Point::of(&task, program));
        let steps = every.map(|point| i64::from(point.steps)).min();
        let outcome = solved_by(&fewest_steps::FewestSteps, &request);
        let found = outcome.solution().map(|best| (best.cost, best.optimal));
        let expected = steps.map(|steps| (steps, true));
        assert_eq!(found, expected, "{done:?}: {outcome:?}");
    }
}

/// A repeat is a step, so the straight way is the soonest where there is room for it.
#[test]
fn repeats_take_steps() {
    for (slots, steps, optimal) in [("12 repeat 9", 10, true), ("9 repeat 9", 11, true)] {
        let head = format!("light-bot\nrobot 1 1 E\nslots {slots}\n\n");
        let level = level(&(head + "0 0* 0* 0* 0* 0*\n"));
        let outcome = run(&fewest_steps::FewestSteps, &level);
        let solution = outcome.solution().expect("has one");
        assert_eq!(
            (solution.cost, solution.optimal),
            (steps, optimal),
            "{slots}"
        );
    }
}
