//! Guard: nothing is captured or sent unless the target is open and in front.

use std::time::Duration;

use crate::config::Config;
use crate::desktop::{WindowInfo, WorldError};
use crate::event::Pause;

use super::super::interrupt::{Break, Step};
use super::Site;

const FOCUS_WAIT: Duration = Duration::from_secs(5);
const CLICK_WAIT: Duration = Duration::from_secs(20);
/// Longest time without an active window while the focus changes.
const FOCUS_CHANGE: Duration = Duration::from_millis(200);

/// Returns the windows that may be the target.
pub fn candidates(windows: &[WindowInfo], config: &Config) -> Vec<WindowInfo> {
    match config.window {
        Some(id) => others(windows)
            .filter(|window| window.id == id)
            .cloned()
            .collect(),
        None => of_game(windows, config),
    }
}

/// Windows that match the profile.
fn of_game(windows: &[WindowInfo], config: &Config) -> Vec<WindowInfo> {
    let rule = &config.profile.window;
    let fits = |window: &&WindowInfo| window.chosen || rule.fits(&window.app, &window.title);
    others(windows).filter(fits).cloned().collect()
}

/// Windows of other programs, as the workbench itself is never the game.
fn others(windows: &[WindowInfo]) -> impl Iterator<Item = &WindowInfo> {
    let own = std::process::id();
    windows.iter().filter(move |window| window.pid != Some(own))
}

impl Site {
    /// Checks everything that must hold before an input and while its effect is awaited: the user has not stopped the
    /// run, and the target is in front.
    pub fn guard(&mut self) -> Step<()> {
        self.check_person()?;
        let mut active = self.world.active()?;
        if active.is_none() {
            // The focus is changing; waits to report the window it goes to.
            let deadline = self.now() + FOCUS_CHANGE;
            while active.is_none() && self.now() < deadline {
                self.sleep(Duration::from_millis(10));
                self.check_person()?;
                active = self.world.active()?;
            }
        }
        let is_used = self.world.has_user_input()?;
        if active == Some(self.target) {
            if is_used {
                self.person.used_at = Some(self.now());
            }
            return Ok(());
        }
        self.check_open()?;
        let to = match active {
            // The other window may be closed already.
            Some(other) => self.world.window(other)?.map(|window| window.title),
            None => None,
        };
        Err(Break::Pause(Pause::FocusLost { to }))
    }

    fn check_open(&mut self) -> Step<()> {
        match self.target()? {
            Some(_) => Ok(()),
            None => Err(Break::Pause(Pause::WindowGone)),
        }
    }

    /// Returns whether the target is in front. Fails if it is closed.
    pub fn is_in_front(&mut self) -> Step<bool> {
        let is_in_front = self.world.active()? == Some(self.target);
        if !is_in_front {
            self.check_open()?;
        }
        Ok(is_in_front)
    }

    /// If the target was closed, the only other window of the game becomes the target. Returns whether that happened.
    pub fn find_again(&mut self, config: &Config) -> Step<bool> {
        self.take_commands()?;
        if self.target()?.is_some() {
            return Ok(false);
        }
        let windows = self.world.windows()?;
        match of_game(&windows, config).as_slice() {
            [window] => self.target = window.id,
            _ => return Err(Break::Pause(Pause::WindowGone)),
        }
        Ok(true)
    }

    /// Brings the target to the front.
    pub fn bring_to_front(&mut self) -> Step<()> {
        if self.world.active()? == Some(self.target) {
            return Ok(());
        }
        match self.world.activate(self.target) {
            Ok(()) => {}
            Err(WorldError::CannotActivate) => return self.await_click(),
            Err(error) => return Err(error.into()),
        }
        let deadline = self.now() + FOCUS_WAIT;
        while self.now() < deadline {
            self.check_person()?;
            if self.world.active()? == Some(self.target) {
                // The keyboard focus follows the report of the window manager after a moment.
                self.sleep(Duration::from_millis(100));
                return Ok(());
            }
            self.sleep(Duration::from_millis(20));
        }
        self.check_open()?;
        // A dialog of the game may keep the focus until it is closed.
        Err(Break::Pause(match self.own_dialog()? {
            Some(dialog) => Pause::FocusLost {
                to: Some(dialog.title),
            },
            None => Pause::NoFocus,
        }))
    }

    fn await_click(&mut self) -> Step<()> {
        self.tell_preparing(
            "Click the game's window, which cannot be brought to the front from here",
        );
        let deadline = self.now() + CLICK_WAIT;
        while self.now() < deadline {
            self.take_commands()?;
            if self.world.active()? == Some(self.target) {
                return Ok(());
            }
            self.sleep(Duration::from_millis(50));
        }
        self.check_open()?;
        Err(Break::Pause(Pause::NoFocus))
    }

    /// Waits until `moment`, with the guard's checks.
    pub fn wait_until(&mut self, moment: Duration) -> Step<()> {
        loop {
            self.guard()?;
            let left = moment.saturating_sub(self.now());
            if left.is_zero() {
                return Ok(());
            }
            self.sleep(left.min(Duration::from_millis(20)));
        }
    }
}
