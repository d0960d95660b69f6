//! The live panel's controls, and how things stand.

use crate::page::known;
use egui::{Button, ComboBox, DragValue, Frame, Margin, RichText, Ui};

use crate::autoplay::{Command as Order, Pause, STOP_CHECK, State};

use super::{Opening, WindowName};
use crate::kit::fields::primary_button;
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

/// How things stand, in a line.
struct Standing {
    /// The word that goes before, so that colour is not the only sign.
    word: &'static str,
    text: String,
    tone: Tone,
}

#[derive(Clone, Copy)]
enum Tone {
    Plain,
    Good,
    Warn,
    Bad,
}

impl Workbench {
    /// The live panel, in the place of the board.
    pub(crate) fn live_panel(&mut self, ui: &mut Ui) {
        self.list_profiles();
        let came_back = ui.input(|input| {
            let mut events = input.events.iter();
            events.any(|event| matches!(event, egui::Event::WindowFocused(true)))
        });
        self.keep_looking(came_back);
        let frame = Frame::new()
            .fill(theme::colors(ui).raised)
            .inner_margin(Margin::symmetric(space::PANEL, 6));
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::TIGHT;
            ui.set_min_width(ui.available_width());
            let profiles = self.live.profiles.as_ref();
            if self.live.draft.is_none() && profiles.is_some_and(Vec::is_empty) {
                ui.label("There is no screen profile yet that says what to look for.");
                return;
            }
            let running = self.live.is_running();
            self.target_row(ui, running);
            if running {
                self.running_row(ui);
            } else {
                self.start_row(ui);
            }
            self.standing(ui);
        });
        if self.live.chosen().is_some() {
            self.live_middle(ui);
        }
    }

    /// What to look at.
    fn target_row(&mut self, ui: &mut Ui, running: bool) {
        ui.horizontal_wrapped(|ui| {
            ui.add_enabled_ui(!running, |ui| {
                if self.live.draft.is_none() {
                    self.profile_choice(ui);
                }
                self.window_choice(ui);
                let looking = self.live.looking.is_some() && self.live.look.is_none();
                let look = ui
                    .add_enabled(!looking, Button::new("Look again"))
                    .on_hover_text("Find the window and read it, touching nothing");
                if look.clicked() {
                    self.live.past = true;
                    self.live.opening = None;
                    self.live.look_again();
                }
                let reading = self.live.seen().and_then(|look| look.reading.as_ref());
                let read = ui
                    .add_enabled(reading.is_some(), Button::new("Read level…"))
                    .on_hover_text("Make the level that the window shows the open level")
                    .on_disabled_hover_text("The window shows no level");
                if read.clicked() {
                    self.read_level();
                }
                if self.live.draft.is_some() {
                    return;
                }
                ui.separator();
                ui.menu_button("Practise", |ui| {
                    self.cx.button(ui, known::PRACTICE);
                    self.cx.button(ui, known::PRACTICE_LEVEL);
                })
                .response
                .on_hover_text("Open a window of this program's own to play in");
            });
        });
    }

    fn profile_choice(&mut self, ui: &mut Ui) {
        let profiles = self.live.profiles.clone().unwrap_or_default();
        let title = self.live.chosen().map(|profile| profile.title.clone());
        let mut choice = self.live.profile.clone();
        let combo = ComboBox::from_id_salt("live profile")
            .selected_text(title.unwrap_or_default())
            .width(230.0)
            .show_ui(ui, |ui| {
                for profile in &profiles {
                    let id = Some(profile.id.clone());
                    ui.selectable_value(&mut choice, id, &profile.title);
                }
            });
        combo.response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Screen profile")
        });
        if choice != self.live.profile {
            self.live.profile = choice;
            self.live.picked = true;
            self.live.window = None;
            self.live.past = true;
            self.live.look_again();
        }
    }

    /// Which window, where there is a choice.
    fn window_choice(&mut self, ui: &mut Ui) {
        let Some(windows) = self.live.seen().map(|look| look.windows.clone()) else {
            return;
        };
        if windows.len() < 2 {
            return;
        }
        let chosen = windows
            .iter()
            .position(|window| Some(window.id) == self.live.window);
        let text = match chosen {
            Some(index) => window_name(index, &windows[index]),
            None => "Choose the window".to_owned(),
        };
        let mut choice = self.live.window;
        let combo = ComboBox::from_id_salt("live window")
            .selected_text(text)
            .show_ui(ui, |ui| {
                for (index, window) in windows.iter().enumerate() {
                    let text = window_name(index, window);
                    ui.selectable_value(&mut choice, Some(window.id), text);
                }
            });
        combo
            .response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Window"));
        if let Some(id) = choice.filter(|_| choice != self.live.window) {
            self.choose_window(id);
        }
    }

    pub(crate) fn choose_window(&mut self, id: u64) {
        self.live.window = Some(id);
        self.live.past = true;
        self.live.look_again();
    }

    /// What to play, and how.
    fn start_row(&mut self, ui: &mut Ui) {
        let plan = self.plan_to_play();
        ui.horizontal_wrapped(|ui| {
            let settings = &mut self.live.settings;
            let all = ui.radio_value(&mut settings.this_plan, false, "Level after level");
            all.on_hover_text("Read each level, solve it and play it, up to the last");
            let label = ui.label("at most");
            ui.add_enabled(
                !settings.this_plan,
                DragValue::new(&mut settings.levels)
                    .range(0..=9999)
                    .speed(0.1)
                    .custom_formatter(|levels, _| match levels as u32 {
                        0 => "all".to_owned(),
                        n => n.to_string(),
                    })
                    .custom_parser(|text| match text.trim() {
                        "all" | "" => Some(0.0),
                        other => other.parse().ok(),
                    }),
            )
            .labelled_by(label.id)
            .on_hover_text("How many levels; 0 for all");
            ui.add_space(space::SMALL);
            ui.add_enabled_ui(plan.is_ok(), |ui| {
                let this = ui.radio_value(&mut settings.this_plan, true, "This plan");
                let this = this.on_hover_text("Play the open level's plan as it is, and stop");
                if let Err(why) = &plan {
                    this.on_disabled_hover_text(*why);
                }
            });
            ui.separator();
            ui.checkbox(&mut settings.dry_run, "Dry run")
                .on_hover_text("Do everything but send keys");
            ui.checkbox(&mut settings.step_by_step, "Step by step")
                .on_hover_text("Begin paused; each step makes one move");
            ui.checkbox(&mut settings.film, "Film")
                .on_hover_text("Film the window with the plan's step beside it, as GIF");
            ui.separator();
            let obstacle = self.live.obstacle();
            let why_no_plan = plan.err().filter(|_| self.live.settings.this_plan);
            let ready = obstacle.is_none() && why_no_plan.is_none();
            let start = primary_button(ui, "Start", ready);
            let start = start.on_hover_text("Bring the game's window to the front and play in it");
            if start.clicked() {
                self.start_live();
            } else if !ready {
                let why = obstacle.or(why_no_plan.map(|why| format!("{why}.")));
                start.on_disabled_hover_text(why.unwrap_or_default());
            }
        });
    }

    /// What can be done with a run. Every button keeps its place: a click on this window takes
    /// the focus from the game's, which pauses the run between the button's going down and up.
    fn running_row(&mut self, ui: &mut Ui) {
        let Some(run) = &self.live.run else {
            return;
        };
        let waits = matches!(run.state, State::Paused(_) | State::Diverged(_));
        let mut order = None;
        ui.horizontal_wrapped(|ui| {
            for (text, hint, what, possible) in [
                (
                    "Pause",
                    "Wait after the move at hand; so does a click on any other window",
                    Order::Pause,
                    !waits && !run.dry_run,
                ),
                (
                    "Resume",
                    "Bring the game's window to the front and go on",
                    Order::Resume,
                    waits,
                ),
                ("Step", "Make one move and wait again", Order::Step, waits),
                ("Stop", "End this run", Order::Stop, true),
            ] {
                let main = match run.state {
                    // Then it is to plan again.
                    State::Diverged(_) => false,
                    _ => waits && what == Order::Resume,
                };
                let button = if main {
                    primary_button(ui, text, possible)
                } else {
                    ui.add_enabled(possible, Button::new(text))
                };
                if button.on_hover_text(hint).clicked() {
                    order = Some(what);
                }
            }
            ui.separator();
            let stop = run.checks.iter().find(|check| check.name == STOP_CHECK);
            if let Some(stop) = stop {
                ui.weak(&stop.detail)
                    .on_hover_text("Works whichever window has the focus");
            }
        });
        if let Some(order) = order {
            self.live.order(order);
        }
    }

    /// A line that says how things stand and what to do.
    fn standing(&mut self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        let Some(Standing { word, text, tone }) = self.how_things_stand() else {
            return;
        };
        let color = match tone {
            Tone::Plain => colors.text,
            Tone::Good => colors.good,
            Tone::Warn => colors.warn,
            Tone::Bad => colors.bad,
        };
        ui.horizontal_wrapped(|ui| {
            if !word.is_empty() {
                ui.label(RichText::new(word).color(color).strong());
            }
            ui.label(RichText::new(text).color(color));
            let over = self.live.shown_run().is_some_and(|run| run.end.is_some());
            if over && ui.button("Save log…").clicked() {
                self.save_live_log();
            }
        });
    }

    fn how_things_stand(&self) -> Option<Standing> {
        let stands = |word, text: String, tone| Some(Standing { word, text, tone });
        if let Some(run) = self.live.shown_run() {
            return match (&run.end, &run.state) {
                (Some(Ok(end)), _) if end.stopped => stands("", end.text.clone(), Tone::Plain),
                (Some(Ok(end)), _) => stands("Done", end.text.clone(), Tone::Good),
                (Some(Err(end)), _) => stands("Failed", end.clone(), Tone::Bad),
                (None, State::Preparing(what)) => stands("", format!("{what}…"), Tone::Plain),
                (None, State::Playing) if run.dry_run => {
                    stands("Dry run", "Nothing is sent.".to_owned(), Tone::Good)
                }
                (None, State::Playing) => {
                    let text = format!("Move {} of {}", run.progress.step, run.progress.steps);
                    stands("Playing", text, Tone::Good)
                }
                (None, State::Paused(Pause::Asked | Pause::Stepped)) => {
                    let text = "Step makes the next move, Resume goes on.";
                    stands("Paused", text.to_owned(), Tone::Warn)
                }
                (None, State::Paused(Pause::FocusLost { to })) if self.is_title(to.as_ref()) => {
                    let text = "Resume brings the game's window to the front and goes on.";
                    stands("Paused", text.to_owned(), Tone::Warn)
                }
                (None, State::Paused(why)) => stands("Paused", why.to_string(), Tone::Warn),
                (None, State::Diverged(what)) => {
                    stands("Not as expected", what.what.clone(), Tone::Bad)
                }
            };
        }
        if self.live.opening.as_ref().is_some_and(Opening::lasts) {
            return stands(
                "",
                "Waiting for the practice window…".to_owned(),
                Tone::Plain,
            );
        }
        match &self.live.look {
            // That is said in the place of the picture.
            Some(Ok(look)) if look.sight.is_none() => None,
            None => stands("", "Looking for the window…".to_owned(), Tone::Plain),
            Some(Err(error)) => stands("Not ready", error.clone(), Tone::Bad),
            Some(Ok(_)) => match self.live.obstacle() {
                Some(obstacle) => stands("Not ready", obstacle, Tone::Warn),
                None => {
                    let text = "This is what is read. Start plays in this window.";
                    stands("Ready", text.to_owned(), Tone::Good)
                }
            },
        }
    }

    /// Whether a window's title is that of this window.
    fn is_title(&self, title: Option<&String>) -> bool {
        title.is_some_and(|title| *title == self.title())
    }
}

/// A window to choose: several may have one title.
pub(crate) fn window_name(index: usize, window: &WindowName) -> String {
    format!("{}. {}", index + 1, window.title)
}
