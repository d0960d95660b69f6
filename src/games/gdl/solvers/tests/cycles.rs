//! Plans that visit no state twice, against their definition.

use std::collections::BTreeSet;
use std::time::Duration;

use proptest::prelude::*;
use testkit_game::answer;

use crate::solvers::ALL;
use crate::text;
use planwright_game::search::{Budget, NoProgress};
use planwright_game::{Move, Outcome, Position, SolveRequest, solve};

const MAX_POSITIONS: usize = 3000;

struct PlanWalk {
    plans: BTreeSet<String>,
    visited: usize,
}

impl PlanWalk {
    /// Follows all paths from a position; `false` if there are too many.
    fn follow(
        &mut self,
        at: &dyn Position,
        path: &mut Vec<Move>,
        on_path: &mut Vec<Vec<u8>>,
    ) -> bool {
        self.visited += 1;
        if self.visited > MAX_POSITIONS {
            return false;
        }
        if at.is_solved() {
            self.plans.insert(joined(path));
            return true;
        }
        let back = at.without_clock();
        let state = back.map_or_else(|| at.encode(), |back| back.encode());
        if on_path.contains(&state) {
            return true;
        }
        on_path.push(state);
        let complete = at.legal_moves(usize::MAX).into_iter().all(|mv| {
            let mut next = at.boxed_clone();
            next.apply(&mv).expect("is legal");
            path.push(mv);
            let complete = self.follow(next.as_ref(), path, on_path);
            path.pop();
            complete
        });
        on_path.pop();
        complete
    }
}

fn joined(moves: &[Move]) -> String {
    let moves: Vec<&str> = moves.iter().map(Move::as_str).collect();
    moves.join(" ")
}

/// Compares every solver that finds several plans with the definition; `None` if there are too many plans.
fn check(rules: &str, seconds: u64) -> Option<usize> {
    let level = text::parse(rules).ok()?;
    let mut walk = PlanWalk {
        plans: BTreeSet::new(),
        visited: 0,
    };
    if !walk.follow(level.start().as_ref(), &mut Vec::new(), &mut Vec::new())
        || walk.plans.len() > 60
    {
        return None;
    }
    for solver in ALL.iter().filter(|solver| solver.info().counts) {
        for count in [walk.plans.len().max(2), walk.plans.len() + 2] {
            let request = SolveRequest {
                count,
                ..SolveRequest::new(level.as_ref())
            };
            let id = solver.info().id;
            let budget = Budget::default().with_time(Duration::from_secs(seconds));
            let report = solve(*solver, &request, &budget, &NoProgress).ok()?;
            match &report.outcome {
                Outcome::Solved(solution) => {
                    let plans = solution.plans().map(|plan| joined(plan.moves()));
                    let plans: BTreeSet<String> = plans.collect();
                    assert_eq!(plans, walk.plans, "{id}, {count}\n{rules}");
                    let count = Some(plans.len() as u64);
                    assert_eq!(solution.solutions, count, "{id}\n{rules}");
                    let sorted = solution.plans().is_sorted_by_key(|plan| plan.moves().len());
                    assert!(id != "search" || sorted, "{id}\n{rules}");
                }
                Outcome::Unsolvable(_) => assert!(walk.plans.is_empty(), "{id}\n{rules}"),
                // Time was short; the plans found must be right all the same.
                other => {
                    for plan in other.solution().into_iter().flat_map(|found| found.plans()) {
                        assert!(walk.plans.contains(&joined(plan.moves())), "{id}\n{rules}");
                    }
                }
            }
        }
    }
    Some(walk.plans.len())
}

/// A ring of places, with an exit at one of them.
fn ring(places: usize, more: &str) -> String {
    let mut text = String::from(
        "(role r) (init (at 0)) (<= (way ?a ?b) (beside ?a ?b)) (<= (way ?a ?b) (beside ?b ?a))
         (<= (legal r (go ?b)) (true (at ?a)) (way ?a ?b)) (<= (next (at ?b)) (does r (go ?b)))
         (<= out (true (at home))) (<= terminal out) (<= (goal r 100) out) (<= (goal r 0) (not out))\n",
    );
    for place in 0..places {
        text += &format!("(beside {place} {})\n", (place + 1) % places);
    }
    text + &format!("(beside {} home)\n", places / 2) + more
}

const COUNTER: &str = "(init (step 0)) (<= (next (step ?n)) (true (step ?m)) (tick ?m ?n))\n";

fn ticks(last: usize) -> String {
    let ticks = (0..last).map(|n| format!("(tick {n} {})\n", n + 1));
    ticks.collect()
}

fn limit(last: usize) -> String {
    format!(
        "{COUNTER}{}(<= terminal (true (step {last})))\n",
        ticks(last)
    )
}

#[test]
fn both_ways_round_are_all_there_are() {
    assert_eq!(check(&ring(6, ""), 60), Some(2));
    // A counter that only ends the game does not distinguish states; its limit holds.
    for (last, plans) in [(9, 2), (4, 1)] {
        assert_eq!(check(&ring(7, &limit(last)), 60), Some(plans));
    }
    // If the goal reads the counter, no state recurs, and each walk of that length is a plan.
    let exact = ring(4, &format!("{COUNTER}{}", ticks(5)));
    let exact = exact.replace("(goal r 100) out)", "(goal r 100) out (true (step 5)))");
    let walks = check(&exact, 60);
    assert!(walks.is_some_and(|walks| walks > 2), "{walks:?}");
}

#[test]
fn a_yard_that_leads_nowhere_costs_no_time() {
    // On the way a bridge leads into a yard of 40 places, all adjacent: there are too many walks in it, and none gets
    // out without crossing the bridge twice.
    let mut yard = ring(2, "(beside 0 y0)\n");
    for one in 0..40 {
        for other in 0..one {
            yard += &format!("(beside y{one} y{other})\n");
        }
    }
    let level = super::level(&yard);
    let request = SolveRequest {
        count: 9,
        ..SolveRequest::new(level.as_ref())
    };
    let outcome = answer(super::solver("search"), &request).outcome;
    let solution = outcome.solution().expect("has a plan");
    assert_eq!(solution.solutions, Some(1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn solvers_count_as_by_the_definition(game in crate::tests::random::games(), clock in any::<bool>()) {
        check(&if clock { game + &limit(5) } else { game }, 2);
    }
}
