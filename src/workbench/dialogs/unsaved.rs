//! Dialogs for unsaved work, when closing and after a restart.

use std::path::Path;

use egui::{Align2, Image, Label, RichText, Sense, TextureHandle, TextureOptions, Ui, vec2};

use crate::game::LevelRef;
use crate::game::words::count;
use crate::kit::fields::{buttons, list, primary};
use crate::kit::theme::space;
use crate::kit::thumbnail::picture;
use crate::page::dialog::window;
use crate::page::{Answer, Command, Cx, Dialog, DialogAnswer, Request, known};
use crate::session::recovery::Recovered;

/// Asks how to handle unsaved levels before they are closed.
#[derive(Clone, Debug)]
pub struct UnsavedDialog {
    /// Names of the levels.
    pub names: Vec<String>,
    /// The window is closing, rather than the tab in front.
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

const PICTURE: [usize; 2] = [56, 40];

/// Offers unsaved levels of an earlier run.
pub struct RecoveredDialog(Vec<Offered>);

struct Offered {
    name: String,
    about: String,
    level: LevelRef,
    /// The picture and whether it is for the dark theme, once drawn.
    picture: Option<(bool, TextureHandle)>,
}

impl Offered {
    fn picture(&mut self, ui: &mut Ui) {
        let dark = ui.visuals().dark_mode;
        self.picture.take_if(|(of, _)| *of != dark);
        let (_, picture) = self.picture.get_or_insert_with(|| {
            let image = picture(self.level.as_ref(), dark, PICTURE);
            let options = TextureOptions::LINEAR;
            (dark, ui.ctx().load_texture(&self.name, image, options))
        });
        let room = vec2(PICTURE[0] as f32, PICTURE[1] as f32);
        let (rect, _) = ui.allocate_exact_size(room, Sense::hover());
        let at = Align2::CENTER_CENTER.align_size_within_rect(picture.size_vec2(), rect);
        Image::new(&*picture).paint_at(ui, at);
    }
}

impl RecoveredDialog {
    /// Offers the levels in this order.
    pub fn of(found: &[Recovered]) -> Self {
        let offered = found.iter().map(|found| {
            let title = found.level.meta().title.trim();
            let file = found.own.path.as_deref().and_then(Path::file_stem);
            let name = match (title, file) {
                ("", Some(file)) => file.to_string_lossy().into_owned(),
                ("", None) => "Untitled".to_owned(),
                (title, _) => title.to_owned(),
            };
            Offered {
                name,
                about: about(found),
                level: found.level.clone(),
                picture: None,
            }
        });
        Self(offered.collect())
    }
}

impl Dialog for RecoveredDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        if self.0.is_empty() {
            return DialogAnswer::Close;
        }
        window(ui, "Unsaved levels", 540.0, |ui| {
            ui.label("These levels were open and not saved when the workbench ended unexpectedly.");
            ui.add_space(space::SMALL);
            let (mut restore, mut discard) = (None, None);
            list(ui, 300.0, |ui| {
                for (index, offered) in self.0.iter_mut().enumerate() {
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    let row = vec2(ui.available_width(), PICTURE[1] as f32);
                    ui.allocate_ui_with_layout(row, layout, |ui| {
                        let button = ui.button("Restore");
                        button.widget_info(|| named(format!("Restore {}", offered.name)));
                        if button.clicked() {
                            restore = Some(index);
                        }
                        let button = ui.button("Discard");
                        button.widget_info(|| named(format!("Discard {}", offered.name)));
                        if button.clicked() {
                            discard = Some(index);
                        }
                        let left = egui::Layout::left_to_right(egui::Align::Center);
                        ui.with_layout(left, |ui| {
                            offered.picture(ui);
                            ui.vertical(|ui| {
                                ui.spacing_mut().item_spacing.y = 0.0;
                                let name = RichText::new(&offered.name).strong();
                                ui.add(Label::new(name).truncate());
                                let about = RichText::new(&offered.about).small().weak();
                                ui.add(Label::new(about).truncate());
                            });
                        });
                    });
                }
            });
            if let Some(index) = discard {
                self.forget(index, cx);
            }
            let mut answer = match restore {
                Some(index) => pressed(known::RESTORE_RECOVERED, RESTORE, index),
                None => DialogAnswer::Stay,
            };
            buttons(ui, |ui| {
                let several = self.0.len() > 1;
                if several && primary(ui, "Restore all", true) {
                    answer = pressed(known::RESTORE_RECOVERED, RESTORE_ALL, 0);
                }
                if ui.button("Decide later").clicked() {
                    answer = DialogAnswer::Close;
                }
                if several && ui.button("Discard all").clicked() {
                    (0..self.0.len()).for_each(|_| self.forget(0, cx));
                }
            });
            answer
        })
    }
}

impl RecoveredDialog {
    /// Removes a level from the list and requests that it be discarded.
    fn forget(&mut self, index: usize, cx: &mut Cx) {
        self.0.remove(index);
        let discard = Answer::Button(DISCARD, index);
        cx.ask(Request::Answer(Some(known::RESTORE_RECOVERED), discard));
    }
}

/// Buttons of these dialogs, as reported in answers. Saves the levels.
pub const SAVE: &str = "Save";
/// Restores a level.
pub const RESTORE: &str = "Restore";
/// Restores all levels.
pub const RESTORE_ALL: &str = "Restore all";
/// Discards a level or its changes.
pub const DISCARD: &str = "Discard";

fn pressed(by: Command, button: &'static str, row: usize) -> DialogAnswer {
    DialogAnswer::Try(Request::Answer(Some(by), Answer::Button(button, row)))
}

fn named(name: String) -> egui::WidgetInfo {
    egui::WidgetInfo::labeled(egui::Role::Button, true, name)
}

fn about(found: &Recovered) -> String {
    let game = crate::games::by_id(found.level.game_id());
    let game = game.map_or("unknown game", |game| game.info().title);
    let mut facts = vec![format!("{game}, {}", found.level.extent())];
    if !found.moves.is_empty() {
        facts.push(format!("{} made", count(found.moves.len(), "moves")));
    }
    let written = std::fs::metadata(&found.file).and_then(|file| file.modified());
    if let Some(time) = written
        .ok()
        .and_then(|time| jiff::Timestamp::try_from(time).ok())
    {
        let time = time.to_zoned(jiff::tz::TimeZone::system());
        facts.push(time.strftime("%-d %b %Y, %H:%M").to_string());
    }
    if let Some(path) = &found.own.path {
        facts.push(path.display().to_string());
    }
    facts.join(" · ")
}
