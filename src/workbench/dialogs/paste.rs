//! Dialog that takes a text and requests something with it.

use egui::{Key, Modifiers, TextEdit, Ui};

use crate::kit::fields::{buttons, named_field, primary_button, problem};
use crate::page::dialog::window;
use crate::page::{Cx, Dialog, DialogAnswer, Request};

/// Texts of the dialog.
#[derive(Clone, Copy, Debug)]
pub struct PasteWords {
    /// Title.
    pub title: &'static str,
    /// Description of the text to paste.
    pub what: &'static str,
    /// Accessible name of the field.
    pub field: &'static str,
}

/// Dialog that takes a text.
pub struct PasteDialog {
    words: PasteWords,
    request: fn(String) -> Request,
    text: String,
    error: Option<String>,
    focused: bool,
}

impl PasteDialog {
    /// `request` builds the dialog's request from the text.
    pub fn new(words: PasteWords, request: fn(String) -> Request) -> Self {
        Self {
            words,
            request,
            text: String::new(),
            error: None,
            focused: false,
        }
    }

    fn field(&mut self, ui: &mut Ui) {
        let field = ui.add(
            TextEdit::multiline(&mut self.text)
                .code_editor()
                .desired_rows(12)
                .desired_width(f32::INFINITY),
        );
        field.widget_info(|| named_field(self.words.field, &self.text));
        if !std::mem::replace(&mut self.focused, true) {
            field.request_focus();
        }
        if field.changed() {
            self.error = None;
        }
        if let Some(error) = &self.error {
            problem(ui, error);
        }
    }
}

impl Dialog for PasteDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        window(ui, self.words.title, 480.0, |ui| {
            ui.label(self.words.what);
            self.field(ui);
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                let keys = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
                let some = !self.text.trim().is_empty();
                if primary_button(ui, "Open", some).clicked() || (keys && some) {
                    answer = DialogAnswer::Try((self.request)(self.text.clone()));
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
