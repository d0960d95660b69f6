//! Tab strip of the open levels, displayed if there are at least two.

use egui::{
    Button, Color32, CornerRadius, Frame, Label, Margin, Response, RichText, Role, ScrollArea,
    Sense, Ui, UiBuilder, WidgetInfo, vec2,
};

use super::commands::NEW_TAB;
use super::state::Workbench;
use crate::kit::theme::{self, space, text};

const WIDEST: f32 = 190.0;

enum Wish {
    Show(usize),
    Close(usize),
}

struct Shown {
    name: String,
    game: &'static str,
    unsaved: bool,
    searched: bool,
    path: String,
    front: bool,
}

impl Workbench {
    /// Shows the strip and carries out clicks on it.
    pub(super) fn level_tabs(&mut self, ui: &mut Ui) {
        let count = self.levels.open.len();
        let mut wish = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let room = ui.available_width() - 36.0;
            ScrollArea::horizontal()
                .id_salt("open levels")
                .max_width(room)
                .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        for index in 0..count {
                            let shown = self.shown(index);
                            let response = tab(ui, index, &shown, &mut wish);
                            if shown.front && self.layout.seen_level != Some(index) {
                                self.layout.seen_level = Some(index);
                                response.scroll_to_me(None);
                            }
                        }
                    });
                });
            self.cx
                .button_shown(ui, NEW_TAB, Button::new("+").frame_when_inactive(false));
        });
        match wish {
            None => {}
            Some(Wish::Show(index)) => self.show_level(index),
            Some(Wish::Close(index)) => self.ask_to_close(index),
        }
    }

    fn shown(&self, index: usize) -> Shown {
        let document = self.level_document(index);
        let parked = self.levels.open[index].parked.as_ref();
        let path = document.file().path.as_ref();
        Shown {
            name: document.name(),
            game: document.game().map_or("", |game| game.info().title),
            unsaved: document.is_dirty(),
            searched: parked.map_or_else(|| self.is_searched(), |level| level.is_searched()),
            path: path.map_or("Not saved yet".to_owned(), |path| {
                path.display().to_string()
            }),
            front: parked.is_none(),
        }
    }
}

fn tab(ui: &mut Ui, index: usize, shown: &Shown, wish: &mut Option<Wish>) -> Response {
    let colors = theme::colors(ui);
    let mut closes = false;
    let builder = UiBuilder::new()
        .id_salt(("level", index))
        .sense(Sense::click());
    let scope = ui.scope_builder(builder, |ui| {
        let hovered = ui.response().hovered() || ui.response().has_focus();
        let fill = match (shown.front, hovered) {
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
                    if shown.unsaved {
                        let (dot, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
                        ui.painter().circle_filled(dot.center(), 3.5, colors.accent);
                    }
                    let ink = if shown.front {
                        colors.text
                    } else {
                        colors.weak
                    };
                    let mut name = RichText::new(&shown.name).color(ink);
                    if shown.front {
                        name = name.strong();
                    }
                    ui.scope(|ui| {
                        ui.set_max_width(WIDEST);
                        ui.add(Label::new(name).truncate().selectable(false));
                    });
                    let about = if shown.searched {
                        "solving…"
                    } else {
                        shown.game
                    };
                    let about = RichText::new(about).size(text::SMALL).color(colors.weak);
                    ui.add(Label::new(about).selectable(false));
                    let cross = ui.add(Button::new("×").small().frame_when_inactive(false));
                    cross.widget_info(|| {
                        let name = format!("Close {}", shown.name);
                        WidgetInfo::labeled(Role::Button, true, name)
                    });
                    closes = cross.clicked();
                });
            });
    });
    let response = scope.response;
    response.widget_info(|| {
        let unsaved = if shown.unsaved { ", unsaved" } else { "" };
        let name = format!("Tab {}, {}{unsaved}", shown.name, shown.game);
        WidgetInfo::selected(Role::Tab, true, shown.front, name)
    });
    if closes || response.middle_clicked() {
        *wish = Some(Wish::Close(index));
    } else if response.clicked() {
        *wish = Some(Wish::Show(index));
    }
    response.on_hover_text(&shown.path)
}
