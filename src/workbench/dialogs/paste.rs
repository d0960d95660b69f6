//! Dialog that takes a text and requests something with it.

use egui::{Key, Modifiers, TextEdit, Ui};

use crate::kit::fields::{buttons, error_label, named_field, primary_button};
use crate::page::dialog::window;
use crate::page::{Cx, Dialog, DialogAnswer, Request};

#[derive(Clone, Copy, Debug)]
pub struct PasteTexts {
    pub title: &'static str,
    /// Description of the text to paste.
    pub prompt: &'static str,
    /// Accessible name of the field.
    pub field: &'static str,
}

pub struct PasteDialog {
    texts: PasteTexts,
    request: fn(String) -> Request,
    text: String,
    error: Option<String>,
    has_focused: bool,
}

impl PasteDialog {
    /// `request` builds the dialog's request from the text.
    pub fn new(texts: PasteTexts, request: fn(String) -> Request) -> Self {
        Self {
            texts,
            request,
            text: String::new(),
            error: None,
            has_focused: false,
        }
    }

    fn field(&mut self, ui: &mut Ui) {
        let field = TextEdit::multiline(&mut self.text).code_editor();
        let field = ui.add(field.desired_rows(12).desired_width(f32::INFINITY));
        field.widget_info(|| named_field(self.texts.field, &self.text));
        if !std::mem::replace(&mut self.has_focused, true) {
            field.request_focus();
        }
        if field.changed() {
            self.error = None;
        }
        if let Some(error) = &self.error {
            error_label(ui, error);
        }
    }
}

impl Dialog for PasteDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        window(ui, self.texts.title, 480.0, |ui| {
            ui.label(self.texts.prompt);
            self.field(ui);
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                let keys = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
                let has_text = !self.text.trim().is_empty();
                if primary_button(ui, "Open", has_text).clicked() || (keys && has_text) {
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
