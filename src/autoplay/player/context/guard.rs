//! Guard: nothing is captured or sent unless the target is open and in front.

use std::time::Duration;

use crate::config::Config;
use crate::desktop::{DesktopError, WindowInfo};
use crate::event::PauseReason;
use crate::player::{Break, Flow};

use super::RunContext;

/// Longest wait for the focus after requesting it.
const FOCUS_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest wait for the user's click into a window that cannot be brought to the front.
const CLICK_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest time without an active window while the focus changes.
const FOCUS_CHANGE_TIME: Duration = Duration::from_millis(200);

/// Returns the windows that may be the target: the one that the settings select, or those that match the profile.
pub fn candidates(windows: &[WindowInfo], config: &Config) -> Vec<WindowInfo> {
    match config.window {
        Some(id) => foreign(windows, |window| window.id == id),
        None => matching(windows, config),
    }
}

pub fn matching(windows: &[WindowInfo], config: &Config) -> Vec<WindowInfo> {
    let rule = &config.profile.window;
    foreign(windows, |it| it.chosen || rule.fits(&it.app, &it.title))
}

/// Windows of other programs, as the workbench itself is never the game.
fn foreign(windows: &[WindowInfo], is_match: impl Fn(&WindowInfo) -> bool) -> Vec<WindowInfo> {
    let own = std::process::id();
    let is_foreign = |window: &&WindowInfo| window.pid != Some(own) && is_match(window);
    windows.iter().filter(is_foreign).cloned().collect()
}

impl RunContext {
    /// Checks everything that must hold before an input and while its effect is awaited: the user has not stopped the
    /// run, and the target is in front.
    pub fn guard(&mut self) -> Flow<()> {
        self.check_user()?;
        let mut active = self.desktop.active()?;
        if active.is_none() {
            // The focus is changing; waits to report the window it goes to.
            let deadline = self.now() + FOCUS_CHANGE_TIME;
            while active.is_none() && self.now() < deadline {
                self.sleep(Duration::from_millis(10));
                self.check_user()?;
                active = self.desktop.active()?;
            }
        }
        // Taken in any case, so that input to another window does not count for the target later.
        let is_used = self.desktop.has_user_input()?;
        if active == Some(self.target) {
            if is_used {
                self.used_at = Some(self.now());
            }
            return Ok(());
        }
        self.check_open()?;
        let to = match active {
            // The other window may be closed already.
            Some(other) => self.desktop.window(other)?.map(|window| window.title),
            None => None,
        };
        Err(Break::Pause(PauseReason::FocusLost { to }))
    }

    fn check_open(&mut self) -> Flow<()> {
        match self.target()? {
            Some(_) => Ok(()),
            None => Err(Break::Pause(PauseReason::WindowGone)),
        }
    }

    /// Returns whether the target is in front. Fails if it is closed.
    pub fn is_in_front(&mut self) -> Flow<bool> {
        let is_in_front = self.desktop.active()? == Some(self.target);
        if !is_in_front {
            self.check_open()?;
        }
        Ok(is_in_front)
    }

    /// If the target was closed, the only other window of the game becomes the target. Returns whether that happened.
    pub fn retarget(&mut self, config: &Config) -> Flow<bool> {
        self.take_commands()?;
        if self.target()?.is_some() {
            return Ok(false);
        }
        let windows = self.desktop.windows()?;
        match matching(&windows, config).as_slice() {
            [window] => self.target = window.id,
            _ => return Err(Break::Pause(PauseReason::WindowGone)),
        }
        Ok(true)
    }

    pub fn bring_to_front(&mut self) -> Flow<()> {
        if self.desktop.active()? == Some(self.target) {
            return Ok(());
        }
        match self.desktop.activate(self.target) {
            Ok(()) => {}
            Err(DesktopError::CannotActivate) => return self.await_click(),
            Err(error) => return Err(error.into()),
        }
        let deadline = self.now() + FOCUS_TIMEOUT;
        while self.now() < deadline {
            self.check_user()?;
            if self.desktop.active()? == Some(self.target) {
                // The keyboard focus follows the report of the window manager after a moment.
                self.sleep(Duration::from_millis(100));
                return Ok(());
            }
            self.sleep(Duration::from_millis(20));
        }
        self.check_open()?;
        // A dialog of the game may keep the focus until it is closed.
        Err(Break::Pause(match self.own_dialog()? {
            Some(dialog) => PauseReason::FocusLost {
                to: Some(dialog.title),
            },
            None => PauseReason::NoFocus,
        }))
    }

    fn await_click(&mut self) -> Flow<()> {
        self.notify_preparing(
            "Click the game's window, which cannot be brought to the front from here",
        );
        let deadline = self.now() + CLICK_TIMEOUT;
        while self.now() < deadline {
            self.take_commands()?;
            if self.desktop.active()? == Some(self.target) {
                return Ok(());
            }
            self.sleep(Duration::from_millis(50));
        }
        self.check_open()?;
        Err(Break::Pause(PauseReason::NoFocus))
    }

    /// Waits until `moment`, with the guard's checks.
    pub fn wait_until(&mut self, moment: Duration) -> Flow<()> {
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
