//! Compares local search with all single moves.

use fastrand::Rng;

use super::*;
use crate::solvers::fewest_keys::improve::Improver;
use crate::solvers::fewest_keys::nearest::NearestCells;
use crate::solvers::problem::Vertex;

/// Returns whether neighbours come in the same order in both.
fn is_same_orientation(problem: &StampProblem, one: &[Vertex], other: &[Vertex]) -> bool {
    let index = |order: &[Vertex], v: Vertex| order.iter().position(|u| *u == v);
    one.iter().all(|v| {
        problem
            .adjacent(*v)
            .all(|u| (index(one, *v) < index(one, u)) == (index(other, *v) < index(other, u)))
    })
}

/// All orders of the same orientation after one exchange.
fn all_moves(problem: &StampProblem, order: &[Vertex]) -> Vec<Vec<Vertex>> {
    let n = order.len();
    let mut found = Vec::new();
    for i in 0..n {
        for k in i + 1..=n {
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
        let start = size.cell(place % size.area());
        let costs = Costs::new(size, Some(start), 1, kind);
        let problem = problem_of(&level(target));
        let begin = orders_of(&problem).swap_remove(0);
        let option = |key: &str| costs.options.get(key).map(String::as_str);
        let cost = CostModel::from_options(option, size).expect("are options").with_cells(&problem);
        let budget = minute();
        let near = NearestCells::new(&problem, &cost, &budget).expect("in time");
        let mut improver = Improver::new(&problem, &cost, &near, begin.clone());
        improver.shake(&mut Rng::with_seed(seed), 5);
        prop_assert_eq!(improver.path_cost, cost.path_cost(&improver.order));
        prop_assert!(is_same_orientation(&problem, &begin, &improver.order));
        // Moves that became possible far from a change are found by a fresh descent.
        let mut order = improver.order.clone();
        loop {
            let mut improver = Improver::new(&problem, &cost, &near, order.clone());
            let before = improver.path_cost;
            improver.descend(&budget).expect("in time");
            let after = improver.order.clone();
            prop_assert_eq!(improver.path_cost, cost.path_cost(&after));
            improver.rollback();
            prop_assert_eq!(&improver.order, &order);
            prop_assert_eq!(improver.path_cost, before);
            order = after;
            if cost.path_cost(&order) == before {
                break;
            }
        }
        prop_assert!(is_same_orientation(&problem, &begin, &order));
        for other in all_moves(&problem, &order) {
            prop_assert!(cost.path_cost(&other) >= cost.path_cost(&order), "{order:?} {other:?}");
        }
    }
}
