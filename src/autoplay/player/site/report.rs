//! Reports of a run: log lines, and events for listeners.

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::event::{Event, State};
use crate::log::Kind;

use super::Site;

impl Site {
    /// Time since the start of the run.
    pub fn since_start(&mut self) -> Duration {
        self.now().saturating_sub(self.report.began)
    }

    /// Emits an event.
    pub fn tell(&self, event: Event) {
        (self.report.tell)(event);
    }

    /// Reports the run's state.
    pub fn tell_state(&self, state: State) {
        self.tell(Event::State(state));
    }

    /// Reports an activity before moves are made.
    pub fn tell_preparing(&self, what: &str) {
        self.tell_state(State::Preparing(what.to_owned()));
    }

    /// Adds a line to the log, and reports it.
    pub fn note(&mut self, kind: Kind, text: impl Into<String>) {
        self.note_with_picture(kind, text, None);
    }

    /// Adds a line with a picture to the log, and reports it.
    pub fn note_with_picture(
        &mut self,
        kind: Kind,
        text: impl Into<String>,
        picture: Option<Arc<RgbaImage>>,
    ) {
        let text = text.into();
        self.log_only(kind, &text, picture.as_ref());
        self.tell(Event::Log(text));
    }

    /// Adds a line to the log without reporting it, for the many lines about single inputs.
    pub fn log_only(&mut self, kind: Kind, text: &str, picture: Option<&Arc<RgbaImage>>) {
        let at = self.since_start();
        self.report.log.add(at, kind, text, picture);
    }
}
