//! The latest answers of solvers, and how one is shown.

use egui::{Label, RichText, Ui};

use crate::game::{Cell, Solver};
use crate::kit::answer::{AnswerTone, Words};
use crate::kit::theme;

/// How many answers are kept.
const MOST_ANSWERS: usize = 64;

/// A solver's answer.
pub(super) struct SolverAnswer {
    /// What it says, or why there is no report.
    pub(super) result: Result<Words, String>,
    /// Revision of the level it is about.
    pub(super) revision: u64,
    /// Cells of the level's board that a proof names.
    pub(super) cells: Vec<Cell>,
    /// Id of the solver.
    pub(super) solver: &'static str,
}

/// The latest answers, oldest first. Undoing an edit brings back the answer for the level as it was
/// before the edit.
#[derive(Default)]
pub(super) struct Answers(Vec<SolverAnswer>);

impl Answers {
    /// Adds an answer; it takes the place of an earlier one about the same revision.
    pub(super) fn add(&mut self, answer: SolverAnswer) {
        self.0.retain(|other| other.revision != answer.revision);
        if self.0.len() == MOST_ANSWERS {
            self.0.remove(0);
        }
        self.0.push(answer);
    }

    /// The answer about this revision of the level, or else the latest one.
    fn about(&self, revision: u64) -> Option<&SolverAnswer> {
        let same = |answer: &&SolverAnswer| answer.revision == revision;
        self.0.iter().rfind(same).or_else(|| self.0.last())
    }

    /// Headline and details of the answer that is shown for this revision.
    pub(super) fn text(&self, revision: u64) -> Option<String> {
        let answer = self.about(revision)?;
        Some(match &answer.result {
            Ok(words) => format!("{}. {}", words.headline, words.details.join(" ")),
            Err(error) => error.clone(),
        })
    }

    /// Cells that a proof about this revision names.
    pub(super) fn problems(&self, revision: u64) -> &[Cell] {
        match self.about(revision) {
            Some(answer) if answer.revision == revision => &answer.cells,
            _ => &[],
        }
    }

    /// Shows the answer for this revision, with the name of its solver.
    pub(super) fn show(&self, ui: &mut Ui, revision: u64, solvers: &[&'static dyn Solver]) {
        let Some(answer) = self.about(revision) else {
            ui.weak("Press Solve or F5 to look for a plan.");
            return;
        };
        let colors = theme::colors(ui);
        let stale = answer.revision != revision;
        let (color, headline, details): (_, &str, &[String]) = match &answer.result {
            Ok(words) => {
                let color = match words.tone {
                    AnswerTone::Good => colors.good,
                    AnswerTone::Open => colors.warn,
                    AnswerTone::Impossible => colors.bad,
                };
                (color, &words.headline, &words.details)
            }
            Err(error) => (colors.bad, error, &[]),
        };
        let title = RichText::new(headline)
            .text_style(theme::title_style())
            .color(color)
            .strong();
        ui.add(Label::new(title).wrap());
        for detail in details {
            ui.add(Label::new(detail).wrap());
        }
        if !answer.cells.is_empty() && !stale {
            ui.weak("These cells are marked on the board.");
        }
        let solver = solvers.iter().find(|s| s.info().id == answer.solver);
        let name = solver.map_or(answer.solver, |solver| solver.info().title);
        ui.label(RichText::new(format!("by {name}")).small().weak());
        if stale {
            let text = "The level has changed; this result is out of date.";
            ui.add(Label::new(RichText::new(text).color(colors.warn)).wrap());
        }
    }
}
