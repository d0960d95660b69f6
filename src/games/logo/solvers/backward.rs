//! The reference: the published depth-first search over board states, from the target backwards.

use crate::Logo;
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Answer, SolverInfo, Unsolvable};
use crate::search::{Budget, Progress};

use super::depth_first::Direction;
use super::order;
use super::problem::count;

/// Takes stamps back, in every way there is, until none is left.
pub(super) struct Backward;

const DIRECTION: Direction = Direction {
    stamps: false,
    order: "spiral",
    may_lead_on: |_, _| true,
    unsolvable: |walk| Unsolvable {
        reason: format!(
            "every way of taking stamps back from the target gets stuck ({} seen); at best \
             these {} left",
            count(walk.explored as usize + 1, "board", "boards"),
            count(walk.closest.len(), "cell is", "cells are"),
        ),
        cells: walk.problem.places(&walk.closest),
    },
};

impl TypedSolver for Backward {
    type Game = Logo;

    const INFO: &'static SolverInfo = &SolverInfo {
        id: "backward",
        title: "Backward search",
        good_for: "The published way, to compare with: slow.",
        method: "Depth-first search over boards from the target back to the start, taking back cells \
                 that show 1 in a set order, with a set of the boards seen.",
        guarantee: "Finds a plan or proves that there is none, given time and memory; slow.",
        cost_unit: "stamps",
        reference: true,
        counts: false,
        options: &[order::option(DIRECTION.order)],
        ..SolverInfo::EXACT
    };

    fn run(&self, task: &Task<'_, Logo>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        DIRECTION.solve(task, budget, progress)
    }
}
