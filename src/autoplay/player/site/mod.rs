//! Run context: the desktop, the target window, the user, and the reports.
//!
//! Observer, actuator and run access the desktop only through [`Site`]: every input goes to the target, and follows
//! [`Site::guard`], as does every capture except the unguarded ones.

mod guard;
mod held;
mod person;
mod report;

use std::time::Duration;

use crossbeam_channel::Receiver;
use image::RgbaImage;

use crate::desktop::{WindowId, WindowInfo, World, WorldError};
use crate::event::{Command, Event};
use crate::game::Button;
use crate::log::RunLog;
use crate::search::CancelFlag;

pub use self::guard::candidates;

/// Receiver of a run's events.
pub type Tell = Box<dyn Fn(Event) + Send>;

/// Context of a run.
pub struct Site {
    world: Box<dyn World>,
    target: WindowId,
    person: Person,
    report: Report,
}

struct Person {
    commands: Receiver<Command>,
    cancel: CancelFlag,
    /// True if hotkey and screen corners pause the run.
    fail_safe: bool,
    pause_asked: bool,
    /// When the user last used keyboard or mouse in the target.
    used_at: Option<Duration>,
}

struct Report {
    log: RunLog,
    tell: Tell,
    began: Duration,
}

impl Site {
    /// Creates a context without a target.
    pub fn new(
        mut world: Box<dyn World>,
        (commands, cancel): (Receiver<Command>, CancelFlag),
        fail_safe: bool,
        (log, tell): (RunLog, Tell),
    ) -> Self {
        Self {
            report: Report {
                log,
                tell,
                began: world.now(),
            },
            world,
            target: WindowId(0),
            person: Person {
                commands,
                cancel,
                fail_safe,
                pause_asked: false,
                used_at: None,
            },
        }
    }

    /// Sets the target.
    pub fn aim_at(&mut self, window: WindowId) {
        self.target = window;
    }

    /// Returns the target; `None` if it is closed.
    pub fn target(&mut self) -> Result<Option<WindowInfo>, WorldError> {
        self.world.window(self.target)
    }

    /// Target and desktop, for captures without the guard.
    pub fn window_and_world(&mut self) -> (WindowId, &mut dyn World) {
        (self.target, &mut *self.world)
    }

    /// Time on the desktop's clock.
    pub fn now(&mut self) -> Duration {
        self.world.now()
    }

    /// Waits without any checks, for the short times of key presses.
    pub fn sleep(&mut self, time: Duration) {
        self.world.sleep(time);
    }

    /// Captures the target's client area.
    pub fn capture(&mut self) -> Result<RgbaImage, WorldError> {
        self.world.capture(self.target)
    }

    /// Requests a new picture of the target, as the last one may be lost. Returns whether one has arrived.
    pub fn refresh(&mut self) -> Result<bool, WorldError> {
        self.world.refresh(self.target)
    }

    /// Returns whether a window is open.
    pub fn is_open(&mut self, window: WindowId) -> Result<bool, WorldError> {
        Ok(self.world.window(window)?.is_some())
    }

    /// Dialog of the target that has the focus instead of it.
    pub fn own_dialog(&mut self) -> Result<Option<WindowInfo>, WorldError> {
        let Some(active) = self.world.active()?.filter(|active| *active != self.target) else {
            return Ok(None);
        };
        match self.world.owner(active)? {
            Some(owner) if owner == self.target => self.world.window(active),
            _ => Ok(None),
        }
    }

    /// Moves the pointer to the middle of the target.
    pub fn move_to_middle(&mut self) -> Result<(), WorldError> {
        let Some(window) = self.target()? else {
            return Err(WorldError::WindowGone);
        };
        let half = |side: u32| i32::try_from(side / 2).unwrap_or(0);
        let middle = (half(window.client.width), half(window.client.height));
        self.move_to(middle)
    }

    /// Presses a pointer button at a pixel of the target, if it is active and not covered there.
    pub fn button_down(&mut self, at: (i32, i32), button: Button) -> Result<(), WorldError> {
        self.world.button_down(self.target, at, button)
    }

    /// Moves the pointer to a pixel of the target, if it is active and not covered there.
    pub fn move_to(&mut self, at: (i32, i32)) -> Result<(), WorldError> {
        self.world.move_to(self.target, at)
    }

    /// Releases a button.
    pub fn button_up(&mut self, button: Button) {
        if let Err(error) = self.world.button_up(button) {
            log::warn!("a pointer button could not be released: {error}");
        }
    }
}
