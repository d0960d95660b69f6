//! What solving can end in.

use std::time::Duration;

use super::{Cell, VerifiedPlan};

/// Cost of a plan in the solver's unit (stamps, keys, presses, points).
pub type Cost = i64;

/// Whether a smaller or a larger cost is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Direction {
    /// Fewer is better: stamps, presses, commands.
    #[default]
    Minimise,
    /// More is better: points. A "lower bound" then is an upper one.
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

/// A plan and what is known about its quality. `P` is [`super::Plan`] as a solver returns it and
/// [`VerifiedPlan`] once it has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P = VerifiedPlan> {
    /// The moves, from the position the solver was given.
    pub plan: P,
    /// Its cost.
    pub cost: Cost,
    /// Whether no cheaper plan exists; true only when proved.
    pub optimal: bool,
    /// Proved bound that no plan beats (an upper bound where more is better).
    pub lower_bound: Option<Cost>,
    /// Number of distinct solutions found, at most the number asked for; `None` if not counted.
    pub solutions: Option<u64>,
    /// How many plans the solutions found stand for, in decimal digits, as it can be a very large
    /// number; `None` if not counted. See [`super::Solver::up_to`].
    pub orders: Option<String>,
    /// The other plans, when several were asked for (this one not among them).
    pub others: Vec<P>,
    /// Why each move of [`Solution::plan`] is made, in the same order; empty where the solver
    /// gives no reasons.
    pub reasons: Vec<Reason>,
}

/// Why a move of a plan is made, as a person would argue.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reason {
    /// The kind of argument, by its usual name: `hidden single`.
    pub technique: &'static str,
    /// The argument, one step of thought a line.
    pub text: String,
    /// The cells of the level board that it looks at, apart from those of the move.
    pub cells: Vec<Cell>,
    /// Whether something had to be tried out or searched for.
    pub tried: bool,
}

impl<P> Solution<P> {
    /// A plan with nothing proved about it.
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

    /// Its plan, and then the others.
    pub fn plans(&self) -> impl Iterator<Item = &P> {
        std::iter::once(&self.plan).chain(&self.others)
    }
}

/// A proof that there is no solution, in words and places.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unsolvable {
    /// Why, in a sentence that helps a level designer.
    pub reason: String,
    /// Cells of the level board that the reason is about, may be empty.
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
    /// The deadline.
    Time,
    /// The memory budget.
    Memory,
    /// A depth or size limit of the method itself.
    Method,
}

/// How solving ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<P = VerifiedPlan> {
    /// A plan was found and the solver did all it set out to do.
    Solved(Solution<P>),
    /// It is proved that there is no plan.
    Unsolvable(Unsolvable),
    /// A limit came first; the best plan so far, if any, and the bound proved so far.
    Limit {
        /// Which limit.
        limit: Limit,
        /// The best plan so far.
        best: Option<Solution<P>>,
        /// Bound that holds for every plan.
        lower_bound: Option<Cost>,
    },
    /// The person said stop; as [`Outcome::Limit`] otherwise.
    Interrupted {
        /// The best plan so far.
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

    /// The word for it in JSON and logs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable(_) => "unsolvable",
            Self::Limit { .. } => "limit",
            Self::Interrupted { .. } => "interrupted",
        }
    }
}

/// An outcome whose plans were replayed, with what it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which solver, by id.
    pub solver: &'static str,
    /// Unit of all costs in it.
    pub cost_unit: &'static str,
    /// What plans may differ in and be one solution.
    pub up_to: &'static str,
    /// How it ended.
    pub outcome: Outcome,
    /// Search nodes looked at, in the solver's own measure.
    pub explored: u64,
    /// Wall-clock time, replay included.
    pub elapsed: Duration,
}
