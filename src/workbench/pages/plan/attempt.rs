//! Attempts: plans by the user, by moves or as a text. Unlike plans of solvers, they need not solve the level.

use std::borrow::Cow;
use std::path::Path;

use egui::{Align, Context, Label, Layout, Ui};

use super::{CONTINUE_BY_HAND, OPEN_PLAN, PLAN, SAVE_PLAN};
use crate::game::{MoveError, read_attempt};
use crate::games::load::MAX_BYTES;
use crate::kit::answer;
use crate::kit::fields::tool_strip;
use crate::page::messages::Severity;
use crate::page::{Cx, Export, Question, Request, known};
use crate::session::PlanSource;

/// Name of a pasted plan in messages.
pub(super) const PASTED: &str = "the pasted text";

/// Makes the user's moves the level's plan.
pub(super) fn use_my_moves(cx: &mut Cx) {
    let moves = cx.document.moves().to_vec();
    let name = "Use my moves as plan";
    match cx.document.store_attempt(name, moves, PlanSource::User) {
        Ok(()) => {
            cx.show_tab(PLAN);
            cx.messages.status("Your moves are now the plan.");
        }
        Err(error) => cx.messages.fail(&error),
    }
}

/// Replaces the user's moves by those before the plan (`done`) and up to `count` first moves of the plan.
pub(super) fn continue_by_hand(cx: &mut Cx, count: usize) {
    let Some(record) = cx.document.plan() else {
        return;
    };
    let moves = record.done.iter().chain(record.moves.iter().take(count));
    let moves = moves.cloned().collect();
    cx.play_from("Continue from the plan", moves);
}

pub(super) fn copy_plan(ctx: &Context, cx: &mut Cx) {
    if let Some(record) = cx.document.plan() {
        ctx.copy_text(record.text());
        cx.messages.status("Copied the plan.");
    }
}

pub(super) fn save_plan(cx: &mut Cx) {
    let Some(text) = cx.document.plan().map(|plan| plan.text()) else {
        return;
    };
    cx.send(Request::export(Export {
        name: "the plan as text".to_owned(),
        file_name: format!("{}-plan.txt", cx.file_stem()),
        kind: ("Plain text", "txt"),
        work: Box::new(move |_| Ok(text.into_bytes())),
    }));
}

/// Asks for a file, which [`open_file`] then opens.
pub(super) fn choose_file(cx: &mut Cx) {
    let level_folder = cx.document.file().own_path().and_then(Path::parent);
    let folder = level_folder
        .map(Path::to_owned)
        .or_else(|| cx.export_folder());
    let kind = ("Plans", vec!["txt"]);
    let mut question = Question::to_open(OPEN_PLAN, "Open a plan", kind);
    question.dialog.folder = folder;
    cx.send(Request::ChooseFile(question));
}

/// Opens the plan in a file, as [`open_text`] does. An error is a sentence for the user.
pub(super) fn open_file(cx: &mut Cx, path: &Path) -> Result<(), String> {
    let text = read_text(cx, path)?;
    open_text(cx, &text, &file_name(path))
}

fn file_name(path: &Path) -> Cow<'_, str> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy()
}

fn read_text(cx: &Cx, path: &Path) -> Result<String, String> {
    let bytes = cx.world.disk.read(path, MAX_BYTES as u64);
    let bytes = bytes.map_err(|error| answer::file_error(path, "cannot be read", &error))?;
    String::from_utf8(bytes).map_err(|_| format!("{} is not a text file.", path.display()))
}

/// Opens a file that is not a level as a plan, if it is one. Returns `None` if not.
pub(super) fn accept_file(cx: &mut Cx, path: &Path) -> Option<Result<(), String>> {
    let text = read_text(cx, path).ok()?;
    accept_text(cx, &text, &file_name(path))
}

/// Like [`accept_file`], for a text.
pub(super) fn accept_text(cx: &mut Cx, text: &str, name: &str) -> Option<Result<(), String>> {
    (is_plan(cx, text) && open_text(cx, text, name).is_ok()).then_some(Ok(()))
}

/// Returns whether a text is a plan of the open level, not a broken level: lines of moves, of which the first is legal.
fn is_plan(cx: &Cx, text: &str) -> bool {
    read_attempt(cx.document.level().as_ref(), text).is_ok_and(|attempt| {
        let first_error = attempt.wrong.map(|wrong| wrong.error);
        !attempt.moves.is_empty() && !matches!(first_error, Some(MoveError::Syntax { .. }))
    })
}

/// Reads a plan from text, up to the first illegal move, which a message names, and makes it the level's plan. `name`
/// says where the text is from. Fails if the first move is not legal; the error is a sentence for the user.
pub(super) fn open_text(cx: &mut Cx, text: &str, name: &str) -> Result<(), String> {
    let level = cx.document.level().clone();
    let attempt = read_attempt(level.as_ref(), text).map_err(|errors| {
        let first = errors.first().map(ToString::to_string);
        format!("{name}, {}.", first.unwrap_or_default())
    })?;
    let wrong = attempt.wrong.map(|wrong| format!("{name}, {wrong}."));
    let count = attempt.moves.len();
    if count == 0 {
        return Err(wrong.unwrap_or_else(|| format!("There is no move in {name}.")));
    }
    let source = PlanSource::Text(name.to_owned());
    cx.document
        .store_attempt("Open plan", attempt.moves, source)
        .map_err(|error| answer::sentence(&error.to_string()))?;
    cx.show_tab(PLAN);
    if attempt.solved {
        cx.mark_solved(&level);
    }
    let moves = answer::count(count, "moves");
    match wrong {
        Some(wrong) => {
            let text = format!("{wrong} The plan consists of the {moves} before it.");
            cx.messages.toast(Severity::Warn, text);
        }
        None => cx
            .messages
            .status(format!("Opened the plan from {name}: {moves}.")),
    }
    Ok(())
}

/// Strip with the source and result of the plan, if no solver made it; otherwise nothing.
pub(super) fn plan_strip(ui: &mut Ui, cx: &mut Cx) {
    let Some(record) = cx.document.current_plan() else {
        return;
    };
    let plan_name = match &record.source {
        PlanSource::Solver(_) => return,
        PlanSource::Attempt => "The solver's furthest attempt".to_owned(),
        PlanSource::User => "Your own plan".to_owned(),
        PlanSource::Text(name) => format!("The plan from {name}"),
    };
    let solves = if record.solved {
        "solves"
    } else {
        "does not solve"
    };
    // Moves of a program are edits of its text.
    let text = match cx.is_programmed() {
        true => format!("{plan_name} {solves} the puzzle."),
        false => {
            let moves = answer::count(record.moves.len(), "moves");
            format!("{plan_name}, {moves}, {solves} the puzzle.")
        }
    };
    tool_strip(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            cx.button(ui, SAVE_PLAN);
            cx.button(ui, CONTINUE_BY_HAND);
            if cx.commands.enabled(known::IMPROVE).is_ok() {
                cx.button(ui, known::IMPROVE);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(text).truncate());
            });
        });
    });
}
