//! The place of a run: the desktop, the target in it, the person who watches, and the report of what
//! happens.
//!
//! Eye, hand and run see and touch the desktop only through here: every input goes to the target,
//! and every look and every input comes after [`Site::guard`].

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

/// Where a run tells what happens.
pub type Tell = Box<dyn Fn(Event) + Send>;

/// Where a run takes place.
pub struct Site {
    world: Box<dyn World>,
    target: WindowId,
    person: Person,
    report: Report,
}

/// The person who watches.
struct Person {
    commands: Receiver<Command>,
    cancel: CancelFlag,
    /// Whether hotkey and screen corners stop the run.
    fail_safe: bool,
    pause_asked: bool,
    /// When the person last used keyboard or mouse in the target.
    used_at: Option<Duration>,
}

/// Where a run reports to.
struct Report {
    log: RunLog,
    tell: Tell,
    /// When the run began, on the desktop's clock.
    began: Duration,
}

impl Site {
    /// A site whose target is not known yet.
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

    /// Makes a window the target.
    pub fn aim_at(&mut self, window: WindowId) {
        self.target = window;
    }

    /// The target, unless it is gone.
    pub fn target(&mut self) -> Result<Option<WindowInfo>, WorldError> {
        self.world.window(self.target)
    }

    /// The target and its desktop, for looks that send nothing.
    pub fn window_and_world(&mut self) -> (WindowId, &mut dyn World) {
        (self.target, &mut *self.world)
    }

    /// The time on the desktop's clock.
    pub fn now(&mut self) -> Duration {
        self.world.now()
    }

    /// Waits without heeding anything: for the short times in which a key is held.
    pub fn sleep(&mut self, time: Duration) {
        self.world.sleep(time);
    }

    /// The picture of the target's client area.
    pub fn capture(&mut self) -> Result<RgbaImage, WorldError> {
        self.world.capture(self.target)
    }

    /// Has the target's picture sent anew, in case that one was lost; whether one has come.
    pub fn refresh(&mut self) -> Result<bool, WorldError> {
        self.world.refresh(self.target)
    }

    /// Whether a window is there.
    pub fn is_open(&mut self, window: WindowId) -> Result<bool, WorldError> {
        Ok(self.world.window(window)?.is_some())
    }

    /// The dialog of the target that has the focus in its place.
    pub fn own_dialog(&mut self) -> Result<Option<WindowInfo>, WorldError> {
        let Some(active) = self.world.active()?.filter(|active| *active != self.target) else {
            return Ok(None);
        };
        match self.world.owner(active)? {
            Some(owner) if owner == self.target => self.world.window(active),
            _ => Ok(None),
        }
    }

    /// Moves the pointer over the middle of the target.
    pub fn move_to_middle(&mut self) -> Result<(), WorldError> {
        let Some(window) = self.target()? else {
            return Err(WorldError::WindowGone);
        };
        let half = |side: u32| i32::try_from(side / 2).unwrap_or(0);
        let middle = (half(window.client.width), half(window.client.height));
        self.move_to(middle)
    }

    /// Presses a pointer button at a pixel of the target; the desktop checks that it is in front
    /// there in the same breath.
    pub fn button_down(&mut self, at: (i32, i32), button: Button) -> Result<(), WorldError> {
        self.world.button_down(self.target, at, button)
    }

    /// Moves the pointer within the target; the desktop checks that it is in front there.
    pub fn move_to(&mut self, at: (i32, i32)) -> Result<(), WorldError> {
        self.world.move_to(self.target, at)
    }

    /// Lets a button up.
    pub fn button_up(&mut self, button: Button) {
        if let Err(error) = self.world.button_up(button) {
            log::warn!("a pointer button could not be released: {error}");
        }
    }
}
