//! What is to become of unsaved work: the question at the end, the offer at the start.

use egui::{Label, RichText, Ui};

use crate::kit::fields::{buttons, list, primary, primary_button};
use crate::kit::theme::space;
use crate::page::dialog::window;
use crate::page::{Answer, Command, Cx, Dialog, DialogAnswer, Request, known};
use crate::session::recovery::Recovered;

/// Asks what is to become of unsaved levels before they are closed.
#[derive(Clone, Debug)]
pub struct UnsavedDialog {
    /// Their names.
    pub names: Vec<String>,
    /// The whole window is about to close, rather than the tab in front.
    pub quits: bool,
}

impl Dialog for UnsavedDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        let (title, by, discard) = match self.quits {
            true => ("Quit", known::QUIT, "Discard and quit"),
            false => ("Close tab", known::CLOSE_TAB, "Discard and close"),
        };
        window(ui, title, 440.0, |ui| {
            let save = match self.names.as_slice() {
                [name] => {
                    ui.label(format!("“{name}” has unsaved changes."));
                    "Save"
                }
                names => {
                    ui.label(format!("{} levels have unsaved changes:", names.len()));
                    list(ui, 200.0, |ui| {
                        for name in names {
                            ui.add(Label::new(format!("“{name}”")).truncate());
                        }
                    });
                    "Save all"
                }
            };
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                if primary(ui, save, true) {
                    answer = pressed(by, SAVE, 0);
                }
                if ui.button(discard).clicked() {
                    answer = pressed(by, DISCARD, 0);
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }
}

/// Offers unsaved levels of an earlier run.
pub struct RecoveredDialog {
    /// Name of each, and what else is known of it.
    levels: Vec<(String, String)>,
}

impl RecoveredDialog {
    /// Offers these, in this order.
    pub fn of(found: &[Recovered]) -> Self {
        let levels = found.iter().map(|found| {
            let title = found.level.meta().title.trim();
            let name = if title.is_empty() { "Untitled" } else { title };
            (name.to_owned(), about(found))
        });
        Self {
            levels: levels.collect(),
        }
    }
}

impl Dialog for RecoveredDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        if self.levels.is_empty() {
            return DialogAnswer::Close;
        }
        window(ui, "Unsaved levels", 500.0, |ui| {
            ui.label("These levels were not saved when the workbench last closed.");
            ui.add_space(space::SMALL);
            let (mut restore, mut discard) = (None, None);
            list(ui, 300.0, |ui| {
                for (index, (name, about)) in self.levels.iter().enumerate() {
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    let row = egui::vec2(ui.available_width(), 2.0 * ui.spacing().interact_size.y);
                    ui.allocate_ui_with_layout(row, layout, |ui| {
                        let button = primary_button(ui, "Restore", true);
                        button.widget_info(|| named(format!("Restore {name}")));
                        if button.clicked() {
                            restore = Some(index);
                        }
                        let button = ui.button("Discard");
                        button.widget_info(|| named(format!("Discard {name}")));
                        if button.clicked() {
                            discard = Some(index);
                        }
                        let left = egui::Layout::top_down(egui::Align::Min);
                        ui.with_layout(left, |ui| {
                            ui.add(Label::new(RichText::new(name).strong()).truncate());
                            let about = RichText::new(about).small().weak();
                            ui.add(Label::new(about).truncate());
                        });
                    });
                    ui.separator();
                }
            });
            if let Some(index) = discard {
                self.levels.remove(index);
                let discard = Answer::Button(DISCARD, index);
                cx.ask(Request::Answer(Some(known::RESTORE_RECOVERED), discard));
            }
            let mut answer = match restore {
                Some(index) => pressed(known::RESTORE_RECOVERED, RESTORE, index),
                None => DialogAnswer::Stay,
            };
            buttons(ui, |ui| {
                if self.levels.len() > 1 && primary(ui, "Restore all", true) {
                    answer = pressed(known::RESTORE_RECOVERED, RESTORE_ALL, 0);
                }
                if ui.button("Decide later").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }
}

/// Buttons of these dialogs, as whoever asked is told.
pub const SAVE: &str = "Save";
/// Opens a level again.
pub const RESTORE: &str = "Restore";
/// Opens all levels again.
pub const RESTORE_ALL: &str = "Restore all";
/// Forgets a level, or its changes.
pub const DISCARD: &str = "Discard";

fn pressed(by: Command, button: &'static str, row: usize) -> DialogAnswer {
    DialogAnswer::Try(Request::Answer(Some(by), Answer::Button(button, row)))
}

fn named(name: String) -> egui::WidgetInfo {
    egui::WidgetInfo::labeled(egui::Role::Button, true, name)
}

fn about(found: &Recovered) -> String {
    let size = found.level.extent();
    let game = crate::games::by_id(found.level.game_id());
    let game = game.map_or("unknown game", |game| game.info().title);
    let moves = match found.moves.len() {
        0 => String::new(),
        1 => ", 1 move made".to_owned(),
        n => format!(", {n} moves made"),
    };
    let from = match &found.own.path {
        Some(path) => format!(", from {}", path.display()),
        None => String::new(),
    };
    format!("{game}, {size}{moves}{from}")
}
