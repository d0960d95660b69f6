//! The tab bar of pages, with undo and redo buttons and the open level's name.

use egui::text::LayoutJob;
use egui::{Align, Button, FontId, Label, Layout, TextFormat, Ui};

use super::state::Workbench;
use crate::kit::theme::{self, text};
use crate::page::{Tab, known};
use crate::session::Document;

const TAB_WIDTH: f32 = 64.0;

impl Workbench {
    pub(super) fn tabs(&self) -> Vec<Tab> {
        let pages = self.pages.iter();
        pages.filter_map(|page| page.tab(&self.cx)).collect()
    }

    pub(super) fn tab_bar(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let tabs = self.tabs();
            // Tabs move closer together if space is short.
            if ui.available_width() < TAB_WIDTH * tabs.len() as f32 + 200.0 {
                ui.spacing_mut().item_spacing.x = 2.0;
                ui.spacing_mut().button_padding.x = 4.0;
            }
            for tab in tabs {
                let chosen = self.cx.tab == tab.command && !self.cx.start_page;
                let tooltip = self.cx.commands.tooltip(ui.ctx(), tab.command);
                let button = ui.selectable_label(chosen, tab.title);
                if button.on_hover_text(tooltip).clicked() {
                    self.run(ui.ctx(), tab.command);
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // In a narrow window, menu and shortcuts remain.
                if ui.available_width() > 200.0 {
                    for command in [known::REDO, known::UNDO] {
                        let button = Button::new(command.text()).frame_when_inactive(false);
                        self.cx.styled_button(ui, command, button);
                    }
                }
                // With several levels open, their own tabs display the names.
                if self.levels.open.len() == 1 {
                    let rect = ui.available_rect_before_wrap();
                    let title = level_title(ui, &self.cx.document);
                    ui.put(rect, Label::new(title).truncate().selectable(false));
                }
            });
        });
    }
}

/// The level's name and game, and whether it has unsaved changes.
fn level_title(ui: &Ui, document: &Document) -> LayoutJob {
    let colors = theme::colors(ui);
    let mut job = LayoutJob::default();
    let format = TextFormat::simple(theme::bold(text::BODY), colors.text);
    job.append(&document.name(), 0.0, format);
    let game = document.game().map_or("", |game| game.info().title);
    let suffix = if document.is_dirty() {
        " (changed)"
    } else {
        ""
    };
    let format = TextFormat::simple(FontId::proportional(text::BODY), colors.weak);
    job.append(&format!(" · {game}{suffix}"), 0.0, format);
    job
}
