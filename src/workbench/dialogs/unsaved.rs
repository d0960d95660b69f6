//! Dialogs for unsaved work, when closing and after a restart.

use egui::{Label, RichText, Role, Sense, Ui, vec2};

use crate::game::LevelRef;
use crate::game::words::count;
use crate::kit::fields::{buttons, list, primary, set_name};
use crate::kit::picture::{LIST_SIZE, Thumbnail};
use crate::kit::theme::space;
use crate::page::dialog::{answer_buttons, window};
use crate::page::{CommandId, Cx, Dialog, DialogAnswer, Reply, Request, known};
use crate::session::recovery::Recovered;
use crate::session::{Document, level_name};

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
                false => game_and_size(level),
            };
            ListedLevel {
                name: document.name(),
                details: vec![details],
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
                Some(button_reply(by, save.or(discard)?, 0))
            })
        })
    }
}

/// Height of a row with a level's name and two lines of details, in points.
const ROW_HEIGHT: f32 = 50.0;

/// Offers unsaved levels of an earlier run.
pub struct RecoveredDialog(Vec<ListedLevel>);

struct ListedLevel {
    name: String,
    details: Vec<String>,
    thumbnail: Thumbnail,
}

impl ListedLevel {
    fn show(&self, ui: &mut Ui) {
        let (rect, _) = ui.allocate_exact_size(LIST_SIZE, Sense::hover());
        self.thumbnail.paint(ui, rect);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add(Label::new(RichText::new(&self.name).strong()).truncate());
            for detail in &self.details {
                let text = RichText::new(detail).small().weak();
                ui.add(Label::new(text).truncate()).on_hover_text(detail);
            }
        });
    }
}

impl RecoveredDialog {
    pub fn new(levels: &[Recovered]) -> Self {
        let entries = levels.iter().map(|recovered| {
            let path = recovered.level_file.path.as_deref();
            ListedLevel {
                name: level_name(&recovered.level.meta().title, path),
                details: description(recovered),
                thumbnail: Thumbnail::new(recovered.level.as_ref()),
            }
        });
        Self(entries.collect())
    }
}

impl Dialog for RecoveredDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        if self.0.is_empty() {
            return DialogAnswer::Close;
        }
        window(ui, "Unsaved levels", 540.0, |ui| {
            ui.label("These levels had unsaved changes when the workbench ended unexpectedly.");
            ui.add_space(space::SMALL);
            let (mut restore, mut discard) = (None, None);
            list(ui, 300.0, |ui| {
                for (index, entry) in self.0.iter().enumerate() {
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    let row = vec2(ui.available_width(), ROW_HEIGHT);
                    ui.allocate_ui_with_layout(row, layout, |ui| {
                        for (action, chosen) in [(RESTORE, &mut restore), (DISCARD, &mut discard)] {
                            let button = ui.button(action);
                            set_name(&button, Role::Button, format!("{action} {}", entry.name));
                            if button.clicked() {
                                *chosen = Some(index);
                            }
                        }
                        let left = egui::Layout::left_to_right(egui::Align::Center);
                        ui.with_layout(left, |ui| entry.show(ui));
                    });
                }
            });
            if let Some(index) = discard {
                self.discard(index, cx);
            }
            let reply = |button, row| {
                DialogAnswer::Try(button_reply(known::RESTORE_RECOVERED, button, row))
            };
            let restored = restore.map(|index| reply(RESTORE, index));
            buttons(ui, |ui| {
                let several = self.0.len() > 1;
                let all = several && primary(ui, "Restore all", true);
                let restored = restored.or(all.then(|| reply(RESTORE_ALL, 0)));
                let closes = ui.button("Decide later").clicked();
                if several && ui.button("Discard all").clicked() {
                    (0..self.0.len()).for_each(|_| self.discard(0, cx));
                }
                restored.unwrap_or(DialogAnswer::close_if(closes))
            })
        })
    }
}

impl RecoveredDialog {
    /// Removes a level from the list and requests that it be discarded.
    fn discard(&mut self, index: usize, cx: &mut Cx) {
        self.0.remove(index);
        cx.send(button_reply(known::RESTORE_RECOVERED, DISCARD, index));
    }
}

/// Buttons of these dialogs, as reported in answers.
pub const SAVE: &str = "Save";
pub const RESTORE: &str = "Restore";
pub const RESTORE_ALL: &str = "Restore all";
pub const DISCARD: &str = "Discard";

fn button_reply(by: CommandId, button: &'static str, row: usize) -> Request {
    Request::Reply(by, Reply::Button(button, row))
}

fn game_and_size(level: &LevelRef) -> String {
    let game = crate::games::by_id(level.game_id());
    let game = game.map_or("unknown game", |game| game.info().title);
    format!("{game}, {}", level.extent())
}

/// Two lines: game, size and moves; time and file.
fn description(recovered: &Recovered) -> Vec<String> {
    let mut content = game_and_size(&recovered.level);
    if !recovered.moves.is_empty() {
        let moves = count(recovered.moves.len(), "moves");
        content.push_str(&format!(" · {moves} made"));
    }
    let mut origin = Vec::new();
    let modified = std::fs::metadata(&recovered.file).and_then(|file| file.modified());
    if let Some(Ok(time)) = modified.ok().map(jiff::Timestamp::try_from) {
        let time = time.to_zoned(jiff::tz::TimeZone::system());
        origin.push(time.strftime("%Y-%m-%d %H:%M").to_string());
    }
    if let Some(path) = &recovered.level_file.path {
        origin.push(path.display().to_string());
    }
    let lines = [content, origin.join(" · ")].into_iter();
    lines.filter(|line| !line.is_empty()).collect()
}
