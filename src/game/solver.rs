//! Solvers, and the function that runs them.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::search::{Budget, Progress, ProgressSink, Stop};

use super::{
    Field, Level, Move, Outcome, Plan, Preset, ReplayError, Solution, SolveError, SolveReport,
    plan::apply_all, replay,
};

/// Result of a solver, before its plans are replayed.
pub type Answer = Result<Outcome<Plan>, SolveError>;

/// Method that computes plans.
pub trait Solver: Send + Sync {
    fn info(&self) -> &'static SolverInfo;

    /// Solves `request`. Call [`solve`] instead, which replays the plans.
    ///
    /// A solver checks `budget` often enough to return within 100 ms of cancellation. It fails if it does not support
    /// the level, an option or the moves already made.
    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer;

    /// Unit of the costs in the answer to this request.
    fn cost_unit(&self, _request: &SolveRequest<'_>) -> &'static str {
        self.info().cost_unit
    }

    /// Presets of its options.
    fn presets(&self) -> &'static [Preset] {
        &[]
    }
}

/// Request to solve a level.
#[derive(Clone, Debug)]
pub struct SolveRequest<'a> {
    pub level: &'a dyn Level,
    /// Moves already made; the plan continues from there.
    pub done: &'a [Move],
    /// True if the best plan is required rather than any plan.
    pub optimal: bool,
    /// Returns the first plan instead of improving it for a while. `optimal` takes precedence.
    pub first: bool,
    /// Plan from there on to improve, for solvers with [`SolverInfo::improves`]: the answer is this plan or a better
    /// one. Empty for none.
    pub known: &'a [Move],
    /// Number of distinct solutions to find, at least 1.
    pub count: usize,
    /// Options by key (see [`SolverInfo::options`]).
    pub options: BTreeMap<String, String>,
}

impl<'a> SolveRequest<'a> {
    /// Requests any plan from the start.
    pub fn new(level: &'a dyn Level) -> Self {
        Self {
            level,
            done: &[],
            optimal: false,
            first: false,
            known: &[],
            count: 1,
            options: BTreeMap::new(),
        }
    }

    /// Value of an option; `None` if not given.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.get(key).map(String::as_str)
    }

    /// Value of an option, or its default.
    pub fn value(&self, option: &Field) -> &str {
        option.value_in(&self.options)
    }

    /// Value of an option as a whole number.
    pub fn integer(&self, option: &Field) -> Result<i64, SolveError> {
        let value = self.value(option);
        let refused = |reason| SolveError::Option {
            key: option.key.to_owned(),
            reason,
        };
        option.check(value).map_err(refused)?;
        let number = value.parse();
        number.map_err(|_| refused(format!("‘{value}’ is not a whole number")))
    }

    /// Number of threads for an option like [`THREADS`](super::THREADS).
    pub fn threads(&self, option: &Field) -> Result<usize, SolveError> {
        Ok(match self.integer(option)? {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => usize::try_from(threads).unwrap_or(1),
        })
    }
}

/// Identity and guarantees of a solver.
#[derive(Debug)]
pub struct SolverInfo {
    /// Stable id.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Its use, in a short sentence for laypeople.
    pub good_for: &'static str,
    /// Its method, in a sentence with technical terms.
    pub method: &'static str,
    /// Its guarantee, in a sentence.
    pub guarantee: &'static str,
    pub cost_unit: &'static str,
    /// True if it is the plain published method against which others are checked.
    pub reference: bool,
    /// True if it proves that there is no solution.
    pub proves_unsolvable: bool,
    /// True if it proves plans to be the best.
    pub proves_optimal: bool,
    /// True if it continues from moves already made ([`SolveRequest::done`]), as hints require.
    pub continues: bool,
    /// True if it counts solutions ([`SolveRequest::count`]).
    pub counts: bool,
    /// True if it improves plans ([`SolveRequest::known`]).
    pub improves: bool,
    /// True if it reports the states it visits ([`Progress::visits`]).
    pub reports_visits: bool,
    /// Differences between plans that count as one solution, such as ‘up to the order of stamps’; may be empty.
    pub up_to: &'static str,
    pub options: &'static [Field],
}

impl SolverInfo {
    /// Defaults of an exact solver without options.
    pub const EXACT: Self = Self {
        id: "",
        title: "",
        good_for: "",
        method: "",
        guarantee: "",
        cost_unit: "",
        reference: false,
        proves_unsolvable: true,
        proves_optimal: true,
        continues: true,
        counts: true,
        improves: false,
        reports_visits: false,
        up_to: "",
        options: &[],
    };
}

/// Selects a solver that proves optimality: `chosen` if it does, else the first that does, else `chosen`.
pub fn optimal_solver(
    chosen: &'static dyn Solver,
    solvers: &[&'static dyn Solver],
) -> &'static dyn Solver {
    let mut all = std::iter::once(chosen).chain(solvers.iter().copied());
    all.find(|it| it.info().proves_optimal).unwrap_or(chosen)
}

/// Runs a solver and replays every plan under the rules. Plans of solvers reach users only through this function. Fails
/// as the solver does, or with [`SolveError::WrongPlan`] if the rules reject its plan.
pub fn solve(
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    budget: &Budget,
    sink: &dyn ProgressSink,
) -> Result<SolveReport, SolveError> {
    check_request(solver, request)?;
    let started = Instant::now();
    let progress = Progress::new(sink);
    let answer = match replay_done(request, budget) {
        Ok(()) => solver.run(request, budget, &progress),
        Err(error) => Err(SolveError::Prefix(error)),
    };
    let mut outcome = match (answer, budget.check()) {
        (Err(SolveError::Prefix(error)), Err(stop)) if error.is_undecided() => {
            stop.outcome(None, None)
        }
        (answer, _) => answer?,
    };
    if let Outcome::Stopped { stop, .. } = &mut outcome
        && *stop == Stop::Deadline
        && budget.time_left().is_none()
        && budget.check().is_ok()
    {
        // The caller sets no time, so it is the solver's own.
        *stop = Stop::Method;
    }
    Ok(SolveReport {
        solver: solver.info().id,
        cost_unit: solver.cost_unit(request),
        up_to: solver.info().up_to,
        outcome: verified(solver, request, outcome)?,
        explored: progress.explored(),
        elapsed: started.elapsed(),
    })
}

/// Replays the moves already made, within the budget. Without any, the solver computes the first position.
fn replay_done(request: &SolveRequest<'_>, budget: &Budget) -> Result<(), ReplayError> {
    if request.done.is_empty() {
        return Ok(());
    }
    let start = request.level.start_within(budget);
    let mut position = start.map_err(|limit| ReplayError::NoStart { limit })?;
    apply_all(position.as_mut(), 0, request.done)
}

/// Refuses unplayable levels, unknown options and invalid values.
fn check_request(solver: &dyn Solver, request: &SolveRequest<'_>) -> Result<(), SolveError> {
    if let Some(reason) = request.level.unplayable() {
        return Err(SolveError::Unplayable(reason));
    }
    let info = solver.info();
    for (key, value) in &request.options {
        let option = info.options.iter().find(|option| option.key == key);
        let reason = match option.map(|option| option.check(value)) {
            Some(Ok(())) => continue,
            Some(Err(reason)) => reason,
            None if info.options.is_empty() => format!("the solver ‘{}’ has no options", info.id),
            None => {
                let known: Vec<_> = info.options.iter().map(|option| option.key).collect();
                let known = known.join(", ");
                format!("the options of the solver ‘{}’ are {known}", info.id)
            }
        };
        let key = key.clone();
        return Err(SolveError::Option { key, reason });
    }
    Ok(())
}

/// Replays all plans of an outcome.
fn verified(
    solver: &dyn Solver,
    request: &SolveRequest<'_>,
    outcome: Outcome<Plan>,
) -> Result<Outcome, SolveError> {
    let verify = |plan: Plan| {
        replay(request.level, request.done, plan).map_err(|error| SolveError::WrongPlan {
            solver: solver.info().id,
            error,
        })
    };
    let checked = |solution: Solution<Plan>| -> Result<Solution, SolveError> {
        let plan = verify(solution.plan)?;
        let others = solution.others.into_iter().map(verify);
        Ok(Solution {
            plan,
            cost: solution.cost,
            optimal: solution.optimal,
            lower_bound: solution.lower_bound,
            solutions: solution.solutions,
            orders: solution.orders,
            others: others.collect::<Result<_, _>>()?,
            reasons: solution.reasons,
        })
    };
    Ok(match outcome {
        Outcome::Solved(solution) => Outcome::Solved(checked(solution)?),
        Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
        Outcome::Stopped {
            stop,
            best,
            lower_bound,
        } => {
            let best = best.map(checked).transpose()?;
            let bound_of_best = best.as_ref().and_then(|best| best.lower_bound);
            stop.outcome(best, lower_bound.or(bound_of_best))
        }
    })
}
