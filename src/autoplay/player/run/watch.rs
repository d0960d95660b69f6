//! Checking the game.

use std::time::Duration;

use crate::event::Frame;
use crate::game::Position;

use super::super::eye::compare::{changed_cells, differences, is_read, shows, shows_where_clear};
use super::super::interrupt::Step;
use super::Run;
use super::level;
use crate::vision::ScreenReading;

/// Most moves that are tried to explain what is seen.
const MOST_MOVES: usize = 500;
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
        // A plan that has to be started is not solved by being entered.
        let is_end = self.is_next_sent() && after.finish().is_none() && after.is_solved();
        let before = self.level.as_ref().map(|level| level.position.as_ref());
        match (frame.playing(), before) {
            (Some(seen), _) if shows(after, seen) => true,
            (Some(seen), Some(before)) => {
                is_end && stable && self.begins(seen) && !is_by_a_move((before, after), seen)
            }
            (None, Some(_)) => is_end && self.has_won_away(after),
            (_, None) => false,
        }
    }

    /// Returns whether a reading shows a level at its start.
    fn begins(&self, seen: &ScreenReading) -> bool {
        let next = self.game.level_from_reading(&seen.reading);
        next.is_ok_and(|next| shows(next.start().as_ref(), seen))
    }
}

/// Returns whether a reading may show what an input of a move has done to the level in hand: something else where the move
/// changes it, or another move.
fn is_by_a_move((before, after): (&dyn Position, &dyn Position), seen: &ScreenReading) -> bool {
    let changed = changed_cells(before, after);
    let wrong = differences(after, seen).unwrap_or_default();
    let mut moves = before.legal_moves(MOST_MOVES).into_iter();
    wrong.iter().all(|place| changed.contains(place))
        || moves.any(|mv| level::after(before, &mv).is_some_and(|it| is_read(&*it, seen)))
}
