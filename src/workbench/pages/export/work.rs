//! Builds exports from the open level and its plan.

use std::time::Duration;

use crate::drawing::Drawing;
use crate::export::plan::{Frames, sheet};
use crate::export::report::answer;
use crate::export::run::{self, RunFrames};
use crate::export::{ExportError, Form, Measures, Style, Ticket, board, write};
use crate::game::Move;
use crate::game::words::count;
use crate::kit::answer;
use crate::page::export::ExportWork;
use crate::page::{Cx, Export};

use super::what::{Of, What};

pub(super) struct Look {
    /// Side of a cell in pixels.
    pub(super) cell: u32,
    /// Duration of a step in milliseconds; `None` for the item's default.
    pub(super) delay: Option<u64>,
    /// Steps per row of a strip; 0 chooses a number.
    pub(super) columns: usize,
    pub(super) dark: bool,
    /// Letters instead of pictures.
    pub(super) letters: bool,
}

impl Look {
    pub(super) fn style(&self) -> Style {
        Style {
            cell: self.cell as f32,
            dark: self.dark,
            letters: self.letters,
        }
    }

    pub(super) fn delay(&self, what: What) -> u64 {
        self.delay.unwrap_or(what.delay())
    }
}

/// Returns whether an item can be exported now.
///
/// # Errors
/// Why it cannot, for the user.
pub(super) fn possible(what: What, cx: &Cx) -> Result<(), &'static str> {
    if matches!(what, What::Level(_)) {
        return Ok(());
    }
    if cx.document.current_plan().is_none() {
        return Err("Solve the level first, or use your moves as its plan");
    }
    if what == What::Json && answer_json(cx).is_none() {
        return Err("No solver made this plan");
    }
    Ok(())
}

/// One line on the contents of the file.
pub(super) fn facts(what: What, look: &Look, cx: &Cx) -> Option<String> {
    match what {
        What::Animation(of, form) => {
            let (pictures, words) = pictures(of, form, cx)?;
            // The last picture is displayed for three steps.
            let time = Duration::from_millis(look.delay(what) * (pictures + 2));
            Some(format!("{words}, {} in total", answer::time(time)))
        }
        What::Strip(of, form) => Some(pictures(of, form, cx)?.1),
        What::Level(_) => {
            let size = cx.document.level().board().size;
            let side = |cells: usize| (cells as f32 + 0.8) * look.cell as f32;
            let grid = cx.document.level().as_grid().is_some();
            grid.then(|| format!("{:.0}×{:.0} pixels", side(size.cols), side(size.rows)))
        }
        What::Text | What::Json => None,
    }
}

/// Number of pictures, also as text; `None` if unknown.
fn pictures(of: Of, form: Form, cx: &Cx) -> Option<(u64, String)> {
    let plan = cx.document.current_plan()?;
    let (pictures, steps) = match of {
        Of::Plan => (plan.moves.len() as u64 + 1, None),
        Of::Run => {
            let run = cx.facts.run?;
            let pictures = run::pictures(form, run.steps, run.size);
            (pictures, Some(run.steps))
        }
    };
    let mut words = answer::cost(pictures as i64, "pictures");
    if let Some(steps) = steps.filter(|steps| *steps >= pictures) {
        words.push_str(&format!(" of {}", count(steps, "steps")));
    }
    Some((pictures, words))
}

/// Text of the plan or of the solver's answer.
pub(super) fn text(what: What, cx: &Cx) -> Option<Result<String, ExportError>> {
    match what {
        What::Text => Some(Ok(cx.document.plan()?.text())),
        What::Json => answer_json(cx),
        What::Animation(..) | What::Strip(..) | What::Level(_) => None,
    }
}

fn answer_json(cx: &Cx) -> Option<Result<String, ExportError>> {
    let report = cx.document.plan()?.report()?;
    let game = cx.document.game()?;
    let complaints = cx.document.level().complaints();
    let json = answer(game.info(), report, &complaints, None);
    Some(Ok(format!("{json}\n")))
}

/// Prepares an export; `None` if there is no plan to export.
pub(super) fn export(what: What, look: &Look, cx: &Cx) -> Option<Export> {
    let work = work(what, look, cx)?;
    let (kind, extension) = what.kind();
    let (subject, suffix) = match what {
        What::Level(_) => ("the level", ""),
        what if what.is_run() => ("the run", "-run"),
        _ => ("the plan", "-plan"),
    };
    Some(Export {
        name: format!("{subject} as {kind}"),
        file_name: format!("{}{suffix}.{extension}", cx.file_stem()),
        kind: (kind, extension),
        work,
    })
}

fn work(what: What, look: &Look, cx: &Cx) -> Option<ExportWork> {
    let (style, columns) = (look.style(), (look.columns > 0).then_some(look.columns));
    let measures = Measures {
        scale: Some(1.0),
        delay: Duration::from_millis(look.delay(what)),
    };
    let level = cx.document.level().clone();
    Some(match what {
        What::Text | What::Json => {
            let text = text(what, cx)?;
            Box::new(move |_| Ok(text?.into_bytes()))
        }
        What::Level(form) => Box::new(move |ticket: &Ticket| {
            let drawing = board::draw_level(level.as_ref(), style);
            let drawings = (1, std::iter::once(Ok(drawing)));
            write(form, measures, drawings, first, ticket)
        }),
        What::Animation(of, form) | What::Strip(of, form) => {
            let (mut done, moves) = plan(cx)?;
            let one = move |drawings: &mut dyn Iterator<Item = _>| sheet(drawings, columns, style);
            Box::new(move |ticket: &Ticket| match of {
                Of::Plan => {
                    let frames = Frames::new(&level, &done, moves, form, style)?;
                    write(form, measures, (frames.total(), frames), one, ticket)
                }
                Of::Run => {
                    done.extend(moves);
                    let budget = ticket.budget();
                    let frames = RunFrames::new(level.as_ref(), &done, form, style, &budget)?;
                    write(form, measures, (frames.total(), frames), one, ticket)
                }
            })
        }
    })
}

/// Moves before the plan, and the plan's moves, if the plan belongs to the current level.
fn plan(cx: &Cx) -> Option<(Vec<Move>, Vec<Move>)> {
    let record = cx.document.current_plan()?;
    Some((record.done.to_vec(), record.moves.to_vec()))
}

fn first(
    drawings: &mut dyn Iterator<Item = Result<Drawing, ExportError>>,
) -> Result<Drawing, ExportError> {
    drawings.next().unwrap_or(Err(ExportError::Nothing))
}
