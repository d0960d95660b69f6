//! The program on all levels of its game, in the background, as a table.

use std::collections::VecDeque;

use egui::{Align2, Button, Grid, RichText, ScrollArea, Ui};

use crate::game::LevelRef;
use crate::session::library::Origin;
use crate::session::{Task, Trial, try_on};

use crate::kit::answer;
use crate::kit::theme;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;
use crate::shell::dialogs::Beside;

/// One line of the table.
struct Row {
    origin: Origin,
    title: String,
    trial: Trial,
}

/// A program that is or was tried on all levels.
pub struct Trials {
    source: String,
    working: Option<Task<Vec<Row>>>,
    rows: Vec<Row>,
}

impl Trials {
    /// Whether it is still being tried.
    pub fn is_busy(&self) -> bool {
        self.working.is_some()
    }
}

impl Workbench {
    /// Runs the program at hand on every level of this game.
    pub(crate) fn try_on_all(&mut self) {
        let Some(program) = self.cx.document.position().as_program() else {
            return;
        };
        let source = program.source();
        let mut levels = self
            .cx
            .catalogue
            .levels_of(self.cx.document.level().game_id());
        let mut seen = VecDeque::new();
        // A file opened lately may lie in the person's folder, too.
        levels.retain(|(origin, ..)| {
            let new = !seen.contains(origin);
            seen.push_back(origin.clone());
            new
        });
        let text = source.clone();
        let work = move |_: &_| {
            let row = |(origin, title, level): (Origin, String, LevelRef)| {
                let trial = try_on(level.as_ref(), &text)?;
                Some(Row {
                    origin,
                    title,
                    trial,
                })
            };
            levels.into_iter().filter_map(row).collect()
        };
        self.program.trials = Some(Trials {
            source,
            working: Some(Task::start("trial of the program", &self.cx.wake, work)),
            rows: Vec::new(),
        });
    }

    /// Takes over what came of the trials.
    pub(crate) fn poll_trials(&mut self) {
        let Some(trials) = &mut self.program.trials else {
            return;
        };
        match Task::end_of(&mut trials.working) {
            None => {}
            Some(Ok(rows)) => trials.rows = rows,
            Some(Err(broken)) => {
                let text = answer::sentence(&broken.to_string());
                self.cx.messages.toast(Weight::Bad, text);
            }
        }
    }

    /// The table in a window of its own.
    pub(crate) fn show_trials(&mut self, ui: &Ui) {
        let Some(trials) = self.program.trials.take() else {
            return;
        };
        let (mut open, mut chosen) = (true, None);
        Beside::Trials
            .window()
            .open(&mut open)
            .collapsible(false)
            .pivot(Align2::CENTER_CENTER)
            .default_pos(ui.ctx().content_rect().center())
            .default_size([880.0, 420.0])
            .show(ui.ctx(), |ui| {
                let won = trials.rows.iter().filter(|row| row.trial.won()).count();
                ui.label(if trials.is_busy() {
                    "Trying…".to_owned()
                } else {
                    format!(
                        "{won} of {} levels won. Click one to open it.",
                        trials.rows.len()
                    )
                });
                ui.separator();
                ScrollArea::both()
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        Grid::new("trials")
                            .num_columns(6)
                            .striped(true)
                            .show(ui, |ui| {
                                for head in [
                                    "Level",
                                    "Won",
                                    "Steps",
                                    "Counted",
                                    "Score",
                                    "Where it failed",
                                ] {
                                    ui.label(RichText::new(head).strong());
                                }
                                ui.end_row();
                                for row in &trials.rows {
                                    if line(ui, row) {
                                        chosen = Some(row.origin.clone());
                                    }
                                    ui.end_row();
                                }
                            });
                    });
            });
        if let Some(origin) = chosen {
            self.program.waiting = Some((origin.clone(), trials.source.clone()));
            self.open_origin(&origin);
        }
        if open {
            self.program.trials = Some(trials);
        }
    }
}

/// One level; whether it was clicked.
fn line(ui: &mut Ui, row: &Row) -> bool {
    let colors = theme::colors(ui);
    let clicked = ui
        .add(Button::new(&row.title).frame_when_inactive(false))
        .clicked();
    match &row.trial {
        Trial::Unfit(reason) => {
            ui.label(RichText::new("no").color(colors.weak));
            ui.label("–");
            ui.label("–");
            ui.label("–");
            ui.label(format!("Does not fit: {reason}."));
        }
        Trial::Ran(report) => {
            let won = report.ending.won;
            let verdict = if won {
                ("yes", colors.good)
            } else {
                ("no", colors.bad)
            };
            ui.label(RichText::new(verdict.0).color(verdict.1).strong());
            ui.label(report.steps.to_string());
            let tallies = report.tallies.iter();
            let tallies = tallies.map(|it| format!("{} {} of {}", it.name, it.count, it.of));
            ui.label(tallies.collect::<Vec<_>>().join(", "));
            ui.label(
                report
                    .ending
                    .score
                    .map_or("–".to_owned(), |score| score.to_string()),
            );
            ui.label(if won { "" } else { report.ending.text.as_str() });
        }
    }
    clicked
}
