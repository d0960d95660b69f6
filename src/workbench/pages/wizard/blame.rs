//! Which step is to be looked at again when a trial does not go on.

use egui::{Label, RichText, Ui};

use crate::kit::theme::{self, space};
use crate::live_panel::LivePanel;

use super::Wizard;
use super::step::Step;

impl Wizard {
    /// Says, while something is wrong with a trial, which step is the likely cause, and leads there.
    pub(super) fn blame(&mut self, ui: &mut Ui, panel: &LivePanel) {
        let Some((part, what)) = panel.blamed() else {
            return;
        };
        let step = Step::of(part);
        let name = step.name();
        ui.add_space(space::SMALL);
        let color = theme::colors(ui).warn;
        let text = format!("The likely cause is in the step ‘{name}’.");
        ui.add(Label::new(RichText::new(text).color(color).strong()).wrap());
        ui.add(Label::new(what).wrap());
        if ui.button(format!("Go to ‘{name}’")).clicked() {
            self.go(step);
        }
    }
}
