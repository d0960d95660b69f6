//! Layout of the page: steps on the left, content of the current step next to them.

use egui::{Frame, Margin, Panel, Popup, RichText, ScrollArea, Ui};

use crate::kit::fields::primary_button;
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::live_panel::LivePanel;
use crate::page::{Command, Cx, known};

use super::Wizard;
use super::step::Step;

/// Height reserved for the verdict on the cells, in points.
const VERDICT: f32 = 74.0;

enum Wish {
    Go(Step),
    GiveUp,
}

impl Wizard {
    /// Shows the page. Returns the tab to show if the wizard is done or discarded.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx,
        trial: &mut LivePanel,
    ) -> Option<Command> {
        let frame = Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::same(space::PANEL));
        if !is_covered(ui) && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.escape();
        }
        let mut leave = None;
        Pane::left("new profile steps", 360.0, 330.0..=480.0)
            .frame(frame)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::TIGHT;
                let mut wish = None;
                // Visible however long the step is.
                Panel::bottom("new profile way")
                    .frame(Frame::new())
                    .show(ui, |ui| {
                        ui.add_space(space::SMALL);
                        if self.step == Step::Values {
                            // Below the fields, so that nothing above moves while cells are clicked.
                            ui.scope(|ui| {
                                ui.set_min_height(VERDICT);
                                self.verdict(ui);
                            });
                            ui.add_space(space::SMALL);
                        }
                        wish = self.way(ui);
                    });
                leave = self.list(ui, cx, trial);
                match wish {
                    Some(Wish::Go(step)) => self.go(step),
                    Some(Wish::GiveUp) => leave = Some(known::EDIT),
                    None => {}
                }
            });
        match self.step {
            Step::Try => self.try_it(ui, cx, trial),
            Step::Game => self.about(ui, cx),
            Step::Picture if self.draft.pictures.is_empty() => self.windows(ui, cx),
            _ => self.picture_area(ui),
        }
        leave
    }

    /// Shows the list of steps with the fields of the current one. Returns the tab to show if the wizard is done.
    fn list(&mut self, ui: &mut Ui, cx: &mut Cx, trial: &mut LivePanel) -> Option<Command> {
        let mut leave = None;
        let mut go = None;
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                for (index, (step, name)) in Step::ALL.into_iter().enumerate() {
                    let open = self.step == step;
                    let done = if self.is_done(step) { " – done" } else { "" };
                    let text = format!("{}. {name}{done}", index + 1);
                    let text = if open {
                        RichText::new(text).strong()
                    } else {
                        RichText::new(text)
                    };
                    let button = egui::Button::selectable(open, text).frame(true);
                    let response = ui.add_enabled(self.can_go(step), button);
                    if response.clicked() && !open {
                        go = Some(step);
                    }
                    if open {
                        ui.indent(name, |ui| {
                            ui.add_space(space::TIGHT);
                            leave = self.fields(ui, cx, trial);
                            ui.add_space(space::SMALL);
                        });
                    }
                }
            });
        if let Some(step) = go {
            self.go(step);
        }
        leave
    }

    /// Fields of the current step. Returns the tab to show if the wizard is done.
    fn fields(&mut self, ui: &mut Ui, cx: &mut Cx, trial: &mut LivePanel) -> Option<Command> {
        match self.step {
            Step::Game => self.game_fields(ui, cx),
            Step::Picture => self.picture_fields(ui, cx),
            Step::Board => self.board_fields(ui),
            Step::Values => self.value_fields(ui, cx),
            Step::Controls => self.controls_fields(ui),
            Step::Try => self.trial_fields(ui, cx, trial),
            Step::Save => return self.save_fields(ui, cx),
        }
        None
    }

    fn way(&mut self, ui: &mut Ui) -> Option<Wish> {
        let mut wish = None;
        ui.horizontal_wrapped(|ui| {
            if self.asking.giving_up {
                ui.label("Discard everything you entered?");
                if ui.button("Discard").clicked() {
                    wish = Some(Wish::GiveUp);
                }
                if ui.button("Keep").clicked() {
                    self.asking.giving_up = false;
                }
                return;
            }
            let back = self.step.beside(-1);
            let button = egui::Button::new("Back");
            if ui.add_enabled(back.is_some(), button).clicked() {
                wish = back.map(Wish::Go);
            }
            if let Some(next) = self.step.beside(1)
                && primary_button(ui, "Next", self.can_go(next)).clicked()
            {
                wish = Some(Wish::Go(next));
            }
            ui.separator();
            let hint = "Discard everything you entered. Switching to another tab keeps it";
            let button = ui.button("Discard").on_hover_text(hint);
            if button.clicked() {
                // Without a picture, nothing is lost.
                match self.draft.pictures.is_empty() {
                    true => wish = Some(Wish::GiveUp),
                    false => self.asking.giving_up = true,
                }
            }
        });
        wish
    }
}

/// Returns whether a dialog or list covers the page and handles Escape.
fn is_covered(ui: &Ui) -> bool {
    let modal = ui.memory(|memory| memory.top_modal_layer().is_some());
    modal || Popup::is_any_open(ui.ctx())
}
