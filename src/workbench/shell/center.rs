//! The middle of the window: the row of tabs, and the page whose tab is in front.

use egui::{Align, Frame, Label, Layout, Margin, RichText, Ui};

use crate::kit::theme::{self, space};
use crate::page::{Tab, known};
use crate::shell::app::Workbench;
use crate::shell::focus::Pane;

impl Workbench {
    /// The middle of the window.
    pub(crate) fn center_pane(&mut self, ui: &mut Ui) {
        self.cx.facts.hovered = None;
        let colors = theme::colors(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(space::PANEL, 6))
            .show(ui, |ui| {
                self.panes.mark(ui, Pane::Center);
                self.mode_bar(ui);
            });
        if self.shows_start_page() {
            self.start_page(ui);
            return;
        }
        if let Some(front) = self.front() {
            self.pages[front].ui(ui, &mut self.cx);
            return;
        }
        if self.cx.tab == known::LIVE {
            self.live_panel(ui);
            return;
        }
        if self.cx.tab == known::STATES {
            self.states_pane(ui);
            return;
        }
        if self.cx.tab == known::NEW_PROFILE {
            self.wizard_page(ui);
            return;
        }
        if self.cx.tab == known::EDIT
            && let Some(language) = self.cx.language()
        {
            self.writing_pane(ui, language);
        }
    }

    /// The tabs there are now.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        let old = [("States", known::STATES), ("Live", known::LIVE)];
        let old = old.map(|(title, command)| Tab { title, command });
        let mut tabs: Vec<Tab> = self
            .pages
            .iter()
            .filter_map(|page| page.tab(&self.cx))
            .collect();
        if self.cx.language().is_some() {
            let written = Tab {
                title: "Edit",
                command: known::EDIT,
            };
            tabs.insert(0, written);
        }
        let plan = tabs.iter().position(|tab| tab.command == known::PLAN);
        let behind = plan.map_or(tabs.len(), |plan| plan + 1);
        tabs.splice(behind..behind, old);
        if self.wizard.is_some() {
            tabs.push(Tab {
                title: "New profile",
                command: known::NEW_PROFILE,
            });
        }
        tabs
    }

    fn mode_bar(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            for tab in self.tabs() {
                let chosen = self.cx.tab == tab.command && !self.cx.start_page;
                let tooltip = self.cx.commands.tooltip(ui.ctx(), tab.command);
                if ui
                    .selectable_label(chosen, tab.title)
                    .on_hover_text(tooltip)
                    .clicked()
                {
                    self.run(ui.ctx(), tab.command);
                }
            }
            ui.separator();
            let star = if self.cx.document.is_dirty() {
                " (changed)"
            } else {
                ""
            };
            let name = format!("{}{star}", self.cx.document.name());
            // In a narrow window the menu and the keys have to do.
            let narrow = ui.available_width() < 240.0;
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
