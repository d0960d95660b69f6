//! The second reference: depth-first search over board states, from the empty board forwards.
//!
//! A board on the way forwards does not tell whether it still leads to the target. Only a cell all of
//! whose neighbours are stamped is final, and only such a cell can be seen to be wrong. Backwards,
//! each cell taken back was right. So this is far slower than `backward`; it is there to be compared
//! with.

use crate::Logo;
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Answer, SolverInfo};
use crate::search::{Budget, Progress};

use super::depth_first::{Direction, Walk};
use super::order;
use super::problem::Vertex;

/// Stamps cells, in every way there is, until the target is there.
pub(super) struct Forward;

const DIRECTION: Direction = Direction {
    stamps: true,
    order: "columns",
    is_dead_end,
    unsolvable: "every order of stamping the target’s cells fails",
};

/// Returns whether the cell stamped last or one beside it is final and wrong.
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
