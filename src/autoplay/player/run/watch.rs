//! Observing the state of the game.

use std::time::Duration;

use crate::event::Frame;
use crate::game::{Cell, Position};

use super::super::eye::compare::{
    agree, changed_cells, differences, is_read, shows, shows_where_clear,
};
use super::super::interrupt::Step;
use super::Run;
use super::cycle::{is_adjacent, strange_cells};
use super::level;
use crate::vision::ScreenReading;

/// Limit of moves tried as explanations.
const MOST_MOVES: usize = 500;
/// Longest wait for a screen that differs from the simulation, as it may still be drawn.
const DRAWING: Duration = Duration::from_secs(2);

impl Run {
    /// Checks after an interruption that the screen shows the simulated position. If the last input has taken effect
    /// meanwhile, applies its move.
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
                if let Some(level) = &mut self.level {
                    level.partial = None;
                }
                return Ok(());
            }
            if let Some(Ok((mv, after))) = level.next_move()
                && self.has_landed(after.as_ref(), &frame, stable)
            {
                self.move_made(&mv, after);
                return Ok(());
            }
            if frame
                .playing()
                .is_some_and(|seen| self.is_in_the_middle(seen))
            {
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

    /// Returns whether a reading shows a part of the next move: the boards after some of its intents, or another value
    /// in a cell that is clicked repeatedly.
    fn is_in_the_middle(&self, seen: &ScreenReading) -> bool {
        let Some(level) = self.level.as_ref().filter(|level| level.is_next_begun()) else {
            return false;
        };
        let before = level.position.as_ref();
        if level
            .partial()
            .is_some_and(|partial| agree(&partial.boards, seen))
        {
            return true;
        }
        let Some(Ok((mv, after))) = level.next_move() else {
            return false;
        };
        let intents = before.intents(&mv);
        let cycled = |intent| self.cycled(intent).ok().flatten();
        let cycled: Vec<_> = intents.iter().filter_map(cycled).collect();
        let is_clicked = |(board, cell): &(String, Cell)| {
            let mut cycled = cycled.iter();
            cycled.any(|(id, clicked)| id == board && is_adjacent(*clicked, *cell))
        };
        !cycled.is_empty()
            && strange_cells(before, after.as_ref(), seen)
                .is_some_and(|cells| cells.iter().all(is_clicked))
    }

    /// Returns whether the screen shows that the next move was made: its result or, if it was sent and solves the
    /// level, that the game has continued.
    pub(super) fn has_landed(&self, after: &dyn Position, frame: &Frame, stable: bool) -> bool {
        // Entering a plan that has to be started does not solve the level.
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

    /// Returns whether a reading shows the start of a level.
    fn begins(&self, seen: &ScreenReading) -> bool {
        let next = self.game.level_from_reading(&seen.reading);
        next.is_ok_and(|next| shows(next.start().as_ref(), seen))
    }
}

/// Returns whether a reading may show an effect of the move's input on the current level: any value where the move
/// changes it, or another move.
fn is_by_a_move((before, after): (&dyn Position, &dyn Position), seen: &ScreenReading) -> bool {
    let changed = changed_cells(before, after);
    let wrong = differences(after, seen).unwrap_or_default();
    let mut moves = before.legal_moves(MOST_MOVES).into_iter();
    wrong.iter().all(|place| changed.contains(place))
        || moves.any(|mv| level::after(before, &mv).is_some_and(|it| is_read(&*it, seen)))
}
