//! Choosing a solver, running it, and its answer.

use crate::page::known;
use std::collections::BTreeMap;
use std::time::Duration;

use egui::{CollapsingHeader, ComboBox, FontId, RichText, Ui};

use crate::game::{Cell, Direction, Outcome, Report, Solver, SolverInfo};
use crate::session::{JobError, JobOptions, SolveJob};

use crate::kit::answer::{self, AnswerTone, Words};
use crate::kit::fields::{facts, pane_title};
use crate::kit::theme::{self, space};
use crate::page::messages::Weight;
use crate::pages::solve::solutions::Several;
use crate::shell::app::Workbench;

/// What is being solved, and the last answer.
#[derive(Default)]
pub struct Solving {
    job: Option<Running>,
    /// Answers of late, the last one at the end: an edit that is undone brings back the answer
    /// for the level as it is again.
    answers: Vec<Answer>,
    /// Options that differ from the default, by solver and key.
    pub(crate) options: BTreeMap<&'static str, BTreeMap<String, String>>,
    /// The best plan is wanted.
    pub(crate) optimal: bool,
    /// Solutions to look for.
    several: Several,
}

struct Running {
    job: SolveJob,
    best: Option<i64>,
}

/// Answers that are remembered.
const MOST_ANSWERS: usize = 64;

/// A solver's answer.
struct Answer {
    result: Result<Words, String>,
    /// Revision of the level it is about.
    revision: u64,
    /// Cells of the level board that a proof is about.
    cells: Vec<Cell>,
    solver: &'static str,
}

impl Solving {
    /// Whether a solver runs.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the best plan is wanted.
    pub fn wants_optimal(&self) -> bool {
        self.optimal
    }

    /// The answer for the level with this revision, else the last one for an earlier state of it.
    fn answer(&self, revision: u64) -> Option<&Answer> {
        let of_now = |answer: &&Answer| answer.revision == revision;
        let now = self.answers.iter().rfind(of_now);
        now.or_else(|| self.answers.last())
    }

    /// The answer's headline and details, for tests and screen readers.
    pub fn answer_text(&self, revision: u64) -> Option<String> {
        let answer = self.answer(revision)?;
        Some(match &answer.result {
            Ok(words) => format!("{}. {}", words.headline, words.details.join(" ")),
            Err(error) => error.clone(),
        })
    }

    /// Cells that the last answer is about, if it is about the level with this revision.
    pub fn marked_cells(&self, revision: u64) -> &[Cell] {
        match self.answer(revision) {
            Some(answer) if answer.revision == revision => &answer.cells,
            _ => &[],
        }
    }

    /// Another level has taken the place of the last one: its answers and the solver that works
    /// on it are of no use any more.
    pub fn level_replaced(&mut self) {
        self.answers.clear();
        if let Some(running) = self.job.take() {
            running.job.stop();
        }
    }
}

impl Workbench {
    fn choose_solver(&mut self, solver: &'static dyn Solver) {
        let game = self.cx.document.level().game_id().to_owned();
        self.cx
            .settings
            .solvers
            .insert(game, solver.info().id.to_owned());
    }

    /// Chooses the solver after the chosen one.
    pub(crate) fn next_solver(&mut self) {
        let solvers = self.cx.solvers();
        let Some(now) = self.cx.solver().map(|solver| solver.info().id) else {
            return;
        };
        let at = solvers.iter().position(|s| s.info().id == now).unwrap_or(0);
        if let Some(next) = solvers.get((at + 1) % solvers.len()) {
            self.choose_solver(*next);
            self.cx
                .messages
                .status(format!("Solver: {}.", next.info().title));
        }
    }

    /// A solver's options as they stand in its panel.
    pub(crate) fn chosen_options(&mut self, info: &'static SolverInfo) -> BTreeMap<String, String> {
        let mut chosen = self.target_options(info);
        let own = self.solving.options.get(info.id).into_iter().flatten();
        // What the person says goes before what the target is like.
        chosen.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        chosen
    }

    /// Starts the chosen solver on the level as it is now.
    pub(crate) fn start_solving(&mut self, optimal: bool) {
        let Some(solver) = self.cx.solver() else {
            return;
        };
        let info = solver.info();
        let budget = self.cx.solver_budget();
        let several = self.solving.several.of(solver);
        let options = JobOptions {
            optimal,
            count: several.count,
            cycles: several.cycles,
            options: self.chosen_options(info),
        };
        // In play mode the plan goes on from the moves made so far.
        let done = if self.cx.tab == known::PLAY && info.continues {
            self.cx.document.moves().to_vec()
        } else {
            Vec::new()
        };
        let job = SolveJob::start(
            solver,
            self.cx.document.level().clone(),
            self.cx.document.revision(),
            done,
            options,
            budget,
            self.cx.wake.clone(),
        );
        self.solving.job = Some(Running { job, best: None });
        self.cx
            .messages
            .status(format!("{} is solving…", info.title));
    }

    /// Tells the solver to stop; its answer follows at once.
    pub(crate) fn stop_solving(&mut self) {
        if let Some(running) = &self.solving.job {
            running.job.stop();
        }
    }

    /// Takes over what the solver has told.
    pub(crate) fn poll_solver(&mut self) {
        let Some(running) = &mut self.solving.job else {
            return;
        };
        running.best = running.job.improved().or(running.best);
        if let Some(result) = running.job.end()
            && let Some(running) = self.solving.job.take()
        {
            self.solved(running.job, result);
        }
    }

    fn solved(&mut self, job: SolveJob, result: Result<Report, JobError>) {
        let revision = job.revision;
        let changed = revision != self.cx.document.revision();
        let mut cells = Vec::new();
        let result = match result {
            Ok(report) => {
                let mut words = answer::words(&report, self.direction());
                if !job.done.is_empty() {
                    let only = "Only ways on from what you have done count here.";
                    words.details.push(only.to_owned());
                }
                if let Outcome::Unsolvable(proof) = &report.outcome {
                    cells.clone_from(&proof.cells);
                }
                let has_plan = report.outcome.solution().is_some();
                if has_plan {
                    self.cx.mark_solved(&job.level);
                    self.cx.document.take_plan(revision, &job.done, report);
                    if !changed {
                        self.cx.tab = known::PLAN;
                    }
                }
                let headline = format!("{}.", words.headline);
                if self.cx.settings.panes.inspector {
                    self.cx.messages.status(headline);
                } else {
                    // Nobody sees the answer's own place.
                    self.cx.messages.toast(Weight::Info, headline);
                }
                Ok(words)
            }
            Err(error) => {
                let text = answer::sentence(&error.to_string());
                self.cx.messages.toast(Weight::Bad, text.clone());
                Err(text)
            }
        };
        let answers = &mut self.solving.answers;
        answers.retain(|answer| answer.revision != revision);
        if answers.len() == MOST_ANSWERS {
            answers.remove(0);
        }
        answers.push(Answer {
            result,
            revision,
            cells,
            solver: job.solver,
        });
    }

    fn direction(&self) -> Direction {
        self.cx
            .document
            .game()
            .map_or(Direction::Minimise, |game| game.info().direction)
    }

    /// The solver's part of the inspector.
    pub(crate) fn solver_panel(&mut self, ui: &mut Ui) {
        pane_title(ui, "Solver");
        if let Some(reason) = self.cx.document.level().unplayable() {
            ui.add(egui::Label::new(answer::sentence(&reason)).wrap());
            return;
        }
        let Some(solver) = self.cx.solver() else {
            ui.weak("This game has no solver.");
            return;
        };
        let busy = self.solving.is_busy();
        ui.add_enabled_ui(!busy, |ui| self.solver_picker(ui, solver.info()));
        let info = solver.info();
        ui.label(info.good_for);
        // Who knows the field looks here.
        CollapsingHeader::new("How it works")
            .id_salt(("how a solver works", info.id))
            .show(ui, |ui| {
                for text in [info.guarantee, info.method] {
                    let text = RichText::new(text).small().weak();
                    ui.add(egui::Label::new(text).wrap());
                }
            });
        ui.add_enabled_ui(!busy, |ui| {
            self.solving.several.ask(ui, solver);
            self.solver_options(ui, solver);
        });
        ui.add_space(space::TIGHT);
        ui.horizontal(|ui| {
            if busy {
                self.cx.button(ui, known::STOP);
            } else {
                let possible = self.possible(known::SOLVE);
                let button = crate::kit::fields::primary_button(ui, "Solve", possible.is_ok());
                let button = button.on_hover_text(self.cx.commands.tooltip(ui.ctx(), known::SOLVE));
                if let Err(reason) = possible {
                    button.on_disabled_hover_text(reason);
                } else if button.clicked() {
                    self.run(ui.ctx(), known::SOLVE);
                }
            }
        });
        ui.add_space(space::TIGHT);
        if busy {
            self.progress(ui);
        } else {
            self.answer(ui);
            self.solution_picker(ui);
        }
    }

    fn solver_picker(&mut self, ui: &mut Ui, chosen: &'static SolverInfo) {
        let width = ui.available_width();
        let combo = ComboBox::from_id_salt("solver")
            .selected_text(chosen.title)
            .width(width);
        let response = combo.show_ui(ui, |ui| {
            ui.set_max_width(width);
            for solver in self.cx.solvers() {
                let info = solver.info();
                let mut title = info.title.to_owned();
                if info.reference {
                    title.push_str(" (reference)");
                }
                let text = solver_choice(ui, &title, info.good_for, width - 24.0);
                let option = ui.add(egui::Button::selectable(info.id == chosen.id, text).wrap());
                option.widget_info(|| {
                    let name = format!("{title}. {}", info.good_for);
                    let chosen = info.id == chosen.id;
                    egui::WidgetInfo::selected(egui::Role::Button, true, chosen, name)
                });
                if option.clicked() {
                    self.choose_solver(*solver);
                }
            }
        });
        response.response.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Solver");
            info.current_text_value = Some(chosen.title.to_owned());
            info
        });
    }

    fn progress(&mut self, ui: &mut Ui) {
        let Some(running) = &self.solving.job else {
            return;
        };
        // The clock goes on even if the solver has nothing to tell.
        ui.ctx().request_repaint_after(Duration::from_millis(200));
        let snapshot = running.job.snapshot();
        let unit = self
            .cx
            .solver()
            .map_or("", |solver| solver.info().cost_unit);
        let dash = || "–".to_owned();
        let cost = |cost: Option<i64>| cost.map_or_else(dash, |cost| answer::cost(cost, unit));
        let phase = if snapshot.phase.is_empty() {
            "starting".to_owned()
        } else {
            snapshot.phase.to_string()
        };
        let rows = [
            ("Doing", phase),
            ("Explored", answer::number(snapshot.explored)),
            ("Best so far", cost(snapshot.best.or(running.best))),
            ("Bound", cost(snapshot.lower_bound)),
            ("Time", answer::time(running.job.elapsed())),
        ];
        facts(ui, "progress", rows.iter().map(|(n, v)| (*n, v.as_str())));
        if running.job.revision != self.cx.document.revision() {
            ui.label(
                RichText::new("Solving the level as it was before your latest edits.")
                    .color(theme::colors(ui).warn),
            );
        }
    }

    fn answer(&mut self, ui: &mut Ui) {
        let Some(answer) = self.solving.answer(self.cx.document.revision()) else {
            ui.weak("Press Solve or F5 to look for a plan.");
            return;
        };
        let colors = theme::colors(ui);
        let stale = answer.revision != self.cx.document.revision();
        let (color, headline, details): (_, &str, &[String]) = match &answer.result {
            Ok(words) => {
                let color = match words.tone {
                    AnswerTone::Good => colors.good,
                    AnswerTone::Open => colors.warn,
                    AnswerTone::Impossible => colors.bad,
                };
                (color, &words.headline, &words.details)
            }
            Err(error) => (colors.bad, error, &[]),
        };
        let title = RichText::new(headline)
            .text_style(theme::title_style())
            .color(color)
            .strong();
        ui.add(egui::Label::new(title).wrap());
        for detail in details {
            ui.add(egui::Label::new(detail).wrap());
        }
        if !answer.cells.is_empty() && !stale {
            ui.weak("The cells it is about are marked on the board.");
        }
        // By the name under which it was chosen.
        let mut solvers = self.cx.solvers().iter();
        let solver = solvers.find(|solver| solver.info().id == answer.solver);
        let name = solver.map_or(answer.solver, |solver| solver.info().title);
        ui.label(RichText::new(format!("by {name}")).small().weak());
        if stale {
            let text = "The level has changed since; this is about the level before.";
            ui.add(egui::Label::new(RichText::new(text).color(colors.warn)).wrap());
        }
    }
}

/// A solver to choose: its title, and below it what it guarantees.
fn solver_choice(ui: &egui::Ui, title: &str, good_for: &str, width: f32) -> egui::text::LayoutJob {
    let colors = theme::colors(ui);
    let mut job = egui::text::LayoutJob::default();
    job.wrap.max_width = width;
    let format = |size: f32, color| egui::TextFormat::simple(FontId::proportional(size), color);
    job.append(title, 0.0, format(theme::text::BODY, colors.text));
    let small = format(theme::text::SMALL, colors.weak);
    job.append(&format!("\n{good_for}"), 0.0, small);
    job
}
