//! The batch window: options, progress, the table, the totals.

use std::time::Duration;

use egui::{Checkbox, ComboBox, DragValue, ProgressBar, Ui};

use crate::games;
use crate::kit::answer;
use crate::kit::choice::ChoiceList as _;
use crate::kit::fields::{enabled_button, labelled, primary_button};
use crate::kit::theme::space;
use crate::page::{Cx, Export, Request, dialog};
use crate::session::BatchProgress;
use crate::session::results::{ResultRow, Totals, to_csv};

use super::{BatchPage, SolverState, TITLE, summary, table};

/// Width of the dialog, and the height around its contents, in points.
const WIDTH: f32 = 900.0;
const HEIGHT_MARGIN: f32 = 180.0;

impl BatchPage {
    pub(super) fn show_batch(&mut self, ui: &Ui, cx: &mut Cx) {
        let (chosen, closed) = dialog::modal(ui, TITLE, WIDTH, |ui| {
            ui.set_height(ui.ctx().content_rect().height() - HEIGHT_MARGIN);
            self.fields(ui, cx);
            let progress = self.run.as_ref().map(|run| run.batch.progress());
            ui.horizontal_wrapped(|ui| self.buttons(ui, progress.as_ref(), cx));
            self.totals(ui, progress.as_ref(), cx);
            ui.separator();
            let solvers = self.solver_names(cx);
            table::show(ui, &self.rows, &solvers, &mut self.sorting)
        });
        // Closes so that an opened level is visible.
        self.open = !closed && chosen.is_none();
        if let Some((row, new_tab)) = chosen {
            let origin = self.rows[row].origin.clone();
            cx.send(Request::open(origin, new_tab));
        }
    }

    fn solver_names(&self, cx: &Cx) -> Vec<&'static str> {
        if self.game.is_none() || self.rows.is_empty() {
            return vec!["Each game's solver"];
        }
        let solvers = self.solvers_of(0, cx).into_iter().flatten();
        solvers.map(|solver| solver.info().title).collect()
    }

    fn fields(&mut self, ui: &mut Ui, cx: &Cx) {
        let before = self.form.solvers.clone();
        ui.add_enabled_ui(!self.is_running(), |ui| {
            ui.horizontal_wrapped(|ui| self.solver_pickers(ui, cx));
            let form = &mut self.form;
            ui.horizontal_wrapped(|ui| {
                let drag = DragValue::new(&mut form.seconds).range(1..=86_400);
                labelled(ui, "At most", drag.suffix(" s"));
                ui.label("per level");
                ui.add_space(space::SMALL);
                ui.checkbox(&mut form.optimal, "Prove optimal");
                ui.add(Checkbox::new(&mut form.rerun, "Solve again"))
                    .on_hover_text("Also solve levels with known results");
            });
        });
        if before != self.form.solvers {
            self.run = None;
            self.load_results(cx);
        }
    }

    fn solver_pickers(&mut self, ui: &mut Ui, cx: &Cx) {
        let Some(game) = self.game.as_deref().and_then(games::by_id) else {
            let count = answer::count(self.rows.len(), "levels of several games");
            ui.label(format!(
                "{count}. Each is solved by its game's chosen solver."
            ));
            return;
        };
        let count = answer::count(self.rows.len(), "levels");
        ui.label(format!("{}, {count}", game.info().title));
        ui.separator();
        let current = match self.rows.is_empty() {
            true => [None, None],
            false => self.solvers_of(0, cx),
        };
        for (column, name) in ["Solver", "Compare with"].into_iter().enumerate() {
            let label = ui.label(name);
            let selected = current[column].map_or("None", |it| it.info().title);
            let combo = ComboBox::from_id_salt(("batch solver", column))
                .selected_text(selected)
                .show_ui(ui, |ui| {
                    let value = &mut self.form.solvers[column];
                    if column == 1 {
                        ui.choice_value(value, String::new(), "None");
                    }
                    for solver in game.solvers() {
                        let info = solver.info();
                        let other = current[1 - column];
                        if other.is_some_and(|other| other.info().id == info.id) {
                            continue;
                        }
                        ui.choice_value(value, info.id.to_owned(), info.title);
                    }
                });
            combo.response.labelled_by(label.id);
        }
    }

    fn buttons(&mut self, ui: &mut Ui, progress: Option<&BatchProgress>, cx: &mut Cx) {
        if self.is_running() {
            if let (true, Some(run)) = (ui.button("Stop").clicked(), &self.run) {
                run.batch.stop();
            }
        } else {
            let unfinished = progress.is_some_and(|progress| progress.done < progress.total);
            if unfinished
                && primary_button(ui, "Resume", true).clicked()
                && let Some(run) = &mut self.run
            {
                run.start();
            }
            let start = match unfinished {
                true => ui.button("Start over"),
                false => primary_button(ui, "Start", !self.rows.is_empty()),
            };
            if start.clicked() {
                self.start(cx);
            }
        }
        let has_results = self.rows.iter().any(|row| row.cells[0].result().is_some());
        let tip = "Save the table for a spreadsheet";
        if enabled_button(ui, has_results, "Save as CSV…", tip) {
            let table = self.csv_export(cx);
            cx.send(Request::Export(table));
        }
        if let Some(progress) = progress {
            let fraction = progress.done as f32 / progress.total.max(1) as f32;
            let text = format!("{} of {}", progress.done, progress.total);
            ui.add(ProgressBar::new(fraction).desired_width(140.0).text(text));
        }
        self.sorting.fields(ui);
    }

    /// Progress during a run; afterwards the comparison of two solvers, or the totals of one.
    fn totals(&self, ui: &mut Ui, progress: Option<&BatchProgress>, cx: &Cx) {
        if let Some(progress) = progress.filter(|_| self.is_running()) {
            ui.weak(summary::progress(progress));
            ui.ctx().request_repaint_after(Duration::from_millis(500));
        } else if !self.compares_solvers() {
            let cells = self.rows.iter().flat_map(|row| &row.cells);
            let totals = Totals::new(cells.filter_map(SolverState::result));
            if !totals.is_empty() {
                ui.label(format!("{totals}."));
            }
        } else {
            let pairs = self.rows.iter();
            let pairs =
                pairs.filter_map(|row| Some((row.cells[0].result()?, row.cells[1].result()?)));
            let game = self.game.as_deref().and_then(games::by_id);
            let direction = game.map(|game| game.info().objective).unwrap_or_default();
            if let Some(line) = summary::comparison(pairs, &self.solver_names(cx), direction) {
                ui.label(line);
            }
        }
    }

    fn csv_export(&self, cx: &Cx) -> Export {
        let mut lines = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            for (cell, solver) in row.cells.iter().zip(self.solvers_of(index, cx)) {
                if let (Some(found), Some(solver)) = (cell.result(), solver) {
                    lines.push(ResultRow {
                        level: row.title.clone(),
                        game: row.level.game_id().to_owned(),
                        solver: solver.info().id.to_owned(),
                        result: found.clone(),
                    });
                }
            }
        }
        let text = to_csv(&lines);
        Export {
            name: format!("{} as CSV", answer::count(lines.len(), "results")),
            file_name: "results.csv".to_owned(),
            kind: ("Comma-separated values", "csv"),
            work: Box::new(move |_| Ok(text.into_bytes())),
        }
    }
}
