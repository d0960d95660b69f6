//! The menu bar, made from the commands that pages declare.

use egui::{Button, MenuBar, RichText, Ui};

use crate::kit::theme;
use crate::page::command::{CommandInfo, Menu};
use crate::page::{Command, Cx};

/// Shows the menu bar; the command that was chosen.
pub fn menu_bar(ui: &mut Ui, cx: &Cx) -> Option<Command> {
    let mut chosen = None;
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.title(), |ui| {
                ui.set_min_width(250.0);
                let mut group = None;
                for info in cx.commands.of_menu(menu) {
                    let here = info.place / 100;
                    if group.is_some_and(|group| group != here) {
                        ui.separator();
                    }
                    group = Some(here);
                    if entry(ui, info, cx) {
                        chosen = Some(info.id);
                        ui.close();
                    }
                }
            });
        }
    });
    chosen
}

/// One entry; whether it was chosen.
fn entry(ui: &mut Ui, info: &CommandInfo, cx: &Cx) -> bool {
    let Some(state) = cx.commands.state(info.id) else {
        return false;
    };
    let text = match &state.about {
        Some(about) => format!("{} {}", info.id.text(), lower_first(about)),
        None => info.id.text().to_owned(),
    };
    let keys = cx.commands.shortcut(ui.ctx(), info.id).unwrap_or_default();
    let keys = RichText::new(keys).color(theme::colors(ui).weak);
    let mut button = Button::new(text).shortcut_text(keys);
    if let Some(on) = state.on {
        button = button.selected(on);
    }
    let response = ui
        .add_enabled(state.possible.is_ok(), button)
        .on_hover_text(info.tooltip);
    match state.possible {
        Ok(()) => response.clicked(),
        Err(reason) => {
            response.on_disabled_hover_text(reason);
            false
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}
