//! The program as text, synchronized with the slots, with errors marked.

use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Stroke, TextEdit, Ui};

use crate::game::ProgramError;
use crate::kit::fields::named_field;
use crate::kit::theme::{self, space};
use crate::page::Cx;

/// Most errors listed below the text.
const MAX_ERRORS: usize = 3;

#[derive(Default)]
pub(super) struct ProgramText {
    text: String,
    /// The program that the text was last synchronized with.
    synced: Option<String>,
    errors: Vec<ProgramError>,
}

impl ProgramText {
    /// Updates the text to the document's program, unless that was written from the text.
    pub(super) fn follow(&mut self, source: String) {
        if self.synced.as_ref() != Some(&source) {
            self.text.clone_from(&source);
            self.synced = Some(source);
            self.errors.clear();
        }
    }

    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let colors = theme::colors(ui);
        let errors = self.errors.clone();
        let (color, bad) = (colors.text, colors.bad);
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, wrap: f32| {
            let mut job = job(text.as_str(), &errors, color, bad);
            job.wrap.max_width = wrap;
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let mut text = std::mem::take(&mut self.text);
        let field = TextEdit::multiline(&mut text)
            .desired_rows(if self.errors.is_empty() { 4 } else { 2 })
            .desired_width(f32::INFINITY)
            .hint_text("The program as text")
            .layouter(&mut layouter);
        let response = ui.add(field);
        response.widget_info(|| named_field("Program text", &text));
        self.text = text;
        if response.changed() {
            self.write(cx);
        }
        for error in self.errors.iter().take(MAX_ERRORS) {
            ui.add_space(space::TIGHT);
            let (line, column) = (error.line, error.column);
            let text = format!("Line {line}, column {column}: {}.", error.message);
            ui.colored_label(bad, text);
        }
        if !self.errors.is_empty() {
            ui.weak("The slots still show the last valid program.");
        }
    }

    /// Writes the program if the text is valid.
    fn write(&mut self, cx: &mut Cx) {
        let text = self.text.clone();
        match cx.write_program("Write the program", &text) {
            Ok(()) => {
                self.errors.clear();
                let program = cx.document.position().as_program();
                // The text stays as typed.
                self.synced = program.map(|program| program.source());
            }
            Err(errors) => self.errors = errors,
        }
    }
}

/// The text with errors underlined.
fn job(text: &str, errors: &[ProgramError], color: egui::Color32, bad: egui::Color32) -> LayoutJob {
    let font = FontId::monospace(theme::text::BODY);
    let plain = TextFormat::simple(font, color);
    let wrong = TextFormat {
        underline: Stroke::new(2.0, bad),
        color: bad,
        ..plain.clone()
    };
    let mut job = LayoutJob::default();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        for (column, letter) in (1..).zip(line.chars()) {
            let covers = |error: &&ProgramError| {
                error.line == number
                    && (error.column..error.column + error.length).contains(&column)
            };
            let is_wrong = errors.iter().find(covers).is_some();
            let format = if is_wrong { &wrong } else { &plain };
            job.append(letter.encode_utf8(&mut [0; 4]), 0.0, format.clone());
        }
    }
    if job.sections.is_empty() {
        job.append("", 0.0, plain);
    }
    job
}
