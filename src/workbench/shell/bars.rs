//! The tab bar: pages, the open level's name or the tabs of several, undo and redo. The status bar.

use egui::text::LayoutJob;
use egui::{Align, Button, FontId, Label, Layout, RichText, TextFormat, Ui};

use super::state::Workbench;
use crate::kit::theme::{self, text};
use crate::page::{Tab, known};
use crate::session::Document;

/// Usual width of a tab, in points.
const TAB_WIDTH: f32 = 64.0;
/// Height of the bar, whether it contains the tabs of levels or not, in points.
const BAR_HEIGHT: f32 = 32.0;

impl Workbench {
    pub(super) fn tabs(&self) -> Vec<Tab> {
        let pages = self.pages.iter();
        pages.filter_map(|page| page.layout(&self.cx).tab).collect()
    }

    pub(super) fn tab_bar(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.set_min_height(BAR_HEIGHT);
            let tabs = match self.cx.start_page {
                true => Vec::new(),
                false => self.tabs(),
            };
            // Tabs move closer together if less than 200 points would be left for level names and buttons.
            if ui.available_width() < TAB_WIDTH * tabs.len() as f32 + 200.0 {
                ui.spacing_mut().item_spacing.x = 2.0;
                ui.spacing_mut().button_padding.x = 4.0;
            }
            for tab in tabs {
                let chosen = self.cx.tab == tab.command;
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
                if self.levels.open.len() > 1 {
                    let layout = Layout::left_to_right(Align::Center);
                    ui.with_layout(layout, |ui| self.level_tabs(ui));
                    return;
                }
                let rect = ui.available_rect_before_wrap();
                let title = level_title(ui, &self.cx.document);
                ui.put(rect, Label::new(title).truncate().selectable(false));
            });
        });
    }

    /// The last message, hovered cell, game and size.
    pub(super) fn status_bar(&mut self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if !self.cx.start_page {
                    let game = self.cx.document.game().map_or("", |game| game.info().title);
                    ui.weak(match self.cx.document.is_placeholder() {
                        true => game.to_owned(),
                        false => format!("{game}, {}", self.cx.document.level().extent()),
                    });
                }
                for page in &mut self.pages {
                    page.status(ui, &mut self.cx);
                }
                if let Some(cell) = self.cx.facts.level.hovered {
                    ui.separator();
                    ui.weak(cell.to_string());
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let (text, color) = match self.cx.messages.latest() {
                        Some(message) => {
                            let color = message.severity.color(colors, colors.text);
                            (message.text.as_str(), color)
                        }
                        None => ("Ready", colors.weak),
                    };
                    let line = text.lines().next().unwrap_or_default();
                    ui.add(Label::new(RichText::new(line).color(color)).truncate());
                });
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
    let is_dirty = document.is_dirty();
    let suffix = if is_dirty { " (changed)" } else { "" };
    let format = TextFormat::simple(FontId::proportional(text::BODY), colors.weak);
    job.append(&format!(" · {game}{suffix}"), 0.0, format);
    job
}
