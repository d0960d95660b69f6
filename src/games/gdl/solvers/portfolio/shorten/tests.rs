//! Shortened plans are plans, and their bounds are true.

use proptest::prelude::*;

use super::*;
use crate::solvers::heuristics::patterns::{Distance, PatternDatabases};
use crate::solvers::problem::GdlProblem;
use crate::solvers::search::graph_search::GraphSearch;
use crate::solvers::tests::{level, problem, shifting, sliding};
use planwright_game::search::NoProgress;
use planwright_game::{LevelRef, Move, SolveRequest, replay, solve};

fn wander(level: &LevelRef, most: usize, random: &mut fastrand::Rng) -> Vec<Move> {
    let mut position = level.start();
    let mut moves = Vec::new();
    while !position.is_solved() && moves.len() < most {
        let legal = position.legal_moves(1000);
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.usize(0..legal.len())].clone();
        position.apply(&mv).expect("is legal");
        moves.push(mv);
    }
    moves
}

fn shortest(level: &LevelRef, done: &[Move]) -> Option<Vec<Move>> {
    let request = SolveRequest {
        done,
        ..SolveRequest::new(level.as_ref())
    };
    let budget = Budget::default().with_time(Duration::from_secs(600));
    let report = solve(&GraphSearch, &request, &budget, &NoProgress).ok()?;
    let solution = report.outcome.solution()?;
    Some(solution.plan.moves().to_vec())
}

/// Results of each method of shortening alone, and of all together.
fn shortened(level: &LevelRef, moves: &[Move]) -> Vec<Solution<Plan>> {
    let budget = Budget::default();
    let problem = problem(&level.to_text());
    let progress = Progress::new(&NoProgress);
    let plan = Plan(moves.to_vec());
    let methods: [fn(&mut Shortener<'_, '_>); 3] = [
        |shorter| shorter.cut(),
        |shorter| shorter.leave_out(&Budget::default()).expect("has time"),
        |shorter| shorter.run(&Budget::default().with_time(Duration::from_secs(10))),
    ];
    let results = methods.map(|method| {
        let mut task = GoalTask::new(&problem, problem.target);
        let shorter = Shortener::new(&mut task, &progress, &plan, &budget);
        let mut shorter = shorter.expect("is a plan");
        method(&mut shorter);
        shorter.solution()
    });
    for solution in &results {
        replay(level.as_ref(), &[], solution.plan.clone()).expect("is a plan");
        assert!(solution.cost <= moves.len() as i64);
    }
    results.into()
}

#[test]
fn a_plan_that_wanders_is_made_shorter_each_way() {
    let level = level(&shifting(4));
    let mut random = fastrand::Rng::with_seed(3);
    let mut plan = wander(&level, 120, &mut random);
    plan.extend(shortest(&level, &plan).expect("can be solved"));
    let costs: Vec<i64> = shortened(&level, &plan).iter().map(|s| s.cost).collect();
    println!("{}: {costs:?}", plan.len());
    assert!(costs[2] <= 4, "{costs:?}");
    // Back and forth.
    let there = ["left)", "right)"].map(|to| ["(row 1 ", "(row 2 "].map(|row| row.to_owned() + to));
    let there: Vec<Move> = there.iter().flatten().map(Move::new).collect();
    let rest = shortest(&level, &[]).expect("can be solved");
    let plan = [there, rest.clone()].concat();
    for solution in shortened(&level, &plan) {
        assert_eq!(solution.cost, rest.len() as i64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The rules accept every shortened plan, and proved bounds are true.
    #[test]
    fn shorter_plans_of_games_by_chance_are_plans(game in crate::tests::random::games(), seed in any::<u64>()) {
        // Terms that grow from state to state have no network.
        if crate::tests::level(&game).model().is_err() {
            return Ok(());
        }
        let level = level(&game);
        let mut random = fastrand::Rng::with_seed(seed);
        let moves = (0..50).map(|_| wander(&level, 60, &mut random));
        let mut plans = moves.filter(|moves| replay(level.as_ref(), &[], Plan(moves.clone())).is_ok());
        if let Some(moves) = plans.next() {
            let least = shortest(&level, &[]).expect("can be solved").len() as i64;
            for solution in shortened(&level, &moves) {
                prop_assert!(solution.cost >= least && solution.lower_bound <= Some(least), "{}", game);
                prop_assert!(!solution.optimal || solution.cost == least, "{}", game);
            }
        }
    }
}

/// Estimate of a sliding puzzle.
fn tile_estimate(problem: &GdlProblem) -> (Rc<SearchNet>, Estimate) {
    let budget = Budget::default();
    let view = GoalTask::new(problem, problem.target)
        .view(&budget)
        .expect("has one");
    let patterns = PatternDatabases::new(&view, &budget).expect("has time");
    assert!(!patterns.is_empty());
    let estimate = Estimate {
        patterns,
        ..Estimate::default()
    };
    (view, estimate)
}

/// Every slide moves one tile, so the steps that count in the patterns are never more than those of a shortest plan.
#[test]
fn tiles_in_patterns_of_their_own_are_counted_once() {
    for rows in [
        "1 2 3 4 gap 8 7 6 5",
        "8 6 7 2 5 4 3 gap 1",
        "6 4 7 8 5 gap 3 2 1",
    ] {
        let text = sliding(3, rows);
        let (level, problem) = (level(&text), problem(&text));
        let (view, estimate) = tile_estimate(&problem);
        let distance = estimate.distance(&view.start).expect("has a way");
        let plan = shortest(&level, &[]).expect("has one");
        let Distance { bound, approx, sum } = distance;
        assert!(approx as usize <= plan.len(), "{approx}, {}", plan.len());
        assert!((bound..=sum).contains(&approx), "{distance:?}");
    }
}

#[test]
fn less_weight_makes_plans_shorter() {
    let text = sliding(4, "15 2 1 12 8 5 6 11 4 9 10 7 3 13 14 gap");
    let (level, problem) = (level(&text), problem(&text));
    let (view, estimate) = tile_estimate(&problem);
    let progress = Progress::new(&NoProgress);
    let lengths = [Some(HalfWeight(6)), Some(HalfWeight(3))].map(|weight| {
        let watch = problem.watch(&view, &progress);
        let budget = Budget::default();
        let moves = greedy(&view, &estimate, weight, &budget, &watch);
        let moves = moves.expect("has time").expect("finds one");
        let plan = problem.plan(&view, &moves);
        replay(level.as_ref(), &[], plan).expect("is a plan");
        moves.len()
    });
    println!("{lengths:?}");
    assert!(lengths[1] < lengths[0] && lengths[1] < 100, "{lengths:?}");
}
