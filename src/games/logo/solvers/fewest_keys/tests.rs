//! Compares with exhaustive search under every kind of cost.

mod costs;
mod moves;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::game::{Cell, Size, Solution, SolveReport, solve};
use crate::generate::{Family, stamped};
use crate::search::{NoProgress, ProgressSink, Snapshot, Stop};
use crate::solvers::tests::{level, problem_of};
use crate::{LogoLevel, Target};
use costs::{Costs, TravelKind, exhaustive};
use testkit_game::keyed;

type Options = BTreeMap<String, String>;

fn run(
    level: &LogoLevel,
    options: &Options,
    budget: &Budget,
    sink: &dyn ProgressSink,
) -> SolveReport {
    let mut request = SolveRequest::new(level);
    request.optimal = true;
    request.options.clone_from(options);
    // `solve` replays the plan.
    solve(&FewestKeys, &request, budget, sink).expect("takes the level")
}

fn minute() -> Budget {
    Budget::default().with_time(Duration::from_secs(60))
}

fn cells_of(solution: &Solution<crate::game::VerifiedPlan>) -> Vec<Cell> {
    let moves = solution.plan.moves().iter();
    let cells = moves.map(crate::position::stamped_cell);
    cells.collect::<Option<_>>().expect("are stamps")
}

/// At most ten stamps on a board of up to 4×6.
fn few_stamps() -> impl Strategy<Value = Target> {
    (1..=4_usize, 1..=6_usize)
        .prop_flat_map(|(rows, cols)| {
            let size = Size::new(rows, cols);
            let cells: Vec<Cell> = size.cells().collect();
            (Just(size), Just(cells).prop_shuffle(), 0..=10_usize)
        })
        .prop_map(|(size, cells, stamps)| stamped(size, cells.into_iter().take(stamps)))
}

fn kinds() -> impl Strategy<Value = TravelKind> {
    let runs = proptest::collection::vec(0..9_i64, 1..5).prop_map(|growth| {
        let sums = growth.into_iter().scan(1, |cost, growth| {
            *cost += growth;
            Some(*cost)
        });
        sums.collect()
    });
    let runs = prop_oneof![1 => runs, 2 => Just(vec![1])];
    prop_oneof![
        2 => (runs, any::<bool>()).prop_map(|(runs, wraps)| TravelKind::Keys { runs, wraps }),
        1 => (1..40_i64, 1..40_i64).prop_map(|(down, across)| TravelKind::Pointer { down, across }),
    ]
}

fn check(target: &Target, costs: &Costs) -> Result<(), TestCaseError> {
    let level = level(target.clone());
    let report = run(&level, &costs.options, &minute(), &NoProgress);
    let solution = report.outcome.solution().expect("has a plan");
    prop_assert_eq!(solution.cost, exhaustive(target, costs), "{:?}", costs);
    prop_assert_eq!(solution.cost, costs.total(&cells_of(solution)));
    prop_assert!(solution.optimal);
    prop_assert_eq!(solution.lower_bound, Some(solution.cost));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn costs_of_every_kind_are_least(
        target in few_stamps(),
        place in 0..24_usize,
        anywhere in proptest::bool::weighted(0.2),
        stamp in 0..5_i64,
        kind in kinds(),
    ) {
        let size = target.size();
        let start = (!anywhere).then(|| size.cell(place % size.area()));
        check(&target, &Costs::new(size, start, stamp, kind))?;
    }
}

/// Prices are coarser than such lengths.
#[test]
fn costs_of_long_ways_are_least() {
    let mut random = fastrand::Rng::with_seed(7);
    let size = Size::new(90, 90);
    for _ in 0..10 {
        let cells = (0..8).map(|_| Cell::new(random.usize(..90), random.usize(..90)));
        let target = stamped(size, cells.collect::<Vec<_>>());
        let (down, across) = (1000, 997);
        let kind = TravelKind::Pointer { down, across };
        check(&target, &Costs::new(size, None, 1, kind)).expect("are least");
    }
}

#[test]
fn boards_with_several_orientations_are_searched_in_all() {
    for rows in [
        ["1322", "3113", "2113", "2331"].as_slice(),
        &["1331", "3113", "3112", "1323"],
        &["2332", "2112", "2112", "2323"],
        &["32233", "23122", "31334", "13312"],
    ] {
        let size = Size::new(rows.len(), rows[0].len());
        let values = rows.concat().bytes().map(|digit| digit - b'0').collect();
        let target = Target::from_cells(size, values).expect("fits");
        assert!(orders_of(&problem_of(&level(target.clone()))).len() > 1);
        for start in size.cells() {
            let (runs, wraps) = (vec![1], false);
            let kind = TravelKind::Keys { runs, wraps };
            let costs = Costs::new(size, Some(start), 1, kind);
            check(&target, &costs).expect("is the best plan");
        }
    }
}

/// Records bounds and plans.
#[derive(Default)]
struct Log(Mutex<Vec<(Option<i64>, Option<i64>)>>);

impl ProgressSink for Log {
    fn snapshot(&self, snapshot: Snapshot) {
        let both = (snapshot.best, snapshot.lower_bound);
        self.0.lock().expect("nobody panicked").push(both);
    }
}

#[test]
fn plans_and_bounds_close_in_on_each_other() {
    for seed in 0..3 {
        let level = Family::Share(60).level(Size::new(6, 8), seed);
        let log = Log::default();
        let report = run(&level, &Options::new(), &minute(), &log);
        let cost = report.outcome.solution().expect("has a plan").cost;
        let log = log.0.into_inner().expect("nobody panicked");
        assert!(log.len() > 3, "says too little");
        assert!(log.is_sorted_by_key(|(_, bound)| *bound), "bounds rise");
        let better = log.is_sorted_by_key(|(best, _)| best.map(|best| -best));
        assert!(better, "plans get better");
        for (best, bound) in log {
            let around = bound <= Some(cost) && best >= Some(cost);
            assert!(around, "{best:?} {bound:?} {cost}");
        }
    }
}

#[test]
fn more_than_64_cells_are_proved_as_well() {
    // Ten columns with few dependencies: easy but long.
    let target = Family::Spiral(0).board(Size::new(7, 10), 1);
    let report = run(&level(target), &Options::new(), &minute(), &NoProgress);
    let solution = report.outcome.solution().expect("has a plan");
    // A spiral from the cursor: one step and one stamp per cell.
    assert_eq!((solution.cost, solution.optimal), (139, true));
}

#[test]
fn the_bound_comes_near_on_more_than_128_cells() {
    let level = Family::Full.level(Size::new(12, 12), 0);
    let budget = minute();
    let cancel = CancelWhenNear(9, budget.cancel_flag().clone());
    let report = run(&level, &Options::new(), &budget, &cancel);
    let solution = report.outcome.solution().expect("has a plan");
    let bound = solution.lower_bound.expect("has a bound");
    assert!(bound * 10 > solution.cost * 9, "{bound} {}", solution.cost);
    // The best plan known.
    assert!(bound <= 373, "{bound}");
}

fn orders_of(problem: &StampProblem) -> Vec<Vec<u32>> {
    let orders = peel::orders(problem, 9, &Budget::default()).0;
    orders.expect("in time").expect("can be solved")
}

#[test]
fn sets_of_64_to_256_bits_come_to_the_same() {
    for seed in 0..5 {
        let problem = problem_of(&Family::Share(70).level(Size::new(4, 5), seed));
        let cost = CostModel::from_options(|_| None, problem.size).expect("are the defaults");
        let (cost, budget) = (cost.with_cells(&problem), minute());
        let orders = orders_of(&problem);
        let progress = Progress::new(&NoProgress);
        let proved = |prove: Prove| {
            let mut search = KeysSearch::new(&problem, &cost, 0, &progress);
            search.offer(&orders[0]);
            prove(&mut search, &orders, &budget).expect("in time");
            assert!(search.is_proved());
            (search.path_cost, search.explored)
        };
        let narrow = proved(prove::prove::<1>);
        assert_eq!(narrow, proved(prove::prove::<2>));
        assert_eq!(narrow, proved(prove::prove::<4>));
    }
}

type Prove = fn(&mut KeysSearch<'_, '_>, &[Vec<u32>], &Budget) -> Result<Stop, Stop>;

#[test]
fn memory_for_a_few_states_is_enough_for_a_plan_and_a_bound() {
    let level = Family::Full.level(Size::new(6, 10), 7);
    let costs = [0, 1 << 16, 3 << 20].map(|bytes| {
        let budget = Budget::default().with_memory(bytes);
        let report = run(&level, &Options::new(), &budget, &NoProgress);
        let solution = report.outcome.solution().expect("has a plan");
        let bound = solution.lower_bound.expect("has a bound");
        let cost = solution.cost;
        assert!(bound <= 160 && 160 <= cost, "{bytes}: {bound} {cost}");
        match report.outcome {
            crate::game::Outcome::Stopped { stop, .. } => assert_eq!(stop, Stop::Memory),
            other => panic!("{bytes}: {}", other.word()),
        }
        solution.cost
    });
    assert!(costs[2] <= 163, "{costs:?}");
}

/// Cancels the search as soon as the bound exceeds this many tenths of the best plan.
struct CancelWhenNear(i64, crate::search::CancelFlag);

impl ProgressSink for CancelWhenNear {
    fn snapshot(&self, snapshot: Snapshot) {
        let both = snapshot.best.zip(snapshot.lower_bound);
        if both.is_some_and(|(best, bound)| bound * 10 > best * self.0) {
            self.1.cancel();
        }
    }
}

#[test]
fn long_ways_do_not_overflow() {
    let size = Size::new(200, 200);
    let cells = (0..30).map(|n| Cell::new(n * 7919 % 200, n * 104_729 % 200));
    let level = level(stamped(size, cells));
    for (key, value) in [
        ("runs", "1000"),
        ("runs", "997 1000"),
        ("pointer", "1000 999"),
        ("edges", "wrap"),
    ] {
        let options = keyed(&[(key, value)]);
        let budget = minute();
        let cancel = CancelWhenNear(8, budget.cancel_flag().clone());
        let report = run(&level, &options, &budget, &cancel);
        assert_ne!(report.outcome.word(), "limit", "{key} {value}");
        let solution = report.outcome.solution().expect("has a plan");
        let bound = solution.lower_bound.expect("has a bound");
        let cost = solution.cost;
        assert!(0 < bound && bound <= cost, "{key} {value}: {bound} {cost}");
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let level = level(stamped(Size::new(2, 2), [Cell::new(0, 0)]));
    for (key, values) in [
        ("edges", ["", "wraps", "none", "stop wrap"].as_slice()),
        ("runs", &["", "0", "3 2", "1001", "1,2", "-1"]),
        ("stamp", &["", "-1", "1001", "two"]),
        ("pointer", &["", "16", "0 16", "16 16 16", "yes", "16 1001"]),
        (
            "cursor",
            &["", "any any", "3 1", "1", "0 1", "1 2 3", "a b"],
        ),
    ] {
        for value in values {
            let mut request = SolveRequest::new(&level);
            request.options = keyed(&[(key, *value)]);
            let refused = solve(&FewestKeys, &request, &Budget::default(), &NoProgress);
            let refused = refused.expect_err("makes no sense").to_string();
            assert!(refused.contains(key), "{key} {value}: {refused}");
        }
    }
}

#[test]
fn the_same_request_gets_the_same_answer() {
    let level = Family::Share(60).level(Size::new(6, 8), 5);
    let answer = || {
        let report = run(&level, &Options::new(), &Budget::default(), &NoProgress);
        let plan = report.outcome.solution().map(cells_of);
        (plan.expect("has a plan"), report.explored)
    };
    assert_eq!(answer(), answer());
}
