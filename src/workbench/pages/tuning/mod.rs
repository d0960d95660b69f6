//! Options of a solver that evolve on generated levels, in a window that lies beside the board.

mod fields;
mod outcome;
mod plot;

use egui::{ProgressBar, RichText, TextEdit, Ui, vec2};

use crate::game::{Game, Solver};
use crate::search::CancelFlag;
use crate::session::Task;
use crate::session::presets::checked_name;
use crate::session::task::Teller;
use crate::session::tune::{Generation, TuneError, Tuned, Tuning, tunable, tune};

use crate::kit::answer;
use crate::kit::fields::named_field;
use crate::kit::fields::{buttons, list, primary_button, problem};
use crate::kit::theme::space;
use crate::page::Notice;
use crate::shell::app::Workbench;
use crate::shell::dialogs::Beside;

/// Width of the window in points.
const WIDTH: f32 = 760.0;
/// Height of what scrolls in it, in points.
const HEIGHT: f32 = 400.0;

/// The window, if it is open.
#[derive(Default)]
pub struct TuningWindow(Option<Box<Open>>);

struct Open {
    /// What was chosen.
    tuning: Tuning,
    /// Options that make levels like the open one.
    like: Vec<(&'static str, String)>,
    running: Option<Running>,
    /// What the run at hand or the last one told.
    generations: Vec<Generation>,
    /// Its last generation to come.
    last: usize,
    result: Option<Result<Tuned, String>>,
    /// Under which the best options are kept.
    name: String,
    /// What came of keeping them.
    kept: Option<Result<String, String>>,
}

/// The best options, or why there are none; it tells each generation.
type Running = Task<Result<Tuned, TuneError>, Generation>;

impl TuningWindow {
    /// Whether a solver is being tuned.
    pub fn is_busy(&self) -> bool {
        self.0.as_ref().is_some_and(|open| open.running.is_some())
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Closes the window; what is going on in it is called off.
    pub fn close(&mut self) {
        self.0 = None;
    }

    /// Calls what is going on off; the best so far stays.
    pub fn stop(&self) {
        if let Some(running) = self.0.as_ref().and_then(|open| open.running.as_ref()) {
            running.stop();
        }
    }
}

impl Open {
    fn of(game: &'static dyn Game, solver: &'static dyn Solver) -> Self {
        Self {
            tuning: Tuning::new(game, solver),
            like: Vec::new(),
            running: None,
            generations: Vec::new(),
            last: 0,
            result: None,
            name: String::new(),
            kept: None,
        }
    }

    fn title(&self) -> String {
        title(self.tuning.game, self.tuning.solver)
    }
}

fn title(game: &dyn Game, solver: &dyn Solver) -> String {
    format!("{}: {}", game.info().title, solver.info().title)
}

impl Workbench {
    /// Opens the window: for the chosen solver if that can be tuned, else for another of the game, else
    /// for the first there is.
    pub(crate) fn tune_options(&mut self) {
        let game = self.cx.document.level().game_id();
        let chosen = self.cx.solver().map(|solver| solver.info().id);
        let fit = |(of, solver): &(&'static dyn Game, &'static dyn Solver)| {
            let own = of.info().id == game;
            (!own, !(own && chosen == Some(solver.info().id)))
        };
        if let Some((of, solver)) = tunable().min_by_key(fit) {
            let mut open = Open::of(of, solver);
            if let (true, Some(generator)) = (of.info().id == game, of.generator()) {
                open.like = generator.like(self.cx.document.level().as_ref());
            }
            self.tuning = TuningWindow(Some(Box::new(open)));
        }
    }

    /// Shows the window if it is open.
    pub(crate) fn show_tuning(&mut self, ui: &Ui) {
        let Some(mut open) = self.tuning.0.take() else {
            return;
        };
        open.poll();
        let (mut stay, mut close) = (true, false);
        Beside::Tune
            .window()
            .open(&mut stay)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.ctx().content_rect().center() - vec2(WIDTH / 2.0, 290.0))
            .show(ui.ctx(), |ui| {
                ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 60.0));
                ui.columns(2, |columns| {
                    let [left, right] = columns else {
                        return;
                    };
                    let idle = open.running.is_none();
                    left.add_enabled_ui(idle, |ui| {
                        list(ui, HEIGHT, |ui| fields::show(ui, &mut open))
                    });
                    list(right, HEIGHT, |ui| {
                        plot::plot(ui, &open.generations, open.last);
                        // Columns would set the text in full lines.
                        ui.vertical(|ui| self.outcome(ui, &mut open));
                    });
                });
                buttons(ui, |ui| {
                    if let Some(running) = &open.running {
                        if ui.button("Stop tuning").clicked() {
                            running.stop();
                        }
                    } else if primary_button(ui, "Tune", true).clicked() {
                        self.begin_tuning(&mut open);
                    }
                    close |= ui.button("Close").clicked();
                });
            });
        if stay && !close {
            self.tuning.0 = Some(open);
        }
    }

    fn begin_tuning(&self, open: &mut Open) {
        let stop = CancelFlag::default();
        let (tuning, cancel) = (open.tuning.clone(), stop.clone());
        let work = move |teller: &Teller<_>| {
            tune(&tuning, &cancel, |generation| {
                teller.tell(generation.clone())
            })
        };
        open.last = open.tuning.generations;
        open.generations.clear();
        open.result = None;
        open.kept = None;
        open.running = Some(Task::telling("tuning", &self.cx.wake, stop, work));
    }

    /// How it goes, or what came of it.
    fn outcome(&mut self, ui: &mut Ui, open: &mut Open) {
        ui.add_space(space::TIGHT);
        if open.running.is_some() {
            let done = open.generations.len() as f32 / (open.last + 1) as f32;
            let tried = open.generations.last().map_or(0, |one| one.tried);
            let text = format!("{tried} settings tried");
            ui.add(ProgressBar::new(done).text(text));
            return;
        }
        let tuned = match &open.result {
            None => {
                let text = "The defaults and others by chance are tried on the same levels. The best stay, \
                            the others give way to children of good ones.";
                ui.add(egui::Label::new(RichText::new(text).weak()).wrap());
                return;
            }
            Some(Err(error)) => return problem(ui, &answer::sentence(error)),
            Some(Ok(tuned)) => tuned.clone(),
        };
        outcome::show(ui, &tuned, open.tuning.solver);
        ui.add_space(space::TIGHT);
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut open.name)
                .hint_text("Name")
                .desired_width(130.0);
            let field = ui.add(field);
            field.widget_info(|| named_field("Name of the preset", &open.name));
            if ui.button("Keep as preset").clicked() {
                open.kept = Some(self.keep_tuned(open, &tuned));
            }
            let tip = "Set these options in the solver's part of the inspector";
            if ui.button("Use").on_hover_text(tip).clicked() {
                let options = tuned.best.options.clone();
                let (game, solver) = (open.tuning.game, open.tuning.solver);
                self.cx.tell(Notice::UseOptions(game, solver, options));
                self.cx
                    .messages
                    .status(format!("{} has these options now.", open.title()));
            }
        });
        match &open.kept {
            None => {}
            Some(Ok(text)) => {
                ui.label(text);
            }
            Some(Err(error)) => problem(ui, &answer::sentence(error)),
        }
    }

    fn keep_tuned(&mut self, open: &Open, tuned: &Tuned) -> Result<String, String> {
        let (game, solver) = (open.tuning.game.info().id, open.tuning.solver);
        let name = checked_name(&open.name, solver)?;
        let options = tuned.best.options.clone();
        let cx = &mut self.cx;
        cx.change_presets(|presets| presets.keep(game, solver.info().id, &name, options))?;
        Ok(format!("Kept as ‘{name}’."))
    }
}

impl Open {
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
}
