//! What is to become of unsaved work: the question at the end, the offer at the start.

use egui::{Label, RichText, Ui};

use crate::kit::fields::{buttons, list, primary};
use crate::kit::theme::space;
use crate::page::dialog::{DialogAnswer, window};
use crate::shell::app::Workbench;

/// What would be lost if the window closed.
#[derive(Clone, Debug)]
pub struct QuitDialog {
    /// The open level, if it is unsaved and nowhere kept.
    pub unsaved: Option<String>,
    /// Unsaved levels that only Undo can bring back.
    pub only_in_undo: Vec<String>,
}

impl Workbench {
    pub(crate) fn quit_dialog(&mut self, ui: &Ui, dialog: &QuitDialog) -> DialogAnswer {
        window(ui, "Quit", 440.0, |ui| {
            if let Some(name) = &dialog.unsaved {
                ui.label(format!("“{name}” has changes that are not saved."));
            }
            if !dialog.only_in_undo.is_empty() {
                let names: Vec<_> = dialog
                    .only_in_undo
                    .iter()
                    .map(|name| format!("“{name}”"))
                    .collect();
                ui.label(format!(
                    "{} was replaced by another level without being saved. Undo brings it back \
                     now, but not after quitting.",
                    names.join(", ")
                ));
            }
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                if dialog.unsaved.is_some() && primary(ui, "Save", true) {
                    self.files.quit_after_save = true;
                    self.save(ui.ctx());
                    answer = DialogAnswer::Close;
                }
                if ui.button("Discard and quit").clicked() {
                    self.close(ui.ctx());
                    answer = DialogAnswer::Close;
                }
                if ui.button("Cancel").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }

    pub(crate) fn recovered_dialog(&mut self, ui: &Ui) -> DialogAnswer {
        if self.files.recovery.found.is_empty() {
            return DialogAnswer::Close;
        }
        window(ui, "Unsaved levels", 500.0, |ui| {
            ui.label("These levels were not saved when the workbench last closed.");
            ui.add_space(space::SMALL);
            let (mut restore, mut discard) = (None, None);
            list(ui, 300.0, |ui| {
                for (index, found) in self.files.recovery.found.iter().enumerate() {
                    let title = found.level.meta().title.trim();
                    let name = if title.is_empty() { "Untitled" } else { title };
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    let row = egui::vec2(ui.available_width(), 2.0 * ui.spacing().interact_size.y);
                    ui.allocate_ui_with_layout(row, layout, |ui| {
                        let button = crate::kit::fields::primary_button(ui, "Restore", true);
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
                            let about = RichText::new(about(found)).small().weak();
                            ui.add(Label::new(about).truncate());
                        });
                    });
                    ui.separator();
                }
            });
            if let Some(index) = discard {
                self.discard_leftover(index);
            }
            let mut answer = DialogAnswer::Stay;
            if let Some(index) = restore {
                self.restore(index);
                answer = DialogAnswer::Close;
            }
            buttons(ui, |ui| {
                if ui.button("Decide later").clicked() {
                    answer = DialogAnswer::Close;
                }
            });
            answer
        })
    }
}

fn named(name: String) -> egui::WidgetInfo {
    egui::WidgetInfo::labeled(egui::Role::Button, true, name)
}

fn about(found: &crate::session::recovery::Recovered) -> String {
    let size = found.level.board().size;
    let game = crate::games::by_id(found.level.game_id());
    let game = game.map_or("unknown game", |game| game.info().title);
    let moves = match found.moves.len() {
        0 => String::new(),
        1 => ", 1 move made".to_owned(),
        n => format!(", {n} moves made"),
    };
    let from = match &found.path {
        Some(path) => format!(", from {}", path.display()),
        None => String::new(),
    };
    format!("{game}, {size}{moves}{from}")
}
