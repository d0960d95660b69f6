//! Help dialogs: shortcuts, rules, about.

use egui::{RichText, Ui};

use crate::kit::fields::{buttons, list, primary};
use crate::kit::theme::{self, space};
use crate::page::command::Menu;
use crate::page::dialog::window;
use crate::page::{Cx, Dialog, DialogAnswer};

/// Keys of the board that are not commands.
const BOARD_KEYS: &[(&str, &str)] = &[
    ("Arrow keys", "Move the cursor on the board"),
    ("Shift+arrow keys", "Select a rectangle"),
    ("A brush's key", "Paint the cell at the cursor"),
    (
        "Space or Enter",
        "Use the tool at the cursor, or make a move when playing",
    ),
    ("Delete", "Empty the cell or the selection"),
    ("Drag with the right button", "Erase"),
    ("Ctrl+wheel", "Zoom"),
    ("Drag with the middle button", "Move the board"),
];

/// Width of the key column in points, equal in all sections.
const KEYS_WIDTH: f32 = 180.0;

pub struct ShortcutsDialog;

impl Dialog for ShortcutsDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        window(ui, "Keyboard shortcuts", 560.0, |ui| {
            list(ui, 520.0, |ui| {
                for (menu, title) in Menu::ALL {
                    let commands = cx.commands.in_menu(menu);
                    let rows: Vec<_> = commands.filter(|info| !info.shortcuts.is_empty()).collect();
                    if rows.is_empty() {
                        continue;
                    }
                    section(ui, title, |ui| {
                        for info in rows {
                            let shortcuts = info.shortcuts.iter();
                            let keys = shortcuts.map(|keys| ui.ctx().format_shortcut(keys));
                            let keys = keys.collect::<Vec<_>>().join(" or ");
                            let name = info.id.text().trim_end_matches('…');
                            row(ui, &keys, name).on_hover_text(info.tooltip);
                        }
                    });
                }
                section(ui, "On the board", |ui| {
                    for (keys, action) in BOARD_KEYS {
                        row(ui, keys, action);
                    }
                });
            });
            close_button(ui)
        })
    }
}

pub struct RulesDialog;

impl Dialog for RulesDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        let Some(info) = cx.document.game().map(|game| game.info()) else {
            return DialogAnswer::Close;
        };
        window(ui, &format!("Rules of {}", info.title), 460.0, |ui| {
            ui.label(RichText::new(info.summary).strong());
            ui.add_space(space::SMALL);
            ui.label(info.rules);
            close_button(ui)
        })
    }
}

pub struct AboutDialog;

impl Dialog for AboutDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        window(ui, "About Planwright", 420.0, |ui| {
            ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
            let summary = "A workbench for single-player puzzles: draw levels, solve them, watch the plan, \
                and play it in the game's own window.";
            ui.add(egui::Label::new(summary).wrap());
            ui.add_space(space::SMALL);
            ui.label(format!("Licence: {}", env!("CARGO_PKG_LICENSE")));
            close_button(ui)
        })
    }
}

fn section(ui: &mut Ui, title: &str, rows: impl FnOnce(&mut Ui)) {
    ui.add_space(space::SMALL);
    let heading = RichText::new(title).text_style(theme::title_style());
    ui.label(heading.strong());
    let grid = egui::Grid::new(("keys", title)).num_columns(2);
    grid.min_col_width(KEYS_WIDTH).show(ui, rows);
}

/// A row of the grid. Returns the response of its action's label.
fn row(ui: &mut Ui, keys: &str, action: &str) -> egui::Response {
    let weak = theme::colors(ui).weak;
    ui.label(RichText::new(keys).monospace().color(weak));
    let response = ui.label(action);
    ui.end_row();
    response
}

fn close_button(ui: &mut Ui) -> DialogAnswer {
    DialogAnswer::close_if(buttons(ui, |ui| primary(ui, "Close", true)))
}
