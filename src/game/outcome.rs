//! Results of solving.

use std::time::Duration;

use super::{Cell, VerifiedPlan};
use crate::search::Stop;

/// Cost of a plan in the solver's unit (stamps, keys, presses, points).
pub type Cost = i64;

/// Direction of optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Objective {
    #[default]
    Minimise,
    /// For points. "Lower bounds" are then upper bounds.
    Maximise,
}

impl Objective {
    /// Returns whether `a` is strictly better than `b`.
    pub fn is_better(self, a: Cost, b: Cost) -> bool {
        match self {
            Self::Minimise => a < b,
            Self::Maximise => a > b,
        }
    }
}

/// Plan and its proved quality. `P` is [`super::Plan`] from a solver, and [`VerifiedPlan`] after the replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P = VerifiedPlan> {
    /// Moves from the position that the solver was given.
    pub plan: P,
    pub cost: Cost,
    /// True if it is proved to be optimal.
    pub optimal: bool,
    /// Proved bound of the cost of every plan (an upper bound where more is better).
    pub lower_bound: Option<Cost>,
    /// Number of distinct solutions found, at most the number requested; `None` if not counted.
    pub solutions: Option<u64>,
    /// Number of plans that these solutions represent, in decimal digits, if counted. See [`super::Solver::up_to`].
    pub orders: Option<String>,
    /// Further plans, if several were requested.
    pub others: Vec<P>,
    /// Reason of each move of [`Solution::plan`]; empty if the solver gives none.
    pub reasons: Vec<MoveReason>,
}

/// Argument for a move, as a human would put it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MoveReason {
    /// Usual name of the argument: `hidden single`.
    pub technique: &'static str,
    /// Argument, one step per line.
    pub text: String,
    /// Cells of the level board that the argument uses, without those of the move.
    pub cells: Vec<Cell>,
    /// True if it needs trial or search.
    pub needs_search: bool,
}

impl<P> Solution<P> {
    /// Plan about which nothing is proved.
    pub fn new(plan: P, cost: Cost) -> Self {
        Self {
            plan,
            cost,
            optimal: false,
            lower_bound: None,
            solutions: None,
            orders: None,
            others: Vec::new(),
            reasons: Vec::new(),
        }
    }

    /// Plan that is proved to be optimal.
    pub fn optimal(plan: P, cost: Cost) -> Self {
        Self {
            optimal: true,
            lower_bound: Some(cost),
            ..Self::new(plan, cost)
        }
    }

    /// All plans, [`Solution::plan`] first.
    pub fn plans(&self) -> impl Iterator<Item = &P> {
        std::iter::once(&self.plan).chain(&self.others)
    }
}

/// Proof that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unsolvable {
    /// Reason, in a sentence that helps a level designer.
    pub reason: String,
    /// Cells of the level board that the reason is about; may be empty.
    pub cells: Vec<Cell>,
}

impl Unsolvable {
    /// Proof about these cells.
    pub fn at(cells: Vec<Cell>, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { reason, cells }
    }

    /// Proof that is not about particular cells.
    pub fn because(reason: impl Into<String>) -> Self {
        Self::at(Vec::new(), reason)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<P = VerifiedPlan> {
    /// A plan was found, and the solver finished its work.
    Solved(Solution<P>),
    /// Proved that there is no plan.
    Unsolvable(Unsolvable),
    /// The search ended early.
    Stopped {
        stop: Stop,
        best: Option<Solution<P>>,
        /// Proved bound of the cost of every plan.
        lower_bound: Option<Cost>,
    },
}

impl<P> Outcome<P> {
    /// Reason for the early end, if there was one.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped { stop, .. } => Some(*stop),
            _ => None,
        }
    }

    /// Plan, final or best so far.
    pub fn solution(&self) -> Option<&Solution<P>> {
        match self {
            Self::Solved(solution) => Some(solution),
            Self::Stopped { best, .. } => best.as_ref(),
            Self::Unsolvable(_) => None,
        }
    }

    /// Word used in JSON and logs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable(_) => "unsolvable",
            Self::Stopped {
                stop: Stop::Cancelled,
                ..
            } => "interrupted",
            Self::Stopped { .. } => "limit",
        }
    }
}

/// A replayed outcome with statistics.
#[derive(Clone, Debug)]
pub struct SolveReport {
    pub solver: &'static str,
    pub cost_unit: &'static str,
    /// See [`super::Solver::up_to`].
    pub up_to: &'static str,
    pub outcome: Outcome,
    /// Search nodes explored, in the solver's own measure.
    pub explored: u64,
    /// Wall-clock time, including the replay.
    pub elapsed: Duration,
}
