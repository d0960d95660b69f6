//! Key presses and the game's own cursor.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use crate::event::{Frame, Pause};
use crate::game::{Cell, Size};
use crate::log::Kind;
use crate::vision::{CursorStart, Key};

use super::ways::{aside, steps, towards};
use super::{Break, Player, Step};

/// A key that is down; dropping it lets it up, whatever happens in between.
struct Hold<'p> {
    player: &'p mut Player,
    key: Key,
}

impl<'p> Hold<'p> {
    fn new(player: &'p mut Player, key: Key) -> Step<Self> {
        let (window, world) = (player.window, &mut player.deps.world);
        // The world looks at the focus once more, in the same breath as it sends the key.
        let pressed = world.key_down(window, key);
        if let Err(error) = pressed {
            // Half pressed, perhaps, with a modifier.
            if let Err(error) = world.key_up(key) {
                log::warn!("the key ‘{key}’ could not be let up: {error}");
            }
            return Err(error.into());
        }
        player.last_press = player.deps.world.now();
        player.outstanding.pressed(key);
        player.keys += 1;
        if let Some(current) = &mut player.current {
            current.stats.keys += 1;
        }
        Ok(Self { player, key })
    }
}

impl Deref for Hold<'_> {
    type Target = Player;

    fn deref(&self) -> &Player {
        self.player
    }
}

impl DerefMut for Hold<'_> {
    fn deref_mut(&mut self) -> &mut Player {
        self.player
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.player.deps.world.key_up(self.key) {
            log::warn!("the key ‘{}’ could not be let up: {error}", self.key);
        }
        let now = self.player.deps.world.now();
        self.player.next_press = now + self.player.pace.gap();
    }
}

/// A cursor that is not there after so many presses is not to be had there.
const MOST_PRESSES: usize = 2000;

/// Whether the effect of an input has shown.
pub(super) type Reached<'a> = &'a mut dyn FnMut(&Player, &Frame) -> bool;

impl Player {
    /// Presses a key and looks until its effect shows or it must be called lost, after `timeout`.
    pub(super) fn press(
        &mut self,
        key: Key,
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<Option<Frame>> {
        self.wait_until(self.next_press)?;
        let longest = self.pace.hold();
        let shortest = self.pace.min_hold();
        let mut hold = Hold::new(self, key)?;
        let pressed = hold.deps.world.now();
        let shown = loop {
            let frame = hold.look()?;
            let now = hold.deps.world.now();
            let held = now.saturating_sub(pressed);
            if reached(&hold, &frame) {
                hold.pace.confirmed(held);
                hold.deps.world.sleep(shortest.saturating_sub(held));
                break Some(frame);
            }
            if held >= longest || held >= timeout {
                break None;
            }
            hold.nap(now);
        };
        drop(hold);
        if shown.is_some() {
            self.count_confirmed();
            return Ok(shown);
        }
        loop {
            let frame = self.look()?;
            let now = self.deps.world.now();
            let waited = now.saturating_sub(pressed);
            if reached(self, &frame) {
                self.pace.confirmed(waited);
                self.count_confirmed();
                return Ok(Some(frame));
            }
            if waited >= timeout {
                return Ok(None);
            }
            self.nap(now);
        }
    }

    /// Presses a key for a fixed time.
    pub(super) fn hold_for(&mut self, key: Key, time: Duration) -> Step<()> {
        self.wait_until(self.next_press)?;
        let mut hold = Hold::new(self, key)?;
        hold.deps.world.sleep(time);
        Ok(())
    }

    fn count_confirmed(&mut self) {
        if let Some(current) = &mut self.current {
            current.stats.confirmed += 1;
        }
    }

    /// Notes that an input had no effect (yet).
    pub(super) fn count_lost(&mut self, what: String) {
        self.pace.lost();
        if let Some(current) = &mut self.current {
            current.stats.lost += 1;
        }
        self.late_until = self.deps.world.now() + self.pace.late();
        self.note(Kind::Lost, what);
    }

    pub(super) fn count_doubled(&mut self, what: String) {
        if let Some(current) = &mut self.current {
            current.stats.doubled += 1;
        }
        self.note(Kind::Doubled, what);
    }

    /// Where the game's own cursor is now; nowhere while it is not played.
    fn cursor(&mut self) -> Step<Option<Cell>> {
        let latest = self.last.as_ref().and_then(Frame::cursor);
        let cursor = match latest {
            Some(cursor) => cursor,
            None if self.hides() => self.call_cursor()?,
            // A press that came late has solved the level.
            None if self.is_away() => return Ok(None),
            None => {
                let limit = self.pace.longest_timeout() * 2;
                let deadline = self.deps.world.now() + limit;
                loop {
                    let frame = self.look()?;
                    if let Some(cursor) = frame.cursor() {
                        break cursor;
                    }
                    if self.is_away() {
                        return Ok(None);
                    }
                    let now = self.deps.world.now();
                    if now >= deadline {
                        return Err(self.no_cursor(&frame));
                    }
                    self.nap(now);
                }
            }
        };
        if let Some((cell, at)) = self.confirmed
            && cell != cursor
        {
            // It went on by itself: a press that counted twice, or one that came late.
            let after = self.changed_at.saturating_sub(at);
            self.pace.echoed(after);
            self.seen_to_move(cell, cursor);
            let text = format!(
                "the cursor went on by itself to {cursor}, {} ms later",
                after.as_millis()
            );
            self.count_doubled(text);
            let now = self.deps.world.now();
            self.confirmed = Some((cursor, now));
        }
        Ok(Some(cursor))
    }

    /// Whether the cursor shows itself only after a press of one of its keys.
    fn hides(&self) -> bool {
        let keys = self.controls.cursor.as_ref();
        keys.is_some_and(|keys| keys.start == CursorStart::Hidden)
            && self
                .last
                .as_ref()
                .is_some_and(|frame| frame.playing().is_some())
    }

    /// Presses one of the cursor's keys so that it shows itself.
    fn call_cursor(&mut self) -> Step<Cell> {
        let key = self.controls.cursor.as_ref().map(|keys| keys.down);
        let Some(key) = key else {
            return Err(self.unplayable("no cursor keys are given".into()));
        };
        for times in 1..=self.pace.retries() + 1 {
            let timeout = self.pace.timeout_after(times - 1);
            let shown = self.press(key, timeout, &mut |_, frame| frame.cursor().is_some())?;
            if let Some(cursor) = shown.and_then(|frame| frame.cursor()) {
                self.outstanding.came(key, 1);
                return Ok(cursor);
            }
            self.count_lost(format!("‘{key}’ did not bring up the cursor"));
            if times > self.pace.retries() {
                return Err(Break::Pause(Pause::NoReaction { key, times }));
            }
        }
        let frame = self.look()?;
        Err(self.no_cursor(&frame))
    }

    fn no_cursor(&mut self, frame: &Frame) -> Break {
        match &frame.seen {
            Ok(seen) if seen.is_playing() => self.diverged(
                "The game's cursor is not to be seen.".to_owned(),
                Some(seen),
            ),
            Ok(seen) => {
                let what = format!("The game is in its phase ‘{}’.", seen.phase);
                self.diverged(what, None)
            }
            Err(error) => Break::Pause(Pause::Unreadable(error.to_string())),
        }
    }

    /// Moves the game's own cursor to a cell, correcting it as often as needed, until no press
    /// that was called lost can still move it from there; or until the game is not played any more.
    pub(super) fn go_to(&mut self, target: Cell) -> Step<()> {
        let Some(keys) = self.controls.cursor.clone() else {
            return Err(
                self.unplayable("an action is a key press, but no cursor keys are given".into())
            );
        };
        let Some(size) = self.cursor_board() else {
            return Err(self.unplayable("it does not say how the cursor is seen".into()));
        };
        let mut failures = 0;
        for _ in 0..MOST_PRESSES {
            let Some(at) = self.cursor()? else {
                return Ok(());
            };
            if at == target && self.outstanding.is_empty() {
                return Ok(());
            }
            let step = towards(&keys, size, at, target)
                .or_else(|| aside(&keys, size, at, &self.outstanding));
            let Some((key, expected)) = step else {
                // Nowhere to go: time has to tell.
                self.wait_until(self.late_until)?;
                self.outstanding.clear();
                continue;
            };
            let timeout = self.pace.timeout_after(failures);
            let moved = self.press(key, timeout, &mut |player, frame| {
                player.is_away() || frame.cursor().is_some_and(|cursor| cursor != at)
            })?;
            if self.is_away() {
                return Ok(());
            }
            let Some(cursor) = moved.and_then(|frame| frame.cursor()) else {
                failures += 1;
                self.count_lost(format!("‘{key}’ had no effect at {at}"));
                if failures > self.pace.retries() {
                    let times = failures;
                    return Err(Break::Pause(Pause::NoReaction { key, times }));
                }
                continue;
            };
            failures = 0;
            self.seen_to_move(at, cursor);
            let now = self.deps.world.now();
            self.confirmed = Some((cursor, now));
            if cursor == expected {
                let at = self.since_start();
                self.deps.log.add(
                    at,
                    Kind::Confirmed,
                    format!("‘{key}’: cursor at {cursor}"),
                    None,
                );
            } else {
                self.count_doubled(format!(
                    "‘{key}’ took the cursor to {cursor}, not {expected}"
                ));
            }
        }
        let seen = self.last.as_ref().and_then(|frame| frame.seen.clone().ok());
        let what = format!("The cursor does not get to {target}, whatever is pressed.");
        Err(self.diverged(what, seen.as_deref()))
    }

    /// Notes which presses a movement of the cursor accounts for.
    fn seen_to_move(&mut self, from: Cell, to: Cell) {
        let (Some(keys), Some(size)) = (self.controls.cursor.clone(), self.cursor_board()) else {
            return;
        };
        for (key, times) in steps(&keys, size, from, to) {
            self.outstanding.came(key, times);
        }
    }

    fn cursor_board(&self) -> Option<Size> {
        let rule = self.config.profile.screen.cursor.as_ref()?;
        let seen = self.good.as_ref()?;
        Some(seen.reading.board(rule.board())?.size())
    }
}
