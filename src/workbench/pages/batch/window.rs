//! The batch window: options, progress, the table, the totals and their sentences.

use std::time::Duration;

use egui::{Checkbox, ComboBox, DragValue, ProgressBar, Ui};

use super::{BatchPage, TITLE, table};
use crate::catalogue::objective;
use crate::game::{Objective, Solver};
use crate::games;
use crate::kit::answer;
use crate::kit::fields::{enabled_button, labelled, labelled_list, primary};
use crate::kit::theme::space;
use crate::page::{Cx, Export, Request, dialog};
use crate::session::results::{ResultRow, SolverEnding, SolverResult, Totals, to_csv};
use crate::session::{BatchProgress, TaskState};

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

    /// Progress during a run; afterwards the comparison of two solvers, or the totals of one.
    fn totals(&self, ui: &mut Ui, progress: Option<&BatchProgress>, cx: &Cx) {
        if let Some(progress) = progress.filter(|_| self.is_running()) {
            ui.weak(self::progress(progress));
            ui.ctx().request_repaint_after(Duration::from_millis(500));
        } else if self.game.is_none() || self.form.solvers[1].is_empty() {
            let cells = self.rows.iter().flat_map(|row| &row.cells);
            let totals = Totals::new(cells.filter_map(TaskState::result));
            if !totals.is_empty() {
                ui.label(format!("{totals}."));
            }
        } else {
            let pairs = self.rows.iter();
            let pairs =
                pairs.filter_map(|row| Some((row.cells[0].result()?, row.cells[1].result()?)));
            let direction = objective(self.game.as_deref().unwrap_or_default());
            if let Some(line) = comparison(pairs, &self.solver_names(cx), direction) {
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

/// Progress and speed of a batch.
pub(super) fn progress(progress: &BatchProgress) -> String {
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

/// Compares two solvers on the same levels; `None` without results.
pub(super) fn comparison<'a>(
    pairs: impl Iterator<Item = (&'a SolverResult, &'a SolverResult)>,
    names: &[&str],
    direction: Objective,
) -> Option<String> {
    let [first, second] = names else {
        return None;
    };
    let (mut both, mut better, mut times) = (0, [0, 0], [0.0, 0.0]);
    let (mut alone, mut all, mut other_units) = ([0, 0], 0, None);
    for (one, two) in pairs {
        all += 1;
        match (one.cost, two.cost) {
            (Some(a), Some(b)) => {
                both += 1;
                times[0] += one.seconds;
                times[1] += two.seconds;
                if one.unit == two.unit {
                    better[0] += usize::from(direction.is_better(a, b));
                    better[1] += usize::from(direction.is_better(b, a));
                } else {
                    other_units = Some((&one.unit, &two.unit));
                }
            }
            (Some(_), None) => alone[0] += 1,
            (None, Some(_)) => alone[1] += 1,
            (None, None) => {
                // A proof of unsolvability is an answer, too.
                let proved = |found: &SolverResult| found.ending == SolverEnding::Unsolvable;
                both += usize::from(proved(one) && proved(two));
                alone[0] += usize::from(proved(one) && !proved(two));
                alone[1] += usize::from(proved(two) && !proved(one));
            }
        }
    }
    if all == 0 {
        return None;
    }
    let both = answer::progress(both, all);
    let mut text = format!("Both solvers answered {both} levels");
    for (name, alone) in [first, second].into_iter().zip(alone) {
        if alone > 0 {
            text.push_str(&format!(", {name} alone {alone} more"));
        }
    }
    text.push_str(". ");
    match other_units {
        Some((one, two)) => text.push_str(&format!(
            "{first} counts {one} and {second} {two}, so their plans are not compared."
        )),
        None if better == [0, 0] => text.push_str("Their plans are equally good."),
        None => {
            let [one, two] = better;
            text.push_str(&format!("Better plan: {first} {one}, {second} {two}."));
        }
    }
    let [one, two] = times.map(Duration::try_from_secs_f64);
    let [one, two] = [one, two].map(|time| answer::time(time.unwrap_or_default()));
    text.push_str(&format!(
        " Where both have a plan, {first} took {one} and {second} {two}."
    ));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(cost: Option<i64>, seconds: f64) -> SolverResult {
        SolverResult {
            cost,
            seconds,
            ..SolverResult::default()
        }
    }

    #[test]
    fn two_solvers_are_compared_where_both_have_an_answer() {
        let impossible = SolverResult {
            ending: SolverEnding::Unsolvable,
            ..SolverResult::default()
        };
        let table = [
            (found(Some(5), 1.0), found(Some(4), 0.25)),
            (found(Some(5), 1.0), found(Some(5), 0.25)),
            (found(Some(5), 1.0), found(None, 9.0)),
            (impossible.clone(), found(None, 9.0)),
            (impossible.clone(), impossible),
        ];
        let pairs = || table.iter().map(|(one, two)| (one, two));
        let names = ["Slow", "Fast"];
        let text = comparison(pairs(), &names, Objective::Minimise).expect("has rows");
        assert_eq!(
            text,
            "Both solvers answered 3 of 5 levels, Slow alone 2 more. Better plan: Slow 0, Fast 1. \
             Where both have a plan, Slow took 2.0 s and Fast 0.5 s."
        );
        let more = comparison(pairs(), &names, Objective::Maximise).expect("has rows");
        assert!(more.contains("Better plan: Slow 1, Fast 0."), "{more}");
        let mut keys = found(Some(17), 1.0);
        keys.unit = "keys".to_owned();
        let pair = [(&found(Some(5), 1.0), &keys)];
        let text = comparison(pair.into_iter(), &names, Objective::Minimise).expect("has a row");
        assert!(text.contains("are not compared"), "{text}");
        let none = comparison([].into_iter(), &names, Objective::Minimise);
        assert_eq!(none, None);
    }
}
