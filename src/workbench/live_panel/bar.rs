//! Controls: choice of the target, start, and commands to a run.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, ComboBox, Layout, PopupCloseBehavior, Role, Stroke, Ui, vec2};

use super::LivePanel;
use crate::autoplay::desktop::{WindowId, WindowInfo};
use crate::autoplay::profile_file::{EXTENSION, export_bytes};
use crate::autoplay::{PauseReason, PlayCommand as Order, PlayState, STOP_CHECK};
use crate::export::ExportError;
use crate::games;
use crate::kit::fields::{
    enabled_button, list_entry, number_text, primary_button, set_name, tip_button, zero_as_word,
};
use crate::kit::theme;
use crate::page::{Cx, Export, Reply, Request, known};
use crate::world::PictureReading;

/// Width of the controls next to the choice of the profile, in points.
const OTHER_CONTROLS: f32 = 318.0;
/// Word for a time limit of 0.
const DEFAULT_TIME: &str = "default";

impl LivePanel {
    pub(super) fn bar(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let running = self.is_running();
        let width = ui.available_width();
        ui.horizontal_wrapped(|ui| {
            self.target_fields(ui, width, running, cx);
            if !running && self.choice.draft.is_none() {
                self.start_fields(ui, cx);
            }
            if running {
                self.running_row(ui);
            }
        });
    }

    fn target_fields(&mut self, ui: &mut Ui, width: f32, running: bool, cx: &mut Cx) {
        if self.choice.draft.is_none() {
            ui.add_enabled_ui(!running, |ui| self.profile_choice(ui, width));
        }
        // A run that has lost its window waits for another one.
        if self.is_playing() {
            return;
        }
        self.sharing_button(ui, cx);
        // The first preview, still in progress, is a new one already.
        let is_first = self.previewer.is_first_preview();
        let tip =
            "Find the window again, or choose among several, and read it without sending any input";
        if enabled_button(ui, !is_first, "Refresh", tip) {
            self.previewer.awaited = None;
            self.choice.window = None;
            self.restart_preview();
        }
    }

    fn profile_menu(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let preview = self.previewer.preview();
        let reading = preview.and_then(|preview| preview.reading());
        let read = ui
            .add_enabled(reading.is_some(), Button::new("Read level…"))
            .on_hover_text("Open the level shown in the window")
            .on_disabled_hover_text("The window shows no level");
        if read.clicked()
            && let Some(reading) = reading
        {
            let teaches = false;
            self.open_reading(PictureReading::clone(reading), teaches, cx);
            ui.close();
        }
        if let Some(profile) = self.choice.profile() {
            let tip = "Edit board position, cell values and controls";
            if tip_button(ui, "Change profile…", tip) {
                let part = self.suspect_part().map(|(part, _)| part);
                let answer = Reply::Profile(profile.id.clone(), part);
                cx.send(Request::Reply(known::NEW_PROFILE, answer));
                ui.close();
            }
            let tip = "Export the profile and its sample images as one file to share. Open that file to import it.";
            if tip_button(ui, "Export profile…", tip) {
                export_profile(&profile.id, cx);
                ui.close();
            }
        }
    }

    /// Shows a button to choose the window in the desktop's own dialog, if there is one.
    pub(super) fn sharing_button(&mut self, ui: &mut Ui, cx: &Cx) {
        let preview = self.previewer.preview();
        let was_chosen = preview.is_some_and(|preview| !preview.windows.is_empty());
        if let Some(profile) = self.choice.profile() {
            self.sharing.button(ui, &profile.id, was_chosen, cx);
        }
    }

    /// Shows the profile, as wide as the other controls in a row of this width allow.
    fn profile_choice(&mut self, ui: &mut Ui, row: f32) {
        let chosen = self.choice.profile();
        let preview = self.previewer.preview();
        let has_window = preview.is_some_and(|preview| !preview.windows.is_empty());
        let title = match chosen {
            _ if self.choice.is_guess() && !has_window => "Choose a screen profile",
            chosen => chosen.map_or("", |profile| profile.title.as_str()),
        };
        let mut picked = None;
        let width = (row - OTHER_CONTROLS).clamp(90.0, 230.0);
        let combo = ComboBox::from_id_salt("live profile").selected_text(title);
        let size = vec2(width, ui.spacing().interact_size.y);
        let combo = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            combo.width(width).truncate().show_ui(ui, |ui| {
                for profile in self.choice.profiles() {
                    let is_chosen = chosen.is_some_and(|chosen| chosen.id == profile.id);
                    if list_entry(ui, is_chosen, &profile.title).clicked() && !is_chosen {
                        picked = Some(profile.id.clone());
                    }
                }
            })
        });
        set_name(&combo.inner.response, Role::ComboBox, "Screen profile");
        if let Some(id) = picked {
            self.choose_profile(&id);
        }
    }

    pub(super) fn choose_window(&mut self, id: WindowId) {
        self.choice.window = Some(id);
        self.restart_preview();
    }

    fn start_fields(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let plan = self.playable_plan(cx);
        let settings = &mut self.settings;
        let label = ui.label("Levels");
        let levels = zero_as_word(&mut settings.options.levels, 9999, "all", "");
        ui.add_enabled(!settings.this_plan, levels)
            .labelled_by(label.id)
            .on_hover_text("Number of levels to play, one after the other; 0 for all");
        // Keeps the menu open while settings are changed.
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        MenuButton::new("More").config(config).ui(ui, |ui| {
            // Menus leave outlines out, without which empty boxes can hardly be seen.
            let outline = Stroke::new(1.0, theme::colors(ui).weak);
            ui.visuals_mut().widgets.inactive.bg_stroke = outline;
            let settings = &mut self.settings;
            let all = ui.radio_value(&mut settings.this_plan, false, "Level after level");
            all.on_hover_text("Read, solve and play one level after the other");
            ui.add_enabled_ui(plan.is_ok(), |ui| {
                let button = ui.radio_value(&mut settings.this_plan, true, "This plan");
                let button = button.on_hover_text("Play the open level's plan as it is, then stop");
                if let Err(reason) = &plan {
                    button.on_disabled_hover_text(*reason);
                }
            });
            ui.separator();
            for (value, name, tip) in [
                (&mut settings.options.dry_run, "Dry run", "Do everything except send input"),
                (&mut settings.options.paused, "Step by step", "Start paused; each step makes one move"),
                (
                    &mut settings.options.wait_for_focus,
                    "Wait for focus",
                    "If the window loses the focus, wait up to 10 minutes for you to return to it, then continue",
                ),
                (&mut settings.film, "Film", "Record the window and the plan's steps as a GIF"),
            ] {
                ui.checkbox(value, name).on_hover_text(tip);
            }
            ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::NONE;
            self.solver_choice(ui);
            ui.separator();
            self.profile_menu(ui, cx);
        });
        let obstacle = self.obstacle(cx);
        let no_plan = plan.err().filter(|_| self.settings.this_plan);
        let ready = obstacle.is_none() && no_plan.is_none();
        let start = primary_button(ui, "Start", ready);
        let start = start.on_hover_text("Bring the game's window to the front and play in it");
        if start.clicked() {
            self.start(cx);
        } else if !ready {
            let reason = obstacle.or(no_plan.map(|why| format!("{why}.")));
            start.on_disabled_hover_text(reason.unwrap_or_default());
        }
    }

    pub fn solver_choice(&mut self, ui: &mut Ui) {
        let profile = self.choice.profile();
        let Some(game) = profile.and_then(|profile| games::by_id(&profile.game)) else {
            return;
        };
        let settings = &mut self.settings.options;
        let infos: Vec<_> = game.solvers().iter().map(|solver| solver.info()).collect();
        // A solver chosen for another game is ignored.
        let find = |id: &str| infos.iter().find(|info| info.id == id);
        let title = settings.solver.as_deref().and_then(find);
        let title = title.map_or("Default solver", |info| info.title);
        let menu = ui.menu_button("Solver", |ui| {
            ui.radio_value(&mut settings.solver, None, "Default solver");
            for info in infos.iter().filter(|info| !info.reference) {
                ui.radio_value(&mut settings.solver, Some(info.id.to_owned()), info.title);
            }
            ui.separator();
            ui.horizontal(|ui| {
                let label = ui.label("Time limit per plan");
                let time = zero_as_word(&mut settings.time_limit, 3600, DEFAULT_TIME, " s");
                let tip = "The best plan found by then is played. Default: 2 s, or up to a minute if none is found.";
                ui.add(time).labelled_by(label.id).on_hover_text(tip);
            });
        });
        let time = number_text(settings.time_limit, DEFAULT_TIME, " s");
        let tip = format!("Solver and time limit per plan: {title}, {time}");
        menu.response.on_hover_text(tip);
    }

    /// Shows the commands to a run. Every button keeps its place, because a click on this window takes the focus from
    /// the game's, which pauses the run between press and release of the button.
    fn running_row(&mut self, ui: &mut Ui) {
        let Some(run) = &self.run else {
            return;
        };
        let is_paused = matches!(run.state, PlayState::Paused(_));
        let is_waiting = is_paused || matches!(run.state, PlayState::Diverged(_));
        let mut command = None;
        let can_pause = !is_waiting && !run.dry_run;
        let pause = "Pause after this move; clicking another window does so, too";
        let resume = "Bring the game's window to the front and continue";
        for (text, tip, order, enabled) in [
            ("Pause", pause, Order::Pause, can_pause),
            ("Resume", resume, Order::Resume, is_waiting),
            ("Step", "Make one move, then pause", Order::Step, is_waiting),
            ("Stop", "End this run", Order::Stop, true),
        ] {
            // For a divergence, the primary button is that for a new plan.
            let button = match is_paused && order == Order::Resume {
                true => primary_button(ui, text, enabled),
                false => ui.add_enabled(enabled, Button::new(text)),
            };
            if button.on_hover_text(tip).clicked() {
                command = Some(order);
            }
        }
        ui.end_row();
        let mut checks = run.checks.iter();
        if let Some(check) = checks.find(|check| check.name == STOP_CHECK) {
            ui.weak(&check.detail)
                .on_hover_text("Works whichever window has the focus");
        }
        let has_lost_focus = matches!(run.state, PlayState::Paused(PauseReason::FocusLost { .. }));
        if let Some(command) = command {
            if command == Order::Stop && has_lost_focus {
                // The click itself may have taken the focus, which is no reason to report.
                self.send(Order::Pause);
            }
            self.send(command);
        }
    }
}

pub(super) fn window_name(index: usize, window: &WindowInfo) -> String {
    format!("{}. {}", index + 1, window.name())
}

fn export_profile(id: &str, cx: &mut Cx) {
    let Some(profile) = cx.world.live.profile(id) else {
        return;
    };
    let (disk, folders) = (cx.world.disk.clone(), cx.world.folders.clone());
    cx.send(Request::export(Export {
        name: "the screen profile".to_owned(),
        file_name: format!("{id}.{EXTENSION}"),
        kind: ("Screen profile", EXTENSION),
        work: Box::new(move |_| {
            let bytes = export_bytes(disk.as_ref(), folders.as_ref(), &profile);
            bytes.map_err(|error| ExportError::Text(error.to_string()))
        }),
    }));
}
