//! Tab strip of the open levels, displayed if there are at least two.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, Color32, FontId, Label, Layout, Role, Sense, Ui, UiBuilder, pos2, vec2};

use super::commands::NEW_TAB;
use super::state::Workbench;
use crate::kit::fields::{set_choice_name, set_name};
use crate::kit::theme::{self, space, text};

/// Smallest width of a tab, in points. Tabs for which there is no room at this width are in the list only.
const MIN_WIDTH: f32 = 116.0;
/// Largest width of a tab, in points.
const MAX_WIDTH: f32 = 220.0;
/// Width from which a tab names the game, in points.
const MIN_WIDTH_WITH_GAME: f32 = 180.0;
/// Height of a tab, in points.
const HEIGHT: f32 = 28.0;
/// Radius of the dot on the tab of a level with unsaved changes, in points.
const DOT_RADIUS: f32 = 3.5;
/// Width of the button that lists all tabs, in points.
const LIST_WIDTH: f32 = 64.0;
/// Width of the button for a new tab, in points.
const NEW_TAB_WIDTH: f32 = 36.0;

enum TabAction {
    Show(usize),
    Close(usize),
}

struct LevelTab {
    name: String,
    game: &'static str,
    unsaved: bool,
    /// A solver is at work on the level.
    is_searching: bool,
    /// For its tooltip.
    path: String,
    front: bool,
}

impl LevelTab {
    /// Name for screen readers: `Cross, Logo: Part 1, unsaved`.
    fn text(&self) -> String {
        let unsaved = if self.unsaved { ", unsaved" } else { "" };
        format!("{}, {}{unsaved}", self.name, self.game)
    }
}

impl Workbench {
    /// Shows the strip and carries out clicks on it.
    pub(super) fn level_tabs(&mut self, ui: &mut Ui) {
        let count = self.levels.open.len();
        let mut action = None;
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.separator();
        let gap = ui.spacing().item_spacing.x;
        let room = ui.available_width() - NEW_TAB_WIDTH;
        let fit = |room: f32| (((room + gap) / (MIN_WIDTH + gap)) as usize).clamp(1, count);
        let (shown, room) = match fit(room) {
            all if all == count => (count, room),
            _ => (fit(room - LIST_WIDTH), room - LIST_WIDTH),
        };
        // The tab in front is always among those shown.
        let first = self.layout.first_tab.min(self.levels.front);
        let first = first.max((self.levels.front + 1).saturating_sub(shown));
        let first = first.min(count - shown);
        self.layout.first_tab = first;
        let width = ((room + gap) / shown as f32 - gap).min(MAX_WIDTH);
        for index in first..first + shown {
            action = tab(ui, (index, width), &self.level_tab(index)).or(action);
        }
        if shown < count {
            let menu = ui.menu_button(format!("{count} tabs"), |ui| {
                for index in 0..count {
                    let info = self.level_tab(index);
                    let mark = if info.unsaved { "• " } else { "" };
                    let text = format!("{mark}{} · {}", info.name, info.game);
                    let entry = ui.selectable_label(info.front, text);
                    set_choice_name(&entry, Role::Button, info.front, info.text());
                    if entry.clicked() {
                        action = Some(TabAction::Show(index));
                    }
                }
            });
            menu.response.on_hover_text("List the open levels");
        }
        let button = Button::new("+").frame_when_inactive(false);
        self.cx.styled_button(ui, NEW_TAB, button);
        match action {
            None => {}
            Some(TabAction::Show(index)) => self.show_level(index),
            Some(TabAction::Close(index)) => self.request_close(index),
        }
    }

    fn level_tab(&self, index: usize) -> LevelTab {
        let document = self.level_document(index);
        let parked = self.levels.open[index].parked.as_ref();
        let path = document.file().path.as_ref();
        let starts = parked.map_or(self.cx.start_page, |level| level.start_page);
        let game = document.game().map_or("", |game| game.info().title);
        let (name, game) = match starts && document.is_untouched() {
            true => ("New tab".to_owned(), ""),
            false => (document.name(), game),
        };
        LevelTab {
            name,
            game,
            unsaved: document.is_dirty(),
            is_searching: parked.map_or_else(|| self.is_searching(), |level| level.is_searching()),
            path: match path {
                Some(path) => path.display().to_string(),
                None => "Not saved yet".to_owned(),
            },
            front: parked.is_none(),
        }
    }
}

/// Shows the tab of a level, given by its index and width. Returns what a click asks for.
fn tab(ui: &mut Ui, (index, width): (usize, f32), info: &LevelTab) -> Option<TabAction> {
    let colors = theme::colors(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    let hovered = response.hovered() || response.has_focus();
    let fill = match (info.front, hovered) {
        (true, _) => colors.canvas,
        (false, true) => colors.raised,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, theme::CORNER, fill);
    let mut inside = rect.shrink2(vec2(space::MEDIUM, 0.0));
    if info.unsaved {
        let center = pos2(inside.left() + DOT_RADIUS, inside.center().y);
        ui.painter()
            .circle_filled(center, DOT_RADIUS, colors.accent);
        inside.min.x += 2.0 * DOT_RADIUS + space::SMALL;
    }
    let builder = UiBuilder::new()
        .id_salt(("level", index))
        .max_rect(inside)
        .layout(Layout::right_to_left(Align::Center));
    let close_button = ui.scope_builder(builder, |ui| {
        let close_button = ui.add(Button::new("×").small().frame_when_inactive(false));
        set_name(&close_button, Role::Button, format!("Close {}", info.name));
        let text = tab_text(ui, info, width);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(text).truncate().selectable(false));
        });
        close_button
    });
    let name = format!("Tab {}", info.text());
    set_choice_name(&response, Role::Tab, info.front, name);
    let closes = close_button.inner.clicked() || response.middle_clicked();
    let shows = response.on_hover_text(&info.path).clicked();
    let close = closes.then_some(TabAction::Close(index));
    close.or(shows.then_some(TabAction::Show(index)))
}

/// The level's name, then that it is being solved or, on a tab wide enough for it, its game.
fn tab_text(ui: &Ui, info: &LevelTab, width: f32) -> LayoutJob {
    let colors = theme::colors(ui);
    let (font, ink) = match info.front {
        true => (theme::bold(text::BODY), colors.text),
        false => (FontId::proportional(text::BODY), colors.weak),
    };
    let detail = match info.is_searching {
        true => "solving…",
        false if width < MIN_WIDTH_WITH_GAME => "",
        false => info.game,
    };
    let mut job = LayoutJob::default();
    job.append(&info.name, 0.0, TextFormat::simple(font, ink));
    let small = TextFormat::simple(FontId::proportional(text::SMALL), colors.weak);
    job.append(detail, space::SMALL, small);
    job
}
