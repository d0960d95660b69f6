//! The game's own cursor: its location, and moving it to a cell.

use crate::event::{Frame, Pause};
use crate::game::Cell;
use crate::log::Kind;
use crate::vision::{CursorKeys, CursorStart};

use super::super::eye::Eye;
use super::super::interrupt::{Break, Step};
use super::super::site::Site;
use super::Hand;
use super::cursor_paths::{aside, presses, towards};

/// Limit of presses to reach a cell.
const MOST_PRESSES: usize = 2000;

impl Hand {
    /// Moves the game's cursor to a cell, with corrections, until it is there and no lost press can still move it, or
    /// until the game shows no board any more.
    pub fn go_to(&mut self, site: &mut Site, eye: &mut Eye, target: Cell) -> Step<()> {
        let Some(keys) = self.controls.cursor.clone() else {
            let reason = "an action is a key press, but no cursor keys are given";
            return Err(Break::unplayable(&self.profile, reason));
        };
        let Some(size) = eye.cursor_board() else {
            let reason = "it does not say how the cursor is recognized";
            return Err(Break::unplayable(&self.profile, reason));
        };
        let mut failures = 0;
        for _ in 0..MOST_PRESSES {
            let Some(at) = self.find_cursor(site, eye, &keys)? else {
                return Ok(());
            };
            if at == target && self.outstanding.is_empty() {
                return Ok(());
            }
            let step = towards(&keys, size, at, target)
                .or_else(|| aside(&keys, size, at, &self.outstanding));
            let Some((key, expected)) = step else {
                // On a board of one cell, lost presses can only be waited for.
                site.wait_until(self.late_until)?;
                self.outstanding.clear();
                continue;
            };
            let timeout = self.pace.timeout_after(failures);
            let moved = self.press(site, eye, key, timeout, &mut |eye, frame| {
                eye.is_away() || frame.cursor().is_some_and(|cursor| cursor != at)
            })?;
            if eye.is_away() {
                return Ok(());
            }
            let Some(cursor) = moved.and_then(|frame| frame.cursor()) else {
                failures += 1;
                self.count_lost(
                    site,
                    format!("no effect of ‘{key}’ at {at} was seen in time"),
                );
                if failures > self.pace.retries() {
                    let times = failures;
                    return Err(Break::Pause(Pause::NoReaction {
                        key: key.into(),
                        times,
                    }));
                }
                continue;
            };
            failures = 0;
            self.cursor_moved(site, eye, &keys, (at, cursor));
            if cursor == expected {
                let text = format!("‘{key}’: cursor at {cursor}");
                site.log_only(Kind::Confirmed, &text, None);
            } else {
                let text = format!("‘{key}’ took the cursor to {cursor}, not {expected}");
                self.count_doubled(site, text);
            }
        }
        let what = format!("The cursor cannot be moved to {target}.");
        Err(Break::Diverged(what))
    }

    /// Cell of the game's cursor; `None` when the game shows no board any more.
    fn find_cursor(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        keys: &CursorKeys,
    ) -> Step<Option<Cell>> {
        let hides = keys.start == CursorStart::Hidden && eye.playing().is_some();
        let cursor = match eye.last().and_then(Frame::cursor) {
            Some(cursor) => cursor,
            None if hides => self.reveal_cursor(site, eye, keys)?,
            // A late press may have solved the level.
            None if eye.is_away() => return Ok(None),
            None => {
                let deadline = site.now() + eye.patience() * 2;
                let found = eye.until(site, deadline, |eye, frame| match frame.cursor() {
                    None if eye.is_away() => Some(None),
                    None => None,
                    found => Some(found),
                })?;
                match found {
                    Ok(Some(cursor)) => cursor,
                    Ok(None) => return Ok(None),
                    Err(frame) => return Err(no_cursor(&frame)),
                }
            }
        };
        if let Some((cell, at)) = self.cursor
            && cell != cursor
        {
            // A press has counted twice, or its effect was late.
            let after = eye.changed_at().saturating_sub(at);
            eye.echoed(after);
            self.cursor_moved(site, eye, keys, (cell, cursor));
            let after = after.as_millis();
            let text = format!("the cursor went on by itself to {cursor}, {after} ms later");
            self.count_doubled(site, text);
        }
        Ok(Some(cursor))
    }

    /// Presses the cursor's down key until the cursor is visible.
    fn reveal_cursor(&mut self, site: &mut Site, eye: &mut Eye, keys: &CursorKeys) -> Step<Cell> {
        let key = keys.down;
        let mut times = 0;
        loop {
            let timeout = self.pace.timeout_after(times);
            let shown = self.press(site, eye, key, timeout, &mut |_, frame| {
                frame.cursor().is_some()
            })?;
            if let Some(cursor) = shown.and_then(|frame| frame.cursor()) {
                self.outstanding.seen(key, 1);
                return Ok(cursor);
            }
            times += 1;
            self.count_lost(site, format!("‘{key}’ did not bring up the cursor"));
            if times > self.pace.retries() {
                return Err(Break::Pause(Pause::NoReaction {
                    key: key.into(),
                    times,
                }));
            }
        }
    }

    /// Updates the cursor's location, and removes the presses that explain its movement from the pending ones.
    fn cursor_moved(
        &mut self,
        site: &mut Site,
        eye: &Eye,
        keys: &CursorKeys,
        (from, to): (Cell, Cell),
    ) {
        if let Some(size) = eye.cursor_board() {
            for (key, times) in presses(keys, size, from, to) {
                self.outstanding.seen(key, times);
            }
        }
        self.cursor = Some((to, site.now()));
    }
}

fn no_cursor(frame: &Frame) -> Break {
    match &frame.seen {
        Ok(seen) if seen.is_playing() => {
            Break::Diverged("The game's cursor is not visible.".to_owned())
        }
        Ok(seen) => Break::Diverged(format!("The window shows the ‘{}’ screen.", seen.phase)),
        Err(error) => Break::unreadable(error),
    }
}
