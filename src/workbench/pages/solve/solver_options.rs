//! The options of the chosen solver: their fields, and the presets that set them all.

use crate::page::known;
use egui::{ComboBox, Grid, RichText, Ui};

use crate::game::{Game, Solver, SolverInfo};
use crate::session::presets::Presets;
use crate::session::tune::{Options, is_tunable};

use crate::kit::answer;
use crate::kit::option_field::option_field;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

/// What the person wants to be done with a preset.
enum Wish {
    Take(Options),
    Forget(String),
}

impl Workbench {
    /// The options of a solver of the open level's game.
    pub(crate) fn solver_options(&mut self, ui: &mut Ui, solver: &'static dyn Solver) {
        let info = solver.info();
        if info.proves_optimal {
            ui.checkbox(&mut self.solving.optimal, "Go on until the best is proved");
        }
        if info.options.is_empty() {
            return;
        }
        let told = self.target_options(info);
        let wish = Grid::new(("options", info.id))
            .num_columns(2)
            .show(ui, |ui| {
                let wish = self.preset_list(ui, solver);
                let set = self.solving.options.entry(info.id).or_default();
                for option in info.options {
                    let mut value = set.get(option.key).cloned().unwrap_or_default();
                    let usual = told.get(option.key).map_or(option.default, String::as_str);
                    if option_field(ui, option, &mut value, usual, f32::INFINITY) {
                        let value = value.trim();
                        if value.is_empty() || value == usual {
                            set.remove(option.key);
                        } else {
                            set.insert(option.key.to_owned(), value.to_owned());
                        }
                    }
                    ui.end_row();
                }
                wish
            });
        match wish.inner {
            None => {}
            Some(Wish::Take(options)) => self.set_options(info, &options),
            Some(Wish::Forget(name)) => {
                let game = self.cx.document.level().game_id();
                let forget = |presets: &mut Presets| presets.forget(game, info.id, &name);
                if let Err(error) = self.change_presets(forget) {
                    self.cx
                        .messages
                        .toast(Weight::Warn, answer::sentence(&error));
                }
            }
        }
        if !told.is_empty()
            && let Some(profile) = self.live_profile()
        {
            let text = format!("Counted for ‘{}’, the live target.", profile.title);
            ui.add(egui::Label::new(RichText::new(text).small().weak()).wrap());
        }
    }

    /// The list of presets, a row of the grid, for solvers that have some or can be tuned.
    fn preset_list(&mut self, ui: &mut Ui, solver: &'static dyn Solver) -> Option<Wish> {
        let (info, game) = (solver.info(), self.cx.document.level().game_id());
        let presets = self.presets.all(game, solver);
        if presets.is_empty() && !is_tunable(info) {
            return None;
        }
        let set = self.solving.options.get(info.id);
        let set = set.cloned().unwrap_or_default();
        let is_set = |options: &Options| differing(info, options) == set;
        let now = presets.iter().find(|(_, options)| is_set(options));
        let now = match now {
            _ if set.is_empty() => "Defaults",
            Some((name, _)) => name,
            None => "Others",
        };
        let label = ui.label("Preset");
        let mut wish = None;
        let combo = ComboBox::from_id_salt(("preset", info.id)).selected_text(now);
        let combo = combo.width(ui.available_width()).show_ui(ui, |ui| {
            if ui.selectable_label(set.is_empty(), "Defaults").clicked() {
                wish = Some(Wish::Take(Options::new()));
            }
            for (name, options) in &presets {
                ui.horizontal(|ui| {
                    if ui.selectable_label(is_set(options), name).clicked() {
                        wish = Some(Wish::Take(options.clone()));
                    }
                    let shipped = solver.presets().iter().any(|preset| preset.name == name);
                    if !shipped && ui.small_button(format!("Forget {name}")).clicked() {
                        wish = Some(Wish::Forget(name.clone()));
                    }
                });
            }
            if is_tunable(info) {
                ui.separator();
                self.cx.button(ui, known::TUNE);
            }
        });
        // Others may have been kept by the command line meanwhile.
        if combo.response.clicked() {
            self.reload_presets();
        }
        combo.response.labelled_by(label.id);
        ui.end_row();
        wish
    }

    /// Gives a solver of a game these options and chooses it.
    pub(crate) fn use_options(
        &mut self,
        game: &dyn Game,
        solver: &'static dyn Solver,
        options: &Options,
    ) {
        let (game, info) = (game.info().id.to_owned(), solver.info());
        self.cx.settings.solvers.insert(game, info.id.to_owned());
        self.set_options(info, options);
    }

    fn set_options(&mut self, info: &'static SolverInfo, options: &Options) {
        let options = differing(info, options);
        self.solving.options.insert(info.id, options);
    }

    /// Reads the presets from their file.
    pub(crate) fn reload_presets(&mut self) {
        let Some(places) = &self.cx.world.places else {
            return;
        };
        match Presets::load(self.cx.world.disk.as_ref(), &places.presets()) {
            Ok(presets) => self.presets = presets,
            Err(error) => self
                .cx
                .messages
                .toast(Weight::Warn, answer::sentence(&error)),
        }
    }

    /// Changes the presets and their file.
    pub(crate) fn change_presets(
        &mut self,
        change: impl FnOnce(&mut Presets),
    ) -> Result<(), String> {
        let Some(places) = &self.cx.world.places else {
            return Err("this system names no folder to keep presets in".to_owned());
        };
        let path = places.presets();
        self.presets = Presets::change(self.cx.world.disk.as_ref(), &path, change)?;
        Ok(())
    }
}

/// The options that are not the defaults.
fn differing(info: &SolverInfo, options: &Options) -> Options {
    let usual = |key: &str, value: &str| {
        let mut known = info.options.iter();
        known.any(|option| option.key == key && option.default == value)
    };
    let others = options.iter().filter(|(key, value)| !usual(key, value));
    others
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
