//! Whether a file may be replaced.

use std::path::PathBuf;

use egui::Ui;

use super::PathDialog;
use crate::kit::fields::buttons;
use crate::page::dialog::window;
use crate::page::{Answer, Cx, Dialog, DialogAnswer, Question, Request};

/// Asks whether a file may be replaced.
pub struct ReplaceDialog {
    /// What the file was chosen for.
    question: Question,
    path: PathBuf,
    /// What would be lost.
    reason: String,
}

impl ReplaceDialog {
    /// Asks about the file at `path`, which was the answer to `question`.
    pub fn new(question: Question, path: PathBuf, reason: String) -> Self {
        Self {
            question,
            path,
            reason,
        }
    }
}

impl Dialog for ReplaceDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        let answer = window(ui, "Replace file", 460.0, |ui| {
            ui.label(&self.reason);
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                // Not the button that Enter presses: something would be lost.
                if ui.button("Replace").clicked() {
                    let file = Answer::File(self.path.clone());
                    answer = DialogAnswer::Try(Request::Answer(self.question.by, file));
                }
                if ui.button("Save as…").clicked() {
                    let question = Question {
                        start: self.path.clone(),
                        ..self.question.clone()
                    };
                    let path = Box::new(PathDialog::new(question));
                    answer = DialogAnswer::Try(Request::Ask(path));
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        });
        if matches!(answer, DialogAnswer::Close) {
            cx.ask(Request::Answer(self.question.by, Answer::None));
        }
        answer
    }

    fn failed(&mut self, error: String) {
        self.reason = error;
    }
}
