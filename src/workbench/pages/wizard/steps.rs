//! The steps of the wizard, and the layout of the page: steps on the left, content of the current step next to them.

use egui::{Frame, Panel, Popup, RichText, Ui};

use super::Wizard;
use crate::kit::fields::{panel_frame, primary_button, scroll_area, tip_button};
use crate::kit::pane::Pane;
use crate::kit::theme::space;
use crate::live_panel::LivePanel;
use crate::page::{CommandId, Cx, ProfilePart, known};

/// Height reserved for the verdict on the cells, in points.
const VERDICT_HEIGHT: f32 = 74.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WizardStep {
    Game,
    Picture,
    Board,
    Values,
    Controls,
    Try,
    Save,
}

impl WizardStep {
    /// All steps in order, with their displayed names.
    pub(super) const ALL: [(Self, &'static str); 7] = [
        (Self::Game, "Game"),
        (Self::Picture, "Picture"),
        (Self::Board, "Board"),
        (Self::Values, "Cells"),
        (Self::Controls, "Controls"),
        (Self::Try, "Try it"),
        (Self::Save, "Save"),
    ];

    /// The step that edits a part of the profile.
    pub(super) fn for_part(part: ProfilePart) -> Self {
        match part {
            ProfilePart::Rules => Self::Game,
            ProfilePart::Board => Self::Board,
            ProfilePart::Cells => Self::Values,
            ProfilePart::Controls => Self::Controls,
        }
    }

    pub(super) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The step at a distance of `by`, if there is one.
    pub(super) fn offset(self, by: isize) -> Option<Self> {
        let (step, _) = Self::ALL.get((self as usize).checked_add_signed(by)?)?;
        Some(*step)
    }
}

impl Wizard {
    /// Shows the page. Returns the tab to show if the wizard is done or discarded.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx,
        trial: &mut LivePanel,
    ) -> Option<CommandId> {
        let frame = panel_frame(ui);
        if !is_covered(ui) && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.cancel();
        }
        let mut next_tab = None;
        Pane::left("new profile steps", 360.0, 330.0..=480.0)
            .frame(frame)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::TIGHT;
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
                        next_tab = self.navigation(ui).then_some(known::EDIT);
                    });
                let done = self.step_list(ui, cx, trial);
                next_tab = next_tab.or(done);
            });
        match self.step {
            WizardStep::Try => self.try_it(ui, cx, trial),
            WizardStep::Game => self.intro(ui),
            WizardStep::Picture if self.draft.pictures.is_empty() => self.windows(ui, cx),
            _ => self.picture_area(ui),
        }
        next_tab
    }

    /// Shows the list of steps with the fields of the current one. Returns the tab to show if the wizard is done.
    fn step_list(&mut self, ui: &mut Ui, cx: &mut Cx, trial: &mut LivePanel) -> Option<CommandId> {
        let mut next_tab = None;
        let mut go = None;
        scroll_area(ui, "steps of the wizard", |ui| {
            for (index, (step, name)) in WizardStep::ALL.into_iter().enumerate() {
                let open = self.step == step;
                let done = if self.is_done(step) { " – done" } else { "" };
                let text = RichText::new(format!("{}. {name}{done}", index + 1));
                let text = if open { text.strong() } else { text };
                let button = egui::Button::selectable(open, text).frame(true);
                if ui.add_enabled(self.can_go(step), button).clicked() && !open {
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

    /// Shows the buttons below the steps. Returns whether to discard everything.
    fn navigation(&mut self, ui: &mut Ui) -> bool {
        let mut discarded = false;
        ui.horizontal_wrapped(|ui| {
            if self.prompt.discarding {
                ui.label("Discard everything you entered?");
                discarded = ui.button("Discard").clicked();
                if ui.button("Keep").clicked() {
                    self.prompt.discarding = false;
                }
                return;
            }
            let (back, next) = (self.step.offset(-1), self.step.offset(1));
            let button = ui.add_enabled(back.is_some(), egui::Button::new("Back"));
            if let Some(back) = back.filter(|_| button.clicked()) {
                self.go(back);
            }
            if let Some(next) = next
                && primary_button(ui, "Next", self.can_go(next)).clicked()
            {
                self.go(next);
            }
            ui.separator();
            let hint = "Discard everything you entered. Switching to another tab keeps it";
            if tip_button(ui, "Discard", hint) {
                // Without a picture, nothing is lost.
                discarded = self.draft.pictures.is_empty();
                self.prompt.discarding = !discarded;
            }
        });
        discarded
    }
}

/// Returns whether a dialog or list covers the page and handles Escape.
fn is_covered(ui: &Ui) -> bool {
    let modal = ui.memory(|memory| memory.top_modal_layer().is_some());
    modal || Popup::is_any_open(ui.ctx())
}
