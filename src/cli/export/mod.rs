//! `export`: draws a plan, a level or the graph of its states.

mod plan;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::{ValueEnum, ValueHint};

use self::plan::{PlanArgs, plan};
use super::args::{LevelArgs, at_least_one, examples};
use super::files;
use super::interrupt::cancel_on_ctrl_c;
use super::meter::Meter;
use super::status::{CommandResult, Status};
use crate::export::plan::{PlanFrames, sheet};
use crate::export::run::RunFrames;
use crate::export::states::{GraphSequence, StatesExport, StatesForm};
use crate::export::{
    BoardStyle, DELAY, ExportError, ExportFormat, RUN_DELAY, RenderOptions, Ticket, TimedDrawing,
    text, write,
};
use crate::game::{LevelRef, Move};
use crate::graph::{
    ExploreLimits, ExploreStart, Explorer, Recorder, SearchOrder, StateGraph, layout,
};
use crate::search::{Budget, CancelFlag};

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright export my-level.txt --to gif -o plan.gif",
    "planwright export my-level.txt --plan plan.txt --to apng --delay-ms 250 -o plan.png",
    "planwright export my-level.txt --of level --to svg > level.svg",
    "planwright export my-level.txt --of level --to txt",
    "planwright export robot.txt --of run --to gif -o run.gif",
    "planwright export my-level.txt --to dot -o states.dot",
    "planwright export my-level.txt --of graph --states 40 --walk search --to gif -o search.gif",
    "planwright export game.kif --of graph --order solver --walk search --to apng -o search.png",
    "planwright export game.kif --of graph --walk best --from 5 --to gif -o home.gif";
    "A plan as png or svg is one sheet with a picture per step. A long run leaves out some steps, which \
     standard error reports.\n\
     Exit status: 0 done, 1 proved unsolvable, 2 bad input or usage, 3 a limit was reached before a \
     plan was found, 130 interrupted."
))]
pub(super) struct ExportArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// Form to write
    #[arg(long, value_enum)]
    to: PictureForm,
    /// Write to this file (replacing it atomically) instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Subject of the drawing [default: for dot the graph, else the plan, or its run if it is a program]
    #[arg(long, value_enum)]
    of: Option<Subject>,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    graph: GraphArgs,
}

/// Appearance of pictures.
#[derive(Debug, clap::Args)]
struct PictureArgs {
    /// Scale of the picture, 0.1 to 8; 1 is 40 pixels per cell [default: 1, or less for large ones]
    #[arg(long, value_name = "F", value_parser = scale)]
    scale: Option<f32>,
    /// Steps side by side where a plan is one picture [default: to fit a sheet of paper]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    columns: Option<usize>,
    /// Time per picture of an animation, in milliseconds, at most 60000 [default: 700, for a run 250]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(10..=60_000))]
    delay_ms: Option<u64>,
    /// Use dark colours
    #[arg(long)]
    dark: bool,
    /// Draw letters instead of pictures, except for robots
    #[arg(long)]
    letters: bool,
}

/// Contents of a graph.
#[derive(Debug, clap::Args)]
struct GraphArgs {
    /// Most states in the graph
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = at_least_one)]
    states: usize,
    /// Merge states that differ only in a step counter, if the game allows it
    #[arg(long)]
    merge_steps: bool,
    /// Order in which states are explored
    #[arg(long, value_enum, default_value_t = GraphOrder::Breadth)]
    order: GraphOrder,
    /// Subject of an animation of the graph [default: the plan, if there is one]
    #[arg(long, value_enum)]
    walk: Option<GraphWalk>,
    /// With --walk best: the number of the state to start from
    #[arg(long, value_name = "STATE", default_value_t = 0)]
    from: usize,
}

/// Form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureForm {
    /// Animation with 256 colours
    Gif,
    /// Animation with all colours
    Apng,
    /// One picture
    Png,
    /// One drawing, for browsers and printing
    Svg,
    /// The graph of states for Graphviz
    Dot,
    /// Boards as text
    Txt,
}

/// Subject of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// The level as it is
    Level,
    /// Each step of a plan
    Plan,
    /// A program as it runs: the robot, the command, the calls
    Run,
    /// The reachable states and the moves between them
    Graph,
}

/// Order in which the states of a graph are explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GraphOrder {
    /// First found, first explored
    Breadth,
    /// Last found, first explored
    Depth,
    /// As the solver visits them, with what it prunes
    Solver,
}

/// Sequence that an animation of a graph follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GraphWalk {
    /// The states of the plan, one after the other
    Plan,
    /// The states in the order the search found them
    Search,
    /// The best moves from a state on
    Best,
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=8.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.1 to 8".to_owned()),
    }
}

pub(super) fn run(args: &ExportArgs) -> CommandResult {
    if args.to == PictureForm::Dot && args.of.is_some_and(|of| of != Subject::Graph) {
        bail!("dot is for graphs only; use ‘--of graph’ or another form");
    }
    let is_binary = !matches!(
        args.to,
        PictureForm::Svg | PictureForm::Dot | PictureForm::Txt
    );
    if is_binary && args.output.is_none() && io::stdout().is_terminal() {
        bail!("a terminal cannot show this picture; name a file with -o FILE");
    }
    let level = files::level_from_args(&args.level, false)?.level;
    let is_level = args.of == Some(Subject::Level);
    if let Some(reason) = level.unplayable().filter(|_| !is_level) {
        if level.message().is_some() {
            bail!(reason);
        }
        bail!("a level that cannot be played has no plan and no states; use ‘--of level’");
    }
    let programmed = level.start().as_program().is_some();
    let subject = args.of.unwrap_or(match args.to {
        PictureForm::Dot => Subject::Graph,
        PictureForm::Txt => Subject::Plan,
        _ if programmed => Subject::Run,
        _ => Subject::Plan,
    });
    if args.to == PictureForm::Txt && matches!(subject, Subject::Graph | Subject::Run) {
        bail!("txt is for levels and plans only; use ‘--of level’ or another form");
    }
    if subject == Subject::Run && !programmed {
        bail!("plans of this game are not programs; use ‘--of plan’");
    }
    if args.graph.order == GraphOrder::Solver
        && (args.plan.file.is_some() || subject != Subject::Graph)
    {
        bail!("--order solver draws a solver’s search; use it with --of graph and without --plan");
    }
    let stop = cancel_on_ctrl_c();
    let needs_plan = matches!(subject, Subject::Plan | Subject::Run);
    let is_recorded = args.graph.order == GraphOrder::Solver;
    let wants_plan = match subject {
        Subject::Level => false,
        Subject::Plan | Subject::Run => true,
        Subject::Graph => is_recorded || matches!(args.graph.walk, None | Some(GraphWalk::Plan)),
    };
    let recorder = is_recorded.then(|| Recorder::new(level.start(), limits(args)));
    let moves = match wants_plan {
        true => plan(&args.plan, &level, programmed, recorder.as_ref(), &stop)?,
        false => Ok(Vec::new()),
    };
    let moves = match moves {
        Ok(moves) => moves,
        // A graph can also be drawn without a plan.
        Err(status) if needs_plan || status == Status::Interrupted => return Ok(status),
        Err(_) => Vec::new(),
    };
    let bytes = match subject {
        Subject::Level => draw_plan(args, &level, Vec::new(), &stop),
        Subject::Plan => draw_plan(args, &level, moves, &stop),
        Subject::Run => draw_run(args, &level, &moves, &stop),
        Subject::Graph => match recorder {
            Some(recorder) => draw_graph(args, &level, &recorder.graph(&moves), &stop),
            None => explore(args, &level, &moves, &stop)
                .and_then(|graph| draw_graph(args, &level, &graph, &stop)),
        },
    };
    match bytes {
        Ok(bytes) => files::write_bytes(&bytes, args.output.as_deref())?,
        Err(error) if matches!(error.downcast_ref(), Some(ExportError::Stopped)) => {
            return Ok(Status::Interrupted);
        }
        Err(error) => return Err(error),
    }
    Ok(Status::Done)
}

fn style(args: &ExportArgs) -> BoardStyle {
    BoardStyle {
        dark: args.picture.dark,
        letters: args.picture.letters,
        ..BoardStyle::default()
    }
}

/// Creates a ticket that displays its progress.
fn ticket(stop: &CancelFlag) -> Ticket {
    let meter = Meter::new("", false);
    Ticket::with_cancel(stop.clone()).on_step(move |done, total| meter.show_exported(done, total))
}

/// Draws a level, or the steps of a plan.
fn draw_plan(
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
    let form = picture_form(args)?;
    let frames = PlanFrames::new(level, &[], moves, form, style(args))?;
    let ticket = ticket(stop);
    draw_all(args, (frames.total(), frames), DELAY, &ticket)
}

fn draw_run(
    args: &ExportArgs,
    level: &LevelRef,
    moves: &[Move],
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    let ticket = ticket(stop);
    let form = picture_form(args)?;
    let frames = RunFrames::new(level.as_ref(), moves, form, style(args), &ticket.budget())?;
    if let Some(left_out) = frames.selection_text() {
        files::notify(&left_out);
    }
    draw_all(args, (frames.total(), frames), RUN_DELAY, &ticket)
}

/// Draws pictures, of which there are as many as the number says. `delay` is the default time per picture.
fn draw_all(
    args: &ExportArgs,
    drawings: (
        usize,
        impl Iterator<Item = Result<impl Into<TimedDrawing>, ExportError>>,
    ),
    delay: Duration,
    ticket: &Ticket,
) -> anyhow::Result<Vec<u8>> {
    let one_sheet =
        |frames: &mut dyn Iterator<Item = _>| sheet(frames, args.picture.columns, style(args));
    let (form, options) = (picture_form(args)?, render_options(args, delay));
    Ok(write(form, options, drawings, one_sheet, ticket)?)
}

fn picture_form(args: &ExportArgs) -> anyhow::Result<ExportFormat> {
    form(args.to).context("dot is for graphs only")
}

fn limits(args: &ExportArgs) -> ExploreLimits {
    ExploreLimits {
        nodes: args.graph.states,
        timeless: args.graph.merge_steps,
        ..ExploreLimits::default()
    }
}

/// Explores the graph of a level's states, breadth or depth first; a solver's order is recorded instead.
fn explore(
    args: &ExportArgs,
    level: &LevelRef,
    moves: &[Move],
    stop: &CancelFlag,
) -> anyhow::Result<StateGraph> {
    let order = match args.graph.order {
        GraphOrder::Depth => SearchOrder::DepthFirst,
        GraphOrder::Breadth | GraphOrder::Solver => SearchOrder::BreadthFirst,
    };
    let beginning = ExploreStart::new(level.as_ref(), &[], moves)?;
    let mut explorer = Explorer::with_plan(beginning, limits(args), order)?;
    while explorer.step().is_some() {
        if stop.is_cancelled() {
            return Err(ExportError::Stopped.into());
        }
    }
    Ok(explorer.into_graph())
}

fn draw_graph(
    args: &ExportArgs,
    level: &LevelRef,
    graph: &StateGraph,
    stop: &CancelFlag,
) -> anyhow::Result<Vec<u8>> {
    let (from, last) = (args.graph.from, graph.nodes.len() - 1);
    if from > last {
        bail!("state {from} does not exist; the states are 0 to {last}");
    }
    let start = ExploreStart::state(level.as_ref(), &[])?;
    let states = StatesExport {
        start: start.as_ref(),
        layout: &layout(graph, None),
        graph,
        dark: args.picture.dark,
        sequence: match args.graph.walk {
            None | Some(GraphWalk::Plan) => GraphSequence::Plan,
            Some(GraphWalk::Search) => GraphSequence::Search,
            Some(GraphWalk::Best) => GraphSequence::Best(from),
        },
    };
    let form = form(args.to).map_or(StatesForm::Dot, StatesForm::Picture);
    let ticket = ticket(stop);
    Ok(states.write(form, render_options(args, DELAY), &ticket)?)
}

/// Picture format of a form, if it is one.
fn form(form: PictureForm) -> Option<ExportFormat> {
    match form {
        PictureForm::Svg => Some(ExportFormat::Svg),
        PictureForm::Png => Some(ExportFormat::Png),
        PictureForm::Gif => Some(ExportFormat::Gif),
        PictureForm::Apng => Some(ExportFormat::Apng),
        PictureForm::Dot | PictureForm::Txt => None,
    }
}

/// Scale and time per picture; `delay` is the default time.
fn render_options(args: &ExportArgs, delay: Duration) -> RenderOptions {
    RenderOptions {
        scale: args.picture.scale,
        delay: args.picture.delay_ms.map_or(delay, Duration::from_millis),
    }
}
