//! Starts the chosen solver on the open level, and takes its result.

use crate::game::{Direction, Outcome, Report, Solver, SolverInfo, doubt, for_the_best};
use crate::kit::answer;
use crate::page::messages::Weight;
use crate::page::{Cx, known};
use crate::session::results::Found;
use crate::session::{Counts, JobError, JobOptions, SolveJob};

use super::SolvePage;
use super::answers::SolverAnswer;

/// Number of errors and warnings about the level quoted with an answer that they make doubtful.
const QUOTED_COMPLAINTS: usize = 3;

pub(super) struct Running {
    pub(super) job: SolveJob,
    pub(super) solver: &'static SolverInfo,
    /// Cost of the best plan reported so far.
    pub(super) best: Option<i64>,
    /// No options were set, so the result can be stored for the level.
    plain: bool,
}

impl Running {
    /// Requests the solver to stop; its answer follows.
    pub(super) fn stop(&self) {
        self.job.stop();
    }
}

pub(super) fn choose_solver(solver: &'static dyn Solver, cx: &mut Cx) {
    let game = cx.document.level().game_id().to_owned();
    let id = solver.info().id.to_owned();
    cx.settings.solving.solvers.insert(game, id);
}

impl SolvePage {
    pub(super) fn next_solver(&mut self, cx: &mut Cx) {
        let solvers = cx.solvers();
        let Some(now) = cx.solver().map(|solver| solver.info().id) else {
            return;
        };
        let at = solvers.iter().position(|s| s.info().id == now).unwrap_or(0);
        if let Some(next) = solvers.get((at + 1) % solvers.len()) {
            choose_solver(*next, cx);
            cx.messages
                .status(format!("Solver: {}.", next.info().title));
        }
    }

    /// Starts the chosen solver on the current level. If `optimal` is set and it cannot prove optimality, starts a
    /// solver that can.
    pub(super) fn start(&mut self, optimal: bool, cx: &mut Cx) {
        let Some(chosen) = cx.solver() else {
            return;
        };
        let solver = match optimal {
            true => for_the_best(chosen, cx.solvers()),
            false => chosen,
        };
        cx.start_page = false;
        let info = solver.info();
        let options = JobOptions {
            optimal,
            count: if info.counts { self.wanted } else { 1 },
            options: cx.chosen_options(info),
        };
        let plain = options.options.is_empty();
        let done = match continues(cx, info) {
            true => cx.document.moves().to_vec(),
            false => Vec::new(),
        };
        let job = SolveJob::start(
            solver,
            cx.document.level().clone(),
            cx.document.revision(),
            done,
            options,
            cx.solver_budget(),
            cx.wake.clone(),
        );
        self.running = Some(Running {
            job,
            solver: info,
            best: None,
            plain,
        });
        cx.messages.status(format!("{} is solving…", info.title));
    }

    /// Takes over improvements and the result.
    pub(super) fn poll_solver(&mut self, cx: &mut Cx) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.best = running.job.improved().or(running.best);
        if let Some(result) = running.job.end()
            && let Some(running) = self.running.take()
        {
            if running.plain && running.job.done.is_empty() {
                keep(&running, &result, cx);
            }
            self.finish(running.job, result, cx);
        }
    }

    fn finish(&mut self, job: SolveJob, result: Result<Report, JobError>, cx: &mut Cx) {
        let revision = job.revision;
        let (mut cells, mut planned) = (Vec::new(), false);
        let result = match result {
            Ok(report) => {
                let mut words = answer::words(&report, direction(cx), !job.done.is_empty());
                words.details.extend(counted(&job, &report));
                let complaints = job.level.complaints();
                if let Some(doubt) = doubt(&report.outcome, &complaints) {
                    words.headline.push_str(&format!(", but {doubt}"));
                    let messages = complaints
                        .iter()
                        .map(|it| answer::sentence(&it.error.message));
                    words.details.splice(0..0, messages.take(QUOTED_COMPLAINTS));
                    words.proved = false;
                }
                if let Outcome::Unsolvable(proof) = &report.outcome {
                    cells.clone_from(&proof.cells);
                }
                if report.outcome.solution().is_some() {
                    planned = true;
                    cx.mark_solved(&job.level);
                    cx.document.take_plan(revision, &job.done, report);
                    if revision == cx.document.revision() {
                        cx.go(known::PLAN);
                    }
                }
                let headline = format!("{}.", words.headline);
                if cx.settings.panes.inspector {
                    cx.messages.status(headline);
                } else {
                    // The panel that would show the answer is closed.
                    cx.messages.toast(Weight::Info, headline);
                }
                Ok(words)
            }
            Err(error) => {
                let text = answer::sentence(&error.to_string());
                cx.messages.toast(Weight::Bad, text.clone());
                Err(text)
            }
        };
        self.answers.add(SolverAnswer {
            result,
            revision,
            cells,
            solver: job.solver,
            planned,
            done: job.done,
        });
    }
}

/// Returns whether a solver would continue from the moves made so far: only in play mode, where they are displayed.
pub(super) fn continues(cx: &Cx, info: &SolverInfo) -> bool {
    let document = &cx.document;
    let is_begun = !document.moves().is_empty() && !document.position().is_solved();
    cx.tab == known::PLAY && info.continues && is_begun
}

/// Counts of a plan's moves, if there is more than one kind.
fn counted(job: &SolveJob, report: &Report) -> Option<String> {
    let solution = report.outcome.solution()?;
    let moves = [&job.done[..], solution.plan.moves()].concat();
    let counts = Counts::of(job.level.as_ref(), &moves);
    let with = match job.done.is_empty() {
        true => "",
        false => "With your moves: ",
    };
    (counts.all().len() > 1).then(|| format!("{with}{}.", answer::counts(counts.all())))
}

/// Stores the result with the level.
fn keep(running: &Running, result: &Result<Report, JobError>, cx: &mut Cx) {
    if let Ok(report) = result
        && report.outcome.solution().is_some()
    {
        let found = Found::of_report(report);
        let results = cx.catalogue.results_mut();
        results.insert(&running.job.level, running.solver.id, found);
        cx.catalogue.tell_wins();
        cx.save_results();
    }
}

fn direction(cx: &Cx) -> Direction {
    let game = cx.document.game();
    game.map_or(Direction::Minimise, |game| game.info().direction)
}
