//! The list of runs, and the picture of a run's problem.

use std::path::Path;
use std::time::Duration;

use egui::{FontId, Frame, Margin, RichText, Role, ScrollArea, Sense, TextureOptions, Ui, vec2};

use super::{HistoryPage, record};
use crate::autoplay::BoardView;
use crate::autoplay::history::{BoardRecord, HistoryEntry, Incident, RunRecord, RunState};
use crate::game::words;
use crate::kit::answer;
use crate::kit::fields::{
    empty_state, pane_title, panel_frame, row_background, scroll_area, set_choice_name, set_name,
    text_field, text_line, tip_button, toolbar,
};
use crate::kit::pane::Pane;
use crate::kit::picture::{drawable, paint};
use crate::kit::theme::{self, space};
use crate::live_panel::side_by_side;
use crate::page::Cx;
use crate::session::Task;
use crate::{games, vision};

/// Height of a run's row, in points.
const ROW_HEIGHT: f32 = 46.0;

impl HistoryPage {
    pub(super) fn list_pane(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.follow_runs(ui);
        self.read_history(cx);
        toolbar(ui, |ui| self.history_filter(ui));
        if let Some((listed, trouble)) = self.chosen_trouble() {
            let half = ui.available_height() / 2.0;
            let range = 160.0..=(half * 1.6).max(200.0);
            Pane::bottom("what went wrong", half.max(220.0), range)
                .frame(panel_frame(ui))
                .show(ui, |ui| self.trouble_pane(ui, &listed, &trouble, cx));
        }
        self.runs(ui);
    }

    fn chosen_trouble(&self) -> Option<(HistoryEntry, Incident)> {
        let listed = self.chosen_run()?;
        let trouble = record(listed)?.troubles.get(self.trouble?)?;
        Some((listed.clone(), trouble.clone()))
    }

    fn history_filter(&mut self, ui: &mut Ui) {
        let hint = "Window, profile, game, outcome";
        text_field(ui, "Find runs", &mut self.filter, hint, 250.0);
        let runs = self.runs.as_deref().unwrap_or_default();
        let count = runs.iter().filter(|run| self.is_listed(run)).count();
        let all = words::count(runs.len(), "runs");
        ui.weak(match count == runs.len() {
            true => all,
            false => format!("{} of {all}", answer::number(count)),
        });
        if tip_button(ui, "Refresh", "Include runs from other Planwright windows") {
            self.stale = true;
        }
    }

    /// Returns whether a run's window, profile, game and outcome contain all words of the filter.
    fn is_listed(&self, listed: &HistoryEntry) -> bool {
        let text = match &listed.run {
            Ok(run) => {
                let (game, outcome) = (game_title(run), outcome_text(run.state));
                format!("{} {} {game} {outcome}", run.title, run.profile)
            }
            Err(_) => listed.id.clone(),
        };
        let (text, filter) = (text.to_lowercase(), self.filter.to_lowercase());
        filter.split_whitespace().all(|word| text.contains(word))
    }

    fn runs(&mut self, ui: &mut Ui) {
        let margin = Margin::symmetric(space::PANEL, 6);
        Frame::new().inner_margin(margin).show(ui, |ui| {
            let Some(runs) = &self.runs else {
                ui.weak("Reading…");
                return;
            };
            if runs.is_empty() {
                return empty_state(ui, |ui| {
                    ui.heading("No runs yet");
                    ui.label("Every run of auto-play is recorded here.");
                });
            }
            let matching = runs.iter().filter(|run| self.is_listed(run));
            let matching: Vec<&HistoryEntry> = matching.collect();
            if matching.is_empty() {
                ui.label("No matching runs.");
                return;
            }
            let mut chosen = None;
            ui.spacing_mut().item_spacing.y = 0.0;
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, ROW_HEIGHT, matching.len(), |ui, rows| {
                    for listed in matching.get(rows).unwrap_or_default() {
                        let is_chosen = self.chosen.as_deref() == Some(&listed.id);
                        if run_row(ui, listed, is_chosen) {
                            chosen = Some(listed.id.clone());
                        }
                    }
                });
            if let Some(id) = chosen {
                self.choose(&id);
            }
        });
    }

    /// Shows the expected and the observed board, and the picture.
    fn trouble_pane(
        &mut self,
        ui: &mut Ui,
        listed: &HistoryEntry,
        trouble: &Incident,
        cx: &mut Cx,
    ) {
        ui.horizontal(|ui| {
            let time = answer::seconds(trouble.at_s);
            pane_title(ui, &format!("Level {}, after {time}", trouble.level));
            if ui.button("Close").clicked() {
                self.trouble = None;
            }
        });
        ui.add(egui::Label::new(&trouble.text).wrap());
        let game = record(listed).and_then(|run| games::by_id(&run.game));
        let level = game.map(|game| game.blank(None));
        let decode = |boards: &[BoardRecord]| -> Vec<BoardView> {
            let views = boards
                .iter()
                .map(|board| board.to_view(level.as_ref()?.as_ref()));
            views.flatten().collect()
        };
        let (expected, observed) = (decode(&trouble.expected), decode(&trouble.seen));
        scroll_area(ui, "what went wrong", |ui| {
            if !expected.is_empty() {
                let height = ui.available_height().clamp(140.0, 320.0);
                side_by_side(ui, height, &expected, &observed);
            }
            match &trouble.picture {
                Some(name) => self.history_picture(ui, &listed.folder.join(name), cx),
                None => {
                    ui.weak("No picture was saved.");
                }
            }
        });
    }

    /// Shows a picture file, read in the background.
    fn history_picture(&mut self, ui: &mut Ui, file: &Path, cx: &mut Cx) {
        self.picture.request(file.to_owned(), |path| {
            let (path, ctx) = (path.clone(), ui.ctx().clone());
            Task::start("reader of pictures", &cx.wake, move |_| {
                let picture = vision::decode(&std::fs::read(path).ok()?).ok()?.to_rgba8();
                let options = TextureOptions::NEAREST;
                Some(ctx.load_texture("history", drawable(&picture), options))
            })
        });
        self.picture.poll();
        if self.picture.is_busy() {
            ui.weak("Reading the picture…");
            return;
        }
        let Some(Ok(Some(texture))) = self.picture.value() else {
            ui.weak(format!("The picture {} cannot be read.", file.display()));
            return;
        };
        ui.add_space(space::SMALL);
        ui.weak("The window at that time");
        let max_scale = ui.available_width() / texture.size_vec2().x.max(1.0);
        let size = texture.size_vec2() * max_scale.min(2.0);
        let (area, response) = ui.allocate_exact_size(size, Sense::hover());
        set_name(&response, Role::Image, "The window at that time");
        paint(ui.painter(), texture, area);
    }
}

/// Title of the game that was played; its id if there is no such game.
pub(super) fn game_title(run: &RunRecord) -> &str {
    games::by_id(&run.game).map_or(&run.game, |game| game.info().title)
}

pub(crate) fn outcome_text(state: RunState) -> String {
    let words = answer::sentence(state.label());
    words.trim_end_matches('.').to_owned()
}

/// Number of solved levels: `2 of 3 levels`.
pub(super) fn solved_text(run: &RunRecord) -> String {
    let levels = words::count(run.levels.len(), "levels");
    format!("{} of {levels}", run.solved())
}

/// Counts of a run: `3 of 3 levels, 120 keys, 2 missed, 1:15 min`.
fn run_summary(run: &RunRecord) -> String {
    let time = Duration::from_secs_f64(run.elapsed_s.clamp(0.0, 1e9));
    let (missed, repeated) = (run.sum(|level| level.lost), run.sum(|level| level.doubled));
    let keys = answer::key_counts(run.keys, missed, repeated);
    format!("{}, {keys}, {}", solved_text(run), answer::time(time))
}

/// Shows a run in two lines. Returns whether it was clicked.
fn run_row(ui: &mut Ui, listed: &HistoryEntry, is_chosen: bool) -> bool {
    let colors = theme::colors(ui);
    let (area, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    let (title, state, below, color) = match &listed.run {
        Ok(run) => {
            let color = match run.state {
                RunState::Done | RunState::Running => colors.good,
                RunState::Failed | RunState::BrokenOff => colors.bad,
                RunState::Stopped | RunState::Paused => colors.warn,
            };
            let below = format!("{}, {}", run.start_time(), run_summary(run));
            (run.title.as_str(), outcome_text(run.state), below, color)
        }
        Err(error) => {
            let state = "Cannot be read".to_owned();
            (listed.id.as_str(), state, error.to_string(), colors.bad)
        }
    };
    let name = format!("{title}, {state}, {below}");
    set_choice_name(&response, Role::Button, is_chosen, name);
    let (ink, weak) = row_background(ui, area, &response, is_chosen);
    let area = area.shrink2(vec2(space::SMALL, space::TIGHT));
    let width = text_line(ui, area, title, theme::bold(theme::text::BODY), ink);
    let plain = FontId::proportional(theme::text::BODY);
    let color = if is_chosen { ink } else { color };
    let after = area.with_min_x(area.left() + width + space::PANEL as f32);
    text_line(ui, after, &state, plain.clone(), color);
    text_line(ui, area.with_min_y(area.center().y), &below, plain, weak);
    let response = match &listed.run {
        Ok(run) if !run.text.is_empty() => response.on_hover_text(RichText::new(&run.text)),
        Ok(_) => response,
        Err(error) => response.on_hover_text(error),
    };
    response.clicked()
}
