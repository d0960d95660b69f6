//! Dialog for unsaved work, when closing.

use egui::{Label, RichText, Sense, Ui};

use crate::kit::fields::{list, primary};
use crate::kit::picture::{LIST_SIZE, Thumbnail};
use crate::kit::theme::space;
use crate::page::dialog::{answer_buttons, window};
use crate::page::{Cx, Dialog, DialogAnswer, Reply, Request, known};
use crate::session::Document;

/// Asks how to handle unsaved levels before they are closed.
pub struct UnsavedDialog {
    levels: Vec<ListedLevel>,
    /// The window is closing, rather than the tab in front.
    is_quit: bool,
}

impl UnsavedDialog {
    pub fn new<'a>(levels: impl Iterator<Item = &'a Document>, is_quit: bool) -> Self {
        let listed = |document: &Document| {
            let level = document.level();
            let is_broken = document.draft().is_some()
                || level.complaints().iter().any(|complaint| complaint.severe);
            let details = match is_broken {
                true => "Its text has errors; it is saved with them.".to_owned(),
                false => {
                    let game = document.game();
                    let game = game.map_or("unknown game", |game| game.info().title);
                    format!("{game}, {}", level.extent())
                }
            };
            ListedLevel {
                name: document.name(),
                details,
                thumbnail: Thumbnail::new(level.as_ref()),
            }
        };
        let levels = levels.map(listed).collect();
        Self { levels, is_quit }
    }
}

impl Dialog for UnsavedDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        let (title, by, discard) = match self.is_quit {
            true => ("Quit", known::QUIT, "Discard and quit"),
            false => ("Close tab", known::CLOSE_TAB, "Discard and close"),
        };
        window(ui, title, 440.0, |ui| {
            let save = match self.levels.as_slice() {
                [level] => {
                    ui.label(format!("“{}” has unsaved changes.", level.name));
                    "Save"
                }
                levels => {
                    ui.label(format!("{} levels have unsaved changes:", levels.len()));
                    "Save all"
                }
            };
            ui.add_space(space::SMALL);
            list(ui, 220.0, |ui| {
                for level in &self.levels {
                    ui.horizontal(|ui| level.show(ui));
                }
            });
            answer_buttons(ui, |ui| {
                let save = primary(ui, save, true).then_some(SAVE);
                let discard = ui.button(discard).clicked().then_some(DISCARD);
                Some(Request::Reply(by, Reply::Button(save.or(discard)?)))
            })
        })
    }
}

/// Buttons of the dialog, as reported in answers.
pub const SAVE: &str = "Save";
pub const DISCARD: &str = "Discard";

struct ListedLevel {
    name: String,
    details: String,
    thumbnail: Thumbnail,
}

impl ListedLevel {
    fn show(&self, ui: &mut Ui) {
        let (rect, _) = ui.allocate_exact_size(LIST_SIZE, Sense::hover());
        self.thumbnail.paint(ui, rect);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add(Label::new(RichText::new(&self.name).strong()).truncate());
            let text = RichText::new(&self.details).small().weak();
            ui.add(Label::new(text).truncate());
        });
    }
}
