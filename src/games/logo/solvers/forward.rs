//! `forward`, the second reference: depth-first search over boards, from the empty board forwards.
//!
//! Only a cell whose neighbours are all stamped is final and can be known to be wrong, so bad boards are recognized
//! late; backwards, each cell taken back was right. This is far slower than `backward` and is there for comparison.

use crate::Logo;
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Answer, SolverInfo};
use crate::search::{Budget, Progress};

use super::depth_first::{Direction, Walk};
use super::order;
use super::problem::Vertex;

pub(super) struct Forward;

const DIRECTION: Direction = Direction {
    stamps: true,
    order: "columns",
    is_dead_end,
    unsolvable: "every order of stamping the target’s cells fails",
};

/// Returns whether the cell stamped last or one of its neighbours is final and wrong.
fn is_dead_end(walk: &Walk<'_>, vertex: Vertex) -> bool {
    let problem = walk.problem;
    let shows = |vertex: Vertex| walk.board[vertex as usize];
    let is_wrong = |vertex: Vertex| {
        shows(vertex) != 0
            && problem.beside(vertex).all(|beside| shows(beside) != 0)
            && shows(vertex) != problem.shown(vertex)
    };
    is_wrong(vertex) || problem.beside(vertex).any(is_wrong)
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

    fn run(&self, task: &Task<'_, Logo>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        DIRECTION.solve(task, budget, progress)
    }
}
