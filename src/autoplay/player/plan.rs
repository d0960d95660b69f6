//! Making the plan for a level: which solver, for how long, and what the plan takes.
//!
//! Where presses take time, so does planning, and the game's clock may run meanwhile. So the solver
//! that saves presses is given no more time than it can still save: its proved bound tells how much
//! that is at the target's pace. The game's plain solver runs beside it; its plan is what there is
//! if the other one finds none in time, and what the saving is counted against.

use std::time::Duration;

use crate::effort::{Effort, PlanEffort, effort};
use crate::game::{Cell, LevelRef, Limit, Move, Outcome, Solver, Unsolvable, play};
use crate::reader::alike;
use crate::search::Budget;
use crate::session::task::no_wake;
use crate::session::{JobError, JobOptions, SolveJob};

use super::{Player, Step};

/// The plain solver's plan is waited for so long once the other one is there; most come at once.
const PLAIN_WAIT: Duration = Duration::from_millis(100);
/// Share of the game's clock that planning and playing may come to before planning is ended.
const CLOCK_SHARE: f64 = 0.8;
/// How often is looked whether planning still pays.
const LOOK: Duration = Duration::from_millis(5);

/// What came of planning.
pub(super) enum Planned {
    Moves(Vec<Move>),
    /// Why there is no plan, for people.
    None(String),
}

/// What is asked of solvers.
struct Task<'a> {
    level: &'a LevelRef,
    made: &'a [Move],
    cursor: Option<Cell>,
}

/// Whether a solver is told what moves cost on the target, so that its costs are time there.
fn counts_time(solver: &'static dyn Solver) -> bool {
    let options = solver.info().options.iter();
    options.into_iter().any(|option| option.fact.is_some())
}

impl Player {
    /// Plans with the chosen solver, and with the game's default one where that finds nothing.
    pub(super) fn plan(
        &mut self,
        level: &LevelRef,
        made: &[Move],
        cursor: Option<Cell>,
    ) -> Step<Planned> {
        let usable = |solver: &&&'static dyn Solver| made.is_empty() || solver.info().continues;
        let mut all = self.game.solvers().iter().copied();
        let plain = all.find(|solver| usable(&solver));
        let chosen = self.config.solver.or_else(|| self.saver(made));
        let task = Task {
            level,
            made,
            cursor,
        };
        if let Some(rest) = self.given_plan(level, made) {
            let plan = self.effort_of(&task, &rest);
            self.planned = plan.map(|plan| PlanEffort { plan, plain: None });
            return Ok(Planned::Moves(rest));
        }
        let Some(first) = chosen.or(plain) else {
            let why = "no solver goes on from moves already made";
            return Ok(Planned::None(why.to_owned()));
        };
        let second = plain.filter(|plain| plain.info().id != first.info().id);
        // The default is quick where it applies; it also proves what cannot be done.
        let beside = second.filter(|_| counts_time(first));
        let beside = beside.map(|plain| self.start_job(plain, &task));
        let found = self.run_solver(first, &task)?;
        let other = match (second, beside) {
            // Only its plan's cost is still of interest, and that is worth little time.
            (Some(plain), Some(job)) => {
                let most = found.is_ok().then_some(PLAIN_WAIT);
                let result = self.finish(&job, most)?;
                result.map(|result| self.moves_of(plain, result))
            }
            (Some(plain), None) if found.is_err() => Some(self.run_solver(plain, &task)?),
            _ => None,
        };
        let (moves, other) = match (found, other) {
            (Ok(moves), other) => (moves, other.and_then(Result::ok)),
            (Err(_), Some(Ok(moves))) => (moves, None),
            (Err(_), Some(Err(why))) | (Err(why), None) => return Ok(Planned::None(why)),
        };
        let of = |moves: &[Move]| self.effort_of(&task, moves);
        self.planned = of(&moves).map(|plan| PlanEffort {
            plan,
            plain: other.as_deref().and_then(of),
        });
        Ok(Planned::Moves(moves))
    }

    fn effort_of(&self, task: &Task<'_>, moves: &[Move]) -> Option<Effort> {
        let level = task.level.as_ref();
        effort(&self.config.profile, level, task.made, moves, task.cursor)
    }

    /// The solver that counts what costs time on the screen: keys where a cursor has to be moved,
    /// else moves.
    fn saver(&self, made: &[Move]) -> Option<&'static dyn Solver> {
        let unit = if self.controls.cursor.is_some() {
            "keys"
        } else {
            self.game.info().cost_unit
        };
        let mut solvers = self.game.solvers().iter().copied();
        solvers.find(|solver| {
            let info = solver.info();
            let saves = info.cost_unit == unit && info.proves_optimal && !info.reference;
            saves && (made.is_empty() || info.continues)
        })
    }

    /// What is left of the plan that was given for this level, if the moves made are its first.
    fn given_plan(&self, level: &LevelRef, made: &[Move]) -> Option<Vec<Move>> {
        let (wanted, plan) = (self.config.level.as_ref()?, self.config.plan.as_ref()?);
        let rest = plan.strip_prefix(made)?;
        // One goal, whatever the two levels are called.
        let same = self.done.is_empty() && alike(level.start().as_ref(), wanted.start().as_ref());
        // A plan of someone else is played through by the rules before a key is pressed.
        let solves = || play(level.as_ref(), plan).is_ok_and(|end| end.is_solved());
        (same && solves()).then(|| rest.to_vec())
    }

    fn start_job(&self, solver: &'static dyn Solver, task: &Task<'_>) -> SolveJob {
        let options = JobOptions {
            options: self
                .config
                .profile
                .target_options(solver.info(), task.cursor),
            ..JobOptions::default()
        };
        let budget = Budget::default().with_time(self.config.solver_time);
        let (level, made) = (task.level.clone(), task.made.to_vec());
        SolveJob::start(solver, level, 0, made, options, budget, no_wake())
    }

    /// Runs a solver as long as that pays.
    fn run_solver(
        &mut self,
        solver: &'static dyn Solver,
        task: &Task<'_>,
    ) -> Step<Result<Vec<Move>, String>> {
        let job = self.start_job(solver, task);
        // A solver that the person chose has the time that they gave it.
        let may_end = self.config.solver.is_none() && counts_time(solver);
        let result = loop {
            match job.wait(LOOK) {
                Some(result) => break result,
                None => {
                    self.heed_all()?;
                    if may_end && self.has_planned_enough(&job) {
                        job.stop();
                    }
                }
            }
        };
        Ok(self.moves_of(solver, result))
    }

    /// Whether a search has a plan and can save no more time than it has taken; with a clock that
    /// the plan would not keep, as long as there is still time to win.
    fn has_planned_enough(&self, job: &SolveJob) -> bool {
        let snapshot = job.snapshot();
        let Some(best) = snapshot.best else {
            return false;
        };
        let taken = job.elapsed();
        let left = best - snapshot.lower_bound.unwrap_or(0);
        let cost = self.config.profile.cost.as_ref();
        let clock = cost.and_then(|cost| cost.clock_s);
        let Some(clock) = clock.map(|seconds| Duration::from_secs(seconds.into())) else {
            return taken >= self.time_of(left);
        };
        let share = clock.mul_f64(CLOCK_SHARE);
        let whole = self.time_of(best);
        if whole > share {
            // Any better plan is worth the wait, up to the limit on planning.
            return false;
        }
        taken >= self.time_of(left) || taken + whole >= share
    }

    /// How long so much of a solver's cost takes on the target.
    fn time_of(&self, cost: i64) -> Duration {
        let cost = u64::try_from(cost).unwrap_or(0);
        let rule = self.config.profile.cost.as_ref();
        let unit = match rule {
            // Milliseconds already.
            Some(rule) if rule.repeats() => 1,
            Some(rule) if !rule.step_ms.is_empty() => {
                rule.step_ms.first().copied().unwrap_or(1).into()
            }
            Some(rule) if rule.action_ms > 0 => rule.action_ms.into(),
            // As fast as the profile allows.
            _ => {
                let pacing = &self.controls.pacing;
                u64::from(pacing.min_hold_ms) + u64::from(pacing.min_gap_ms)
            }
        };
        Duration::from_millis(cost.saturating_mul(unit))
    }

    /// The result of a job, waited for no longer than `most`.
    fn finish(
        &mut self,
        job: &SolveJob,
        most: Option<Duration>,
    ) -> Step<Option<Result<crate::game::Report, JobError>>> {
        let until = most.map(|most| std::time::Instant::now() + most);
        loop {
            match job.wait(LOOK) {
                Some(result) => return Ok(Some(result)),
                None => {
                    self.heed_all()?;
                    if until.is_some_and(|until| std::time::Instant::now() >= until) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The moves of a solver's answer, or why there are none.
    fn moves_of(
        &self,
        solver: &'static dyn Solver,
        result: Result<crate::game::Report, JobError>,
    ) -> Result<Vec<Move>, String> {
        let outcome = match result {
            Ok(report) => report.outcome,
            Err(error) => return Err(error.to_string()),
        };
        if let Some(solution) = outcome.solution() {
            return Ok(solution.plan.moves().to_vec());
        }
        let title = solver.info().title;
        Err(match outcome {
            Outcome::Unsolvable(Unsolvable { reason, .. }) => {
                format!("it is proved to have no solution ({reason}), or it was not read rightly")
            }
            Outcome::Limit {
                limit: Limit::Time, ..
            } => format!(
                "‘{title}’ found none within {:.0} s; give it more time or choose another solver",
                self.config.solver_time.as_secs_f64()
            ),
            other => format!("‘{title}’ ended with ‘{}’", other.word()),
        })
    }
}
