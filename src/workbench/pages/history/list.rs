//! The list of runs, and the picture of a run's problem.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use egui::{
    ComboBox, FontId, Frame, Margin, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextStyle, TextWrapMode, TextureOptions, Ui, pos2, vec2,
};

use crate::autoplay::BoardView;
use crate::autoplay::history::{HistoryEntry, Incident, RunRecord, RunState};
use crate::game::words;
use crate::games;
use crate::session::Task;
use crate::vision;

use super::{HistoryPage, RunFilter, record};
use crate::kit::answer;
use crate::kit::choice::ChoiceList as _;
use crate::kit::fields::pane_title;
use crate::kit::pane::Pane;
use crate::kit::picture::drawable;
use crate::kit::theme::{self, space};
use crate::live_panel::side_by_side;
use crate::page::Cx;

const ROW_HEIGHT: f32 = 46.0;

impl HistoryPage {
    pub(super) fn list_pane(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.read_history(cx);
        let frame = Frame::new()
            .fill(theme::colors(ui).raised)
            .inner_margin(Margin::symmetric(space::PANEL, 6));
        frame.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            self.history_filter(ui);
        });
        let trouble = self.chosen_trouble();
        if let Some((listed, trouble)) = trouble {
            let half = ui.available_height() / 2.0;
            let range = 160.0..=(half * 1.6).max(200.0);
            Pane::bottom("what went wrong", half.max(220.0), range)
                .frame(
                    Frame::new()
                        .fill(theme::colors(ui).panel)
                        .inner_margin(space::PANEL),
                )
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
        let page = self;
        let runs = page.runs.iter().flatten();
        let records: Vec<&RunRecord> = runs.filter_map(record).collect();
        let title = |id: &str| {
            games::by_id(id)
                .map_or(id, |game| game.info().title)
                .to_owned()
        };
        let games: BTreeMap<String, String> = records
            .iter()
            .map(|run| (run.game.clone(), title(&run.game)))
            .collect();
        let profiles: BTreeMap<String, String> = records
            .iter()
            .map(|run| (run.profile.clone(), run.title.clone()))
            .collect();
        let mut filter = page.filter.clone();
        let mut refresh = false;
        ui.horizontal_wrapped(|ui| {
            filter_field(ui, "Game", "All games", &games, &mut filter.game);
            filter_field(
                ui,
                "Screen profile",
                "All profiles",
                &profiles,
                &mut filter.profile,
            );
            outcome_field(ui, &mut filter.state);
            let all = page.runs.as_ref().map_or(0, Vec::len);
            let matching = page.runs.iter().flatten().filter(|run| filter.matches(run));
            let count = matching.count();
            let text = match all {
                _ if filter != RunFilter::default() => format!("{count} of {all} runs"),
                1 => "1 run".to_owned(),
                n => format!("{n} runs"),
            };
            ui.weak(text);
            refresh = ui
                .button("Refresh")
                .on_hover_text("Include runs from other Planwright windows")
                .clicked();
        });
        page.filter = filter;
        if refresh {
            page.refresh();
        }
    }

    fn runs(&mut self, ui: &mut Ui) {
        let margin = Margin::symmetric(space::PANEL, 6);
        Frame::new().inner_margin(margin).show(ui, |ui| {
            let page = self;
            let Some(runs) = &page.runs else {
                ui.weak("Reading…");
                return;
            };
            if runs.is_empty() {
                ui.label("No runs yet. Every run of auto-play is recorded here.");
                return;
            }
            let matching: Vec<&HistoryEntry> =
                runs.iter().filter(|run| page.filter.matches(run)).collect();
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
                        let is_chosen = page.chosen.as_deref() == Some(&listed.id);
                        if run_row(ui, listed, is_chosen) {
                            chosen = Some(listed.id.clone());
                        }
                    }
                });
            if let Some(id) = chosen {
                page.choose(&id);
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
        let mut close = false;
        ui.horizontal(|ui| {
            let title = format!(
                "Level {}, after {}",
                trouble.level,
                answer::seconds(trouble.at_s)
            );
            pane_title(ui, &title);
            close = ui.button("Close").clicked();
        });
        ui.add(egui::Label::new(&trouble.text).wrap());
        if close {
            self.trouble = None;
        }
        let game = record(listed).and_then(|run| games::by_id(&run.game));
        let decode = |boards: &[crate::autoplay::history::BoardRecord]| -> Vec<BoardView> {
            let level = game.map(|game| game.blank(None));
            let all = boards.iter();
            all.filter_map(|board| board.to_view(level.as_ref()?.as_ref()))
                .collect()
        };
        let (expected, observed) = (decode(&trouble.expected), decode(&trouble.seen));
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
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
        let picture = &mut self.picture;
        picture.reading.request(file.to_owned(), |path| {
            let path = path.clone();
            Task::start("reader of pictures", &cx.wake, move |_| {
                let picture = vision::decode(&std::fs::read(path).ok()?).ok()?.to_rgba8();
                Some(std::sync::Arc::new(drawable(&picture)))
            })
        });
        picture.reading.poll();
        if picture.reading.is_busy() {
            ui.weak("Reading the picture…");
            return;
        }
        if let Some(image) = picture.reading.take() {
            let upload = |image| {
                ui.ctx()
                    .load_texture("history", image, TextureOptions::NEAREST)
            };
            picture.texture = image.ok().flatten().map(upload);
        }
        let Some(texture) = &picture.texture else {
            ui.weak(format!("The picture {} cannot be read.", file.display()));
            return;
        };
        ui.add_space(space::SMALL);
        ui.weak("The window at that time");
        let max_scale = ui.available_width() / texture.size_vec2().x.max(1.0);
        let size = texture.size_vec2() * max_scale.min(2.0);
        let (area, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, "The window at that time")
        });
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), area, uv, egui::Color32::WHITE);
    }
}

fn filter_field(
    ui: &mut Ui,
    name: &'static str,
    all: &str,
    options: &BTreeMap<String, String>,
    chosen: &mut Option<String>,
) {
    let title = chosen.as_ref().and_then(|id| options.get(id));
    let text = title.map_or(all, String::as_str).to_owned();
    let combo = ComboBox::from_id_salt(("history", name))
        .selected_text(text)
        .show_ui(ui, |ui| {
            ui.choice_value(chosen, None, all);
            for (id, title) in options {
                ui.choice_value(chosen, Some(id.clone()), title);
            }
        });
    let response = combo.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
}

fn outcome_field(ui: &mut Ui, chosen: &mut Option<RunState>) {
    let text = chosen.map_or("All outcomes".to_owned(), outcome_text);
    let combo = ComboBox::from_id_salt("history outcome")
        .selected_text(text)
        .show_ui(ui, |ui| {
            ui.choice_value(chosen, None, "All outcomes");
            for state in RunState::ALL {
                ui.choice_value(chosen, Some(state), outcome_text(state));
            }
        });
    let response = combo.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Outcome"));
}

/// A run's state, capitalized.
pub(crate) fn outcome_text(state: RunState) -> String {
    let words = answer::sentence(state.label());
    words.trim_end_matches('.').to_owned()
}

/// Counts of a run: `3 of 3 levels, 120 keys, 2 missed, 1:15 min`.
fn run_summary(run: &RunRecord) -> String {
    let nonzero = |what: &str, count: u64| (count > 0).then(|| format!("{count} {what}"));
    let time = Duration::from_secs_f64(run.elapsed_s.clamp(0.0, 1e9));
    let counts = [
        Some(format!(
            "{} of {}",
            run.solved(),
            words::count(run.levels.len(), "levels")
        )),
        Some(words::count(run.keys, "keys")),
        nonzero("missed", run.sum(|level| level.lost)),
        nonzero("repeated", run.sum(|level| level.doubled)),
        Some(answer::time(time)),
    ];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
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
    response.widget_info(|| {
        let name = format!("{title}, {state}, {below}");
        egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, name)
    });
    if is_chosen {
        let fill = ui.visuals().selection.bg_fill;
        ui.painter().rect_filled(area, theme::CORNER, fill);
    } else if response.hovered() {
        ui.painter().rect_filled(area, theme::CORNER, colors.raised);
    }
    if response.has_focus() {
        let line = Stroke::new(1.5, ui.visuals().selection.stroke.color);
        ui.painter()
            .rect_stroke(area, theme::CORNER, line, StrokeKind::Inside);
    }
    let area = area.shrink2(vec2(space::SMALL, space::TIGHT));
    let bold = theme::bold(theme::text::BODY);
    let lines = [
        (
            area.left_top(),
            &[
                (title, bold, colors.text),
                (&state, FontId::proportional(theme::text::BODY), color),
            ][..],
        ),
        (
            area.left_center(),
            &[(
                below.as_str(),
                FontId::proportional(theme::text::BODY),
                colors.weak,
            )][..],
        ),
    ];
    for (mut at, parts) in lines {
        for (text, font, color) in parts {
            let text = RichText::new(*text).font(font.clone());
            let text = egui::WidgetText::from(text);
            let wrap = Some(TextWrapMode::Truncate);
            let galley = text.into_galley(ui, wrap, area.right() - at.x, TextStyle::Body);
            ui.painter().galley(at, galley.clone(), *color);
            at.x += galley.size().x + space::PANEL as f32;
        }
    }
    let response = match &listed.run {
        Ok(run) if !run.text.is_empty() => response.on_hover_text(RichText::new(&run.text)),
        Ok(_) => response,
        Err(error) => response.on_hover_text(error),
    };
    response.clicked()
}
