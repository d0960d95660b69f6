//! `forward`, the second reference: depth-first search over boards, from the empty board forwards.
//!
//! Only a cell whose neighbours are all stamped is final and can be known to be wrong, so bad boards are recognized
//! late; backwards, each cell taken back was right. This is far slower than `backward` and is there for comparison.

use crate::Logo;
use crate::game::typed::{SolveTask, TypedSolver};
use crate::game::{Answer, SolverInfo};
use crate::search::{Budget, Progress};

use super::depth_first::{BoardWalk, SearchDirection};
use super::order;
use super::problem::Vertex;

pub(super) struct Forward;

const DIRECTION: SearchDirection = SearchDirection {
    forwards: true,
    order: "columns",
    is_dead_end,
    unsolvable: "every order of stamping the target’s cells fails",
};

/// Returns whether the cell stamped last or one of its neighbours is final and wrong.
fn is_dead_end(walk: &BoardWalk<'_>, vertex: Vertex) -> bool {
    let problem = walk.problem;
    let value = |vertex: Vertex| walk.board[vertex as usize];
    let is_wrong = |vertex: Vertex| {
        value(vertex) != 0
            && problem.adjacent(vertex).all(|other| value(other) != 0)
            && value(vertex) != problem.final_value(vertex)
    };
    is_wrong(vertex) || problem.adjacent(vertex).any(is_wrong)
}

impl TypedSolver for Forward {
    type Game = Logo;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "forward",
        title: "Forward search",
        good_for: "The published slow method, for comparison: very small boards only.",
        method: "Depth-first search over boards from the start to the target: stamps cells in a fixed \
            order, remembers the boards visited, and drops a board once a final cell is wrong.",
        guarantee: "A plan, or proof that there is none, given enough time and memory.",
        cost_unit: "stamps",
        counts: false,
        options: &[order::option(DIRECTION.order)],
        ..SolverInfo::EXACT
    };

    fn run(&self, task: &SolveTask<'_, Logo>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        DIRECTION.solve(task, budget, progress)
    }
}
