//! Details of the chosen run.

use egui::{Button, CollapsingHeader, Label, RichText, Ui};

use crate::autoplay::history::{HistoryEntry, LevelRecord, RunRecord};

use super::list::{game_title, outcome_text, solved_text};
use super::{HistoryPage, record};
use crate::kit::answer::{self, cost_rows, total_saved};
use crate::kit::fields::{facts, pane_title, tip_button};
use crate::kit::theme::{self, space};
use crate::page::{Cx, LevelSource, Request, known};

impl HistoryPage {
    pub(super) fn run_panel(&mut self, ui: &mut Ui, cx: &mut Cx) {
        pane_title(ui, "Run");
        let Some(listed) = self.chosen_run().cloned() else {
            ui.weak("Select a run to see its levels and what went wrong.");
            return;
        };
        match &listed.run {
            Ok(run) => {
                run_facts(ui, run);
                ui.add_space(space::SMALL);
                self.run_buttons(ui, &listed, cx);
                self.troubles(ui, run);
                ui.add_space(space::SMALL);
                ui.separator();
                pane_title(ui, "Levels");
                for level in &run.levels {
                    level_rows(ui, &listed.id, level, cx);
                }
                if run.levels.is_empty() {
                    ui.weak("No level was recognized.");
                }
            }
            Err(error) => {
                ui.colored_label(theme::colors(ui).bad, error.to_string());
                self.run_buttons(ui, &listed, cx);
            }
        }
    }

    fn run_buttons(&mut self, ui: &mut Ui, listed: &HistoryEntry, cx: &mut Cx) {
        ui.horizontal_wrapped(|ui| {
            let tip = "Show the run's log and pictures as files";
            if tip_button(ui, "Open folder", tip)
                && let Err(error) = cx.world.dialogs.show_folder(&listed.folder)
            {
                cx.messages.fail(error);
            }
            if self.confirming {
                if ui.button("Delete permanently").clicked() {
                    self.remove_run(listed.id.clone(), cx);
                }
                if ui.button("Keep").clicked() {
                    self.confirming = false;
                }
            } else {
                let is_running = record(listed).is_some_and(|run| run.state.is_running());
                let delete = ui.add_enabled(!is_running, Button::new("Delete…"));
                let delete = delete.on_disabled_hover_text("The run is still in progress");
                self.confirming = delete.clicked();
            }
        });
    }

    fn troubles(&mut self, ui: &mut Ui, run: &RunRecord) {
        if run.troubles.is_empty() {
            return;
        }
        ui.add_space(space::SMALL);
        ui.separator();
        pane_title(ui, "What went wrong");
        for (index, trouble) in run.troubles.iter().enumerate() {
            let at = answer::seconds(trouble.at_s);
            let text = format!("{at}, level {}: {}", trouble.level, trouble.text);
            let button = Button::selectable(self.trouble == Some(index), text).wrap();
            if ui.add(button).clicked() {
                self.trouble = Some(index);
            }
        }
    }
}

fn run_facts(ui: &mut Ui, run: &RunRecord) {
    let outcome = match (outcome_text(run.state), run.text.as_str()) {
        (state, "") => state,
        (state, text) if text.starts_with(&state) => text.trim_end_matches('.').to_owned(),
        (state, text) => format!("{state}: {text}"),
    };
    let repeated = run.sum(|level| level.doubled);
    let mut rows = vec![
        ("Started", run.start_time()),
        ("Window", run.title.clone()),
        ("Game", game_title(run).to_owned()),
        ("Outcome", outcome),
        ("Solved", solved_text(run)),
        ("Time with pauses", answer::seconds(run.elapsed_s)),
        ("Keys", answer::number(run.keys)),
        ("Missed", answer::number(run.sum(|level| level.lost))),
        ("Repeated keys", answer::number(repeated)),
    ];
    let solved = run.levels.iter().filter(|level| level.solved);
    if let Some(saved) = total_saved(solved.filter_map(LevelRecord::cost)) {
        rows.push(("Saved", saved));
    }
    facts(ui, "run facts", rows);
}

fn level_rows(ui: &mut Ui, run: &str, level: &LevelRecord, cx: &mut Cx) {
    let moves = answer::progress(level.made, level.plan.len());
    let how = match level.solved {
        true => format!("solved in {}", answer::seconds(level.time_s)),
        false => format!("not solved, {moves} moves"),
    };
    let title = format!("Level {}: {how}", level.level);
    CollapsingHeader::new(title)
        .id_salt(("level of", run, level.level))
        .show(ui, |ui| {
            let mut rows = vec![
                ("Moves", moves),
                ("Keys", answer::number(level.keys)),
                ("Missed", answer::number(level.lost)),
                ("Repeated keys", answer::number(level.doubled)),
                ("Planning", answer::seconds(level.planning_s)),
            ];
            rows.extend(level.cost().into_iter().flat_map(cost_rows));
            facts(ui, &format!("level facts {run} {}", level.level), rows);
            if ui.button("Open level").clicked() {
                let source = LevelSource::Text(level.text.clone(), level.number);
                cx.send(Request::Open(source));
                cx.show_tab(known::EDIT);
            }
            let plan = RichText::new(level.plan.join(", ")).small().monospace();
            ui.add(Label::new(plan).wrap());
        });
}
