//! The settings window. Changes take effect at once.

use egui::{DragValue, Grid, RichText, Slider, TextEdit, Ui};

use crate::kit::fields::named_field;
use crate::kit::fields::{buttons, primary};
use crate::kit::theme::space;
use crate::page::dialog::{DialogAnswer, window};
use crate::page::settings::{OnQuit, Settings, ThemeChoice, ZOOM};
use crate::shell::app::Workbench;

impl Workbench {
    pub(crate) fn settings_dialog(&mut self, ui: &Ui) -> DialogAnswer {
        let before = self.cx.settings.clone();
        let mut answer = window(ui, "Settings", 520.0, |ui| {
            Grid::new("settings")
                .num_columns(2)
                .spacing([space::LARGE, 10.0])
                .show(ui, |ui| self.fields(ui));
            ui.add_space(space::TIGHT);
            if let Some(places) = &self.cx.world.places {
                let path = places.config.join("settings.ron");
                let text = format!("Kept in {}", path.display());
                ui.label(RichText::new(text).small().weak());
            }
            let mut answer = DialogAnswer::Stay;
            buttons(ui, |ui| {
                if primary(ui, "Done", true) {
                    answer = DialogAnswer::Close;
                }
                if ui.button("Reset all").clicked() {
                    let recent = std::mem::take(&mut self.cx.settings.recent);
                    self.cx.settings = Settings {
                        recent,
                        ..Settings::default()
                    };
                }
            });
            answer
        });
        let now = &self.cx.settings;
        // While the slider moves, everything under the pointer would move with it.
        let steady = !ui.input(|input| input.pointer.any_down());
        let zoom_waits = before.zoom != now.zoom && !steady;
        if *now != before || steady {
            let look = |s: &Settings| (s.theme, s.animations);
            let zoom_now = ui.ctx().zoom_factor() != now.zoom;
            if look(now) != look(&before) || (zoom_now && !zoom_waits) {
                self.apply_settings(ui.ctx());
            }
        }
        if self.cx.settings.saving.levels_folder != before.saving.levels_folder {
            self.cx.reload_catalogue();
        }
        if matches!(answer, DialogAnswer::Close) {
            self.apply_settings(ui.ctx());
            answer = DialogAnswer::Close;
        }
        answer
    }

    fn fields(&mut self, ui: &mut Ui) {
        let settings = &mut self.cx.settings;
        ui.label("Theme");
        ui.horizontal(|ui| {
            for (choice, name) in ThemeChoice::ALL {
                ui.selectable_value(&mut settings.theme, choice, name);
            }
        });
        ui.end_row();

        let label = ui.label("Interface size");
        ui.add(
            Slider::new(&mut settings.zoom, ZOOM)
                .step_by(0.05)
                .custom_formatter(|value, _| format!("{:.0} %", value * 100.0))
                .custom_parser(|text| {
                    let number = text.trim().trim_end_matches('%').trim();
                    number.parse::<f64>().ok().map(|percent| percent / 100.0)
                }),
        )
        .labelled_by(label.id);
        ui.end_row();

        ui.label("Motion");
        ui.checkbox(&mut settings.animations, "Show moving things moving");
        ui.end_row();

        ui.label("When quitting");
        ui.vertical(|ui| {
            ui.radio_value(
                &mut settings.saving.on_quit,
                OnQuit::Keep,
                "Keep unsaved changes for the next start",
            );
            ui.radio_value(
                &mut settings.saving.on_quit,
                OnQuit::Ask,
                "Ask what to do with unsaved changes",
            );
        });
        ui.end_row();

        ui.label("Save new levels as");
        ui.horizontal(|ui| {
            for (form, name) in [("txt", "Plain text"), ("ron", "RON")] {
                ui.selectable_value(&mut settings.saving.form, form.to_owned(), name);
            }
        });
        ui.end_row();

        ui.label("My levels");
        let usual = self.cx.world.places.as_ref().map(|places| places.levels());
        let usual = usual.map_or(String::new(), |path| path.display().to_string());
        let mut text = settings
            .saving
            .levels_folder
            .as_ref()
            .map_or(String::new(), |path| path.display().to_string());
        let field = ui.add(
            TextEdit::singleline(&mut text)
                .hint_text(usual)
                .desired_width(300.0),
        );
        field.widget_info(|| named_field("Folder of my levels", &text));
        if field.changed() {
            let text = text.trim();
            settings.saving.levels_folder = (!text.is_empty()).then(|| text.into());
        }
        ui.end_row();

        let label = ui.label("Solver time limit");
        ui.horizontal(|ui| {
            ui.add(
                DragValue::new(&mut settings.solving.time_limit_s)
                    .range(0..=86_400)
                    .suffix(" s"),
            )
            .labelled_by(label.id);
            if settings.solving.time_limit_s == 0 {
                ui.weak("no limit");
            }
        });
        ui.end_row();

        let label = ui.label("Solver memory");
        ui.add(
            DragValue::new(&mut settings.solving.memory_mib)
                .range(64..=1_048_576)
                .speed(16)
                .suffix(" MiB"),
        )
        .labelled_by(label.id);
        ui.end_row();
    }
}
