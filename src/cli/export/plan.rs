//! Plan drawn by `export`: from a file or from a solver.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueHint;

use crate::cli::args::{key_and_value, seconds};
use crate::cli::files;
use crate::cli::meter::Meter;
use crate::cli::solve::{options, solver_named};
use crate::cli::status::Status;
use crate::game::{LevelRef, Move, Outcome, SolveRequest, read_plan, replay_within, solve};
use crate::graph::Recorder;
use crate::search::{Budget, CancelFlag, ProgressSink, Snapshot, Stop, VisitSink};

/// Source of the plan.
#[derive(Debug, clap::Args)]
pub(super) struct PlanArgs {
    /// Plan file, one move per line, instead of a solver's plan; or the text of a program
    #[arg(long = "plan", value_name = "PLANFILE", value_hint = ValueHint::FilePath, conflicts_with = "solver")]
    pub(super) file: Option<PathBuf>,
    /// Solver that makes the plan; ‘planwright games’ lists them
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// Set an option of the solver; ‘planwright games’ lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, String)>,
    /// Longest time for the plan, in seconds; the best plan by then is drawn
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    time_limit: Duration,
}

/// Returns the plan to draw or, without one, the exit status. With `recorder`, which records the states that the solver
/// visits, only solvers that report these can be used. `programmed` means that the level's plans are programs.
pub(super) fn plan(
    args: &PlanArgs,
    level: &LevelRef,
    programmed: bool,
    recorder: Option<&Recorder>,
    stop: &CancelFlag,
) -> anyhow::Result<Result<Vec<Move>, Status>> {
    if let Some(path) = &args.file {
        let (text, name) = match programmed {
            true => files::program(path)?,
            false => (files::text(path)?, files::name(path)),
        };
        let plan = read_plan(level.start().as_ref(), &text)
            .map_err(files::first_error)
            .with_context(|| name.clone())?;
        let budget = Budget::default().with_cancel(stop.clone());
        return match replay_within(level.as_ref(), plan, &budget) {
            Ok(plan) => Ok(Ok(plan.moves().to_vec())),
            Err(error) if error.is_undecided() => {
                files::notify(&error.to_string());
                Ok(Err(Status::undecided(stop)))
            }
            Err(error) => Err(error).context(name),
        };
    }
    let game = files::game(level.game_id())?;
    let solver = match &args.solver {
        Some(id) => Some(solver_named(game, id)?),
        None => {
            let mut solvers = game.solvers().iter().copied();
            solvers.find(|solver| recorder.is_none() || solver.info().reports_visits)
        }
    };
    if recorder.is_some() && !solver.is_some_and(|solver| solver.info().reports_visits) {
        let solvers = game.solvers().iter();
        let able = solvers.filter(|solver| solver.info().reports_visits);
        let able: Vec<_> = able.map(|solver| solver.info().id).collect();
        bail!(
            "--order solver needs a solver that reports the states it visits; {}",
            match able[..] {
                [] => format!("{} has none: use --order breadth or depth", game.info().id),
                _ => format!("use --solver {}", able.join(" or ")),
            }
        );
    }
    let Some(solver) = solver else {
        bail!("{} has no solvers; use --plan", game.info().id);
    };
    let mut request = SolveRequest::new(level.as_ref());
    request.options = options(&args.set)?;
    let budget = Budget::default()
        .with_cancel(stop.clone())
        .with_time(args.time_limit);
    let sink = SearchSink {
        meter: Meter::new(solver.info().cost_unit, false),
        recorder,
    };
    let solved = solve(solver, &request, &budget, &sink);
    // Clears the line of progress.
    drop(sink);
    let report = solved?;
    if let Some(solution) = report.outcome.solution() {
        return Ok(Ok(solution.plan.moves().to_vec()));
    }
    Ok(Err(match report.outcome {
        Outcome::Unsolvable(proof) => {
            files::notify(&format!("there is no plan: {}", proof.reason));
            Status::No
        }
        outcome if outcome.stop() == Some(Stop::Cancelled) => Status::Interrupted,
        _ => {
            files::notify("no plan was found in time; raise --time-limit or use --plan");
            Status::Limit
        }
    }))
}

struct SearchSink<'a> {
    meter: Meter,
    recorder: Option<&'a Recorder>,
}

impl ProgressSink for SearchSink<'_> {
    fn snapshot(&self, snapshot: Snapshot) {
        self.meter.snapshot(snapshot);
    }

    fn visits(&self) -> Option<&dyn VisitSink> {
        self.recorder.map(|recorder| recorder as &dyn VisitSink)
    }
}
