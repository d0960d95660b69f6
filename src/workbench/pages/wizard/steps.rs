//! Layout of the page: steps on the left, content of the current step next to them.

use egui::{Frame, Margin, Panel, Popup, RichText, ScrollArea, Ui};

use crate::kit::fields::primary_button;
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::live_panel::LivePanel;
use crate::page::{CommandId, Cx, known};

use super::Wizard;
use super::step::WizardStep;

/// Height reserved for the verdict on the cells, in points.
const VERDICT_HEIGHT: f32 = 74.0;

enum StepAction {
    Go(WizardStep),
    Discard,
}

impl Wizard {
    /// Shows the page. Returns the tab to show if the wizard is done or discarded.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx,
        trial: &mut LivePanel,
    ) -> Option<CommandId> {
        let frame = Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::same(space::PANEL));
        if !is_covered(ui) && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.cancel();
        }
        let mut next_tab = None;
        Pane::left("new profile steps", 360.0, 330.0..=480.0)
            .frame(frame)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::TIGHT;
                let mut action = None;
                // Visible however long the step is.
                Panel::bottom("new profile way")
                    .frame(Frame::new())
                    .show(ui, |ui| {
                        ui.add_space(space::SMALL);
                        if self.step == WizardStep::Values {
                            // Below the fields, so that nothing above moves while cells are clicked.
                            ui.scope(|ui| {
                                ui.set_min_height(VERDICT_HEIGHT);
                                self.verdict(ui);
                            });
                            ui.add_space(space::SMALL);
                        }
                        action = self.navigation(ui);
                    });
                next_tab = self.step_list(ui, cx, trial);
                match action {
                    Some(StepAction::Go(step)) => self.go(step),
                    Some(StepAction::Discard) => next_tab = Some(known::EDIT),
                    None => {}
                }
            });
        match self.step {
            WizardStep::Try => self.try_it(ui, cx, trial),
            WizardStep::Game => self.intro(ui, cx),
            WizardStep::Picture if self.draft.pictures.is_empty() => self.windows(ui, cx),
            _ => self.picture_area(ui),
        }
        next_tab
    }

    /// Shows the list of steps with the fields of the current one. Returns the tab to show if the wizard is done.
    fn step_list(&mut self, ui: &mut Ui, cx: &mut Cx, trial: &mut LivePanel) -> Option<CommandId> {
        let mut next_tab = None;
        let mut go = None;
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                for (index, (step, name)) in WizardStep::ALL.into_iter().enumerate() {
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
                            next_tab = self.fields(ui, cx, trial);
                            ui.add_space(space::SMALL);
                        });
                    }
                }
            });
        if let Some(step) = go {
            self.go(step);
        }
        next_tab
    }

    /// Fields of the current step. Returns the tab to show if the wizard is done.
    fn fields(&mut self, ui: &mut Ui, cx: &mut Cx, trial: &mut LivePanel) -> Option<CommandId> {
        match self.step {
            WizardStep::Game => self.game_fields(ui, cx),
            WizardStep::Picture => self.picture_fields(ui, cx),
            WizardStep::Board => self.board_fields(ui),
            WizardStep::Values => self.value_fields(ui, cx),
            WizardStep::Controls => self.controls_fields(ui),
            WizardStep::Try => self.trial_fields(ui, cx, trial),
            WizardStep::Save => return self.save_fields(ui, cx),
        }
        None
    }

    fn navigation(&mut self, ui: &mut Ui) -> Option<StepAction> {
        let mut action = None;
        ui.horizontal_wrapped(|ui| {
            if self.prompt.discarding {
                ui.label("Discard everything you entered?");
                if ui.button("Discard").clicked() {
                    action = Some(StepAction::Discard);
                }
                if ui.button("Keep").clicked() {
                    self.prompt.discarding = false;
                }
                return;
            }
            let back = self.step.offset(-1);
            let button = egui::Button::new("Back");
            if ui.add_enabled(back.is_some(), button).clicked() {
                action = back.map(StepAction::Go);
            }
            if let Some(next) = self.step.offset(1)
                && primary_button(ui, "Next", self.can_go(next)).clicked()
            {
                action = Some(StepAction::Go(next));
            }
            ui.separator();
            let hint = "Discard everything you entered. Switching to another tab keeps it";
            let button = ui.button("Discard").on_hover_text(hint);
            if button.clicked() {
                // Without a picture, nothing is lost.
                match self.draft.pictures.is_empty() {
                    true => action = Some(StepAction::Discard),
                    false => self.prompt.discarding = true,
                }
            }
        });
        action
    }
}

/// Returns whether a dialog or list covers the page and handles Escape.
fn is_covered(ui: &Ui) -> bool {
    let modal = ui.memory(|memory| memory.top_modal_layer().is_some());
    modal || Popup::is_any_open(ui.ctx())
}
