//! Packed and shortened plans can be played, and corrals are lost.

use crate::model::Model;
use crate::solvers::heuristics::tokens::tests::{random_warehouse, warehouse};
use crate::solvers::search::replay;
use crate::solvers::task::{GoalTask, Method};
use crate::solvers::tests::{long_budget as budget, problem, shortest};
use planwright_game::search::{CorralCache, NoProgress, Progress, Warehouse as _};
use planwright_game::{Move, Plan};

/// Returns whether moves of the game lead to its goal and its end.
fn is_won(model: &Model, moves: &[Move]) -> bool {
    let mut state = model.start();
    for mv in moves {
        let number = model.move_numbers[mv.as_str()] as usize;
        let view = model.evaluate(&state);
        assert!(view.legal.contains(&number) && !view.terminal, "{mv:?}");
        state = model.after(&state, number);
    }
    let view = model.evaluate(&state);
    view.terminal && view.goal == Some(100)
}

/// A warehouse behind a corridor, which is filled from the far end.
#[test]
fn many_tokens_are_packed_one_after_the_other() {
    let rows = [
        "################",
        "#      ####  ..#",
        "# $ $  ####   .#",
        "#  $ $  @    ..#",
        "# $ $  ####   .#",
        "#      ####    #",
        "################",
    ];
    for each_mark in [true, false] {
        let problem = problem(&warehouse(&rows, each_mark));
        let mut task = GoalTask::new(&problem, 100);
        let plan = task.packing(&budget(), &Progress::new(&NoProgress));
        let plan = plan.expect("has time").expect("is found");
        assert!(is_won(&problem.model, &plan.0), "{plan:?}");
    }
}

/// Number of moves saved by replacing stretches of a plan.
fn moves_saved(task: &mut GoalTask<'_>, plan: &Plan, text: &str) -> usize {
    let view = task.view(&budget()).expect("has time");
    let moves = task.problem.moves(&view, plan).expect("are moves");
    let states = replay::states(&view, &moves).expect("can be played");
    let warehouses = task.warehouses(&budget()).expect("has time");
    let shorter = warehouses[0].shorten(&states, &moves, 10_000, &budget());
    let Some(shorter) = shorter.filter(|moves| replay::states(&view, moves).is_some()) else {
        return 0;
    };
    let shortest = shortest(task, Method::Breadth).expect("is there");
    assert!((shortest..moves.len()).contains(&shorter.len()), "{text}");
    moves.len() - shorter.len()
}

/// Packed plans come from a model with few tokens at a time; the rules replay them.
#[test]
fn packed_plans_keep_to_the_rules() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut solved, mut saved) = (0, 0);
    for round in 0..20 {
        let text = random_warehouse("@$$$...##", (5, 6), &mut random, round % 2 == 0);
        // Two crates in a row are too heavy if there is a third one next to the keeper.
        let text = match round % 4 < 2 {
            true => text,
            false => text.replace(
                "(free ?s ?d))\n",
                "(free ?s ?d) (not (helped ?r ?c)))\n\
                 (<= (helped ?r ?c) (side ?r ?c ?a ?b ?way) (true (crate ?a ?b)) (side ?a ?b ?e ?f ?way) (true (crate ?e ?f)))\n",
            ),
        };
        let problem = problem(&text);
        let mut task = GoalTask::new(&problem, 100);
        let plan = task.packing(&budget(), &Progress::new(&NoProgress));
        if let Some(plan) = plan.expect("has time") {
            assert!(is_won(&problem.model, &plan.0), "{plan:?} in {text}");
            saved += moves_saved(&mut task, &plan, &text);
            solved += 1;
        }
    }
    assert!((1..20).contains(&solved), "{solved}");
    assert!(saved > 10, "{saved}");
}

/// Crates in a corral at the start leave no plan.
#[test]
fn crates_in_a_corral_are_lost() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut dead = 0;
    for round in 0..60 {
        let text = random_warehouse("@$$$...####", (5, 5), &mut random, round % 2 == 0);
        let problem = problem(&text);
        let mut task = GoalTask::new(&problem, 100);
        let warehouses = task.warehouses(&budget()).expect("has time");
        let Some(warehouse) = warehouses.first() else {
            continue;
        };
        let start = warehouse.canonical(0, warehouse.start.clone());
        if !warehouse.freezes(&start, 0) && CorralCache::default().is_deadlock(warehouse, &start) {
            assert_eq!(shortest(&mut task, Method::Breadth), None, "{text}");
            dead += 1;
        }
    }
    assert!(dead > 2, "{dead}");
}
