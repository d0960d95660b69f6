//! The window: the run and its result, and what is done with it.

use egui::{Label, ProgressBar, RichText, TextEdit, Ui};

use crate::game::{Game, Solver};
use crate::kit::answer;
use crate::kit::fields::{buttons, list, named_field, primary_button, problem};
use crate::kit::theme::space;
use crate::page::{Cx, Notice, dialog};
use crate::search::CancelFlag;
use crate::session::Task;
use crate::session::presets::{Presets, checked_name};
use crate::session::task::Teller;
use crate::session::tune::{Generation, TuneError, Tuned, tune};

use super::fields::{self, Chosen};
use super::{outcome, plot};

/// Title of the window.
pub(super) const TITLE: &str = "Tune options";

/// Width of the window in points.
const WIDTH: f32 = 760.0;
/// Height of what scrolls in it, in points.
const HEIGHT: f32 = 400.0;

/// The open window.
pub(super) struct TuningWindow {
    chosen: Chosen,
    running: Option<Running>,
    /// The generations of the run, or of the last one.
    generations: Vec<Generation>,
    /// Number of its last generation to come.
    last: usize,
    result: Option<Result<Tuned, String>>,
    /// The name under which the best options are to be kept.
    name: String,
    /// What the last attempt to keep them came to.
    kept: Option<Result<String, String>>,
}

/// The best options, or why there are none; tells each generation.
type Running = Task<Result<Tuned, TuneError>, Generation>;

impl TuningWindow {
    /// For a solver; `like` are the options that make levels like the open one.
    pub(super) fn of(
        game: &'static dyn Game,
        solver: &'static dyn Solver,
        like: Vec<(&'static str, String)>,
    ) -> Self {
        Self {
            chosen: Chosen::of(game, solver, like),
            running: None,
            generations: Vec::new(),
            last: 0,
            result: None,
            name: String::new(),
            kept: None,
        }
    }

    /// Whether a solver is being tuned.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Stops the run; the best options so far stay.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Chooses a run that takes no time.
    #[cfg(test)]
    pub(super) fn shorten(&mut self) {
        let tuning = &mut self.chosen.tuning;
        (tuning.boards, tuning.population, tuning.generations) = (1, 2, 1);
        tuning.nodes = 1000;
    }

    /// Shows the window; `false` if it was closed.
    pub(super) fn show(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        self.poll();
        let mut close = false;
        let ((), closed) = dialog::modal(ui, TITLE, WIDTH, |ui| {
            ui.columns(2, |columns| {
                let [left, right] = columns else {
                    return;
                };
                left.add_enabled_ui(!self.is_running(), |ui| {
                    list(ui, HEIGHT, |ui| self.fields(ui));
                });
                list(right, HEIGHT, |ui| {
                    plot::plot(ui, &self.generations, self.last);
                    // Columns would set the text in full lines.
                    ui.vertical(|ui| self.outcome(ui, cx));
                });
            });
            buttons(ui, |ui| {
                if self.is_running() {
                    if ui.button("Stop tuning").clicked() {
                        self.stop();
                    }
                } else if primary_button(ui, "Tune", true).clicked() {
                    self.start(cx);
                }
                close |= ui.button("Close").clicked();
            });
        });
        !closed && !close
    }

    fn fields(&mut self, ui: &mut Ui) {
        if let Some(other) = fields::show(ui, &mut self.chosen) {
            *self = Self::of(other.tuning.game, other.tuning.solver, other.like);
        }
    }

    fn start(&mut self, cx: &Cx) {
        let stop = CancelFlag::default();
        let (tuning, cancel) = (self.chosen.tuning.clone(), stop.clone());
        let work = move |teller: &Teller<_>| {
            tune(&tuning, &cancel, |generation| {
                teller.tell(generation.clone())
            })
        };
        self.last = self.chosen.tuning.generations;
        self.generations.clear();
        self.result = None;
        self.kept = None;
        self.running = Some(Task::telling("tuning", &cx.wake, stop, work));
    }

    /// Takes over what the run has told.
    fn poll(&mut self) {
        let Some(running) = &self.running else {
            return;
        };
        let ended = running.end();
        // What was told before the end is there by now.
        self.generations.extend(running.told().try_iter());
        if let Some(ended) = ended {
            let result = ended.map_err(|broken| broken.to_string());
            self.result = Some(result.and_then(|tuned| tuned.map_err(|error| error.to_string())));
            self.running = None;
        }
    }

    /// The progress of the run, or its result.
    fn outcome(&mut self, ui: &mut Ui, cx: &mut Cx) {
        ui.add_space(space::TIGHT);
        if self.is_running() {
            let done = self.generations.len() as f32 / (self.last + 1) as f32;
            let tried = self.generations.last().map_or(0, |one| one.tried);
            let text = format!("{tried} settings tried");
            ui.add(ProgressBar::new(done).text(text));
            return;
        }
        let tuned = match &self.result {
            None => {
                let text = "The defaults and random settings are tried on the same levels. The \
                            best stay; the others are replaced by variations of good ones.";
                ui.add(Label::new(RichText::new(text).weak()).wrap());
                return;
            }
            Some(Err(error)) => return problem(ui, &answer::sentence(error)),
            Some(Ok(tuned)) => tuned.clone(),
        };
        outcome::show(ui, &tuned, self.chosen.tuning.solver);
        ui.add_space(space::TIGHT);
        ui.horizontal(|ui| self.winner_buttons(ui, &tuned, cx));
        match &self.kept {
            None => {}
            Some(Ok(text)) => {
                ui.label(text);
            }
            Some(Err(error)) => problem(ui, &answer::sentence(error)),
        }
    }

    fn winner_buttons(&mut self, ui: &mut Ui, tuned: &Tuned, cx: &mut Cx) {
        let field = TextEdit::singleline(&mut self.name)
            .hint_text("Name")
            .desired_width(130.0);
        let field = ui.add(field);
        field.widget_info(|| named_field("Name of the preset", &self.name));
        if ui.button("Keep as preset").clicked() {
            self.kept = Some(self.keep(tuned, cx));
        }
        let tip = "Use these options in the Solver panel";
        if ui.button("Use").on_hover_text(tip).clicked() {
            let (tuning, options) = (&self.chosen.tuning, tuned.best.options.clone());
            cx.tell(Notice::UseOptions(tuning.game, tuning.solver, options));
            let text = format!("{} now uses these options.", self.chosen.title());
            cx.messages.status(text);
        }
    }

    /// Keeps the best options under the name in the field.
    fn keep(&self, tuned: &Tuned, cx: &mut Cx) -> Result<String, String> {
        let (game, solver) = (self.chosen.tuning.game, self.chosen.tuning.solver);
        let name = checked_name(&self.name, solver)?;
        let Some(places) = &cx.world.places else {
            return Err("this system has no folder for presets".to_owned());
        };
        let options = tuned.best.options.clone();
        let keep = |presets: &mut Presets| {
            presets.keep(game.info().id, solver.info().id, &name, options);
        };
        Presets::change(cx.world.disk.as_ref(), &places.presets(), keep)?;
        cx.tell(Notice::PresetsChanged);
        Ok(format!("Kept as ‘{name}’."))
    }
}
