//! The batch window: options, progress, the table, the totals.

use std::time::Duration;

use egui::{Checkbox, ComboBox, DragValue, ProgressBar, Ui};

use super::{BatchPage, TITLE, table};
use crate::game::Solver;
use crate::games;
use crate::kit::answer;
use crate::kit::fields::{enabled_button, labelled, labelled_list, primary};
use crate::kit::theme::space;
use crate::page::{Cx, Export, Request, dialog};
use crate::session::BatchProgress;
use crate::session::results::{ResultRow, Totals, to_csv};

/// Width of the dialog, in points.
const WIDTH: f32 = 900.0;
/// Height of the program's window without the table, in points.
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
            table::show(ui, &self.rows, &self.solver_names(cx), &mut self.sorting)
        });
        // Closes so that an opened level is visible.
        self.open = !closed && chosen.is_none();
        if let Some((row, new_tab)) = chosen {
            cx.send(Request::open(self.rows[row].origin.clone(), new_tab));
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
                ui.checkbox(&mut form.optimal, "Search until proved optimal");
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
        let id = |solver: Option<&'static dyn Solver>| solver.map_or("", |it| it.info().id);
        for (column, name) in ["Solver", "Compare with"].into_iter().enumerate() {
            let [mut chosen, other] = [current[column], current[1 - column]].map(id);
            let none = (column == 1).then_some(("", "None"));
            let solvers = game.solvers().iter().map(|solver| solver.info());
            let solvers = solvers.map(|info| (info.id, info.title));
            let choices = none
                .into_iter()
                .chain(solvers.filter(|(id, _)| *id != other));
            let list = ComboBox::from_id_salt(("batch solver", column));
            if labelled_list(ui, name, list, &mut chosen, choices) {
                self.form.solvers[column] = chosen.to_owned();
            }
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
                && primary(ui, "Resume", true)
                && let Some(run) = &mut self.run
            {
                run.start();
            }
            let start = match unfinished {
                true => ui.button("Start over").clicked(),
                false => primary(ui, "Start", !self.rows.is_empty()),
            };
            if start {
                self.start(cx);
            }
        }
        let has_results = self.rows.iter().any(|row| row.cells[0].result().is_some());
        let tip = "Save the table for a spreadsheet";
        if enabled_button(ui, has_results, "Save as CSV…", tip) {
            cx.send(Request::export(self.csv_export(cx)));
        }
        if let Some(progress) = progress {
            let fraction = progress.done as f32 / progress.total.max(1) as f32;
            let text = answer::progress(progress.done, progress.total);
            ui.add(ProgressBar::new(fraction).desired_width(140.0).text(text));
        }
    }

    /// Progress during a run; afterwards the totals of each solver.
    fn totals(&self, ui: &mut Ui, progress: Option<&BatchProgress>, cx: &Cx) {
        if let Some(progress) = progress.filter(|_| self.is_running()) {
            ui.weak(self::progress(progress));
            ui.ctx().request_repaint_after(Duration::from_millis(500));
            return;
        }
        for (column, name) in self.solver_names(cx).into_iter().enumerate() {
            let rows = self.rows.iter();
            let totals = Totals::new(rows.filter_map(|row| row.cells[column].result()));
            if !totals.is_empty() {
                ui.label(format!("{name}: {totals}."));
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

/// Progress and speed of a batch.
fn progress(progress: &BatchProgress) -> String {
    let mut text = format!("{} solved", progress.solved);
    if progress.running > 0 {
        text.push_str(&format!(", {} running", progress.running));
    }
    text.push_str(&format!(", {}", answer::time(progress.run_time)));
    if let Some(speed) = progress.per_minute() {
        text.push_str(&match speed {
            fast if fast >= 600.0 => format!(", {:.0} per second", fast / 60.0),
            some => format!(", {some:.1} per minute"),
        });
    }
    text.push('.');
    text
}
