//! The open level's program on all levels of its game: tried in the background, shown as a table. A click
//! on a level opens it and writes the program into it.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use egui::{Button, Context, Grid, RichText, ScrollArea, Ui};

use crate::game::LevelRef;
use crate::kit::answer;
use crate::kit::theme;
use crate::page::command::commands;
use crate::page::messages::Weight;
use crate::page::{
    Command, CommandInfo, CommandState, Cx, Notice, Page, Request, Source, dialog, known,
};
use crate::session::library::Origin;
use crate::session::{Task, Trial, try_on};

commands! {
    Program {
        305 TRY_ON_ALL "Try on all levels" "Run the program on every level of this game" [];
    }
}

/// Title of the window.
const TITLE: &str = "Program on all levels";

/// The page.
#[derive(Default)]
pub struct TrialsPage {
    /// The program that is or was tried; `None` if the window is closed.
    trials: Option<Trials>,
    /// A level that was asked for, and the program to be written into it.
    opening: Option<(Origin, String)>,
}

/// A program that is or was tried on all levels.
struct Trials {
    source: String,
    working: Option<Task<Vec<Row>>>,
    rows: Vec<Row>,
}

/// A level in the table.
struct Row {
    origin: Origin,
    title: String,
    trial: Trial,
}

impl Page for TrialsPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn state(&self, _command: Command, cx: &Cx) -> CommandState {
        if cx.is_programmed() {
            CommandState::when(!self.is_busy(), "The program is being tried already")
        } else {
            CommandState::from(Err("Solutions of this game are not programs"))
        }
    }

    fn run(&mut self, _command: Command, _ctx: &Context, cx: &mut Cx) {
        cx.go(known::PLAY);
        self.try_on_all(cx);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        let Some(trials) = &mut self.trials else {
            return;
        };
        match Task::end_of(&mut trials.working) {
            None => {}
            Some(Ok(rows)) => trials.rows = rows,
            Some(Err(broken)) => {
                let text = answer::sentence(&broken.to_string());
                cx.messages.toast(Weight::Bad, text);
            }
        }
    }

    fn hear(&mut self, notice: &Notice, cx: &mut Cx) {
        if matches!(notice, Notice::Replaced)
            && let Some((origin, source)) = self.opening.take()
            && cx.origin() == Some(origin)
        {
            // The table has said already whether it fits.
            let _ = cx.write_program("Write the program", &source);
        }
    }

    fn is_modal(&self) -> bool {
        self.trials.is_some()
    }

    fn overlay(&mut self, ui: &Ui, cx: &mut Cx) {
        let Some(trials) = &self.trials else {
            return;
        };
        let (chosen, closed) = dialog::modal(ui, TITLE, 880.0, |ui| {
            ui.set_height(420.0_f32.min(ui.ctx().content_rect().height() - 180.0));
            table(ui, trials)
        });
        if let Some(origin) = &chosen {
            self.opening = Some((origin.clone(), trials.source.clone()));
            cx.ask(Request::Open(Source::Origin(origin.clone())));
        }
        if closed || chosen.is_some() {
            self.trials = None;
        }
    }

    fn is_busy(&self) -> bool {
        let trials = self.trials.as_ref();
        trials.is_some_and(|trials| trials.working.is_some())
    }
}

impl TrialsPage {
    /// Runs the open level's program on every level of its game.
    fn try_on_all(&mut self, cx: &mut Cx) {
        let Some(program) = cx.document.position().as_program() else {
            return;
        };
        let source = program.source();
        let mut levels = cx.catalogue.levels_of(cx.document.level().game_id());
        // A file opened lately may lie in the person's folder, too.
        let mut seen = HashSet::new();
        levels.retain(|(origin, ..)| seen.insert(origin.clone()));
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
        self.trials = Some(Trials {
            source,
            working: Some(Task::start("trial of the program", &cx.wake, work)),
            rows: Vec::new(),
        });
    }
}

/// All levels; the one that was clicked.
fn table(ui: &mut Ui, trials: &Trials) -> Option<Origin> {
    let won = trials.rows.iter().filter(|row| row.trial.won()).count();
    ui.label(if trials.working.is_some() {
        "Trying…".to_owned()
    } else {
        format!(
            "{won} of {} levels won. Click one to open it.",
            trials.rows.len()
        )
    });
    ui.separator();
    let mut chosen = None;
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
    chosen
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
