//! A text to be pasted and read.

use egui::{Modifiers, TextEdit, Ui};

use crate::kit::fields::{buttons, named_field, primary_button, problem};
use crate::page::dialog::window;
use crate::page::{Answer, Command, Cx, Dialog, DialogAnswer, Request};

/// Asks for a text on behalf of a command.
pub struct TextDialog {
    by: Command,
    title: &'static str,
    /// What is to be pasted.
    what: &'static str,
    /// Name of the field.
    field: &'static str,
    text: String,
    error: Option<String>,
    focused: bool,
}

impl TextDialog {
    /// Asks on behalf of `by` for `what`, in a field of this name.
    pub fn new(by: Command, title: &'static str, what: &'static str, field: &'static str) -> Self {
        Self {
            by,
            title,
            what,
            field,
            text: String::new(),
            error: None,
            focused: false,
        }
    }
}

impl Dialog for TextDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        window(ui, self.title, 480.0, |ui| {
            ui.label(self.what);
            let field = ui.add(
                TextEdit::multiline(&mut self.text)
                    .code_editor()
                    .desired_rows(12)
                    .desired_width(f32::INFINITY),
            );
            field.widget_info(|| named_field(self.field, &self.text));
            if !std::mem::replace(&mut self.focused, true) {
                field.request_focus();
            }
            if field.changed() {
                self.error = None;
            }
            if let Some(error) = &self.error {
                problem(ui, error);
            }
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                let keys =
                    ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, egui::Key::Enter));
                let some = !self.text.trim().is_empty();
                if primary_button(ui, "Open", some).clicked() || (keys && some) {
                    let text = Answer::Text(self.text.clone());
                    answer = DialogAnswer::Try(Request::Answer(Some(self.by), text));
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }

    fn failed(&mut self, error: String) {
        self.error = Some(error);
    }
}
