//! Looking: every look goes with a look at the person, the window and the focus.

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::desktop::{Signal, WorldError};
use crate::event::{Event, Frame, Pause};
use crate::preflight;
use crate::reader::same;
use crate::vision::ScreenReading;

use super::{Break, Player, Step};

/// A reading, or why there is none, for people.
type Seen = Result<Arc<ScreenReading>, String>;

/// Longest wait for the window to become active after it was asked for.
const FOCUS_WAIT: Duration = Duration::from_secs(5);
/// No window is active for so long at most while the focus goes from one to another.
const FOCUS_ON_ITS_WAY: Duration = Duration::from_millis(200);
/// Longest time without a picture.
const BLIND: Duration = Duration::from_secs(1);
/// Pictures for those who watch, not more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(100);

impl Player {
    /// The person's commands and emergency stop.
    pub(super) fn heed_all(&mut self) -> Step<()> {
        self.heed()?;
        if self.config.fail_safe
            && let Some(signal) = self.deps.world.signal()?
        {
            let what = match signal {
                Signal::Hotkey => "the hotkey",
                Signal::Corner => "the pointer in a corner of the screen",
            };
            return Err(Break::Pause(Pause::FailSafe(what, signal)));
        }
        Ok(())
    }

    /// All that must hold before an input and while one is being confirmed.
    pub(super) fn guard(&mut self) -> Step<()> {
        self.heed_all()?;
        let mut active = self.deps.world.active()?;
        if active.is_none() {
            // On its way from one window to another: to which, is worth a moment.
            let deadline = self.deps.world.now() + FOCUS_ON_ITS_WAY;
            while active.is_none() && self.deps.world.now() < deadline {
                self.deps.world.sleep(Duration::from_millis(10));
                self.heed_all()?;
                active = self.deps.world.active()?;
            }
        }
        if active == Some(self.window) {
            return Ok(());
        }
        if self.deps.world.window(self.window)?.is_none() {
            return Err(Break::Pause(Pause::WindowGone));
        }
        let to = match active {
            // The other window may be gone by now, too.
            Some(other) => self.deps.world.window(other)?.map(|window| window.title),
            None => None,
        };
        Err(Break::Pause(Pause::FocusLost { to }))
    }

    /// Finds the window again if need be, and brings it to the front.
    pub(super) fn attach(&mut self) -> Step<()> {
        self.heed()?;
        // That an earlier window had no picture when it was closed says nothing of this one.
        self.blind_since = None;
        if self.deps.world.window(self.window)?.is_none() {
            let windows = self.deps.world.windows()?;
            match preflight::fitting(&windows, &self.config).as_slice() {
                [window] => {
                    self.window = window.id;
                    self.reader = (self.deps.reader)();
                }
                _ => return Err(Break::Pause(Pause::WindowGone)),
            }
        }
        if self.deps.world.active()? == Some(self.window) {
            return Ok(());
        }
        match self.deps.world.activate(self.window) {
            // Then the person has to click it.
            Ok(()) | Err(WorldError::CannotActivate) => {}
            Err(error) => return Err(error.into()),
        }
        let deadline = self.deps.world.now() + FOCUS_WAIT;
        while self.deps.world.now() < deadline {
            self.heed_all()?;
            if self.deps.world.active()? == Some(self.window) {
                // The focus itself follows a moment after the window manager's word.
                self.deps.world.sleep(Duration::from_millis(100));
                return Ok(());
            }
            self.deps.world.sleep(Duration::from_millis(20));
        }
        if self.deps.world.window(self.window)?.is_none() {
            return Err(Break::Pause(Pause::WindowGone));
        }
        Err(Break::Pause(Pause::NoFocus))
    }

    /// Whether the game shows something else than boards. Seen twice, lest a picture caught halfway
    /// through drawing counts.
    pub(super) fn is_away(&self) -> bool {
        self.away >= 2
    }

    /// Takes a picture and reads it.
    pub(super) fn look(&mut self) -> Step<Frame> {
        self.guard()?;
        let (picture, seen) = self.capture()?;
        let now = self.deps.world.now();
        let frame = Frame {
            at: now.saturating_sub(self.began),
            seen,
            picture,
        };
        let good = frame.seen.as_ref().ok();
        // Pictures caught halfway through drawing say neither that something changed nor that
        // it did not.
        let good = good.filter(|seen| seen.why_no_boards.is_none());
        if let Some(seen) = good {
            let still = |old: &Arc<ScreenReading>| same(old, seen) && old.place.near(seen.place);
            if !self.good.as_ref().is_some_and(still) {
                self.changed_at = now;
            }
            self.good = Some(seen.clone());
        }
        let away = good.is_some_and(|seen| !seen.is_playing());
        self.away = if away { self.away + 1 } else { 0 };
        if now.saturating_sub(self.seen_told) >= SHOW_EVERY {
            self.seen_told = now;
            (self.deps.tell)(Event::Seen(frame.clone()));
        }
        self.last = Some(frame.clone());
        Ok(frame)
    }

    /// A picture and its reading. A window that is just being shown, hidden or resized has none
    /// for a moment; only if that lasts it is a reason to stop.
    fn capture(&mut self) -> Step<(Arc<RgbaImage>, Seen)> {
        match self.deps.world.capture(self.window) {
            Ok(picture) => {
                self.blind_since = None;
                let seen = self.reader.read(&picture).map(Arc::new);
                Ok((Arc::new(picture), seen.map_err(|error| error.to_string())))
            }
            Err(error @ WorldError::NoPicture(_)) => {
                let now = self.deps.world.now();
                let since = *self.blind_since.get_or_insert(now);
                if now.saturating_sub(since) >= BLIND {
                    self.blind_since = None;
                    return Err(error.into());
                }
                let last = self.last.as_ref().map(|frame| frame.picture.clone());
                Ok((last.unwrap_or_default(), Err(error.to_string())))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Looks until the picture has shown the same for so long, at most `limit`; the latest look
    /// in any case.
    pub(super) fn settled(&mut self, quiet: Duration, limit: Duration) -> Step<(Frame, bool)> {
        let deadline = self.deps.world.now() + limit;
        loop {
            let frame = self.look()?;
            let now = self.deps.world.now();
            let good = frame
                .seen
                .as_ref()
                .is_ok_and(|seen| seen.why_no_boards.is_none());
            if good && now.saturating_sub(self.changed_at) >= quiet {
                return Ok((frame, true));
            }
            if now >= deadline {
                return Ok((frame, false));
            }
            self.nap(now);
        }
    }

    /// Waits until the next look is due; `since` is when the last one ended.
    pub(super) fn nap(&mut self, since: Duration) {
        let spent = self.deps.world.now().saturating_sub(since);
        self.deps
            .world
            .sleep(self.pace.poll().saturating_sub(spent));
    }

    /// Waits for a moment, heeding everything.
    pub(super) fn wait_until(&mut self, moment: Duration) -> Step<()> {
        loop {
            self.guard()?;
            let left = moment.saturating_sub(self.deps.world.now());
            if left.is_zero() {
                return Ok(());
            }
            self.deps.world.sleep(left.min(Duration::from_millis(20)));
        }
    }
}
