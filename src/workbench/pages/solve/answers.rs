//! The latest answers of solvers.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, FontId, Frame, Label, Margin, RichText, Role, Stroke, TextFormat, Ui};

use crate::board::{Icon, icon_label};
use crate::game::{Cell, Move, SolveReport};
use crate::kit::answer::{AnswerText, AnswerTone};
use crate::kit::fields::set_name;
use crate::kit::theme::{self, space};
use crate::page::{Cx, known};
use crate::session::Document;

/// Answers kept; older ones are dropped.
const MAX_ANSWERS: usize = 64;

pub(super) struct SolverAnswer {
    /// Its text, or why there is no report.
    pub(super) result: Result<AnswerText, String>,
    /// Revision of the level that it is about.
    pub(super) revision: u64,
    /// Cells that a proof names, on the level's board.
    pub(super) cells: Vec<Cell>,
    pub(super) solver: &'static str,
    /// Report whose plan became the level's, if it contained one.
    pub(super) plan: Option<Arc<SolveReport>>,
    /// Moves already made, with which all its plans begin.
    pub(super) done: Vec<Move>,
}

impl SolverAnswer {
    /// Returns whether the moves begin as its plan does, no further than that goes and no shorter than its beginning.
    fn agrees_with(&self, moves: &[Move]) -> bool {
        let solution = self.plan.as_ref().and_then(|it| it.outcome.solution());
        let plan = solution.map_or(&[][..], |solution| solution.plan.moves());
        let rest = moves.strip_prefix(&self.done[..]);
        rest.is_some_and(|rest| plan.starts_with(rest))
    }
}

/// The latest answers, oldest first. Undo restores the answer that belongs to the level and plan then.
#[derive(Default)]
pub(super) struct AnswerLog {
    answers: Vec<SolverAnswer>,
    /// The last one has not been shown yet.
    is_new: bool,
}

impl AnswerLog {
    /// Adds an answer, replacing earlier ones without a plan about the same revision.
    pub(super) fn add(&mut self, answer: SolverAnswer) {
        let answers = &mut self.answers;
        answers.retain(|other| other.revision != answer.revision || other.plan.is_some());
        if answers.len() == MAX_ANSWERS {
            answers.remove(0);
        }
        answers.push(answer);
        self.is_new = true;
    }

    /// The answer about the current level with the current plan or, without a plan, with the current moves.
    fn current(&self, document: &Document) -> Option<&SolverAnswer> {
        let revision = document.revision();
        let report = document.current_plan().and_then(|plan| plan.report());
        let is_current = |answer: &&SolverAnswer| match &answer.plan {
            Some(own) => report.is_some_and(|report| Arc::ptr_eq(report, own)),
            None => answer.done.is_empty() || answer.done == document.moves(),
        };
        let mut answers = self.answers.iter().rev();
        answers.find(|answer| answer.revision == revision && is_current(answer))
    }

    /// Headline and details of the current answer.
    pub(super) fn text(&self, document: &Document) -> Option<String> {
        Some(match &self.current(document)?.result {
            Ok(words) => format!("{}. {}", words.headline, words.details.join(" ")),
            Err(error) => error.clone(),
        })
    }

    /// Returns whether the current answer is a proof that the level has no solution.
    pub(super) fn is_proof(&self, document: &Document) -> bool {
        self.current(document).is_some_and(|answer| {
            let words = answer.result.as_ref();
            answer.done.is_empty() && words.is_ok_and(|it| it.tone == AnswerTone::Impossible)
        })
    }

    /// Cells named by a proof about the current level.
    pub(super) fn problems(&self, document: &Document) -> &[Cell] {
        self.current(document).map_or(&[], |answer| &answer.cells)
    }

    /// Shows the current answer with the name of its solver. Returns whether its plan begins with moves already made.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx) -> bool {
        let is_new = std::mem::take(&mut self.is_new);
        let Some(answer) = self.current(&cx.document) else {
            // What makes a level unplayable is at the top of the panel.
            let is_playable = cx.unplayable_text().is_none();
            if cx.document.is_empty() || is_playable && !cx.document.plan_is_current() {
                let why = cx.commands.enabled(known::SOLVE).err();
                ui.weak(why.unwrap_or("Press F5 to find a plan."));
            }
            return false;
        };
        let colors = theme::colors(ui);
        let card = Frame::new()
            .fill(colors.page)
            .stroke(Stroke::new(1.0, colors.line))
            .corner_radius(theme::CARD_CORNER)
            .inner_margin(space::MEDIUM);
        let is_outdated = !answer.done.is_empty() && !answer.agrees_with(cx.document.moves());
        let card = card.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = space::TIGHT;
            if is_outdated {
                let what = if cx.is_programmed() {
                    "commands"
                } else {
                    "moves"
                };
                let text = format!("This is about {what} that you have changed since.");
                ui.colored_label(colors.warn, text);
            }
            match &answer.result {
                Ok(words) => answer_text(ui, words),
                Err(error) => headline(ui, error, colors.bad),
            }
        });
        if is_new {
            // In a low window it would be below the visible part of the panel.
            card.response.scroll_to_me(None);
        }
        match answer.cells.len() {
            0 => {}
            1 => drop(ui.weak("The cell is marked.")),
            _ => drop(ui.weak("The cells are marked.")),
        }
        let solver = cx.solvers().iter().find(|s| s.info().id == answer.solver);
        let name = solver.map_or(answer.solver, |solver| solver.info().title);
        let from = match answer.done.is_empty() && !cx.document.moves().is_empty() {
            true => ", from the start of the level",
            false => "",
        };
        ui.label(RichText::new(format!("by {name}{from}")).small().weak());
        if cx.commands.enabled(known::IMPROVE).is_ok() {
            cx.button(ui, known::IMPROVE);
        }
        !answer.done.is_empty()
    }
}

fn answer_text(ui: &mut Ui, words: &AnswerText) {
    let colors = theme::colors(ui);
    let color = match words.tone {
        AnswerTone::Good => colors.text,
        AnswerTone::Open => colors.warn,
        AnswerTone::Impossible => colors.bad,
    };
    match words.cost.as_ref().and_then(|it| it.split_once(' ')) {
        Some((number, unit)) => {
            let mut job = LayoutJob::default();
            let format = TextFormat::simple(theme::bold(theme::text::DISPLAY), color);
            job.append(number, 0.0, format);
            let format = TextFormat::simple(FontId::proportional(theme::text::TITLE), color);
            job.append(unit, space::SMALL, format);
            let label = ui.add(Label::new(job).wrap());
            set_name(&label, Role::Label, &words.headline);
        }
        None => headline(ui, &words.headline, color),
    }
    let mut details = words.details.iter().peekable();
    if let Some(proof) = details.next_if(|_| words.proved) {
        badge(ui, proof.trim_end_matches('.'));
    }
    for detail in details {
        ui.add(Label::new(detail).wrap());
    }
}

fn headline(ui: &mut Ui, text: &str, color: Color32) {
    let title = RichText::new(text).text_style(theme::title_style());
    ui.add(Label::new(title.color(color)).wrap());
}

/// A good result, marked by an icon in addition to the colour.
fn badge(ui: &mut Ui, text: &str) {
    let colors = theme::colors(ui);
    let frame = Frame::new()
        .fill(theme::mix(colors.page, colors.good, 20))
        .corner_radius(theme::CARD_CORNER)
        .inner_margin(Margin::symmetric(space::SMALL as i8, 2));
    frame.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::TIGHT;
            icon_label(ui, Icon::Check, colors.good);
            let text = RichText::new(text).font(theme::bold(theme::text::SMALL));
            ui.label(text.color(colors.good));
        });
    });
}
