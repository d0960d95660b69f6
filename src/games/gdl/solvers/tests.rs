//! Solvers on the shipped levels, and against each other.

use std::time::Duration;

use proptest::prelude::*;

use super::ALL;
use crate::Gdl;
use crate::game::{Game as _, Outcome, Report, SolveRequest, Solver, solve};
use crate::search::{Budget, NoProgress};

fn solver(id: &str) -> &'static dyn Solver {
    *ALL.iter()
        .find(|solver| solver.info().id == id)
        .expect("is there")
}

fn run(text: &str, id: &str, optimal: bool, count: usize, seconds: u64) -> Report {
    let level = Gdl
        .parse_text(text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let request = SolveRequest {
        optimal,
        count,
        ..SolveRequest::new(level.as_ref())
    };
    let budget = Budget::default().with_time(Duration::from_secs(seconds));
    solve(solver(id), &request, &budget, &NoProgress)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn shipped(name: &str) -> String {
    let levels = crate::tests::levels();
    let found = levels
        .iter()
        .find(|(path, _)| path.to_string_lossy().contains(name));
    found
        .map(|(_, text)| text.clone())
        .unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn shipped_levels_have_the_plans_they_promise() {
    for (name, steps) in [
        ("01-buttons", 6),
        ("02-wolf", 7),
        ("03-hanoi", 7),
        ("04-miss", 11),
        ("05-water", 6),
        ("06-eight", 22),
        ("11-hanoi", 63),
        ("12-maze", 32),
        ("13-bridge", 5),
        ("14-sokoban", 28),
    ] {
        let report = run(&shipped(name), "search", true, 1, 60);
        let solution = report
            .outcome
            .solution()
            .unwrap_or_else(|| panic!("{name}: {report:?}"));
        println!("{name}: {} steps, {:?}", solution.cost, report.elapsed);
        assert_eq!(solution.cost, steps, "{name}");
        assert!(solution.optimal);
    }
}

#[test]
fn auto_solves_every_shipped_level() {
    for (path, text) in crate::tests::levels() {
        let report = run(&text, "auto", false, 1, 60);
        println!(
            "{}: {} {:?}",
            path.display(),
            report.outcome.word(),
            report.elapsed
        );
        assert!(
            matches!(report.outcome, Outcome::Solved(_)),
            "{}",
            path.display()
        );
    }
}

/// All ways are counted by the reference, too.
#[test]
fn several_plans_are_as_many_as_there_are() {
    let rules = super::conformance().small;
    for text in &rules {
        let counts: Vec<Option<u64>> = ["search", "sat"]
            .iter()
            .map(|id| {
                run(text, id, false, 30, 30)
                    .outcome
                    .solution()
                    .and_then(|s| s.solutions)
            })
            .collect();
        assert_eq!(counts[0], counts[1], "{text}");
    }
}

#[test]
fn the_best_value_is_told_where_the_wanted_one_cannot_be_had() {
    let rules = super::conformance().unsolvable;
    for id in ["search", "sat", "auto"] {
        match run(&rules[1], id, false, 1, 30).outcome {
            Outcome::Unsolvable(proof) => {
                assert!(
                    proof
                        .reason
                        .contains("the best that can be reached is 90, in 2 steps"),
                    "{}",
                    proof.reason
                );
            }
            other => panic!("{id}: {other:?}"),
        }
        let less = format!("; want: 90\n{}", rules[1]);
        assert!(matches!(
            run(&less, id, false, 1, 30).outcome,
            Outcome::Solved(_)
        ));
    }
}

/// A clock that ends games by chance, so that step counters are taken off.
const CLOCK: &str = "(init (step 0)) (tick 0 1) (tick 1 2) (tick 2 3) (tick 3 4)\n\
(<= (next (step ?n)) (true (step ?m)) (tick ?m ?n))\n(<= terminal (true (step 4)))\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the fast solvers take off and leave out changes nothing.
    #[test]
    fn solvers_agree_on_games_by_chance(game in crate::tests::random::games(), clock in any::<bool>()) {
        let text = if clock { format!("{game}{CLOCK}") } else { game };
        let told = |id: &str, method: Option<&str>| -> Option<Option<i64>> {
            let level = Gdl.parse_text(&text).ok()?;
            let mut request = SolveRequest { optimal: true, ..SolveRequest::new(level.as_ref()) };
            let method = method.map(|method| ("method".to_owned(), method.to_owned()));
            request.options.extend(method);
            let budget = Budget::default().with_time(Duration::from_millis(400));
            match solve(solver(id), &request, &budget, &NoProgress).ok()?.outcome {
                Outcome::Solved(solution) => Some(Some(solution.cost)),
                Outcome::Unsolvable(_) => Some(None),
                _ => None,
            }
        };
        if let Some(slow) = told("iterative-deepening", None) {
            for method in ["breadth-first", "a-star", "ida-star"] {
                if let Some(fast) = told("search", Some(method)) {
                    prop_assert_eq!(fast, slow, "{}\n{}", method, text);
                }
            }
            for id in ["sat", "auto"] {
                if let Some(other) = told(id, None) {
                    prop_assert_eq!(other, slow, "{}\n{}", id, text);
                }
            }
        }
    }
}
