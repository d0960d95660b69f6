//! Exportable items and formats. Builds exports from the open level and its plan.

use std::time::Duration;

use crate::export::plan::{PlanFrames, sheet};
use crate::export::report::answer;
use crate::export::run::{self, RunFrames};
use crate::export::{
    BoardStyle, DELAY, ExportError, ExportFormat, RUN_DELAY, RenderOptions, Ticket, board, write,
};
use crate::kit::answer;
use crate::page::{Cx, Export, ExportWork};

#[derive(Default)]
pub(super) struct PictureOptions {
    /// With the side of a cell in pixels.
    pub(super) style: BoardStyle,
    /// Duration of a step in milliseconds; `None` for the item's default.
    pub(super) delay: Option<u64>,
    /// Steps per row of a strip; 0 chooses a number.
    pub(super) columns: usize,
}

impl PictureOptions {
    pub(super) fn delay(&self, item: ExportItem) -> u64 {
        self.delay.unwrap_or(item.delay())
    }
}

/// Returns whether an item can be exported now, or the reason why not.
pub(super) fn check(item: ExportItem, cx: &Cx) -> Result<(), &'static str> {
    match item {
        ExportItem::Level(_) => Ok(()),
        _ if cx.document.current_plan().is_none() => {
            Err("Solve the level first, or use your moves as the plan")
        }
        ExportItem::Json if answer_json(cx).is_none() => Err("No solver made this plan"),
        _ => Ok(()),
    }
}

/// One line on the contents of the file.
pub(super) fn summary(item: ExportItem, options: &PictureOptions, cx: &Cx) -> Option<String> {
    match item {
        ExportItem::Animation(source, form) => {
            let (pictures, text) = picture_count(source, form, cx)?;
            // The last picture is displayed for three steps.
            let time = Duration::from_millis(options.delay(item) * (pictures + 2));
            Some(format!("{text}, {} in total", answer::time(time)))
        }
        ExportItem::Strip(source, form) => Some(picture_count(source, form, cx)?.1),
        ExportItem::Level(_) => {
            let size = cx.document.level().board().size;
            // With margins of 0.4 cells on both sides.
            let side = |cells: usize| (cells as f32 + 0.8) * options.style.cell;
            let is_grid = cx.document.level().as_grid().is_some();
            is_grid.then(|| format!("{:.0}×{:.0} pixels", side(size.cols), side(size.rows)))
        }
        ExportItem::Text | ExportItem::Json => None,
    }
}

/// Number of pictures, also as text; `None` if unknown.
fn picture_count(source: StepSource, form: ExportFormat, cx: &Cx) -> Option<(u64, String)> {
    let plan = cx.document.current_plan()?;
    if source == StepSource::Plan {
        let pictures = plan.moves.len() as u64 + 1;
        return Some((pictures, answer::count(pictures, "pictures")));
    }
    let run = cx.facts.level.run?;
    let pictures = run::pictures(form, run.steps, run.size);
    let mut text = answer::count(pictures, "pictures");
    if run.steps >= pictures {
        text.push_str(&format!(" of {}", answer::count(run.steps, "steps")));
    }
    Some((pictures, text))
}

fn answer_json(cx: &Cx) -> Option<String> {
    let report = cx.document.plan()?.report()?;
    let game = cx.document.game()?;
    let complaints = cx.document.level().complaints();
    // The requested number of solutions is not known here.
    let json = answer(game.info(), report, &complaints, None);
    Some(format!("{json}\n"))
}

/// Prepares an export; `None` if there is no plan to export.
pub(super) fn export(item: ExportItem, options: &PictureOptions, cx: &Cx) -> Option<Export> {
    let work = export_work(item, options, cx)?;
    let (kind, extension) = item.kind();
    let (subject, suffix) = match item {
        ExportItem::Level(_) => ("the level", ""),
        item if item.is_run() => ("the run", "-run"),
        _ => ("the plan", "-plan"),
    };
    Some(Export {
        name: format!("{subject} as {kind}"),
        file_name: format!("{}{suffix}.{extension}", cx.file_stem()),
        kind: (kind, extension),
        work,
    })
}

fn export_work(item: ExportItem, options: &PictureOptions, cx: &Cx) -> Option<ExportWork> {
    let style = options.style;
    let columns = Some(options.columns).filter(|columns| *columns > 0);
    let measures = RenderOptions {
        scale: Some(1.0),
        delay: Duration::from_millis(options.delay(item)),
    };
    let level = cx.document.level().clone();
    Some(match item {
        ExportItem::Text | ExportItem::Json => {
            let text = match item {
                ExportItem::Json => answer_json(cx)?,
                _ => cx.document.plan()?.text(),
            };
            Box::new(move |_| Ok(text.into_bytes()))
        }
        ExportItem::Level(form) => Box::new(move |ticket: &Ticket| {
            let drawing = board::draw_level(level.as_ref(), style);
            let drawings = (1, std::iter::once(Ok(drawing)));
            let only = |drawings: &mut dyn Iterator<Item = _>| {
                drawings.next().unwrap_or(Err(ExportError::Nothing))
            };
            write(form, measures, drawings, only, ticket)
        }),
        ExportItem::Animation(source, form) | ExportItem::Strip(source, form) => {
            let plan = cx.document.current_plan()?;
            let (mut done, moves) = (plan.done.to_vec(), plan.moves.to_vec());
            let sheet_of =
                move |drawings: &mut dyn Iterator<Item = _>| sheet(drawings, columns, style);
            Box::new(move |ticket: &Ticket| match source {
                StepSource::Plan => {
                    let frames = PlanFrames::new(&level, &done, moves, form, style)?;
                    write(form, measures, (frames.total(), frames), sheet_of, ticket)
                }
                StepSource::Run => {
                    done.extend(moves);
                    let budget = ticket.budget();
                    let frames = RunFrames::new(level.as_ref(), &done, form, style, &budget)?;
                    write(form, measures, (frames.total(), frames), sheet_of, ticket)
                }
            })
        }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepSource {
    /// The moves of the plan.
    Plan,
    /// The executed commands of a program.
    Run,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportItem {
    Animation(StepSource, ExportFormat),
    /// The steps side by side.
    Strip(StepSource, ExportFormat),
    /// The level without a plan.
    Level(ExportFormat),
    /// The moves, one per line.
    Text,
    /// The solver's answer as JSON.
    Json,
}

impl ExportItem {
    /// All items with their displayed names.
    const ALL: [(Self, &'static str); 12] = {
        use ExportFormat::{Apng, Gif, Png, Svg};
        use StepSource::{Plan, Run};
        [
            (Self::Animation(Run, Gif), "Run as GIF animation"),
            (Self::Animation(Run, Apng), "Run as PNG animation (APNG)"),
            (Self::Strip(Run, Png), "Run as PNG strip"),
            (Self::Strip(Run, Svg), "Run as SVG strip"),
            (Self::Animation(Plan, Gif), "Plan as GIF animation"),
            (Self::Animation(Plan, Apng), "Plan as PNG animation (APNG)"),
            (Self::Strip(Plan, Png), "Plan as PNG strip"),
            (Self::Strip(Plan, Svg), "Plan as SVG strip"),
            (Self::Text, "Plan as text"),
            (Self::Json, "Plan as JSON"),
            (Self::Level(Png), "Level as PNG"),
            (Self::Level(Svg), "Level as SVG"),
        ]
    };

    fn is_run(self) -> bool {
        use StepSource::Run;
        matches!(self, Self::Animation(Run, _) | Self::Strip(Run, _))
    }

    /// The items that exist for the open level's game.
    pub(super) fn offered(cx: &Cx) -> impl Iterator<Item = (Self, &'static str)> {
        let programmed = cx.is_programmed();
        let all = Self::ALL.into_iter();
        all.filter(move |(item, _)| programmed || !item.is_run())
    }

    /// The same item for the plan's moves.
    pub(super) fn for_plan(self) -> Self {
        match self {
            Self::Animation(_, form) => Self::Animation(StepSource::Plan, form),
            Self::Strip(_, form) => Self::Strip(StepSource::Plan, form),
            other => other,
        }
    }

    /// Default duration of a step, in milliseconds.
    pub(super) fn delay(self) -> u64 {
        let delay = if self.is_run() { RUN_DELAY } else { DELAY };
        u64::try_from(delay.as_millis()).unwrap_or(u64::MAX)
    }

    /// Name and extension of the file type.
    pub(super) fn kind(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("Plain text", "txt"),
            Self::Json => ("JSON", "json"),
            Self::Animation(_, form) | Self::Strip(_, form) | Self::Level(form) => {
                let name = match form {
                    ExportFormat::Gif => "GIF",
                    ExportFormat::Apng | ExportFormat::Png => "PNG",
                    ExportFormat::Svg => "SVG",
                };
                (name, form.extension())
            }
        }
    }
}
