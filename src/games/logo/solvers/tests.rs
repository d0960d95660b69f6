//! Compares the solvers with each other, with brute force and with the rules.

mod random;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::problem::StampProblem;
use super::*;
use crate::game::typed::SolveTask;
use crate::game::{
    Cell, Game as _, Grid, Level, LevelRef, Meta, Move, Outcome, Size, SolveReport, SolveRequest,
    solve,
};
use crate::generate::{Family, stamped};
use crate::search::{Budget, NoProgress, Stop};
use crate::{LOGO, LogoLevel, Target};
use testkit_game::keyed;

fn solver(id: &str) -> &'static dyn Solver {
    let found = ALL.iter().find(|solver| solver.info().id == id);
    *found.expect("the solver is in the list")
}

pub(super) fn level(target: Target) -> LogoLevel {
    crate::level(&target, Meta::default()).expect("is in range")
}

fn run(id: &str, request: &SolveRequest<'_>) -> SolveReport {
    let budget = Budget::default().with_time(Duration::from_secs(60));
    solve(solver(id), request, &budget, &NoProgress).expect("takes the level")
}

fn solved(id: &str, level: &dyn Level) -> bool {
    match run(id, &SolveRequest::new(level)).outcome {
        Outcome::Solved(_) => true,
        Outcome::Unsolvable(proof) => {
            assert!(!proof.reason.is_empty());
            let size = level.board().size;
            assert!(proof.cells.iter().all(|cell| size.contains(*cell)));
            false
        }
        other => panic!("{id} ends with {}", other.word()),
    }
}

pub(super) fn problem_of(level: &LogoLevel) -> StampProblem {
    let request = SolveRequest::new(level);
    let task = SolveTask::new(&request, "test").expect("is of this game");
    StampProblem::new(&task).expect("can be solved")
}

fn text(source: &str) -> LevelRef {
    LOGO.parse_text(source).expect("is a level")
}

/// The target of each order of stamping these cells, with the number of orientations that lead to it.
fn brute_force_orientations(size: Size, cells: &[Cell]) -> Vec<(Target, usize)> {
    let mut targets = BTreeMap::<Vec<u8>, BTreeSet<Vec<bool>>>::new();
    let pairs = cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b)));
    let adjacent = pairs.filter(|(a, b)| a < b && a.distance(**b) == 1);
    let pairs: Vec<_> = adjacent.collect();
    permutations(cells, &mut |order| {
        let rank = |cell: &Cell| order.iter().position(|other| other == cell);
        let orientation = pairs.iter().map(|(a, b)| rank(a) < rank(b)).collect();
        let board = stamped(size, order.iter().copied());
        let entry = targets.entry(board.as_slice().to_vec()).or_default();
        entry.insert(orientation);
    });
    let board = |board| Grid::from_cells(size, board).expect("fits");
    let targets = targets.into_iter();
    let counted = targets.map(|(cells, all)| (board(cells), all.len()));
    counted.collect()
}

fn permutations(cells: &[Cell], visit: &mut dyn FnMut(&[Cell])) {
    fn extend(rest: &mut Vec<Cell>, order: &mut Vec<Cell>, visit: &mut dyn FnMut(&[Cell])) {
        if rest.is_empty() {
            return visit(order);
        }
        for index in 0..rest.len() {
            let cell = rest.remove(index);
            order.push(cell);
            extend(rest, order, visit);
            order.pop();
            rest.insert(index, cell);
        }
    }
    extend(&mut cells.to_vec(), &mut Vec::new(), visit);
}

#[test]
fn all_boards_of_two_by_three_agree() {
    let size = Size::new(2, 3);
    let mut solvable = 0;
    for code in 0..5_u32.pow(6) {
        let values = (0..6).map(|place| (code / 5_u32.pow(place) % 5) as u8);
        let level = level(Grid::from_cells(size, values.collect()).expect("fits"));
        let peel = solved("peel", &level);
        for reference in ["backward", "forward"] {
            assert_eq!(peel, solved(reference, &level), "{}", level.to_text());
        }
        solvable += u32::from(peel);
    }
    // No cell has four neighbours, so each subset has as many boards as acyclic orientations; this is their sum.
    let mut expected = 0;
    let cells: Vec<Cell> = size.cells().collect();
    for subset in 0..64_u32 {
        let chosen = (0..6).filter(|place| subset >> place & 1 == 1);
        let chosen: Vec<Cell> = chosen.map(|place| cells[place]).collect();
        expected += brute_force_orientations(size, &chosen).len() as u32;
    }
    assert_eq!(solvable, expected);
}

#[test]
fn orientations_are_counted_exactly() {
    // A plus with its corners: all orders of eight and nine cells, with wrapped 4s.
    let size = Size::new(3, 3);
    let all: Vec<Cell> = size.cells().collect();
    let no_corner: Vec<Cell> = all[1..].to_vec();
    let plus = [1, 3, 5, 7, 4].map(|place| all[place]).to_vec();
    for cells in [plus, no_corner] {
        for (target, expected) in brute_force_orientations(size, &cells) {
            let level = level(target);
            let mut request = SolveRequest::new(&level);
            request.count = 1000;
            let Outcome::Solved(solution) = run("peel", &request).outcome else {
                panic!("{} can be solved", level.to_text());
            };
            let counted = solution.solutions;
            assert_eq!(counted, Some(expected as u64), "{}", level.to_text());
            assert_eq!(solution.others.len() + 1, expected);
        }
    }
}

#[test]
fn orders_are_counted_exactly() {
    let size = Size::new(3, 3);
    let mut cells: Vec<Cell> = size.cells().collect();
    let whole = cells.split_off(2);
    let loose = [0, 1, 3, 5, 7, 8].map(|index| size.cell(index)).to_vec();
    for cells in [whole, loose] {
        let mut boards = BTreeMap::<Vec<u8>, u64>::new();
        permutations(&cells, &mut |order| {
            let board = stamped(size, order.iter().copied());
            *boards.entry(board.as_slice().to_vec()).or_default() += 1;
        });
        for (board, orders) in boards {
            let level = level(Grid::from_cells(size, board).expect("fits"));
            let mut request = SolveRequest::new(&level);
            request.count = 20;
            let report = run("peel", &request);
            assert_eq!(report.up_to, "up to the order of stamps");
            let solution = report.outcome.solution().expect("has one");
            let expected = Some(orders.to_string());
            assert_eq!(solution.orders, expected, "{}", level.to_text());
        }
    }
    // A chain, and a board with too many downsets.
    for (family, counted) in [(Family::Spiral(0), true), (Family::Full, false)] {
        let level = family.level(Size::new(6, 10), 1);
        let mut request = SolveRequest::new(&level);
        request.count = 2;
        let report = run("peel", &request);
        let solution = report.outcome.solution().expect("has one");
        assert_eq!(solution.orders.is_some(), counted, "{:?}", solution.orders);
    }
}

#[test]
fn every_order_of_trying_comes_to_the_same() {
    let orders = ["rows", "columns", "spiral", "inside-out", "random"];
    let families = [
        Family::Full,
        Family::Share(70),
        Family::Noise,
        Family::TwoOff,
    ];
    let boards = families.map(|family| (0..6).map(move |seed| (family, seed)));
    for (family, seed) in boards.into_iter().flatten() {
        let level = family.level(Size::new(3, 4), seed);
        let expected = if solved("peel", &level) {
            "solved"
        } else {
            "unsolvable"
        };
        for id in ["backward", "forward"] {
            for order in orders {
                let mut request = SolveRequest::new(&level);
                request.options = keyed(&[("order", order)]);
                let word = run(id, &request).outcome.word();
                assert_eq!(word, expected, "{id} {order} {}", level.to_text());
            }
        }
    }
    let level = Family::Full.level(Size::new(3, 4), 0);
    let mut request = SolveRequest::new(&level);
    request.options = keyed(&[("order", "sideways")]);
    for id in ["backward", "forward"] {
        let refused = solve(solver(id), &request, &Budget::default(), &NoProgress);
        let refused = refused.expect_err("is no order").to_string();
        assert!(refused.contains("sideways"), "{refused}");
    }
}

#[test]
fn every_family_is_solved() {
    for family in Family::SOLVABLE {
        for size in [Size::new(6, 10), Size::new(25, 25), Size::new(60, 40)] {
            for seed in 0..10 {
                let level = family.level(size, seed);
                assert!(solved("peel", &level), "{family:?} {size} {seed}");
            }
        }
    }
}

#[test]
fn the_largest_boards_are_solved() {
    for family in [Family::Full, Family::Share(70), Family::Checkerboard(10)] {
        let level = family.level(Size::new(200, 200), 1);
        assert!(solved("peel", &level), "{family:?}");
    }
}

#[test]
fn long_chains_are_solved() {
    // Boards on which cheap probing gives up. The last one was once considered unsolvable.
    for (size, percent, seed) in [
        (40, 5, 0),
        (40, 10, 1),
        (60, 10, 2),
        (80, 5, 3),
        (80, 20, 3),
        (102, 20, 2),
    ] {
        let level = Family::Spiral(percent).level(Size::new(size, size), seed);
        assert!(solved("peel", &level), "{size} {percent} {seed}");
    }
}

#[test]
fn peel_and_backward_agree_on_middling_boards() {
    // Large enough for many wrapped 4s and boards that need a search.
    for seed in 0..40 {
        for family in Family::DOUBTFUL.into_iter().chain([Family::Full]) {
            let level = family.level(Size::new(4, 5), seed);
            let solved = ["peel", "backward"].map(|id| solved(id, &level));
            assert_eq!(solved[0], solved[1], "{}", level.to_text());
        }
    }
}

#[test]
fn reasons_name_what_is_wrong() {
    for (board, reason, cells) in [
        ("11", "both show 1", 2),
        ("4.", "3 neighbours must be stamped after it", 1),
        ("22\n22", "none of these 4 cells can be stamped last", 4),
        ("23\n22", "but they need 5", 4),
        (".2.\n212\n.2.", "", 0),
        ("13.\n21.", "none of its neighbours may be stamped", 3),
    ] {
        let level = text(&format!("logo\n\n{board}\n"));
        match run("peel", &SolveRequest::new(level.as_ref())).outcome {
            Outcome::Unsolvable(proof) => {
                assert!(proof.reason.contains(reason), "{board}: {}", proof.reason);
                assert_eq!(proof.cells.len(), cells, "{board}: {}", proof.reason);
            }
            other => assert!(reason.is_empty(), "{board}: {}", other.word()),
        }
    }
}

#[test]
fn moves_that_spoil_the_level_are_reported() {
    let level = text("logo\n\n2.\n1.\n");
    for (done, reason) in [("1 2", "empty in the target"), ("2 1", "it will end as 2")] {
        let done = [Move::new(done)];
        for id in ["peel", "backward", "forward", "fewest-keys"] {
            let mut request = SolveRequest::new(level.as_ref());
            request.done = &done;
            match run(id, &request).outcome {
                Outcome::Unsolvable(proof) => {
                    assert!(proof.reason.contains(reason), "{id}: {}", proof.reason);
                }
                other => panic!("{id}: {}", other.word()),
            }
        }
    }
}

#[test]
fn the_memory_budget_holds() {
    let level = Family::Spiral(20).level(Size::new(6, 10), 1);
    let budget = Budget::default().with_memory(1 << 19);
    for id in ["backward", "forward", "fewest-keys"] {
        let mut request = SolveRequest::new(&level);
        request.optimal = true;
        let report = solve(solver(id), &request, &budget, &NoProgress).expect("takes the level");
        match report.outcome {
            Outcome::Stopped { stop, .. } => assert_eq!(stop, Stop::Memory, "{id}"),
            other => panic!("{id}: {}", other.word()),
        }
    }
}
