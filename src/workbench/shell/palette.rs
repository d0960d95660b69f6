//! The command palette: any command by a part of its name.

use crate::page::known;
use egui::{Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::kit::fuzzy;
use crate::kit::theme::{self, space};
use crate::page::commands::Commands;
use crate::page::{Command, CommandInfo};

/// The open palette.
#[derive(Debug, Default)]
pub struct Palette {
    query: String,
    chosen: usize,
    scroll_to_chosen: bool,
}

/// What came of a frame with the palette.
pub enum PaletteAnswer {
    /// It stays open.
    Open,
    /// Closed without a choice.
    Closed,
    /// This command was chosen.
    Run(Command),
}

impl Palette {
    /// Shows the palette.
    pub fn show(&mut self, ui: &Ui, commands: &Commands) -> PaletteAnswer {
        let all: Vec<_> = commands
            .all()
            .filter(|info| info.id != known::PALETTE)
            .collect();
        let found = find(&self.query, &all);
        self.chosen = self.chosen.min(found.len().saturating_sub(1));
        self.take_keys(ui, found.len());
        let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let mut run = enter
            .then(|| found.get(self.chosen).map(|info| info.id))
            .flatten();

        let area = Modal::default_area(Id::unique("command palette"))
            .anchor(egui::Align2::CENTER_TOP, vec2(0.0, 70.0));
        let modal = Modal::new(Id::unique("command palette"))
            .area(area)
            .show(ui.ctx(), |ui| {
                ui.set_width(520.0);
                let field = ui.add(
                    TextEdit::singleline(&mut self.query)
                        .hint_text("Type a part of a command's name")
                        .desired_width(f32::INFINITY)
                        .margin(egui::Margin::symmetric(8, 6)),
                );
                field.widget_info(|| {
                    let mut info = egui::WidgetInfo::text_edit(true, "", &self.query, "");
                    info.label = Some("Find a command".to_owned());
                    info
                });
                field.request_focus();
                if field.changed() {
                    self.chosen = 0;
                    self.scroll_to_chosen = true;
                }
                ui.add_space(space::TIGHT);
                if found.is_empty() {
                    ui.weak("No command has such a name.");
                }
                // Always as high, whatever was found: a window remembers its last size, and would
                // never leave the list more room than it had then.
                let height = (ui.ctx().content_rect().height() - 160.0).clamp(80.0, 380.0);
                let list = ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height)
                    .auto_shrink([false, false]);
                list.show(ui, |ui| {
                    ui.set_min_height(height);
                    for (index, info) in found.iter().enumerate() {
                        if self.row(ui, index, info, commands) {
                            run = Some(info.id);
                        }
                    }
                });
                self.scroll_to_chosen = false;
            });
        match run {
            Some(command) if commands.possible(command).is_ok() => PaletteAnswer::Run(command),
            _ if modal.should_close() => PaletteAnswer::Closed,
            _ => PaletteAnswer::Open,
        }
    }

    fn take_keys(&mut self, ui: &Ui, count: usize) {
        let last = count.saturating_sub(1);
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
            let before = self.chosen;
            if pressed(Key::ArrowDown) {
                self.chosen = if self.chosen >= last {
                    0
                } else {
                    self.chosen + 1
                };
            }
            if pressed(Key::ArrowUp) {
                self.chosen = self.chosen.checked_sub(1).unwrap_or(last);
            }
            if pressed(Key::PageDown) {
                self.chosen = (self.chosen + 10).min(last);
            }
            if pressed(Key::PageUp) {
                self.chosen = self.chosen.saturating_sub(10);
            }
            self.scroll_to_chosen |= before != self.chosen;
        });
    }

    /// One command; whether it was clicked.
    fn row(&self, ui: &mut Ui, index: usize, info: &CommandInfo, commands: &Commands) -> bool {
        let possible = commands.possible(info.id);
        let colors = theme::colors(ui);
        let mut button = egui::Button::selectable(
            index == self.chosen,
            RichText::new(format!("{} – {}", info.menu.title(), info.id.text())),
        )
        .min_size(vec2(ui.available_width(), 0.0));
        if let Some(keys) = commands.shortcut(ui.ctx(), info.id) {
            button = button.shortcut_text(RichText::new(keys).color(colors.weak));
        } else {
            button = button.shortcut_text("");
        }
        let response = ui.add_enabled(possible.is_ok(), button);
        if self.scroll_to_chosen && index == self.chosen {
            response.scroll_to_me(None);
        }
        let response = response.on_hover_text(info.tooltip);
        match possible {
            Ok(()) => response.clicked(),
            Err(reason) => {
                response.on_disabled_hover_text(reason);
                false
            }
        }
    }
}

/// The commands that a query finds: by name first, then by name and menu, then by what they do.
fn find(query: &str, all: &[&'static CommandInfo]) -> Vec<&'static CommandInfo> {
    let names = all.iter().map(|info| info.id.text());
    let mut found = fuzzy::search(query, names);
    let with_menus: Vec<String> = all
        .iter()
        .map(|info| format!("{} {}", info.id.text(), info.menu.title()))
        .collect();
    found.extend(fuzzy::search(query, with_menus.iter().map(String::as_str)));
    let query = query.trim().to_lowercase();
    found.extend((0..all.len()).filter(|index| {
        let tooltip = all[*index].tooltip.to_lowercase();
        !query.is_empty() && tooltip.contains(&query)
    }));
    let mut commands: Vec<&CommandInfo> = Vec::new();
    for index in found {
        if commands.iter().all(|info| info.id != all[index].id) {
            commands.push(all[index]);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::pages;

    fn all() -> Vec<&'static CommandInfo> {
        pages::commands(&pages::all()).all().collect()
    }

    #[test]
    fn every_command_is_found_by_its_own_name() {
        for info in all() {
            let found = find(info.id.text(), &all());
            assert_eq!(found[0].id, info.id);
        }
    }

    #[test]
    fn what_a_command_does_finds_it_too() {
        let screenshot = find("screenshot", &all());
        assert!(
            screenshot
                .iter()
                .any(|info| info.id == known::IMPORT_PICTURE)
        );
        assert!(find("zzzz", &all()).is_empty());
    }
}
