//! Levels with repeats.

use super::*;

#[test]
fn repeats_are_as_short_as_all_programs_show() {
    let mut chance = Rng::with_seed(5);
    let mut seen = [0; 7];
    for _ in 0..60 {
        let level = by_chance(&mut chance, "6 repeat 4");
        if puzzle(&level).lights().count() == 0 {
            continue;
        }
        let cost = |solver: &dyn Solver| {
            let request = SolveRequest {
                optimal: true,
                ..SolveRequest::new(level.as_ref())
            };
            let outcome = solved_by(solver, &request);
            let solution = outcome.solution().map(|it| (it.cost, it.optimal));
            (solution, matches!(outcome, Outcome::Unsolvable(_)))
        };
        // All programs of more commands take too long.
        let found = cost(&lazy::Lazy);
        if found.0.is_none_or(|(cost, _)| cost > 5) {
            continue;
        }
        assert_eq!(found, cost(&brute_force::BruteForce), "{}", level.to_text());
        seen[found.0.map_or(0, |(cost, _)| cost as usize)] += 1;
    }
    assert!(seen[3..].iter().sum::<usize>() > 8, "{seen:?}");
}

#[test]
fn turns_within_turns_are_found() {
    let board = "1* 1* 1* 1*\n1* 1* 1* 1*\n1* 1* 1* 1*\n1* 1* 1* 1*\n";
    let level = level(&format!(
        "light-bot\nrobot 1 1 E\nslots 30 repeat 99\n\n{board}"
    ));
    let request = SolveRequest {
        optimal: true,
        ..SolveRequest::new(level.as_ref())
    };
    let outcome = solved_by(&lazy::Lazy, &request);
    let solution = outcome.solution().expect("has one");
    assert!(solution.optimal && solution.cost == 7, "{solution:?}");
}

#[test]
fn a_program_that_has_begun_is_gone_on_with() {
    let level = level("light-bot\nrobot 1 1 E\nslots 9 repeat 9\n\n0 0 0* 0* 0* 0*\n");
    for (begun, cost) in [
        ("main: FF", 5),
        ("main: 4{", 4),
        ("main: L", 5),
        ("main: F4{XF}", 5),
    ] {
        let done = [Move::new(begun)];
        let request = SolveRequest {
            optimal: true,
            done: &done,
            ..SolveRequest::new(level.as_ref())
        };
        let outcome = solved_by(&lazy::Lazy, &request);
        let solution = outcome
            .solution()
            .unwrap_or_else(|| panic!("{begun}: {outcome:?}"));
        assert!(
            solution.optimal && solution.cost == cost,
            "{begun}: {solution:?}"
        );
    }
}
