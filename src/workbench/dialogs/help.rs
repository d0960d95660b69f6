//! Help dialogs: shortcuts, rules, about.

use egui::{RichText, Ui};

use crate::game::Game;

use crate::kit::fields::{buttons, list, primary};
use crate::kit::theme::{self, space};
use crate::page::command::Menu;
use crate::page::commands::CommandRegistry;
use crate::page::dialog::window;
use crate::page::{Cx, Dialog, DialogAnswer};

/// Keys of the board that are not commands.
const BOARD_KEYS: &[(&str, &str)] = &[
    ("Arrow keys", "Move the cursor on the board"),
    ("Shift+arrow keys", "Select a rectangle"),
    (
        "A cell's own key",
        "Paint it at the cursor (see the brushes)",
    ),
    (
        "Space or Enter",
        "Paint with the chosen colour, or make a move in play mode",
    ),
    ("Delete", "Empty the cell or the selection"),
    ("Right button", "Erase while dragging"),
    ("Ctrl+wheel", "Zoom"),
    ("Middle button", "Move the board"),
];

/// Width of the key column in points, equal in all sections.
const KEYS_WIDTH: f32 = 180.0;

/// Lists all keyboard shortcuts.
pub struct ShortcutsDialog;

impl Dialog for ShortcutsDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        shortcuts(ui, &cx.commands)
    }
}

/// Shows the rules of the open level's game.
pub struct RulesDialog;

impl Dialog for RulesDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        rules(ui, cx.document.game())
    }
}

/// Shows version and licence.
pub struct AboutDialog;

impl Dialog for AboutDialog {
    fn show(&mut self, ui: &Ui, _cx: &mut Cx) -> DialogAnswer {
        about(ui)
    }
}

fn shortcuts(ui: &Ui, commands: &CommandRegistry) -> DialogAnswer {
    window(ui, "Keyboard shortcuts", 560.0, |ui| {
        let weak = theme::colors(ui).weak;
        list(ui, 520.0, |ui| {
            for menu in Menu::ALL {
                let rows: Vec<_> = commands
                    .in_menu(menu)
                    .filter(|info| !info.shortcuts.is_empty())
                    .collect();
                if rows.is_empty() {
                    continue;
                }
                section(ui, menu.title());
                egui::Grid::new(("keys", menu.title()))
                    .num_columns(2)
                    .min_col_width(KEYS_WIDTH)
                    .show(ui, |ui| {
                        for info in rows {
                            let keys: Vec<_> = info
                                .shortcuts
                                .iter()
                                .map(|keys| ui.ctx().format_shortcut(keys))
                                .collect();
                            ui.label(RichText::new(keys.join(" or ")).monospace().color(weak));
                            ui.label(info.id.text().trim_end_matches('…'))
                                .on_hover_text(info.tooltip);
                            ui.end_row();
                        }
                    });
            }
            section(ui, "On the board");
            egui::Grid::new("board keys")
                .num_columns(2)
                .min_col_width(KEYS_WIDTH)
                .show(ui, |ui| {
                    for (keys, action) in BOARD_KEYS {
                        ui.label(RichText::new(*keys).monospace().color(weak));
                        ui.label(*action);
                        ui.end_row();
                    }
                });
        });
        close_button(ui)
    })
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(space::SMALL);
    ui.label(
        RichText::new(title)
            .text_style(theme::title_style())
            .strong(),
    );
}

fn close_button(ui: &mut Ui) -> DialogAnswer {
    let mut answer = DialogAnswer::Stay;
    buttons(ui, |ui| {
        if primary(ui, "Close", true) {
            answer = DialogAnswer::Close;
        }
    });
    answer
}

fn rules(ui: &Ui, game: Option<&'static dyn Game>) -> DialogAnswer {
    let Some(info) = game.map(|game| game.info()) else {
        return DialogAnswer::Close;
    };
    window(ui, &format!("Rules of {}", info.title), 460.0, |ui| {
        ui.label(RichText::new(info.summary).strong());
        ui.add_space(space::SMALL);
        ui.label(info.rules);
        close_button(ui)
    })
}

fn about(ui: &Ui) -> DialogAnswer {
    window(ui, "About Planwright", 420.0, |ui| {
        ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
        let summary = "A desktop workbench for single-player puzzles: draw, solve, watch the plan, and \
                    play it in a real window.";
        ui.add(egui::Label::new(summary).wrap());
        ui.add_space(space::SMALL);
        ui.label(format!("Licence: {}", env!("CARGO_PKG_LICENSE")));
        close_button(ui)
    })
}
