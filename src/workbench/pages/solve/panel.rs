//! The solver panel: solver with its options and presets, progress, answer.

use std::time::Duration;

use egui::text::LayoutJob;
use egui::{
    Button, CollapsingHeader, ComboBox, DragValue, FontId, Grid, Label, RichText, Role, TextFormat,
    Ui,
};

use crate::game::{Solver, SolverInfo};
use crate::kit::answer;
use crate::kit::fields::{
    details, facts, labelled, list_entry, pane_title, primary_button, register_choice,
    set_choice_name, set_list_name, set_name, tip_button,
};
use crate::kit::option_field::option_field;
use crate::kit::theme::{self, space};
use crate::page::messages::Severity;
use crate::page::{Cx, Request, known};
use crate::session::Document;
use crate::session::presets::{OptionValues, Presets};

use super::SolvePage;
use super::run::{RunningSolver, continues, has_beginning};

/// Most solutions to ask for.
const MAX_SOLUTIONS: usize = 1000;
/// Label of the button that disregards the moves made.
const SOLVE_FROM_START: &str = "Solve from the start";

impl SolvePage {
    pub(super) fn solver_panel(&mut self, ui: &mut Ui, cx: &mut Cx) {
        pane_title(ui, "Solver");
        // The reason why it cannot be solved says that a level is empty.
        let unplayable = cx.unplayable_text();
        if let Some(text) = unplayable.filter(|_| !cx.document.is_empty()) {
            ui.add(Label::new(text).wrap());
        }
        if cx.document.draft().is_some() && !cx.document.is_placeholder() {
            ui.colored_label(theme::colors(ui).warn, known::LAST_VALID_TEXT);
        }
        let Some(solver) = cx.solver() else {
            ui.weak("This game has no solver.");
            return;
        };
        let info = solver.info();
        let idle = self.running.is_none();
        ui.add_enabled_ui(idle, |ui| solver_picker(ui, info, cx));
        ui.label(info.good_for);
        // Details for experts.
        CollapsingHeader::new("How it works")
            .id_salt(("how a solver works", info.id))
            .show(ui, |ui| {
                for text in [info.guarantee, info.method] {
                    let text = RichText::new(text).small().weak();
                    ui.add(Label::new(text).wrap());
                }
            });
        ui.add_enabled_ui(idle, |ui| {
            if info.counts {
                let field = DragValue::new(&mut self.solution_count).range(1..=MAX_SOLUTIONS);
                ui.horizontal(|ui| labelled(ui, "Solutions to find", field.speed(0.2)));
            }
            self.solver_options(ui, solver, cx);
        });
        ui.add_space(space::TIGHT);
        ui.horizontal(|ui| match idle {
            true => solve_button(ui, info, cx),
            false => cx.button(ui, known::STOP),
        });
        ui.add_space(space::TIGHT);
        match &self.running {
            Some(running) => progress(ui, running, cx),
            None => {
                let begins_with_moves = self.answers.show(ui, cx);
                let tip = "Find a plan that does not begin with your moves. They stay";
                // If the solver would not continue, the main button has this meaning.
                let is_extra = begins_with_moves && continues(cx, info);
                if is_extra && tip_button(ui, SOLVE_FROM_START, tip) {
                    cx.show_tab(known::PLAN);
                    cx.send(Request::Run(known::SOLVE));
                }
                solution_picker(ui, &mut cx.document);
            }
        }
    }

    fn solver_options(&mut self, ui: &mut Ui, solver: &'static dyn Solver, cx: &mut Cx) {
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

fn solve_button(ui: &mut Ui, info: &SolverInfo, cx: &mut Cx) {
    let possible = cx.commands.enabled(known::SOLVE);
    let resumes = continues(cx, info);
    let text = match resumes {
        true => "Solve from here",
        false if !has_beginning(&cx.document) => "Solve",
        false => SOLVE_FROM_START,
    };
    let button = primary_button(ui, text, possible.is_ok());
    let button = button.on_hover_text(cx.commands.tooltip(ui.ctx(), known::SOLVE));
    match possible {
        Ok(()) if button.clicked() => cx.send(Request::Run(known::SOLVE)),
        Ok(()) => {}
        Err(reason) => {
            button.on_disabled_hover_text(reason);
        }
    }
}

fn solver_picker(ui: &mut Ui, chosen: &'static SolverInfo, cx: &mut Cx) {
    let width = ui.available_width();
    let combo = ComboBox::from_id_salt("solver")
        .selected_text(chosen.title)
        .width(width);
    let response = combo.show_ui(ui, |ui| {
        ui.set_max_width(width);
        for solver in cx.solvers() {
            let info = solver.info();
            let is_chosen = info.id == chosen.id;
            let mut title = info.title.to_owned();
            if info.reference {
                title.push_str(" (reference)");
            }
            let text = title_and_purpose(ui, &title, info.good_for, width - 24.0);
            let option = ui.add(Button::selectable(is_chosen, text).wrap());
            let name = format!("{title}. {}", info.good_for);
            set_choice_name(&option, Role::Button, is_chosen, name);
            register_choice(ui, is_chosen, &option);
            if option.clicked() {
                let game = cx.document.level().game_id().to_owned();
                let chosen = &mut cx.settings.solving.solvers;
                chosen.insert(game, info.id.to_owned());
            }
        }
    });
    set_list_name(&response.response, "Solver", chosen.title);
}

/// A solver's title and its purpose on the line below.
fn title_and_purpose(ui: &Ui, title: &str, good_for: &str, width: f32) -> LayoutJob {
    let colors = theme::colors(ui);
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    let format = |size: f32, color| TextFormat::simple(FontId::proportional(size), color);
    job.append(title, 0.0, format(theme::text::BODY, colors.text));
    let small = format(theme::text::SMALL, colors.weak);
    job.append(&format!("\n{good_for}"), 0.0, small);
    job
}

fn progress(ui: &mut Ui, running: &RunningSolver, cx: &Cx) {
    // The clock advances even if the solver reports nothing new.
    ui.ctx().request_repaint_after(Duration::from_millis(200));
    let snapshot = running.job.snapshot();
    let unit = running.solver.cost_unit;
    let cost =
        |cost: Option<i64>| cost.map_or_else(|| "–".to_owned(), |cost| answer::cost(cost, unit));
    let phase = match &*snapshot.phase {
        "" => "starting",
        phase => phase,
    };
    let rows = [
        ("Solver", running.solver.title.to_owned()),
        ("Phase", phase.to_owned()),
        ("Best so far", cost(snapshot.best.or(running.best))),
        ("Time", answer::time(running.job.elapsed())),
    ];
    facts(ui, "progress", rows);
    let rows = [
        ("Explored", answer::number(snapshot.explored)),
        ("Bound", cost(snapshot.lower_bound)),
    ];
    details(ui, "progress", |ui| facts(ui, "progress details", rows));
    if running.job.revision != cx.document.revision() {
        let text = "The solver is working on the level as it was before your latest edits.";
        ui.label(RichText::new(text).color(theme::colors(ui).warn));
    }
}

/// Navigation among the solutions found, if there are several.
fn solution_picker(ui: &mut Ui, document: &mut Document) {
    let Some(record) = document.plan().filter(|_| document.plan_is_current()) else {
        return;
    };
    let plans: Vec<_> = record.solutions().collect();
    let count = plans.len();
    let Some(index) = plans.iter().position(|plan| plan.moves() == &*record.moves) else {
        return;
    };
    if count < 2 {
        return;
    }
    let mut next = None;
    ui.horizontal(|ui| {
        if arrow(ui, "◀", "Previous solution", index > 0) {
            next = index.checked_sub(1);
        }
        ui.label(format!("Solution {}:", answer::progress(index + 1, count)));
        ui.weak(answer::count(plans[index].moves().len(), "moves"));
        if arrow(ui, "▶", "Next solution", index + 1 < count) {
            next = Some(index + 1);
        }
    });
    if let Some(next) = next {
        document.show_solution(next);
    }
}

/// Small button with a sign and an accessible name. Returns whether it was clicked.
fn arrow(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let button = ui.add_enabled(enabled, Button::new(sign).small());
    set_name(&button, Role::Button, name);
    button.on_hover_text(name).clicked()
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
