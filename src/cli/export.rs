//! `export`: a plan, a level or the graph of its states as a picture, animation or text.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};

use super::args::{ExportArgs, GraphOrder, PictureForm, Subject, Walk};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::solve::solver_named;
use super::status::{Ended, Status};
use crate::export::plan::{Frames, sheet};
use crate::export::states::{States, StatesForm};
use crate::export::{ExportError, Form, Measures, Style, Ticket, text, write};
use crate::game::{
    LevelRef, Move, Outcome, ProgramError, SolveRequest, read_plan, replay_within, solve,
};
use crate::games;
use crate::graph::{Explorer, Limits, Order, layout};
use crate::search::{Budget, CancelFlag};

/// Draws what was asked for and writes it.
pub(super) fn run(args: &ExportArgs) -> Ended {
    let subject = args.of.unwrap_or(match args.to {
        PictureForm::Dot => Subject::Graph,
        _ => Subject::Plan,
    });
    if args.to == PictureForm::Dot && subject != Subject::Graph {
        bail!("dot is a form of graphs; take ‘--of graph’ or another form");
    }
    let binary = !matches!(
        args.to,
        PictureForm::Svg | PictureForm::Dot | PictureForm::Txt
    );
    if binary && args.output.is_none() && io::stdout().is_terminal() {
        bail!("a picture is no text for a terminal; name a file with -o FILE");
    }
    if args.to == PictureForm::Txt && subject == Subject::Graph {
        bail!("txt is a form of levels and plans; take ‘--of level’ or another form");
    }
    let level = files::level(&args.level, args.game.as_deref())?;
    if let Some(reason) = level.unplayable().filter(|_| subject != Subject::Level) {
        bail!("{reason}: take ‘--of level’");
    }
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
        let wrong = |errors: Vec<ProgramError>| errors.first().map(ToString::to_string);
        let plan = read_plan(level.as_ref(), &files::text(path)?)
            .map_err(|errors| anyhow!(wrong(errors).unwrap_or_default()))
            .with_context(|| files::name(path))?;
        let budget = Budget::default().with_cancel(stop.clone());
        return match replay_within(level.as_ref(), plan, &budget) {
            Ok(plan) => Ok(Ok(plan.moves().to_vec())),
            Err(error) if error.is_undecided() => {
                files::tell(&error.to_string());
                Ok(Err(match stop.is_cancelled() {
                    true => Status::Interrupted,
                    false => Status::Limit,
                }))
            }
            Err(error) => Err(error).with_context(|| files::name(path)),
        };
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
    if args.to == PictureForm::Txt {
        let budget = Budget::default().with_cancel(stop.clone());
        let start = level.start_within(&budget);
        let start = start.map_err(|limit| anyhow!("the first position: {}", limit.in_words()))?;
        return Ok(text::steps(start, &moves)?.into_bytes());
    }
    let frames = Frames::new(level, &[], moves, style(args))?;
    let drawings = (frames.total(), frames);
    let Some(form) = form(args.to) else {
        bail!("this is no form of pictures");
    };
    let one = |frames: &mut dyn Iterator<Item = _>| sheet(frames, args.columns, style(args));
    let ticket = Ticket::with_cancel(stop.clone());
    Ok(write(form, measures(args), drawings, one, &ticket)?)
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
    let whole = States {
        level,
        done: &[],
        layout: &layout(&graph, None),
        graph: &graph,
        dark: args.dark,
        along_plan: args.walk.unwrap_or(Walk::Plan) == Walk::Plan,
    };
    let form = form(args.to).map_or(StatesForm::Dot, StatesForm::Picture);
    let ticket = Ticket::with_cancel(stop.clone());
    Ok(whole.write(form, measures(args), &ticket)?)
}

/// The form of pictures that was asked for, if it is one.
fn form(form: PictureForm) -> Option<Form> {
    match form {
        PictureForm::Svg => Some(Form::Svg),
        PictureForm::Png => Some(Form::Png),
        PictureForm::Gif => Some(Form::Gif),
        PictureForm::Apng => Some(Form::Apng),
        PictureForm::Dot | PictureForm::Txt => None,
    }
}

fn measures(args: &ExportArgs) -> Measures {
    Measures {
        scale: args.scale,
        delay: Duration::from_millis(args.delay_ms),
    }
}
