//! Windows that the desktop shares only once the user has chosen them in its dialog.

use egui::{Button, Ui};

use crate::kit::answer;
use crate::page::Cx;
use crate::session::Task;

/// The desktop's question for the window.
#[derive(Default)]
pub struct WindowSharing {
    request: Option<Task<Result<(), String>>>,
    /// Error of the last question.
    error: Option<String>,
}

impl WindowSharing {
    /// Shows a button to choose the window for a screen profile, if the desktop has such a dialog. `replaces` means that a
    /// window was chosen before and another one is requested.
    pub fn button(&mut self, ui: &mut Ui, profile: &str, replaces: bool, cx: &Cx) {
        if !cx.world.live.can_choose_window() {
            return;
        }
        let text = match (self.request.is_some(), replaces) {
            (true, _) => "Choose it in the desktop's dialog",
            (false, true) => "Choose another window…",
            (false, false) => "Choose the window…",
        };
        let button = ui
            .add_enabled(self.request.is_none(), Button::new(text))
            .on_hover_text(
                "This desktop shares only the windows that you choose. Allow remote interaction there to let Planwright play",
            );
        if button.clicked() {
            let (live, profile) = (cx.world.live.clone(), profile.to_owned());
            self.error = None;
            let work = move |_: &_| live.choose_window(&profile, replaces);
            self.request = Some(Task::start("the desktop's question", &cx.wake, work));
        }
    }

    /// Processes the answer. Returns whether a window has just been chosen.
    pub fn poll(&mut self) -> bool {
        match Task::outcome_of(&mut self.request) {
            Some(Ok(())) => true,
            Some(Err(error)) => {
                self.error = Some(answer::sentence(&error));
                false
            }
            None => false,
        }
    }

    /// Error of the last question, for the user.
    pub fn error(&self) -> Option<&String> {
        self.error.as_ref()
    }
}
