//! Checking the game.

use std::time::Duration;

use crate::event::Frame;
use crate::game::Position;

use super::super::eye::compare::{shows, shows_where_clear};
use super::super::interrupt::Step;
use super::Run;

/// Longest wait for a screen that is not as simulated: it may still be drawn.
const DRAWING: Duration = Duration::from_secs(2);

impl Run {
    /// After an interruption: whether the screen shows the step at hand, or the one after it, if
    /// its last press landed in the meantime.
    pub(super) fn resync(&mut self) -> Step<()> {
        self.site.tell_preparing("Checking the game");
        let mut deadline = self.site.now() + DRAWING;
        loop {
            let (frame, stable) = self.eye.settled(&mut self.site)?;
            let Some(level) = &self.level else {
                return Ok(());
            };
            let here = level.position.as_ref();
            let is_shown = |seen| shows_where_clear(here, here, seen);
            if frame.playing().is_some_and(is_shown) {
                return Ok(());
            }
            if let Some(Ok((mv, after))) = level.next_move()
                && self.has_landed(after.as_ref(), &frame, stable)
            {
                self.move_made(&mv, after);
                return Ok(());
            }
            if self.turn_page(&frame)? {
                deadline = self.site.now() + DRAWING;
                continue;
            }
            let now = self.site.now();
            if stable && now >= deadline || now >= deadline + DRAWING {
                return Err(self.not_as_simulated(&frame));
            }
            self.eye.nap(&mut self.site);
        }
    }

    /// Whether the screen shows that the step at hand was made: its outcome or, if it was sent and
    /// solves the level, that the game has gone on.
    pub(super) fn has_landed(&self, after: &dyn Position, frame: &Frame, stable: bool) -> bool {
        let sent = self
            .level
            .as_ref()
            .is_some_and(|level| level.is_next_sent());
        // A plan that has to be started is not solved by being entered.
        let solved = sent && after.finish().is_none() && after.is_solved();
        match frame.playing() {
            Some(seen) if shows(after, seen) => true,
            Some(seen) => {
                let next = self.game.level_from_reading(&seen.reading);
                let begins = next.is_ok_and(|next| shows(next.start().as_ref(), seen));
                solved && stable && begins
            }
            None => solved && self.eye.is_away(),
        }
    }
}
