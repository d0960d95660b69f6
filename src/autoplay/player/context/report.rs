//! Reports of a run: log lines, and events for listeners.

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::event::{PlayEvent, PlayState};
use crate::log::LogKind;

use super::RunContext;

impl RunContext {
    /// Time since the start of the run.
    pub fn since_start(&mut self) -> Duration {
        self.now().saturating_sub(self.reporter.began)
    }

    /// Emits an event.
    pub fn notify(&self, event: PlayEvent) {
        (self.reporter.notify)(event);
    }

    /// Reports the run's state.
    pub fn notify_state(&self, state: PlayState) {
        self.notify(PlayEvent::State(state));
    }

    /// Reports an activity before moves are made.
    pub fn notify_preparing(&self, what: &str) {
        self.notify_state(PlayState::Preparing(what.to_owned()));
    }

    /// Adds a line to the log, and reports it.
    pub fn note(&mut self, kind: LogKind, text: impl Into<String>) {
        self.note_with_picture(kind, text, None);
    }

    /// Adds a line with a picture to the log, and reports it.
    pub fn note_with_picture(
        &mut self,
        kind: LogKind,
        text: impl Into<String>,
        picture: Option<Arc<RgbaImage>>,
    ) {
        let text = text.into();
        self.log_only(kind, &text, picture.as_ref());
        self.notify(PlayEvent::Log(text));
    }

    /// Adds a line to the log without reporting it, for the many lines about single inputs.
    pub fn log_only(&mut self, kind: LogKind, text: &str, picture: Option<&Arc<RgbaImage>>) {
        let at = self.since_start();
        self.reporter.log.add(at, kind, text, picture);
    }
}
