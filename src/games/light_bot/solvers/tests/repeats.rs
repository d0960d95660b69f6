//! Levels with repeats.

use super::*;

#[test]
fn repeats_are_as_short_as_all_programs_show() {
    let mut rng = Rng::with_seed(5);
    let mut solved = [0; 7];
    for _ in 0..60 {
        let level = random_level(&mut rng, "6 repeat 4");
        if puzzle(&level).lights().count() == 0 {
            continue;
        }
        let cost = |solver: &dyn Solver| {
            let outcome = answer(solver, &request(&level, &[])).outcome;
            let solution = outcome.solution().map(|it| (it.cost, it.optimal));
            (solution, matches!(outcome, Outcome::Unsolvable(_)))
        };
        // Enumerating longer programs takes too long.
        let found = cost(&lazy::Lazy);
        if found.0.is_none_or(|(cost, _)| cost > 5) {
            continue;
        }
        let expected = cost(&brute_force::AllPrograms);
        assert_eq!(found, expected, "{}", level.to_text());
        solved[found.0.map_or(0, |(cost, _)| cost as usize)] += 1;
    }
    assert!(solved[3..].iter().sum::<usize>() > 8, "{solved:?}");
}

#[test]
fn turns_within_turns_are_found() {
    let board = "1* 1* 1* 1*\n".repeat(4);
    let level = level(&format!(
        "light-bot\nrobot 1 1 E\nslots 30 repeat 99\n\n{board}"
    ));
    let solution = solution(&lazy::Lazy, &request(&level, &[]));
    assert!(solution.optimal && solution.cost == 7, "{solution:?}");
}

/// Nested loops too long for a quick proof: adjacent rings of stairs, and separate lights. Written commands stay.
#[test]
fn annealing_finds_long_loops() {
    let rings = "robot 3 1 E\nslots 30 repeat 99\n\n\
        0 0 1* 2* 1*\n0 0 2* 0 2*\n0 0 1* 2* 1*\n0 0 2* 0 2*\n0 0 1* 2* 1*\n";
    let apart = "robot 4 1 E\nslots 14 repeat 9\n\n\
        . 0* 0 . .\n. . 1 . .\n. . 2 . .\n0 1 2 3 .\n. . . 4 .\n. . . 4 5*\n";
    let max = 11;
    for (board, start) in [(rings, "main:"), (rings, "main: FJ"), (apart, "main: J")] {
        let level = level(&format!("light-bot\n{board}"));
        let done = [Move::new(start)];
        let task = task(&request(&level, &done));
        let graph = lazy::graph::Graph::new(&task.puzzle);
        let (slots, written) = (&task.puzzle.slots, &task.done);
        let mut annealer = annealing::Annealer::new(&graph, slots, written, LoopFilter::Any, 1);
        let mut best: Option<BotProgram> = None;
        for _ in 0..40 {
            let result = annealer.run_rounds(&mut best, annealing::TRIES, &Budget::default());
            assert_eq!(result, Ok(()));
            let Some(program) = &best else { continue };
            assert!(task.is_won_by(program), "{program}");
            assert!(program.line(0).fits(slots).is_ok(), "{program}");
            assert!(program.body(0).starts_with(written.body(0)), "{program}");
            if program.cost() <= max {
                break;
            }
        }
        let cost = best.as_ref().map(BotProgram::cost);
        assert!(cost.is_some_and(|cost| cost <= max), "{start}: {best:?}");
    }
}

#[test]
fn partial_programs_are_completed() {
    let level = level("light-bot\nrobot 1 1 E\nslots 9 repeat 9\n\n0 0 0* 0* 0* 0*\n");
    for (start, cost) in [
        ("main: FF", 5),
        ("main: 4{", 4),
        ("main: L", 5),
        ("main: F4{XF}", 5),
    ] {
        let done = [Move::new(start)];
        let solution = solution(&lazy::Lazy, &request(&level, &done));
        assert_eq!((solution.cost, solution.optimal), (cost, true), "{start}");
    }
}
