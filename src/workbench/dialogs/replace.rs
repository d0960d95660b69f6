//! Dialog that confirms replacing a file.

use std::path::PathBuf;

use egui::Ui;

use super::PathDialog;
use crate::kit::fields::buttons;
use crate::page::dialog::window;
use crate::page::{Cx, Dialog, DialogAnswer, Question, Reply, Request};

/// Confirms replacing the file at `path`, the answer to `question`.
pub struct ReplaceDialog {
    pub question: Question,
    pub path: PathBuf,
    /// Explanation of what would be lost.
    pub reason: String,
}

impl Dialog for ReplaceDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        let answer = window(ui, "Replace file", 460.0, |ui| {
            ui.label(&self.reason);
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                // Not the button that Enter presses, because the file would be lost.
                if ui.button("Replace").clicked() {
                    let file = Reply::File(self.path.clone());
                    answer = DialogAnswer::Try(Request::Reply(self.question.asker, file));
                }
                if ui.button("Save as…").clicked() {
                    let question = Question {
                        initial: self.path.clone(),
                        ..self.question.clone()
                    };
                    let path = Box::new(PathDialog::new(question));
                    answer = DialogAnswer::Try(Request::OpenDialog(path));
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        });
        if matches!(answer, DialogAnswer::Close) {
            cx.send(Request::Reply(self.question.asker, Reply::None));
        }
        answer
    }

    fn failed(&mut self, error: String) {
        self.reason = error;
    }
}
