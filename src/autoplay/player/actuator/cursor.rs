//! The game's own cursor: its location, and moving it to a cell.

use crate::event::{Observation, PauseReason};
use crate::game::Cell;
use crate::log::LogKind;
use crate::player::{Break, Flow, Observer, RunContext};
use crate::vision::{CursorKeys, CursorStart, screen_text};

use super::Actuator;
use super::cursor_paths::{next_step, presses, probe_step};

/// Limit of presses to reach a cell.
const MAX_PRESSES: usize = 2000;

impl Actuator {
    /// Moves the game's cursor to a cell until no lost press can still move it, or there is no board any more.
    pub fn move_cursor(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        target: Cell,
    ) -> Flow<()> {
        let Some(keys) = self.controls.cursor.clone() else {
            let reason = "an action is a key press, but no cursor keys are given";
            return Err(Break::unplayable(&self.profile, reason));
        };
        let Some(size) = observer.cursor_board() else {
            let reason = "it does not say how the cursor is recognized";
            return Err(Break::unplayable(&self.profile, reason));
        };
        let mut failures = 0;
        for _ in 0..MAX_PRESSES {
            let Some(at) = self.find_cursor(ctx, observer, &keys)? else {
                return Ok(());
            };
            if at == target && self.pending.is_empty() {
                return Ok(());
            }
            let step = next_step(&keys, size, at, target)
                .or_else(|| probe_step(&keys, size, at, &self.pending));
            let Some((key, expected)) = step else {
                // On a board of one cell, lost presses can only be waited for.
                ctx.wait_until(self.late_until)?;
                self.pending.clear();
                continue;
            };
            let timeout = self.pace.timeout_after(failures);
            let moved = self.press(ctx, observer, key, timeout, &mut |observer, frame| {
                observer.is_away() || frame.cursor().is_some_and(|cursor| cursor != at)
            })?;
            if observer.is_away() {
                return Ok(());
            }
            let Some(cursor) = moved.and_then(|frame| frame.cursor()) else {
                failures += 1;
                let text = format!("no effect of ‘{key}’ at {at} was seen in time");
                self.count_lost(ctx, text);
                if failures > self.pace.retries() {
                    let (key, times) = (key.into(), failures);
                    return Err(Break::Pause(PauseReason::NoReaction { key, times }));
                }
                continue;
            };
            failures = 0;
            self.cursor_moved(ctx, observer, &keys, (at, cursor));
            if cursor == expected {
                let text = format!("‘{key}’: cursor at {cursor}");
                ctx.log_only(LogKind::Confirmed, &text, None);
            } else {
                let text = format!("‘{key}’ took the cursor to {cursor}, not {expected}");
                self.count_doubled(ctx, text);
            }
        }
        let what = format!("The cursor cannot be moved to {target}.");
        Err(Break::Diverged(what))
    }

    /// Cell of the game's cursor; `None` when the game shows no board any more.
    fn find_cursor(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        keys: &CursorKeys,
    ) -> Flow<Option<Cell>> {
        let is_hidden = keys.start == CursorStart::Hidden && observer.playing().is_some();
        let cursor = match observer.last().and_then(Observation::cursor) {
            Some(cursor) => cursor,
            None if is_hidden => self.reveal_cursor(ctx, observer, keys)?,
            // A late press may have solved the level.
            None if observer.is_away() => return Ok(None),
            None => {
                let deadline = ctx.now() + observer.patience * 2;
                let find = |observer: &Observer, frame: &Observation| match frame.cursor() {
                    None if observer.is_away() => Some(None),
                    None => None,
                    found => Some(found),
                };
                let found = observer.wait_for(ctx, deadline, find)?;
                let Some(cursor) = found.map_err(|frame| no_cursor(&frame))? else {
                    return Ok(None);
                };
                cursor
            }
        };
        if let Some((cell, at)) = self.cursor
            && cell != cursor
        {
            // A press has counted twice, or its effect was late.
            let after = observer.changed_at().saturating_sub(at);
            observer.adapt_to_echo(after);
            self.cursor_moved(ctx, observer, keys, (cell, cursor));
            let after = after.as_millis();
            let text = format!("the cursor went on by itself to {cursor}, {after} ms later");
            self.count_doubled(ctx, text);
        }
        Ok(Some(cursor))
    }

    /// Presses the cursor's down key until the cursor is visible.
    fn reveal_cursor(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        keys: &CursorKeys,
    ) -> Flow<Cell> {
        let key = keys.down;
        let mut times = 0;
        loop {
            let timeout = self.pace.timeout_after(times);
            let effect = self.press(ctx, observer, key, timeout, &mut |_, frame| {
                frame.cursor().is_some()
            })?;
            if let Some(cursor) = effect.and_then(|frame| frame.cursor()) {
                self.pending.confirm(key, 1);
                return Ok(cursor);
            }
            times += 1;
            self.count_lost(ctx, format!("‘{key}’ did not bring up the cursor"));
            if times > self.pace.retries() {
                let key = key.into();
                return Err(Break::Pause(PauseReason::NoReaction { key, times }));
            }
        }
    }

    /// Updates the cursor's location, and removes the presses that explain its movement from the pending ones.
    fn cursor_moved(
        &mut self,
        ctx: &mut RunContext,
        observer: &Observer,
        keys: &CursorKeys,
        (from, to): (Cell, Cell),
    ) {
        if let Some(size) = observer.cursor_board() {
            for (key, times) in presses(keys, size, from, to) {
                self.pending.confirm(key, times);
            }
        }
        self.cursor = Some((to, ctx.now()));
    }
}

fn no_cursor(frame: &Observation) -> Break {
    match &frame.screen {
        Ok(screen) if screen.is_playing() => {
            Break::Diverged("The game's cursor is not visible.".to_owned())
        }
        Ok(screen) => Break::Diverged(format!("The window shows {}.", screen_text(&screen.phase))),
        Err(error) => Break::unreadable(error),
    }
}
