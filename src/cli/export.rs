//! `export`: a plan, a level or the graph of its states as a picture, animation or text.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};

use super::args::{ExportArgs, GraphOrder, PictureForm, Subject, Walk};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::solve::{options, solver_named};
use super::status::{Ended, Status};
use crate::export::plan::{Frames, sheet};
use crate::export::run::RunFrames;
use crate::export::states::{Along, States, StatesForm};
use crate::export::{
    DELAY, Drawing, ExportError, Form, Measures, RUN_DELAY, Style, Ticket, text, write,
};
use crate::game::{
    LevelRef, Move, Outcome, ProgramError, SolveRequest, read_plan, replay_within, solve,
};
use crate::games;
use crate::graph::{Explorer, Limits, Order, Recorder, StateGraph, layout};
use crate::search::{Budget, CancelFlag, ProgressSink, Snapshot, VisitSink};

/// Draws what was asked for and writes it.
pub(super) fn run(args: &ExportArgs) -> Ended {
    if args.to == PictureForm::Dot && args.of.is_some_and(|of| of != Subject::Graph) {
        bail!("dot is a form of graphs; take ‘--of graph’ or another form");
    }
    let binary = !matches!(
        args.to,
        PictureForm::Svg | PictureForm::Dot | PictureForm::Txt
    );
    if binary && args.output.is_none() && io::stdout().is_terminal() {
        bail!("a picture is no text for a terminal; name a file with -o FILE");
    }
    let level = files::chosen(&args.level)?;
    if let Some(reason) = level
        .unplayable()
        .filter(|_| args.of != Some(Subject::Level))
    {
        bail!("{reason}: take ‘--of level’");
    }
    let programmed = level.start().as_program().is_some();
    let subject = args.of.unwrap_or(match args.to {
        PictureForm::Dot => Subject::Graph,
        PictureForm::Txt => Subject::Plan,
        _ if programmed => Subject::Run,
        _ => Subject::Plan,
    });
    if args.to == PictureForm::Txt && matches!(subject, Subject::Graph | Subject::Run) {
        bail!("txt is a form of levels and plans; take ‘--of level’ or another form");
    }
    if subject == Subject::Run && !programmed {
        bail!("a plan of this game is no program that runs; take ‘--of plan’");
    }
    if args.order == GraphOrder::Solver && (args.plan.is_some() || subject != Subject::Graph) {
        bail!(
            "--order solver draws the graph of a solver’s search; give --of graph, and no --plan"
        );
    }
    let stop = cancel_on_ctrl_c();
    let needs_plan = matches!(subject, Subject::Plan | Subject::Run);
    let watched = args.order == GraphOrder::Solver;
    let wants_plan = match subject {
        Subject::Level => false,
        Subject::Plan | Subject::Run => true,
        Subject::Graph => watched || matches!(args.walk, None | Some(Walk::Plan)),
    };
    let recorder = watched.then(|| Recorder::new(level.start(), limits(args)));
    let moves = if wants_plan {
        plan(args, &level, programmed, recorder.as_ref(), &stop)?
    } else {
        Ok(Vec::new())
    };
    let moves = match moves {
        Ok(moves) => Some(moves),
        Err(status) if needs_plan || status == Status::Interrupted => return Ok(status),
        Err(_) => None,
    };
    let moves = moves.unwrap_or_default();
    let bytes = match subject {
        Subject::Level => of_plan(args, &level, Vec::new(), &stop),
        Subject::Plan => of_plan(args, &level, moves, &stop),
        Subject::Run => of_run(args, &level, &moves, &stop),
        Subject::Graph => match recorder {
            Some(recorder) => of_graph(args, &level, &recorder.graph(&moves), &stop),
            None => explore(args, &level, &moves, &stop)
                .and_then(|graph| of_graph(args, &level, &graph, &stop)),
        },
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

/// The plan to draw; without one, how the command ends. `recorder` watches the solver.
fn plan(
    args: &ExportArgs,
    level: &LevelRef,
    programmed: bool,
    recorder: Option<&Recorder>,
    stop: &CancelFlag,
) -> anyhow::Result<Result<Vec<Move>, Status>> {
    if let Some(path) = &args.plan {
        let (text, name) = match programmed {
            true => files::program(path)?,
            false => (files::text(path)?, files::name(path)),
        };
        let wrong = |errors: Vec<ProgramError>| errors.first().map(ToString::to_string);
        let plan = read_plan(level.as_ref(), &text)
            .map_err(|errors| anyhow!(wrong(errors).unwrap_or_default()))
            .with_context(|| name.clone())?;
        let budget = Budget::default().with_cancel(stop.clone());
        return match replay_within(level.as_ref(), plan, &budget) {
            Ok(plan) => Ok(Ok(plan.moves().to_vec())),
            Err(error) if error.is_undecided() => {
                files::tell(&error.to_string());
                Ok(Err(Status::undecided(stop)))
            }
            Err(error) => Err(error).context(name),
        };
    }
    let Some(game) = games::by_id(level.game_id()) else {
        bail!("the level is of an unknown game ‘{}’", level.game_id());
    };
    let solver = match &args.solver {
        Some(id) => Some(solver_named(game, id)?),
        None => {
            let mut solvers = game.solvers().iter().copied();
            solvers.find(|solver| recorder.is_none() || solver.tells_visits())
        }
    };
    if recorder.is_some() && !solver.is_some_and(|solver| solver.tells_visits()) {
        let able = game.solvers().iter().filter(|solver| solver.tells_visits());
        let able: Vec<_> = able.map(|solver| solver.info().id).collect();
        bail!(
            "--order solver needs a solver that tells which states it visits; {}",
            match able[..] {
                [] => format!("{} has none: take --order breadth or depth", game.info().id),
                _ => format!("take --solver {}", able.join(" or ")),
            }
        );
    }
    let Some(solver) = solver else {
        bail!("{} has no solvers; give a plan with --plan", game.info().id);
    };
    let mut request = SolveRequest::new(level.as_ref());
    request.options = options(&args.set)?;
    let budget = Budget::default()
        .with_cancel(stop.clone())
        .with_time(args.time_limit);
    let meter = Meter::new(solver.info().cost_unit, false);
    let heard = Watched {
        meter: &meter,
        recorder,
    };
    let solved = solve(solver, &request, &budget, &heard);
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
fn of_plan(
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
    let ticket = Ticket::with_cancel(stop.clone());
    of_drawings(args, (frames.total(), frames), DELAY, &ticket)
}

/// The run of a plan that is a program.
fn of_run(
    args: &ExportArgs,
    level: &LevelRef,
    moves: &[Move],
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    let ticket = Ticket::with_cancel(stop.clone());
    let form = picture_form(args)?;
    let frames = RunFrames::new(level.as_ref(), moves, form, style(args), &ticket.budget())?;
    if let Some(left_out) = frames.left_out() {
        files::tell(&left_out);
    }
    of_drawings(args, (frames.total(), frames), RUN_DELAY, &ticket)
}

fn of_drawings(
    args: &ExportArgs,
    drawings: (usize, impl Iterator<Item = Result<Drawing, ExportError>>),
    delay: Duration,
    ticket: &Ticket,
) -> anyhow::Result<Vec<u8>> {
    let one = |frames: &mut dyn Iterator<Item = _>| sheet(frames, args.columns, style(args));
    let form = picture_form(args)?;
    Ok(write(form, measures(args, delay), drawings, one, ticket)?)
}

/// The form, where only pictures are possible.
fn picture_form(args: &ExportArgs) -> anyhow::Result<Form> {
    form(args.to).context("dot is a form of graphs")
}

/// How much of the graph is drawn.
fn limits(args: &ExportArgs) -> Limits {
    Limits {
        nodes: args.states,
        timeless: args.merge_steps,
        ..Limits::default()
    }
}

/// The graph of a level's states in an order that no solver has a part in.
fn explore(
    args: &ExportArgs,
    level: &LevelRef,
    moves: &[Move],
    stop: &CancelFlag,
) -> anyhow::Result<StateGraph> {
    let order = match args.order {
        GraphOrder::Depth => Order::DepthFirst,
        GraphOrder::Breadth | GraphOrder::Solver => Order::BreadthFirst,
    };
    let mut explorer = Explorer::with_plan(level.clone(), &[], moves, limits(args), order)?;
    while explorer.step().is_some() {
        if stop.is_cancelled() {
            return Err(ExportError::Stopped.into());
        }
    }
    Ok(explorer.into_graph())
}

/// The graph of a level's states.
fn of_graph(
    args: &ExportArgs,
    level: &LevelRef,
    graph: &StateGraph,
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    if args.from >= graph.nodes.len() {
        bail!(
            "there is no state {}; the states are 0 to {}",
            args.from,
            graph.nodes.len() - 1
        );
    }
    let whole = States {
        level,
        done: &[],
        layout: &layout(graph, None),
        graph,
        dark: args.dark,
        along: match args.walk {
            None | Some(Walk::Plan) => Along::Plan,
            Some(Walk::Search) => Along::Search,
            Some(Walk::Best) => Along::Best(args.from),
        },
    };
    let form = form(args.to).map_or(StatesForm::Dot, StatesForm::Picture);
    let ticket = Ticket::with_cancel(stop.clone());
    Ok(whole.write(form, measures(args, DELAY), &ticket)?)
}

/// A meter for a search that is watched, too.
struct Watched<'a> {
    meter: &'a Meter,
    recorder: Option<&'a Recorder>,
}

impl ProgressSink for Watched<'_> {
    fn snapshot(&self, snapshot: Snapshot) {
        self.meter.snapshot(snapshot);
    }

    fn visits(&self) -> Option<&dyn VisitSink> {
        self.recorder.map(|recorder| recorder as &dyn VisitSink)
    }
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

fn measures(args: &ExportArgs, delay: Duration) -> Measures {
    Measures {
        scale: args.scale,
        delay: args.delay_ms.map_or(delay, Duration::from_millis),
    }
}
