//! The settings dialog. Changes take effect at once.

use egui::{DragValue, Grid, RichText, Slider, Ui};

use crate::kit::fields::{
    buttons, labelled_row, list, primary, row_of_choices, text_field, zero_as_word,
};
use crate::kit::theme::space;
use crate::page::dialog::window;
use crate::page::settings::{MotionChoice, OnQuit, Settings, THEMES, ZOOM_RANGE};
use crate::page::{Cx, Dialog, DialogAnswer, Notice};
use crate::world::PLAYERS;

/// Greatest height of the fields, in points; more scrolls.
const FIELDS_HEIGHT: f32 = 640.0;

pub struct SettingsDialog;

impl Dialog for SettingsDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        let levels = cx.settings.saving.levels_folder.clone();
        let answer = window(ui, "Settings", 520.0, |ui| {
            list(ui, FIELDS_HEIGHT, |ui| {
                Grid::new("settings")
                    .num_columns(2)
                    .spacing([space::LARGE, 10.0])
                    .show(ui, |ui| fields(ui, cx));
            });
            ui.add_space(space::TIGHT);
            if let Some(folders) = &cx.world.folders {
                let path = folders.config.join("settings.ron");
                let text = format!("Stored in {}", path.display());
                ui.label(RichText::new(text).small().weak());
            }
            buttons(ui, |ui| {
                let is_done = primary(ui, "Done", true);
                if ui.button("Reset all").clicked() {
                    let recent = std::mem::take(&mut cx.settings.recent);
                    cx.settings = Settings {
                        recent,
                        ..Settings::default()
                    };
                }
                DialogAnswer::close_if(is_done)
            })
        });
        if cx.settings.saving.levels_folder != levels {
            cx.notify(Notice::FilesChanged);
        }
        answer
    }
}

fn fields(ui: &mut Ui, cx: &mut Cx) {
    let settings = &mut cx.settings;
    row_of_choices(ui, "Theme", &mut settings.theme, THEMES);

    let zoom = Slider::new(&mut settings.zoom, ZOOM_RANGE)
        .step_by(0.05)
        .custom_formatter(|value, _| format!("{:.0} %", value * 100.0))
        .custom_parser(|text| {
            let number = text.trim().trim_end_matches('%').trim();
            number.parse::<f64>().ok().map(|percent| percent / 100.0)
        });
    labelled_row(ui, "Interface size", zoom);

    row_of_choices(ui, "Motion", &mut settings.feel.motion, MotionChoice::ALL);

    ui.label("Sound");
    ui.add_enabled_ui(cx.world.play_sound.is_some(), |ui| {
        ui.checkbox(&mut settings.feel.sounds, "Play sounds for moves");
    });
    ui.end_row();
    if cx.world.play_sound.is_none() {
        ui.label("");
        let players = PLAYERS.join(", ");
        ui.weak(format!("To hear sounds, install one of {players}."));
        ui.end_row();
    }

    ui.label("When quitting");
    ui.vertical(|ui| {
        let on_quit = &mut settings.saving.on_quit;
        ui.radio_value(
            on_quit,
            OnQuit::Keep,
            "Keep unsaved changes for the next start",
        );
        ui.radio_value(on_quit, OnQuit::Ask, "Ask what to do with unsaved changes");
    });
    ui.end_row();

    let forms = [("txt", "Plain text"), ("ron", "RON")].map(|(form, name)| (form.to_owned(), name));
    row_of_choices(ui, "Save new levels as", &mut settings.saving.form, forms);

    ui.label("My levels");
    let default = cx.world.folders.as_ref().map(|folders| folders.levels());
    let default = default.map_or(String::new(), |path| path.display().to_string());
    let folder = settings.saving.levels_folder.as_ref();
    let mut text = folder.map_or(String::new(), |path| path.display().to_string());
    if text_field(ui, "Folder of my levels", &mut text, &default, 300.0).changed() {
        let text = text.trim();
        settings.saving.levels_folder = (!text.is_empty()).then(|| text.into());
    }
    ui.end_row();

    let seconds = &mut settings.solving.time_limit_s;
    let time = zero_as_word(seconds, 86_400, "no limit", " s");
    labelled_row(ui, "Solver time limit", time.speed(1.0));

    let memory = DragValue::new(&mut settings.solving.memory_mib);
    let memory = memory.range(64..=1_048_576).speed(16).suffix(" MiB");
    labelled_row(ui, "Solver memory limit", memory);
}
