//! Solvers on the shipped levels, and against each other.

mod cycles;
mod visits;

use std::sync::Mutex;
use std::time::Duration;

use proptest::prelude::*;

use crate::solvers::ALL;
use crate::solvers::problem::GdlProblem;
use crate::text;
use planwright_game::search::{Budget, NoProgress, ProgressSink, Snapshot};
use planwright_game::{
    LevelRef, Outcome, Plan, Solution, SolveError, SolveReport, SolveRequest, Solver, solve,
};

pub(crate) fn solver(id: &str) -> &'static dyn Solver {
    let found = ALL.iter().find(|solver| solver.info().id == id);
    *found.expect("is there")
}

pub(super) fn run(text: &str, id: &str, optimal: bool, count: usize, seconds: u64) -> SolveReport {
    let level = level(text);
    let request = SolveRequest {
        optimal,
        count,
        ..SolveRequest::new(level.as_ref())
    };
    let budget = Budget::default().with_time(Duration::from_secs(seconds));
    solve(solver(id), &request, &budget, &NoProgress)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(super) fn level(text: &str) -> LevelRef {
    text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(super) fn problem(text: &str) -> GdlProblem {
    let level = level(text);
    let request = SolveRequest::new(level.as_ref());
    let problem = GdlProblem::new(&request, "auto", &Budget::default()).ok();
    problem.expect("has a network")
}

pub(super) fn shipped(name: &str) -> String {
    let mut levels = crate::tests::levels().into_iter();
    let found = levels.find(|(path, _)| path.to_string_lossy().contains(name));
    found.unwrap_or_else(|| panic!("{name}")).1
}

fn assert_shortest(text: &str, id: &str, steps: i64) {
    let report = run(text, id, true, 1, 600);
    let solution = report.outcome.solution();
    let solution = solution.unwrap_or_else(|| panic!("{id}: {report:?}\n{text}"));
    assert_eq!(
        (solution.cost, solution.optimal),
        (steps, true),
        "{id}\n{text}"
    );
}

#[test]
fn the_eight_puzzle_has_the_shortest_plan() {
    assert_shortest(&shipped("06-eight"), "search", 22);
}

/// Several towers of Hanoi; a move is for one of them.
fn towers(towers: usize, disks: usize) -> String {
    let mut text = String::from(
        "(role player)\n(peg a) (peg b) (peg c)\n(<= (init (on ?t ?d a)) (tower ?t) (disk ?d))\n\
         (<= (smaller ?x ?y) (above ?x ?y))\n(<= (smaller ?x ?z) (above ?x ?y) (smaller ?y ?z))\n\
         (<= (covered ?t ?d ?p) (smaller ?e ?d) (true (on ?t ?e ?p)) (disk ?d))\n\
         (<= (may ?t ?d ?p ?q) (true (on ?t ?d ?p)) (peg ?q) (distinct ?p ?q) (not (covered ?t ?d ?p))\n\
         (not (covered ?t ?d ?q)))\n(<= (legal player (go ?t ?d ?p ?q)) (may ?t ?d ?p ?q))\n\
         (<= (next (on ?t ?d ?q)) (does player (go ?t ?d ?p ?q)))\n\
         (<= (moves ?t ?d) (does player (go ?t ?d ?p ?q)))\n\
         (<= (next (on ?t ?d ?p)) (true (on ?t ?d ?p)) (not (moves ?t ?d)))\n\
         (<= apart (tower ?t) (disk ?d) (not (true (on ?t ?d c))))\n(<= terminal (not apart))\n\
         (<= (goal player 100) (not apart))\n(<= (goal player 0) apart)\n",
    );
    (0..towers).for_each(|tower| text.push_str(&format!("(tower {tower})\n")));
    (0..disks).for_each(|disk| text.push_str(&format!("(disk {disk})\n")));
    (1..disks).for_each(|disk| text.push_str(&format!("(above {} {disk})\n", disk - 1)));
    text
}

/// Ten towers have 3^40 states.
#[test]
fn games_that_fall_apart_are_solved_part_by_part() {
    for (count, steps) in [(10, 150), (2, 30)] {
        for id in ["auto", "search"] {
            assert_shortest(&towers(count, 4), id, steps);
        }
    }
}

/// No state of these pegs recurs, so that walks go on until their time is up; other methods have their own.
#[test]
fn a_full_cross_of_pegs_is_cleared() {
    let shipped = shipped("07-peg");
    let lines = shipped.lines().filter(|line| !line.contains("(init (peg"));
    let rules = lines.collect::<Vec<_>>().join("\n");
    let start = "(<= (init (peg ?r ?c)) (hole ?r ?c) (or (distinct ?r 4) (distinct ?c 4)))";
    let report = run(&format!("{rules}\n{start}\n"), "auto", false, 1, 600);
    let solution = report.outcome.solution().expect("is solved");
    assert_eq!(solution.cost, 31);
}

/// A sliding puzzle, with the last row's tiles as given.
pub(super) fn sliding(side: usize, rows: &str) -> String {
    let mut text = String::from(
        "(role player)\n(<= (beside ?x ?y ?u ?y) (follows ?x ?u) (place ?y))\n\
         (<= (beside ?x ?y ?x ?v) (follows ?y ?v) (place ?x))\n(<= (near ?x ?y ?u ?v) (beside ?x ?y ?u ?v))\n\
         (<= (near ?x ?y ?u ?v) (beside ?u ?v ?x ?y))\n\
         (<= (legal player (slide ?x ?y)) (true (at gap ?u ?v)) (near ?x ?y ?u ?v))\n\
         (<= (next (at gap ?x ?y)) (does player (slide ?x ?y)))\n\
         (<= (next (at ?t ?u ?v)) (does player (slide ?x ?y)) (true (at gap ?u ?v)) (true (at ?t ?x ?y)))\n\
         (<= (next (at ?t ?x ?y)) (true (at ?t ?x ?y)) (distinct ?t gap) (not (does player (slide ?x ?y))))\n\
         (<= (goal player 100) done)\n(<= (goal player 0) (not done))\n(<= terminal done)\n",
    );
    (1..=side).for_each(|n| text.push_str(&format!("(place {n})\n")));
    (1..side).for_each(|n| text.push_str(&format!("(follows {n} {})\n", n + 1)));
    for (at, tile) in rows.split_whitespace().enumerate() {
        let (row, column) = (at / side + 1, at % side + 1);
        text.push_str(&format!("(init (at {tile} {row} {column}))\n"));
    }
    text.push_str("(<= done");
    for tile in 1..side * side {
        let (row, column) = ((tile - 1) / side + 1, (tile - 1) % side + 1);
        text.push_str(&format!(" (true (at {tile} {row} {column}))"));
    }
    text.push_str(")\n");
    text
}

/// Nine tiles in a square, whose rows and columns are shifted cyclically, `shifts` shifts from solved.
pub(super) fn shifting(shifts: usize) -> String {
    let mut text = String::from(
        "(role player)\n(index 1) (index 2) (index 3)\n(after 1 2) (after 2 3) (after 3 1)\n\
         (<= (legal player (row ?r ?to)) (index ?r) (aside ?to)) (aside left) (aside right)\n\
         (<= (legal player (column ?c ?to)) (index ?c) (along ?to)) (along up) (along down)\n\
         (<= (next (at ?t ?r ?c)) (does player (row ?r right)) (true (at ?t ?r ?b)) (after ?b ?c))\n\
         (<= (next (at ?t ?r ?c)) (does player (row ?r left)) (true (at ?t ?r ?b)) (after ?c ?b))\n\
         (<= (next (at ?t ?r ?c)) (does player (column ?c down)) (true (at ?t ?q ?c)) (after ?q ?r))\n\
         (<= (next (at ?t ?r ?c)) (does player (column ?c up)) (true (at ?t ?q ?c)) (after ?r ?q))\n\
         (<= (next (at ?t ?r ?c)) (does player (row ?q ?to)) (true (at ?t ?r ?c)) (distinct ?q ?r))\n\
         (<= (next (at ?t ?r ?c)) (does player (column ?b ?to)) (true (at ?t ?r ?c)) (distinct ?b ?c))\n\
         (<= terminal done)\n(<= (goal player 100) done)\n(<= (goal player 0) (not done))\n",
    );
    let mut tiles = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    for shift in 0..shifts {
        // Another line each time, rows and columns in turn.
        let line = [0, 1, 2, 0, 1, 2][shift % 6];
        if shift % 2 == 0 {
            tiles[line].rotate_left(1);
        } else {
            let top = tiles[0][line];
            (0..2).for_each(|row| tiles[row][line] = tiles[row + 1][line]);
            tiles[2][line] = top;
        }
    }
    let mut done = String::from("(<= done");
    for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
        let (tile, home) = (tiles[row][column], row * 3 + column + 1);
        let (row, column) = (row + 1, column + 1);
        text += &format!("(init (at {tile} {row} {column}))\n");
        done += &format!(" (true (at {home} {row} {column}))");
    }
    text + &done + ")\n"
}

#[test]
fn auto_gives_short_plans() {
    for shifts in [1, 4, 6] {
        let report = run(&shifting(shifts), "auto", false, 1, 600);
        let solution = report.outcome.solution().expect("is solved");
        println!("{shifts}: {} steps, {:?}", solution.cost, report.elapsed);
        assert!(solution.cost <= shifts as i64, "{solution:?}");
    }
}

#[derive(Default)]
struct CostLog(Mutex<Vec<i64>>);

impl ProgressSink for CostLog {
    fn snapshot(&self, _snapshot: Snapshot) {}

    fn improved(&self, solution: &Solution<Plan>) {
        if let Ok(mut costs) = self.0.lock() {
            costs.push(solution.cost);
        }
    }
}

/// With `first`, the first plan is returned as found; by default it is shortened. Compared within one run, as it
/// depends on the machine's speed which method finds the first plan.
#[test]
fn the_first_plan_is_for_those_who_ask_for_it() {
    let level = level(&sliding(4, "15 2 1 12 8 5 6 11 4 9 10 7 3 13 14 gap"));
    for first in [true, false] {
        let request = SolveRequest {
            first,
            ..SolveRequest::new(level.as_ref())
        };
        let log = CostLog::default();
        let report = solve(solver("auto"), &request, &Budget::default(), &log).expect("is solved");
        let solution = report.outcome.solution().expect("is solved");
        let costs = log.0.into_inner().expect("no solver panicked");
        println!("first {first}: {costs:?} in {:?}", report.elapsed);
        assert!(solution.lower_bound <= Some(solution.cost));
        if first {
            assert!(costs.is_empty(), "nothing is shortened: {costs:?}");
        } else {
            assert!(costs.is_sorted_by(|long, short| long > short), "{costs:?}");
            assert_eq!(costs.last(), Some(&solution.cost));
        }
    }
}

/// A clock that may end random games, so that step counters are removed.
const CLOCK: &str = "(init (step 0)) (tick 0 1) (tick 1 2) (tick 2 3) (tick 3 4)\n\
(<= (next (step ?n)) (true (step ?m)) (tick ?m ?n))\n(<= terminal (true (step 4)))\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Reductions by the fast solvers change no result.
    #[test]
    fn solvers_agree_on_games_by_chance(game in crate::tests::random::games(), clock in any::<bool>()) {
        let text = if clock { format!("{game}{CLOCK}") } else { game };
        let cost = |id: &str, method: Option<&str>| -> Option<Option<i64>> {
            let level = text::parse(&text).ok()?;
            let mut request = SolveRequest { optimal: true, ..SolveRequest::new(level.as_ref()) };
            let option = method.map(|method| ("method".to_owned(), method.to_owned()));
            request.options.extend(option);
            let budget = Budget::default().with_time(Duration::from_millis(400));
            let report = match solve(solver(id), &request, &budget, &NoProgress) {
                Err(SolveError::WrongPlan { error, .. }) => panic!("{id} {method:?}: {error}\n{text}"),
                report => report.ok()?,
            };
            match report.outcome {
                Outcome::Solved(solution) => Some(Some(solution.cost)),
                Outcome::Unsolvable(_) => Some(None),
                _ => None,
            }
        };
        if let Some(slow) = cost("iterative-deepening", None) {
            for method in ["breadth-first", "a-star"] {
                if let Some(fast) = cost("search", Some(method)) {
                    prop_assert_eq!(fast, slow, "{}\n{}", method, text);
                }
            }
            for id in ["sat", "auto"] {
                if let Some(other) = cost(id, None) {
                    prop_assert_eq!(other, slow, "{}\n{}", id, text);
                }
            }
        }
    }
}
