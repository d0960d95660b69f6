//! The list of runs, and the pictures of what went wrong.

use std::collections::BTreeMap;
use std::path::Path;

use egui::{
    Align2, ComboBox, FontId, Frame, Margin, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextureOptions, Ui, pos2, vec2,
};

use crate::autoplay::BoardLook;
use crate::autoplay::history::{Listed, RunRecord, RunState, Trouble};
use crate::games;
use crate::session::Task;
use crate::vision;

use super::{Filter, HistoryPage, record};
use crate::kit::answer;
use crate::kit::choice::Choices as _;
use crate::kit::fields::pane_title;
use crate::kit::pane::Pane;
use crate::kit::picture::drawable;
use crate::kit::theme::{self, space};
use crate::live_panel::beside;
use crate::page::Cx;

/// Height of a run's row.
const ROW: f32 = 26.0;

/// Columns: their titles, and where each begins, as a share of the width.
const COLUMNS: [(&str, f32); 7] = [
    ("When", 0.0),
    ("Screen profile", 0.20),
    ("Outcome", 0.44),
    ("Levels", 0.58),
    ("Keys", 0.68),
    ("Missed, repeated", 0.75),
    ("Time", 0.92),
];

impl HistoryPage {
    /// The page, in the place of the board.
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

    fn chosen_trouble(&self) -> Option<(Listed, Trouble)> {
        let listed = self.run()?;
        let trouble = record(listed)?.troubles.get(self.trouble?)?;
        Some((listed.clone(), trouble.clone()))
    }

    fn history_filter(&mut self, ui: &mut Ui) {
        let page = self;
        let runs = page.runs.iter().flatten();
        let known: Vec<&RunRecord> = runs.filter_map(record).collect();
        let title = |id: &str| {
            games::by_id(id)
                .map_or(id, |game| game.info().title)
                .to_owned()
        };
        let games: BTreeMap<String, String> = known
            .iter()
            .map(|run| (run.game.clone(), title(&run.game)))
            .collect();
        let profiles: BTreeMap<String, String> = known
            .iter()
            .map(|run| (run.profile.clone(), run.title.clone()))
            .collect();
        let mut filter = page.filter.clone();
        let mut again = false;
        ui.horizontal_wrapped(|ui| {
            choice(ui, "Game", "All games", &games, &mut filter.game);
            choice(
                ui,
                "Screen profile",
                "All profiles",
                &profiles,
                &mut filter.profile,
            );
            state_choice(ui, &mut filter.state);
            let all = page.runs.as_ref().map_or(0, Vec::len);
            let shown = page.runs.iter().flatten().filter(|run| filter.takes(run));
            let count = shown.count();
            let text = match all {
                _ if filter != Filter::default() => format!("{count} of {all} runs"),
                1 => "1 run".to_owned(),
                n => format!("{n} runs"),
            };
            ui.weak(text);
            again = ui
                .button("Refresh")
                .on_hover_text("Include runs from other Planwright windows")
                .clicked();
        });
        page.filter = filter;
        if again {
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
            let shown: Vec<&Listed> = runs.iter().filter(|run| page.filter.takes(run)).collect();
            if shown.is_empty() {
                ui.label("No matching runs.");
                return;
            }
            heads(ui);
            let mut chosen = None;
            ui.spacing_mut().item_spacing.y = 0.0;
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show_rows(ui, ROW, shown.len(), |ui, rows| {
                    for listed in shown.get(rows).unwrap_or_default() {
                        let is_chosen = page.chosen.as_deref() == Some(&listed.id);
                        if row(ui, listed, is_chosen) {
                            chosen = Some(listed.id.clone());
                        }
                    }
                });
            if let Some(id) = chosen {
                page.choose(&id);
            }
        });
    }

    /// Expected beside seen, and the picture.
    fn trouble_pane(&mut self, ui: &mut Ui, listed: &Listed, trouble: &Trouble, cx: &mut Cx) {
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
        let looks = |boards: &[crate::autoplay::history::BoardRecord]| -> Vec<BoardLook> {
            let level = game.map(|game| game.blank(None));
            let all = boards.iter();
            all.filter_map(|board| board.look(level.as_ref()?.as_ref()))
                .collect()
        };
        let (expected, seen) = (looks(&trouble.expected), looks(&trouble.seen));
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                if !expected.is_empty() {
                    let room = ui.available_height().clamp(140.0, 320.0);
                    beside(ui, room, &expected, &seen);
                }
                match &trouble.picture {
                    Some(name) => self.history_picture(ui, &listed.folder.join(name), cx),
                    None => {
                        ui.weak("No picture was saved.");
                    }
                }
            });
    }

    /// A picture from the disk, read on a thread.
    fn history_picture(&mut self, ui: &mut Ui, file: &Path, cx: &mut Cx) {
        let picture = &mut self.picture;
        picture.reading.want(file.to_owned(), |path| {
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
        if let Some(read) = picture.reading.take() {
            let shown = |read| {
                ui.ctx()
                    .load_texture("history", read, TextureOptions::NEAREST)
            };
            picture.texture = read.ok().flatten().map(shown);
        }
        let Some(texture) = &picture.texture else {
            ui.weak(format!("The picture {} cannot be read.", file.display()));
            return;
        };
        ui.add_space(space::SMALL);
        ui.weak("The window at that time");
        let most = ui.available_width() / texture.size_vec2().x.max(1.0);
        let size = texture.size_vec2() * most.min(2.0);
        let (area, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Image, true, "The window at that time")
        });
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), area, whole, egui::Color32::WHITE);
    }
}

fn choice(
    ui: &mut Ui,
    name: &'static str,
    all: &str,
    known: &BTreeMap<String, String>,
    chosen: &mut Option<String>,
) {
    let title = chosen.as_ref().and_then(|id| known.get(id));
    let text = title.map_or(all, String::as_str).to_owned();
    let combo = ComboBox::from_id_salt(("history", name))
        .selected_text(text)
        .show_ui(ui, |ui| {
            ui.choice_value(chosen, None, all);
            for (id, title) in known {
                ui.choice_value(chosen, Some(id.clone()), title);
            }
        });
    let response = combo.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
}

fn state_choice(ui: &mut Ui, chosen: &mut Option<RunState>) {
    let text = chosen.map_or("All outcomes".to_owned(), outcome);
    let combo = ComboBox::from_id_salt("history outcome")
        .selected_text(text)
        .show_ui(ui, |ui| {
            ui.choice_value(chosen, None, "All outcomes");
            for state in RunState::ALL {
                ui.choice_value(chosen, Some(state), outcome(state));
            }
        });
    let response = combo.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Outcome"));
}

/// A state with a capital letter.
pub(crate) fn outcome(state: RunState) -> String {
    let words = answer::sentence(state.words());
    words.trim_end_matches('.').to_owned()
}

fn heads(ui: &mut Ui) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let color = theme::colors(ui).weak;
    for (title, at) in COLUMNS {
        cell(ui, area, at, title, color);
    }
}

fn cell(ui: &Ui, area: Rect, at: f32, text: &str, color: egui::Color32) {
    let next = COLUMNS
        .iter()
        .map(|(_, at)| *at)
        .find(|next| *next > at)
        .unwrap_or(1.0);
    let left = area.left() + 6.0 + at * area.width();
    let right = area.left() + next * area.width();
    let clip = Rect::from_min_max(pos2(left, area.top()), pos2(right, area.bottom()));
    let painter = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
    let font = FontId::proportional(theme::text::BODY);
    painter.text(
        pos2(left, area.center().y),
        Align2::LEFT_CENTER,
        text,
        font,
        color,
    );
}

/// One run; whether it was chosen.
fn row(ui: &mut Ui, listed: &Listed, is_chosen: bool) -> bool {
    let colors = theme::colors(ui);
    let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let texts: [String; 7] = match &listed.run {
        Ok(run) => [
            run.when(),
            run.title.clone(),
            outcome(run.state),
            format!("{} of {}", run.solved(), run.levels.len()),
            answer::number(run.keys),
            format!(
                "{}, {}",
                run.sum(|level| level.lost),
                run.sum(|level| level.doubled)
            ),
            answer::time(std::time::Duration::from_secs_f64(
                run.elapsed_s.clamp(0.0, 1e9),
            )),
        ],
        Err(_) => [
            listed.id.clone(),
            String::new(),
            "Cannot be read".to_owned(),
            String::new(),
            String::new(),
            String::new(),
            String::new(),
        ],
    };
    let name = match &listed.run {
        Ok(_) => format!(
            "{}, {}, {}, {} levels, {} keys, {} missed and repeated, {}",
            texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], texts[6]
        ),
        Err(error) => format!("{}, cannot be read: {error}", texts[0]),
    };
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, name.as_str())
    });
    let painter = ui.painter();
    if is_chosen {
        painter.rect_filled(area, theme::CORNER, ui.visuals().selection.bg_fill);
    } else if response.hovered() {
        painter.rect_filled(area, theme::CORNER, colors.raised);
    }
    if response.has_focus() {
        let line = Stroke::new(1.5, ui.visuals().selection.stroke.color);
        painter.rect_stroke(area, theme::CORNER, line, StrokeKind::Inside);
    }
    for (index, ((_, at), text)) in COLUMNS.iter().zip(&texts).enumerate() {
        let color = match listed.run.as_ref().map(|run| run.state) {
            Ok(RunState::Done | RunState::Running) if index == 2 => colors.good,
            Ok(RunState::Failed | RunState::BrokenOff) | Err(_) if index == 2 => colors.bad,
            Ok(RunState::Stopped | RunState::Paused) if index == 2 => colors.warn,
            _ => colors.text,
        };
        cell(ui, area, *at, text, color);
    }
    let response = match &listed.run {
        Ok(run) if !run.text.is_empty() => response.on_hover_text(RichText::new(&run.text)),
        Ok(_) => response,
        Err(error) => response.on_hover_text(error),
    };
    response.clicked()
}
