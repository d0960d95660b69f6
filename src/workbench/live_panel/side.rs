//! Side pane: checks, progress, levels, log.

use egui::{CollapsingHeader, Label, RichText, ScrollArea, Ui};

use crate::autoplay::{Check, CheckState, LevelStats, Progress};
use crate::board::{Icon, sign};
use crate::game::words;
use crate::kit::answer;
use crate::kit::effort::{effort_rows, saved_in_all, signed};
use crate::kit::fields::{facts, pane_title};
use crate::kit::theme::{self, space};
use crate::page::Cx;

use super::LivePanel;
use super::run::Report;

const LOG: f32 = 190.0;

impl LivePanel {
    /// Shows the pane.
    pub fn side(&mut self, ui: &mut Ui, cx: &Cx) {
        let mut save = false;
        if self.shown_run().is_none() {
            pane_title(ui, "Before you start");
            match self.watch.look() {
                Some(look) if look.sight.is_some() => checks(ui, &look.checks),
                _ => {
                    ui.label(
                        "The level is read from the window, solved and played there with real keys. Progress appears here.",
                    );
                }
            }
        }
        if let Some(run) = &self.run {
            let report = &run.report;
            if self.past {
                ui.separator();
            }
            pane_title(ui, if self.past { "Last run" } else { "Run" });
            progress(ui, report);
            ui.separator();
            ui.horizontal(|ui| {
                pane_title(ui, "Log");
                if run.goes_on() || self.past {
                    save = ui.button("Save log…").clicked();
                }
            });
            log(ui, &report.lines);
            if !report.levels.is_empty() {
                ui.separator();
                pane_title(ui, "Levels");
                levels(ui, &report.levels);
            }
            if !self.past {
                ui.separator();
                CollapsingHeader::new("Checks before the start")
                    .show(ui, |ui| checks(ui, &report.checks));
            }
        }
        if save {
            self.save_log(cx);
        }
    }

    pub(super) fn save_log(&mut self, cx: &Cx) {
        if let Some(run) = &self.run {
            self.saving.begin(run.run.log(), cx);
        }
    }
}

/// Shows the log, scrolled to the end unless the user has scrolled up. It is above the levels, so that it keeps its
/// place when they are added.
fn log(ui: &mut Ui, lines: &[String]) {
    ScrollArea::vertical()
        .id_salt("log of the run")
        .max_height(LOG)
        .auto_shrink([false, true])
        .stick_to_bottom(true)
        .show(ui, |ui| {
            for line in lines {
                let text = RichText::new(line).small().monospace();
                ui.add(Label::new(text).wrap());
            }
        });
}

fn progress(ui: &mut Ui, run: &Report) {
    let Progress {
        level,
        step,
        steps,
        keys,
        elapsed,
        effort,
    } = run.progress;
    if steps == 0 {
        ui.weak("No level read yet.");
        return;
    }
    let solved = run.levels.len();
    let level = match (&run.end, solved) {
        (None, _) => level.to_string(),
        (Some(_), 1) => "1 solved".to_owned(),
        (Some(_), n) => format!("{n} solved"),
    };
    let mut rows = vec![
        ("Level of this run", level),
        ("Moves", format!("{step} of {steps}")),
        ("Keys", answer::number(keys)),
        ("Time", answer::time(elapsed)),
    ];
    rows.extend(effort.into_iter().flat_map(effort_rows));
    let efforts = run.levels.iter().filter_map(|level| level.effort);
    if let Some(saved) = saved_in_all(efforts).filter(|_| solved > 1) {
        rows.push(("Total saved", saved));
    }
    // Solved levels only, without pauses and waiting between levels.
    let confirmed: u64 = run.levels.iter().map(|level| level.confirmed).sum();
    let playing = run.levels.iter().map(|l| l.time.saturating_sub(l.planning));
    let playing = playing.sum::<std::time::Duration>().as_secs_f64();
    if playing > 0.0 {
        let rate = confirmed as f64 / playing;
        rows.push(("Speed", format!("{rate:.1} confirmed keys a second")));
    }
    let rows = rows.iter().map(|(name, value)| (*name, value.as_str()));
    facts(ui, "live progress", rows);
}

fn checks(ui: &mut Ui, checks: &[Check]) {
    let colors = theme::colors(ui);
    for check in checks {
        let (icon, color) = match check.state {
            CheckState::Fine => (Icon::Check, colors.good),
            CheckState::Doubtful => (Icon::Warn, colors.warn),
            CheckState::Failed => (Icon::Cross, colors.bad),
        };
        ui.add_space(space::TIGHT);
        ui.horizontal_wrapped(|ui| {
            sign(ui, icon, color);
            ui.label(RichText::new(check.name).font(theme::bold(theme::text::BODY)));
        });
        if !check.detail.is_empty() {
            let detail = RichText::new(&check.detail).small();
            let detail = match check.state {
                CheckState::Fine => detail.weak(),
                _ => detail,
            };
            ui.add(Label::new(detail).wrap());
        }
    }
}

fn levels(ui: &mut Ui, levels: &[LevelStats]) {
    for level in levels {
        let saved = level
            .effort
            .and_then(|effort| effort.saved_presses())
            .map(|saved| format!("{} presses saved", signed(saved)));
        let some = |what: &str, count: u64| (count > 0).then(|| format!("{count} {what}"));
        let counts = [
            Some(words::count(level.moves, "moves")),
            Some(words::count(level.keys, "keys")),
            some("missed", level.lost),
            some("repeated", level.doubled),
            saved,
            Some(answer::time(level.time)),
        ];
        let counts = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        ui.horizontal_wrapped(|ui| {
            ui.strong(format!("Level {}", level.level));
            ui.label(counts)
        });
    }
}
