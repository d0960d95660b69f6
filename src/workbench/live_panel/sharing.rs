//! Windows that the desktop shares only once the user has chosen them in its dialog.

use egui::Ui;

use crate::kit::answer;
use crate::kit::fields::enabled_button;
use crate::page::Cx;
use crate::session::Task;

#[derive(Default)]
pub struct WindowSharing {
    request: Option<Task<Result<(), String>>>,
    error: Option<String>,
}

impl WindowSharing {
    /// Shows a button to choose the window for a screen profile, if the desktop has a dialog for that. If one
    /// `was_chosen` before, the user is asked again.
    pub fn button(&mut self, ui: &mut Ui, profile: &str, was_chosen: bool, cx: &Cx) {
        if !cx.world.live.can_choose_window() {
            return;
        }
        let text = match (self.request.is_some(), was_chosen) {
            (true, _) => "Choose it in the desktop's dialog",
            (false, true) => "Choose another window…",
            (false, false) => "Choose the window…",
        };
        let enabled = self.request.is_none();
        let tip = "This desktop shares only the windows you choose. Allow remote interaction there to let Planwright play.";
        if enabled_button(ui, enabled, text, tip) {
            let (live, profile) = (cx.world.live.clone(), profile.to_owned());
            self.error = None;
            let work = move |_: &_| live.choose_window(&profile, was_chosen);
            self.request = Some(Task::start("the desktop's question", &cx.wake, work));
        }
    }

    /// Processes the answer. Returns whether a window has just been chosen.
    pub fn poll(&mut self) -> bool {
        let outcome = Task::outcome_of(&mut self.request);
        if let Some(Err(error)) = &outcome {
            self.error = Some(answer::sentence(error));
        }
        outcome == Some(Ok(()))
    }

    pub fn error(&self) -> Option<&String> {
        self.error.as_ref()
    }
}
