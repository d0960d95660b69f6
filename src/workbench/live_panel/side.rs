//! Side pane: checks, progress, levels, log.

use egui::{CollapsingHeader, Label, RichText, ScrollArea, Ui};

use super::LivePanel;
use super::run::PanelRun;
use crate::autoplay::{CheckState, LevelStats, PlayProgress, PreflightCheck};
use crate::board::{Icon, icon_label};
use crate::kit::answer::{self, cost_rows, key_counts, signed, total_saved};
use crate::kit::fields::{facts, pane_title, tip_button};
use crate::kit::theme::{self, space};

/// Maximum height of the log, in points; more scrolls.
const LOG_HEIGHT: f32 = 190.0;
/// Number of lines of the log that are shown, the last ones.
const SHOWN_LINES: usize = 200;

impl LivePanel {
    pub fn side(&self, ui: &mut Ui) {
        if self.current_run().is_none() {
            pane_title(ui, "Before you start");
            match self.previewer.preview() {
                Some(preview) if preview.capture.is_some() => checks(ui, &preview.checks),
                _ => {
                    let text = "The level is read from the window, solved, and played there with real input. Progress appears here.";
                    ui.label(text);
                }
            }
        }
        if let Some(run) = &self.run {
            if self.previews_next {
                ui.separator();
            }
            let title = if self.previews_next {
                "Last run"
            } else {
                "Run"
            };
            pane_title(ui, title);
            progress(ui, run);
            ui.separator();
            ui.horizontal(|ui| {
                pane_title(ui, "Log");
                if tip_button(ui, "Copy log", "Copy the whole log") {
                    ui.copy_text(run.log.join("\n"));
                }
            });
            log(ui, &run.log);
            if !run.levels.is_empty() {
                ui.separator();
                pane_title(ui, "Levels");
                levels(ui, &run.levels);
            }
            if !self.previews_next {
                ui.separator();
                let header = CollapsingHeader::new("Checks before the start");
                header.show(ui, |ui| checks(ui, &run.checks));
            }
        }
    }
}

/// Shows the log, scrolled to the end unless the user has scrolled up. It is above the levels, so
/// that it keeps its place when they are added.
fn log(ui: &mut Ui, lines: &[String]) {
    ScrollArea::vertical()
        .id_salt("log of the run")
        .max_height(LOG_HEIGHT)
        .auto_shrink([false, true])
        .stick_to_bottom(true)
        .show(ui, |ui| {
            for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
                ui.add(Label::new(RichText::new(line).small().monospace()).wrap());
            }
        });
}

fn progress(ui: &mut Ui, run: &PanelRun) {
    let PlayProgress {
        level,
        step,
        steps,
        keys,
        elapsed,
        cost,
    } = run.progress;
    if steps == 0 {
        ui.weak("No level read yet.");
        return;
    }
    let solved = run.levels.len();
    let levels = match &run.end {
        None => ("Level", answer::number(level)),
        Some(_) => ("Levels solved", answer::number(solved)),
    };
    let mut rows = vec![
        levels,
        ("Moves", answer::progress(step, steps)),
        ("Keys", answer::number(keys)),
        ("Time with pauses", answer::time(elapsed)),
    ];
    rows.extend(cost.into_iter().flat_map(cost_rows));
    let costs = run.levels.iter().filter_map(|level| level.cost);
    if let Some(saved) = total_saved(costs).filter(|_| solved > 1) {
        rows.push(("Total saved", saved));
    }
    // Solved levels only, without pauses and waiting between levels.
    let confirmed: u64 = run.levels.iter().map(|level| level.confirmed).sum();
    let levels = run.levels.iter();
    let play_time = levels.map(|level| level.time.saturating_sub(level.planning));
    let play_time = play_time.sum::<std::time::Duration>().as_secs_f64();
    if play_time > 0.0 {
        let rate = confirmed as f64 / play_time;
        rows.push(("Speed", format!("{rate:.1} keys per second")));
    }
    facts(ui, "live progress", rows);
}

fn checks(ui: &mut Ui, checks: &[PreflightCheck]) {
    let colors = theme::colors(ui);
    for check in checks {
        let (icon, color) = match check.state {
            CheckState::Passed => (Icon::Check, colors.good),
            CheckState::Warning => (Icon::Warn, colors.warn),
            CheckState::Failed => (Icon::Cross, colors.bad),
        };
        ui.add_space(space::TIGHT);
        ui.horizontal_wrapped(|ui| {
            icon_label(ui, icon, color);
            ui.label(RichText::new(check.name).font(theme::bold(theme::text::BODY)));
        });
        if !check.detail.is_empty() {
            let detail = RichText::new(&check.detail).small();
            let detail = match check.state {
                CheckState::Passed => detail.weak(),
                _ => detail,
            };
            ui.add(Label::new(detail).wrap());
        }
    }
}

fn levels(ui: &mut Ui, levels: &[LevelStats]) {
    for level in levels {
        let saved = level.cost.and_then(|cost| cost.saved_presses());
        let saved = saved.filter(|saved| *saved != 0);
        let saved = saved.map(|saved| format!("{} presses saved", signed(saved)));
        let counts = [
            Some(answer::count(level.moves, "moves")),
            Some(key_counts(level.keys, level.lost, level.doubled)),
            saved,
            Some(answer::time(level.time)),
        ];
        let counts = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        ui.horizontal_wrapped(|ui| {
            ui.strong(format!("Level {} of this run", level.level));
            ui.label(counts)
        });
    }
}
