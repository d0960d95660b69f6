//! Compares local search with all single moves.

use fastrand::Rng;

use super::*;
use crate::solvers::fewest_keys::improve::Improver;
use crate::solvers::fewest_keys::near::Near;
use crate::solvers::problem::Vertex;

/// A problem, and a valid order of its cells.
fn problem_of(target: &Target) -> (Problem, Vec<Vertex>) {
    let level = level(target.clone());
    let request = SolveRequest::new(&level);
    let task = Task::of(&request, "test").expect("is of this game");
    let problem = Problem::of(&task).expect("can be solved");
    let orders = peel::orders(&problem, 1, &Budget::default()).0;
    let mut orders = orders.expect("in time").expect("can be solved");
    (problem, orders.swap_remove(0))
}

/// Returns whether neighbours come in the same order in both.
fn is_same_orientation(problem: &Problem, one: &[Vertex], other: &[Vertex]) -> bool {
    let place = |order: &[Vertex], v: Vertex| order.iter().position(|u| *u == v);
    one.iter().all(|v| {
        problem
            .beside(*v)
            .all(|u| (place(one, *v) < place(one, u)) == (place(other, *v) < place(other, u)))
    })
}

/// All orders of the same orientation after one exchange or reversal.
fn all_moves(problem: &Problem, order: &[Vertex]) -> Vec<Vec<Vertex>> {
    let n = order.len();
    let mut found = Vec::new();
    for i in 0..n {
        for k in i + 1..=n {
            let mut turned = order.to_vec();
            turned[i..k].reverse();
            found.push(turned);
            for j in i + 1..k {
                let mut exchanged = order.to_vec();
                exchanged[i..k].rotate_left(j - i);
                found.push(exchanged);
            }
        }
    }
    found.retain(|other| is_same_orientation(problem, order, other));
    found
}

proptest! {
    #[test]
    fn after_a_descent_no_move_is_left_that_helps(
        target in few_stamps(),
        place in 0..24_usize,
        kind in kinds(),
        seed in any::<u64>(),
    ) {
        let size = target.size();
        let place = place % size.area();
        let start = Cell::new(place / size.cols, place % size.cols);
        let costs = Costs::new(size, Some(start), 1, kind);
        let (problem, begin) = problem_of(&target);
        let option = |key: &str| costs.options.get(key).map(String::as_str);
        let cost = CostModel::of(option, size).expect("are options").with_cells(&problem);
        let budget = minute();
        let near = Near::new(&problem, &cost, &budget).expect("in time");
        let mut improver = Improver::new(&problem, &cost, &near, begin.clone());
        improver.shake(&mut Rng::with_seed(seed), 5);
        prop_assert_eq!(improver.ways(), cost.ways(improver.order()));
        prop_assert!(is_same_orientation(&problem, &begin, improver.order()));
        // Moves that became possible far from a change are found by a fresh descent.
        let mut order = improver.order().to_vec();
        loop {
            let mut improver = Improver::new(&problem, &cost, &near, order.clone());
            let before = improver.ways();
            improver.descend(&budget).expect("in time");
            let after = improver.order().to_vec();
            prop_assert_eq!(improver.ways(), cost.ways(&after));
            improver.go_back();
            prop_assert_eq!(improver.order(), &order);
            prop_assert_eq!(improver.ways(), before);
            order = after;
            if cost.ways(&order) == before {
                break;
            }
        }
        prop_assert!(is_same_orientation(&problem, &begin, &order));
        for other in all_moves(&problem, &order) {
            prop_assert!(cost.ways(&other) >= cost.ways(&order), "{order:?} {other:?}");
        }
    }
}
