//! Tab strip of the open levels, displayed if there are at least two.

use egui::{
    Align, Button, Color32, CornerRadius, Frame, Label, Margin, Response, RichText, Role,
    ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, vec2,
};

use super::commands::NEW_TAB;
use super::state::Workbench;
use crate::kit::fields::set_name;
use crate::kit::theme::{self, space, text};

/// Widest name on a tab, in points.
const MAX_NAME_WIDTH: f32 = 190.0;
/// Width of a strip below which tabs do not name their game, in points.
const MIN_GAME_STRIP: f32 = 320.0;
/// Width of a tab without name and game, in points: close button, mark and margins.
const TAB_REST: f32 = 64.0;
/// Widths of the button that lists all tabs, and of that for a new tab, in points.
const LIST_WIDTH: f32 = 64.0;
const NEW_TAB_WIDTH: f32 = 36.0;

enum TabAction {
    Show(usize),
    Close(usize),
}

struct LevelTab {
    name: String,
    game: &'static str,
    unsaved: bool,
    is_searching: bool,
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
        let available = ui.available_width() - NEW_TAB_WIDTH;
        let width = match self.layout.has_hidden_tabs {
            true => available - LIST_WIDTH,
            false => available,
        };
        let strip = ScrollArea::horizontal()
            .id_salt("open levels")
            .max_width(width)
            .animated(false)
            .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    for index in 0..count {
                        let tab_info = self.level_tab(index);
                        let response = tab(ui, (index, width), &tab_info, &mut action);
                        // If its text or the strip changes its width, the tab may have moved out of view.
                        let place = Some((index, response.rect.width() - width));
                        if tab_info.front && self.layout.scrolled_level != place {
                            self.layout.scrolled_level = place;
                            // Its close button has to be in view, too.
                            response.scroll_to_me(Some(Align::Max));
                        }
                    }
                });
            });
        if self.layout.has_hidden_tabs {
            let menu = ui.menu_button(format!("{count} tabs"), |ui| {
                for index in 0..count {
                    let info = self.level_tab(index);
                    let mark = if info.unsaved { "• " } else { "" };
                    let text = format!("{mark}{} · {}", info.name, info.game);
                    let entry = ui.selectable_label(info.front, text);
                    entry.widget_info(|| {
                        WidgetInfo::selected(Role::Button, true, info.front, info.text())
                    });
                    if entry.clicked() {
                        action = Some(TabAction::Show(index));
                    }
                }
            });
            menu.response.on_hover_text("List the open levels");
        }
        self.layout.has_hidden_tabs = strip.content_size.x > available;
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
        LevelTab {
            name: document.name(),
            game: document.game().map_or("", |game| game.info().title),
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

/// Shows the tab of a level, given by its index, in a strip of this width.
fn tab(
    ui: &mut Ui,
    (index, strip_width): (usize, f32),
    info: &LevelTab,
    action: &mut Option<TabAction>,
) -> Response {
    let colors = theme::colors(ui);
    let mut close_clicked = false;
    let builder = UiBuilder::new()
        .id_salt(("level", index))
        .sense(Sense::click());
    let scope = ui.scope_builder(builder, |ui| {
        let hovered = ui.response().hovered() || ui.response().has_focus();
        let fill = match (info.front, hovered) {
            (true, _) => colors.canvas,
            (false, true) => colors.raised,
            (false, false) => Color32::TRANSPARENT,
        };
        Frame::new()
            .fill(fill)
            .corner_radius(CornerRadius::same(theme::CORNER))
            .inner_margin(Margin::symmetric(8, 3))
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = space::SMALL;
                    if info.unsaved {
                        let (dot, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
                        ui.painter().circle_filled(dot.center(), 3.5, colors.accent);
                    }
                    let ink = if info.front { colors.text } else { colors.weak };
                    let mut name = RichText::new(&info.name).color(ink);
                    if info.front {
                        name = name.strong();
                    }
                    ui.scope(|ui| {
                        ui.set_max_width(MAX_NAME_WIDTH.min(strip_width - TAB_REST));
                        ui.add(Label::new(name).truncate().selectable(false));
                    });
                    let detail = match info.is_searching {
                        true => "solving…",
                        false if strip_width < MIN_GAME_STRIP => "",
                        false => info.game,
                    };
                    let detail = RichText::new(detail).size(text::SMALL).color(colors.weak);
                    ui.add(Label::new(detail).selectable(false));
                    let close_button = ui.add(Button::new("×").small().frame_when_inactive(false));
                    set_name(&close_button, Role::Button, format!("Close {}", info.name));
                    close_clicked = close_button.clicked();
                });
            });
    });
    let response = scope.response;
    response.widget_info(|| {
        let name = format!("Tab {}", info.text());
        WidgetInfo::selected(Role::Tab, true, info.front, name)
    });
    if close_clicked || response.middle_clicked() {
        *action = Some(TabAction::Close(index));
    } else if response.clicked() {
        *action = Some(TabAction::Show(index));
    }
    response.on_hover_text(&info.path)
}
