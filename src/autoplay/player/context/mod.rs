//! Run context: the desktop, the target window, the user, and the reports.
//!
//! Observer, actuator and run access the desktop only through [`RunContext`]: every input goes to
//! the target, and follows [`RunContext::guard`], as does every capture except the unguarded ones.

mod guard;
mod user;

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::Receiver;
use image::RgbaImage;

use crate::desktop::{Desktop, DesktopError, WindowId, WindowInfo};
use crate::event::{PlayCommand, PlayEvent, PlayState};
use crate::game::Button;
use crate::log::{LogKind, RunLog};
use crate::search::CancelFlag;
use crate::vision::Chord;

pub use self::guard::{candidates, matching};

pub type Notify = Box<dyn Fn(PlayEvent) + Send>;

pub struct RunContext {
    desktop: Box<dyn Desktop>,
    target: WindowId,
    commands: Receiver<PlayCommand>,
    cancel: CancelFlag,
    /// True if hotkey and screen corners pause the run.
    fail_safe: bool,
    /// True from the user's command until the next checkpoint pauses the run.
    pause_requested: bool,
    /// When the user last used keyboard or mouse in the target.
    used_at: Option<Duration>,
    log: RunLog,
    notify: Notify,
    /// Start of the run, by the desktop's clock.
    began: Duration,
}

/// Pressed keys; released on drop.
pub struct KeyGuard<'s> {
    pub ctx: &'s mut RunContext,
    chord: Chord,
}

impl RunContext {
    /// Creates the context of a run without a target yet. `fail_safe` is as in [`Config`](crate::Config).
    pub fn new(
        mut desktop: Box<dyn Desktop>,
        (commands, cancel): (Receiver<PlayCommand>, CancelFlag),
        fail_safe: bool,
        (log, notify): (RunLog, Notify),
    ) -> Self {
        Self {
            began: desktop.now(),
            desktop,
            // No window, until `set_target`.
            target: WindowId(0),
            commands,
            cancel,
            fail_safe,
            pause_requested: false,
            used_at: None,
            log,
            notify,
        }
    }

    pub fn set_target(&mut self, window: WindowId) {
        self.target = window;
    }

    /// Returns the target; `None` if it is closed.
    pub fn target(&mut self) -> Result<Option<WindowInfo>, DesktopError> {
        self.desktop.window(self.target)
    }

    /// Target and desktop, for captures without the guard.
    pub fn target_and_desktop(&mut self) -> (WindowId, &mut dyn Desktop) {
        (self.target, &mut *self.desktop)
    }

    pub fn now(&mut self) -> Duration {
        self.desktop.now()
    }

    /// Waits without any checks, for the short times of key presses.
    pub fn sleep(&mut self, time: Duration) {
        self.desktop.sleep(time);
    }

    pub fn capture(&mut self) -> Result<RgbaImage, DesktopError> {
        self.desktop.capture(self.target)
    }

    /// Requests a new picture of the target, as the last one may be lost. Returns whether one has arrived.
    pub fn refresh(&mut self) -> Result<bool, DesktopError> {
        self.desktop.refresh(self.target)
    }

    pub fn is_open(&mut self, window: WindowId) -> Result<bool, DesktopError> {
        Ok(self.desktop.window(window)?.is_some())
    }

    /// Dialog of the target that has the focus instead of it.
    pub fn own_dialog(&mut self) -> Result<Option<WindowInfo>, DesktopError> {
        let active = self.desktop.active()?;
        let Some(active) = active.filter(|active| *active != self.target) else {
            return Ok(None);
        };
        match self.desktop.owner(active)? {
            Some(owner) if owner == self.target => self.desktop.window(active),
            _ => Ok(None),
        }
    }

    pub fn move_to_middle(&mut self) -> Result<(), DesktopError> {
        let Some(window) = self.target()? else {
            return Err(DesktopError::WindowGone);
        };
        let half = |side: u32| i32::try_from(side / 2).unwrap_or(0);
        let middle = (half(window.client.width), half(window.client.height));
        self.move_to(middle)
    }

    /// Presses a pointer button at a pixel of the target, if it is active and not covered there.
    pub fn button_down(&mut self, at: (i32, i32), button: Button) -> Result<(), DesktopError> {
        self.desktop.button_down(self.target, at, button)
    }

    /// Moves the pointer to a pixel of the target, if it is active and not covered there.
    pub fn move_to(&mut self, at: (i32, i32)) -> Result<(), DesktopError> {
        self.desktop.move_to(self.target, at)
    }

    pub fn button_up(&mut self, button: Button) {
        if let Err(error) = self.desktop.button_up(button) {
            log::warn!("a pointer button could not be released: {error}");
        }
    }

    pub fn since_start(&mut self) -> Duration {
        self.now().saturating_sub(self.began)
    }

    pub fn notify(&self, event: PlayEvent) {
        (self.notify)(event);
    }

    pub fn notify_state(&self, state: PlayState) {
        self.notify(PlayEvent::State(state));
    }

    /// Reports an activity before moves are made.
    pub fn notify_preparing(&self, what: &str) {
        self.notify_state(PlayState::Preparing(what.to_owned()));
    }

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
        self.log.add(at, kind, text, picture);
    }

    /// Presses keys in the target, if it has the focus.
    pub fn hold(&mut self, chord: Chord) -> Result<KeyGuard<'_>, DesktopError> {
        self.hold_in(self.target, chord)
    }

    /// Presses keys in a window, such as a dialog of the target, if it has the focus. After an
    /// error all keys are released, as some of them, or a modifier, may be down.
    pub fn hold_in(
        &mut self,
        window: WindowId,
        chord: Chord,
    ) -> Result<KeyGuard<'_>, DesktopError> {
        let guard = KeyGuard { ctx: self, chord };
        for key in chord.keys() {
            guard.ctx.desktop.key_down(window, key)?;
        }
        Ok(guard)
    }
}

impl Drop for KeyGuard<'_> {
    fn drop(&mut self) {
        for key in self.chord.keys().rev() {
            if let Err(error) = self.ctx.desktop.key_up(key) {
                log::warn!("the key ‘{key}’ could not be released: {error}");
            }
        }
    }
}
