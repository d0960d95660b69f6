//! Names the wizard's step that is the likely cause of a failing trial.

use egui::{Label, RichText, Ui};

use crate::kit::theme::{self, space};
use crate::live_panel::LivePanel;

use super::Wizard;
use super::step::WizardStep;

impl Wizard {
    /// Shows the likely cause of a trial's problem, with a button that leads to its step.
    pub(super) fn likely_cause(&mut self, ui: &mut Ui, panel: &LivePanel) {
        let Some((part, reason)) = panel.suspect_part() else {
            return;
        };
        let step = WizardStep::for_part(part);
        let name = step.name();
        ui.add_space(space::SMALL);
        let color = theme::colors(ui).warn;
        let text = format!("The likely cause is in the step ‘{name}’.");
        ui.add(Label::new(RichText::new(text).color(color).strong()).wrap());
        ui.add(Label::new(reason).wrap());
        if ui.button(format!("Go to ‘{name}’")).clicked() {
            self.go(step);
        }
    }
}
