//! Starts the chosen solver on the open level, and takes its result.

use crate::catalogue::objective;
use crate::game::{Move, Outcome, SolveReport, Solver, SolverInfo, caveat, optimal_solver};
use crate::kit::answer::{self, Beginning};
use crate::page::messages::Severity;
use crate::page::{Cx, known};
use crate::session::{
    Document, JobError, JobOptions, MoveCounts, PlanRecord, PlanSource, SolveJob,
};

use super::SolvePage;
use super::answers::SolverAnswer;

/// Number of errors and warnings about the level quoted with an answer that they make doubtful.
const QUOTED_COMPLAINTS: usize = 3;

pub(super) struct RunningSolver {
    pub(super) job: SolveJob,
    pub(super) solver: &'static SolverInfo,
    /// Cost of the best plan reported so far.
    pub(super) best: Option<i64>,
    /// No options were set, so the result can be stored for the level.
    is_default: bool,
}

impl SolvePage {
    /// Starts the chosen solver on the current level or, if `optimal`, one that can prove optimality.
    pub(super) fn start(&mut self, optimal: bool, cx: &mut Cx) {
        let Some(chosen) = cx.solver() else { return };
        let solver = match optimal {
            true => optimal_solver(chosen, cx.solvers()),
            false => chosen,
        };
        let info = solver.info();
        let options = JobOptions {
            optimal,
            known: Vec::new(),
            count: if info.counts { self.solution_count } else { 1 },
            options: cx.chosen_options(info),
        };
        let done = match continues(cx, info) {
            true => cx.document.moves().to_vec(),
            false => Vec::new(),
        };
        self.start_job(solver, done, options, cx);
    }

    /// Starts the solver that improves the current plan. The command is enabled only while [`can_improve`] allows it,
    /// which is not checked again here.
    pub(super) fn improve(&mut self, cx: &mut Cx) {
        let plan = cx.document.current_plan();
        let Some((solver, plan)) = improving_solver(cx).zip(plan) else {
            return;
        };
        let (done, known) = (plan.done.to_vec(), plan.moves.to_vec());
        let options = JobOptions {
            known,
            options: cx.chosen_options(solver.info()),
            ..JobOptions::default()
        };
        self.start_job(solver, done, options, cx);
    }

    fn start_job(
        &mut self,
        solver: &'static dyn Solver,
        done: Vec<Move>,
        options: JobOptions,
        cx: &mut Cx,
    ) {
        cx.start_page = false;
        let info = solver.info();
        let is_default = options.options.is_empty();
        let document = &cx.document;
        let job = SolveJob::start(
            solver,
            document.level().clone(),
            document.revision(),
            done,
            options,
            cx.solver_budget(),
            cx.wake.clone(),
        );
        self.running = Some(RunningSolver {
            job,
            solver: info,
            best: None,
            is_default,
        });
        cx.messages.status(format!("{} is solving…", info.title));
    }

    pub(super) fn poll_solver(&mut self, cx: &mut Cx) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.best = running.job.improved_cost().or(running.best);
        if let Some(result) = running.job.result()
            && let Some(running) = self.running.take()
        {
            if running.is_default
                && running.job.done.is_empty()
                && let Ok(report) = &result
                && report.outcome.solution().is_some()
            {
                cx.record_result(&running.job.level, report);
            }
            self.finish(running.job, result, cx);
        }
    }

    fn finish(&mut self, job: SolveJob, result: Result<SolveReport, JobError>, cx: &mut Cx) {
        let revision = job.revision;
        let (mut cells, mut plan) = (Vec::new(), None);
        let result = match result {
            Ok(report) => {
                let beginning = if job.done.is_empty() {
                    Beginning::Level
                } else if job.level.start().as_program().is_some() {
                    Beginning::Commands
                } else {
                    Beginning::Moves(job.done.len())
                };
                let mut words =
                    answer::answer_text(&report, objective(job.level.game_id()), beginning);
                words.details.extend(improvement(&job, &report));
                words.details.extend(move_counts(&job, &report));
                let complaints = job.level.complaints();
                if let Some(doubt) = caveat(&report.outcome, &complaints) {
                    words.headline.push_str(&format!(", but {doubt}"));
                    let messages = complaints.iter().map(|it| &it.error.message);
                    let messages = messages.map(|message| answer::sentence(message));
                    words.details.splice(0..0, messages.take(QUOTED_COMPLAINTS));
                    words.proved = false;
                }
                if let Outcome::Unsolvable(proof) = &report.outcome {
                    cells.clone_from(&proof.cells);
                }
                if report.outcome.solution().is_some() {
                    cx.mark_solved(&job.level);
                    cx.document.store_plan(revision, &job.done, report);
                    plan = cx.document.plan().and_then(|plan| plan.report().cloned());
                    // Otherwise the level was edited meanwhile.
                    if revision == cx.document.revision() {
                        cx.show_tab(known::PLAN);
                    }
                } else if report.outcome.stop().is_some()
                    && revision == cx.document.revision()
                    && can_replace(cx.document.current_plan())
                    && let Some(attempt) = job.attempt()
                {
                    let moves = [&job.done[..], &attempt.0].concat();
                    let name = "Show the solver's attempt";
                    match cx.document.store_attempt(name, moves, PlanSource::Attempt) {
                        Ok(()) => cx.show_tab(known::PLAN),
                        Err(error) => cx.messages.fail(&error),
                    }
                }
                let headline = format!("{}.", words.headline);
                if cx.settings.panes.inspector {
                    cx.messages.status(headline);
                } else {
                    // The panel that would show the answer is closed.
                    cx.messages.toast(Severity::Info, headline);
                }
                Ok(words)
            }
            Err(error) => {
                cx.messages.fail(&error);
                Err(answer::sentence(&error.to_string()))
            }
        };
        self.answers.add(SolverAnswer {
            result,
            revision,
            cells,
            solver: job.solver,
            plan,
            done: job.done,
        });
    }
}

/// Returns whether the moves that came furthest may take a plan's place.
fn can_replace(plan: Option<&PlanRecord>) -> bool {
    plan.is_none_or(|plan| matches!(plan.source, PlanSource::Attempt))
}

/// First solver of the open level's game that improves plans.
fn improving_solver(cx: &Cx) -> Option<&'static dyn Solver> {
    let mut solvers = cx.solvers().iter().copied();
    solvers.find(|solver| solver.info().improves)
}

/// Returns why the current plan cannot be improved, if so.
pub(super) fn can_improve(cx: &Cx) -> Result<(), &'static str> {
    let plan = cx.document.current_plan();
    let plan = plan.ok_or("There is no plan for this level yet")?;
    let solution = plan.report().and_then(|report| report.outcome.solution());
    if improving_solver(cx).is_none() {
        Err("No solver of this game improves plans")
    } else if !plan.solved {
        Err("The plan does not solve the level")
    } else if solution.is_some_and(|solution| solution.optimal) {
        Err("The plan is proved to be the best")
    } else {
        Ok(())
    }
}

/// Says whether a plan was improved; `None` if none was given.
fn improvement(job: &SolveJob, report: &SolveReport) -> Option<String> {
    let solution = report.outcome.solution();
    let solution = solution.filter(|_| !job.known.is_empty())?;
    let length = |moves: &[Move]| {
        let moves = [&job.done[..], moves].concat();
        match MoveCounts::new(job.level.as_ref(), &moves).all() {
            [] => answer::count(moves.len(), "moves"),
            counts => answer::counts(counts),
        }
    };
    let before = length(&job.known);
    Some(match length(solution.plan.moves()) == before {
        true => "No better plan was found.".to_owned(),
        false => format!("Improved from {before}."),
    })
}

/// Returns whether a solver would continue from the moves made so far: only in play mode, where they are displayed.
pub(super) fn continues(cx: &Cx, info: &SolverInfo) -> bool {
    let is_solved = cx.document.position().is_solved();
    cx.tab == known::PLAY && info.continues && !is_solved && has_beginning(&cx.document)
}

/// Returns whether moves were made that a plan can begin with; a program whose commands were all deleted has none.
pub(super) fn has_beginning(document: &Document) -> bool {
    let program = document.position().as_program();
    let is_empty = program.is_some_and(|program| program.source().trim().is_empty());
    !document.moves().is_empty() && !is_empty
}

/// Counts of a plan's moves, if there is more than one kind.
fn move_counts(job: &SolveJob, report: &SolveReport) -> Option<String> {
    let solution = report.outcome.solution()?;
    let moves = [&job.done[..], solution.plan.moves()].concat();
    let counts = MoveCounts::new(job.level.as_ref(), &moves);
    let from_start = job.done.is_empty();
    let prefix = if from_start { "" } else { "With your moves: " };
    (counts.all().len() > 1).then(|| format!("{prefix}{}.", answer::counts(counts.all())))
}
