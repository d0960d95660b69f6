//! A game in its own window: look at it, start, watch, step in.

mod picture;
mod target;

pub use target::{
    Check, CheckState, Divergence, Event, How, LevelDone, Live, Look, NoLive, Order, Progress, Run,
    RunState, SeenBoard, SeenCell, Tell,
};

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};
use egui::{ComboBox, DragValue, Frame, Grid, Margin, RichText, Ui};

use crate::session::background;

use super::answer;
use super::app::{Workbench, pane_title};
use super::commands::Command;
use super::dialogs::primary_button;
use super::import::ProfileName;
use super::messages::Weight;
use super::theme::{self, space};

/// Lines of the log that are kept on screen; the saved log has all.
const MAX_LINES: usize = 500;

/// The live panel.
pub struct LivePanel {
    profiles: Option<Vec<ProfileName>>,
    profile: usize,
    how: How,
    looking: Option<Receiver<Result<Look, String>>>,
    look: Option<Result<Look, String>>,
    picture: picture::Picture,
    run: Option<Running>,
    lines: Vec<String>,
    levels: Vec<LevelDone>,
    ended: Option<Result<String, String>>,
}

struct Running {
    run: Box<dyn Run>,
    events: Receiver<Event>,
    state: RunState,
    progress: Progress,
    over: bool,
}

impl Default for LivePanel {
    fn default() -> Self {
        Self {
            profiles: None,
            profile: 0,
            how: How {
                dry_run: false,
                levels: 0,
                paused: false,
            },
            looking: None,
            look: None,
            picture: picture::Picture::default(),
            run: None,
            lines: Vec::new(),
            levels: Vec::new(),
            ended: None,
        }
    }
}

impl LivePanel {
    /// Whether the window is being looked at or played in.
    pub fn is_busy(&self) -> bool {
        self.looking.is_some() || self.is_running()
    }

    /// Whether a run is in progress, paused or not.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| !run.over)
    }

    /// Lists the screen profiles again when next shown.
    pub fn refresh(&mut self) {
        if !self.is_running() {
            self.profiles = None;
        }
    }

    fn order(&self, order: Order) {
        if let Some(run) = &self.run {
            run.run.order(order);
        }
    }

    fn chosen(&self) -> Option<&ProfileName> {
        self.profiles.as_ref()?.get(self.profile)
    }

    /// A reason not to start, from the last look.
    fn obstacle(&self) -> Option<&str> {
        match &self.look {
            Some(Ok(look)) => look
                .checks
                .iter()
                .find(|check| check.state == CheckState::Failed)
                .map(|check| check.name.as_str()),
            Some(Err(_)) => Some("the window could not be read"),
            None => Some("look at the window first"),
        }
    }

    fn take(&mut self, event: Event) {
        let Some(run) = &mut self.run else {
            return;
        };
        match event {
            Event::Seen(look) => self.look = Some(Ok(look)),
            Event::State(state) => run.state = state,
            Event::Progress(progress) => run.progress = progress,
            Event::Log(line) => {
                self.lines.push(line);
                if self.lines.len() > MAX_LINES {
                    self.lines.remove(0);
                }
            }
            Event::LevelDone(level) => self.levels.push(level),
            Event::Ended(end) => {
                run.over = true;
                self.ended = Some(end);
            }
        }
    }
}

impl Workbench {
    /// Takes over what the live target has told.
    pub(super) fn poll_live(&mut self) {
        if let Some(looking) = &self.live.looking {
            match looking.try_recv() {
                Ok(look) => {
                    self.live.look = Some(look);
                    self.live.looking = None;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    self.live.look = Some(Err("The window could not be read.".to_owned()));
                    self.live.looking = None;
                }
            }
        }
        let Some(run) = &self.live.run else {
            return;
        };
        let events: Vec<Event> = run.events.try_iter().collect();
        for event in events {
            if let Event::Ended(end) = &event {
                match end {
                    Ok(text) => self.messages.toast(Weight::Good, text.clone()),
                    Err(text) => self.messages.toast(Weight::Bad, text.clone()),
                }
            }
            self.live.take(event);
        }
    }

    /// Looks at the target's window, on a thread.
    pub(super) fn look_at_window(&mut self) {
        let Some(profile) = self.live.chosen().map(|profile| profile.id.clone()) else {
            return;
        };
        let live = self.world.live.clone();
        let work = move || live.look(&profile);
        self.live.looking = Some(background("look", self.wake.clone(), work));
    }

    fn start_live(&mut self) {
        let Some(profile) = self.live.chosen().map(|profile| profile.id.clone()) else {
            return;
        };
        let (sender, events): (Sender<Event>, _) = unbounded();
        let wake = self.wake.clone();
        let tell: Tell = Arc::new(move |event| {
            // Nobody listens any more once the panel has let go of the run.
            let _ = sender.send(event);
            wake();
        });
        self.live.lines.clear();
        self.live.levels.clear();
        self.live.ended = None;
        match self.world.live.start(&profile, &self.live.how, tell) {
            Ok(run) => {
                self.live.run = Some(Running {
                    run,
                    events,
                    state: RunState::Preparing("Starting".to_owned()),
                    progress: Progress::default(),
                    over: false,
                });
            }
            Err(error) => {
                self.live.run = None;
                self.live.ended = Some(Err(error.clone()));
                self.messages.toast(Weight::Bad, error);
            }
        }
    }

    /// Writes the log into the program's folder for logs, and says where.
    fn save_live_log(&mut self) {
        let Some(places) = &self.world.places else {
            return;
        };
        let now = std::time::SystemTime::now();
        let since = now.duration_since(std::time::UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        let folder = places.data.join("logs").join(format!("live-{seconds}"));
        let Some(run) = &self.live.run else {
            return;
        };
        match run.run.save_log(&folder) {
            Ok(()) => {
                let text = format!("The log was saved in {}.", folder.display());
                self.messages.toast(Weight::Info, text);
            }
            Err(error) => self.messages.toast(Weight::Bad, error),
        }
    }

    /// The live panel, in the place of the board.
    pub(super) fn live_panel(&mut self, ui: &mut Ui) {
        if self.live.profiles.is_none() {
            self.live.profiles = Some(self.world.live.profiles());
            let game = self.document.level().game_id();
            let profiles = self.live.profiles.iter().flatten();
            let own = profiles
                .enumerate()
                .find(|(_, profile)| profile.game == game);
            self.live.profile = own.map_or(0, |(index, _)| index);
        }
        let colors = theme::colors(ui);
        let frame = Frame::new()
            .fill(colors.raised)
            .inner_margin(Margin::symmetric(theme::space::PANEL, 5));
        frame.show(ui, |ui| self.live_bar(ui));
        if self.live.profiles.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        self.live_middle(ui);
    }

    fn live_bar(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.set_min_size(egui::vec2(ui.available_width(), 26.0));
            let profiles = self.live.profiles.clone().unwrap_or_default();
            if profiles.is_empty() {
                ui.label("There is no screen profile yet that says what to look for.");
                self.command_button(ui, Command::Practice);
                return;
            }
            let running = self.live.is_running();
            ui.add_enabled_ui(!running, |ui| {
                let before = self.live.profile;
                let combo = ComboBox::from_id_salt("live profile")
                    .selected_text(profiles[before.min(profiles.len() - 1)].title.as_str())
                    .show_ui(ui, |ui| {
                        for (index, profile) in profiles.iter().enumerate() {
                            ui.selectable_value(&mut self.live.profile, index, &profile.title);
                        }
                    });
                combo.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Screen profile")
                });
                if self.live.profile != before {
                    self.live.look = None;
                }
                let looking = self.live.looking.is_some();
                if ui
                    .add_enabled(!looking, egui::Button::new("Look"))
                    .on_hover_text("Find the window and read it, touching nothing")
                    .clicked()
                {
                    self.look_at_window();
                }
                ui.checkbox(&mut self.live.how.dry_run, "Dry run")
                    .on_hover_text("Do everything but send keys");
                let label = ui.label("Levels");
                ui.add(
                    DragValue::new(&mut self.live.how.levels)
                        .range(0..=9999)
                        .custom_formatter(|levels, _| match levels as u32 {
                            0 => "all".to_owned(),
                            n => n.to_string(),
                        }),
                )
                .labelled_by(label.id);
            });
            ui.separator();
            self.live_buttons(ui, running);
        });
    }

    fn live_buttons(&mut self, ui: &mut Ui, running: bool) {
        if !running {
            let obstacle = self.live.obstacle().map(str::to_owned);
            let button = primary_button(ui, "Start", obstacle.is_none());
            let button = button.on_hover_text("Play in the window; a screen corner stops it");
            match obstacle {
                Some(obstacle) => {
                    button.on_disabled_hover_text(answer::sentence(&obstacle));
                }
                None if button.clicked() => self.start_live(),
                None => {}
            }
            self.command_button(ui, Command::Practice);
            return;
        }
        let paused = self
            .live
            .run
            .as_ref()
            .is_some_and(|run| matches!(run.state, RunState::Paused(_)));
        for (text, order, shown) in [
            ("Pause", Order::Pause, !paused),
            ("Resume", Order::Resume, paused),
            ("Step", Order::Step, paused),
            ("Stop", Order::Stop, true),
        ] {
            if shown && ui.button(text).clicked() {
                self.live.order(order);
            }
        }
    }

    /// The pane beside the picture: how things stand.
    pub(super) fn live_side(&mut self, ui: &mut Ui) {
        if self.live.look.is_none() && self.live.run.is_none() {
            pane_title(ui, "Live");
            ui.label(
                "The level is read from the window, solved, and played there with real keys. What \
                 happens is shown here.",
            );
            return;
        }
        let colors = theme::colors(ui);
        if let Some(run) = &self.live.run {
            let (text, color) = match (&self.live.ended, &run.state) {
                (Some(Ok(end)), _) => (end.clone(), colors.good),
                (Some(Err(end)), _) => (end.clone(), colors.bad),
                (None, RunState::Preparing(what)) => (what.clone(), colors.text),
                (None, RunState::Playing) => ("Playing".to_owned(), colors.good),
                (None, RunState::Paused(why)) => (format!("Paused. {why}"), colors.warn),
                (None, RunState::Diverged(_)) => ("Stopped to ask".to_owned(), colors.bad),
            };
            ui.add(egui::Label::new(RichText::new(text).color(color).strong()).wrap());
            let Progress {
                level,
                step,
                steps,
                keys,
                elapsed,
            } = run.progress;
            let rate = keys as f64 / elapsed.as_secs_f64().max(0.001);
            let rows = [
                ("Level", level.to_string()),
                ("Moves", format!("{step} of {steps}")),
                (
                    "Keys",
                    format!("{} ({rate:.1} a second)", answer::number(keys)),
                ),
                ("Time", answer::time(elapsed)),
            ];
            let rows = rows.iter().map(|(name, value)| (*name, value.as_str()));
            super::solver_panel::facts(ui, "live progress", rows);
            ui.separator();
        }
        if let Some(Ok(look)) = &self.live.look {
            pane_title(ui, "Before the start");
            for check in &look.checks {
                let (sign, color) = match check.state {
                    CheckState::Fine => ("Fine", colors.good),
                    CheckState::Doubtful => ("Look", colors.warn),
                    CheckState::Failed => ("Failed", colors.bad),
                };
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(sign).color(color).strong());
                    ui.label(&check.name);
                });
                if !check.detail.is_empty() {
                    ui.label(RichText::new(&check.detail).small().weak());
                }
            }
        }
        self.live_levels(ui);
        if self.live.lines.is_empty() {
            return;
        }
        ui.separator();
        ui.horizontal(|ui| {
            pane_title(ui, "Log");
            if ui.button("Save log").clicked() {
                self.save_live_log();
            }
        });
        // The latest first: it is the one that is looked for.
        for line in self.live.lines.iter().rev() {
            ui.label(RichText::new(line).small().monospace());
        }
    }

    fn live_levels(&self, ui: &mut Ui) {
        if self.live.levels.is_empty() {
            return;
        }
        ui.separator();
        pane_title(ui, "Levels");
        Grid::new("live levels")
            .num_columns(4)
            .min_row_height(0.0)
            .show(ui, |ui| {
                for name in ["Level", "Keys", "Again", "Time"] {
                    ui.weak(name);
                }
                ui.end_row();
                for level in &self.live.levels {
                    ui.label(&level.level);
                    ui.label(level.keys.to_string());
                    ui.label(level.retries.to_string());
                    ui.label(answer::time(level.time));
                    ui.end_row();
                }
            });
    }

    /// The picture with what was seen in it, or expected beside seen.
    fn live_middle(&mut self, ui: &mut Ui) {
        let run = self.live.run.as_ref().filter(|run| !run.over);
        if let Some(RunState::Diverged(divergence)) = run.map(|run| run.state.clone()) {
            if let Some(order) = picture::divergence(ui, &divergence) {
                self.live.order(order);
            }
            return;
        }
        let colors = theme::colors(ui);
        let say = |ui: &mut Ui, text: &str, color| {
            ui.add_space(space::LARGE);
            ui.vertical_centered(|ui| {
                ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
            });
        };
        match &self.live.look {
            None if self.live.looking.is_some() => say(ui, "Looking at the window…", colors.text),
            None => say(
                ui,
                "Open the game's window, or a practice window, and press Look to see what would \
                 be read.",
                colors.weak,
            ),
            Some(Err(error)) => say(ui, error, colors.bad),
            Some(Ok(look)) => self.live.picture.show(ui, look),
        }
    }
}
