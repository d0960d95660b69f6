//! Options of the chosen solver and their presets.

use egui::{ComboBox, Grid, Label, RichText, Ui};

use crate::game::{Solver, SolverInfo};
use crate::kit::answer;
use crate::kit::fields::{details, list_entry};
use crate::kit::option_field::option_field;
use crate::page::Cx;
use crate::page::messages::Severity;
use crate::session::presets::{OptionValues, Presets};

use super::SolvePage;

impl SolvePage {
    pub(super) fn solver_options(&mut self, ui: &mut Ui, solver: &'static dyn Solver, cx: &mut Cx) {
        let info = solver.info();
        if info.proves_optimal {
            ui.checkbox(&mut self.optimal, "Search until proved optimal");
        }
        if info.options.is_empty() {
            return;
        }
        let required = cx.target_options(info);
        let game = cx.document.level().game_id();
        let has_presets = !self.presets.all(game, solver).is_empty();
        // An empty grid would leave a gap.
        if has_presets || info.options.iter().any(|option| !option.expert) {
            let grid = Grid::new(("options", info.id)).num_columns(2);
            grid.show(ui, |ui| {
                self.preset_list(ui, solver, cx);
                option_rows(ui, info, &required, false, cx);
            });
        }
        if info.options.iter().any(|option| option.expert) {
            details(ui, info.id, |ui| {
                Grid::new(("expert options", info.id))
                    .num_columns(2)
                    .show(ui, |ui| option_rows(ui, info, &required, true, cx));
            });
        }
        if !required.is_empty()
            && let Some(target) = &cx.facts.target
        {
            let title = &target.profile.title;
            let text = format!("The defaults come from the live target “{title}”.");
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        }
    }

    /// The list of presets as a row of the grid, for solvers with presets.
    fn preset_list(&mut self, ui: &mut Ui, solver: &'static dyn Solver, cx: &mut Cx) {
        let (info, game) = (solver.info(), cx.document.level().game_id());
        let presets = self.presets.all(game, solver);
        if presets.is_empty() {
            return;
        }
        let chosen = cx.facts.options.get(info.id).cloned().unwrap_or_default();
        let is_chosen = |options: &OptionValues| non_default(info, options) == chosen;
        let preset = presets.iter().find(|(_, options)| is_chosen(options));
        let name = match preset {
            _ if chosen.is_empty() => "Defaults",
            Some((name, _)) => name,
            None => "Custom",
        };
        let label = ui.label("Preset");
        let combo = ComboBox::from_id_salt(("preset", info.id)).selected_text(name);
        let combo = combo.width(ui.available_width()).show_ui(ui, |ui| {
            if list_entry(ui, chosen.is_empty(), "Defaults").clicked() {
                set_options(cx, info, &OptionValues::new());
            }
            for (name, options) in &presets {
                ui.horizontal(|ui| {
                    if list_entry(ui, is_chosen(options), name).clicked() {
                        set_options(cx, info, options);
                    }
                    let shipped = solver.presets().iter().any(|preset| preset.name == name);
                    if !shipped && ui.small_button(format!("Delete {name}")).clicked() {
                        let result = cx.change_presets(|it| it.remove(game, info.id, name));
                        if let Err(error) = result {
                            cx.messages.toast(Severity::Warn, answer::sentence(&error));
                        }
                    }
                });
            }
        });
        // The command line may have changed them meanwhile.
        if combo.response.clicked() {
            self.read_presets(cx);
        }
        combo.response.labelled_by(label.id);
        ui.end_row();
    }

    pub(super) fn read_presets(&mut self, cx: &mut Cx) {
        let Some(places) = &cx.world.folders else {
            return;
        };
        match Presets::load(cx.world.disk.as_ref(), &places.presets()) {
            Ok(presets) => self.presets = presets,
            Err(error) => cx.messages.toast(Severity::Warn, answer::sentence(&error)),
        }
    }
}

/// Replaces a solver's options.
fn set_options(cx: &mut Cx, info: &'static SolverInfo, options: &OptionValues) {
    let options = non_default(info, options);
    cx.facts.options.insert(info.id, options);
}

/// A row for each expert or other option. Defaults are the live target's values, if it requires any.
fn option_rows(
    ui: &mut Ui,
    info: &'static SolverInfo,
    required: &OptionValues,
    expert: bool,
    cx: &mut Cx,
) {
    let chosen = cx.facts.options.entry(info.id).or_default();
    for option in info.options.iter().filter(|it| it.expert == expert) {
        let mut value = chosen.get(option.key).cloned().unwrap_or_default();
        let default = required.get(option.key);
        let default = default.map_or(option.default, String::as_str);
        if option_field(ui, option, &mut value, default, f32::INFINITY) {
            let value = value.trim();
            if value.is_empty() || value == default {
                chosen.remove(option.key);
            } else {
                chosen.insert(option.key.to_owned(), value.to_owned());
            }
        }
        ui.end_row();
    }
}

fn non_default(info: &SolverInfo, options: &OptionValues) -> OptionValues {
    let mut options = options.clone();
    for option in info.options {
        let value = options.get(option.key);
        if value.is_some_and(|value| value == option.default) {
            options.remove(option.key);
        }
    }
    options
}
