//! Planning a level: which solver, for how long, and what its plan takes.
//!
//! Where presses take time, so does planning, and the game's clock may run meanwhile. So the solver
//! that saves presses is given no more time than it can still save: its proved bound tells how much
//! that is at the target's pace. The game's plain solver runs beside it. Its plan is played if the
//! other finds none in time; else it tells how much was saved.

use std::time::{Duration, Instant};

use crate::config::Config;
use crate::effort::{Effort, PlanEffort, effort};
use crate::game::{Cell, Game, LevelRef, Limit, Move, Outcome, Report, Solver, Unsolvable, play};
use crate::search::Budget;
use crate::session::task::no_wake;
use crate::session::{JobError, JobOptions, SolveJob};

use super::super::eye::compare::alike;
use super::super::interrupt::Step;
use super::super::site::Site;

/// Longest wait for the plain solver's plan once the other is there; most come at once.
const PLAIN_WAIT: Duration = Duration::from_millis(100);
/// Plans of more moves are tried to be made shorter, for this long.
const LONG: usize = 100;
const MOMENT: Duration = Duration::from_secs(1);
/// Time for a plan where the person sets none, and where there is no plan by then.
const USUAL: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(60);
/// Planning ends when planning and playing come to this share of the game's clock.
const CLOCK_SHARE: f64 = 0.8;
/// How often a search is checked for whether it still pays.
const LOOK: Duration = Duration::from_millis(5);

/// A plan and what it takes, or why there is none, for people.
pub(super) type Planned = Result<(Vec<Move>, Option<PlanEffort>), String>;

/// Makes the plan of one level, from after some moves.
pub(super) struct Planner<'a> {
    pub(super) config: &'a Config,
    pub(super) game: &'static dyn Game,
    pub(super) level: &'a LevelRef,
    pub(super) made: &'a [Move],
    pub(super) cursor: Option<Cell>,
    /// Whether it is the first level of the run, for which a plan may have been given.
    pub(super) is_first: bool,
}

/// Whether a solver is told what moves cost on the target, so that its costs are time there.
fn counts_time(solver: &'static dyn Solver) -> bool {
    let options = solver.info().options.iter();
    options.into_iter().any(|option| option.fact.is_some())
}

impl Planner<'_> {
    /// Plans with the chosen solver, and with the game's plain one where that finds nothing.
    pub(super) fn plan(&self, site: &mut Site) -> Step<Planned> {
        if let Some(rest) = self.given_plan() {
            let effort = self.effort_of(&rest);
            let effort = effort.map(|plan| PlanEffort { plan, plain: None });
            return Ok(Ok((rest, effort)));
        }
        let plain = self.plain();
        let Some(first) = self.config.solver.or_else(|| self.saver()).or(plain) else {
            return Ok(Err(
                "no solver can continue from moves already made".to_owned()
            ));
        };
        // The plain solver is quick where it applies; it also proves that a level has no solution.
        let second = plain.filter(|plain| plain.info().id != first.info().id);
        let beside = second.filter(|_| counts_time(first));
        let beside = beside.map(|plain| self.start(plain));
        let found = self.search(site, first)?;
        let other = match (second, beside) {
            (Some(plain), Some(job)) => {
                // If there is a plan, only the plain one's cost is of interest, which is worth
                // little time.
                let until = found.is_ok().then(|| Instant::now() + PLAIN_WAIT);
                let result = wait_for(site, &job, || {
                    until.is_some_and(|until| Instant::now() >= until)
                })?;
                result.map(|result| self.moves_of(plain, result))
            }
            (Some(plain), None) if found.is_err() => Some(self.search(site, plain)?),
            _ => None,
        };
        let found = match found {
            Ok(moves) if self.config.solver.is_none() && !counts_time(first) => {
                Ok(self.shorter(site, first, moves)?)
            }
            found => found,
        };
        let (moves, other) = match (found, other) {
            (Ok(moves), other) => (moves, other.and_then(Result::ok)),
            (Err(_), Some(Ok(moves))) => (moves, None),
            (Err(_), Some(Err(why))) | (Err(why), None) => return Ok(Err(why)),
        };
        let effort = self.effort_of(&moves).map(|plan| PlanEffort {
            plan,
            plain: other.and_then(|moves| self.effort_of(&moves)),
        });
        Ok(Ok((moves, effort)))
    }

    /// A plan that is hardly ever as long as one by hand is not played before the game's other solvers had a moment to
    /// find a shorter one.
    fn shorter(
        &self,
        site: &mut Site,
        first: &'static dyn Solver,
        mut moves: Vec<Move>,
    ) -> Step<Vec<Move>> {
        if moves.len() <= LONG {
            return Ok(moves);
        }
        let others = self.game.solvers().iter().copied().filter(|solver| {
            let info = solver.info();
            info.id != first.info().id
                && !info.reference
                && (self.made.is_empty() || info.continues)
        });
        let jobs: Vec<_> = others.map(|solver| (solver, self.start(solver))).collect();
        let until = Instant::now() + MOMENT;
        for (solver, job) in jobs {
            let result = wait_for(site, &job, || {
                if Instant::now() >= until {
                    // What it has found by then is told at once.
                    job.stop();
                }
                Instant::now() >= until + PLAIN_WAIT
            })?;
            if let Some(Ok(other)) = result.map(|result| self.moves_of(solver, result))
                && other.len() < moves.len()
            {
                moves = other;
            }
        }
        Ok(moves)
    }

    fn effort_of(&self, moves: &[Move]) -> Option<Effort> {
        let (profile, level) = (&self.config.profile, self.level.as_ref());
        effort(profile, level, self.made, moves, self.cursor)
    }

    /// The solver that saves what costs time on the screen: keys where a cursor has to be moved,
    /// else moves.
    fn saver(&self) -> Option<&'static dyn Solver> {
        let controls = self.config.profile.controls.as_ref();
        let unit = match controls.and_then(|controls| controls.cursor.as_ref()) {
            Some(_) => "keys",
            None => self.game.info().cost_unit,
        };
        let mut solvers = self.game.solvers().iter().copied();
        solvers.find(|solver| {
            let info = solver.info();
            let saves = info.cost_unit == unit && info.proves_optimal && !info.reference;
            saves && (self.made.is_empty() || info.continues)
        })
    }

    /// The rest of the plan that was given for this level, if it begins with the moves made.
    fn given_plan(&self) -> Option<Vec<Move>> {
        let given = self.config.given.as_ref().filter(|_| self.is_first)?;
        let plan = given.plan.as_ref()?;
        let rest = plan.strip_prefix(self.made)?;
        let same = alike(self.level.start().as_ref(), given.level.start().as_ref());
        // The rules check the whole plan before a key is pressed.
        let solves = || play(self.level.as_ref(), plan).is_ok_and(|end| end.is_solved());
        (same && solves()).then(|| rest.to_vec())
    }

    fn start(&self, solver: &'static dyn Solver) -> SolveJob {
        let profile = &self.config.profile;
        let options = JobOptions {
            options: profile.target_options(solver.info(), self.cursor),
            ..JobOptions::default()
        };
        let budget = Budget::default().with_time(self.limit(solver));
        let (level, made) = (self.level.clone(), self.made.to_vec());
        SolveJob::start(solver, level, 0, made, options, budget, no_wake())
    }

    /// Runs a solver as long as that pays.
    fn search(
        &self,
        site: &mut Site,
        solver: &'static dyn Solver,
    ) -> Step<Result<Vec<Move>, String>> {
        let job = self.start(solver);
        // A solver that the person chose has all the time of the limit.
        let may_end = self.config.solver.is_none() && counts_time(solver);
        let result = wait_for(site, &job, || {
            if may_end && self.has_planned_enough(&job) || self.has_usual_plan(&job) {
                job.stop();
            }
            false
        })?;
        Ok(match result {
            Some(result) => self.moves_of(solver, result),
            None => Err("the wait for it was ended".to_owned()),
        })
    }

    /// The game's first solver that can go on from here.
    fn plain(&self) -> Option<&'static dyn Solver> {
        let mut solvers = self.game.solvers().iter().copied();
        solvers.find(|solver| self.made.is_empty() || solver.info().continues)
    }

    /// Longest time for a plan of this solver.
    fn limit(&self, solver: &'static dyn Solver) -> Duration {
        // Where it finds none, the plain one, which runs beside it, has one.
        let is_saver = self.config.solver.is_none() && counts_time(solver);
        let is_plain = self
            .plain()
            .is_some_and(|plain| plain.info().id == solver.info().id);
        let usual = if is_saver && !is_plain {
            USUAL
        } else {
            PATIENCE
        };
        self.config.solver_time.unwrap_or(usual)
    }

    /// Whether a search has a plan, and has had the usual time.
    fn has_usual_plan(&self, job: &SolveJob) -> bool {
        let usual = self.config.solver_time.is_none() && job.elapsed() >= USUAL;
        usual && job.snapshot().best.is_some()
    }

    /// Whether a search has a plan and can save no more time than it has taken; with a clock that
    /// the plan would overrun, as long as there is still time to win.
    fn has_planned_enough(&self, job: &SolveJob) -> bool {
        let snapshot = job.snapshot();
        let Some(best) = snapshot.best else {
            return false;
        };
        let taken = job.elapsed();
        let to_save = self.time_of(best - snapshot.lower_bound.unwrap_or(0));
        let cost = self.config.profile.cost.as_ref();
        let clock = cost.and_then(|cost| cost.clock_s);
        let Some(clock) = clock.map(|seconds| Duration::from_secs(seconds.into())) else {
            return taken >= to_save;
        };
        let share = clock.mul_f64(CLOCK_SHARE);
        let whole = self.time_of(best);
        if whole > share {
            // Any better plan is worth the wait, up to the limit on planning.
            return false;
        }
        taken >= to_save || taken + whole >= share
    }

    /// How long so much of a solver's cost takes on the target.
    fn time_of(&self, cost: i64) -> Duration {
        let cost = u64::try_from(cost).unwrap_or(0);
        let rule = self.config.profile.cost.as_ref();
        let unit: u64 = match rule {
            // Its costs are milliseconds already.
            Some(rule) if rule.repeats() => 1,
            Some(rule) if !rule.step_ms.is_empty() => {
                rule.step_ms.first().copied().unwrap_or(1).into()
            }
            Some(rule) if rule.action_ms > 0 => rule.action_ms.into(),
            // As fast as the profile allows.
            _ => {
                let controls = self.config.profile.controls.as_ref();
                controls.map_or(0, |controls| {
                    let pacing = &controls.pacing;
                    u64::from(pacing.min_hold_ms) + u64::from(pacing.min_gap_ms)
                })
            }
        };
        Duration::from_millis(cost.saturating_mul(unit))
    }

    /// The moves of a solver's answer, or why there are none.
    fn moves_of(
        &self,
        solver: &'static dyn Solver,
        result: Result<Report, JobError>,
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
            Outcome::Limit {
                limit: Limit::Time, ..
            } => format!(
                "‘{title}’ found none within {:.0} s; give it more time or choose another solver",
                self.limit(solver).as_secs_f64()
            ),
            other => format!("‘{title}’ ended with ‘{}’", other.word()),
        })
    }
}

/// The result of a search, until the person stops the run; `None` if it is not waited for any more.
fn wait_for(
    site: &mut Site,
    job: &SolveJob,
    mut is_enough: impl FnMut() -> bool,
) -> Step<Option<Result<Report, JobError>>> {
    loop {
        if let Some(result) = job.wait(LOOK) {
            return Ok(Some(result));
        }
        site.check_person()?;
        if is_enough() {
            return Ok(None);
        }
    }
}
