//! Planning of a level: choice of the solver, its time limit, and the cost of the plan.
//!
//! Planning itself takes time, during which the game's clock may run. So the solver that saves presses is stopped once
//! more planning costs more time than it can save; its proved lower bound limits the savings. The game's plain solver
//! runs in parallel. Its plan is used if the other solver finds none in time, else for comparison.

use std::time::{Duration, Instant};

use crate::config::Config;
use crate::cost::{PlanCosts, PlayCost, play_cost};
use crate::game::{Cell, Game, LevelRef, Move, Outcome, SolveReport, Solver, Unsolvable, play};
use crate::log::LogKind;
use crate::player::{Flow, RunContext};
use crate::search::{Budget, Stop};
use crate::session::task::no_wake;
use crate::session::{JobError, JobOptions, SolveJob};
use crate::vision::Pacing;

use super::super::observer::compare::have_same_boards;

/// Longest wait for another solver's plan once there is one: the plain solver's, or the best one of a stopped solver.
const OTHER_PLAN_WAIT: Duration = Duration::from_millis(100);
/// Number of moves above which other solvers try to find a shorter plan.
const LONG_PLAN: usize = 100;
/// Time limit for finding a shorter plan.
const SHORTEN_TIME: Duration = Duration::from_secs(1);
/// Time after which a search with a plan ends, and time limit of the optimal solver, unless the user has set a limit.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// Time limit of the plain solver, unless the user has set a limit.
const MAX_TIME: Duration = Duration::from_secs(60);
/// Share of the game's clock that planning and playing together may use.
const CLOCK_SHARE: f64 = 0.8;
/// Revision of a level that belongs to no document.
const NO_REVISION: u64 = 0;
/// Time between two checks of the solvers.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A plan with its cost, or why there is none, for the user.
pub(super) type PlanResult = Result<(Vec<Move>, Option<PlanCosts>), String>;

pub(super) struct LevelPlanner<'a> {
    pub(super) config: &'a Config,
    pub(super) game: &'static dyn Game,
    pub(super) level: &'a LevelRef,
    /// Moves already made, after which the plan begins.
    pub(super) prefix: &'a [Move],
    /// Cell of the game's cursor, if it is visible.
    pub(super) cursor: Option<Cell>,
    /// True if it is the first level of the run, for which the settings may contain a plan.
    pub(super) is_first: bool,
}

/// Returns whether a solver minimizes time on the target, because it takes the costs of moves there as options.
fn counts_time(solver: &'static dyn Solver) -> bool {
    let options = solver.info().options.iter();
    options.into_iter().any(|option| option.fact.is_some())
}

impl LevelPlanner<'_> {
    /// Plans with the selected solver, or with the game's plain one if that finds no plan.
    pub(super) fn plan(&self, ctx: &mut RunContext) -> Flow<PlanResult> {
        if let Some(moves) = self.requested_plan() {
            let cost = self.cost_of(&moves);
            let cost = cost.map(|plan| PlanCosts { plan, plain: None });
            return Ok(Ok((moves, cost)));
        }
        let plain = self.solvers().next();
        let chosen = self.config.solver.or_else(|| self.optimal_solver());
        let Some(primary) = chosen.or(plain) else {
            let why = "no solver can continue from moves already made";
            return Ok(Err(why.to_owned()));
        };
        // The plain solver is fast where it applies, and can prove that there is no solution.
        let fallback = plain.filter(|plain| plain.info().id != primary.info().id);
        let parallel = fallback.filter(|_| counts_time(primary));
        let parallel = parallel.map(|plain| self.start(plain));
        let found = self.search(ctx, primary)?;
        let other = match (fallback, parallel) {
            (Some(plain), Some(job)) => {
                // With a plan of the primary solver, the cost of the plain plan is worth little time.
                let deadline = found.is_ok().then(|| Instant::now() + OTHER_PLAN_WAIT);
                let result = wait_for(ctx, &job, || {
                    deadline.is_some_and(|until| Instant::now() >= until)
                })?;
                result.map(|result| self.moves_of(plain, result))
            }
            (Some(plain), None) if found.is_err() => Some(self.search(ctx, plain)?),
            _ => None,
        };
        let found = match found {
            Ok(moves) if self.config.solver.is_none() && !counts_time(primary) => {
                Ok(self.shorten(ctx, primary, moves)?)
            }
            found => found,
        };
        let (moves, other) = match (found, other) {
            (Ok(moves), other) => (moves, other.and_then(Result::ok)),
            (Err(why), Some(Ok(moves))) => {
                if let (Some(_), Some(plain)) = (self.config.solver, plain) {
                    let title = plain.info().title;
                    let text =
                        format!("No plan of the chosen solver: {why}. Playing that of ‘{title}’");
                    ctx.note(LogKind::Plan, text);
                }
                (moves, None)
            }
            (Err(_), Some(Err(why))) | (Err(why), None) => return Ok(Err(why)),
        };
        let cost = self.cost_of(&moves).map(|plan| PlanCosts {
            plan,
            plain: other.and_then(|moves| self.cost_of(&moves)),
        });
        Ok(Ok((moves, cost)))
    }

    /// Lets the game's other solvers try briefly to shorten a long plan.
    fn shorten(
        &self,
        ctx: &mut RunContext,
        primary: &'static dyn Solver,
        mut moves: Vec<Move>,
    ) -> Flow<Vec<Move>> {
        if moves.len() <= LONG_PLAN {
            return Ok(moves);
        }
        let others = self.solvers().filter(|solver| {
            let info = solver.info();
            info.id != primary.info().id && !info.reference
        });
        let jobs: Vec<_> = others.map(|solver| (solver, self.start(solver))).collect();
        let deadline = Instant::now() + SHORTEN_TIME;
        for (solver, job) in jobs {
            let result = wait_for(ctx, &job, || {
                if Instant::now() >= deadline {
                    // The solver then returns its best plan.
                    job.stop();
                }
                Instant::now() >= deadline + OTHER_PLAN_WAIT
            })?;
            if let Some(Ok(other)) = result.map(|result| self.moves_of(solver, result))
                && other.len() < moves.len()
            {
                moves = other;
            }
        }
        Ok(moves)
    }

    fn cost_of(&self, moves: &[Move]) -> Option<PlayCost> {
        let (profile, level) = (&self.config.profile, self.level.as_ref());
        play_cost(profile, level, self.prefix, moves, self.cursor)
    }

    /// Optimal solver for what costs time on the screen: keys if a cursor has to be moved, else moves.
    fn optimal_solver(&self) -> Option<&'static dyn Solver> {
        let controls = self.config.profile.controls.as_ref();
        let unit = match controls.and_then(|controls| controls.cursor.as_ref()) {
            Some(_) => "keys",
            None => self.game.info().cost_unit,
        };
        self.solvers().find(|solver| {
            let info = solver.info();
            info.cost_unit == unit && info.proves_optimal && !info.reference
        })
    }

    /// Remaining moves of the requested plan, if there is one for this level that begins with the moves made.
    fn requested_plan(&self) -> Option<Vec<Move>> {
        let requested = self.config.start_level.as_ref().filter(|_| self.is_first)?;
        let plan = requested.plan.as_ref()?;
        let rest = plan.strip_prefix(self.prefix)?;
        let (start, requested_start) = (self.level.start(), requested.level.start());
        let is_same_level = have_same_boards(start.as_ref(), requested_start.as_ref());
        // The whole plan is verified before any input.
        let solves = || play(self.level.as_ref(), plan).is_ok_and(|end| end.is_solved());
        (is_same_level && solves()).then(|| rest.to_vec())
    }

    fn start(&self, solver: &'static dyn Solver) -> SolveJob {
        let profile = &self.config.profile;
        let options = JobOptions {
            options: profile.target_options(solver.info(), self.cursor),
            ..JobOptions::default()
        };
        let budget = Budget::default().with_time(self.limit(solver));
        let (level, prefix) = (self.level.clone(), self.prefix.to_vec());
        SolveJob::start(
            solver,
            level,
            NO_REVISION,
            prefix,
            options,
            budget,
            no_wake(),
        )
    }

    /// Runs a solver as long as that pays.
    fn search(
        &self,
        ctx: &mut RunContext,
        solver: &'static dyn Solver,
    ) -> Flow<Result<Vec<Move>, String>> {
        let job = self.start(solver);
        // A solver selected by the user may use the whole time limit.
        let may_stop_early = self.config.solver.is_none() && counts_time(solver);
        let result = wait_for(ctx, &job, || {
            if may_stop_early && self.is_worth_stopping(&job) || self.has_usual_plan(&job) {
                job.stop();
            }
            false
        })?;
        Ok(match result {
            Some(result) => self.moves_of(solver, result),
            None => Err("the wait for it was ended".to_owned()),
        })
    }

    /// Solvers of the game that can continue from the current position.
    fn solvers(&self) -> impl Iterator<Item = &'static dyn Solver> {
        let solvers = self.game.solvers().iter().copied();
        solvers.filter(|solver| self.prefix.is_empty() || solver.info().continues)
    }

    fn limit(&self, solver: &'static dyn Solver) -> Duration {
        // Without a plan of the optimal solver in the usual time, that of the plain solver is used.
        let is_optimal = self.config.solver.is_none() && counts_time(solver);
        let plain = self.solvers().next();
        let is_plain = plain.is_some_and(|plain| plain.info().id == solver.info().id);
        let usual = match is_optimal && !is_plain {
            true => USUAL_TIME,
            false => MAX_TIME,
        };
        self.config.solver_time.unwrap_or(usual)
    }

    /// Returns whether a search has a plan and has used the usual time, if the user has set no limit.
    fn has_usual_plan(&self, job: &SolveJob) -> bool {
        let usual = self.config.solver_time.is_none() && job.elapsed() >= USUAL_TIME;
        usual && job.snapshot().best.is_some()
    }

    /// Returns whether a search has a plan and cannot save more time than it has taken. If the plan would exceed its
    /// share of the game's clock, the search continues.
    fn is_worth_stopping(&self, job: &SolveJob) -> bool {
        let snapshot = job.snapshot();
        let Some(best) = snapshot.best else {
            return false;
        };
        let taken = job.elapsed();
        let savings = self.time_of(best - snapshot.lower_bound.unwrap_or(0));
        let cost = self.config.profile.cost.as_ref();
        let clock = cost.and_then(|cost| cost.clock_s);
        let Some(clock) = clock.map(|seconds| Duration::from_secs(seconds.into())) else {
            return taken >= savings;
        };
        let share = clock.mul_f64(CLOCK_SHARE);
        let play_time = self.time_of(best);
        if play_time > share {
            // Any better plan is worth the wait, within the time limit.
            return false;
        }
        taken >= savings || taken + play_time >= share
    }

    /// Time that a plan of this cost takes on the screen, if the cost is counted in the profile's units.
    fn time_of(&self, cost: i64) -> Duration {
        let cost = u64::try_from(cost).unwrap_or(0);
        let rule = self.config.profile.cost.as_ref();
        let unit: u64 = match rule {
            // The costs are milliseconds.
            Some(rule) if rule.repeats() => 1,
            Some(rule) if !rule.step_ms.is_empty() => {
                rule.step_ms.first().copied().unwrap_or(1).into()
            }
            Some(rule) if rule.action_ms > 0 => rule.action_ms.into(),
            // By the minimum hold and gap of a press.
            _ => {
                let controls = self.config.profile.controls.as_ref();
                let pacing = controls.map(|controls| &controls.pacing);
                let time = |it: &Pacing| u64::from(it.min_hold_ms) + u64::from(it.min_gap_ms);
                pacing.map_or(0, time)
            }
        };
        Duration::from_millis(cost.saturating_mul(unit))
    }

    /// Moves of a solver's result, or why there are none, for the user.
    fn moves_of(
        &self,
        solver: &'static dyn Solver,
        result: Result<SolveReport, JobError>,
    ) -> Result<Vec<Move>, String> {
        let outcome = result.map_err(|error| error.to_string())?.outcome;
        if let Some(solution) = outcome.solution() {
            return Ok(solution.plan.moves().to_vec());
        }
        let title = solver.info().title;
        Err(match outcome {
            Outcome::Unsolvable(Unsolvable { reason, .. }) => {
                format!("it is proved to have no solution ({reason}), or it was misread")
            }
            Outcome::Stopped {
                stop: Stop::Deadline,
                ..
            } => format!(
                "‘{title}’ found none within {} s; give it more time or choose another solver",
                self.limit(solver).as_secs_f64()
            ),
            other => format!("‘{title}’ ended with ‘{}’", other.word()),
        })
    }
}

/// Waits for the result of a search, unless the user stops the run; `None` once `is_enough` returns true.
fn wait_for(
    ctx: &mut RunContext,
    job: &SolveJob,
    mut is_enough: impl FnMut() -> bool,
) -> Flow<Option<Result<SolveReport, JobError>>> {
    loop {
        if let Some(result) = job.wait(POLL_INTERVAL) {
            return Ok(Some(result));
        }
        ctx.check_user()?;
        if is_enough() {
            return Ok(None);
        }
    }
}
