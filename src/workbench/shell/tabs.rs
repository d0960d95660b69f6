//! The row of pages, with the open level's name and the buttons to undo and redo.

use egui::{Align, Label, Layout, RichText, Ui};

use super::state::Workbench;
use crate::kit::spot;
use crate::page::{Tab, known};

/// The usual width of a tab in points.
const TAB: f32 = 64.0;

impl Workbench {
    /// The tabs there are now.
    pub(super) fn tabs(&self) -> Vec<Tab> {
        let pages = self.pages.iter();
        pages.filter_map(|page| page.tab(&self.cx)).collect()
    }

    pub(super) fn tab_bar(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let tabs = self.tabs();
            // Tabs stand closer where there is little room beside them.
            if ui.available_width() < TAB * tabs.len() as f32 + 200.0 {
                ui.spacing_mut().item_spacing.x = 2.0;
                ui.spacing_mut().button_padding.x = 4.0;
            }
            for tab in tabs {
                let chosen = self.cx.tab == tab.command && !self.cx.start_page;
                let tooltip = self.cx.commands.tooltip(ui.ctx(), tab.command);
                let button = ui.selectable_label(chosen, tab.title);
                spot::note(ui.ctx(), tab.command.text(), button.rect);
                if button.on_hover_text(tooltip).clicked() {
                    self.run(ui.ctx(), tab.command);
                }
            }
            ui.separator();
            let star = if self.cx.document.is_dirty() {
                " (changed)"
            } else {
                ""
            };
            // With several levels open, their own tabs have their names.
            let name = match self.levels.open.len() {
                1 => format!("{}{star}", self.cx.document.name()),
                _ => String::new(),
            };
            // In a narrow window the menu and the keys have to do.
            let narrow = ui.available_width() < 140.0;
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if !narrow {
                    self.cx.button(ui, known::REDO);
                    self.cx.button(ui, known::UNDO);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(name).strong()).truncate());
                });
            });
        });
    }
}
