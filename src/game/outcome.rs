//! Results of solving.

use std::time::Duration;

use super::{Cell, VerifiedPlan};

/// Cost of a plan in the solver's unit (stamps, keys, presses, points).
pub type Cost = i64;

/// Whether a smaller or a larger cost is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Direction {
    #[default]
    Minimise,
    /// For points. A "lower bound" is an upper bound then.
    Maximise,
}

impl Direction {
    /// Whether `a` is strictly better than `b`.
    pub fn better(self, a: Cost, b: Cost) -> bool {
        match self {
            Self::Minimise => a < b,
            Self::Maximise => a > b,
        }
    }
}

/// A plan and its proved quality. `P` is [`super::Plan`] from a solver, and [`VerifiedPlan`] after
/// the replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P = VerifiedPlan> {
    /// The moves from the position that the solver was given.
    pub plan: P,
    pub cost: Cost,
    /// Proved to be the best.
    pub optimal: bool,
    /// Proved bound that no plan beats (an upper bound where more is better).
    pub lower_bound: Option<Cost>,
    /// Number of distinct solutions found, at most the number asked for; `None` if not counted.
    pub solutions: Option<u64>,
    /// Number of plans that these solutions stand for, in decimal digits because it may be huge;
    /// `None` if not counted. See [`super::Solver::up_to`].
    pub orders: Option<String>,
    /// Further plans, if several were asked for.
    pub others: Vec<P>,
    /// Why each move of [`Solution::plan`] is made; empty if the solver gives no reasons.
    pub reasons: Vec<Reason>,
}

/// Why a move is made, as a human would argue.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reason {
    /// The usual name of the argument: `hidden single`.
    pub technique: &'static str,
    /// The argument, one step per line.
    pub text: String,
    /// Cells of the level board that the argument uses, without those of the move.
    pub cells: Vec<Cell>,
    /// Whether it needed trial or search.
    pub tried: bool,
}

impl<P> Solution<P> {
    /// A plan about which nothing is proved.
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

    /// A plan proved to be the best.
    pub fn best(plan: P, cost: Cost) -> Self {
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

/// A proof that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unsolvable {
    /// Why, in a sentence that helps a level designer.
    pub reason: String,
    /// Cells of the level board that the reason is about; may be empty.
    pub cells: Vec<Cell>,
}

impl Unsolvable {
    /// A proof that is about no cells in particular.
    pub fn because(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            cells: Vec::new(),
        }
    }
}

/// Which limit of the budget ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time,
    Memory,
    /// A limit of the method itself, such as depth or size.
    Method,
}

/// How solving ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<P = VerifiedPlan> {
    /// A plan was found, and the solver finished its work.
    Solved(Solution<P>),
    /// Proved that there is no plan.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Limit {
        limit: Limit,
        best: Option<Solution<P>>,
        /// Bound that holds for every plan.
        lower_bound: Option<Cost>,
    },
    /// The user cancelled the search.
    Interrupted {
        best: Option<Solution<P>>,
        /// Bound that holds for every plan.
        lower_bound: Option<Cost>,
    },
}

impl<P> Outcome<P> {
    /// The method itself can do no more.
    pub fn given_up(best: Option<Solution<P>>, lower_bound: Option<Cost>) -> Self {
        Self::Limit {
            limit: Limit::Method,
            best,
            lower_bound,
        }
    }

    /// The plan, final or best so far.
    pub fn solution(&self) -> Option<&Solution<P>> {
        match self {
            Self::Solved(solution) => Some(solution),
            Self::Limit { best, .. } | Self::Interrupted { best, .. } => best.as_ref(),
            Self::Unsolvable(_) => None,
        }
    }

    /// The word used in JSON and logs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable(_) => "unsolvable",
            Self::Limit { .. } => "limit",
            Self::Interrupted { .. } => "interrupted",
        }
    }
}

/// A replayed outcome with statistics.
#[derive(Clone, Debug)]
pub struct Report {
    /// Id of the solver.
    pub solver: &'static str,
    /// Unit of all costs.
    pub cost_unit: &'static str,
    /// See [`super::Solver::up_to`].
    pub up_to: &'static str,
    pub outcome: Outcome,
    /// Search nodes explored, in the solver's own measure.
    pub explored: u64,
    /// Wall-clock time, including the replay.
    pub elapsed: Duration,
}
