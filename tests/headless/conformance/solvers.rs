//! Rules that every solver follows.

use super::*;

#[test]
fn defaults_and_presets_are_valid_options() {
    for (game, _) in rows() {
        for solver in game.solvers() {
            let (id, options) = (solver.info().id, solver.info().options);
            for option in options {
                assert_eq!(option.check(option.default), Ok(()), "{id}: {}", option.key);
            }
            for (key, value) in solver.presets().iter().flat_map(|preset| preset.options) {
                let option = options.iter().find(|option| option.key == *key);
                let option = option.unwrap_or_else(|| panic!("{id} has no option {key}"));
                assert_eq!(option.check(value), Ok(()), "{id}: {key}");
            }
        }
    }
}

#[test]
fn solvers_agree_with_the_reference_on_small_levels() {
    for (game, row) in rows() {
        let reference = reference(game);
        for text in row.small.iter().chain(&row.unsolvable) {
            let level = parse(game, text);
            let expected = run(reference, &level, &patient()).outcome;
            if row.unsolvable.contains(text) {
                assert!(
                    matches!(expected, Outcome::Unsolvable(_)),
                    "{expected:?}\n{text}"
                );
            }
            for solver in game.solvers() {
                let outcome = run(*solver, &level, &patient()).outcome;
                agree(game, *solver, &level, &expected, &outcome);
            }
        }
    }
}

fn agree(
    game: &dyn Game,
    solver: &dyn Solver,
    level: &LevelRef,
    expected: &Outcome,
    got: &Outcome,
) {
    let (info, text) = (solver.info(), level.to_text());
    match (expected, got) {
        (Outcome::Solved(best), Outcome::Solved(solution)) => {
            replay(level.as_ref(), &[], Plan(solution.plan.moves().to_vec())).expect("verifies");
            if let Some(bound) = solution.lower_bound {
                let better = game.info().objective.is_better(solution.cost, bound);
                assert!(!better, "{} beats its own bound\n{text}", info.id);
            }
            if solution.optimal {
                // Solvers that do not search for proofs may still know one. Costs compare only in
                // the game's own unit.
                if best.optimal && info.cost_unit == game.info().cost_unit {
                    assert_eq!(solution.cost, best.cost, "{}\n{text}", info.id);
                }
                assert_eq!(solution.lower_bound, Some(solution.cost), "{text}");
            }
        }
        (Outcome::Unsolvable(_), Outcome::Unsolvable(proof)) => {
            let silent = proof.reason.is_empty() && !info.reference;
            assert!(!silent, "{} says no reason\n{text}", info.id);
        }
        (Outcome::Unsolvable(_), Outcome::Stopped { best: None, .. })
            if !info.proves_unsolvable => {}
        _ => panic!("{}: {got:?}\nreference: {expected:?}\n{text}", info.id),
    }
}

#[test]
fn known_costs_are_reached() {
    for (game, row) in rows() {
        for (text, solver, cost) in &row.known {
            let level = parse(game, text);
            let solver = solver_named(game, solver);
            let request = SolveRequest {
                optimal: true,
                ..SolveRequest::new(level.as_ref())
            };
            let report = solve(solver, &request, &patient(), &NoProgress).expect("takes the level");
            let solution = report
                .outcome
                .solution()
                .unwrap_or_else(|| panic!("no plan\n{text}"));
            assert_eq!(solution.cost, *cost, "{}\n{text}", solver.info().id);
        }
    }
}

/// Solvers that declare it can continue from any position of a plan.
#[test]
fn continuing_solvers_start_from_every_step_of_a_plan() {
    for (game, row) in rows() {
        for level in row.small.iter().map(|text| parse(game, text)) {
            let Outcome::Solved(solution) = run(game.solvers()[0], &level, &patient()).outcome
            else {
                continue;
            };
            let moves = solution.plan.moves();
            for solver in game.solvers().iter().filter(|s| s.info().continues) {
                for made in 0..=moves.len().min(8) {
                    let request = SolveRequest {
                        done: &moves[..made],
                        ..SolveRequest::new(level.as_ref())
                    };
                    let report =
                        solve(*solver, &request, &patient(), &NoProgress).expect("goes on");
                    let id = solver.info().id;
                    assert!(
                        matches!(report.outcome, Outcome::Solved(_)),
                        "{id} after {made} of {moves:?}: {:?}\n{}",
                        report.outcome,
                        level.to_text()
                    );
                }
            }
        }
    }
}

#[test]
fn several_solutions_are_distinct() {
    for (game, row) in rows() {
        for level in row.small.iter().map(|text| parse(game, text)) {
            for solver in game.solvers() {
                let request = SolveRequest {
                    count: 3,
                    ..SolveRequest::new(level.as_ref())
                };
                let report = solve(*solver, &request, &patient(), &NoProgress).expect("solves");
                let Some(solution) = report.outcome.solution() else {
                    continue;
                };
                let plans = solution.others.iter().chain([&solution.plan]);
                let distinct: BTreeSet<String> = plans.map(ToString::to_string).collect();
                assert_eq!(
                    distinct.len(),
                    solution.others.len() + 1,
                    "{}\n{}",
                    solver.info().id,
                    level.to_text()
                );
                assert!(distinct.len() <= 3 && solution.solutions.is_none_or(|n| n <= 3));
            }
        }
    }
}

/// Keeps the strongest bound that a solver reports.
struct Bounds {
    direction: Objective,
    strongest: Mutex<Option<Cost>>,
}

impl ProgressSink for Bounds {
    fn snapshot(&self, snapshot: Snapshot) {
        if let Some(bound) = snapshot.lower_bound {
            let mut strongest = self.strongest.lock().expect("is whole");
            if strongest.is_none_or(|other| self.direction.is_better(other, bound)) {
                *strongest = Some(bound);
            }
        }
    }
}

/// No reported bound is better than the plan's cost. Solvers may exclude plans found earlier from
/// the search, and at a limit the bound and the plan can come from different places.
#[test]
fn no_reported_bound_is_better_than_the_plan() {
    for (game, row) in rows() {
        let direction = game.info().objective;
        let check = |solver: &dyn Solver, level: &LevelRef, request: SolveRequest, budget| {
            let bounds = Bounds {
                direction,
                strongest: Mutex::default(),
            };
            let report = solve(solver, &request, &budget, &bounds).expect("takes the level");
            let from_outcome = match &report.outcome {
                Outcome::Stopped { lower_bound, .. } => *lower_bound,
                _ => None,
            };
            let Some(solution) = report.outcome.solution() else {
                return;
            };
            let from_progress = *bounds.strongest.lock().expect("is whole");
            let reported = [solution.lower_bound, from_outcome, from_progress];
            for bound in reported.into_iter().flatten() {
                assert!(
                    !direction.is_better(solution.cost, bound),
                    "{}: {} of {reported:?}, optimal: {}, count: {}\n{}",
                    solver.info().id,
                    solution.cost,
                    request.optimal,
                    request.count,
                    level.to_text()
                );
            }
        };
        for level in row.small.iter().map(|text| parse(game, text)) {
            for solver in game.solvers() {
                for (optimal, count) in [(false, 1), (true, 1), (false, 3), (true, 3), (false, 8)] {
                    let request = SolveRequest {
                        optimal,
                        count,
                        ..SolveRequest::new(level.as_ref())
                    };
                    let budget = Budget::default().with_time(Duration::from_secs(10));
                    check(*solver, &level, request, budget);
                }
            }
        }
        // This one reaches a limit.
        for (id, text) in &row.slow {
            let level = parse(game, text);
            for count in [1, 3] {
                let request = SolveRequest {
                    count,
                    ..SolveRequest::new(level.as_ref())
                };
                let brief = Budget::default().with_time(Duration::from_millis(500));
                check(solver_named(game, id), &level, request, brief);
            }
        }
    }
}

#[test]
fn a_cancelled_solver_stops_in_time() {
    for (game, row) in rows() {
        for (id, text) in &row.slow {
            let level = parse(game, text);
            let solver = solver_named(game, id);
            let late = time_to_stop(|budget| {
                // If it cannot prove the optimum, it may end on its own with a good plan, depending
                // on the machine's speed.
                let request = SolveRequest {
                    optimal: solver.info().proves_optimal,
                    ..SolveRequest::new(level.as_ref())
                };
                let outcome = ask(solver, &request, budget).outcome;
                let stopped = outcome.stop() == Some(Stop::Cancelled);
                assert!(stopped, "{id}: {outcome:?}");
            });
            assert!(late <= STOP_PROMISE, "{id}: {late:?}");
        }
    }
}

#[test]
fn a_plan_of_another_level_is_refused() {
    for (game, row) in rows() {
        let level = parse(game, &row.known[0].0);
        let nonsense = Plan(vec![Move::new("nonsense")]);
        assert!(replay(level.as_ref(), &[], nonsense).is_err());
        let empty = replay(level.as_ref(), &[], Plan::default());
        assert_eq!(empty.is_ok(), level.start().is_solved());
    }
}

/// All plans are counted by the reference, too.
#[test]
fn several_plans_are_as_many_as_there_are() {
    let (gdl, row) = game_named("gdl");
    for text in &row.small {
        let counts = ["search", "sat"].map(|id| {
            let level = parse(gdl, text);
            let request = SolveRequest {
                count: 30,
                ..SolveRequest::new(level.as_ref())
            };
            let outcome = ask(solver_named(gdl, id), &request, &patient()).outcome;
            outcome.solution().and_then(|found| found.solutions)
        });
        assert_eq!(counts[0], counts[1], "{text}");
    }
}

#[test]
fn the_best_value_is_reported_where_the_requested_one_cannot_be_had() {
    let (gdl, row) = game_named("gdl");
    let rules = &row.unsolvable[1];
    for id in ["search", "sat", "auto"] {
        let solve = |text: &str| run(solver_named(gdl, id), &parse(gdl, text), &patient()).outcome;
        match solve(rules) {
            Outcome::Unsolvable(proof) => {
                let best = "the best value is 90, in 2 steps";
                assert!(proof.reason.contains(best), "{}", proof.reason);
            }
            other => panic!("{id}: {other:?}"),
        }
        let less = solve(&format!("; want: 90\n{rules}"));
        assert!(matches!(less, Outcome::Solved(_)));
    }
}

fn game_named(id: &str) -> (&'static dyn Game, Conformance) {
    let game = games::by_id(id).expect("is registered");
    (game, conformance(game))
}
