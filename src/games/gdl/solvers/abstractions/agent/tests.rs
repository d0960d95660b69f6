//! The abstract game has a plan where the whole game has one, and its plans can be played.

use crate::model::Model;
use crate::solvers::heuristics::tokens::tests::{random_warehouse, warehouse};
use crate::solvers::problem::{GdlProblem, Method};
use crate::solvers::search::breadth::{self, PlanOutcome};
use crate::solvers::search::greedy;
use crate::solvers::search::replay;
use crate::solvers::search::watch::SearchWatch;
use crate::solvers::tests::{long_budget as budget, problem, shortest};
use planwright_game::search::{CorralCache, NoProgress, Progress, Stop, Warehouse as _};
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

/// A plan with the fewest steps that are not walking: their number, and all moves.
fn fewest(problem: &GdlProblem) -> Result<Option<(usize, Vec<Move>)>, Stop> {
    let budget = budget();
    let Some(agent) = problem.agent(100, &budget)? else {
        return Ok(None);
    };
    let progress = Progress::new(&NoProgress);
    let watch = SearchWatch::unobserved(&progress);
    let found = breadth::search(&agent.view, None, false, &budget, &watch);
    let found = found.expect("has time");
    // States that greedy search prunes are lost.
    let estimate = &agent.estimate;
    let led = greedy::search(&agent.view, estimate, false, None, &budget, &watch)?;
    assert_eq!(matches!(found, PlanOutcome::Plan(_)), led.is_some());
    let PlanOutcome::Plan(steps) = found else {
        return Ok(None);
    };
    let view = problem.view(100, true, &budget)?;
    let moves = agent.expand(&view, &steps, false, &budget)?;
    let plan = problem.plan(&view, &moves.expect("can be played"));
    Ok(Some((steps.len(), plan.0)))
}

/// Compares the abstract game with the whole; returns the number of steps that are not walking.
fn steps(text: &str) -> Option<usize> {
    let problem = problem(text);
    let shortest = shortest(&problem, Method::Breadth);
    let found = fewest(&problem).expect("has time");
    problem.agent(100, &budget()).expect("has time")?;
    assert_eq!(shortest.is_some(), found.is_some(), "{text}");
    let (steps, moves) = found?;
    assert!(is_won(&problem.model, &moves), "{moves:?} in {text}");
    assert!(shortest.is_some_and(|shortest| shortest <= moves.len()));
    Some(steps)
}

#[test]
fn only_pushes_are_steps_of_a_keeper() {
    let rows = ["@   ", " $ .", "    "];
    assert_eq!(steps(&warehouse(&rows, true)), Some(2));
    // Here the same move walks and pushes.
    let either = warehouse(&rows, false)
        .replace("(walk ?way)", "(go ?way)")
        .replace("(push ?way)", "(go ?way)")
        .replace(
            "(<= (pushed ?r ?c)",
            "(<= (pushed ?r ?c) (true (crate ?r ?c))",
        );
    assert_eq!(steps(&either), Some(2));
}

#[test]
fn random_warehouses_have_plans_where_they_had_some() {
    let mut random = fastrand::Rng::with_seed(21);
    let mut solved = 0;
    for round in 0..12 {
        let text = random_warehouse("@$$..##", (4, 5), &mut random, round % 2 == 0);
        solved += usize::from(steps(&text).is_some());
    }
    assert!((1..12).contains(&solved), "{solved}");
}

/// An agent walks through rooms with doors that open to one side only, some only while a lamp is on. The game ends in
/// the last room, where it is won with the first lamp on, and in the last but one.
fn rooms(random: &mut fastrand::Rng) -> String {
    const ROOMS: usize = 8;
    let mut text = String::from(
        "(role guest)\n(init (at 0))\n\
         (<= (open ?a ?b) (door ?a ?b))\n\
         (<= (open ?a ?b) (gate ?a ?b ?l) (true (on ?l)))\n\
         (<= (legal guest (go ?b)) (true (at ?a)) (open ?a ?b))\n\
         (<= (legal guest (turn ?l)) (true (at ?a)) (switch ?a ?l))\n\
         (<= (next (at ?b)) (does guest (go ?b)))\n\
         (<= (next (at ?a)) (true (at ?a)) (does guest (turn ?l)))\n\
         (<= (next (on ?l)) (does guest (turn ?l)) (not (true (on ?l))))\n\
         (<= (next (on ?l)) (true (on ?l)) (not (does guest (turn ?l))))\n\
         (<= terminal (true (at 7)))\n(<= terminal (true (at 6)))\n\
         (<= won (true (at 7)) (true (on 0)))\n\
         (<= (goal guest 100) won)\n(<= (goal guest 0) (not won))\n",
    );
    let mut room = || random.usize(..ROOMS);
    for _ in 0..7 {
        text += &format!("(door {} {})", room(), room());
    }
    for lamp in 0..3 {
        text += &format!("(gate {} {} {lamp})", room(), room());
        text += &format!("(gate {} {} {lamp})", room(), room());
        text += &format!("(switch {} {lamp})", room());
    }
    text + "(door 0 1)(gate 3 7 2)(switch 0 1)(switch 2 0)"
}

/// Walks may be irreversible, and the game may end on the way.
#[test]
fn where_nobody_comes_back_all_ways_count() {
    let mut random = fastrand::Rng::with_seed(4);
    let found: Vec<Option<usize>> = (0..40).map(|_| steps(&rooms(&mut random))).collect();
    let solved = found.iter().flatten().count();
    assert!((5..35).contains(&solved), "{found:?}");
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
        let plan = problem.packing(100, &budget(), &Progress::new(&NoProgress));
        let plan = plan.expect("has time").expect("is found");
        assert!(is_won(&problem.model, &plan.0), "{plan:?}");
    }
}

/// Number of moves saved by replacing stretches of a plan.
fn moves_saved(problem: &GdlProblem, plan: &Plan, text: &str) -> usize {
    let view = problem.view(100, true, &budget()).expect("has time");
    let moves = problem.moves(&view, plan).expect("are moves");
    let states = replay::states(&view, &moves, false).expect("can be played");
    let warehouses = problem.warehouses(100, &budget()).expect("has time");
    let shorter = warehouses[0].shorten(&states, &moves, 10_000, &budget());
    let Some(shorter) = shorter.filter(|moves| replay::states(&view, moves, false).is_some())
    else {
        return 0;
    };
    let shortest = shortest(problem, Method::Breadth).expect("is there");
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
        let plan = problem.packing(100, &budget(), &Progress::new(&NoProgress));
        if let Some(plan) = plan.expect("has time") {
            assert!(is_won(&problem.model, &plan.0), "{plan:?} in {text}");
            saved += moves_saved(&problem, &plan, &text);
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
        let warehouses = problem.warehouses(100, &budget()).expect("has time");
        let Some(warehouse) = warehouses.first() else {
            continue;
        };
        let start = warehouse.canonical(0, warehouse.start.clone());
        if !warehouse.freezes(&start, 0) && CorralCache::default().is_deadlock(warehouse, &start) {
            assert_eq!(fewest(&problem), Ok(None), "{text}");
            dead += 1;
        }
    }
    assert!(dead > 2, "{dead}");
}
