//! The status bar: last message, hovered cell, game and size.

use egui::{Align, Label, Layout, RichText, Ui};

use super::state::Workbench;
use crate::kit::theme;

impl Workbench {
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
                if let Some(cell) = self.cx.facts.hovered {
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
