//! The menu bar, built from declared commands.

use egui::style::ScrollStyle;
use egui::{Button, MenuBar, RichText, ScrollArea, Ui};

use crate::kit::{answer, fields, theme};
use crate::page::command::{CommandInfo, Menu};
use crate::page::{Cx, Request, known};

/// Rarely used groups of entries, identified by their hundreds, that become submenus to save height.
const SUBMENUS: [((Menu, u16), &str); 4] = [
    ((Menu::View, 3), "Patterns"),
    ((Menu::View, 4), "Go to"),
    ((Menu::View, 5), "Theme"),
    ((Menu::View, 6), "Interface size"),
];

/// Height of the window in points that menus leave free: the bar above and margins.
const MENU_MARGIN: f32 = 64.0;

/// Shows the menu bar, which requests the chosen command.
pub fn menu_bar(ui: &mut Ui, cx: &mut Cx) {
    MenuBar::new().ui(ui, |ui| {
        for (menu, title) in Menu::ALL {
            ui.menu_button(title, |ui| {
                ui.set_min_width(250.0);
                // A solid bar shows that there are more entries.
                ui.spacing_mut().scroll = ScrollStyle::solid();
                let height = ui.ctx().content_rect().height() - MENU_MARGIN;
                // It begins at its top each time.
                let mut scroll = ScrollArea::vertical().max_height(height);
                if fields::has_just_opened(ui) {
                    scroll = scroll.vertical_scroll_offset(0.0);
                }
                scroll.min_scrolled_height(height).show(ui, |ui| {
                    let entries: Vec<_> = cx.commands.in_menu(menu).collect();
                    let groups = entries.chunk_by(|a, b| a.order / 100 == b.order / 100);
                    for (index, group) in groups.enumerate() {
                        let group_key = (menu, group[0].order / 100);
                        let submenu = SUBMENUS.iter().find(|(key, _)| *key == group_key);
                        if let Some((_, title)) = submenu {
                            ui.menu_button(*title, |ui| show_entries(ui, group, cx));
                            continue;
                        }
                        if index > 0 {
                            ui.separator();
                        }
                        show_entries(ui, group, cx);
                    }
                });
            });
        }
    });
}

fn show_entries(ui: &mut Ui, entries: &[&'static CommandInfo], cx: &mut Cx) {
    for info in entries {
        if entry(ui, info, cx) {
            cx.send(Request::Run(info.id));
            ui.close();
        }
        if info.id == known::OPEN {
            ui.menu_button("Open recent", |ui| show_recent(ui, cx));
        }
    }
}

fn show_recent(ui: &mut Ui, cx: &mut Cx) {
    let levels = cx.recent_levels();
    ui.set_min_width(250.0);
    if levels.is_empty() {
        ui.weak("No level was opened yet.");
        return;
    }
    for (origin, name, detail) in levels {
        let detail = RichText::new(detail).color(theme::colors(ui).weak);
        let response = ui.add(Button::new(name).shortcut_text(detail));
        if let Some(new_tab) = fields::opens_new_tab(ui, &response) {
            cx.send(Request::open(origin, new_tab));
            ui.close();
        }
    }
    ui.separator();
    if ui.button("Clear list").clicked() {
        cx.settings.recent.clear();
        cx.reload_catalogue();
        ui.close();
    }
}

fn entry(ui: &mut Ui, info: &CommandInfo, cx: &Cx) -> bool {
    let Some(state) = cx.commands.state(info.id) else {
        return false;
    };
    let text = match &state.detail {
        Some(detail) => format!("{} {}", info.id.text(), answer::mid_sentence(detail)),
        None => info.id.text().to_owned(),
    };
    let keys = cx.commands.shortcut(ui.ctx(), info.id).unwrap_or_default();
    let keys = RichText::new(keys).color(theme::colors(ui).weak);
    let mut button = Button::new(text).shortcut_text(keys);
    if let Some(on) = state.on {
        button = button.selected(on);
    }
    let response = ui.add_enabled(state.enabled.is_ok(), button);
    let response = response.on_hover_text(info.tooltip);
    match state.enabled {
        Ok(()) => response.clicked(),
        Err(reason) => {
            response.on_disabled_hover_text(reason);
            false
        }
    }
}
