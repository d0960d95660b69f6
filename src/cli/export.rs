//! `export`: a plan, a level or the graph of its states as a picture, animation or text.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::args::{ExportArgs, GraphOrder, PictureForm, Subject, Walk};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::export::graph::{Moment, Picture};
use crate::export::plan::{Frames, sheet};
use crate::export::{Drawing, ExportError, Form, Measures, Style, Ticket, dot, write};
use crate::game::{LevelRef, Move, Outcome, Plan, SolveRequest, replay, solve};
use crate::games;
use crate::graph::{Explorer, Limits, Order, StateGraph, layout};
use crate::search::{Budget, CancelFlag};

/// Animations of a search have no more pictures than this; with more states some share one.
const MOST_FRAMES: usize = 100;

/// Draws what was asked for and writes it.
pub(super) fn run(args: &ExportArgs) -> Ended {
    let subject = args.of.unwrap_or(match args.to {
        PictureForm::Dot => Subject::Graph,
        _ => Subject::Plan,
    });
    if args.to == PictureForm::Dot && subject != Subject::Graph {
        bail!("dot is a form of graphs; take ‘--of graph’ or another form");
    }
    let binary = !matches!(args.to, PictureForm::Svg | PictureForm::Dot);
    if binary && args.output.is_none() && io::stdout().is_terminal() {
        bail!("a picture is no text for a terminal; name a file with -o FILE");
    }
    let level = files::level(&args.level, args.game.as_deref())?;
    let stop = cancel_on_ctrl_c();
    let needs_plan = subject == Subject::Plan;
    let wants_plan = subject != Subject::Level && (args.walk != Some(Walk::Search) || needs_plan);
    let moves = if wants_plan {
        plan(args, &level, &stop)?
    } else {
        Ok(Vec::new())
    };
    let moves = match moves {
        Ok(moves) => Some(moves),
        Err(status) if needs_plan || status == Status::Interrupted => return Ok(status),
        Err(_) => None,
    };
    let bytes = match subject {
        Subject::Level => of_frames(args, &level, Vec::new(), &stop),
        Subject::Plan => of_frames(args, &level, moves.unwrap_or_default(), &stop),
        Subject::Graph => of_graph(args, &level, &moves.unwrap_or_default(), &stop),
    };
    match bytes {
        Ok(bytes) => files::put_bytes(&bytes, args.output.as_deref())?,
        Err(error) if matches!(error.downcast_ref(), Some(ExportError::Stopped)) => {
            return Ok(Status::Interrupted);
        }
        Err(error) => return Err(error),
    }
    Ok(Status::Done)
}

/// The plan to draw; without one, how the command ends.
fn plan(
    args: &ExportArgs,
    level: &LevelRef,
    stop: &CancelFlag,
) -> anyhow::Result<Result<Vec<Move>, Status>> {
    if let Some(path) = &args.plan {
        let plan = Plan::parse(&files::text(path)?);
        let plan = replay(level.as_ref(), &[], plan).with_context(|| files::name(path))?;
        return Ok(Ok(plan.moves().to_vec()));
    }
    let Some(game) = games::by_id(level.game_id()) else {
        bail!("the level is of an unknown game ‘{}’", level.game_id());
    };
    let solver = match &args.solver {
        Some(id) => Some(solver_named(game, id)?),
        None => game.solvers().first().copied(),
    };
    let Some(solver) = solver else {
        bail!("{} has no solvers; give a plan with --plan", game.info().id);
    };
    let request = SolveRequest::new(level.as_ref());
    let budget = Budget::default()
        .with_cancel(stop.clone())
        .with_time(args.time_limit);
    let meter = Meter::new(solver.info().cost_unit, false);
    let solved = solve(solver, &request, &budget, &meter);
    meter.clear();
    let report = solved?;
    if let Some(solution) = report.outcome.solution() {
        return Ok(Ok(solution.plan.moves().to_vec()));
    }
    Ok(Err(match report.outcome {
        Outcome::Unsolvable(proof) => {
            files::tell(&format!("there is no plan: {}", proof.reason));
            Status::No
        }
        Outcome::Interrupted { .. } => Status::Interrupted,
        _ => {
            files::tell("no plan was found in time; raise --time-limit, or give one with --plan");
            Status::Limit
        }
    }))
}

fn style(args: &ExportArgs) -> Style {
    Style {
        dark: args.dark,
        ..Style::default()
    }
}

/// A level or the steps of a plan.
fn of_frames(
    args: &ExportArgs,
    level: &LevelRef,
    moves: Vec<Move>,
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    let frames = Frames::new(level, &[], moves, style(args))?;
    let drawings = (frames.total(), frames);
    written(
        args,
        drawings,
        |frames| sheet(frames, args.columns, style(args)),
        stop,
    )
}

/// The graph of a level's states.
fn of_graph(
    args: &ExportArgs,
    level: &LevelRef,
    moves: &[Move],
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    let limits = Limits {
        nodes: args.states,
        timeless: args.merge_steps,
        ..Limits::default()
    };
    let order = match args.order {
        GraphOrder::Breadth => Order::BreadthFirst,
        GraphOrder::Depth => Order::DepthFirst,
    };
    let mut explorer = Explorer::with_plan(level.clone(), &[], moves, limits, order)?;
    while explorer.step().is_some() {
        if stop.is_cancelled() {
            return Err(ExportError::Stopped.into());
        }
    }
    let graph = explorer.into_graph();
    let text = |id| state_text(level, &graph, id);
    if args.to == PictureForm::Dot {
        return Ok(dot::write(&graph, text).into_bytes());
    }
    // Only drawings have tooltips.
    let texts = match args.to {
        PictureForm::Svg => (0..graph.nodes.len()).map(text).collect(),
        _ => Vec::new(),
    };
    let places = layout(&graph, None);
    let picture = Picture::new(&graph, &places, args.dark, texts);
    let along_plan = args.walk.unwrap_or(Walk::Plan) == Walk::Plan && !graph.plan.is_empty();
    let moments: Vec<Moment> = if along_plan {
        (0..graph.plan.len()).map(Moment::Plan).collect()
    } else {
        let stride = graph.expanded.len().div_ceil(MOST_FRAMES).max(1);
        let frames = (0..graph.expanded.len())
            .step_by(stride)
            .map(Moment::Search);
        frames.chain([Moment::End]).collect()
    };
    let frames = moments.iter().map(|moment| Ok(picture.draw(*moment)));
    let whole = |_: &mut dyn Iterator<Item = _>| Ok(picture.draw(Moment::End));
    written(args, (moments.len(), frames), whole, stop)
}

/// A state's tooltip.
fn state_text(level: &LevelRef, graph: &StateGraph, id: usize) -> String {
    let mut position = level.start();
    for mv in graph.path(id) {
        // The graph's moves were taken before.
        if position.apply(&mv).is_err() {
            return String::new();
        }
    }
    dot::state_text(position.as_ref())
}

/// The drawings in the form asked for; `one` makes a single drawing of them.
fn written(
    args: &ExportArgs,
    drawings: (usize, impl Iterator<Item = Result<Drawing, ExportError>>),
    one: impl FnOnce(
        &mut dyn Iterator<Item = Result<Drawing, ExportError>>,
    ) -> Result<Drawing, ExportError>,
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    let measures = Measures {
        scale: args.scale,
        delay: Duration::from_millis(args.delay_ms),
    };
    let form = match args.to {
        PictureForm::Svg => Form::Svg,
        PictureForm::Png => Form::Png,
        PictureForm::Gif => Form::Gif,
        PictureForm::Apng => Form::Apng,
        PictureForm::Dot => bail!("dot is a form of graphs"),
    };
    let ticket = Ticket::with_cancel(stop.clone());
    Ok(write(form, measures, drawings, one, &ticket)?)
}
