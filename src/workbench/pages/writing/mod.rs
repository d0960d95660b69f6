//! Levels that are written: an editor for their text in the place of the board.
//!
//! | file | what it holds |
//! |---|---|
//! | `editor` | the text field with line numbers, marks and keys |
//! | `paint` | the text in colours, what is wrong underlined |
//! | `places` | from lines and columns to places in the text, brackets, words |
//! | `find` | looking for a part of the text |
//! | `reading` | the text is read as one types, on a thread |

mod editor;
mod find;
mod paint;
mod places;
mod reading;

use std::sync::Arc;

use egui::{Align, Id, Layout, Panel, RichText, ScrollArea, Ui};

use self::find::Find;
use self::paint::Painted;
use self::reading::{Conversion, Reading};
use crate::game::{Language, Notice};
use crate::kit::answer;
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

/// Problems that are listed at most.
const MOST_LISTED: usize = 200;

/// What the editor remembers.
#[derive(Default)]
pub struct Writing {
    /// The text in the field.
    text: String,
    /// The document's text that the field was last in step with.
    of: Option<Arc<str>>,
    painted: Option<Painted>,
    reading: Reading,
    conversion: Option<Conversion>,
    find: Find,
    /// Where the caret is to go, in characters: a range to select.
    jump: Option<(usize, usize)>,
    /// The caret, in characters.
    caret: usize,
    /// When the text was last changed here.
    changed_at: f64,
    /// A completion that the person does not want, for this word.
    unwanted: Option<String>,
}

impl Writing {
    /// Whether a text is being read.
    pub fn is_busy(&self) -> bool {
        self.reading.is_busy() || self.conversion.is_some()
    }

    /// What is wrong or odd about the text as it was last read.
    pub fn notices(&self) -> &[Notice] {
        self.reading.notices()
    }

    /// The text field's id.
    fn id() -> Id {
        Id::unique("text of the level")
    }

    /// Whether the text field has the keyboard.
    pub(crate) fn has_focus(ctx: &egui::Context) -> bool {
        ctx.memory(|memory| memory.has_focus(Self::id()))
    }

    /// Opens the field for looking for something.
    pub(crate) fn open_find(&mut self) {
        self.find.open();
    }
}

impl Workbench {
    /// What is wrong or odd about the level's text.
    pub fn notices(&self) -> &[Notice] {
        self.writing.notices()
    }

    /// The editor; fills what is left of the pane.
    pub(crate) fn writing_pane(&mut self, ui: &mut Ui, language: &'static dyn Language) {
        self.sync_writing();
        let colors = theme::colors(ui);
        egui::Frame::new()
            .fill(colors.raised)
            .inner_margin(egui::Margin::symmetric(space::PANEL, 5))
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| self.writing_bar(ui, language));
            });
        if self.writing.find.is_open() {
            self.find_bar(ui);
        }
        self.problem_list(ui);
        self.text_field(ui, language);
    }

    /// Brings the field in step with the document.
    fn sync_writing(&mut self) {
        let Some(text) = self.cx.document.text() else {
            return;
        };
        let writing = &mut self.writing;
        let same = |of: &Arc<str>| Arc::ptr_eq(of, &text);
        if writing.of.as_ref().is_some_and(same) {
            return;
        }
        if *writing.text != *text {
            writing.text = text.to_string();
            writing.painted = None;
        }
        writing.of = Some(text);
    }

    fn writing_bar(&mut self, ui: &mut Ui, language: &'static dyn Language) {
        ui.spacing_mut().item_spacing.x = space::SMALL;
        ui.set_min_width(ui.available_width());
        let notations = language.notations();
        let now = language
            .notation(&self.writing.text)
            .min(notations.len() - 1);
        ui.label(RichText::new(notations[now].name).weak());
        let broken = self.writing.notices().iter().any(|notice| notice.severe);
        for (index, notation) in notations.iter().enumerate() {
            if index == now {
                continue;
            }
            let button = egui::Button::new(format!("Convert to {}", notation.name));
            let possible = !broken && self.writing.conversion.is_none();
            let response = ui
                .add_enabled(possible, button)
                .on_hover_text("Write the rules in the other notation, with all comments")
                .on_disabled_hover_text("What is wrong has to be mended first");
            if response.clicked() {
                self.convert(language, index);
            }
        }
        if ui
            .button("Find")
            .on_hover_text("Look for a part of the text (Ctrl+F)")
            .clicked()
        {
            self.writing.find.open();
        }
        let colors = theme::colors(ui);
        let wrong = self.writing.notices().iter().filter(|n| n.severe).count();
        let odd = self.writing.notices().len() - wrong;
        let count = |count: usize, one: &str, many: &str| match count {
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        };
        let (text, color) = if self.writing.reading.is_busy() {
            ("Reading…".to_owned(), colors.weak)
        } else if wrong > 0 {
            let wrong = count(wrong, "problem", "problems");
            let text = format!("{wrong}. Play goes on with the last text that could be read.");
            (text, colors.bad)
        } else if odd > 0 {
            let text = format!("Read, with {}.", count(odd, "remark", "remarks"));
            (text, colors.warn)
        } else {
            ("Read.".to_owned(), colors.good)
        };
        ui.label(RichText::new(text).color(color));
        let (line, column) = places::line_and_column(&self.writing.text, self.writing.caret);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = format!("Line {line}, column {column}");
            ui.label(RichText::new(text).weak());
        });
    }

    /// What is wrong and what is odd; a click leads to its place.
    fn problem_list(&mut self, ui: &mut Ui) {
        let notices = self.writing.reading.notices_shared();
        if notices.is_empty() {
            return;
        }
        let colors = theme::colors(ui);
        let mut to = None;
        let frame = egui::Frame::new()
            .fill(colors.panel)
            .inner_margin(egui::Margin::symmetric(space::PANEL, 6));
        Panel::bottom("problems")
            .frame(frame)
            .resizable(true)
            .default_size(28.0 * (notices.len().min(4) as f32) + 12.0)
            .size_range(36.0..=300.0)
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("list of problems")
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        for notice in notices.iter().take(MOST_LISTED) {
                            let error = &notice.error;
                            let (sign, color) = if notice.severe {
                                ("×", colors.bad)
                            } else {
                                ("!", colors.warn)
                            };
                            let message = answer::sentence(&error.message);
                            let (line, column) = (error.line, error.column);
                            let text = format!("{sign} Line {line}, column {column}: {message}");
                            let label = RichText::new(text).color(color);
                            let button = egui::Button::new(label).frame(false).wrap();
                            if ui.add(button).clicked() {
                                to = Some((line, column));
                            }
                        }
                        if notices.len() > MOST_LISTED {
                            ui.weak(format!("and {} more", notices.len() - MOST_LISTED));
                        }
                    });
            });
        if let Some((line, column)) = to {
            let text = &self.writing.text;
            let range = places::range_at(text, line, column);
            self.writing.jump = Some((
                places::characters(text, range.start),
                places::characters(text, range.end),
            ));
        }
    }
}
