//! Which step is to be looked at again when a trial does not go on.

use egui::{Label, RichText, Ui};

use crate::autoplay::{Cause, Pause, State};
use crate::kit::theme::{self, space};
use crate::live_panel::LivePanel;

use super::Wizard;
use super::step::Step;

/// The step in which the likely cause lies, and what to look for there.
fn blamed(state: &State) -> Option<(Step, &'static str)> {
    Some(match state {
        State::Preparing(_) | State::Playing => return None,
        State::Diverged(divergence) => match divergence.cause.as_ref()? {
            Cause::OtherPlace { .. } => (
                Step::Board,
                "Is the box exactly around the cells, with as many rows and columns as there are?",
            ),
            Cause::OtherInput { .. } => (Step::Controls, "Are the inputs interchanged?"),
            Cause::Twice { .. } => (
                Step::Controls,
                "Does one input do the move twice? A key may move the game's cursor and act at once.",
            ),
            Cause::Misread { .. } => (
                Step::Values,
                "Take one more picture of the window as it is now, and say what that cell shows.",
            ),
            Cause::Doubtful { .. } => (
                Step::Values,
                "Say what the cell shows with the button above, or take one more picture of the window as it is now.",
            ),
            Cause::Rules { .. } => (
                Step::Game,
                "Are these the rules of this game? If they are, look whether cells are read right.",
            ),
        },
        State::Paused(pause) => match pause {
            Pause::NoReaction { .. } | Pause::NoClickReaction { .. } => (
                Step::Controls,
                "The input had no effect. Try by hand what does the move.",
            ),
            Pause::Dialog { .. } => (Step::Controls, "Say which key closes the game's dialogs."),
            Pause::NoLevel { .. } => (Step::Controls, "Say how the next level starts."),
            Pause::Doubtful { .. } => (
                Step::Values,
                "Take one more picture of the window as it is now, and say what the cells show.",
            ),
            Pause::Unreadable(_) => (
                Step::Board,
                "The board is not found any more. Is it always at this place of the window?",
            ),
            Pause::NoPlan(_) => (
                Step::Game,
                "If the time was too short, give the solver more above. If there is no solution: are these the rules of this \
                 game, are its cells read right, and were no wrong moves made before?",
            ),
            Pause::Asked
            | Pause::Stepped
            | Pause::FailSafe(..)
            | Pause::FocusLost { .. }
            | Pause::NoFocus
            | Pause::WindowGone
            | Pause::World(_) => return None,
        },
    })
}

impl Wizard {
    /// Says, while a trial waits because something is wrong, which step is the likely cause, and leads there.
    pub(super) fn blame(&mut self, ui: &mut Ui, panel: &LivePanel) {
        let Some((step, what)) = panel.run_state().and_then(blamed) else {
            return;
        };
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
