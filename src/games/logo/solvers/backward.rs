//! `backward`, the reference: the published depth-first search over boards, from the target backwards.
//!
//! Takes stamps back in every possible order until none is left. A board is identified by the cells still stamped.

use crate::Logo;
use crate::game::typed::{SolveTask, TypedSolver};
use crate::game::{Answer, SolverInfo};
use crate::search::{Budget, Progress};

use super::depth_first::SearchDirection;
use super::order;

pub(super) struct Backward;

const DIRECTION: SearchDirection = SearchDirection {
    forwards: false,
    order: "spiral",
    is_dead_end: |_, _| false,
    unsolvable: "taking stamps back from the target always gets stuck",
};

impl TypedSolver for Backward {
    type Game = Logo;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "backward",
        title: "Backward search",
        good_for: "The published method, for comparison: slow.",
        method: "Depth-first search over boards from the target back to the start: takes back cells \
            that show 1, in a fixed order, and remembers the boards visited.",
        guarantee: "A plan, or proof that there is none, given enough time and memory.",
        cost_unit: "stamps",
        reference: true,
        counts: false,
        options: &[order::option(DIRECTION.order)],
        ..SolverInfo::EXACT
    };

    fn run(&self, task: &SolveTask<'_, Logo>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        DIRECTION.solve(task, budget, progress)
    }
}
